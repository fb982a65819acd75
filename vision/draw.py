"""Draw a reading over its photo, to be looked at."""

from __future__ import annotations

import cv2
import numpy as np

from vision.detector import Image
from vision.photo import load
from vision.reading import Reading

LONGEST = 1800  # pixels; a picture to look at needs no more
SURE, UNSURE = (60, 170, 60), (255, 140, 0)  # RGB
JPEG_QUALITY = 88


def draw(data: bytes, reading: Reading) -> bytes:
    """Return a JPEG of the photo with every quad and label; unsure ones are orange with a question mark."""
    photo = load(data)
    return jpeg_of(painted(photo.pixels, reading))


def painted(pixels: Image, reading: Reading) -> Image:
    """Return RGB pixels, LONGEST at most, with a reading of them drawn over."""
    height, width = pixels.shape[:2]
    scale = min(1.0, LONGEST / max(reading.width, reading.height))
    size = (max(1, round(reading.width * scale)), max(1, round(reading.height * scale)))
    picture = pixels.copy()
    if size != (width, height):
        picture = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA).astype(np.uint8)
    for sighting in reading.sightings:
        quad = np.array(sighting.quad) * scale
        colour = UNSURE if sighting.unsure else SURE
        tall = float(np.linalg.norm(quad[0] - quad[3]))
        corners = [quad.round().astype(np.int32)]
        cv2.polylines(picture, corners, True, colour, max(1, round(tall / 30)), cv2.LINE_AA)
        at, reach = quad[0].round().astype(int).tolist(), max(2, round(tall / 20))
        cv2.circle(picture, at, reach, colour, -1, cv2.LINE_AA)
        text = f"{sighting.tile}{'?' if sighting.unsure else ''}"
        _write(picture, text, quad[2:].mean(0), max(0.35, tall / 110), colour)
    return picture


def jpeg_of(pixels: Image) -> bytes:
    """Return RGB pixels as a JPEG."""
    quality = [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY]
    return bytes(cv2.imencode(".jpg", cv2.cvtColor(pixels, cv2.COLOR_RGB2BGR), quality)[1])


def _write(
    picture: np.ndarray, text: str, at: np.ndarray, size: float, colour: tuple[int, int, int]
) -> None:  # type: ignore[type-arg]
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, 1)
    x, y = int(at[0] - width / 2), int(at[1] - height * 0.2)
    cv2.rectangle(picture, (x - 2, y - height - 2), (x + width + 2, y + 3), (255, 255, 255), -1)
    cv2.putText(
        picture,
        text,
        (x, y),
        cv2.FONT_HERSHEY_SIMPLEX,
        size,
        colour,
        max(1, round(size * 1.6)),
        cv2.LINE_AA,
    )
