from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules import SYSTEMS
from engine.tiles import (
    JOKER,
    ImpossibleTiles,
    Tile,
    UnknownTile,
    in_order,
    parse,
    parse_melds,
    parse_rows,
    show,
    show_melds,
    show_rows,
)

FACES = sorted({face for system in SYSTEMS.values() for face in system.pack.faces()})
TILES = st.lists(st.sampled_from(FACES)).map(tuple)


@given(TILES)
def test_tiles_survive_writing_and_reading(tiles: tuple[Tile, ...]) -> None:
    assert parse(show(tiles)) == tiles


@given(st.lists(TILES.filter(bool)).map(tuple))
def test_melds_survive_writing_and_reading(melds: tuple[tuple[Tile, ...], ...]) -> None:
    assert parse_melds(show_melds(melds)) == melds


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("o7", "y7"),
        ("Th", "10h"),
        ("Bh Ds Kc Ad", "Jh Qs Kc Ad"),
        ("qh", "Qh"),
        ("r7, b13,*", "r7 b13 *"),
        ("10♥ A♠", "10h As"),
        ("", ""),
    ],
)
def test_other_ways_of_writing_are_read(text: str, shown: str) -> None:
    assert show(parse(text)) == shown


@pytest.mark.parametrize("text", ["r0", "r14", "x7", "7r", "14h", "Xh", "**", "r", "red7", "0h"])
def test_what_is_no_tile_is_refused_with_its_place(text: str) -> None:
    with pytest.raises(UnknownTile) as refused:
        parse(f"r1 {text}")
    assert refused.value.text == text
    assert refused.value.place == 2
    assert isinstance(refused.value, ValueError)


def test_rows_keep_their_melds() -> None:
    assert show_rows(parse_rows("r1 r2 | b3 / k1 *")) == "r1 r2 | b3 / k1 *"


def test_order_is_that_of_the_pack_with_jokers_last() -> None:
    assert show(in_order(parse("* y1 k2 b3 r9 r4"))) == "r4 r9 b3 k2 y1 *"


@pytest.mark.parametrize(
    ("game", "tiles", "why"),
    [
        ("zahlen", "r7 r7 r7", "r7 occurs 3 times"),
        ("zahlen", "* * *", "3 jokers"),
        ("klassisch", "Qh Qh", "Qh occurs 2 times"),
        ("klassisch", "*", "1 jokers"),
        ("zwei", "r7", "does not belong"),
        ("brett", "Qh", "does not belong"),
    ],
)
def test_tiles_that_cannot_come_from_one_pack_are_refused(game: str, tiles: str, why: str) -> None:
    with pytest.raises(ImpossibleTiles, match=why):
        SYSTEMS[game].pack.check(parse(tiles))


@pytest.mark.parametrize(
    ("game", "size"),
    [("brett", 110), ("lite", 110), ("zahlen", 106), ("klassisch", 52), ("zwei", 110)],
)
def test_packs_have_their_size(game: str, size: int) -> None:
    pack = SYSTEMS[game].pack
    assert pack.size == size == pack.counts().total()
    assert (JOKER in pack.faces()) == bool(pack.jokers)
