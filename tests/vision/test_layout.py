import numpy as np
import pytest

from vision.detections import Floats
from vision.layout import arrange, overlapping

WIDE, TALL = 20.0, 28.0


def tile(x: float, y: float, degrees: float = 0.0) -> Floats:
    """An upright face at x, y in tile widths and heights, turned clockwise."""
    corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (WIDE / 2, TALL / 2)
    a = np.radians(degrees)
    rotation = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
    return (corners @ rotation + (x * WIDE, y * TALL)).astype(np.float32)


def scene(*tiles: Floats, degrees: float = 0.0) -> Floats:
    quads = np.stack(tiles)
    a = np.radians(degrees)
    rotation = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
    return ((quads - 200) @ rotation + 200).astype(np.float32)


RACK = [tile(x, 5) for x in (8, 5, 6, 12)] + [tile(x, 6.1) for x in (7, 5, 6)]


@pytest.mark.parametrize("degrees", [0, 12, -25, 90, 180, 200])
def test_a_two_row_rack_reads_left_to_right_however_the_phone_is_held(degrees: float) -> None:
    placed = arrange(scene(*RACK, degrees=degrees))
    assert placed.rows == ((1, 2, 0, 3), (5, 6, 4))


def test_a_gap_parts_melds_but_not_the_row() -> None:
    placed = arrange(scene(tile(1, 1), tile(2.02, 1), tile(3.9, 1), tile(4.95, 1.05)))
    assert placed.rows == ((0, 1, 2, 3),)
    assert placed.melds == ((0, 1), (2, 3))


def test_melds_one_above_the_other_stay_two() -> None:
    placed = arrange(scene(tile(1, 1), tile(2, 1), tile(1, 2.05), tile(2, 2.05)))
    assert placed.melds == ((0, 1), (2, 3))


def test_a_meld_from_the_other_side_of_the_table_reads_from_its_own_left() -> None:
    across = [tile(x, 8, 180) for x in (7, 6, 5)]
    near = [tile(x, 12) for x in (3, 4, 5, 6)]
    placed = arrange(scene(*across, *near))
    assert placed.melds == ((0, 1, 2), (3, 4, 5, 6))


def test_rows_of_a_rack_seen_from_the_side_converge_and_stay_rows() -> None:
    upper = [tile(x, 5 - 0.06 * x) for x in range(9)]
    lower = [tile(x, 6.2 + 0.04 * x) for x in range(9)]
    placed = arrange(scene(*upper, *lower))
    assert placed.rows == (tuple(range(9)), tuple(range(9, 18)))


def test_every_tile_is_placed_once_even_in_a_heap() -> None:
    rng = np.random.default_rng(5)
    quads = np.stack([tile(*rng.uniform(0, 12, 2), rng.uniform(0, 360)) for _ in range(40)])
    placed = arrange(quads)
    assert sorted(i for row in placed.rows for i in row) == list(range(40))
    assert sorted(i for meld in placed.melds for i in meld) == list(range(40))


def test_no_tiles_no_rows() -> None:
    assert arrange(np.zeros((0, 4, 2), np.float32)).rows == ()


def card(x: float, y: float, degrees: float = 0.0) -> Floats:
    """A card at x, y in card widths and heights."""
    quad = tile(0, 0, degrees)
    return (quad + (x * WIDE, y * TALL)).astype(np.float32)


def placed_cards(*cards: Floats) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]:
    quads = np.stack(cards)
    placed = arrange(quads, overlapping(quads))
    return placed.rows, placed.melds


def test_a_fan_is_read_from_left_to_right_as_it_is_held() -> None:
    angles = (40, -40, 0, 20, -20)
    fan = [card(np.sin(np.radians(a)), -np.cos(np.radians(a)), a) for a in angles]
    assert placed_cards(*fan)[1] == ((1, 4, 2, 3, 0),)


def test_overlapping_melds_beside_one_another_stay_two() -> None:
    row = [card(x, 0) for x in (0, 0.25, 0.5, 1.75, 2.0, 2.25)]
    assert placed_cards(*row)[1] == ((0, 1, 2), (3, 4, 5))


def test_rows_of_cards_are_read_from_the_far_one() -> None:
    cards = [card(x, y) for y in (1.2, 0) for x in (0, 0.3, 0.6)]
    assert placed_cards(*cards)[0] == ((3, 4, 5), (0, 1, 2))


def test_a_column_is_one_meld_from_top_to_bottom() -> None:
    column = [card(0, y) for y in (0.5, 0, 0.25)]
    assert placed_cards(*column)[1] == ((1, 2, 0),)
