"""What tiles lie on: wood, cloth, felt, marble, carpet, made by arithmetic."""

from __future__ import annotations

import colorsys
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Grey = NDArray[np.float32]
Rng = np.random.Generator

SIDE = 768


def sample_surface(rng: Rng, photographs: list[Path] | None = None) -> Image:
    """Return a square texture (SIDE, SIDE, 3); some come from photographs of empty tables."""
    if photographs and rng.random() < 0.15:
        photo = cv2.imread(str(photographs[rng.integers(len(photographs))]))
        if photo is not None:
            edge = int(min(photo.shape[:2]) * rng.uniform(0.4, 1.0))
            y = rng.integers(photo.shape[0] - edge + 1)
            x = rng.integers(photo.shape[1] - edge + 1)
            return cv2.resize(
                photo[y : y + edge, x : x + edge], (SIDE, SIDE), interpolation=cv2.INTER_AREA
            )
    return MAKERS[rng.integers(len(MAKERS))](rng)


def noise(rng: Rng, cells_x: int, cells_y: int, octaves: int = 1) -> Grey:
    """Smooth noise of about unit variance, (SIDE, SIDE)."""
    total = np.zeros((SIDE, SIDE), np.float32)
    for octave in range(octaves):
        shape = (max(2, min(SIDE, cells_y << octave)), max(2, min(SIDE, cells_x << octave)))
        layer = rng.normal(0, 1, shape).astype(np.float32)
        total += cv2.resize(layer, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC) / (1.7**octave)
    return total


def colour(
    rng: Rng, hue: tuple[float, float], saturation: tuple[float, float], value: tuple[float, float]
) -> Grey:
    """Draw a BGR colour, 0-255, from ranges in HSV."""
    red, green, blue = colorsys.hsv_to_rgb(
        rng.uniform(*hue) % 1, rng.uniform(*saturation), rng.uniform(*value)
    )
    return np.array([255 * blue, 255 * green, 255 * red], np.float32)


def any_colour(rng: Rng) -> Grey:
    """Draw any colour a cloth may have; pale and dark ones are the most common."""
    return colour(rng, (0, 1), (0.0, rng.choice([0.15, 0.8])), (0.08, 0.97))


def _finish(values: Grey) -> Image:
    return np.clip(values, 0, 255).astype(np.uint8)


def wood(rng: Rng) -> Image:
    """Boards with grain, from pale oak to walnut and black lacquer."""
    base = colour(rng, (0.02, 0.11), (0.15, 0.75), (0.12, 0.85))
    grain = noise(rng, 3, int(rng.integers(60, 200)), 2) * 0.6 + noise(rng, 2, 12, 2) * 0.8
    rings = np.sin(
        noise(rng, 2, 5) * rng.uniform(2, 9) + np.linspace(0, rng.uniform(5, 60), SIDE)[:, None]
    )
    amount = grain * rng.uniform(0.02, 0.09) + rings * rng.uniform(0.0, 0.1)
    values = base * (1 + amount[..., None])
    if rng.random() < 0.6:
        for y in range(int(rng.integers(40, 150)), SIDE, int(rng.integers(90, 300))):
            values[y : y + int(rng.integers(1, 4))] *= rng.uniform(0.4, 0.9)
            values[y:] *= rng.uniform(0.88, 1.12)
    return _finish(values)


def weave(rng: Rng) -> Image:
    """A coarse woven cloth or carpet."""
    a, b = any_colour(rng), any_colour(rng)
    period = rng.integers(4, 20)
    y, x = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32)
    threads = np.sin(2 * np.pi * x / period + noise(rng, 30, 30)) * np.sin(
        2 * np.pi * y / (period * rng.uniform(0.5, 2))
    )
    mix = (
        0.5
        + rng.uniform(0.1, 0.4) * threads
        + rng.uniform(0, 0.5) * noise(rng, int(rng.integers(2, 60)), 100)
    )
    values = a + (b - a) * np.clip(mix, 0, 1)[..., None] * rng.uniform(0.2, 1.0)
    return _finish(values * (1 + 0.06 * rng.normal(0, 1, (SIDE, SIDE, 1))))


def plaid(rng: Rng) -> Image:
    """Checks and stripes, as on a tablecloth."""
    a, b = any_colour(rng), any_colour(rng)
    period = rng.integers(30, 200)
    line = (np.arange(SIDE) % period < period * rng.uniform(0.2, 0.6)).astype(np.float32)
    across = 0.5 * line[None, :] if rng.random() < 0.7 else np.zeros((1, SIDE), np.float32)
    mix = 0.5 * line[:, None] + across
    values = a + (b - a) * mix[..., None]
    return _finish(cv2.GaussianBlur(values, (0, 0), 1.0) + rng.normal(0, 6, (SIDE, SIDE, 1)))


def felt(rng: Rng) -> Image:
    """A plain, rough surface: felt, paper, leather, stone, lino."""
    base = (
        any_colour(rng) if rng.random() < 0.6 else colour(rng, (0.25, 0.7), (0.3, 0.9), (0.1, 0.5))
    )
    rough = (
        rng.uniform(0.01, 0.1)
        * cv2.GaussianBlur(
            rng.normal(0, 1, (SIDE, SIDE)).astype(np.float32), (0, 0), rng.uniform(0.5, 2.5)
        )
        * 2
    )
    return _finish(base * (1 + rough + 0.06 * noise(rng, 3, 3))[..., None])


def marble(rng: Rng) -> Image:
    """Stone with veins or speckles."""
    base = colour(rng, (0, 1), (0.0, 0.12), (0.2, 0.97))
    field = noise(rng, 3, 3, 4)
    veins = np.exp(-((field * rng.uniform(4, 14)) ** 2))
    speckle = noise(rng, 250, 250) * rng.uniform(0, 0.12)
    return _finish(
        base
        * (
            1
            - rng.uniform(0.05, 0.7) * veins * np.clip(noise(rng, 4, 4), 0, 1)
            + speckle
            + 0.04 * field
        )[..., None]
    )


def print_(rng: Rng) -> Image:
    """A busy printed pattern: blobs, flowers, toys."""
    values = np.empty((SIDE, SIDE, 3), np.float32)
    values[:] = any_colour(rng)
    for _ in range(int(rng.integers(20, 120))):
        centre = tuple(int(v) for v in rng.integers(0, SIDE, 2))
        axes = tuple(int(v) for v in rng.integers(4, 60, 2))
        thick = -1 if rng.random() < 0.6 else int(rng.integers(1, 8))
        tone = tuple(float(v) for v in any_colour(rng))
        cv2.ellipse(
            values,
            centre,
            axes,
            float(rng.uniform(0, 180)),
            0,
            float(rng.choice([180, 360])),
            tone,
            thick,
            cv2.LINE_AA,
        )
    return _finish(values + rng.normal(0, 5, (SIDE, SIDE, 1)))


MAKERS = (wood, wood, wood, weave, weave, plaid, felt, felt, marble, print_)
