"""Dark tiles with light numerals, seen as the networks know tiles."""

from __future__ import annotations

import cv2
import numpy as np

from vision.detector import Image


def negative(image: Image) -> Image:
    """Return an RGB picture with light and dark exchanged and every hue as it was."""
    parts = cv2.cvtColor(image, cv2.COLOR_RGB2YCrCb)
    parts[..., 0] = 255 - parts[..., 0]
    return cv2.cvtColor(parts, cv2.COLOR_YCrCb2RGB).astype(np.uint8)
