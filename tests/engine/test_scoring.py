from __future__ import annotations

from typing import Any

import pytest

from engine import answer
from engine.rules import SYSTEMS, with_house
from engine.scoring import standing


def score(game: str, **question: object) -> dict[str, Any]:
    return dict(answer({"ask": "score", "game": game, **question}))


ROUNDS: list[tuple[str, dict[str, object], dict[str, int]]] = [
    (
        "lite",
        {"players": 3, "winner": 1, "rests": ["", "Ah 2s", "* Kd"]},
        {"1": 0, "2": 13, "3": 30},
    ),
    (
        "lite",
        {"players": 2, "winner": 2, "rests": ["Ah 2s", ""], "all_at_once": True},
        {"1": 26, "2": 0},
    ),
    ("zahlen", {"winner": 1, "rests": ["", "r9 *"]}, {"1": 39, "2": 0}),
    ("zahlen", {"end": "passed", "rests": ["r9", "r13 b1"]}, {"1": 5, "2": 0}),
    ("zahlen", {"end": "passed", "rests": ["r13 *", "r13 b1"]}, {"1": 0, "2": 29}),
    ("zahlen", {"end": "passed", "rests": ["r9", "b8 b1"]}, {"1": 0, "2": 0}),
    (
        "klassisch",
        {"players": 3, "winner": 2, "rests": ["Kh Ad", "", "7s"]},
        {"1": 0, "2": 18, "3": 0},
    ),
    (
        "klassisch",
        {"winner": 1, "rests": ["", "Kh Ad"], "all_at_once": True},
        {"1": 22, "2": 0},
    ),
    ("zwei", {"winner": 1, "rests": ["", "Ah * 9c"]}, {"1": 0, "2": -54}),
    ("zwei", {"winner": 1, "rests": ["", "Ah"], "all_at_once": True}, {"1": 0, "2": -30}),
    (
        "brett",
        {"players": 4, "winner": 1, "price": 250},
        {"1": 750, "2": -250, "3": -250, "4": -250},
    ),
    ("brett", {"players": 2, "winner": 2, "price": 500, "multiplier": 2}, {"1": -1000, "2": 1000}),
    ("brett", {"players": 3, "end": "stock"}, {"1": 0, "2": 0, "3": 0}),
    (
        "brett",
        {"players": 3, "end": "stock", "trump": 2, "multiplier": 5},
        {"1": -100, "2": 200, "3": -100},
    ),
    (
        "brett",
        {"players": 3, "winner": 1, "price": 250, "trump": 2, "multiplier": 2},
        {"1": 900, "2": -300, "3": -600},
    ),
]


@pytest.mark.parametrize(("game", "question", "points"), ROUNDS)
def test_what_a_round_pays(game: str, question: dict[str, object], points: dict[str, int]) -> None:
    told = score(game, **question)
    assert told["points"] == points
    lines = told["lines"]
    for player, sum_of_lines in points.items():
        assert sum(line["points"] for line in lines if line["player"] == player) == sum_of_lines
    if game == "brett":
        assert sum(points.values()) == 0


def test_a_closed_board_is_priced_for_the_score() -> None:
    told = score(
        "brett",
        players=["Ann", "Bo", "Cy", "Di"],
        winner="Bo",
        rack="r1 r2 r3 r4 r5 r6 r7 r7 r8 r9 r10 r11 r12 r13",
        free="k13",
        multiplier=2,
    )
    assert told["points"] == {"Ann": -2000, "Bo": 6000, "Cy": -2000, "Di": -2000}


@pytest.mark.parametrize(
    ("game", "totals", "over", "winners"),
    [
        ("lite", [499, 120], False, []),
        ("lite", [500, 120], True, [1]),
        ("lite", [510, 120, 120], True, [1, 2]),
        ("klassisch", [99, 50], False, []),
        ("klassisch", [100, 50], True, [0]),
        ("zwei", [-50, -20], False, []),
        ("zwei", [-51, -20], True, [1]),
        ("zahlen", [900, 0], False, []),
        ("brett", [9000, -9000], False, []),
    ],
)
def test_when_a_game_ends(game: str, totals: list[int], over: bool, winners: list[int]) -> None:
    stands = standing(totals, SYSTEMS[game])
    assert stands.over == over
    assert list(stands.winners) == winners


def test_with_limit_one_any_rest_loses() -> None:
    short = with_house(SYSTEMS["zwei"], {"limit": 1})
    assert standing([0, -2], short).winners == (0,)
    assert not standing([0, 0], short).over


@pytest.mark.parametrize(
    ("game", "question"),
    [
        ("zahlen", {"end": "stock", "rests": ["r1", "r2"]}),
        ("lite", {"end": "passed", "rests": ["Ah", "2h"]}),
        ("zahlen", {"winner": 1, "rests": ["r1", "r2"]}),
        ("zahlen", {"winner": 1, "rests": ["", ""]}),
        ("zahlen", {"players": 3, "winner": 1, "rests": ["", "r1", "r2"]}),
        ("zahlen", {"winner": 3, "rests": ["", "r1"]}),
        ("zahlen", {"rests": ["r1", "r2"]}),
        ("zahlen", {"winner": 1, "rests": ["", "r1"], "all_at_once": True}),
        ("zahlen", {"winner": 1}),
        ("zahlen", {"winner": 1, "rests": {"Eve": "r1"}}),
        ("zahlen", {"winner": 1, "rests": ["", "r1"], "totals": [1]}),
        ("klassisch", {"players": 5, "winner": 1, "rests": ["", "2h", "3h", "4h", "5h"]}),
        (
            "brett",
            {"players": 2, "winner": 1, "rack": "r1 r2 r3 r4 r5 b9 y9 k9 y11 y12 b13 k2 k3 k4"},
        ),
    ],
)
def test_rounds_that_cannot_have_ended_so(game: str, question: dict[str, object]) -> None:
    assert score(game, **question)["error"]["code"] == "bad_value"
