"""Indices gathered to cards; the card is 100 wide and 140 tall, its indices 12 by 26."""

import numpy as np
import pytest

from engine.tiles import CARD_COLOURS, parse
from vision.corners import cards_of, same_card
from vision.detections import Floats
from vision.packs import PACKS

CARDS = PACKS["cards"]
NAMES = [str(tile) for tile in CARDS.labels]
INDEX = np.array([(-6, -13), (6, -13), (6, 13), (-6, 13)], np.float32)
CORNERS = {"tl": (-40, -52), "br": (40, 52), "tr": (40, -52), "bl": (-40, 52)}


def index(x: float, y: float, corner: str, degrees: float = 0.0) -> tuple[Floats, Floats]:
    """The quad of an index and the middle of its card, which lies at x, y."""
    quad = INDEX + np.array(CORNERS[corner], np.float32)
    if corner in ("br", "bl"):
        quad = quad[[2, 3, 0, 1]]
    a = np.radians(degrees)
    rotation = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]], np.float32)
    return (quad @ rotation + (x, y)).astype(np.float32), np.array([x, y], np.float32)


def said(label: str, sure: float = 0.95) -> Floats:
    p = np.full(len(NAMES), (1 - sure) / len(NAMES), np.float32)
    p[NAMES.index(label)] = sure
    return p


def scene(*indices: tuple[tuple[Floats, Floats], Floats]) -> tuple[Floats, Floats, Floats]:
    return (
        np.stack([quad for (quad, _), _ in indices]),
        np.stack([middle for (_, middle), _ in indices]),
        np.stack([p for _, p in indices]),
    )


def test_the_labels_of_cards_are_in_the_order_of_the_suits() -> None:
    assert NAMES[:2] == ["Ah", "2h"]
    assert "".join(dict.fromkeys(tile.colour for tile in CARDS.labels[:-1])) == CARD_COLOURS
    assert NAMES[-1] == "*"


@pytest.mark.parametrize("degrees", [0, 37, 90, 180])
def test_two_corners_of_one_card_are_one(degrees: float) -> None:
    quads, middles, p = scene(
        (index(0, 0, "tl", degrees), said("Qh")), (index(0, 0, "br", degrees), said("Qh"))
    )
    assert same_card(quads, middles, p) == [[0, 1]]


def test_four_corners_of_one_card_are_one() -> None:
    quads, middles, p = scene(*((index(0, 0, c), said("7s")) for c in CORNERS))
    assert same_card(quads, middles, p) == [[0, 1, 2, 3]]


def test_two_equal_cards_side_by_side_stay_two() -> None:
    """Of the left one only its corner shows; the right one shows both."""
    quads, middles, p = scene(
        (index(0, 0, "tl"), said("7h")),
        (index(18, 0, "tl"), said("7h")),
        (index(18, 0, "br"), said("7h")),
    )
    assert same_card(quads, middles, p) == [[0], [1, 2]]


def test_middles_need_not_agree_to_the_pixel() -> None:
    quads, middles, p = scene((index(0, 0, "tl"), said("7h")), (index(0, 0, "br"), said("7h")))
    middles[1] += (24, -18)
    assert same_card(quads, middles, p) == [[0, 1]]


def test_one_open_card_tells_how_far_the_middles_of_all_are() -> None:
    """All middles are named a third too near; the card with both corners corrects them."""
    quads, middles, p = scene(
        (index(0, 0, "tl"), said("7h")),
        (index(18, 0, "tl"), said("Qs")),
        (index(18, 0, "br"), said("Qs")),
    )
    near = quads.mean(1) + (middles - quads.mean(1)) * 0.67
    outlines = cards_of(quads, near, p).outlines
    assert outlines.mean(1) == pytest.approx(np.array([(0, 0), (18, 0)]), abs=2)


def test_another_card_under_the_same_place_stays_another() -> None:
    quads, middles, p = scene((index(0, 0, "tl"), said("7h")), (index(2, 2, "br"), said("Ks")))
    assert same_card(quads, middles, p) == [[0], [1]]


def test_two_equal_cards_in_one_row_stay_two() -> None:
    """Both show the index of their upper left corner, as a card with four indices would in two."""
    quads, middles, p = scene(*((index(80 * i, 0, "tl"), said("7h")) for i in range(2)))
    assert same_card(quads, middles, p) == [[0], [1]]


def test_two_equal_cards_with_four_indices_stay_two() -> None:
    quads, middles, p = scene(
        *((index(x, 0, c), said("7h")) for x in (0, 105) for c in ("tl", "tr", "bl", "br"))
    )
    assert same_card(quads, middles, p) == [[0, 1, 2, 3], [4, 5, 6, 7]]


def four_corners(*doubtful: tuple[str, Floats]) -> tuple[Floats, Floats, Floats]:
    """A seven whose corners all show; ``doubtful`` reads some of them otherwise."""
    readings = dict.fromkeys(CORNERS, said("7s")) | dict(doubtful)
    return scene(*((index(0, 0, corner), p) for corner, p in readings.items()))


def test_what_stands_doubtful_in_a_free_corner_of_a_card_is_no_card_of_its_own() -> None:
    quads, middles, p = four_corners(("bl", said("4d", 0.6)))
    quads[3] = quads[3][[1, 2, 3, 0]]  # seen so badly that it lies on its side
    cards = cards_of(quads, middles, p)
    assert [NAMES[i] for i in cards.probabilities.argmax(1)] == ["7s"]


def test_what_stands_surely_in_a_corner_of_another_card_is_a_card() -> None:
    cards = cards_of(*four_corners(("bl", said("4d", 0.97))))
    assert [NAMES[i] for i in cards.probabilities.argmax(1)] == ["7s", "4d"]


def test_a_deck_with_two_indices_has_no_free_corners() -> None:
    """What is doubtful beside an index of such a deck is another card behind it."""
    quads, middles, p = scene(
        (index(0, 0, "tl"), said("7s")),
        (index(0, 0, "br"), said("7s")),
        (index(80, 0, "tl"), said("4d", 0.6)),
    )
    assert len(cards_of(quads, middles, p).faces) == 2


def test_two_looks_at_one_card_settle_what_one_leaves_open() -> None:
    doubtful = said("6d", 0.5)
    doubtful[NAMES.index("8d")] = 0.4
    quads, middles, p = scene((index(0, 0, "tl"), doubtful), (index(0, 0, "br"), said("8d", 0.9)))
    cards = cards_of(quads, middles, p)
    assert len(cards.faces) == 1
    assert NAMES[int(cards.probabilities[0].argmax())] == "8d"
    assert cards.probabilities[0].sum() <= 1.0001


def test_a_card_is_outlined_round_its_middle_with_the_index_inside() -> None:
    quads, middles, p = scene((index(300, 200, "tl"), said("As")))
    outline = cards_of(quads, middles, p).outlines[0]
    assert outline.mean(0) == pytest.approx((300, 200))
    wide, tall = np.ptp(outline[:, 0]), np.ptp(outline[:, 1])
    assert wide == pytest.approx(100, rel=0.1)
    assert tall == pytest.approx(140, rel=0.1)


def test_an_open_card_seen_from_its_foot_lies_as_the_reader_sees_the_others() -> None:
    fan = [(index(18 * i, 0, "tl"), said("7h")) for i in range(3)]
    quads, middles, p = scene(*fan, (index(200, 0, "br"), said("As")))
    outlines = cards_of(quads, middles, p).outlines
    assert (outlines[:, 0, 1] < outlines[:, 3, 1]).all()


def test_no_indices_are_no_cards() -> None:
    none = np.zeros((0, 4, 2), np.float32)
    cards = cards_of(none, np.zeros((0, 2), np.float32), np.zeros((0, 53), np.float32))
    assert len(cards.faces) == 0
    assert cards.probabilities.shape == (0, 53)


def test_the_joker_is_a_label_of_its_own() -> None:
    assert parse(NAMES[-1])[0].is_joker
