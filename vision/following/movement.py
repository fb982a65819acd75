"""What moves by itself before the camera, a hand above all: there nothing is read."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.detections import Floats
from vision.following.register import STILL, Grey

DIFFERENT = 26  # grey levels of 255
TOLERANCE = np.ones((5, 5), np.uint8)  # pixels that a thing may seem to move when the camera does
SPECK = np.ones((3, 3), np.uint8)
ROUND = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (13, 13))
SMALLEST = 0.0035  # share of the picture below which nothing moves that matters
EVERYTHING = 0.6  # share above which the pictures do not belong together
SETTLED = 0.5  # seconds without movement after which what is there belongs to the scene


@dataclass(slots=True)
class Movement:
    """Compares each frame with the last one in which nothing moved."""

    _before: Grey | None = None
    _quiet: Grey | None = None  # the scene without the hand
    _path: Floats = field(default_factory=STILL.copy)  # from it to the frame before
    _moved: float = float("-inf")  # seconds

    def see(self, now: Grey, step: Floats | None, seconds: float) -> Grey:
        """Return a mask of this small frame: 255 where something moves or covers the scene.

        ``step``: the camera's movement since the frame before, None when it is not known.
        """
        clear = np.zeros_like(now)
        if self._before is None or step is None or self._before.shape != now.shape:
            self._start(now)
            return clear
        moving = changed(self._before, now, step)
        self._path = step @ self._path
        self._before = now
        if (moving > 0).mean() > EVERYTHING:
            self._start(now)
            return clear
        if (moving > 0).mean() > SMALLEST:
            self._moved = seconds
        if seconds - self._moved >= SETTLED:
            self._quiet, self._path = now, STILL.copy()
            return clear
        covered = cv2.bitwise_or(moving, changed(self._quiet, now, self._path))
        if (covered > 0).mean() > EVERYTHING:
            self._start(now)
            return clear
        return cv2.dilate(cv2.morphologyEx(covered, cv2.MORPH_CLOSE, ROUND), SPECK)

    def since(self, seconds: float) -> float:
        """Return for how many seconds nothing has moved."""
        return seconds - self._moved

    def _start(self, now: Grey) -> None:
        self._before, self._quiet, self._path = now, now, STILL.copy()


def changed(before: Grey, after: Grey, matrix: Floats) -> Grey:
    """Return a mask of ``after``: 255 where it shows what ``before`` does not hold near that place."""
    size = (after.shape[1], after.shape[0])
    expected = cv2.warpPerspective(before, matrix, size)
    known = cv2.warpPerspective(np.full_like(before, 255), matrix, size)
    brightest = cv2.dilate(expected, TOLERANCE)
    darkest = cv2.erode(expected, TOLERANCE)
    soft = cv2.GaussianBlur(after, (0, 0), 1.0)
    different = cv2.max(cv2.subtract(soft, brightest), cv2.subtract(darkest, soft)) > DIFFERENT
    mask = np.where(different & (cv2.erode(known, TOLERANCE) > 0), 255, 0).astype(np.uint8)
    return cv2.morphologyEx(mask, cv2.MORPH_OPEN, SPECK)


def share_under(mask: Grey, quads: Floats, scale: float) -> Floats:
    """Return how much of each quad (n, 4, 2) lies under a mask ``scale`` times as large, (n,)."""
    shares = np.zeros(len(quads), np.float32)
    if not mask.any():
        return shares
    for i, quad in enumerate(quads * scale):
        x0, y0 = np.clip(np.floor(quad.min(0)).astype(int), 0, (mask.shape[1], mask.shape[0]))
        x1, y1 = np.clip(np.ceil(quad.max(0)).astype(int) + 1, 0, (mask.shape[1], mask.shape[0]))
        part = mask[y0:y1, x0:x1]
        if part.size and part.any():
            inside = np.zeros_like(part)
            cv2.fillConvexPoly(inside, (quad - (x0, y0)).round().astype(np.int32), 1)
            shares[i] = float((part[inside > 0] > 0).mean()) if inside.any() else 0.0
    return shares
