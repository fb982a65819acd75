from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest

from engine.melds import judge, lying_readings
from engine.rules import SYSTEMS, with_house
from engine.tiles import parse, show
from tests.engine import oracle

JUDGED = [
    # the rule sheet's own examples
    ("zahlen", "k10 b10 *", 30),
    ("zahlen", "r11 r12 *", 36),
    ("zahlen", "* * r13", 39),
    ("lite", "5h * * 8h", None),
    ("lite", "* 6h *", None),
    ("lite", "5h * 7h *", 26),
    ("lite", "7h * 7s *", 28),
    ("zwei", "* * Ah", None),
    ("zwei", "5h * 7h", 18),
    ("zwei", "* 6h 7h *", 30),
    ("zwei", "5h * *", None),
    ("zwei", "7h 7d 7s", 21),
    ("klassisch", "Qh Kh Ah", None),
    ("klassisch", "Ah 2h 3h", 6),
    ("brett", "r12 r13 r1", 26),
    ("brett", "r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 r1", 92),
    ("brett", "* * *", 39),
    ("lite", "Qh Kh Ah", 31),
    ("lite", "Ah 2h 3h", 6),
    ("lite", "Ah As Ad", 33),
    ("zwei", "Kh Ah 2h", None),
    ("zahlen", "r13 r1 r2", None),
    ("zahlen", "r7 b7 r7", None),
    ("zahlen", "r7 b7 k7 y7 *", None),
    ("zwei", "10h 10d 10c 10s", 40),
]


@pytest.mark.parametrize(("game", "meld", "worth"), JUDGED)
def test_judged_melds(game: str, meld: str, worth: int | None) -> None:
    judged = judge(parse(meld), SYSTEMS[game])
    assert judged.valid == (worth is not None)
    assert judged.worth == (worth or 0)
    assert bool(judged.faults) == (worth is None)


@pytest.mark.parametrize(
    ("game", "meld", "code", "tiles"),
    [
        ("zahlen", "r7 b7 r7", "same_colour_twice", "r7 r7"),
        ("zahlen", "r5 r6", "too_short", "r5 r6"),
        ("zahlen", "r5 r5 r6", "same_number_twice", "r5 r5"),
        ("zahlen", "r5 b6 k7", "no_run_no_group", "r5 b6 k7"),
        ("zahlen", "r5 r6 r8", "gap", "r7"),
        ("zahlen", "r12 r13 r1", "ace_not_high", "r1"),
        ("zahlen", "r13 r1 r2", "round_the_corner", "r1 r2 r13"),
        ("lite", "Kh Ah 2h", "round_the_corner", "Ah 2h Kh"),
        ("lite", "5h * * 8h", "jokers_side_by_side", "* *"),
        ("lite", "* 6h *", "too_many_jokers", "* *"),
        ("zwei", "5h * *", "too_few_naturals", "5h * *"),
        ("zahlen", "* * *", "too_few_naturals", "* * *"),
        ("zahlen", "r7 b7 k7 y7 *", "too_long", "r7 b7 k7 y7 *"),
    ],
)
def test_faults_name_the_tiles(game: str, meld: str, code: str, tiles: str) -> None:
    faults = judge(parse(meld), SYSTEMS[game]).faults
    assert (code, tiles) in [(fault.code, show(fault.tiles)) for fault in faults]


@pytest.mark.parametrize("game", SYSTEMS)
def test_random_tiles_are_judged_like_the_written_out_melds(game: str) -> None:
    system = SYSTEMS[game]
    rng = random.Random(game)
    shapes = dict(oracle.shapes(system, 3))
    keys = sorted(shapes)
    for _ in range(600):
        tiles = list(rng.choice(keys))
        if rng.random() < 0.6:
            tiles[rng.randrange(len(tiles))] = rng.choice(system.pack.faces())
        if tiles.count(parse("*")[0]) > 3:
            continue
        judged = judge(tiles, system)
        assert judged.worth == shapes.get(tuple(sorted(tiles)), 0), show(tiles)
        assert judged.valid == (tuple(sorted(tiles)) in shapes), show(tiles)
        assert judged.valid != bool(judged.faults), show(tiles)


def test_every_small_set_of_faces_is_judged_right_without_jokers() -> None:
    system = SYSTEMS["zwei"]
    shapes = dict(oracle.shapes(system, 0))
    faces = [face for face in system.pack.faces() if face.number in (1, 2, 3, 12, 13)]
    for tiles in combinations(faces, 3):
        assert judge(tiles, system).valid == (tuple(sorted(tiles)) in shapes)


def test_a_meld_lies_as_its_jokers_lie() -> None:
    (reading,) = lying_readings(parse("* r5 r6"), SYSTEMS["zahlen"])
    assert show(reading.stands) == "r4 r5 r6"
    (reading,) = lying_readings(parse("r6 r5 *"), SYSTEMS["zahlen"])
    assert show(reading.stands) == "r4 r5 r6"


def test_the_low_reading_can_be_asked_for() -> None:
    low = with_house(SYSTEMS["zahlen"], {"reading": "low"})
    assert judge(parse("r9 r10 *"), SYSTEMS["zahlen"]).worth == 30
    assert judge(parse("r9 r10 *"), low).worth == 27


def test_a_reading_shows_the_same_tiles() -> None:
    for reading in judge(parse("r5 * r7 *"), SYSTEMS["zahlen"]).readings:
        assert Counter(reading.tiles) == Counter(parse("r5 * r7 *"))
