"""Suit signs as ink masks: hearts, diamonds, clubs, spades in the proportions of many makers."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.uint8]
Points = NDArray[np.float64]
Rng = np.random.Generator

SUITS = "hdcs"
FINE = 256  # pixels of the square a sign is drawn in before it is cropped


@dataclass(frozen=True, slots=True)
class SuitStyle:
    """How one maker draws the four signs; all lengths are shares of a sign's height."""

    width: float
    plump: float  # 0 slender, 1 round
    curved_diamond: float  # how far the sides of the diamond are drawn in
    leaf: float  # radius of a club's leaves
    stem: float  # width of the foot of club and spade


def sample_suit_style(rng: Rng) -> SuitStyle:
    """Draw a style at random."""
    return SuitStyle(
        width=rng.uniform(0.78, 1.08),
        plump=rng.uniform(0.0, 1.0),
        curved_diamond=rng.uniform(0.0, 0.28) if rng.random() < 0.6 else 0.0,
        leaf=rng.uniform(0.21, 0.29),
        stem=rng.uniform(0.1, 0.3),
    )


def suit_mask(style: SuitStyle, suit: str) -> Mask:
    """Draw one sign upright, 0-255, cropped to its ink."""
    canvas = np.zeros((FINE, FINE), np.uint8)
    for outline in _OUTLINES[suit](style):
        cv2.fillPoly(canvas, [(outline * FINE * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    rows, columns = np.flatnonzero(canvas.max(1)), np.flatnonzero(canvas.max(0))
    cut = canvas[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    size = (max(8, int(cut.shape[1] * style.width)), cut.shape[0])
    return cv2.resize(cut, size, interpolation=cv2.INTER_AREA).astype(np.uint8)


def _curve(*points: tuple[float, float]) -> Points:
    """Sample a cubic curve through its four control points, (17, 2)."""
    t = np.linspace(0, 1, 17)[:, None]
    a, b, c, d = (np.array(p) for p in points)
    result: Points = (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t**2 * c + t**3 * d
    return result


def _mirrored(right: Points) -> Points:
    left = right[::-1] * (-1, 1) + (1, 0)
    return np.vstack([right, left])


def _heart(style: SuitStyle) -> list[Points]:
    p = style.plump
    top = _curve((0.5, 0.24), (0.56, 0.06), (0.92, 0.0), (0.95, 0.28))
    side = _curve((0.95, 0.28), (0.97, 0.45 + 0.1 * p), (0.66 + 0.1 * p, 0.62), (0.5, 0.96))
    return [_mirrored(np.vstack([top, side]))]


def _diamond(style: SuitStyle) -> list[Points]:
    c = style.curved_diamond
    middle = (0.88 - 0.19 * c * 2, 0.5)
    upper = _curve(
        (0.5, 0.03), (0.6 - c * 0.2, 0.22 + c * 0.3), (middle[0] - c * 0.3, 0.42), (0.88, 0.5)
    )
    lower = upper[::-1] * (1, -1) + (0, 1)
    return [_mirrored(np.vstack([upper, lower]))]


def _foot(style: SuitStyle, top: float) -> Points:
    w = style.stem
    side = _curve((0.5 + 0.03, top), (0.53, 0.8), (0.54, 0.92), (0.5 + w, 0.97))
    return _mirrored(side)


def _spade(style: SuitStyle) -> list[Points]:
    blade = (_heart(style)[0] * (1, -1) + (0, 1)) * (1, 0.84)
    return [blade, _foot(style, 0.6)]


def _club(style: SuitStyle) -> list[Points]:
    turn = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    ring = np.stack([np.cos(turn), np.sin(turn)], 1) * style.leaf
    spread = 0.235
    leaves = [
        ring + centre
        for centre in ((0.5, 0.06 + style.leaf), (0.5 - spread, 0.58), (0.5 + spread, 0.58))
    ]
    heart = np.array([(0.42, 0.4), (0.58, 0.4), (0.6, 0.62), (0.4, 0.62)])
    return [*leaves, heart, _foot(style, 0.5)]


_OUTLINES = {"h": _heart, "d": _diamond, "c": _club, "s": _spade}
