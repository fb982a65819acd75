"""Read a face: number, colour and which end is up, from a crop turned upright."""

from __future__ import annotations

from dataclasses import dataclass, fields

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detections import Floats, axes
from vision.detector import Image, Session

SIDE = 72  # pixels of a crop
FACE = 54.0  # pixels that the longer side of a face takes of it; the rest shows the neighbours
ASPECT = 1.4  # height to width of a usual tile
NUMBERS = 15  # 1-13, joker, not a tile
JOKER, NOT_A_TILE = 13, 14
COLOURS = 4
BATCH = 64


@dataclass(frozen=True, slots=True)
class Faces:
    """Probabilities for n faces.

    ``number`` (n, 15), ``colour`` (n, 4) in the order of the pack's colours; ``up`` (n, 4): by how
    many quarters the quad must be turned to be upright; ``six_up`` (n, 4): the same if the numeral
    is a six (a nine is a six upside down).

    ``embedding`` (n, 4, d), of unit length, of the face turned by each number of quarters, where it was
    asked for. ``turned`` (n, 4, 15): ``number`` if the quad must be turned by so many quarters, where
    somebody knows.
    """

    number: Floats
    colour: Floats
    up: Floats
    six_up: Floats
    embedding: Floats | None = None
    turned: Floats | None = None

    def __len__(self) -> int:
        return len(self.number)

    def take(self, chosen: NDArray[np.generic]) -> Faces:
        """Return the chosen faces: indices or a mask."""
        parts = (getattr(self, f.name) for f in fields(self))
        return Faces(*(None if part is None else part[chosen] for part in parts))


def classify(
    session: Session,
    image: Image,
    quads: Floats,
    temperature: float = 1.0,
    *,
    quarters: bool = False,
) -> Faces:
    """Read the faces in ``quads`` (n, 4, 2) of an RGB photo.

    Every face is read twice, as it lies and upside down, and the two readings are averaged: what
    the network says must not depend on which end the detector called up. Logits are divided by
    ``temperature``, which makes the probabilities mean what they say. ``quarters`` asks for embeddings.
    """
    if not len(quads):
        return Faces(*(np.zeros((0, n), np.float32) for n in (NUMBERS, COLOURS, 4, 4)))
    pictures = crops(image, quads)
    plain = _run(session, pictures)
    turned = _run(session, np.ascontiguousarray(pictures[:, ::-1, ::-1]))
    number, colour = (plain[i] + turned[i] for i in (0, 1))
    up, six_up = (plain[i] + np.roll(turned[i], 2, axis=1) for i in (2, 3))
    embedding = None
    if quarters:
        sideways = (np.ascontiguousarray(np.rot90(pictures, k, axes=(1, 2))) for k in (1, 3))
        left, right = (_run(session, pictures)[4] for pictures in sideways)
        embedding = _unit(np.stack([plain[4], left, turned[4], right], 1))
    logits = (number, colour, up, six_up)
    return Faces(*(softmax(x / (2 * temperature)) for x in logits), embedding)


def embed(session: Session, pictures: NDArray[np.uint8]) -> Floats:
    """Return the embeddings (n, 2, d) of crops (n, SIDE, SIDE, 3), as they are and upside down."""
    turned = np.ascontiguousarray(pictures[:, ::-1, ::-1])
    return _unit(np.stack([_run(session, pictures)[4], _run(session, turned)[4]], 1))


def crops(image: Image, quads: Floats) -> NDArray[np.uint8]:
    """Cut faces out of a photo, (n, SIDE, SIDE, 3), each turned so that its quad is upright."""
    return np.stack([cv2.warpAffine(*_source(image, m)) for m in crop_matrices(quads)])


def crop_matrices(quads: Floats) -> Floats:
    """Return the affine maps from photo to crop, (n, 2, 3).

    The scale is the same along both axes. It follows the longer side, or the shorter one where a rack
    hides the lower part of a face, so that a numeral keeps about its size either way.
    """
    centres, up, right = axes(quads)
    tall, wide = np.linalg.norm(up, axis=1), np.linalg.norm(right, axis=1)
    scale = FACE / 2 / np.maximum(np.maximum(tall, wide), ASPECT * np.minimum(tall, wide)).clip(0.5)
    matrices = np.empty((len(quads), 2, 3), np.float32)
    for i, (centre, u, r) in enumerate(zip(centres, up, right, strict=True)):
        source = np.stack([centre, centre + r, centre + u]).astype(np.float32)
        middle = SIDE / 2
        target = np.array(
            [
                [middle, middle],
                [middle + wide[i] * scale[i], middle],
                [middle, middle - tall[i] * scale[i]],
            ],
            np.float32,
        )
        matrices[i] = cv2.getAffineTransform(source, target)
    return matrices


def softmax(logits: Floats) -> Floats:
    """Return probabilities along the last axis."""
    shifted = np.exp(logits - logits.max(-1, keepdims=True))
    result: Floats = shifted / shifted.sum(-1, keepdims=True)
    return result


def _source(image: Image, matrix: Floats) -> tuple[Image, Floats, tuple[int, int]]:
    """Shrink around the face first when the photo is much finer than the crop, against aliasing."""
    scale = float(np.sqrt(abs(np.linalg.det(matrix[:, :2]))))
    if scale > 0.6:
        return image, matrix, (SIDE, SIDE)
    inverse = cv2.invertAffineTransform(matrix)
    corners = (
        np.array([(0, 0), (SIDE, 0), (SIDE, SIDE), (0, SIDE)]) @ inverse[:, :2].T + inverse[:, 2]
    )
    x0, y0 = np.maximum(np.floor(corners.min(0)).astype(int) - 1, 0)
    x1, y1 = np.ceil(corners.max(0)).astype(int) + 1
    part = image[y0:y1, x0:x1]
    if part.size == 0:
        return image, matrix, (SIDE, SIDE)
    size = (max(1, round(part.shape[1] * scale)), max(1, round(part.shape[0] * scale)))
    small = cv2.resize(part, size, interpolation=cv2.INTER_AREA)
    grow = np.array([part.shape[1] / size[0], part.shape[0] / size[1]])
    moved = matrix.astype(np.float64).copy()
    moved[:, 2] += matrix[:, :2] @ np.array([x0, y0])
    moved[:, :2] *= grow
    return small.astype(np.uint8), moved.astype(np.float32), (SIDE, SIDE)


def _unit(vectors: Floats) -> Floats:
    result: Floats = vectors / (np.linalg.norm(vectors, axis=-1, keepdims=True) + 1e-9)
    return result


def _run(session: Session, pictures: NDArray[np.uint8]) -> list[Floats]:
    parts = [
        session.run(None, {"crops": pictures[i : i + BATCH]})
        for i in range(0, len(pictures), BATCH)
    ]
    return [np.concatenate(outputs) for outputs in zip(*parts, strict=True)]
