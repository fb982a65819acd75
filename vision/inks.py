"""Colours read against the scene: an ink is what it does to its own plastic, under this lamp.

A photo's lamp and camera shift all inks alike. What the classifier is sure of in a scene shows where
red, blue, black and yellow lie in it; a face it is not sure of takes the colour it lies nearest to.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.detections import Floats

CORE = 17  # pixels cut from each side of a crop: what is left is the face
INK_SHARE = 0.04  # of the face's pixels that are taken for ink
SURE = 0.9  # colour probability that makes a face a witness
ENOUGH = 3  # witnesses in the scene, of at least two colours
SPREAD = 0.35  # natural logarithm of reflectance: least width of one ink in one scene
DOUBT = 0.1  # least likelihood of a colour the scene speaks against
UNSEEN = 0.35  # likelihood given to a colour nobody in the scene bears witness for


def measure(crops: NDArray[np.uint8]) -> Floats:
    """Return the logarithm of ink over plastic in red, green and blue, (n, 3), of crops (n, side, side, 3)."""
    face = crops[:, CORE:-CORE, CORE:-CORE].astype(np.float32).reshape(len(crops), -1, 3) + 6.0
    plastic = np.percentile(face, 75, axis=1, keepdims=True)
    ratio = np.log(face / plastic)
    darkness = np.abs(ratio).max(-1)
    many = max(4, int(INK_SHARE * face.shape[1]))
    inked = np.argpartition(-darkness, many, axis=1)[:, :many]
    result: Floats = np.median(np.take_along_axis(ratio, inked[..., None], axis=1), axis=1)
    return result


def reconsider(colour: Floats, inks: Floats, tiles: NDArray[np.bool_]) -> Floats:
    """Return colour probabilities (n, 4) after asking the scene.

    Args:
        colour: the classifier's probabilities, (n, 4).
        inks: as measured, (n, 3).
        tiles: which faces are numbered tiles, (n,); jokers bear no witness.
    """
    sure = tiles & (colour.max(1) > SURE)
    named = colour.argmax(1)
    if sure.sum() < ENOUGH or len(set(named[sure])) < 2:
        return colour
    likelihood = np.full_like(colour, UNSEEN)
    for k in range(colour.shape[1]):
        witnesses = inks[sure & (named == k)]
        if len(witnesses):
            centre = np.median(witnesses, axis=0)
            spread = np.sqrt(SPREAD**2 + (witnesses.var(0) if len(witnesses) > 2 else 0))
            distance = (((inks - centre) / spread) ** 2).sum(1)
            likelihood[:, k] = DOUBT + np.exp(-0.5 * distance)
    fused = colour * likelihood
    result: Floats = fused / fused.sum(1, keepdims=True)
    return result
