"""When a turn has ended, told from readings of the table."""

import pytest

from engine.rules import SYSTEMS
from engine.tiles import parse_melds, show_melds
from server.camera.turns import ILLEGAL, LEGAL, EndedTurn, TableTurns

BEFORE = "r3 r4 r5 | b7 k7 y7"
LAID_OFF = "r3 r4 r5 r6 | b7 k7 y7"


@pytest.fixture
def turns() -> TableTurns:
    following = TableTurns(SYSTEMS["zahlen"])
    assert look(following, BEFORE, 0) is None
    return following


def look(
    turns: TableTurns, table: str, seconds: float, *, sure: bool = True, stable: bool = True
) -> EndedTurn | None:
    return turns.see(tuple(parse_melds(table)), sure=sure, stable=stable, seconds=seconds)


def test_a_changed_table_that_lies_still_ends_a_turn_once(turns: TableTurns) -> None:
    assert look(turns, LAID_OFF, 10) is None
    ended = look(turns, LAID_OFF, 10 + LEGAL)
    assert ended
    assert (ended.number, ended.verdict.valid) == (1, True)
    assert (show_melds(ended.before), show_melds(ended.after)) == (BEFORE, LAID_OFF)
    assert look(turns, LAID_OFF, 60) is None
    assert ended.to_json()["faults"] == []


def test_the_next_turn_begins_where_the_last_legal_one_ended(turns: TableTurns) -> None:
    look(turns, LAID_OFF, 10)
    look(turns, LAID_OFF, 10 + LEGAL)
    after = f"{LAID_OFF} | k1 k2 k3"
    look(turns, after, 30)
    ended = look(turns, after, 30 + LEGAL)
    assert ended
    assert ended.number == 2
    assert show_melds(ended.before) == LAID_OFF


@pytest.mark.parametrize(
    "same",
    ["b7 k7 y7 | r3 r4 r5", "r5 r4 r3 | k7 b7 y7"],
    ids=["pushed elsewhere", "seen from the other side"],
)
def test_melds_that_only_lie_elsewhere_are_no_turn(turns: TableTurns, same: str) -> None:
    look(turns, same, 10)
    assert look(turns, same, 60) is None


@pytest.mark.parametrize("doubt", [{"sure": False}, {"stable": False}])
def test_what_is_in_doubt_or_moves_ends_nothing(turns: TableTurns, doubt: dict[str, bool]) -> None:
    look(turns, LAID_OFF, 10)
    assert look(turns, LAID_OFF, 10 + LEGAL, **doubt) is None
    assert look(turns, LAID_OFF, 11 + LEGAL), "it lay there all the time"


def test_a_turn_in_two_goes_is_one(turns: TableTurns) -> None:
    look(turns, LAID_OFF, 10)
    look(turns, LAID_OFF, 11, stable=False)
    both = f"{LAID_OFF} | k1 k2 k3"
    assert look(turns, both, 10.5 + LEGAL) is None
    ended = look(turns, both, 10.5 + 2 * LEGAL)
    assert ended
    assert show_melds(ended.before) == BEFORE


def test_half_a_turn_is_waited_for_longer_and_then_told_with_its_faults(turns: TableTurns) -> None:
    half = f"{BEFORE} | k1 k2"
    look(turns, half, 10)
    assert look(turns, half, 10 + LEGAL) is None
    told = look(turns, half, 10 + ILLEGAL)
    assert told
    assert not told.verdict.valid
    assert told.to_json()["faults"]
    assert look(turns, half, 60) is None, "told once"
    whole = f"{BEFORE} | k1 k2 k3"
    look(turns, whole, 70)
    ended = look(turns, whole, 70 + LEGAL)
    assert ended
    assert show_melds(ended.before) == BEFORE
    assert ended.verdict.valid


def test_a_table_that_is_put_back_is_no_turn(turns: TableTurns) -> None:
    look(turns, f"{BEFORE} | k1 k2", 10)
    look(turns, BEFORE, 20)
    assert look(turns, BEFORE, 60) is None


def test_gaps_that_waver_do_not_begin_the_wait_anew(turns: TableTurns) -> None:
    """For a frame, two melds that lie close are taken for one; the tiles are the same."""
    look(turns, LAID_OFF, 10)
    assert look(turns, "r3 r4 r5 r6 b7 k7 y7", 10 + LEGAL / 2) is None
    assert look(turns, LAID_OFF, 10 + LEGAL)
