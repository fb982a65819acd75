"""Draw a reading over its photo, to be looked at."""

from __future__ import annotations

import cv2
import numpy as np

from vision.photo import load
from vision.reading import Reading

LONGEST = 1800  # pixels; a picture to look at needs no more
SURE, UNSURE = (60, 170, 60), (0, 140, 255)  # BGR
JPEG_QUALITY = 88


def draw(data: bytes, reading: Reading) -> bytes:
    """Return a JPEG of the photo with every quad and label; unsure ones are orange with a question mark."""
    photo = load(data)
    scale = min(1.0, LONGEST / max(photo.width, photo.height))
    size = (max(1, round(photo.width * scale)), max(1, round(photo.height * scale)))
    picture = np.ascontiguousarray(
        cv2.resize(photo.pixels, size, interpolation=cv2.INTER_AREA)[..., ::-1]
    )
    for sighting in reading.sightings:
        quad = np.array(sighting.quad) * scale
        colour = UNSURE if sighting.unsure else SURE
        tall = float(np.linalg.norm(quad[0] - quad[3]))
        cv2.polylines(
            picture,
            [quad.round().astype(np.int32)],
            True,
            colour,
            max(1, round(tall / 30)),
            cv2.LINE_AA,
        )
        cv2.circle(
            picture,
            quad[0].round().astype(int).tolist(),
            max(2, round(tall / 20)),
            colour,
            -1,
            cv2.LINE_AA,
        )
        text = f"{sighting.tile}{'?' if sighting.unsure else ''}"
        _write(picture, text, quad[2:].mean(0), max(0.35, tall / 110), colour)
    return bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1])


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
