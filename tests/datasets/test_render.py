import numpy as np
import pytest

from datasets.designs import draw_face, sample_design
from datasets.fonts import Typeface, find_typefaces
from datasets.jokers import JOKER_STYLES, draw_joker
from datasets.photograph import expose, light
from datasets.render import render_photo
from datasets.scenes import look_at
from datasets.surfaces import MAKERS, SIDE
from models.training.data import IGNORE, READABLE


@pytest.fixture(scope="module")
def typefaces() -> list[Typeface]:
    found = [t for t in find_typefaces() if "DejaVu" in t.family]
    if not found:
        pytest.skip("no typeface is installed to render with (Debian: fonts-dejavu-core)")
    return found


def test_a_photo_s_labels_are_notation_and_lie_in_the_photo(typefaces: list[Typeface]) -> None:
    readable = 0
    for seed in range(6):
        sample = render_photo(np.random.default_rng(seed), typefaces)
        height, width = sample.image.shape[:2]
        for thing in sample.objects:
            quad = np.array(thing["quad"])
            assert quad.shape == (4, 2)
            assert (quad.mean(0) > -2).all()
            assert (quad.mean(0) < (width + 2, height + 2)).all()
            readable += thing["label"] in READABLE
    assert readable > 20


def test_the_same_seed_gives_the_same_photo(typefaces: list[Typeface]) -> None:
    a, b = (render_photo(np.random.default_rng(8), typefaces) for _ in range(2))
    assert np.array_equal(a.image, b.image)
    assert a.objects == b.objects


def test_a_tile_behind_the_frame_is_not_asked_for(typefaces: list[Typeface]) -> None:
    labels = {
        o["label"]
        for seed in range(12)
        for o in render_photo(np.random.default_rng(seed), typefaces).objects
    }
    assert IGNORE in labels


@pytest.mark.parametrize("label", ["r1", "b6", "k9", "y12", "*"])
def test_a_numeral_leaves_ink_on_its_face(typefaces: list[Typeface], label: str) -> None:
    rng = np.random.default_rng(2)
    design = sample_design(rng, typefaces)
    face, mask = draw_face(design, label, np.random.default_rng(0), 162)
    blank, _ = draw_face(design, "-", np.random.default_rng(0), 162)
    assert face.shape[:2] == mask.shape
    assert (np.abs(face.astype(int) - blank).max(-1) > 40).mean() > 0.005


@pytest.mark.parametrize("style", sorted(set(JOKER_STYLES)))
def test_every_joker_leaves_ink(typefaces: list[Typeface], style: str) -> None:
    ink = draw_joker(style, typefaces[0], 60)
    assert 0.03 < (ink > 0.5).mean() < 0.9


@pytest.mark.parametrize(
    "make", sorted(set(MAKERS), key=lambda m: m.__name__), ids=lambda m: m.__name__
)
def test_every_surface_is_a_picture(make: object) -> None:
    surface = make(np.random.default_rng(1))  # type: ignore[operator]
    assert surface.shape == (SIDE, SIDE, 3)
    assert surface.dtype == np.uint8


def test_light_and_lens_keep_the_size() -> None:
    image = np.full((60, 80, 3), 128, np.uint8)
    for seed in range(20):
        rng = np.random.default_rng(seed)
        assert expose(light(image, rng), rng).shape == image.shape


def test_a_camera_sees_its_target_in_the_middle() -> None:
    camera = look_at(
        np.array([1.0, 2.0, 0.5]),
        elevation=40,
        azimuth=20,
        roll=10,
        distance=9,
        focal=500,
        size=(640, 480),
    )
    assert np.allclose(camera.project(np.array([[1.0, 2.0, 0.5]])), [[320, 240]])
    above = camera.project(np.array([[1.0, 2.0, 1.5]]))[0]
    assert above[1] < 240
