"""Find tile faces: one small convolutional network, run at a resolution that suits the photo."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detections import Detections, Floats, heights, quads_from_axes, suppress

Image = NDArray[np.uint8]  # (height, width, 3), RGB

STRIDE = 8
MARGIN = 16  # pixels of grey round the picture
MULTIPLE = 32  # the network halves its input five times
CHANNELS = 9  # and two more where faces stand on something larger
UNIT = 32.0  # pixels; half-axes are learned as the logarithm of their share of this
REACH = (
    8.0  # half-heights of an index; the way to the middle of its card is learned as a share of this
)
OVERVIEW = 640  # longer side of the first look, pixels
LARGEST = 1472  # longer side of the closest look, pixels
LOW, ACCEPT = 0.25, 0.4


class Session(Protocol):
    """What is used of an onnxruntime session."""

    def run(
        self, names: list[str] | None, feeds: dict[str, NDArray[np.generic]]
    ) -> list[Floats]: ...


@dataclass(frozen=True, slots=True)
class Sizes:
    """Heights of faces in pixels of the network's picture.

    ``best`` is what it sees best; faces below ``small`` in the first look are worth a closer one.
    """

    best: float
    small: float


def detect(session: Session, image: Image, sizes: Sizes) -> Detections:
    """Find faces in an upright RGB photo; quads are in its pixels.

    The first look is at 640 pixels. Where the faces come out small, a second look is taken at the
    resolution that shows them at the size the network knows best.
    """
    height, width = image.shape[:2]
    longer = max(height, width)
    first = look(session, image, min(OVERVIEW, longer) / longer)
    sure = first.take(first.scores > ACCEPT)
    if not len(sure):
        # Nothing at all: the tiles may be tiny, or they fill the photo.
        looks = [
            look(session, image, scale) for scale in (min(LARGEST, longer) / longer, 256 / longer)
        ]
        best = max(looks, key=lambda d: float(d.scores.sum()))
        return best.take(best.scores > ACCEPT)
    scale = min(OVERVIEW, longer) / longer
    typical = float(np.median(heights(sure.quads))) * scale
    if typical < sizes.small or typical > 4 * sizes.best:
        closer = float(
            np.clip(scale * sizes.best / typical, 128 / longer, min(1.0, LARGEST / longer))
        )
        if closer > scale * 1.15 or closer < scale:
            second = look(session, image, closer)
            return second.take(second.scores > ACCEPT)
    return sure


def look(session: Session, image: Image, scale: float) -> Detections:
    """Run the network once at ``scale``; quads come back in the pixels of ``image``."""
    small = resize(image, scale)
    padded = pad(small)
    output = session.run(None, {"image": padded[None]})[0][0]
    found = suppress(decode(output, LOW))
    factors = np.array(
        [image.shape[1] / small.shape[1], image.shape[0] / small.shape[0]], np.float32
    )
    middles = None if found.middles is None else (found.middles - MARGIN) * factors
    return Detections((found.quads - MARGIN) * factors, found.scores, middles)


def resize(image: Image, scale: float) -> Image:
    """Scale a picture; shrinking averages, so that thin strokes survive."""
    if scale == 1:
        return image
    size = (max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale)))
    return cv2.resize(
        image, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    ).astype(np.uint8)


def pad(image: Image) -> Image:
    """Pad with grey: a margin all round, then to the right and below to the next multiple of 32.

    Training windows show grey beyond the edge of a photo; a tile cut by the edge must look alike here.
    """
    height, width = image.shape[:2]
    below, right = -(height + 2 * MARGIN) % MULTIPLE, -(width + 2 * MARGIN) % MULTIPLE
    edges = ((MARGIN, MARGIN + below), (MARGIN, MARGIN + right), (0, 0))
    return np.pad(image, edges, constant_values=114)


def decode(output: Floats, threshold: float) -> Detections:
    """Turn the network's map into quads in pixels of its input.

    Args:
        output: (9, rows, columns): logit, centre offset in cells, logarithms of the two half-axes,
            and for each axis the cosine and sine of twice its angle. Twice, because a face and the
            same face upside down are one box: which end is up is the classifier's question.
            For cards (11, rows, columns): then the way from the index to the middle of its card, in
            ``REACH`` half-heights. A card lies below its index, so there the quads come upright.
        threshold: lowest score that is kept.
    """
    scores = 1 / (1 + np.exp(-output[0]))
    rows, columns = np.nonzero(scores > threshold)
    picked = output[:, rows, columns]
    centres = (np.stack([columns + 0.5 + picked[1], rows + 0.5 + picked[2]], 1) * STRIDE).astype(
        np.float32
    )
    half = np.exp(np.clip(picked[3:5], -4, 4)) * UNIT
    up_angle = np.arctan2(picked[6], picked[5]) / 2
    right_angle = np.arctan2(picked[8], picked[7]) / 2
    up = np.stack([half[0] * np.cos(up_angle), half[0] * np.sin(up_angle)], 1).astype(np.float32)
    right = np.stack([half[1] * np.cos(right_angle), half[1] * np.sin(right_angle)], 1).astype(
        np.float32
    )
    # Make the pair right-handed on the screen (y down): otherwise the crop would be mirrored.
    mirrored = up[:, 0] * right[:, 1] - up[:, 1] * right[:, 0] < 0
    right[mirrored] *= -1
    kept = scores[rows, columns].astype(np.float32)
    if len(output) == CHANNELS:
        return Detections(quads_from_axes(centres, up, right), kept)
    away = (picked[9:11].T * (REACH * half[0])[:, None]).astype(np.float32)
    upside_down = (up * away).sum(1) > 0
    up[upside_down] *= -1
    right[upside_down] *= -1
    return Detections(quads_from_axes(centres, up, right), kept, centres + away)
