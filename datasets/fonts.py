"""Numerals as ink masks, from every typeface that is installed.

A reader that has seen one typeface reads one set of tiles. The families are split by a hash of
their name, so that the same tenth of them is always kept for measuring unseen typefaces.
"""

from __future__ import annotations

import hashlib
import string
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

Mask = NDArray[np.uint8]

ROOTS = (Path("/usr/share/fonts"), Path.home() / ".local/share/fonts")
SUFFIXES = (".ttf", ".otf", ".woff2", ".pfb")
HELD_OUT_SHARE = 0.1
INK_PX = 160  # the height a numeral is drawn at before it is scaled into a face


@dataclass(frozen=True, slots=True)
class Typeface:
    """One font file whose numerals are fit for a tile."""

    family: str
    path: Path

    @property
    def held_out(self) -> bool:
        """Whether this family is kept from training, to measure unseen typefaces."""
        digest = hashlib.sha256(self.family.encode()).digest()
        return digest[0] < 256 * HELD_OUT_SHARE

    def numeral(self, number: int) -> Mask:
        """Return the ink of a number, 0-255, cropped to its bounding box."""
        return text_mask(self.path, str(number))


def find_typefaces(*extra: Path) -> list[Typeface]:
    """Return the usable typefaces under the system's font folders and ``extra``, sorted."""
    files = {p for root in (*ROOTS, *extra) for p in root.rglob("*") if p.suffix in SUFFIXES}
    found = []
    for path in sorted(files):
        if "fontsource" in str(path) and not path.stem.endswith(
            ("latin-400-normal", "latin-700-normal", "latin-900-normal")
        ):
            continue
        family = _family(path)
        if family and _has_plain_numerals(path):
            found.append(Typeface(family, path))
    return found


def text_mask(path: Path, text: str, px: int = INK_PX) -> Mask:
    """Draw ``text`` and return its ink, 0-255, cropped; empty text or ink raises ValueError."""
    font = ImageFont.truetype(str(path), px)
    box = font.getbbox(text)
    width, height = int(box[2] - box[0]) + 8, int(box[3] - box[1]) + 8
    if not 8 < width < 8000 or not 8 < height < 4000:
        raise ValueError(f"{path} draws nothing for {text!r}")
    image = Image.new("L", (width, height))
    ImageDraw.Draw(image).text((4 - box[0], 4 - box[1]), text, fill=255, font=font)
    ink = np.asarray(image)
    rows, columns = np.flatnonzero(ink.max(1) > 40), np.flatnonzero(ink.max(0) > 40)
    if not len(rows) or not len(columns):
        raise ValueError(f"{path} draws nothing for {text!r}")
    return ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1].copy()


def _family(path: Path) -> str:
    try:
        name = ImageFont.truetype(str(path), 20).getname()[0] or path.stem
    except (OSError, ValueError):
        return ""
    # "Noto Sans Arabic UI" and its hundred sisters share one set of digits.
    return (
        "Noto Serif"
        if name.startswith("Noto Serif")
        else "Noto Sans"
        if name.startswith("Noto Sans")
        else name
    )


def _has_plain_numerals(path: Path) -> bool:
    """Reject symbol fonts, text figures, hairlines and shapes that are no digits."""
    try:
        digits = [text_mask(path, d, 64) for d in string.digits]
        dozen = text_mask(path, "12", 64)
        other = text_mask(path, "A", 64)
    except (OSError, ValueError):
        return False
    heights = np.array([d.shape[0] for d in digits])
    if heights.max() > 1.16 * heights.min():
        return False
    shades = np.array([(d > 128).mean() for d in digits])
    if (
        shades[[0, 2, 3, 5, 6, 8, 9]].min() < 0.2
        or shades[[0, 2, 3, 4, 5, 6, 7, 8, 9]].max() > 0.86
    ):
        return False
    if dozen.shape[1] < 1.05 * digits[2].shape[1] or digits[1].shape[1] > 1.1 * digits[0].shape[1]:
        return False
    shapes = [_thumbnail(d) for d in (*digits[2:], other)]
    # A font without digits draws the same box for all of them.
    alike = [np.abs(a - b).mean() for i, a in enumerate(shapes) for b in shapes[:i]]
    return min(alike) > 0.06 and np.abs(shapes[4] - shapes[7][::-1, ::-1]).mean() < 0.5


def _thumbnail(ink: Mask) -> NDArray[np.float32]:
    return np.asarray(Image.fromarray(ink).resize((16, 24)), np.float32) / 255
