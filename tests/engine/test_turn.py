from __future__ import annotations

import random

import pytest

from engine import answer
from engine.advice import advise
from engine.piles import claimed
from engine.rules import SYSTEMS
from engine.tiles import JOKER, show, show_melds
from engine.turn import Turn, check, may_refuse
from tests.engine import oracle

Question = dict[str, object]


def codes(game: str, **question: object) -> list[str]:
    told = answer({"ask": "check", "game": game, **question})
    faults = told["faults"]
    assert isinstance(faults, list)
    assert told["valid"] == (not faults)
    return [fault["code"] for fault in faults]


ZAHLEN: list[tuple[Question, list[str]]] = [
    ({"table": "r3 r4 r5", "after": "r3 r4 r5 r6", "rack": "r6 b1"}, []),
    ({"table": "r3 r4 r5 r6", "after": "r3 r4 r5 | r6 b6 k6", "rack": "b6 k6"}, []),
    ({"table": "r3 r4 r5", "after": "r3 r4 r5", "rack": "r6"}, ["nothing_played"]),
    ({"table": "r3 r4 r5", "after": "r3 r4 r5", "rack": "r6", "drew": True}, []),
    (
        {"table": "r3 r4 r5", "after": "r3 r4 r5 r6", "rack": "r6", "drew": True},
        ["drew_and_played"],
    ),
    (
        {"table": "r3 r4 r5 r6", "after": "r3 r4 r5 | b1 b2 b3", "rack": "b1 b2 b3"},
        ["vanished"],
    ),
    (
        {
            "table": "r3 r4 r5 r6",
            "after": "r3 r4 r5 | b1 b2 b3",
            "rack": "b1 b2 b3",
            "rack_after": "r6",
        },
        ["taken_to_rack"],
    ),
    ({"table": "r3 r4 r5", "after": "r3 r4 r5 b6", "rack": "b6"}, ["meld_broken"]),
    ({"table": "", "after": "r3 r4 r5", "rack": "r3 r4"}, ["not_from_rack"]),
    (
        {"table": "", "after": "b7 b8 b9", "rack": "b7 b8 b9", "opened": False},
        ["first_meld_short"],
    ),
    ({"table": "", "after": "b9 b10 b11", "rack": "b9 b10 b11", "opened": False}, []),
    (
        {"table": "", "after": "b4 b5 b6 | r5 b5 k5", "rack": "b4 b5 b6 r5 b5 k5", "opened": False},
        [],
    ),
    (
        {
            "table": "r3 r4 r5",
            "after": "r3 r4 r5 r6 | b9 b10 b11",
            "rack": "r6 b9 b10 b11",
            "opened": False,
        },
        ["lay_off_too_early"],
    ),
    (
        {
            "table": "r3 r4 r5 r6",
            "after": "r3 r4 r5 | r6 b6 k6 | b9 b10 b11",
            "rack": "b6 k6 b9 b10 b11",
            "opened": False,
        },
        ["table_touched"],
    ),
]


@pytest.mark.parametrize(("question", "expected"), ZAHLEN)
def test_turns_in_zahlen(question: Question, expected: list[str]) -> None:
    assert codes("zahlen", **question) == expected


CARDS: list[tuple[str, Question, list[str]]] = [
    ("zwei", {"table": "5s 6s 7s", "after": "5s 6s 7s 8s", "rack": "8s 2h"}, []),
    (
        "zwei",
        {"table": "5s 6s 7s 8s", "after": "5s 6s 7s | 8s 8h 8d", "rack": "8h 8d"},
        ["table_moved"],
    ),
    ("zwei", {"table": "5s * 7s", "after": "5s 6s 7s", "rack": "6s 2h"}, []),
    ("zwei", {"table": "5s * 7s", "after": "5s 6s 7s *", "rack": "6s 2h"}, []),
    ("lite", {"table": "5s * 7s", "after": "5s 6s 7s", "rack": "6s 2h"}, ["joker_not_laid"]),
    ("lite", {"table": "5s * 7s", "after": "5s 6s 7s", "rack": "6s 2h", "thrown": "*"}, []),
    ("lite", {"table": "5s * 7s", "after": "5s 6s 7s | 2h 3h *", "rack": "6s 2h 3h 9c"}, []),
    (
        "zwei",
        {"table": "5s * 7s", "after": "5s 8s 7s", "rack": "8s"},
        ["meld_broken", "table_moved", "vanished"],
    ),
    ("lite", {"table": "", "after": "5s 6s 7s", "rack": "5s 6s 7s"}, ["last_not_thrown"]),
    ("lite", {"table": "", "after": "5s 6s 7s", "rack": "5s 6s 7s 2h", "thrown": "2h"}, []),
    ("zwei", {"table": "", "after": "5s 6s 7s", "rack": "5s 6s 7s"}, []),
    (
        "klassisch",
        {"table": "", "after": "5s 6s 7s", "rack": "5s 6s 7s 2h 9c", "thrown": "2h", "taken": "2h"},
        ["throws_taken"],
    ),
    (
        "zwei",
        {"table": "", "after": "5s 6s 7s", "rack": "5s 6s 7s 2h 9c", "thrown": "2h", "taken": "2h"},
        [],
    ),
    (
        "zwei",
        {"table": "", "after": "7h 7d 7s", "rack": "7h 7d 7s 2c", "opened": False},
        ["first_meld_short"],
    ),
    (
        "zwei",
        {
            "table": "2s 3s 4s",
            "after": "2s 3s 4s 5s | 10h 10d 10s",
            "rack": "5s 10h 10d 10s 2c",
            "opened": False,
        },
        [],
    ),
    (
        "zwei",
        {"table": "2s 3s 4s", "after": "2s 3s 4s 5s", "rack": "5s 2c", "opened": False},
        ["lay_off_too_early"],
    ),
    (
        "klassisch",
        {"table": "2s 3s 4s", "after": "2s 3s 4s 5s", "rack": "5s 2c", "opened": False},
        [],
    ),
    ("klassisch", {"table": "", "after": "", "rack": "5s 2c", "thrown": "9h"}, ["not_in_rack"]),
    ("brett", {"table": "", "after": "r1 r2 r3", "rack": "r1 r2 r3"}, ["no_open_table"]),
]


@pytest.mark.parametrize(("game", "question", "expected"), CARDS)
def test_turns_in_other_games(game: str, question: Question, expected: list[str]) -> None:
    assert codes(game, **question) == expected


def test_a_short_first_meld_says_by_how_much() -> None:
    told = answer(
        {
            "ask": "check",
            "game": "zahlen",
            "table": "",
            "after": "b7 b8 b9",
            "rack": "b7 b8 b9",
            "opened": False,
        }
    )
    faults = told["faults"]
    assert isinstance(faults, list)
    assert faults[0]["short"] == 6


@pytest.mark.parametrize("game", ["lite", "zahlen", "klassisch", "zwei"])
@pytest.mark.parametrize("opened", [True, False])
def test_what_the_solver_proposes_the_checker_accepts(game: str, opened: bool) -> None:
    system = SYSTEMS[game]
    rng = random.Random(f"{game} {opened}")
    played = 0
    for _ in range(40):
        jokers = rng.randint(0, min(2, system.pack.jokers))
        table, left = oracle.some_table(rng, system, rng.randint(0, 5), jokers)
        before = tuple(oracle.laid(meld, places) for meld, places in table)
        rest = sorted(left.elements())
        rack = tuple(rng.sample(rest, min(len(rest), 12)))
        advice = advise(rack, before, system, opened=opened)
        if not advice.placed:
            continue
        played += 1
        thrown = advice.keep[-1] if advice.keep and system.laying.last_card != "lay" else None
        if thrown is not None and advice.keep.count(JOKER) > rack.count(JOKER):
            thrown = JOKER
        turn = Turn(before, advice.table_after, rack, opened=opened, thrown=thrown)
        verdict = check(turn, system)
        position = show(rack), show_melds(before), show_melds(advice.table_after)
        assert verdict.valid, (position, verdict.faults)
        assert verdict.placed == advice.placed or advice.steps[0].code == "swap", position
    assert played > 5


def test_a_claim_takes_the_top_card_and_two_below() -> None:
    pile = SYSTEMS["zwei"].pack.faces()[:4]
    assert claimed(pile, SYSTEMS["zwei"]) == pile[-3:]
    assert claimed(pile[:2], SYSTEMS["zwei"]) == pile[:2]
    assert claimed(pile, SYSTEMS["lite"]) == ()


def test_three_doubles_may_be_refused() -> None:
    faces = SYSTEMS["brett"].pack.faces()
    assert may_refuse(faces[:3] * 2, SYSTEMS["brett"])
    assert not may_refuse(faces[:2] * 2 + faces[5:9], SYSTEMS["brett"])
