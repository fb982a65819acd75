"""The camera of the house: what its page says."""

from server.wordings.marks import many, one

CAMERA: dict[str, str | tuple[str, str]] = {
    "camera.title": one("The camera"),
    "camera.picture": one("What the camera sees, with the tiles as read"),
    "camera.state.connecting": one("Looking for the camera ..."),
    "camera.state.no-camera": one(
        "There is no camera. Is it switched on and connected? I go on looking."
    ),
    "camera.state.black": one(
        "The camera shows only black. Is the lens covered, or the room dark?"
    ),
    "camera.state.lost": one("The camera sends no pictures any more. I go on looking."),
    "camera.state.ended": one("The film has ended."),
    "camera.sees": many("{n} tile", "{n} tiles"),
    "camera.sees.cards": many("{n} card", "{n} cards"),
    "camera.rack": one("Take it as my rack"),
    "camera.rack.cards": one("Take it as my hand"),
    "camera.table": one("Take it as the table"),
    "camera.ended.legal": one("A turn has ended. It looks right."),
    "camera.ended.doubtful": one("Something on the table does not fit. Check this turn."),
    "camera.turn": one("Check this turn"),
}

# What every page says that may use the camera of the phone itself.
LIVE: dict[str, str | tuple[str, str]] = {
    "live.start": one("Live"),
    "live.stop": one("Close the camera"),
    "live.starting": one("The camera is being switched on ..."),
    "live.forbidden": one(
        "This page may not use the camera. Allow it in the browser, or take a photo."
    ),
    "live.none": one("This device has no camera that I can use. Take a photo instead."),
    "camera.hint.dark": one("Too dark. Switch a lamp on."),
    "camera.hint.nothing": one("I see no tiles."),
    "camera.hint.nothing.cards": one("I see no cards."),
    "camera.hint.hand": one("A hand is in the picture."),
    "camera.hint.hold-still": one("Hold still ..."),
    "camera.hint.reading": one("Reading ..."),
    "camera.hint.got-it": one("Got it."),
}
