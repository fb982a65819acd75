"""Where the last frame lies in this one: the camera's own movement, without what moves by itself."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detections import Floats
from vision.detector import Image

Grey = NDArray[np.uint8]

LONGER = 480  # pixels of the small pictures that movement is measured in
POINTS, FEWEST = 240, 12
WINDOW = (19, 19)
APART = 2.0  # pixels between where a point went and where the camera's movement takes it
AGREEING = 0.45  # share of the points that must go with the camera
STILL = np.eye(3)


def small(pixels: Image) -> Grey:
    """Return a small grey picture whose brightness does not depend on the lamp."""
    scale = LONGER / max(pixels.shape[:2])
    size = (round(pixels.shape[1] * scale), round(pixels.shape[0] * scale))
    grey = cv2.cvtColor(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), cv2.COLOR_RGB2GRAY)
    return cv2.convertScaleAbs(grey, alpha=110.0 / max(float(np.median(grey)), 8.0))


def by_flow(before: Grey, after: Grey, where: Grey | None) -> Floats | None:
    """Return the map (3, 3) from one small picture to the next, None when they do not fit together.

    ``where``: non-zero pixels may be used, such as those on tiles.
    """
    points = cv2.goodFeaturesToTrack(before, POINTS, 0.01, 4, mask=where)
    if points is None or len(points) < FEWEST:
        return by_flow(before, after, None) if where is not None else None
    moved, found, _ = cv2.calcOpticalFlowPyrLK(
        before, after, points, None, winSize=WINDOW, maxLevel=4
    )
    kept = found[:, 0] > 0
    if kept.sum() < FEWEST:
        return None
    matrix, agreeing = cv2.findHomography(points[kept], moved[kept], cv2.RANSAC, APART)
    if matrix is None or agreeing.mean() < AGREEING or not _is_plausible(matrix):
        return None
    return matrix


def by_tiles(before: Floats, after: Floats, alike: NDArray[np.bool_]) -> Floats | None:
    """Return the map (3, 3) that takes centres (n, 2) to others (m, 2) of the same tiles.

    ``alike`` (n, m): whether the two are read the same. For jumps that no point survives.
    """
    i, j = np.nonzero(alike)
    if len(np.unique(i)) < 4:
        return None
    matrix, agreeing = cv2.estimateAffinePartial2D(
        before[i].astype(np.float32), after[j].astype(np.float32), ransacReprojThreshold=12.0
    )
    if matrix is None or agreeing.sum() < max(4, 0.5 * min(len(before), len(after))):
        return None
    whole = np.vstack([matrix, (0, 0, 1)])
    return whole if _is_plausible(whole) else None


def moved(quads: Floats, matrix: Floats) -> Floats:
    """Return quads (n, 4, 2) where the camera's movement takes them."""
    if not len(quads):
        return quads
    points = quads.reshape(-1, 1, 2).astype(np.float64)
    return cv2.perspectiveTransform(points, matrix).reshape(-1, 4, 2).astype(np.float32)


def scaled(matrix: Floats, factor: float) -> Floats:
    """Return a map between pictures that are ``factor`` times as large."""
    grow = np.diag([factor, factor, 1.0])
    return grow @ matrix @ np.linalg.inv(grow)


def shift(matrix: Floats, size: tuple[int, int]) -> float:
    """Return how far the middle of a picture (width, height) moved, as a share of its width."""
    middle = np.array([size[0] / 2, size[1] / 2, 1.0])
    there = matrix @ middle
    return float(np.linalg.norm(there[:2] / there[2] - middle[:2]) / size[0])


def _is_plausible(matrix: Floats) -> bool:
    """Between two frames a camera neither turns the picture inside out nor zooms far."""
    area = float(np.linalg.det(matrix[:2, :2]))
    return bool(0.4 < area < 2.5 and np.abs(matrix[2, :2]).max() < 2e-3)
