"""Time the engine by class of position; prints, asserts nothing. Run by hand.

    python tests/bench_engine.py [--seed N] [--each N] [--judges]

With ``--judges`` the same positions also go through the integer program (needs highspy) and through
rummikub-solver (if installed): ratios of the total times, and every optimum that differs.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from engine.advice import advise
from engine.closing import close
from engine.plays import left_worth
from engine.rules import SYSTEMS, RuleSystem, with_house
from engine.solver import best_play, opening_worth
from engine.tiles import JOKER, Meld, Tile, show, show_melds
from tests.engine import oracle

ZAHLEN = SYSTEMS["zahlen"]
SIX = with_house(ZAHLEN, {"jokers": 6})

Position = tuple[list[Tile], list[Meld]]


def racks(rng: random.Random, size: int, jokers: int) -> Position:
    """Deal a rack and no table."""
    system = SIX if jokers > 2 else ZAHLEN
    return oracle.some_tiles(rng, system, size - jokers, jokers), []


def tables(rng: random.Random, tiles: int, jokers: int, rack: int = 14) -> Position:
    """Lay about so many tiles as melds and deal a rack from the rest."""
    table: list[Meld] = []
    for _ in range(30):
        laid, left = oracle.some_table(rng, SIX, tiles // 3, jokers)
        table = [oracle.laid(meld, places) for meld, places in laid]
        while sum(map(len, table)) > tiles:
            left.update(table.pop())
        if sum(map(len, table)) > tiles - 8:
            break
    rest = sorted(left.elements())
    return rng.sample(rest, min(rack, len(rest))), table


def broken(rng: random.Random, tiles: int) -> Position:
    """Take one tile away from a table, so that it mostly cannot stay."""
    rack, table = tables(rng, tiles, rng.randint(0, 2), rack=3)
    first = rng.randrange(len(table))
    table[first] = table[first][:1] + table[first][2:]
    return rack, table


def games(rng: random.Random, turns: int) -> Iterator[Position]:
    """Play both sides of a game with the engine itself; yield the position of every turn."""
    stock = list(ZAHLEN.pack.counts().elements())
    rng.shuffle(stock)
    hands = [[stock.pop() for _ in range(14)] for _ in range(2)]
    opened = [False, False]
    table: list[Meld] = []
    for turn in range(turns):
        hand = hands[turn % 2]
        yield list(hand), list(table)
        advice = advise(hand, table, ZAHLEN, opened=opened[turn % 2])
        if advice.placed:
            opened[turn % 2] = True
            table = [meld for meld in advice.table_after if meld]
            hands[turn % 2] = list(advice.keep)
            if not advice.keep:
                return
        elif stock:
            hand.append(stock.pop())
        else:
            return


def classes(rng: random.Random, each: int) -> dict[str, list[Position]]:
    """Draw the positions of the open game by class."""
    found: dict[str, list[Position]] = {}
    for size in (14, 20, 30):
        for jokers in (0, 1, 2, 6):
            name = f"rack {size}, {jokers} jokers"
            found[name] = [racks(rng, size, jokers) for _ in range(each)]
    for tiles in (20, 40, 60, 80):
        for jokers in (0, 1, 2, 6):
            name = f"table {tiles}, {jokers} jokers"
            found[name] = [tables(rng, tiles, jokers) for _ in range(each)]
    found["90-106 tiles"] = [tables(rng, 80, 2, rack=rng.randint(10, 26)) for _ in range(each)]
    whole = list(ZAHLEN.pack.counts().elements())
    found["all 106 in the rack"] = [(whole, [])]
    found["broken tables"] = [broken(rng, rng.choice([20, 40, 60, 80])) for _ in range(each)]
    found["self-played games"] = [
        position for _ in range(max(1, each // 20)) for position in games(rng, 60)
    ]
    return found


def timed(ask: Callable[[], object]) -> tuple[float, object]:
    """Run and give milliseconds and the result."""
    start = time.perf_counter()
    result = ask()
    return (time.perf_counter() - start) * 1000, result


def report(name: str, times: Sequence[float], more: str = "") -> None:
    """Print one line of figures."""
    ordered = sorted(times)

    def at(share: float) -> float:
        return ordered[min(len(ordered) - 1, int(len(ordered) * share))]

    print(
        f"{name:34} {len(times):5} {statistics.median(times):8.2f} {at(0.95):8.2f} "
        f"{at(0.99):8.2f} {ordered[-1]:8.2f}{more}"
    )


def cards(rng: random.Random, system: RuleSystem) -> Position:
    """Deal a hand of cards beside a table."""
    jokers = rng.randint(0, min(3, system.pack.jokers))
    table, left = oracle.some_table(rng, system, rng.randint(0, 7), min(2, jokers))
    left[JOKER] = min(left[JOKER], jokers)
    rest = sorted(left.elements())
    melds = [oracle.laid(meld, places) for meld, places in table]
    return rng.sample(rest, min(len(rest), 13)), melds


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=20)
    parser.add_argument("--judges", action="store_true")
    args = parser.parse_args()
    rng = random.Random(args.seed)
    print(f"{'class':34} {'n':>5} {'median':>8} {'p95':>8} {'p99':>8} {'max':>8}  ms")
    everything: list[float] = []
    found = classes(rng, args.each)
    answers: list[tuple[Position, object]] = []
    for name, positions in found.items():
        times = []
        for rack, table in positions:
            system = SIX if [*rack, *(t for m in table for t in m)].count(JOKER) > 2 else ZAHLEN
            ms, play = timed(lambda r=rack, t=table, s=system: best_play(r, t, s))  # type: ignore[misc]
            times.append(ms)
            answers.append(((rack, table), play))
        everything.extend(times)
        report(name, times)
    report("all of these", everything)
    beside(rng, found, args.each)
    if args.judges:
        judges(answers)


def beside(rng: random.Random, found: dict[str, list[Position]], each: int) -> None:
    """Time what is asked beside the best play: openings, card systems, closed boards."""
    for size in (14, 20, 30):
        for jokers in (0, 2):
            hands = [rack for rack, _ in found[f"rack {size}, {jokers} jokers"]]
            times = [
                timed(lambda r=r: advise(r, (), ZAHLEN, opened=False))[0]  # type: ignore[misc]
                for r in hands
            ]
            report(f"opening {size}, {jokers} jokers", times)
            times = [timed(lambda r=r: opening_worth(r, ZAHLEN))[0] for r in hands]  # type: ignore[misc]
            report(f"  its highest worth {size}, {jokers}", times)
    for game in ("lite", "klassisch", "zwei"):
        system = SYSTEMS[game]
        for opened in (True, False):
            times = []
            for _ in range(each * 2):
                rack, table = cards(rng, system)
                ms, _ = timed(
                    lambda r=rack, t=table, s=system, o=opened: advise(r, t, s, opened=o)  # type: ignore[misc]
                )
                times.append(ms)
            report(f"{game}, {'opened' if opened else 'opening'}", times)
    for jokers in (0, 2, 4):
        times = []
        for _ in range(each):
            rack = oracle.some_tiles(rng, SYSTEMS["brett"], 15 - jokers, jokers)
            times.append(timed(lambda r=rack: close(r, SYSTEMS["brett"]))[0])  # type: ignore[misc]
        report(f"closing, {jokers} jokers", times)


def judges(answers: Sequence[tuple[Position, object]]) -> None:
    """Ask the integer program and, if installed, rummikub-solver the same positions."""
    program = oracle.Program(SIX)
    times = []
    ours = 0.0
    for (rack, table), play in answers:
        lying = [tile for meld in table for tile in meld]
        if [*rack, *lying].count(JOKER) > 2:
            continue
        ms, best = timed(lambda r=rack, t=lying: program.best(r, t))  # type: ignore[misc]
        times.append(ms)
        ours += timed(lambda r=rack, t=table: best_play(r, t, ZAHLEN))[0]  # type: ignore[misc]
        mine = play and (len(play.placed), left_worth(play.placed, ZAHLEN))  # type: ignore[attr-defined]
        if mine != best:
            print("differs from the integer program:", mine, best, show(rack), show_melds(table))
    report("integer program (up to 2 jokers)", times, f"  {sum(times) / ours:.0f} x our total")
    _popular(answers)


def _popular(answers: Sequence[tuple[Position, object]]) -> None:
    """Ask rummikub-solver; say how often it places fewer tiles."""
    try:
        import rummikub_solver as other  # type: ignore[import-not-found]
    except ImportError:
        print("rummikub-solver is not installed: not compared")
        return
    rules = other.RuleSet(jokers=2)

    def number(tile: Tile) -> int:
        if tile.is_joker:
            return 4 * 13 + 1
        return ZAHLEN.pack.colours.index(tile.colour) * 13 + tile.number

    times, ours, fewer, answered = [], 0.0, 0, 0
    for (rack, table), _ in answers:
        lying = [tile for meld in table for tile in meld]
        if [*rack, *lying].count(JOKER) > 2 or not rack:
            continue
        state = rules.new_game()
        state.add_rack(*map(number, rack))
        state.add_table(*map(number, lying))
        mode = other.SolverMode.TILE_COUNT
        ms, found = timed(lambda s=state, m=mode: rules.solve(s, m))  # type: ignore[misc]
        times.append(ms)
        ms, play = timed(lambda r=rack, t=table: best_play(r, t, ZAHLEN))  # type: ignore[misc]
        ours += ms
        if play is not None:
            answered += 1
            placed = len(found.tiles) if found else 0  # type: ignore[attr-defined]
            fewer += placed < len(play.placed)  # type: ignore[attr-defined]
    report("rummikub-solver (up to 2 jokers)", times, f"  {sum(times) / ours:.0f} x our total")
    print(f"rummikub-solver places fewer tiles in {fewer} of {answered} positions")


if __name__ == "__main__":
    main()
