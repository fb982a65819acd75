"""What stands on the pages of the evening: the games, the table, the score book."""

from server.wordings.marks import many, one

EVENING: dict[str, str | tuple[str, str]] = {
    # The evening as a whole
    "yes": one("yes"),
    "no": one("no"),
    "evening.offline": one(
        "The computer does not answer. I keep trying; what you confirmed is saved."
    ),
    "evening.mine": one("My games"),
    "evening.back": one("Back to the table"),
    # My games
    "games.title": one("Play together"),
    "games.what": one(
        "One starts a game, the others scan its code. Everyone follows on the own phone; "
        "a tablet in the middle shows it large."
    ),
    "games.code": one("The code of a game that has begun"),
    "games.join": one("Join"),
    "games.over": one("finished"),
    # A new game
    "new.title": one("New game"),
    "new.which": one("Which game?"),
    "new.sideBySide": one("The five games side by side"),
    "new.who": one("Who plays?"),
    "new.exactly": many("For {n} player.", "For {n} players."),
    "new.between": one("For {fewest} to {most} players, in the order in which they sit."),
    "new.player": one("Player {n}"),
    "new.more": one("One more"),
    "new.fewer": one("One fewer"),
    "new.house": many("House rules: {n} difference", "House rules: {n} differences"),
    "new.house.help": one("As printed, unless you change it. What differs is marked with a star."),
    "new.differs": one("Differs; printed is: {value}"),
    "new.noLimit": one("no limit"),
    "new.start": one("Start the game"),
    # Who is who
    "who.title": one("Who are you?"),
    "who.asked": one(
        "You asked to go on as {name}. The other phone, or another player, has to let you in."
    ),
    "who.taken": one("A name that is taken can be asked for: whoever sits there lets you in."),
    "who.elsewhere": one("on another phone"),
    "who.screen": one("Shared screen"),
    "who.add": one("Somebody else plays too"),
    "who.addButton": one("Add"),
    "who.asks": one(
        "Somebody wants to go on as {name} on a new phone. {name}'s hints stay hidden then."
    ),
    "who.asks.mine": one("Somebody wants to go on as {name}: is that you, on another phone?"),
    "who.yes": one("Let in"),
    "who.no": one("No"),
    # The table
    "home.title": one("The table {code}"),
    "home.rounds": many("{n} round", "{n} rounds"),
    "home.turn": one("My turn"),
    "home.more": one("More"),
    "home.camera": one("The camera"),
    "home.iam": one("I am {name}"),
    "again.start": one("Play again with the same people"),
    "again.begun": one("The next game has begun."),
    "again.go": one("To the next game"),
    "again.delete": one("Delete this game"),
    "again.delete.sure": one(
        "Delete this game with its book and its photos, for everybody and for good?"
    ),
    "evening.deleted": one("This game was deleted."),
    "home.won": one("{name} has won!"),
    "home.draw": one("A draw: {names}"),
    "home.won.more": one("You may play on; the book stays open."),
    "standing.caption": one("The standing"),
    "standing.player": one("Player"),
    "standing.change": one("This round"),
    "standing.total": one("Total"),
    "standing.first": one("first"),
    "standing.me": one("you"),
    "standing.noPhone": one("no phone"),
    # To come to the table
    "invite.title": one("Let others join"),
    "invite.open": one("Code {code}: let others join"),
    "invite.help": one("Scan this with the camera of a phone in the same Wi-Fi."),
    "invite.alt": one("QR code that leads to this game"),
    "invite.code": one("The code is {code}"),
    "invite.typed": one("Or open {address}/games and type the code."),
    "handover.title": one("Go on with another device"),
    "handover.help": one(
        "Show a code here and scan it with your other device: you are {name} there then, "
        "with everything."
    ),
    "handover.show": one("Show the code"),
    "handover.alt": one("QR code with which your other device goes on"),
    "screen.code": one("Code to join: {code}"),
    # Where cards are called cards
    "pad.add.cards": one("Add a card"),
    "pad.change.cards": one("Which card is it?"),
    "pad.remove.cards": one("Remove this card"),
    "tiles.cards": many("{n} card", "{n} cards"),
    "ask.other.cards": one("Another card"),
    "ask.none.cards": one("No card at all"),
    "ask.why.cards": many(
        "One card I am not sure about.", "{n} cards I am not sure about. This one first."
    ),
    "text.label.cards": one("The cards as text"),
    "text.take.cards": one("Take these cards"),
    "part.rack.cards": one("Your hand"),
    "photo.take.rack.cards": one("Photograph my hand"),
    "over.myRest.cards": one("What is left in your hand?"),
    "mine.private.cards": one(
        "Only you see this. Your photo is read and forgotten; your cards stay yours."
    ),
    "mine.clear.cards": one("Forget my cards"),
    "advice.play.cards": many("You can play {n} card", "You can play {n} cards"),
    "advice.keep.cards": one("Stays in your hand"),
    "advice.draw.cards": one("Draw a card."),
    "advice.short.cards": one("Your best melds count {best}; {needed} are needed. Draw a card."),
    "advice.noMeld.cards": one("There is no meld in your hand. Draw a card."),
    "turn.placed.cards": many("{n} card came from the hand.", "{n} cards came from the hand."),
    # Tiles entered
    "text.help.table.cards": one(
        "7H 8H 9H | QD QS QC, * is a joker. A bar | or a new line parts the melds."
    ),
    "text.help.rack.cards": one(
        "7H 10S QD: seven of hearts, ten of spades, queen of diamonds. * is a joker."
    ),
    "text.unknown.cards": one("I do not know {pieces}. Write the rank, then the suit."),
    # One's own turn, in private
    "mine.private": one(
        "Only you see this. Your photo is read and forgotten; your tiles stay yours."
    ),
    "mine.again": one("Photograph again"),
    "mine.clear": one("Forget my tiles"),
    "mine.cover": one("Your hint is ready"),
    "mine.cover.help": one(
        "Nobody reads along: it is covered until you choose how much to see, and again "
        "after half a minute."
    ),
    "mine.hint": one("Your hint"),
    "mine.hide": one("Cover it"),
    "mine.nudge": one("Is there something?"),
    "mine.point": one("Where should I look?"),
    "mine.reveal": one("Show me everything"),
    "mine.close": one("Is it closed?"),
    "mine.something": one("There is something to play."),
    "mine.nothing": one("There is nothing to play."),
    "mine.look": one("Look at these."),
    "mine.opened.help": one("the first meld of {n} lies on the table"),
    "mine.tableAgain": one("Photograph the table again"),
    "mine.table.help": one(
        "Show me the table too, and I look for what can be added or rearranged."
    ),
    # The round is over
    "over.title": one("Round over"),
    "over.heading": one("Round {number}: how did it end?"),
    "over.closed": one("Round {number}: {name} closed"),
    "over.closedAtOnce": one("Round {number}: {name} closed all at once"),
    "over.passed": one("Round {number}: two passes in a row"),
    "over.stock": one("Round {number}: the stock is empty"),
    "over.yours": one("You still have to confirm."),
    "over.waiting": one("Still waiting for {names}."),
    "over.go": one("Go there"),
    "over.look": one("Look"),
    "over.change": one("It ended otherwise"),
    "over.playOn": one("Play on"),
    "over.playOn.sure": one("Go back to playing this round? What was told about it is forgotten."),
    "over.tell": one("Tell everyone"),
    "over.price": one("The board pays {price}."),
    "over.priceTimes": one("The board pays {price}, the table counts ×{times}."),
    "over.trumpWas": one("{name} held the twin of the trump."),
    "over.restMissing": one("still has to tell the rest"),
    "over.agreeMissing": one("still has to agree"),
    "over.worth": one("counts {n}"),
    "over.done": one("confirmed"),
    "over.agreeFor": one("Agree for {name}"),
    "over.restFor": one("Tell the rest of {name}"),
    "over.myRest": one("What is left on your rack?"),
    "over.myRest.help": one("Photograph it, or type it; then confirm."),
    "over.photographRest": one("Photograph the rest"),
    "over.restRight": one("This is left"),
    "over.right": one("Is that right?"),
    "over.agree": one("Yes, that is right"),
    # How it ended
    "end.how": one("How did it end?"),
    "end.closed": one("Somebody closed"),
    "end.passed": one("Two passes in a row"),
    "end.stock": one("The stock is empty"),
    "end.who": one("Who closed?"),
    "end.atOnce.hand_romme": one("Hand-Rommé"),
    "end.atOnce.handglatt": one("Handglatt"),
    "end.atOnce.help": one("everything in one turn, nothing laid before"),
    "end.boardPays": one("This board pays {price}."),
    "end.otherPrice": one("Another price"),
    "end.price": one("What does the board pay?"),
    "end.price.help": one(
        "Before the table counts several times. Photograph the board, and I work it out."
    ),
    "end.trump": one("Who held the twin of the trump?"),
    "end.nobody": one("Nobody"),
    "end.restOf": one("Left with {name}"),
    # A board before everybody
    "board.title": one("Is my board closed?"),
    "board.help": one("The verdict appears on everybody's screen."),
    "board.thrownByOthers": one("Jokers thrown by others"),
    "board.photograph": one("Photograph my board"),
    "board.check": one("Check it"),
    "board.closed": one("{name}: closed!"),
    "board.open": one("{name}: not closed"),
    "board.pays": one("{category}: {price} from each"),
    "board.melds": one("What is in combination"),
    "board.loose": one("Fits nowhere"),
    "board.enter": one("Enter this round"),
    "shown.hide": one("Take it off the screens"),
    "photo.shownOnly": one(
        "The photo is shown to this table only, and forgotten when the round is entered."
    ),
    "photo.keep": one("Keep the photo with the round"),
    "photo.keep.help": one(
        "Smaller and without place or time. Kept for {days} days, {n} photos a game at "
        "most; any player may delete it."
    ),
    # A turn before everybody
    "turn.title": one("Was this turn legal?"),
    "turn.help": one(
        "Show me the table before and after the turn. The verdict appears on everybody's screen."
    ),
    "turn.before": one("The table before"),
    "turn.afterwards": one("The table afterwards"),
    "turn.after": one("The table after the turn"),
    "turn.empty": one("Nothing lay there."),
    "turn.nothing": one("Nothing lay there yet"),
    "turn.otherBefore": one("It was different"),
    "turn.photographBefore": one("Photograph the table before"),
    "turn.photographAfter": one("Photograph the table afterwards"),
    "turn.next": one("So it lay"),
    "turn.check": one("Check the turn"),
    "turn.opened": one("Had opened already"),
    "turn.opened.help": one("the first meld lay there before this turn"),
    "turn.legal": one("{name} shows: the turn is legal"),
    "turn.illegal": one("{name} shows: something is wrong"),
    "turn.placed": many("{n} tile came from the rack.", "{n} tiles came from the rack."),
    "turn.faults": many("{n} fault", "{n} faults"),
    "fault.meld_broken": one("{tiles}: this is no meld."),
    "fault.vanished": one("{tiles}: lay on the table and is gone."),
    "fault.taken_to_rack": one("{tiles}: went from the table to a rack."),
    "fault.not_from_rack": one("{tiles}: did not come from the rack."),
    "fault.nothing_played": one("No tile came from the rack."),
    "fault.first_meld_short": one("The first meld counts {points}; {needed} are needed."),
    "fault.table_touched": one("{tiles}: the table stays as it is in the turn of the first meld."),
    "fault.table_moved": one("{tiles}: does not lie there any more as it did."),
    "fault.lay_off_too_early": one("{tiles}: may not be added to melds of the table yet."),
    "fault.joker_not_laid": one(
        "A joker taken from the table must be laid or thrown in the same turn."
    ),
    # The book
    "book.title": one("Score book"),
    "book.round": one("Round"),
    "book.closed": one("closed"),
    "book.empty": one("No round is entered yet."),
    "book.house": one("with house rules"),
    "book.over": one("The game is over. Won: {names}"),
    "book.balanced": one("Every round adds up to 0."),
    "book.unbalanced": one("The points do not add up to 0. Check the rounds."),
    "book.csv": one("As a spreadsheet (CSV)"),
    "book.json": one("For programs (JSON)"),
    "chart.title": one("The course of the game"),
    "chart.label": many(
        "Line chart of the totals over {n} round", "Line chart of the totals over {n} rounds"
    ),
    "goal.none": one("no fixed end"),
    "goal.at": one("ends at {limit}"),
    "goal.over": one("ends above {limit}"),
    "goal.most": one("the most points win"),
    "goal.fewest": one("the fewest points win"),
    "undo.entered": one("Undo: round {number} entered"),
    "undo.corrected": one("Undo: round {number} corrected"),
    "undo.removed": one("Undo: round {number} removed"),
    # A round opened
    "round.title": one("Round {number}"),
    "round.closed": one("{name} closed"),
    "round.atOnce": one("{name} closed all at once"),
    "round.passed": one("two passes in a row"),
    "round.stock": one("the stock was empty"),
    "round.correct": one("Correct round {number}"),
    "round.correctIt": one("Correct this round"),
    "round.save": one("Save the correction"),
    "round.remove": one("Remove this round"),
    "round.remove.sure": one("Remove round {number} from the book? It can be undone."),
    "round.photos": one("Photos"),
    "round.photoOf": one("Photo: {name}"),
    "round.forget": one("Delete the photo"),
    "round.reckoning": one("The reckoning"),
    "round.log": one("What was changed"),
    "log.entered": one("Entered; last to confirm: {name}"),
    "log.corrected": one("Corrected by {name}"),
    "log.removed": one("Removed by {name}"),
    "log.undone": one("A change taken back by {name}"),
    "item.rest": one("Rest left over"),
    "item.rest_doubled": one("Rest, counted several times"),
    "item.difference": one("Difference of the rests"),
    "item.closed": one("Gets for the closed board"),
    "item.pays": one("Pays for the closed board"),
    "item.trump": one("Twin of the trump"),
}
