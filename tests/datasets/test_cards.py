"""Rendered cards: labels say what is seen and where."""

from pathlib import Path

import numpy as np
import pytest

from datasets.decks import RANKS, draw_card, pip_places, sample_deck
from datasets.fonts import find_typefaces
from datasets.render_cards import render_cards
from datasets.suits import SUITS, sample_suit_style, suit_mask
from engine.tiles import parse

TYPEFACES = find_typefaces()

pytestmark = pytest.mark.skipif(not TYPEFACES, reason="no typeface is installed")


@pytest.mark.parametrize("count", range(1, 11))
def test_a_number_card_has_as_many_pips_as_it_says(count: int) -> None:
    places = pip_places(count)
    assert len(places) == len(set(places)) == count


@pytest.mark.parametrize("suit", list(SUITS))
def test_the_four_signs_differ(suit: str) -> None:
    style = sample_suit_style(np.random.default_rng(3))
    mine = np.resize(suit_mask(style, suit), (40, 40))
    others = [np.resize(suit_mask(style, s), (40, 40)) for s in SUITS if s != suit]
    assert all(np.abs(mine.astype(int) - o).mean() > 8 for o in others)


@pytest.mark.parametrize("label", ["Ah", "10s", "Qd", "Jc", "Kh", "*"])
def test_the_indices_of_a_card_hold_ink_and_mirror_each_other(label: str) -> None:
    rng = np.random.default_rng(1)
    for seed in range(6):
        deck = sample_deck(np.random.default_rng(seed), TYPEFACES, [])
        face = draw_card(deck, label, rng, 360)
        assert len(face.indices) in (2, 4)
        height, width = face.picture.shape[:2]
        for quad in face.indices:
            (x0, y0), (x1, y1) = quad.min(0).astype(int), quad.max(0).astype(int)
            area = face.picture[y0:y1, x0:x1].astype(int)
            assert np.ptp(area.sum(2)) > 150, (label, seed)
        total = np.sum([quad.mean(0) for quad in face.indices], axis=0)
        assert total == pytest.approx(np.array([width, height]) * len(face.indices) / 2, abs=1)


def test_a_back_has_no_index() -> None:
    deck = sample_deck(np.random.default_rng(0), TYPEFACES, [])
    assert draw_card(deck, "-", np.random.default_rng(0), 240).indices == ()


@pytest.mark.parametrize("seed", range(8))
def test_a_rendered_photo_labels_what_is_in_it(seed: int) -> None:
    sample = render_cards(np.random.default_rng((5, seed)), TYPEFACES, [])
    height, width = sample.image.shape[:2]
    for o in sample.objects:
        assert o["label"] == "?" or parse(str(o["label"]))
        quad = np.array(o["quad"])
        assert quad.shape == (4, 2)
        if o["label"] != "?":
            centre = quad.mean(0)
            assert 0 <= centre[0] < width
            assert 0 <= centre[1] < height
    shared: dict[object, list[object]] = {}
    for o in sample.objects:
        shared.setdefault(o["card"], []).append(o["middle"])
    assert all(m == middles[0] for middles in shared.values() for m in middles)


def test_ranks_are_those_of_the_rules() -> None:
    assert [parse(f"{rank}h")[0].number for rank in RANKS] == list(range(1, 14))


def test_a_folder_without_a_card_is_drawn_instead(tmp_path: Path) -> None:
    folder = tmp_path / "knoll"
    folder.mkdir()
    deck = sample_deck(np.random.default_rng(0), TYPEFACES, [])
    deck.art = folder
    assert draw_card(deck, "7h", np.random.default_rng(0), 240).indices
