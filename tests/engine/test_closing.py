from __future__ import annotations

import random
from collections import Counter
from functools import cache

import pytest

from engine import answer
from engine.closing import categories, close, missing, most_in_melds, price
from engine.rules import BRETT, with_house
from engine.tiles import JOKER, Tile, parse, show
from tests.engine import oracle

assert BRETT.closing is not None
RULE = BRETT.closing

SIMPLE = "r1 r2 r3 r4 r5 b9 y9 k9 y11 y12 y13 k2 k3 k4"
MONO = "r1 r2 r3 r4 r5 r6 r7 r7 r8 r9 r10 r11 r12 r13"


@pytest.mark.parametrize(
    ("category", "thrown", "with_joker", "inside", "pays"),
    [
        ("simple", 0, False, 0, 250),
        ("simple", 0, False, 1, 200),
        ("simple", 0, False, 2, 150),
        ("simple", 0, False, 3, 100),
        ("simple", 0, False, 6, 50),
        ("simple", 0, True, 0, 500),
        ("simple", 0, True, 1, 400),
        ("simple", 1, True, 0, 1000),
        ("simple", 2, False, 0, 1000),
        ("mosaic", 0, False, 0, 250),
        ("mosaic", 1, False, 0, 500),
        ("mosaic", 0, False, 2, 150),
        ("minor", 0, False, 0, 500),
        ("minor", 0, False, 1, 400),
        ("minor", 0, False, 2, 300),
        ("minor", 0, True, 1, 900),
        ("minor", 1, False, 0, 1000),
        ("doubles", 0, False, 0, 1000),
        ("doubles", 0, False, 1, 900),
        ("doubles", 2, True, 2, 800),
        ("monocolor", 0, False, 0, 1000),
    ],
)
def test_worked_prices(
    category: str, thrown: int, with_joker: bool, inside: int, pays: int
) -> None:
    found = price(category, RULE, thrown=thrown, with_joker=with_joker, inside=inside)
    assert found.pays == pays
    assert sum(line.points for line in found.lines) == pays
    assert found.beyond_source == (inside > 2)


@pytest.mark.parametrize(
    ("fourteen", "fits"),
    [
        (MONO, ["simple", "bicolor", "monocolor"]),
        ("r1 r2 r3 r4 r5 b9 y9 k9 y11 y12 y13 k2 k3 k4", ["simple"]),
        ("r8 r9 r10 r11 r12 b9 y9 k9 y11 y12 y13 k12 k13 k1", ["simple", "major"]),
        ("r7 r7 b7 b7 y7 y7 k7 k7 r1 r2 r3 r4 r5 r6", ["simple", "minor", "grand_carre"]),
        ("r1 r1 b2 b2 k3 k3 y4 y4 r5 r5 b6 b6 k8 k8", ["doubles"]),
        ("r1 b2 k3 y4 r5 b6 k7 y8 r9 b10 k11 y12 r13 b1", ["mosaic"]),
        ("r1 b2 k3 r4 b5 r6 k7 y8 r9 b10 k11 y12 r13 b1", []),
        ("r1 b2 k3 y4 y5 b6 k7 y8 r9 b10 k11 y12 r13 b1", []),
        ("r1 b2 k3 y4 r5 b6 k7 y8 r9 b10 k11 y12 * *", ["mosaic"]),
        ("r1 r2 r3 r4 r5 r6 r7 b1 b2 b3 b4 b5 b6 b7", ["simple", "bicolor", "minor"]),
        ("r6 r7 * b1 b2 b3 k1 k2 k3 y1 y2 y3 y4 y5", ["simple", "minor"]),
        ("r1 r1 b2 b2 k3 k3 y4 y4 r5 r5 b6 b6 * *", ["doubles"]),
        ("r1 r1 b2 b2 k3 k3 y4 y4 r5 r5 b6 * k8 *", ["doubles"]),
    ],
)
def test_categories_that_fit(fourteen: str, fits: list[str]) -> None:
    found = categories(parse(fourteen), BRETT)
    assert [fit.category for fit in found] == fits
    for fit in found:
        tiles = Counter(tile for meld in fit.melds for tile in meld.tiles)
        assert tiles == Counter(parse(fourteen))


def test_the_best_paying_category_counts() -> None:
    told = answer({"ask": "close", "game": "brett", "rack": MONO, "free": "k13"})
    assert (told["category"], told["pays"]) == ("monocolor", 1000)


def test_the_multiplier_multiplies_what_each_opponent_pays() -> None:
    told = answer(
        {
            "ask": "close",
            "game": "brett",
            "rack": MONO,
            "free": "k13",
            "multiplier": 2,
            "opponents": 3,
        }
    )
    assert (told["pays"], told["total"]) == (2000, 6000)


@cache
def _shapes() -> frozenset[tuple[Tile, ...]]:
    return frozenset(key for key, _ in oracle.shapes(BRETT, 2))


def _splits(tiles: tuple[Tile, ...]) -> bool:
    """Split all tiles into melds by trying, the first tile first."""
    if not tiles:
        return True
    usable = [key for key in _shapes() if key[0] == tiles[0] and not Counter(key) - Counter(tiles)]
    return any(_splits(tuple(sorted((Counter(tiles) - Counter(k)).elements()))) for k in usable)


def test_splitting_fourteen_against_trying_everything() -> None:
    rng = random.Random("fourteen")
    closed = 0
    for index in range(10):
        table, left = oracle.some_table(rng, BRETT, 4, index % 3)
        tiles = [tile for meld, places in table for tile in oracle.laid(meld, places)]
        rest = sorted(tile for tile in left.elements() if not tile.is_joker)
        tiles = (tiles + rng.sample(rest, 14))[:14]
        if tiles.count(JOKER) > 2:
            continue
        simple = any(fit.category == "simple" for fit in categories(tiles, BRETT))
        assert simple == _splits(tuple(sorted(tiles))), show(tiles)
        closed += simple
    assert closed


@pytest.mark.parametrize(
    ("rack", "changes", "draws"),
    [
        ("b6 b7 b8 b9 r2 r3 r4 r11 r13 y7 y8 y9 y11 y12 y13", 1, "r1 r5 b5 b10 y1 y6 y10 *"),
        ("r1 r2 r3 r4 b9 y9 k9 y11 y12 y13 k2 k3 k4 k13", 1, None),
        ("r1 r2 r3 r5 b5 k5 b9 b10 k7 k8 y11 y12 r13 k1", 3, ""),
    ],
)
def test_what_is_missing(rack: str, changes: int, draws: str | None) -> None:
    found = missing(parse(rack), BRETT)
    assert found.tiles == changes
    if draws is not None:
        assert show(found.draws or ()) == draws
    for draw in found.draws or ():
        board = close([*parse(rack), draw][-15:], BRETT)
        if len(parse(rack)) == 14:
            assert board.closed, draw


@pytest.mark.parametrize("jokers", [0, 1, 2, 4])
def test_the_fewest_changes_against_the_integer_program(jokers: int) -> None:
    pytest.importorskip("highspy", reason="the integer program needs highspy")
    program = oracle.Program(BRETT)
    rng = random.Random(f"changes {jokers}")
    compared = 0
    while compared < 4:
        tiles = oracle.some_tiles(rng, BRETT, 15 - jokers, jokers)
        fewest = program.fewest_changes(tiles, 14)
        if not fewest or _near_to_special(tiles, fewest):
            continue
        compared += 1
        found = missing(tiles, BRETT)
        assert found.tiles == fewest or (found.at_least and found.tiles < fewest), show(tiles)


def _near_to_special(tiles: list[Tile], changes: int) -> bool:
    """Tell whether so few changes might make doubles or a mosaic."""
    naturals = Counter(tile for tile in tiles if not tile.is_joker)
    jokers = len(tiles) - naturals.total()
    pairs = sum(count == 2 for count in naturals.values())
    numbers = len({tile.number for tile in naturals}) + 1
    return 7 - pairs - jokers < changes or 14 - numbers - jokers < changes


@pytest.mark.parametrize("jokers", [1, 3])
def test_the_draws_that_close_are_all_that_do(jokers: int) -> None:
    pytest.importorskip("highspy", reason="the integer program needs highspy")
    program = oracle.Program(BRETT)
    rng = random.Random(f"draws {jokers}")
    tried = 0
    while tried < 1:
        tiles = oracle.some_tiles(rng, BRETT, 15 - jokers, jokers)
        found = missing(tiles, BRETT)
        if found.tiles != 1 or found.draws is None or _near_to_special(tiles, 2):
            continue
        tried += 1
        left = BRETT.pack.counts()
        left.subtract(tiles)
        for face in BRETT.pack.faces():
            if left[face] > 0:
                closes = program.fewest_changes([*tiles, face], 14) == 0
                assert closes == (face in found.draws), (show(tiles), face)


def test_most_tiles_in_melds() -> None:
    assert most_in_melds(parse("b8 b8 b10 b11 b12 k7 k8 k8 k9 k10 k11 k12 y8 y9 y13"), BRETT) == 12


@pytest.mark.parametrize(
    ("house", "fourteen", "free", "thrown", "usual", "other"),
    [
        ({"pair_of_jokers": False}, "r1 r1 b2 b2 k3 k3 y4 y4 r5 r5 b6 b6 * *", None, 0, 800, 0),
        (
            {"carre_jokers": False},
            "r7 r7 b7 b7 y7 y7 k7 * r1 r2 r3 b9 k9 y9",
            None,
            0,
            900,
            200,
        ),
        ({"free_tile_fits": True}, MONO, "k13", 0, 1000, 500),
        ({"add_up": True}, MONO, "k13", 0, 1000, 1750),
        (
            {"one_thrown_big": False},
            "r1 r2 r3 r4 r5 r6 r7 b1 b2 b3 b4 b5 b6 b7",
            None,
            1,
            1000,
            500,
        ),
        ({"deduct_further": False}, "r1 r2 r3 r4 r5 b9 y9 * y11 * y13 k2 * k4", None, 0, 100, 150),
        (
            {"mosaic_deduct": False},
            "r1 b2 k3 y4 r5 b6 k7 y8 r9 b10 k11 y12 * *",
            None,
            0,
            150,
            250,
        ),
        ({"ace_high": False}, "k12 k13 k1 r3 r4 r5 r6 b7 y7 k7 r10 r11 r12 r13", None, 0, 250, 0),
        ({"naturals": 2}, "r1 r2 r3 r4 b7 b8 b9 b10 k1 k2 k3 y13 * *", None, 0, 150, 0),
    ],
)
def test_house_rules_of_the_closed_board(
    house: dict[str, object], fourteen: str, free: str | None, thrown: int, usual: int, other: int
) -> None:
    tile = parse(free)[0] if free else None
    assert close(parse(fourteen), BRETT, free=tile, thrown=thrown).pays == usual
    changed = with_house(BRETT, house)
    assert close(parse(fourteen), changed, free=tile, thrown=thrown).pays == other


def test_jokers_thrown_by_others_count_by_house_rule_only() -> None:
    question = {"ask": "close", "game": "brett", "rack": SIMPLE, "thrown_by_others": 1}
    assert answer(question)["pays"] == 250
    assert answer({**question, "house": "thrown_by_all=yes"})["pays"] == 500


def test_the_first_player_may_close_with_the_tiles_dealt_unless_the_house_says_no() -> None:
    question = {"ask": "close", "game": "brett", "rack": SIMPLE + " k13", "dealt": True}
    assert answer(question)["closed"]
    assert "error" in answer({**question, "house": "first_player_closes=no"})


@pytest.mark.parametrize(
    ("question", "code"),
    [
        ({"rack": "r1 r2 r3"}, "bad_value"),
        ({"rack": MONO + " r1", "free": "k13"}, "bad_value"),
        ({"rack": MONO, "free": "r7"}, "impossible_tiles"),
        ({"rack": MONO, "multiplier": 0}, "bad_value"),
        ({"rack": MONO, "thrown": 7}, "bad_value"),
        ({"rack": ""}, "missing_key"),
    ],
)
def test_impossible_boards_are_refused(question: dict[str, object], code: str) -> None:
    told = answer({"ask": "close", "game": "brett", **question})
    error = told["error"]
    assert isinstance(error, dict)
    assert error["code"] == code
