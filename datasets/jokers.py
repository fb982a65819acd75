"""Joker faces, drawn by us: no two makers agree on one."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.fonts import Typeface, text_mask

Grey = NDArray[np.float32]
Point = tuple[float, float]

JOKER_STYLES = (
    "face",
    "face",
    "face",
    "solid",
    "grin",
    "jester",
    "word",
    "letter",
    "star",
    "sun",
    "mirror",
    "clown",
    "crown",
)


def draw_joker(style: str, typeface: Typeface, size: int) -> Grey:
    """Draw a joker face as ink 0-1, about ``size`` pixels wide."""
    size = max(size, 12)
    if style in ("word", "letter"):
        try:
            mask = text_mask(typeface.path, "JOKER" if style == "word" else "J")
        except (OSError, ValueError):
            return _Pen(size).face().ink
        width = size if style == "word" else max(6, int(size * 0.5))
        height = (
            max(5, int(mask.shape[0] * width / mask.shape[1]))
            if style == "word"
            else int(size * 0.8)
        )
        return (cv2.resize(mask, (width, height), interpolation=cv2.INTER_AREA) / 255).astype(
            np.float32
        )
    if style == "mirror":
        half = _Pen(size).face(rim=False, hat=True).ink
        half = cv2.resize(half, (size, int(size * 0.75)), interpolation=cv2.INTER_AREA)
        return np.vstack([half, half[::-1, ::-1]])
    pen = _Pen(size)
    if style == "face":
        return pen.face(brows=True).ink
    if style == "grin":
        return pen.face(rim=True, grin=True).ink
    if style == "solid":
        pen.disc((0.5, 0.5), 0.48)
        return np.clip(pen.ink - _Pen(size).face(rim=False, grin=True).ink, 0, 1)
    if style == "jester":
        return pen.face(rim=False, hat=True).ink
    if style == "clown":
        pen.face(brows=False, grin=True)
        pen.disc((0.5, 0.55), 0.1)
        pen.disc((0.06, 0.4), 0.13)
        pen.disc((0.94, 0.4), 0.13)
        return pen.ink
    if style == "crown":
        pen.shape(
            [
                (0.1, 0.85),
                (0.05, 0.3),
                (0.3, 0.55),
                (0.5, 0.15),
                (0.7, 0.55),
                (0.95, 0.3),
                (0.9, 0.85),
            ]
        )
        return pen.ink
    rays = 5 if style == "star" else 12
    angles = np.arange(2 * rays) * np.pi / rays - np.pi / 2
    radii = np.where(np.arange(2 * rays) % 2 == 0, 0.5, 0.22 if style == "star" else 0.36)
    pen.shape(
        [(0.5 + r * np.cos(a), 0.5 + r * np.sin(a)) for r, a in zip(radii, angles, strict=True)]
    )
    if style == "sun":
        hole = _Pen(size)
        hole.disc((0.5, 0.5), 0.3)
        return np.clip(pen.ink - hole.ink, 0, 1) + _Pen(size).face(rim=False, scale=0.55).ink
    return pen.ink


class _Pen:
    """Draws in shares of a square, with sub-pixel strokes."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.ink: Grey = np.zeros((size, size), np.float32)
        self.stroke = max(1, round(size / 26))

    def _at(self, point: Point) -> tuple[int, int]:
        return int(point[0] * self.size * 16), int(point[1] * self.size * 16)

    def disc(self, centre: Point, radius: float) -> None:
        cv2.circle(
            self.ink, self._at(centre), int(radius * self.size * 16), 1.0, -1, cv2.LINE_AA, 4
        )

    def ring(self, centre: Point, radius: float) -> None:
        cv2.circle(
            self.ink,
            self._at(centre),
            int(radius * self.size * 16),
            1.0,
            self.stroke,
            cv2.LINE_AA,
            4,
        )

    def arc(self, centre: Point, axes: Point, start: float, end: float) -> None:
        cv2.ellipse(
            self.ink,
            self._at(centre),
            self._at(axes),
            0,
            start,
            end,
            1.0,
            self.stroke,
            cv2.LINE_AA,
            4,
        )

    def line(self, a: Point, b: Point) -> None:
        cv2.line(self.ink, self._at(a), self._at(b), 1.0, self.stroke, cv2.LINE_AA, 4)

    def shape(self, points: list[Point]) -> None:
        cv2.fillPoly(
            self.ink, [np.array([self._at(p) for p in points], np.int32)], 1.0, cv2.LINE_AA, 4
        )

    def face(
        self,
        *,
        rim: bool = True,
        brows: bool = False,
        grin: bool = False,
        hat: bool = False,
        scale: float = 1.0,
    ) -> _Pen:
        """Draw eyes, nose and mouth; with a rim, brows, an open grin or a fool's cap."""

        def at(x: float, y: float) -> Point:
            return 0.5 + (x - 0.5) * scale, 0.5 + (y - 0.5) * scale

        if rim:
            self.ring((0.5, 0.5), 0.46)
        for x in (0.34, 0.66):
            self.disc(at(x, 0.42), 0.05 * scale)
            if brows:
                self.arc(at(x, 0.38), (0.11 * scale, 0.09 * scale), 200, 340)
                self.arc(at(x, 0.43), (0.1 * scale, 0.06 * scale), 0, 180)
        if brows:
            self.line(at(0.5, 0.42), at(0.45, 0.6))
            self.line(at(0.45, 0.6), at(0.53, 0.61))
        if grin:
            mouth = [
                at(0.5 + 0.27 * np.cos(a), 0.6 + 0.22 * np.sin(a))
                for a in np.linspace(0, np.pi, 16)
            ]
            self.shape(mouth)
        else:
            self.arc(at(0.5, 0.58), (0.25 * scale, 0.2 * scale), 15, 165)
            self.arc(at(0.5, 0.6), (0.22 * scale, 0.1 * scale), 15, 165)
        if hat:
            self.shape(
                [
                    (0.15, 0.32),
                    (0.02, 0.1),
                    (0.3, 0.18),
                    (0.5, 0.0),
                    (0.7, 0.18),
                    (0.98, 0.1),
                    (0.85, 0.32),
                ]
            )
            for x, y in ((0.04, 0.1), (0.5, 0.03), (0.96, 0.1)):
                self.disc((x, y), 0.05)
            self.arc((0.5, 0.5), (0.36, 0.42), -20, 200)
        return self
