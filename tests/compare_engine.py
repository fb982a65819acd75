"""Compare the engine with independent judges on random positions for as long as wanted.

    python tests/compare_engine.py [--seed N] [--minutes M] [--only NAME]

Small positions go through brute force, large ones through an integer program (needs highspy). Stops
at the first difference and prints the position; otherwise says how many were compared.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from engine.advice import advise
from engine.hints import LEVELS, hint
from engine.plays import Play, left_worth
from engine.rules import SYSTEMS, RuleSystem, with_house
from engine.solver import best_opening, best_play, opening_worth
from engine.tiles import JOKER, show, show_melds
from engine.turn import Turn, check
from tests.engine import oracle

SIX = with_house(SYSTEMS["zahlen"], {"jokers": 6})
OPEN_GAMES = ("lite", "zahlen", "klassisch", "zwei")


def told(play: Play | None, system: RuleSystem) -> tuple[int, int] | None:
    """Give what a play places: tiles and their left-over worth."""
    return None if play is None else (len(play.placed), left_worth(play.placed, system))


def racks(rng: random.Random) -> None:
    """Compare the best play and the highest worth of a small rack, in every system."""
    system = SYSTEMS[rng.choice(list(SYSTEMS))]
    system = replace(system, laying=replace(system.laying, last_card="may"))
    jokers = rng.randint(0, min(system.pack.jokers, 4))
    rack = oracle.some_tiles(rng, system, rng.randint(2, 6), jokers, numbers=rng.choice([4, 6, 13]))
    assert told(best_play(rack, (), system), system) == oracle.best_split(rack, (), system), (
        system.id,
        show(rack),
    )
    assert opening_worth(rack, system) == oracle.best_worth(rack, system), (system.id, show(rack))


def openings(rng: random.Random) -> None:
    """Compare the play of a first turn."""
    points = rng.choice([10, 20, 30, 40])
    system = with_house(SYSTEMS[rng.choice(["lite", "zahlen", "zwei"])], {"first_meld": points})
    system = replace(system, laying=replace(system.laying, last_card="may"))
    rack = oracle.some_tiles(rng, system, rng.randint(3, 6), rng.randint(0, 2), numbers=13)
    expected = oracle.best_split(rack, (), system, threshold=points)
    assert told(best_opening(rack, (), system), system) == expected, (system.id, points, show(rack))


def small_tables(rng: random.Random) -> None:
    """Compare the rearranging of small tables, with up to five jokers; some cannot stay."""
    table, left = oracle.some_table(rng, SIX, rng.randint(0, 3), rng.randint(0, 3))
    melds = [oracle.laid(meld, places) for meld, places in table]
    top = rng.choice([4, 6, 13])
    pool = [tile for tile in left.elements() if tile.number <= top]
    rack = rng.sample(pool, min(len(pool), rng.randint(1, 4)))
    rack += [JOKER] * rng.randint(0, 2)
    if melds and rng.random() < 0.3:
        first = list(melds[0])
        first.pop(rng.randrange(len(first)))
        melds[0] = tuple(first)
    if len(rack) + sum(map(len, melds)) > 15:
        return
    lying = [tile for meld in melds for tile in meld]
    found = told(best_play(rack, melds, SIX), SIX)
    assert found == oracle.best_split(rack, lying, SIX), (show(rack), show_melds(melds))


def lay_offs(rng: random.Random) -> None:
    """Compare plays beside a table that stays."""
    system = SYSTEMS[rng.choice(["lite", "klassisch", "zwei"])]
    system = replace(system, laying=replace(system.laying, last_card="may"))
    system = replace(system, jokers=replace(system.jokers, taking="never"))
    jokers = rng.randint(0, min(2, system.pack.jokers))
    table, left = oracle.some_table(rng, system, rng.randint(1, 3), jokers)
    rest = sorted(tile for tile in left.elements() if not tile.is_joker)
    rack = rng.sample(rest, rng.randint(1, 4)) + [JOKER] * rng.randint(0, min(2, left[JOKER]))
    melds = [oracle.laid(meld, places) for meld, places in table]
    found = told(best_play(rack, melds, system), system)
    assert found == oracle.best_beside(rack, table, system), (
        system.id,
        show(rack),
        show_melds(melds),
    )


def large_tables(rng: random.Random) -> None:
    """Compare large tables with the integer program: the optimum, and the melds that are left."""
    system = SYSTEMS["zahlen"]
    table, left = oracle.some_table(rng, system, rng.randint(0, 16), rng.randint(0, 2))
    melds = [oracle.laid(meld, places) for meld, places in table]
    rest = sorted(left.elements())
    rack = rng.sample(rest, min(14, len(rest)))
    if melds and rng.random() < 0.2:
        melds[0] = melds[0][1:]
    lying = [tile for meld in melds for tile in meld]
    program = oracle.Program(system)
    play = best_play(rack, melds, system)
    position = show(rack), show_melds(melds)
    assert told(play, system) == program.best(rack, lying), position
    if play is None or not play.placed or not melds or not all(map(_lies(system), melds)):
        return
    kept = sum(laid.state == "kept" for laid in advise(rack, melds, system, opened=True).melds)
    most = program.most_left(rack, melds, len(play.placed), left_worth(play.placed, system))
    assert kept <= most, position
    assert kept == most or not play.most_left, (kept, most, position)


def _lies(system: RuleSystem) -> Callable[[tuple[object, ...]], bool]:
    from engine.melds import is_meld

    return lambda meld: is_meld(meld, system)  # type: ignore[arg-type]


def turns(rng: random.Random) -> None:
    """Let the checker judge what the solver proposes; all levels of a hint agree with it."""
    system = SYSTEMS[rng.choice(OPEN_GAMES)]
    opened = rng.random() < 0.7
    jokers = rng.randint(0, min(3, system.pack.jokers))
    table, left = oracle.some_table(rng, system, rng.randint(0, 8), jokers)
    before = tuple(oracle.laid(meld, places) for meld, places in table)
    rest = sorted(left.elements())
    rack = tuple(rng.sample(rest, min(len(rest), rng.randint(1, 14))))
    advice = advise(rack, before, system, opened=opened)
    assert len({hint(advice, level).something for level in LEVELS}) == 1
    assert hint(advice, "nudge").something == bool(advice.placed)
    if not advice.placed:
        return
    thrown = advice.keep[-1] if advice.keep and system.laying.last_card != "lay" else None
    if thrown is not None and advice.keep.count(JOKER) > rack.count(JOKER):
        thrown = JOKER
    verdict = check(Turn(before, advice.table_after, rack, opened=opened, thrown=thrown), system)
    assert verdict.valid, (system.id, show(rack), show_melds(before), verdict.faults)


COMPARISONS: dict[str, Callable[[random.Random], None]] = {
    compare.__name__: compare
    for compare in (racks, openings, small_tables, lay_offs, large_tables, turns)
}


def main() -> None:
    """Compare until the time is over."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=1)
    parser.add_argument("--only", choices=COMPARISONS)
    args = parser.parse_args()
    chosen = {args.only: COMPARISONS[args.only]} if args.only else COMPARISONS
    counts = dict.fromkeys(chosen, 0)
    for number, (name, compare) in enumerate(chosen.items(), start=1):
        end = time.monotonic() + args.minutes * 60 / len(chosen)
        rng = random.Random(f"{args.seed} {number} {name}")
        while time.monotonic() < end:
            compare(rng)
            counts[name] += 1
        print(f"{name}: {counts[name]} compared, no difference", flush=True)


if __name__ == "__main__":
    main()
