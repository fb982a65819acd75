"""Faces of things that are no tiles: dice, dominoes, letters, cards, coins, notes."""

from __future__ import annotations

import string

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.fonts import Typeface, text_mask
from datasets.surfaces import any_colour, colour

Image = NDArray[np.uint8]
Rng = np.random.Generator

ROUND = ("coin", "button")


def draw_clutter(
    kind: str, typeface: Typeface, rng: Rng, height: int, width: int
) -> tuple[Image, NDArray[np.uint8]]:
    """Draw the face of a thing and its coverage 0-255."""
    face = np.empty((height, width, 3), np.float32)
    face[:] = (
        any_colour(rng)
        if kind in ("button", "note", "stick", "card")
        else colour(rng, (0.05, 0.16), (0, 0.4), (0.6, 1))
    )
    alpha = np.full((height, width), 255, np.uint8)
    ink = any_colour(rng) * 0.4
    if kind in ("die", "domino"):
        if rng.random() < 0.3:
            face[:], ink = face * 0.15, np.full(3, 235.0, np.float32)
        halves = 1 if kind == "die" else 2
        for half in range(halves):
            _pips(face, ink, int(rng.integers(1, 7)), half * height // halves, height // halves)
        if kind == "domino":
            cv2.line(
                face,
                (width // 8, height // 2),
                (width * 7 // 8, height // 2),
                ink.tolist(),
                max(1, height // 60),
            )
    elif kind == "letter":
        _stamp(face, ink, typeface, str(rng.choice(list(string.ascii_uppercase))), 0.45, 0.48, 0.55)
        if rng.random() < 0.6:
            _stamp(face, ink, typeface, str(rng.integers(1, 11)), 0.82, 0.82, 0.16)
    elif kind == "card":
        face[:] = 245
        for _ in range(int(rng.integers(1, 11))):
            centre = tuple(int(v) for v in rng.uniform(0.2, 0.8, 2) * (width, height))
            cv2.circle(face, centre, max(2, width // 14), ink.tolist(), -1, cv2.LINE_AA)
        _stamp(face, ink, typeface, str(rng.choice(list("AJQK23456789"))), 0.1, 0.09, 0.1)
    elif kind == "note":
        for y in range(height // 8, height, max(4, height // 9)):
            text = (
                "".join(
                    rng.choice(
                        list(string.ascii_lowercase + string.digits + "    "),
                        int(rng.integers(5, 18)),
                    )
                ).strip()
                or "x"
            )
            _stamp(face, ink, typeface, text, 0.5, y / height, 0.07)
    elif kind in ROUND:
        alpha[:] = 0
        cv2.ellipse(
            alpha,
            (width // 2, height // 2),
            (width // 2 - 1, height // 2 - 1),
            0,
            0,
            360,
            255,
            -1,
            cv2.LINE_AA,
        )
        if kind == "coin":
            face[:] = colour(rng, (0.05, 0.15), (0.0, 0.6), (0.4, 0.9))
            _stamp(
                face,
                face[0, 0] * 0.7,
                typeface,
                str(rng.choice(["1", "2", "5", "10", "20", "50"])),
                0.5,
                0.5,
                0.5,
            )
            cv2.ellipse(
                face,
                (width // 2, height // 2),
                (int(width * 0.43), int(height * 0.43)),
                0,
                0,
                360,
                (face[0, 0] * 0.8).tolist(),
                max(1, width // 40),
            )
        else:
            for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
                centre = (int(width * (0.5 + 0.12 * dx)), int(height * (0.5 + 0.12 * dy)))
                cv2.circle(face, centre, max(1, width // 16), ink.tolist(), -1, cv2.LINE_AA)
    return np.clip(face, 0, 255).astype(np.uint8), alpha


LAYOUTS = {
    1: [(1, 1)],
    2: [(0, 0), (2, 2)],
    3: [(0, 0), (1, 1), (2, 2)],
    4: [(0, 0), (2, 0), (0, 2), (2, 2)],
    5: [(0, 0), (2, 0), (1, 1), (0, 2), (2, 2)],
    6: [(0, 0), (2, 0), (0, 1), (2, 1), (0, 2), (2, 2)],
}


def _pips(
    face: NDArray[np.float32], ink: NDArray[np.float32], n: int, top: int, height: int
) -> None:
    width = face.shape[1]
    for x, y in LAYOUTS[n]:
        centre = (int(width * (0.25 + 0.25 * x)), int(top + height * (0.25 + 0.25 * y)))
        cv2.circle(
            face, centre, max(1, int(min(width, height) * 0.09)), ink.tolist(), -1, cv2.LINE_AA
        )


def _stamp(
    face: NDArray[np.float32],
    ink: NDArray[np.float32],
    typeface: Typeface,
    text: str,
    x: float,
    y: float,
    tall: float,
) -> None:
    try:
        mask = text_mask(typeface.path, text, 64)
    except (OSError, ValueError):
        return
    height = max(3, int(tall * face.shape[0]))
    width = min(max(2, int(mask.shape[1] * height / mask.shape[0])), face.shape[1] - 2)
    stamp = (
        cv2.resize(mask, (width, height), interpolation=cv2.INTER_AREA).astype(np.float32)[
            ..., None
        ]
        / 255
    )
    top, left = int(y * face.shape[0] - height / 2), int(x * face.shape[1] - width / 2)
    top, left = (
        int(np.clip(top, 0, face.shape[0] - height)),
        int(np.clip(left, 0, face.shape[1] - width)),
    )
    area = face[top : top + height, left : left + width]
    area[:] = area * (1 - stamp) + ink * stamp
