"""Our set: the page on which a house teaches its tiles, and what a reading says of them."""

from server.wordings.marks import many, one

# What every page says that reads photos.
SET_NOTES: dict[str, str | tuple[str, str]] = {
    "sets.title": one("Our set"),
    "sets.example": one("Our set"),
    "sets.with": one("Read with {name}"),
    "sets.remember": one("Remember this for {name}"),
    "sets.rememberNew": one("Remember this for our set"),
    "sets.remembered": one("Remembered."),
    # What a reading says of the set that was to help
    "set.differs": one("These do not look like {name}. I read them without it."),
    "set.older": one(
        "meldcam sees better now than when {name} was shown. I read without it: show it once more."
    ),
    "set.broken": one("What was kept of {name} cannot be read. Show it once more."),
    "set.other": one("Choose another set"),
}

# What only the page of the sets says.
SETS: dict[str, str | tuple[str, str]] = {
    "sets.what": one(
        "meldcam reads most sets as they are. Show it yours once, and it reads them more surely: "
        "odd colours, worn numbers, your own joker."
    ),
    "sets.none": one("As it is, without a set"),
    "sets.which": one("Which tiles do you play with?"),
    "sets.known": many("{n} tile shown", "{n} tiles shown"),
    "sets.known.cards": many("{n} card shown", "{n} cards shown"),
    "sets.new": one("Show a new set"),
    "sets.more": one("Show {name} once more"),
    "sets.name": one("What do you call it?"),
    "sets.pack": one("What is it?"),
    "sets.tiles": one("Tiles"),
    "sets.cards": one("Cards"),
    "sets.how": one(
        "Lay the tiles from 1 to 13, a row for each colour, the jokers below. A part is enough: "
        "one row, or only the jokers. Take the photo from above, in good light."
    ),
    "sets.how.cards": one(
        "Lay the cards from ace to king, a row for each suit, the jokers below. A part is enough: "
        "one row, or only the jokers. Take the photo from above, in good light."
    ),
    "sets.check": one("Is everything right? Tap what is not."),
    "sets.learn": one("That is right, learn it"),
    "sets.learned": many("{n} tile of {name} is known now.", "{n} tiles of {name} are known now."),
    "sets.learned.cards": many(
        "{n} card of {name} is known now.", "{n} cards of {name} are known now."
    ),
    "sets.untaught": one("Not shown yet: {what}. Another photo may show them."),
    "sets.jokers": one("jokers"),
    "sets.rename": one("Rename"),
    "sets.rename.save": one("Save the name"),
    "sets.delete": one("Delete"),
    "sets.delete.sure": one("Delete {name}? It has to be shown anew then."),
    "sets.save": one("Save as a file"),
    "sets.bring": one("Take in a file"),
    "sets.others": one("Taught on another phone"),
    "sets.forGame": one("For all phones of game {code}"),
    "sets.forPhone": one("For this phone"),
    "sets.back": one("Back"),
    "photo.take.set": one("Photograph the set"),
    "photo.choose.set": one("Choose a photo of the set"),
    "read.title.set": one("Looking at your set"),
}
