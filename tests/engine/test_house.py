"""For every option a position whose verdict flips with it, in the checker and in the solver."""

from __future__ import annotations

from typing import Any

import pytest

from engine import answer
from engine.rules import (
    OPTIONS,
    SYSTEMS,
    BadOption,
    differences,
    option_value,
    parse_house,
    show_house,
    side_by_side,
    with_house,
)

# game, house, question, key, source's answer, house's answer
Flip = tuple[str, dict[str, object], dict[str, object], str, object, object]


def advise(rack: str, table: str = "", *, opened: bool = True) -> dict[str, object]:
    return {"ask": "advise", "rack": rack, "table": table, "opened": opened}


def meld(tiles: str) -> dict[str, object]:
    return {"ask": "meld", "meld": tiles}


def check(rack: str, after: str, **more: object) -> dict[str, object]:
    return {"ask": "check", "rack": rack, "table": "", "after": after, **more}


LAID = {"rack": "5s 2c", "table": "2s 3s 4s", "after": "2s 3s 4s 5s"}
TWO = "4h 5h 6h 7s 7d 7c"
SWAP = {"rack": "6s 2h", "table": "5s * 7s", "after": "5s 6s 7s"}

PILE = "2c 3c 4c"
DOUBLES = "r1 r1 b2 b2 k3 k3 y4 y4 r5 r5 b6 b6 * *"
CARRE = "r7 r7 b7 b7 y7 y7 k7 * r1 r2 r3 b9 k9 y9"
MONO = "r1 r2 r3 r4 r5 r6 r7 r7 r8 r9 r10 r11 r12 r13"
BIG = "r1 r2 r3 r4 r5 r6 r7 b1 b2 b3 b4 b5 b6 b7"
MOSAIC = "r1 b2 k3 y4 r5 b6 k7 y8 r9 b10 k11 y12 * *"
SIMPLE = "r1 r2 r3 r4 r5 b9 y9 k9 y11 y12 y13 k2 k3 k4"
THREE_INSIDE = "r1 r2 r3 r4 r5 b9 y9 * y11 * y13 k2 * k4"
ACE_HIGH = "k12 k13 k1 r3 r4 r5 r6 b7 y7 k7 r10 r11 r12 r13"
ALONE = "r1 r2 r3 r4 b7 b8 b9 b10 k1 k2 k3 y13 * *"


def close(rack: str, **more: object) -> dict[str, object]:
    return {"ask": "close", "rack": rack, **more}


# House, rack, what else is told, what each opponent pays at home and at the source. The board is
# judged by ``close`` and counted by ``score``.
BOARDS: list[tuple[dict[str, object], str, dict[str, object], int, int]] = [
    ({"pair_of_jokers": False}, DOUBLES, {}, 800, 0),
    ({"carre_jokers": False}, CARRE, {}, 900, 200),
    ({"free_tile_fits": True}, MONO, {"free": "k13"}, 1000, 500),
    ({"add_up": True}, MONO, {"free": "k13"}, 1000, 1750),
    ({"one_thrown_big": False}, BIG, {"thrown": 1}, 1000, 500),
    ({"deduct_further": False}, THREE_INSIDE, {}, 100, 150),
    ({"mosaic_deduct": False}, MOSAIC, {}, 150, 250),
    ({"thrown_by_all": True}, SIMPLE, {"thrown_by_others": 1}, 250, 500),
    ({"first_player_closes": False}, SIMPLE, {"free": "k13", "dealt": True}, 250, 0),
    ({"ace_high": False}, ACE_HIGH, {}, 250, 0),
    ({"naturals": 2}, ALONE, {}, 150, 0),
]

CHECKER: list[Flip] = [
    ("zwei", {"ace_high": False}, meld("Qh Kh Ah"), "valid", True, False),
    ("klassisch", {"ace_high": True}, meld("Qh Kh Ah"), "valid", False, True),
    (
        "zwei",
        {"ace_both": False},
        meld("Ah 2h 3h 4h 5h 6h 7h 8h 9h 10h Jh Qh Kh Ah"),
        "valid",
        True,
        False,
    ),
    ("zahlen", {"naturals": 2}, meld("r5 * *"), "valid", True, False),
    ("zahlen", {"naturals": 2}, check("r5 * *", "r5 * *"), "valid", True, False),
    ("zwei", {"naturals": 1}, meld("5h * *"), "valid", False, True),
    (
        "lite",
        {"jokers_outnumber": True, "jokers_adjacent": True},
        meld("* 6h *"),
        "valid",
        False,
        True,
    ),
    ("lite", {"jokers_adjacent": True}, meld("5h * * 8h"), "valid", False, True),
    ("zwei", {"jokers_outnumber": False}, meld("5h 6h * * *"), "valid", True, False),
    ("zwei", {"jokers_adjacent": False}, meld("5h * * 8h"), "valid", True, False),
    ("zwei", {"joker_taking": "never"}, {"ask": "check", **SWAP}, "valid", True, False),
    ("lite", {"joker_taking": "keep"}, {"ask": "check", **SWAP}, "valid", False, True),
    (
        "lite",
        {"first_meld": 30},
        check("10h 10d 10s 2c", "10h 10d 10s", opened=False),
        "valid",
        False,
        True,
    ),
    (
        "zahlen",
        {"first_meld": 40},
        check("r10 b10 k10", "r10 b10 k10", opened=False),
        "valid",
        True,
        False,
    ),
    (
        "zwei",
        {"melds_add_up": False},
        check(f"{TWO} 2d", "4h 5h 6h | 7s 7d 7c", opened=False),
        "valid",
        True,
        False,
    ),
    ("klassisch", {"lay_off": "never"}, {"ask": "check", **LAID}, "valid", True, False),
    (
        "zwei",
        {"lay_off": "always"},
        {"ask": "check", **LAID, "opened": False},
        "valid",
        False,
        True,
    ),
    ("lite", {"last_card": "may"}, check("5h 6h 7h", "5h 6h 7h"), "valid", False, True),
    ("zwei", {"last_card": "throw"}, check("5h 6h 7h", "5h 6h 7h"), "valid", True, False),
    ("zahlen", {"reading": "low"}, meld("r9 r10 *"), "worth", 30, 27),
    ("zwei", {"ace_low_worth": 11}, meld("Ah 2h 3h"), "worth", 6, 16),
    ("zwei", {"ace_high_worth": 1}, meld("Qh Kh Ah"), "worth", 31, 21),
    ("zwei", {"ace_group_worth": 1}, meld("Ah Ad As"), "worth", 33, 3),
    (
        "klassisch",
        {"throw_taken": True},
        check("5s 6s 7s 2h 9c", "5s 6s 7s", thrown="2h", taken="2h"),
        "valid",
        False,
        True,
    ),
    ("zahlen", {"jokers": 3}, meld("r5 * * *"), "error", "impossible_tiles", None),
    (
        "brett",
        {"ace_both": False},
        meld("r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 r1"),
        "valid",
        True,
        False,
    ),
    ("lite", {"stock_empty": "end"}, {"ask": "pile", "pile": PILE}, "ends", False, True),
    ("zwei", {"stock_empty": "end"}, {"ask": "pile", "pile": PILE}, "ends", False, True),
    (
        "zwei",
        {"claim_short": False},
        check("5s 6s 9c", "5s 6s 7s", claimed_from="2c 7s"),
        "valid",
        True,
        False,
    ),
    (
        "zwei",
        {"claim_draws": True},
        check("5s 6s 9c", "5s 6s 7s", claimed_from="2c 3c 7s", drew=True),
        "valid",
        False,
        True,
    ),
    *[
        ("brett", house, close(rack, **more), "pays", usual, other)
        for house, rack, more, usual, other in BOARDS
        if other or not more.get("dealt")
    ],
    (
        "brett",
        {"first_player_closes": False},
        close(SIMPLE + " k13", dealt=True),
        "error",
        None,
        "bad_value",
    ),
]

SOLVER: list[Flip] = [
    ("zwei", {"ace_high": False}, advise("Qh Kh Ah"), "placed", 3, 0),
    ("klassisch", {"ace_high": True}, advise("Qh Kh Ah"), "placed", 0, 3),
    (
        "zwei",
        {"ace_both": False},
        advise("Ah", "Ah 2h 3h 4h 5h 6h 7h 8h 9h 10h Jh Qh Kh"),
        "placed",
        1,
        0,
    ),
    ("zahlen", {"naturals": 2}, advise("r5 * *"), "placed", 3, 0),
    ("zwei", {"naturals": 1}, advise("5h * *"), "placed", 0, 3),
    (
        "lite",
        {"jokers_outnumber": True, "jokers_adjacent": True},
        advise("* 6h * 2c"),
        "placed",
        0,
        3,
    ),
    ("lite", {"jokers_adjacent": True}, advise("5h * * 8h 2c"), "placed", 0, 4),
    ("zwei", {"jokers_outnumber": False}, advise("5h 6h * * *"), "placed", 5, 4),
    ("zwei", {"jokers_adjacent": False}, advise("5h * * 8h"), "placed", 4, 0),
    ("zwei", {"joker_taking": "never"}, advise("6s 2h 3h", "5s * 7s"), "placed", 3, 0),
    ("lite", {"joker_taking": "never"}, advise("6s 2h 3h 9c", "5s * 7s"), "placed", 3, 0),
    ("lite", {"first_meld": 30}, advise("10h 10d 10s 2c", opened=False), "placed", 0, 3),
    ("zahlen", {"first_meld": 40}, advise("r10 b10 k10", opened=False), "placed", 3, 0),
    ("zwei", {"melds_add_up": False}, advise(TWO, opened=False), "placed", 6, 0),
    ("zwei", {"melds_add_up": False}, advise(TWO, opened=False), "opening_best", 36, 21),
    ("klassisch", {"lay_off": "never"}, advise("5s 9c", "2s 3s 4s"), "placed", 1, 0),
    (
        "zwei",
        {"lay_off": "next_turn"},
        advise("5s 10h 10d 10s", "2s 3s 4s", opened=False),
        "placed",
        4,
        3,
    ),
    ("lite", {"last_card": "may"}, advise("5h 6h 7h"), "placed", 0, 3),
    ("zwei", {"last_card": "throw"}, advise("5h 6h 7h"), "placed", 3, 0),
    ("zahlen", {"reading": "low"}, advise("r9 r10 *", opened=False), "placed", 3, 0),
    ("zahlen", {"reading": "low"}, advise("r9 r10 *", opened=False), "opening_best", 30, 27),
    ("zahlen", {"reading": "low"}, advise("r11 * *", opened=False), "opening_best", 36, 30),
    ("zwei", {"ace_low_worth": 11}, advise("Ah 2h 3h 4h", opened=False), "opening_best", 10, 20),
    ("zwei", {"ace_high_worth": 1}, advise("Qh Kh Ah", opened=False), "placed", 3, 0),
    ("zwei", {"ace_group_worth": 1}, advise("Ah Ad As", opened=False), "placed", 3, 0),
    ("zwei", {"ace_left": 11}, advise("Ah Ad As"), "placed_worth", 45, 33),
    ("zahlen", {"joker_left": 20}, advise("r5 r6 *"), "placed_worth", 41, 31),
    ("zahlen", {"jokers": 3}, advise("r5 * * *"), "error", "impossible_tiles", None),
    ("zahlen", {"naturals": 0, "jokers": 3}, advise("* * *"), "error", "impossible_tiles", None),
    (
        "zwei",
        {"claim_short": False},
        {**advise("5s 6s 9c"), "claimed_from": "2c 7s"},
        "error",
        None,
        "bad_value",
    ),
    ("zwei", {"claim_draws": True}, {"ask": "pile", "pile": PILE}, "draws", False, True),
    (
        "klassisch",
        {"throw_taken": True},
        {"ask": "discard", "rack": "5s 6s 2h", "table": "", "taken": "2h"},
        "throw",
        "6s",
        "2h",
    ),
]

SCORES: list[Flip] = [
    (
        "zwei",
        {"ace_left": 11},
        {"ask": "score", "winner": 1, "rests": ["", "Ah"]},
        "points",
        {"1": 0, "2": -15},
        {"1": 0, "2": -11},
    ),
    (
        "lite",
        {"joker_left": 30},
        {"ask": "score", "winner": 1, "rests": ["", "*"]},
        "points",
        {"1": 0, "2": 20},
        {"1": 0, "2": 30},
    ),
    (
        "lite",
        {"all_at_once": 3},
        {"ask": "score", "winner": 1, "rests": ["", "9h"], "all_at_once": True},
        "points",
        {"1": 0, "2": 18},
        {"1": 0, "2": 27},
    ),
    (
        "lite",
        {"limit": 100},
        {"ask": "score", "winner": 1, "rests": ["", "9h"], "totals": [0, 95]},
        "over",
        False,
        True,
    ),
    (
        "zwei",
        {"limit_over": False},
        {"ask": "score", "winner": 1, "rests": ["", "9h"], "totals": [0, -41]},
        "over",
        False,
        True,
    ),
    (
        "brett",
        {"trump_bonus": 50},
        {"ask": "score", "end": "stock", "trump": 1},
        "points",
        {"1": 100, "2": -100},
        {"1": 50, "2": -50},
    ),
    (
        "brett",
        {"trump_from": "nobody"},
        {"ask": "score", "end": "stock", "trump": 1},
        "points",
        {"1": 100, "2": -100},
        {"1": 0, "2": 0},
    ),
    (
        "lite",
        {"players": 4},
        {"ask": "score", "players": 5, "winner": 1, "rests": ["", "2h", "3h", "4h", "5h"]},
        "error",
        None,
        "bad_value",
    ),
    (
        "lite",
        {"stock_empty": "end"},
        {"ask": "score", "end": "stock", "rests": ["2h", "3h"]},
        "error",
        "bad_value",
        None,
    ),
    *[
        (
            "brett",
            house,
            {"ask": "score", "winner": 1, "rack": rack, **more},
            "points",
            {"1": usual, "2": -usual},
            {"1": other, "2": -other} if other else None,
        )
        for house, rack, more, usual, other in BOARDS
    ],
]


def value(told: dict[str, Any], key: str) -> object:
    found = told.get(key)
    return found["code"] if key == "error" and isinstance(found, dict) else found


@pytest.mark.parametrize(("game", "house", "question", "key", "usual", "other"), SOLVER + SCORES)
def test_the_answer_flips_with_the_option(
    game: str,
    house: dict[str, object],
    question: dict[str, object],
    key: str,
    usual: object,
    other: object,
) -> None:
    assert value(dict(answer({**question, "game": game})), key) == usual
    assert value(dict(answer({**question, "game": game, "house": house})), key) == other


@pytest.mark.parametrize(("game", "house", "question", "key", "usual", "other"), CHECKER)
def test_the_verdict_flips_with_the_option(
    game: str,
    house: dict[str, object],
    question: dict[str, object],
    key: str,
    usual: object,
    other: object,
) -> None:
    assert value(dict(answer({**question, "game": game})), key) == usual
    assert value(dict(answer({**question, "game": game, "house": house})), key) == other


# What is only counted when a round is over, not judged or looked for at the table.
COUNTED = {
    "players",
    "limit",
    "limit_over",
    "all_at_once",
    "trump_bonus",
    "trump_from",
    "joker_left",
    "ace_left",
}


def test_every_option_has_a_position_that_flips_in_the_checker_and_in_the_solver() -> None:
    judged = {name for flip in CHECKER for name in flip[1]}
    solved = {name for flip in SOLVER + SCORES for name in flip[1]}
    assert judged | COUNTED == set(OPTIONS)
    assert solved == set(OPTIONS)


@pytest.mark.parametrize("game", SYSTEMS)
def test_every_option_belongs_to_a_system(game: str) -> None:
    assert set(SYSTEMS[game].options) <= set(OPTIONS)
    assert set(OPTIONS) == {name for system in SYSTEMS.values() for name in system.options}


@pytest.mark.parametrize("game", SYSTEMS)
def test_house_rules_survive_writing_and_reading(game: str) -> None:
    source = SYSTEMS[game]
    for name in source.options:
        option = OPTIONS[name]
        usual = option_value(source, name)
        if option.choices:
            other: object = next(choice for choice in option.choices if choice != usual)
        elif option.low is not None and name != "jokers":
            other = option.low if usual != option.low else option.high
        elif name == "jokers":
            other = source.pack.fewest_jokers
        else:
            other = not usual
        if other == usual:
            continue
        changed = with_house(source, {name: other})
        text = show_house(differences(changed, source))
        assert with_house(source, parse_house(text)) == changed, name


@pytest.mark.parametrize(
    ("game", "house", "about"),
    [
        ("zahlen", "first_meld=900", "first_meld"),
        ("zahlen", "first_meld=many", "first_meld"),
        ("zahlen", "nonsense=1", "nonsense"),
        ("zahlen", "first_meld", "first_meld"),
        ("brett", "first_meld=30", "first_meld"),
        ("lite", "joker_taking=maybe", "joker_taking"),
        ("lite", "ace_high=perhaps", "ace_high"),
        ("lite", "jokers=1", "jokers"),
    ],
)
def test_house_rules_that_do_not_fit_are_named(game: str, house: str, about: str) -> None:
    with pytest.raises(BadOption) as refused:
        with_house(SYSTEMS[game], parse_house(house))
    assert refused.value.name == about
    error = answer({"ask": "rules", "game": game, "house": house})["error"]
    assert isinstance(error, dict)
    assert error["code"] == "bad_house"


def test_no_limit_is_written_none() -> None:
    assert with_house(SYSTEMS["lite"], parse_house("limit=none")).ending.limit is None


def test_the_systems_lie_side_by_side() -> None:
    rows = side_by_side()
    assert rows[0] == ["", *SYSTEMS]
    assert {len(row) for row in rows} == {6}
    assert all(cell for row in rows[1:] for cell in row)
