"""The searches against independent judges, on seeded random positions of every system."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import pytest

from engine.advice import advise
from engine.melds import is_meld
from engine.plays import Play, left_worth
from engine.rules import SYSTEMS, RuleSystem, with_house
from engine.solver import best_opening, best_play, opening_worth
from engine.tiles import JOKER, Meld, Tile, show, show_melds
from tests.engine import oracle

OPEN_GAMES = ("lite", "zahlen", "klassisch", "zwei")


def told(play: Play | None, system: RuleSystem) -> tuple[int, int] | None:
    return None if play is None else (len(play.placed), left_worth(play.placed, system))


def free_hand(system: RuleSystem) -> RuleSystem:
    """Take away the last discard, which the brute force does not know."""
    return replace(system, laying=replace(system.laying, last_card="may"))


@pytest.mark.parametrize("game", SYSTEMS)
def test_small_racks_against_brute_force(game: str) -> None:
    system = SYSTEMS[game]
    rng = random.Random(f"rack {game}")
    for _ in range(16):
        jokers = rng.randint(0, min(system.pack.jokers, 3))
        numbers = rng.choice([4, 6, 13])
        rack = oracle.some_tiles(rng, system, rng.randint(3, 6), jokers, numbers=numbers)
        assert told(best_play(rack, (), free_hand(system)), system) == oracle.best_split(
            rack, (), system
        ), show(rack)
        assert opening_worth(rack, system) == oracle.best_worth(rack, system), show(rack)


@pytest.mark.parametrize("game", SYSTEMS)
def test_a_thousand_tiny_racks_against_brute_force(game: str) -> None:
    system = free_hand(SYSTEMS[game])
    rng = random.Random(f"tiny {game}")
    found = 0
    for _ in range(1000):
        jokers = rng.choice([0, 0, 0, 1, 1, 2]) if system.pack.jokers else 0
        size = rng.randint(3, 5) - jokers
        low = oracle.some_tiles(rng, system, 16, 0, numbers=4)[:size]
        high = rng.random() < 0.4
        rack = [Tile(t.colour, (t.number + 9) % 13 + 1) if high else t for t in low]
        rack += [JOKER] * jokers
        best = oracle.best_split(rack, (), system)
        assert told(best_play(rack, (), system), system) == best, show(rack)
        found += best != (0, 0)
    assert 100 < found < 900


@pytest.mark.parametrize("game", ["lite", "zahlen", "zwei"])
@pytest.mark.parametrize("points", [10, 20, 30, 40])
def test_small_openings_against_brute_force(game: str, points: int) -> None:
    system = free_hand(with_house(SYSTEMS[game], {"first_meld": points}))
    rng = random.Random(f"opening {game} {points}")
    for _ in range(12):
        jokers = rng.randint(0, 2)
        numbers = rng.choice([6, 13])
        rack = oracle.some_tiles(rng, system, rng.randint(3, 6), jokers, numbers=numbers)
        assert told(best_opening(rack, (), system), system) == oracle.best_split(
            rack, (), system, threshold=points
        ), show(rack)


def test_small_tables_are_rearranged_as_well_as_brute_force_does() -> None:
    system = with_house(SYSTEMS["zahlen"], {"jokers": 6})
    rng = random.Random("tables")
    for _ in range(40):
        table, left = oracle.some_table(rng, system, rng.randint(0, 2), rng.randint(0, 3))
        lying = [tile for meld, places in table for tile in oracle.laid(meld, places)]
        top = rng.choice([5, 13])
        pool = [tile for tile in left.elements() if tile.number <= top]
        rack = rng.sample(pool, min(len(pool), rng.randint(1, 5)))
        if lying and rng.random() < 0.2:
            lying.pop(rng.randrange(len(lying)))
        found = told(best_play(rack, [tuple(lying)] if lying else (), system), system)
        assert found == oracle.best_split(rack, lying, system), (show(rack), show(lying))


@pytest.mark.parametrize("game", ["lite", "klassisch", "zwei"])
def test_lay_offs_against_brute_force(game: str) -> None:
    system = free_hand(with_house(SYSTEMS[game], {}))
    system = replace(system, jokers=replace(system.jokers, taking="never"))
    rng = random.Random(f"lay off {game}")
    for _ in range(18):
        jokers = rng.randint(0, min(2, system.pack.jokers))
        table, left = oracle.some_table(rng, system, rng.randint(1, 3), jokers)
        near = [t for t in left.elements() if not t.is_joker and _near(t, table)]
        rack = rng.sample(near, min(len(near), rng.randint(1, 4)))
        rack += [JOKER] * rng.randint(0, min(2, left[JOKER]))
        melds = [oracle.laid(meld, places) for meld, places in table]
        assert told(best_play(rack, melds, system), system) == oracle.best_beside(
            rack, table, system
        ), (show(rack), show_melds(melds))


def _near(tile: Tile, table: Sequence[tuple[oracle.Concrete, tuple[int, ...]]]) -> bool:
    return any(
        (tile.colour == other.colour and abs(tile.number - other.number) <= 2)
        or tile.number == other.number
        for (_, tiles, _), _ in table
        for other in tiles
    )


def large_position(rng: random.Random, size: int) -> tuple[list[Tile], list[Meld]]:
    """Lay about so many tiles and deal a rack of up to 14 from the rest."""
    system = SYSTEMS["zahlen"]
    table, left = oracle.some_table(rng, system, size // 4, rng.randint(0, 2))
    melds = [oracle.laid(meld, places) for meld, places in table]
    rest = sorted(left.elements())
    return rng.sample(rest, min(14, len(rest))), melds


def test_large_tables_against_the_integer_program() -> None:
    pytest.importorskip("highspy", reason="the integer program needs highspy")
    system = SYSTEMS["zahlen"]
    program = oracle.Program(system)
    rng = random.Random("large")
    for index in range(24):
        rack, melds = large_position(rng, (0, 20, 40, 60)[index % 4])
        if index % 6 == 5 and melds:
            melds = [melds[0][1:], *melds[1:]]
        lying = [tile for meld in melds for tile in meld]
        assert told(best_play(rack, melds, system), system) == program.best(rack, lying), (
            show(rack),
            show_melds(melds),
        )


def test_the_most_table_melds_are_left_as_the_integer_program_says() -> None:
    pytest.importorskip("highspy", reason="the integer program needs highspy")
    system = SYSTEMS["zahlen"]
    program = oracle.Program(system)
    rng = random.Random("left")
    proven = 0
    for index in range(16):
        rack, melds = large_position(rng, (16, 24, 32, 60)[index % 4])
        play = best_play(rack, melds, system)
        assert play is not None
        if not play.placed:
            continue
        laid = advise(rack, melds, system, opened=True).melds
        left = sum(meld.state == "kept" for meld in laid)
        most = program.most_left(rack, melds, len(play.placed), left_worth(play.placed, system))
        proven += play.most_left
        assert left == most if play.most_left else left <= most, (show(rack), show_melds(melds))
    assert proven > 8


def test_the_whole_pack_can_lie_on_the_table() -> None:
    system = SYSTEMS["zahlen"]
    rack = list(system.pack.counts().elements())
    play = best_play(rack, (), system)
    assert play is not None
    assert len(play.placed) == 106


@pytest.mark.parametrize("game", OPEN_GAMES)
def test_what_is_proposed_can_lie_and_nothing_is_lost(game: str) -> None:
    system = SYSTEMS[game]
    rng = random.Random(f"proposed {game}")
    for _ in range(40):
        jokers = rng.randint(0, min(2, system.pack.jokers))
        table, left = oracle.some_table(rng, system, rng.randint(0, 5), jokers)
        melds = [oracle.laid(meld, places) for meld, places in table]
        rest = sorted(left.elements())
        rack = rng.sample(rest, min(len(rest), 10))
        advice = advise(rack, melds, system, opened=True)
        assert advice.feasible
        for meld in advice.table_after:
            assert is_meld(meld, system), show(meld)
        after = Counter(tile for meld in advice.table_after for tile in meld)
        kept = Counter(advice.keep)
        before = Counter([*rack, *(tile for meld in melds for tile in meld)])
        assert after + kept == before, (show(rack), show_melds(melds))


@pytest.mark.parametrize("game", OPEN_GAMES)
def test_one_tile_more_never_lowers_the_optimum(game: str) -> None:
    system = free_hand(SYSTEMS[game])
    rng = random.Random(f"more {game}")
    for _ in range(15):
        table, left = oracle.some_table(rng, system, 3, min(1, system.pack.jokers))
        melds = [oracle.laid(meld, places) for meld, places in table]
        rack = rng.sample(sorted(left.elements()), 9)
        less = told(best_play(rack[:-1], melds, system), system)
        more = told(best_play(rack, melds, system), system)
        assert less is not None
        assert more is not None
        assert more >= less


@pytest.mark.parametrize("game", OPEN_GAMES)
def test_other_colours_change_nothing(game: str) -> None:
    system = SYSTEMS[game]
    rng = random.Random(f"colours {game}")
    for _ in range(15):
        table, left = oracle.some_table(rng, system, 3, min(2, system.pack.jokers))
        melds = [oracle.laid(meld, places) for meld, places in table]
        rack = rng.sample(sorted(left.elements()), 9)
        order = list(system.pack.colours)
        rng.shuffle(order)
        new = dict(zip(system.pack.colours, order, strict=True))

        def painted(tiles: Sequence[Tile], new: dict[str, str] = new) -> Meld:
            return tuple(Tile(new.get(tile.colour, "*"), tile.number) for tile in tiles)

        assert told(best_play(rack, melds, system), system) == told(
            best_play(painted(rack), [painted(meld) for meld in melds], system), system
        )
