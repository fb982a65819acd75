"""Bytes -> upright RGB pixels, bounded; what cannot be read is refused with a reason in plain words."""

from __future__ import annotations

import io
import warnings
from dataclasses import dataclass

import cv2
import numpy as np
import pillow_heif
from numpy.typing import NDArray
from PIL import Image, ImageOps, UnidentifiedImageError

pillow_heif.register_heif_opener()

MOST_BYTES = 60_000_000
MOST_PIXELS = 52_000_000  # what is sold as 50 megapixels has up to 51
ENOUGH = 2000  # pixels on the longer side: a JPEG is decoded at the smallest scale that keeps them
FORMATS = ("JPEG", "PNG", "WEBP", "HEIF", "AVIF")
DARK = 36.0  # grey level that the brightest hundredth of a usable photo exceeds


class UnreadablePhoto(ValueError):  # noqa: N818 - the house name
    """A photo that cannot be read: ``code`` for programs, ``text`` for people."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code
        self.text = text


@dataclass(frozen=True, slots=True)
class Photo:
    """An upright photo: ``pixels`` (h, w, 3) RGB, decoded at ``scale`` of its true width and height."""

    pixels: NDArray[np.uint8]
    width: int
    height: int

    @property
    def scale(self) -> float:
        """Decoded pixels per true pixel, at most 1."""
        return self.pixels.shape[1] / self.width


def load(data: bytes) -> Photo:
    """Decode JPEG, PNG, WebP, HEIC or AVIF and turn it as the camera was held.

    Raises:
        UnreadablePhoto: with code ``empty``, ``not-a-photo``, ``truncated``, ``too-large`` or ``too-dark``.
    """
    if not data:
        raise UnreadablePhoto("empty", "The file is empty. Please take the photo again.")
    if len(data) > MOST_BYTES:
        raise _too_large()
    picture = _open(data)
    if picture.width * picture.height > MOST_PIXELS:
        raise _too_large()
    try:
        width, height = _upright_size(picture)
        picture.draft("RGB", _draft_size(picture))
        upright = ImageOps.exif_transpose(picture)
        pixels = np.asarray(upright.convert("RGB"))
    except (OSError, SyntaxError, ValueError, EOFError) as error:
        raise UnreadablePhoto(
            "truncated", "The photo is incomplete or damaged. Please send it again."
        ) from error
    except MemoryError as error:
        raise _too_large() from error
    photo = Photo(pixels, width, height)
    if is_dark(pixels):
        raise UnreadablePhoto(
            "too-dark", "The photo is too dark. Switch on a lamp or go closer to the window."
        )
    return photo


def sharpness(pixels: NDArray[np.uint8]) -> float:
    """Return how fine the finest detail is, relative to the contrast: about 0.02 blurred, 0.2 sharp."""
    scale = 640 / max(pixels.shape[:2])
    grey = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
    grey = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    edges = np.abs(cv2.Laplacian(grey, cv2.CV_32F))
    contrast = float(np.percentile(grey, 99) - np.percentile(grey, 1)) + 1.0
    return float(np.percentile(edges, 99.5)) / contrast


def _open(data: bytes) -> Image.Image:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            return Image.open(io.BytesIO(data), formats=FORMATS)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise _too_large() from error
    except UnidentifiedImageError as error:
        raise UnreadablePhoto(
            "not-a-photo", "This file is not a photo that can be read (JPEG, PNG, WebP or HEIC)."
        ) from error
    except (OSError, SyntaxError, ValueError, EOFError) as error:
        raise UnreadablePhoto(
            "truncated", "The photo is incomplete or damaged. Please send it again."
        ) from error


def _upright_size(picture: Image.Image) -> tuple[int, int]:
    orientation = picture.getexif().get(0x0112, 1)
    if orientation in (5, 6, 7, 8):
        return picture.height, picture.width
    return picture.width, picture.height


def _draft_size(picture: Image.Image) -> tuple[int, int]:
    """Ask the JPEG decoder for half, a quarter or an eighth, as long as enough is left."""
    factor = 1
    while factor < 8 and max(picture.size) / (2 * factor) >= ENOUGH:
        factor *= 2
    return picture.width // factor, picture.height // factor


def is_dark(pixels: NDArray[np.uint8]) -> bool:
    """Return whether nothing can be seen: the room is dark, or the lens covered."""
    return float(np.percentile(pixels[::8, ::8].max(-1), 99)) < DARK


def _too_large() -> UnreadablePhoto:
    megapixels = 50
    return UnreadablePhoto(
        "too-large",
        f"The photo is too large: at most {megapixels} megapixels and {MOST_BYTES // 1_000_000} MB.",
    )
