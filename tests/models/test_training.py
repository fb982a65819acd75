"""The parts of training that need no torch: targets, crops, and the judge of readings."""

from pathlib import Path

import numpy as np
import pytest

from datasets.real import RealPhoto
from engine.tiles import parse
from models.training.data import detector_target, seen_parts
from models.training.evaluate import Tally, judge
from vision.classifier import FACE, SIDE, crop_matrices, crops
from vision.detections import Floats, axes, bounds, suppress, turn
from vision.detector import decode
from vision.reading import Reading, Sighting


def quad(x: float, y: float, degrees: float, wide: float = 40, tall: float = 56) -> Floats:
    a = np.radians(degrees)
    rotation = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
    corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (wide / 2, tall / 2)
    return (corners @ rotation + (x, y)).astype(np.float32)


@pytest.mark.parametrize("degrees", [0, 30, 90, 135, 180, 250])
def test_the_target_of_the_detector_decodes_to_its_quads(degrees: float) -> None:
    """Training and running agree on the meaning of every channel; 180 degrees are left open."""
    wanted = quad(100, 90, degrees)
    target = detector_target(["k7"], wanted[None], 192)
    output = np.concatenate([target[:1] * 20 - 10, target[3:]])
    found = suppress(decode(output, 0.5))
    assert len(found) == 1
    distance = min(float(np.abs(turn(found.quads, k)[0] - wanted).max()) for k in (0, 2))
    assert distance < 0.5


def test_unreadable_and_half_cut_tiles_are_neither_wanted_nor_forbidden() -> None:
    target = detector_target(["?", "k7"], np.stack([quad(100, 90, 0), quad(0, 90, 0)]), 192)
    assert target[0].max() == 0
    assert target[1][11, 12] == 0
    assert target[1][11, 0] == 0
    assert target[1][2, 20] == 1


@pytest.mark.parametrize("degrees", [0, 90, 180, 270])
def test_of_a_tile_cut_by_the_window_the_part_inside_is_wanted(degrees: float) -> None:
    target = detector_target(["k7"], quad(8, 90, degrees)[None], 192)
    output = np.concatenate([target[:1] * 20 - 10, target[3:]])
    found = suppress(decode(output, 0.5))
    wide = 8 + (20 if degrees in (0, 180) else 28)
    assert bounds(found.quads)[0, [0, 2]] == pytest.approx((0, wide), abs=0.5)


def test_a_tile_outside_of_the_window_is_nothing() -> None:
    target = detector_target(["k7"], quad(-19, 90, 0)[None], 192)
    assert target[0].max() == 0
    assert target[1].min() == 1


def test_parts_of_leaning_quads_lie_along_their_own_axes() -> None:
    whole = quad(100, 20, 30)
    (part,), (share,) = seen_parts(whole[None], 400, 300)
    assert 0.5 < share < 1
    assert part[3:1:-1] == pytest.approx(whole[3:1:-1], abs=0.01)
    (_, (up,), _), (_, (before,), _) = axes(part[None]), axes(whole[None])
    assert up / np.linalg.norm(up) == pytest.approx(before / np.linalg.norm(before), abs=0.01)


def test_blank_tiles_are_forbidden() -> None:
    target = detector_target(["-", "domino"], np.stack([quad(60, 90, 0), quad(130, 90, 0)]), 192)
    assert target[0].max() == 0
    assert target[1].min() == 1


@pytest.mark.parametrize("degrees", [0, 45, 180])
def test_a_crop_shows_the_face_upright_at_one_size(degrees: float) -> None:
    corners = quad(150, 150, degrees)
    matrix = crop_matrices(corners[None])[0]
    seen = corners @ matrix[:, :2].T + matrix[:, 2]
    assert np.allclose(seen.mean(0), SIDE / 2, atol=0.01)
    assert seen[3, 1] - seen[0, 1] == pytest.approx(FACE, abs=0.01)
    assert seen[0, 0] < seen[1, 0]


def test_a_face_whose_lower_third_is_hidden_is_cropped_at_the_size_of_a_whole_one() -> None:
    whole, part = quad(0, 0, 0, 40, 56), quad(0, 0, 0, 40, 40)
    a, b = crop_matrices(np.stack([whole, part]))
    assert a[0, 0] == pytest.approx(b[0, 0])


def test_crops_of_a_large_photo_are_averaged_not_sampled() -> None:
    """Black and white lines, one pixel each, must become grey in a crop ten times smaller."""
    image = np.zeros((800, 800, 3), np.uint8)
    image[::2] = 255
    crop = crops(image, quad(400, 400, 0, 400, 560)[None])[0]
    assert np.abs(crop[20:50, 20:50].astype(int) - 128).max() < 12


def photo(labels: list[str], *, incomplete: bool = False) -> RealPhoto:
    boxes = tuple((20.0 + 50 * i, 20.0, 60.0 + 50 * i, 76.0) for i in range(len(labels)))
    return RealPhoto(
        Path("x.jpg"), "ours", "", "rack", 1000, 300, tuple(labels), boxes, (), incomplete
    )


def reading(*tiles: str) -> Reading:
    """Tiles side by side where ``photo`` has its boxes; a question mark marks unsure ones."""
    sightings = tuple(
        Sighting(
            parse(tile.rstrip("?"))[0],
            0.9,
            tile.endswith("?"),
            (),
            tuple((float(x), float(y)) for x, y in quad(40 + 50 * i, 48, 0)),
        )
        for i, tile in enumerate(tiles)
    )
    return Reading("tiles", 1000, 300, (sightings,), (sightings,), {})


@pytest.mark.parametrize(
    ("labels", "tiles", "right", "silent", "whole", "after"),
    [
        (["r1", "b2"], ["r1", "b2"], 2, 0, 1, 1),
        (["r1", "b2"], ["r1", "b3"], 1, 1, 0, 0),
        (["r1", "b2"], ["r1", "b3?"], 1, 0, 0, 1),
        (["r1", "b2"], ["r1"], 1, 0, 0, 0),
        (["r1"], ["r1", "b2"], 1, 1, 0, 0),
        (["*"], ["*"], 1, 0, 1, 1),
    ],
)
def test_readings_are_judged(
    labels: list[str], tiles: list[str], right: int, silent: int, whole: int, after: int
) -> None:
    tally = judge(photo(labels), reading(*tiles))
    assert (tally.right, tally.silent, tally.whole, tally.whole_after_questions) == (
        right,
        silent,
        whole,
        after,
    )


def test_a_photo_nothing_was_read_in_counts_its_tiles_as_missed() -> None:
    tally = judge(photo(["r1", "*"]), None)
    assert (tally.labelled, tally.right, tally.joker_errors, tally.whole) == (2, 0, 1, 0)


def test_extra_readings_in_a_photo_that_is_not_fully_labelled_are_not_counted() -> None:
    tally = judge(photo(["r1"], incomplete=True), reading("r1", "b2"))
    assert (tally.read, tally.whole) == (1, 1)


def test_figures_of_nothing_are_zero_not_an_error() -> None:
    assert Tally().figures()["f1"] == 0
