"""The best play: which search to ask. What is best is said in ``plays``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from engine import placing
from engine.counts import grid, nothing
from engine.melds import FEWEST, Reading, judge, lying_readings, number_at
from engine.moving import free_jokers, rearranged
from engine.patience import is_late
from engine.placing import Placed, Task
from engine.plays import Play
from engine.rules.system import RuleSystem
from engine.swapping import beside, rank
from engine.tiles import HIGHEST, JOKER, Meld, Tile, in_order


def best_play(
    rack: Sequence[Tile],
    table: Sequence[Meld],
    system: RuleSystem,
    *,
    goal: str = "tiles",
    leave: bool = True,
    deadline: float | None = None,
) -> Play | None:
    """Find the best play of a player who has opened; None when the table cannot stay.

    Without ``leave`` it is not made sure that as many table melds as can be are left as they lie.
    At the ``deadline`` (``time.monotonic``) the best play so far is the answer, not ``proven``;
    ``OutOfTime`` is raised when there is none yet.
    """
    if system.laying.rearrange:
        return rearranged(rack, table, system, goal, leave=leave, deadline=deadline)
    readings = tuple(lying_readings(meld, system)[0] for meld in table)
    return beside(rack, readings, system, goal, 0, deadline)


def best_opening(
    rack: Sequence[Tile],
    table: Sequence[Meld],
    system: RuleSystem,
    *,
    goal: str = "tiles",
    deadline: float | None = None,
) -> Play | None:
    """Find the best play of a first turn: new melds of at least the points asked.

    Where the rules let a player lay off in the same turn, that is done too. None when the melds
    do not reach the points. ``deadline`` as in ``best_play``.
    """
    points = system.opening.points
    if system.laying.rearrange and free_jokers(system) and system.opening.several:
        # Often the best play reaches the points by itself.
        play = rearranged(rack, (), system, goal, deadline=deadline)
        assert play is not None
        read = tuple(judge(meld.tiles, system).readings[0] for meld in play.melds)
        if sum(reading.worth for reading in read) >= points:
            melds = tuple(Placed(r.kind, r.tiles, r.stands, r.worth) for r in read)
            return replace(play, melds=melds)
    lays_off = system.laying.lay_off in ("opened", "always") and not system.laying.rearrange
    readings = tuple(lying_readings(meld, system)[0] for meld in table) if lays_off else ()
    if system.opening.several:
        return beside(rack, readings, system, goal, points, deadline)
    return _single_opening(rack, readings, system, goal, deadline)


def _single_opening(
    rack: Sequence[Tile],
    readings: tuple[Reading, ...],
    system: RuleSystem,
    goal: str,
    deadline: float | None,
) -> Play | None:
    """Find the best play of a first turn in which one meld alone must reach the points."""
    best: Play | None = None
    for meld, _ in _single_melds(rack, system, system.opening.points):
        if best is not None and is_late(deadline):
            return replace(best, proven=False)
        rest = Counter(rack)
        rest.subtract(meld.tiles)
        play = beside(list((+rest).elements()), readings, system, goal, 0, deadline)
        if play is None:
            continue
        melds = (meld, *play.melds)
        play = Play(melds, in_order((*play.placed, *meld.tiles)), play.keep, play.swaps)
        if not play.keep and system.laying.last_card == "throw":
            continue
        if best is None or rank(play, rack, system, goal) > rank(best, rack, system, goal):
            best = play
    return best


def _single_melds(
    rack: Sequence[Tile], system: RuleSystem, points: int
) -> list[tuple[Placed, int]]:
    """List every meld of the rack that counts so much alone, jokers only where a tile lacks."""
    held = Counter(rack)
    colours = system.pack.colours
    wanted: list[Meld] = []
    for colour in colours:
        for low in range(1, system.runs.top - FEWEST + 2):
            for high in range(low + FEWEST - 1, system.runs.top + 1):
                wanted.append(tuple(Tile(colour, number_at(n)) for n in range(low, high + 1)))
    for number in range(1, HIGHEST + 1):
        for size in range(FEWEST, len(colours) + 1):
            wanted.extend(
                tuple(Tile(colour, number) for colour in chosen)
                for chosen in combinations(colours, size)
            )
    found: dict[Meld, tuple[Placed, int]] = {}
    for stands in wanted:
        rest = Counter(held)
        tiles = []
        for tile in stands:
            laid = tile if rest[tile] > 0 else JOKER
            rest[laid] -= 1
            tiles.append(laid)
        if rest[JOKER] < 0:
            continue
        judged = judge(tiles, system)
        key = tuple(sorted(tiles))
        if judged.valid and judged.worth >= points and key not in found:
            reading = judged.readings[0]
            placed = Placed(reading.kind, reading.tiles, reading.stands, reading.worth)
            found[key] = (placed, judged.worth)
    return list(found.values())


def opening_worth(
    rack: Sequence[Tile], system: RuleSystem, *, deadline: float | None = None
) -> int:
    """Give the highest worth new melds from the rack alone can have together.

    Raise ``OutOfTime`` at the ``deadline``.
    """
    if not system.opening.several:
        return max((worth for _, worth in _single_melds(rack, system, 0)), default=0)
    have, jokers = grid(rack, system.pack)
    none = nothing(system.pack)
    task = Task(system, have, none, jokers, 0, (0,) * (HIGHEST + 1), 0)
    task = replace(task, by_worth=True, deadline=deadline)
    placement = placing.place(task)
    return placement.gain if placement else 0


def can_stand(table: Sequence[Tile], system: RuleSystem, *, deadline: float | None = None) -> bool:
    """Tell whether all these tiles together can lie in valid melds. Raise ``OutOfTime``."""
    play = rearranged((), (tuple(table),), system, "tiles", leave=False, deadline=deadline)
    return play is not None
