"""Plays that rearrange the table: every tile that lies there stays, in melds old or new."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from engine import placing, rearranging
from engine.counts import both, grid
from engine.melds import lying_readings, number_at
from engine.placing import Placed, Task
from engine.plays import Play, gains
from engine.rearranging import Cells, Gains, Position, Split
from engine.rearranging.recutting import as_cells, recut
from engine.rules.system import RuleSystem
from engine.tiles import HIGHEST, JOKER, Meld, Tile, in_order


def free_jokers(system: RuleSystem) -> bool:
    """Tell whether jokers are free (at least one natural, nothing else) and the 1 is only low."""
    rule = system.jokers
    return (
        rule.fewest_naturals == 1
        and rule.may_outnumber
        and rule.side_by_side
        and not system.runs.ace_high
    )


def rearranged(
    rack: Sequence[Tile],
    table: Sequence[Meld],
    system: RuleSystem,
    goal: str,
    *,
    leave: bool = True,
    deadline: float | None = None,
) -> Play | None:
    """Find the best play that may rearrange the table, or None when the table cannot stay.

    With ``leave`` as many melds of the table as can be are left as they lie; without it that is
    only tried. At the ``deadline`` the best so far is the answer; ``OutOfTime`` when there is none.
    """
    if not free_jokers(system):
        return _bound_jokers(rack, table, system, goal, deadline)
    position, worth = _position(rack, table, system), Gains(*gains(system, goal, rack))
    split = rearranging.split(position, worth, deadline=deadline)
    if split is None:
        return None
    melds = cells_as_melds(split, position.melds, system)
    play = replace(_play(rack, table, melds), proven=split.proven)
    if not play.placed and len(position.melds) == len(table):
        # Nothing to play: nothing is moved either.
        return replace(play, melds=tuple(_as_lying(meld, system) for meld in table))
    if not leave or not table:
        return play
    places = list(_table_cells(table, system))
    known = frozenset(places.index(index) for index in _kept(play, table))
    found = rearranging.most_left(position, worth, split, known, deadline)
    left = {places[place] for place in found.melds}
    if not found.proven:
        left = _more_left(left, split.gain, rack, table, system, worth)
    play = replace(play, most_left=found.proven)
    if len(left) == len(known):
        return play
    return _leaving(left, play, rack, table, system, goal)


def _bound_jokers(
    rack: Sequence[Tile],
    table: Sequence[Meld],
    system: RuleSystem,
    goal: str,
    deadline: float | None,
) -> Play | None:
    """Find the best play where jokers are bound by rules: how much of the table lies is open."""
    lying, table_jokers = grid((tile for meld in table for tile in meld), system.pack)
    own, own_jokers = grid(rack, system.pack)
    by_number, joker = gains(system, goal, rack)
    jokers = table_jokers + own_jokers
    have = both(lying, own)
    task = Task(system, have, lying, jokers, table_jokers, by_number, joker, deadline=deadline)
    placement = placing.place(task)
    if placement is None:
        return None
    return replace(_play(rack, table, placement.melds), most_left=not table)


def _position(rack: Sequence[Tile], table: Sequence[Meld], system: RuleSystem) -> Position:
    lying, table_jokers = grid((tile for meld in table for tile in meld), system.pack)
    own, own_jokers = grid(rack, system.pack)
    cells = tuple(_table_cells(table, system).values())
    return Position(lying, both(lying, own), table_jokers, table_jokers + own_jokers, cells)


def _more_left(
    left: set[int],
    gain: int,
    rack: Sequence[Tile],
    table: Sequence[Meld],
    system: RuleSystem,
    worth: Gains,
) -> set[int]:
    """Try each meld that is not left yet, one after the other."""
    for index, meld in enumerate(table):
        if index in left or not lying_readings(meld, system):
            continue
        rest = [m for place, m in enumerate(table) if place not in left and place != index]
        if rearranging.reaches(_position(rack, rest, system), worth, gain):
            left = {*left, index}
    return left


def _leaving(
    left: set[int],
    play: Play,
    rack: Sequence[Tile],
    table: Sequence[Meld],
    system: RuleSystem,
    goal: str,
) -> Play:
    """Make the play again with these melds of the table out of reach."""
    rest = [meld for index, meld in enumerate(table) if index not in left]
    inner = rearranged(rack, rest, system, goal, leave=False)
    assert inner is not None
    lies = tuple(_as_lying(table[index], system) for index in sorted(left))
    return replace(play, melds=(*lies, *inner.melds), placed=inner.placed, keep=inner.keep)


def _kept(play: Play, table: Sequence[Meld]) -> set[int]:
    """List the places of table melds that lie there after the play as before."""
    after = Counter(tuple(sorted(placed.tiles)) for placed in play.melds)
    kept = set()
    for index, meld in enumerate(table):
        key = tuple(sorted(meld))
        if after[key]:
            after[key] -= 1
            kept.add(index)
    return kept


def _as_lying(meld: Meld, system: RuleSystem) -> Placed:
    reading = lying_readings(meld, system)[0]
    return Placed(reading.kind, reading.tiles, reading.stands, reading.worth)


def _table_cells(table: Sequence[Meld], system: RuleSystem) -> dict[int, tuple[str, Cells]]:
    """Write the table melds that are melds as the search writes them, by their place."""
    colours = system.pack.colours
    cells = {}
    for index, meld in enumerate(table):
        for reading in lying_readings(meld, system)[:1]:
            places = [(colours.index(tile.colour), tile.number) for tile in reading.stands]
            jokers = [tile.is_joker for tile in reading.tiles]
            cells[index] = as_cells(reading.kind, jokers, places)
    return cells


def _play(rack: Sequence[Tile], table: Sequence[Meld], melds: tuple[Placed, ...]) -> Play:
    used = Counter(tile for meld in melds for tile in meld.tiles)
    used.subtract(tile for meld in table for tile in meld)
    placed = in_order((+used).elements())
    keep = Counter(rack)
    keep.subtract(placed)
    return Play(melds, placed, in_order((+keep).elements()))


def cells_as_melds(
    split: Split, table: Sequence[tuple[str, Cells]], system: RuleSystem
) -> tuple[Placed, ...]:
    """Write a split as melds, cut so that table melds lie as they did where that is easy."""
    melds: list[Placed] = []
    for kind, cells in recut(split, table):
        if len(cells) > HIGHEST and not system.runs.ace_both:
            # From 1 round to 1: two runs where one may not have both.
            middle = len(cells) // 2
            melds += [_placed(kind, cells[:middle], system), _placed(kind, cells[middle:], system)]
        else:
            melds.append(_placed(kind, cells, system))
    return tuple(melds)


def _placed(kind: str, cells: Cells, system: RuleSystem) -> Placed:
    colours = system.pack.colours
    stands = tuple(Tile(colours[colour], number_at(number)) for colour, number, _ in cells)
    tiles = tuple(JOKER if c[2] else tile for tile, c in zip(stands, cells, strict=True))
    each = system.worth.in_run if kind == "run" else system.worth.in_group
    return Placed(kind, tiles, stands, sum(each(number) for _, number, _ in cells))
