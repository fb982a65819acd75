"""What a phone does to a scene: light, lens, sensor and JPEG. Image in, image out, labels untouched."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Grey = NDArray[np.float32]
Rng = np.random.Generator


def light(image: Image, rng: Rng) -> Image:
    """Let a lamp fall on the scene: colour, falloff, hard shadows and glare."""
    height, width = image.shape[:2]
    values = image.astype(np.float32)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32) / max(height, width)
    angle = rng.uniform(0, 2 * np.pi)
    slope = (np.cos(angle) * (x - 0.5) + np.sin(angle) * (y - 0.4)) * rng.uniform(0, 0.9)
    field = np.clip(1 + slope, 0.25, 1.7)
    if rng.random() < 0.35:
        field *= _hard_shadow(rng, height, width)
    values *= field[..., None]
    warmth = rng.normal(0, 0.12)
    # A 2700 K lamp that the camera did not balance is orange; a shaded window is blue.
    cast = np.array([1 - warmth, 1 + rng.normal(0, 0.025), 1 + warmth], np.float32)
    if rng.random() < 0.15:
        second = np.array([1 + warmth, 1, 1 - warmth], np.float32)
        blend = np.clip(0.5 + (x - 0.5) * 2 * rng.choice([-1, 1]), 0, 1)[..., None]
        values *= cast * (1 - blend) + second * blend
    else:
        values *= cast
    if rng.random() < 0.35:
        for _ in range(int(rng.integers(1, 4))):
            values += _glare(rng, x, y)[..., None]
    return np.clip(values, 0, 255).astype(np.uint8)


def expose(image: Image, rng: Rng) -> Image:
    """Take the picture: focus, motion, exposure, noise, sharpening, tone curve and JPEG."""
    values = image
    if rng.random() < 0.5:
        values = cv2.GaussianBlur(values, (0, 0), rng.uniform(0.3, 1.3))
    if rng.random() < 0.12:
        values = _motion(values, rng)
    floats = values.astype(np.float32) / 255
    floats = floats ** rng.uniform(0.75, 1.3) * rng.uniform(0.72, 1.2)
    mean = floats.mean()
    floats = (floats - mean) * rng.uniform(0.85, 1.25) + mean
    grey = floats.mean(2, keepdims=True)
    floats = grey + (floats - grey) * rng.uniform(0.7, 1.35)
    if rng.random() < 0.7:
        floats += _sensor_noise(rng, floats)
    values = (np.clip(floats, 0, 1) * 255).astype(np.uint8)
    if rng.random() < 0.3:
        soft = cv2.GaussianBlur(values, (0, 0), rng.uniform(0.8, 1.6))
        amount = rng.uniform(0.3, 1.2)
        values = cv2.addWeighted(values, 1 + amount, soft, -amount, 0)
    quality = int(rng.uniform(45, 96))
    coded = cv2.imencode(".jpg", values, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return cv2.imdecode(coded, cv2.IMREAD_COLOR)


def _hard_shadow(rng: Rng, height: int, width: int) -> Grey:
    """The edge of a curtain, a head, a hand between lamp and table."""
    mask = np.zeros((height, width), np.float32)
    n = int(rng.integers(3, 9))
    centre = rng.uniform(0, 1, 2) * (width, height)
    angles = np.sort(rng.uniform(0, 2 * np.pi, n))
    radii = rng.uniform(0.2, 0.8, n) * width
    points = np.stack([centre[0] + radii * np.cos(angles), centre[1] + radii * np.sin(angles)], 1)
    cv2.fillPoly(mask, [points.astype(np.int32)], 1.0)
    mask = cv2.GaussianBlur(mask, (0, 0), rng.uniform(1, 25))
    return 1 - mask * rng.uniform(0.15, 0.6)


def _glare(rng: Rng, x: Grey, y: Grey) -> Grey:
    cx, cy = rng.uniform(0, 1, 2)
    angle = rng.uniform(0, np.pi)
    u = np.cos(angle) * (x - cx) + np.sin(angle) * (y - cy)
    v = -np.sin(angle) * (x - cx) + np.cos(angle) * (y - cy)
    spread_u, spread_v = rng.uniform(0.02, 0.3), rng.uniform(0.02, 0.15)
    return np.float32(rng.uniform(25, 140)) * np.exp(-((u / spread_u) ** 2) - (v / spread_v) ** 2)


def _motion(image: Image, rng: Rng) -> Image:
    length = int(rng.integers(3, 8))
    kernel = np.zeros((length, length), np.float32)
    middle = (length - 1) / 2
    angle = rng.uniform(0, np.pi)
    for t in np.linspace(-middle, middle, 4 * length):
        kernel[round(middle + t * np.sin(angle)), round(middle + t * np.cos(angle))] = 1
    return cv2.filter2D(image, -1, kernel / kernel.sum())


def _sensor_noise(rng: Rng, floats: Grey) -> Grey:
    height, width = floats.shape[:2]
    cell = int(rng.integers(1, 4))  # phones smear their noise over a few pixels
    shape = (height // cell + 1, width // cell + 1, 3)
    grain = rng.standard_normal(shape, np.float32)
    grain = cv2.resize(grain, (width, height), interpolation=cv2.INTER_LINEAR)
    return grain * np.float32(abs(rng.normal(0, 0.02))) * np.sqrt(np.clip(floats, 0.05, 1))
