"""Time the engine by class of position; prints, asserts nothing. Run by hand.

    python tests/bench_engine.py [--seed N] [--each N] [--judges]

With ``--judges`` the positions of the open game also go through an integer program with one
variable for every meld that the tiles allow (HiGHS, needs highspy), and through rummikub-solver
1.0.0 (if installed), all in this process: their times, how many times our total they take, and
every optimum that differs. Times are of the processor, one thread each, so that other work on the
machine does not count. Six jokers are left to the engine alone: the program would have some
68,000 variables.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from engine.advice import advise
from engine.closing import close
from engine.plays import Play, left_worth
from engine.rules import SYSTEMS, RuleSystem, with_house
from engine.solver import best_play, opening_worth
from engine.tiles import JOKER, Meld, Tile
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
    start = time.process_time()
    result = ask()
    return (time.process_time() - start) * 1000, result


def report(name: str, times: Sequence[float], more: str = "") -> None:
    """Print one line of figures."""
    ordered = sorted(times)

    def at(share: float) -> float:
        return ordered[min(len(ordered) - 1, int(len(ordered) * share))]

    print(
        f"{name:34} {len(times):5} {statistics.median(times):8.2f} {at(0.95):8.2f} "
        f"{at(0.99):8.2f} {ordered[-1]:8.2f}{more}",
        flush=True,
    )


def cards(rng: random.Random, system: RuleSystem) -> Position:
    """Deal a hand of cards beside a table."""
    jokers = rng.randint(0, min(3, system.pack.jokers))
    table, left = oracle.some_table(rng, system, rng.randint(0, 7), min(2, jokers))
    left[JOKER] = min(left[JOKER], jokers)
    rest = sorted(left.elements())
    melds = [oracle.laid(meld, places) for meld, places in table]
    return rng.sample(rest, min(len(rest), 13)), melds


def rules_of(position: Position) -> RuleSystem:
    """Give the rules with as many jokers as the position takes."""
    rack, table = position
    return SIX if [*rack, *(t for m in table for t in m)].count(JOKER) > 2 else ZAHLEN


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=20)
    parser.add_argument("--judges", action="store_true")
    args = parser.parse_args()
    rng = random.Random(args.seed)
    print(f"{'class':34} {'n':>5} {'median':>8} {'p95':>8} {'p99':>8} {'max':>8}  ms")
    found = classes(rng, args.each)
    plays = {name: [play(position) for position in positions] for name, positions in found.items()}
    for name, timings in plays.items():
        report(name, [ms for ms, _ in timings])
    report("all of these", [ms for timings in plays.values() for ms, _ in timings])
    tables = [p for positions in found.values() for p in positions if p[1]]
    report("leaving most of the table", [leave(position) for position in tables])
    beside(rng, found, args.each)
    if args.judges:
        judges(found, plays)


def play(position: Position) -> tuple[float, Play | None]:
    """Time the best play; that as much of the table as can be is left is timed apart."""
    rack, table = position
    start = time.process_time()
    found = best_play(rack, table, rules_of(position), leave=False)
    return (time.process_time() - start) * 1000, found


def leave(position: Position) -> float:
    """Time the best play that leaves the most table melds as they lie."""
    rack, table = position
    return timed(lambda: best_play(rack, table, rules_of(position)))[0]


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


Judge = Callable[[Position], tuple[int, int] | None]


def judges(
    found: dict[str, list[Position]], plays: dict[str, list[tuple[float, Play | None]]]
) -> None:
    """Ask the integer program and, if installed, rummikub-solver the same positions."""
    for name, judge in (("HiGHS, all melds", AllMelds().best), ("rummikub-solver", popular())):
        if judge is None:
            print("rummikub-solver is not installed: not compared")
            continue
        print(f"\n{name} (up to two jokers)")
        compare(name, judge, found, plays)


def compare(
    name: str,
    judge: Judge,
    found: dict[str, list[Position]],
    plays: dict[str, list[tuple[float, Play | None]]],
) -> None:
    """Print a judge's times by class, and how many times our total they are."""
    total: list[float] = []
    ours, fewer, differing = 0.0, 0, 0
    for kind, positions in found.items():
        pairs = [
            (position, ms, mine)
            for position, (ms, mine) in zip(positions, plays[kind], strict=True)
            if rules_of(position) is ZAHLEN and position[0]
        ]
        if not pairs:
            continue
        times = []
        for position, _, mine in pairs:
            start = time.process_time()
            theirs = judge(position)
            times.append((time.process_time() - start) * 1000)
            best = (len(mine.placed), left_worth(mine.placed, ZAHLEN)) if mine else None
            differing += theirs is not None and best is not None and theirs > best
            fewer += best is not None and (theirs is None or theirs[0] < best[0])
        mine_total = sum(ms for _, ms, _ in pairs)
        report(kind, times, f"  {sum(times) / mine_total:.0f} x our total")
        total += times
        ours += mine_total
    report(f"{name}: all", total, f"  {sum(total) / ours:.0f} x our total")
    print(f"{name}: more than ours in {differing}, fewer tiles in {fewer}")


class AllMelds:
    """An integer program with one variable for every meld the tiles allow (HiGHS)."""

    def __init__(self) -> None:
        import highspy

        self.highspy = highspy
        self.shapes = [(Counter(key), worth) for key, worth in oracle.shapes(ZAHLEN, 2)]

    def best(self, position: Position) -> tuple[int, int] | None:
        """Give the most tiles and their worth, or None when the table cannot stay."""
        import numpy as np

        rack, table = position
        lying = Counter(tile for meld in table for tile in meld)
        have = Counter(rack) + lying
        melds = [meld for meld, _ in self.shapes if meld <= have]
        if not melds:
            return None if lying else (0, 0)
        rows = {tile: row for row, tile in enumerate(have)}
        scale = 10_000
        model = self.highspy.HighsLp()
        model.num_col_, model.num_row_ = len(melds), len(rows)
        model.sense_ = self.highspy.ObjSense.kMaximize
        model.col_cost_ = np.array(
            [sum(n * (scale + ZAHLEN.worth.left(t)) for t, n in m.items()) for m in melds], float
        )
        model.col_lower_ = np.zeros(len(melds))
        model.col_upper_ = np.full(len(melds), 2.0)
        model.row_lower_ = np.array([lying[tile] for tile in rows], float)
        model.row_upper_ = np.array([have[tile] for tile in rows], float)
        model.integrality_ = [self.highspy.HighsVarType.kInteger] * len(melds)
        model.a_matrix_.format_ = self.highspy.MatrixFormat.kColwise
        model.a_matrix_.start_ = np.cumsum([0, *map(len, melds)])
        model.a_matrix_.index_ = np.array([rows[tile] for meld in melds for tile in meld])
        model.a_matrix_.value_ = np.array([n for meld in melds for n in meld.values()], float)
        highs: Any = self.highspy.Highs()  # type: ignore[no-untyped-call]
        highs.setOptionValue("threads", 1)
        highs.setOptionValue("output_flag", False)
        highs.setOptionValue("mip_rel_gap", 0.0)
        highs.setOptionValue("mip_abs_gap", 0.5)
        highs.passModel(model)
        highs.run()
        if highs.getModelStatus() != self.highspy.HighsModelStatus.kOptimal:
            return None
        total = round(highs.getInfo().objective_function_value)
        total -= sum(n * (scale + ZAHLEN.worth.left(tile)) for tile, n in lying.items())
        return total // scale, total % scale


def popular() -> Judge | None:
    """Give rummikub-solver as a judge, or None when it is not installed."""
    try:
        import rummikub_solver as other
    except ImportError:
        return None
    rules = other.RuleSet(jokers=2)

    def number(tile: Tile) -> int:
        if tile.is_joker:
            return 4 * 13 + 1
        return ZAHLEN.pack.colours.index(tile.colour) * 13 + tile.number

    def judge(position: Position) -> tuple[int, int] | None:
        rack, table = position
        state = rules.new_game()
        state.add_rack(*map(number, rack))
        state.add_table(*(number(tile) for meld in table for tile in meld))
        found = rules.solve(state, other.SolverMode.TILE_COUNT)
        # It counts no worth: whether as many tiles are placed is all that is compared.
        return (len(found.tiles), 0) if found else (0, 0)

    return judge


if __name__ == "__main__":
    main()
