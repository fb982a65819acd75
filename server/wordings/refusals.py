"""What does not go at the table, and why: the server's own sentences, by their code."""

from server.wordings.marks import one

REFUSALS: dict[str, str] = {
    "no-such-game": one("There is no game with this code. Look at the code once more."),
    "not-in-game": one("You do not take part in this game yet. Enter its code first."),
    "too-many-guesses": one("Too many wrong codes. Wait a minute, then try again."),
    "not-a-player": one("Say first who you are."),
    "no-token": one("This page is too old. Load it again."),
    "nobody-asks": one("Nobody asks to come in any more."),
    "handover-over": one("This code was used or is too old. Show a new one on the other device."),
    "too-many-pages": one("Too many pages are open just now. This one looks again by itself."),
    "not-understood": one("This request was not understood. Load the page again."),
    "players-count": one("This game is for {fewest} to {most} players."),
    "same-names": one("Two players are called {name}. Give one of them another name."),
    "no-name": one("A name is missing."),
    "long-name": one("A name has at most {most} letters."),
    "bad-house": one("This house rule does not fit: {rule}."),
    "game-runs": one("The first round has begun: the players stay as they are."),
    "no-winner": one("Say who closed."),
    "no-price": one("Say what the board pays, or photograph it."),
    "not-closed": one("This board is not closed."),
    "board-size": one("A board has fourteen tiles and one to throw."),
    "rest-empty": one("Tell the rest first: whoever did not close has something left."),
    "no-rest-here": one("Nothing is left here."),
    "unknown-tile": one("I do not know {tile}."),
    "impossible-tiles": one("The pack does not have so many: {tiles}. Check these."),
    "bad-table": one("This is no meld: {tiles}. Check the table."),
    "no-answer-yet": one("This position takes longer than I may think. Try again."),
    "no-board-here": one("No board is closed in this game."),
    "no-table-here": one("Nothing is laid on the table in this game."),
    "round-entered": one("This round is in the book already."),
    "round-gone": one("This round is no longer there."),
    "round-open": one("Finish the round that is being told first, or go on playing it."),
    "not-the-last": one("Only the last round can be taken out."),
    "nothing-to-undo": one("There is nothing to undo."),
    "photo-gone": one("This photo is no longer there."),
    "storage-full": one(
        "The computer's disk is full, so this was not saved. Make room, then try again."
    ),
    "storage-away": one("The games cannot be reached just now. This was not saved; try again."),
}
