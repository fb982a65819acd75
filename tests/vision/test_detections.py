import numpy as np
import pytest

from vision.detections import Detections, areas, axes, heights, quads_from_axes, suppress, turn

UPRIGHT = np.array([[[10, 10], [30, 10], [30, 38], [10, 38]]], np.float32)


def test_shapes_that_do_not_match_are_refused() -> None:
    with pytest.raises(ValueError, match="do not match"):
        Detections(UPRIGHT, np.zeros(2, np.float32))


def test_half_axes_point_up_and_right() -> None:
    centres, up, right = axes(UPRIGHT)
    assert centres.tolist() == [[20, 24]]
    assert up.tolist() == [[0, -14]]
    assert right.tolist() == [[10, 0]]


def test_a_quad_is_its_half_axes_again() -> None:
    assert np.allclose(quads_from_axes(*axes(UPRIGHT)), UPRIGHT)


@pytest.mark.parametrize("quarters", range(4))
def test_turning_on_comes_back_after_four_quarters(quarters: int) -> None:
    assert np.array_equal(turn(turn(UPRIGHT, quarters), 4 - quarters), UPRIGHT)


def test_a_turned_quad_never_mirrors_what_it_holds() -> None:
    for quarters in range(4):
        _, up, right = axes(turn(UPRIGHT, quarters))
        assert up[0, 0] * right[0, 1] - up[0, 1] * right[0, 0] > 0


def test_area_and_height() -> None:
    assert areas(UPRIGHT).tolist() == [560]
    assert heights(UPRIGHT).tolist() == [28]


def test_of_two_boxes_round_one_tile_the_better_stays() -> None:
    quads = np.concatenate([UPRIGHT, UPRIGHT + 3, UPRIGHT + np.array([20, 0], np.float32)])
    kept = suppress(Detections(quads, np.array([0.6, 0.9, 0.8], np.float32)))
    assert kept.scores.tolist() == pytest.approx([0.9, 0.8])


def test_half_a_tile_inside_a_whole_one_goes() -> None:
    half = UPRIGHT.copy()
    half[0, 2:, 1] = 24
    kept = suppress(Detections(np.concatenate([UPRIGHT, half]), np.array([0.9, 0.8], np.float32)))
    assert len(kept) == 1


def test_nothing_stays_nothing() -> None:
    empty = Detections(np.zeros((0, 4, 2), np.float32), np.zeros(0, np.float32))
    assert len(suppress(empty)) == 0
