"""What can go wrong with a photo, and what to do then."""

from server.wordings.marks import one

TROUBLES: dict[str, str | tuple[str, str]] = {
    "trouble.no-tiles": one("I found no tiles in this photo."),
    "trouble.no-tiles.do": one(
        "Go closer, so that the tiles fill the picture, and hold the phone straight."
    ),
    "trouble.no-cards": one("I found no cards in this photo."),
    "trouble.no-cards.do": one("Go closer, and let the corner of every card show."),
    "trouble.too-dark": one("This photo is too dark."),
    "trouble.too-dark.do": one(
        "Switch a lamp on or turn the rack to the light, and photograph it again."
    ),
    "trouble.too-blurred": one("This photo is blurred."),
    "trouble.too-blurred.do": one(
        "Hold the phone still, tap the tiles to focus, and photograph them again."
    ),
    "trouble.not-a-photo": one("This file is no photo that I can open."),
    "trouble.not-a-photo.do": one("Choose a photo: JPEG, PNG, WebP or HEIC."),
    "trouble.empty": one("This file is empty."),
    "trouble.empty.do": one("Choose another photo, or photograph the tiles again."),
    "trouble.truncated": one("A part of this photo is missing."),
    "trouble.truncated.do": one("Wait until it is saved completely, then choose it again."),
    "trouble.too-large": one("This photo has too many pixels: 50 million is the most."),
    "trouble.too-large.do": one("Choose a smaller one, or set the camera to a lower resolution."),
    "trouble.upload-too-big": one("This photo is too big: 60 MB is the most."),
    "trouble.upload-too-big.do": one(
        "Choose a smaller one, or set the camera to a lower resolution."
    ),
    "trouble.pack-unavailable": one("I cannot read this kind of pack yet."),
    "trouble.pack-unavailable.do": one("You can type the tiles instead."),
    "trouble.busy": one("Many photos are waiting just now."),
    "trouble.busy.do": one("Wait a moment, then try again. Your photo is kept."),
    "trouble.server-gone": one("I cannot reach the computer that reads the photos."),
    "trouble.server-gone.do": one(
        "Is it switched on, and your phone in the same Wi-Fi? Your photo is kept."
    ),
    "trouble.server-slow": one("The computer has not answered for a minute."),
    "trouble.server-slow.do": one("It may be busy. Your photo is kept, so try again."),
    "trouble.internal": one("Something went wrong here."),
    "trouble.internal.do": one("Your photo is kept. Try again, or type the tiles instead."),
}
