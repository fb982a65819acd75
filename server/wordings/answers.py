"""The answer: what to play, or whether the board is closed and what it pays."""

from server.wordings.marks import many, one

ANSWERS: dict[str, str | tuple[str, str]] = {
    "answer.empty": one("Add a tile to begin."),
    "answer.empty.cards": one("Add a card to begin."),
    "answer.first.cards": many(
        "One card is still unsure. Answer the question first, then I can tell you.",
        "{n} cards are still unsure. Answer the questions first, then I can tell you.",
    ),
    "answer.first": many(
        "One tile is still unsure. Answer the question first, then I can tell you.",
        "{n} tiles are still unsure. Answer the questions first, then I can tell you.",
    ),
    "answer.thinking": one("One moment …"),
    "answer.offline": one("I cannot reach the computer. I keep trying; your tiles are kept."),
    "points": many("{n} point", "{n} points"),
    # What to play
    "advice.badTable": one("These tiles cannot all lie on the table in melds. Check the table."),
    "advice.badTable.cards": one(
        "These cards cannot all lie on the table in melds. Check the table."
    ),
    "advice.open.cards": many("You can open with {n} card", "You can open with {n} cards"),
    "advice.unproven": one("There was no time to be sure that this is the most."),
    "advice.throw": one("Throw one of these"),
    "advice.throw.why": one("The best to throw first: most tiles help you afterwards."),
    "advice.throw.why.cards": one("The best to throw first: most cards help you afterwards."),
    "advice.outs": many("{n} tile would help", "{n} tiles would help"),
    "advice.outs.cards": many("{n} card would help", "{n} cards would help"),
    "advice.notOpen": one("You cannot open yet"),
    "advice.short": one("Your best melds count {best}; {needed} are needed. Draw a tile."),
    "advice.noMeld": one("There is no meld on your rack. Draw a tile."),
    "advice.nothing": one("Nothing to play"),
    "advice.draw": one("Draw a tile."),
    "advice.out": one("You can lay everything!"),
    "advice.outText": one("Your rack is empty then: you win the round."),
    "advice.open": many("You can open with {n} tile", "You can open with {n} tiles"),
    "advice.opening": one("Your melds can count {best}; {needed} are needed."),
    "advice.play": many("You can play {n} tile", "You can play {n} tiles"),
    "advice.worth": many("That saves you {n} point.", "That saves you {n} points."),
    "advice.melds": many("This meld", "These melds"),
    "advice.steps": one("Step by step"),
    "advice.after": one("The table afterwards"),
    "advice.keep": one("Stays on your rack"),
    "step.lay": one("Lay down {tiles}."),
    "step.add": one("Add {tiles}."),
    "step.move": one("Take {tiles} away from here."),
    "step.part": one("Part this meld."),
    "step.swap": one("Put {tiles} in the place of the joker and take the joker."),
    "step.from": one("Meld before"),
    "step.becomes": one("Meld afterwards"),
    # Closing
    "close.closed": one("Closed!"),
    "close.open": one("Not closed"),
    "close.count": many(
        "There is {n} tile here; closing takes 15: fourteen in combination and one to throw.",
        "There are {n} tiles here; closing takes 15: fourteen in combination and one to throw.",
    ),
    "close.missing": many(
        "One more fitting tile closes it.", "{n} more fitting tiles would close it."
    ),
    "close.most": many("{n} tile is in combination.", "{n} tiles are in combination."),
    "close.draws": one("Any of these closes it"),
    "close.throw": one("To throw"),
    "close.choose": one("You may choose. The price is that of the marked tile."),
    "close.chosen": one("Your choice. Tap it again for the best price."),
    "close.throwThis": one("Throw {tile}"),
    "close.melds": one("The fourteen"),
    "close.price": one("Price"),
    "close.multiplied": one("The table counts"),
    "close.each": one("Each opponent pays"),
    "close.total": many("From {n} opponent together", "From {n} opponents together"),
    "close.beyond": one("The rules have no row for three or more jokers inside; the step goes on."),
    "line.jokers_out": one("Jokers thrown or closed with"),
    "line.jokers_inside": one("Jokers inside"),
    "category.simple": one("Simple"),
    "category.mosaic": one("Mosaic"),
    "category.bicolor": one("Bicolor"),
    "category.minor": one("Minor"),
    "category.major": one("Major"),
    "category.doubles": one("Doubles"),
    "category.grand_carre": one("Grand carré"),
    "category.monocolor": one("Monocolor"),
    # Questions the engine cannot answer
    "problem.impossible_tiles": one("{tiles}: the pack does not have so many. Check these tiles."),
    "problem.impossible_tiles.cards": one(
        "{tiles}: the pack does not have so many. Check these cards."
    ),
    "problem.bad_table": one("This is no meld: {tiles}. Check the table."),
    "problem.unknown_tile": one("There is a tile I do not know. Check your tiles."),
    "problem.no_answer_yet": one("This position takes longer than I may think. Try again."),
    "problem.bad_value": one("These tiles do not fit the question. Check their number."),
}
