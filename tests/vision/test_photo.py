import io

import numpy as np
import pytest
from PIL import Image

from vision.photo import ENOUGH, UnreadablePhoto, load


def picture(width: int = 320, height: int = 240) -> Image.Image:
    rng = np.random.default_rng(1)
    pixels = rng.integers(60, 200, (height // 8, width // 8, 3), dtype=np.uint8)
    return Image.fromarray(pixels).resize((width, height))


def encoded(image: Image.Image, form: str, **options: object) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, form, **options)
    return buffer.getvalue()


def refused(data: bytes) -> str:
    with pytest.raises(UnreadablePhoto) as refusal:
        load(data)
    assert refusal.value.text.endswith(".")
    return refusal.value.code


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP", "HEIF", "AVIF"])
def test_the_formats_of_phones_are_read(form: str) -> None:
    photo = load(encoded(picture(), form))
    assert photo.pixels.shape == (240, 320, 3)
    assert (photo.width, photo.height, photo.scale) == (320, 240, 1.0)


@pytest.mark.parametrize("mode", ["L", "RGBA", "P", "CMYK"])
def test_other_colour_modes_become_rgb(mode: str) -> None:
    form = "JPEG" if mode == "CMYK" else "PNG"
    assert load(encoded(picture().convert(mode), form)).pixels.shape == (240, 320, 3)


def test_exif_rotation_is_applied_and_sizes_are_upright() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    photo = load(encoded(picture(), "JPEG", exif=exif))
    assert photo.pixels.shape == (320, 240, 3)
    assert (photo.width, photo.height) == (240, 320)


def test_a_large_jpeg_is_decoded_small_but_keeps_its_true_size() -> None:
    photo = load(encoded(picture(4032, 3024), "JPEG"))
    assert (photo.width, photo.height) == (4032, 3024)
    assert ENOUGH <= max(photo.pixels.shape) < 2 * ENOUGH
    assert photo.scale == pytest.approx(0.5)


def test_an_empty_file_is_named() -> None:
    assert refused(b"") == "empty"


@pytest.mark.parametrize(
    "data", [b"hello", b"%PDF-1.7 ...", b"\x00" * 5000, b"GIF89a" + b"\x01" * 50]
)
def test_a_file_that_is_no_photo_is_named(data: bytes) -> None:
    assert refused(data) == "not-a-photo"


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP", "HEIF"])
@pytest.mark.parametrize("share", [0.3, 0.7])
def test_a_truncated_photo_is_named(form: str, share: float) -> None:
    data = encoded(picture(640, 480), form)
    assert refused(data[: int(len(data) * share)]) in ("truncated", "not-a-photo")


def test_more_than_fifty_megapixels_are_refused_before_decoding() -> None:
    assert refused(encoded(Image.new("L", (9000, 9000)), "PNG")) == "too-large"


def test_a_decompression_bomb_is_refused() -> None:
    assert refused(encoded(Image.new("1", (30000, 30000)), "PNG")) == "too-large"


def test_a_dark_photo_is_refused_with_advice() -> None:
    dark = Image.fromarray((np.asarray(picture()) // 12).astype(np.uint8))
    assert refused(encoded(dark, "JPEG")) == "too-dark"
