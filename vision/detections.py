"""Detections as a struct of arrays, and the geometry of quads as pure functions.

A quad is four corners ``(4, 2)`` in pixels, clockwise on the screen from the upper left of what the
quad holds; several are ``(n, 4, 2)``.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Detections:
    """Faces found in a picture: ``quads`` (n, 4, 2) in pixels and ``scores`` (n,) from 0 to 1.

    ``middles`` (n, 2) are those of the cards that indices stand on; None where a face is the whole piece.
    """

    quads: Floats
    scores: Floats
    middles: Floats | None = None

    def __post_init__(self) -> None:
        n = len(self.scores)
        if self.quads.shape != (n, 4, 2) or self.scores.shape != (n,):
            raise ValueError(
                f"quads {self.quads.shape} and scores {self.scores.shape} do not match"
            )
        if self.middles is not None and self.middles.shape != (n, 2):
            raise ValueError(f"middles {self.middles.shape} and scores {(n,)} do not match")

    def __len__(self) -> int:
        return len(self.scores)

    def take(self, chosen: NDArray[np.generic]) -> Detections:
        """Return the chosen detections: indices or a mask."""
        middles = None if self.middles is None else self.middles[chosen]
        return Detections(self.quads[chosen], self.scores[chosen], middles)


def axes(quads: Floats) -> tuple[Floats, Floats, Floats]:
    """Return centres, up and right half-axes, each (n, 2): the parallelogram nearest to each quad."""
    centres = quads.mean(1)
    up = (quads[:, 0] + quads[:, 1] - quads[:, 2] - quads[:, 3]) / 4
    right = (quads[:, 1] + quads[:, 2] - quads[:, 0] - quads[:, 3]) / 4
    return centres, up, right


def quads_from_axes(centres: Floats, up: Floats, right: Floats) -> Floats:
    """Return (n, 4, 2) from centres and half-axes, each (n, 2)."""
    return np.stack(
        [centres + up - right, centres + up + right, centres - up + right, centres - up - right], 1
    )


def turn(quads: Floats, quarters: int) -> Floats:
    """Turn what the quads hold: start from the corner that is ``quarters`` further clockwise."""
    return np.roll(quads, -quarters, axis=1)


def bounds(quads: Floats) -> Floats:
    """Return the axis-aligned boxes ``x0, y0, x1, y1`` of quads, (n, 4)."""
    return np.concatenate([quads.min(1), quads.max(1)], 1)


def areas(quads: Floats) -> Floats:
    """Return the areas of quads in square pixels, (n,)."""
    x, y = quads[..., 0], quads[..., 1]
    ahead_x, ahead_y = np.roll(x, -1, 1), np.roll(y, -1, 1)
    return np.abs((x * ahead_y - y * ahead_x).sum(1)) / 2


def heights(quads: Floats) -> Floats:
    """Return the longer side of each quad in pixels, (n,): a tile's height in most views."""
    _, up, right = axes(quads)
    return 2 * np.maximum(np.linalg.norm(up, axis=1), np.linalg.norm(right, axis=1))


def suppress(detections: Detections, *, most_overlap: float = 0.3) -> Detections:
    """Drop every detection that overlaps a better one by more than ``most_overlap``.

    Overlap is the intersection over the smaller of the two areas, so that a box around half a tile
    goes too, and neighbours that touch stay.
    """
    order = np.argsort(-detections.scores, kind="stable")
    quads, size = detections.quads, areas(detections.quads)
    boxes = bounds(quads)
    kept: list[int] = []
    for i in order:
        if size[i] <= 0:
            continue
        rivals = [
            j
            for j in kept
            if boxes[i, 0] < boxes[j, 2]
            and boxes[j, 0] < boxes[i, 2]
            and boxes[i, 1] < boxes[j, 3]
            and boxes[j, 1] < boxes[i, 3]
        ]
        shared = (
            cv2.intersectConvexConvex(quads[i], quads[j])[0] / min(size[i], size[j]) for j in rivals
        )
        if all(s <= most_overlap for s in shared):
            kept.append(int(i))
    return detections.take(np.array(kept, dtype=np.intp))
