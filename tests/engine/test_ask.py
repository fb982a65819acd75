from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import answer
from engine.melds import is_meld
from engine.rules import SYSTEMS
from engine.tiles import parse, parse_melds, show, show_melds
from tests.engine import oracle

WRONG: list[tuple[Any, str]] = [
    ([], "not_an_object"),
    ({}, "unknown_ask"),
    ({"ask": 7}, "unknown_ask"),
    ({"ask": "advise"}, "unknown_game"),
    ({"ask": "advise", "game": "chess"}, "unknown_game"),
    ({"ask": "advise", "game": "zahlen"}, "missing_key"),
    ({"ask": "advise", "game": "zahlen", "rack": 7}, "bad_value"),
    ({"ask": "advise", "game": "zahlen", "rack": "r14"}, "unknown_tile"),
    ({"ask": "advise", "game": "zahlen", "rack": "r7 r7 r7"}, "impossible_tiles"),
    ({"ask": "advise", "game": "zahlen", "rack": "* * *"}, "impossible_tiles"),
    ({"ask": "advise", "game": "zahlen", "rack": "Qh"}, "impossible_tiles"),
    ({"ask": "advise", "game": "zahlen", "rack": "r1", "opened": "yes"}, "bad_value"),
    ({"ask": "advise", "game": "zahlen", "rack": "r1", "goal": "fun"}, "bad_value"),
    ({"ask": "advise", "game": "zwei", "rack": "2h", "table": "3h 4h"}, "bad_table"),
    ({"ask": "advise", "game": "brett", "rack": "r1", "table": "r3 r4 r5"}, "not_this_game"),
    ({"ask": "advise", "game": "zahlen", "rack": "r1", "house": 7}, "bad_house"),
    ({"ask": "advise", "game": "zahlen", "rack": "r1", "house": {"first_meld": True}}, "bad_house"),
    ({"ask": "close", "game": "lite", "rack": "2h"}, "not_this_game"),
    ({"ask": "meld", "game": "zahlen"}, "missing_key"),
    ({"ask": "check", "game": "zahlen", "rack": "r1"}, "missing_key"),
    ({"ask": "hint", "game": "zahlen", "rack": "r1", "level": "shout"}, "bad_value"),
    ({"ask": "discard", "game": "zahlen", "rack": "r1"}, "not_this_game"),
    ({"ask": "check", "game": "zwei", "after": "", "rack": "2h", "thrown": "2h 3h"}, "bad_value"),
]


@pytest.mark.parametrize(("question", "code"), WRONG)
def test_bad_questions_are_named(question: Any, code: str) -> None:
    error = answer(question)["error"]
    assert isinstance(error, dict)
    assert error["code"] == code
    assert error["text"]


def test_an_error_says_where() -> None:
    told = answer({"ask": "advise", "game": "zahlen", "rack": "r1", "table": "r1 r2 r3 | r4 x5"})
    assert told["error"] == {
        "code": "unknown_tile",
        "text": "table meld 2: 'x5' (place 2) is no tile: write r7, b13, k1, y4, Qh, 10s or * "
        "for a joker",
        "where": "table meld 2",
        "tile": "x5",
        "place": 2,
    }


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-5, 20)
    | st.sampled_from(
        ["", "r1 r2 r3", "* r5", "Qh Kh Ah 2d", "r1 r2 r3 | b4", "nonsense", "1", "closed"]
    ),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=2)
    ),
    max_leaves=4,
)
KEYS = [
    *("rack", "table", "opened", "goal", "level", "seen", "meld", "after", "rack_after", "thrown"),
    *("taken", "drew", "free", "multiplier", "opponents", "players", "end", "winner", "rests"),
    *("all_at_once", "totals", "price", "trump", "house"),
]


@settings(max_examples=120, deadline=None)
@given(
    st.sampled_from(["advise", "hint", "discard", "meld", "check", "close", "score", "rules"]),
    st.sampled_from(list(SYSTEMS)),
    st.dictionaries(st.sampled_from(KEYS), VALUES, max_size=8),
)
def test_no_question_raises_and_every_answer_is_json(
    ask: str, game: str, more: dict[str, object]
) -> None:
    json.dumps(answer({**more, "ask": ask, "game": game}))


def test_a_joker_shows_what_it_stands_for() -> None:
    told = answer({"ask": "advise", "game": "zahlen", "rack": "r7 r9 *"})
    melds = told["melds"]
    assert isinstance(melds, list)
    assert melds[0]["meld"] == "r7 * r9"
    assert melds[0]["stands"] == "r7 r8 r9"
    assert melds[0]["jokers"] == ["r8"]


def test_when_it_does_not_open_nothing_is_placed() -> None:
    told = answer({"ask": "advise", "game": "zahlen", "rack": "r1 r2 r3", "opened": False})
    assert (told["opens"], told["opening_best"], told["placed"]) == (False, 6, 0)
    assert told["steps"] == []
    assert told["keep"] == "r1 r2 r3"


def test_at_the_limit_the_answer_is_the_last_legal_table() -> None:
    system = SYSTEMS["zahlen"]
    rng = random.Random("limit")
    unproven = 0
    for _ in range(20):
        table, left = oracle.some_table(rng, system, 12, 2)
        melds = show_melds(oracle.laid(meld, places) for meld, places in table)
        rack = show(rng.sample(sorted(left.elements()), 14))
        question = {"ask": "advise", "game": "zahlen", "rack": rack, "table": melds, "opened": True}
        told = answer({**question, "seconds": 1e-6})
        if "error" in told:
            continue
        unproven += not told["proven"]
        after = str(told["table_after"])
        for meld in parse_melds(after):
            assert is_meld(meld, system), (rack, melds)
        lying = [tile for meld in parse_melds(f"{after} | {told['keep']}") for tile in meld]
        assert sorted(lying) == sorted(parse(f"{rack} {melds.replace('|', ' ')}"))
    assert unproven


def test_without_any_table_in_time_it_is_said_that_there_is_no_answer_yet() -> None:
    question = {"ask": "advise", "game": "zwei", "rack": "5h 6h * * 9c 9d 9s", "seconds": 1e-9}
    error = answer({**question, "opened": True})["error"]
    assert isinstance(error, dict)
    assert error["code"] == "no_answer_yet"


@pytest.mark.parametrize("seconds", [0, -1, "2", True, 1000])
def test_a_limit_that_is_no_time_is_refused(seconds: object) -> None:
    question = {"ask": "advise", "game": "zahlen", "rack": "r1 r2 r3", "seconds": seconds}
    error = answer(question)["error"]
    assert isinstance(error, dict)
    assert (error["code"], error["where"]) == ("bad_value", "seconds")
