"""The judged positions beside the checkout (skipped without them), and some of our own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine import answer
from engine.tiles import parse

CASES = Path(__file__).parents[2].parent / "shared" / "rules" / "cases" / "cases.jsonl"

# game, rack, table, opened, placed, placed_worth
OURS: list[tuple[str, str, str, bool, int, int]] = [
    ("zahlen", "r5 r6", "r3 r4 r5 r6 r7 r8", True, 2, 11),
    ("zahlen", "r4", "r3 r4 r5 r6 r7 r8", True, 0, 0),
    ("zahlen", "b4 k4", "r3 r4 r5 r6", True, 0, 0),
    ("zahlen", "b6 k6", "r6 r7 r8 r9 | r3 r4 r5", True, 2, 12),
    ("zahlen", "y5 b5 k5", "r5 b5 r5", True, 3, 15),
    ("zahlen", "r1 r2 r3 *", "", True, 4, 36),
    ("zahlen", "r3 r6 * *", "", True, 4, 69),
    ("zahlen", "r3 r7 * *", "", True, 3, 67),
    ("zahlen", "k10 b10 *", "", False, 3, 50),
    ("zahlen", "r9 r10 *", "r1 r2 r3", False, 3, 49),
    ("zahlen", "r8 r9 *", "", False, 0, 0),
    ("zahlen", "r1 r2 * r4 r5 r10 b10", "", False, 3, 50),
    ("zwei", "7h 7d 7s", "", False, 0, 0),
    ("zwei", "10h 10d 10s", "", False, 3, 30),
    ("zwei", "5s 6s * * *", "", True, 5, 101),
    ("zwei", "8s 8s 8h 8h 8d", "", True, 3, 24),
    ("zwei", "9s", "9s 9h 9d 9c", True, 0, 0),
    ("lite", "5s 6s 7s 8s", "", True, 3, 21),
    ("lite", "9s * * 2h", "5s 6s 7s", True, 3, 49),
    ("klassisch", "As", "Js Qs Ks", True, 0, 0),
    ("klassisch", "9s 10s", "5s 6s 7s", True, 0, 0),
    ("klassisch", "4s 8s", "5s 6s 7s", True, 2, 12),
    ("klassisch", "7d 2s", "7s 7h 7c", False, 1, 7),
]


@pytest.mark.parametrize(("game", "rack", "table", "opened", "placed", "worth"), OURS)
def test_our_own_positions(
    game: str, rack: str, table: str, opened: bool, placed: int, worth: int
) -> None:
    told = answer({"ask": "advise", "game": game, "rack": rack, "table": table, "opened": opened})
    assert (told["placed"], told["placed_worth"]) == (placed, worth)


def judged(ask: str) -> list[Any]:
    if not CASES.exists():
        return [pytest.param({}, marks=pytest.mark.skip(f"no judged positions at {CASES}"))]
    cases = [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()]
    return [pytest.param(case, id=case["id"]) for case in cases if case["ask"] == ask]


def ask(case: dict[str, Any], **more: object) -> dict[str, Any]:
    keys = ("ask", "game", "rack", "table", "opened", "meld", "free")
    return dict(answer({**{k: case[k] for k in keys if k in case}, **more}))


@pytest.mark.parametrize("case", judged("meld"))
def test_judged_melds(case: dict[str, Any]) -> None:
    told = ask(case)
    for key, value in case["expect"].items():
        assert told[key] == value


@pytest.mark.parametrize("case", judged("close"))
def test_judged_closings(case: dict[str, Any]) -> None:
    told, expect = ask(case), dict(case["expect"])
    if "may_throw" in expect:
        assert sorted(told["may_throw"]) == expect.pop("may_throw")
    if "most_tiles_in_melds" in expect:
        assert told["most_tiles_in_melds"] == expect.pop("most_tiles_in_melds")
    for key, value in expect.items():
        assert told[key] == value


@pytest.mark.parametrize("case", judged("advise"))
def test_judged_plays(case: dict[str, Any]) -> None:
    expect = case["expect"]
    told = ask(case, opened=True)
    assert told["feasible"] == expect.get("feasible", True)
    assert told["table_valid"] == expect.get("table_valid", told["table_valid"])
    keeping = case["game"] == "lite"
    most = expect.get("most_tiles_keeping_one" if keeping else "most_tiles", told["placed"])
    assert told["placed"] == most
    if "worth_at_most_tiles" in expect:
        assert told["placed_worth"] == expect["worth_at_most_tiles"]
    if "most_worth" in expect and most == expect["most_tiles"]:
        assert ask(case, opened=True, goal="points")["placed_worth"] == expect["most_worth"]
    if "most_table_melds_kept" in expect:
        assert told["table_kept"] <= expect["most_table_melds_kept"]
    if "opening" in expect:
        _opening(case, keeping)


def _opening(case: dict[str, Any], keeping: bool) -> None:
    expect = case["expect"]["opening"]
    told = ask(case, opened=False)
    assert told["opening_best"] == expect["best"]
    if expect["opens"] is not None:
        assert told["opens"] == expect["opens"]
    if "most_tiles" in expect:
        # Where the last card must be thrown, one of all cards stays.
        most = expect["most_tiles"]
        whole = keeping and most == len(parse(case["rack"]))
        assert told["placed"] == most - whole
