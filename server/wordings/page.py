"""What stands on the page outside the answer."""

from server.wordings.marks import many, one

PAGE: dict[str, str | tuple[str, str]] = {
    # Tiles. The letters must differ from each other in every language.
    "tile": one("{colour} {number}"),
    "joker": one("joker"),
    "joker.as": one("joker as {tile}"),
    "tile.unsure": one("{tile}, not sure"),
    "tile.fromRack": one("{tile}, from your rack"),
    "tiles": many("{n} tile", "{n} tiles"),
    "colour.r": one("red"),
    "colour.b": one("blue"),
    "colour.k": one("black"),
    "colour.y": one("yellow"),
    # Translators: the first letter of "red", "blue", "black", "yellow", each a different one.
    "letter.r": one("R"),
    "letter.b": one("B"),
    "letter.k": one("K"),
    "letter.y": one("Y"),
    # Cards. The letters of the suits must differ from each other in every language.
    "card": one("{rank} of {suit}"),
    "suit.h": one("hearts"),
    "suit.d": one("diamonds"),
    "suit.c": one("clubs"),
    "suit.s": one("spades"),
    "rank.A": one("ace"),
    "rank.J": one("jack"),
    "rank.Q": one("queen"),
    "rank.K": one("king"),
    # Translators: a letter for each suit, none of them twice.
    "letter.h": one("H"),
    "letter.d": one("D"),
    "letter.c": one("C"),
    "letter.s": one("S"),
    # Start
    "start.title.zahlen": one("What can I play?"),
    "start.text.zahlen": one(
        "Photograph your rack. meldcam reads the tiles and shows the best melds you can lay down."
    ),
    "start.title.brett": one("Is my board closed?"),
    "start.text.brett": one(
        "Photograph your board of 15. "
        "meldcam checks whether 14 are in combination and what it pays."
    ),
    "start.tip.fill": one("Hold the phone straight and let the rack fill the picture."),
    "start.tip.light": one("Even light, no flash. One or two rows both work."),
    "start.tip.private": one("Your photo stays in this house: it is read and forgotten."),
    "start.back": many("Back to my {n} tile", "Back to my {n} tiles"),
    "start.type": one("Type them"),
    "start.together": one("Play a whole evening together"),
    # Photos
    "photo.take.rack": one("Photograph my rack"),
    "photo.take.table": one("Photograph the table"),
    "photo.again": one("Photograph again"),
    "photo.choose": one("Choose a photo"),
    "photo.choose.rack": one("Choose a photo of my rack"),
    "photo.choose.table": one("Choose a photo of the table"),
    "photo.label": many("Photo with {n} tile marked", "Photo with {n} tiles marked"),
    "photo.hint": one("Wrong? Tap a tile. Missed one? Tap where it stands."),
    "photo.notShown": one("The photo is no longer here; the tiles stand where they were found."),
    "photo.whole": one("Whole photo"),
    "photo.cutOut": one("The tile on the photo"),
    # While a photo is read
    "read.title.rack": one("Reading your rack"),
    "read.title.table": one("Reading the table"),
    "read.prepare": one("Preparing the photo"),
    "read.upload": one("Sending it to the computer"),
    "read.uploading": one("Sending it to the computer: {share} %"),
    "read.queue": many(
        "{n} photo is being read before yours", "{n} photos are being read before yours"
    ),
    "read.detect": one("Finding the tiles"),
    "read.classify": one("Reading numbers and colours"),
    "read.done": many("{n} tile read", "{n} tiles read"),
    "cancel": one("Cancel"),
    "again": one("Try again"),
    # The tiles read
    "part.rack": one("Your rack"),
    "part.table": one("On the table"),
    "row.rack": one("Row {n}"),
    "row.table": one("Meld {n}"),
    "undo": one("Undo"),
    "redo": one("Redo"),
    "asText": one("Show as text"),
    "close": one("Close"),
    # Questions about unsure tiles
    "ask.which": one("{choices}?"),
    "ask.one": one("Is this {tile}?"),
    "ask.why": many(
        "One tile I am not sure about.", "{n} tiles I am not sure about. This one first."
    ),
    "ask.choose": one("It is {tile}"),
    "ask.other": one("Another tile"),
    "ask.none": one("No tile at all"),
    # The pad
    "pad.change": one("Which tile is it?"),
    "pad.add": one("Add a tile"),
    "pad.colour": one("Colour"),
    "pad.number": one("Number"),
    "pad.remove": one("Remove this tile"),
    "pad.removed": one("{tile} removed"),
    "pad.added": one("{tile} added"),
    "pad.previous": one("The tile before"),
    "pad.next": one("The next tile"),
    "pad.done": one("Done"),
    "pad.right": one("It is right so"),
    "pad.split": one("New meld from here"),
    "pad.join": one("Join with the meld before"),
    # Typed tiles
    "text.label": one("The tiles as text"),
    "text.help.rack": one("R7 B7 K7 Y7: red, blue, black, yellow. * is a joker."),
    "text.help.table": one("R7 B7 K7 Y7, * is a joker. A bar | or a new line parts the melds."),
    "quoted": one("“{text}”"),
    "text.take": one("Take these tiles"),
    "text.unknown": one("I do not know {pieces}. Numbers go from 1 to 13."),
    # Settings
    "set.opened": one("I have opened already"),
    "set.opened.help": one("My first meld of 30 lies on the table"),
    "set.thrown": one("Jokers thrown"),
    "set.thrown.help": one("by the winner in this round"),
    "set.multiplier": one("Table counts"),
    "set.multiplier.help": one("times as much"),
    "set.opponents": one("Opponents"),
    "set.opponents.help": one("who pay"),
    "set.less": one("{what}: less"),
    "set.more": one("{what}: more"),
    "table.why": one("Show me the table too, and I can add to its melds and rearrange them."),
    "table.drop": one("Without table"),
}
