"""Whether tiles of a board fit into runs and groups: all of them, the most, or just so many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, islice

from engine import rearranging
from engine.counts import grid
from engine.moving import cells_as_melds
from engine.placing import Placed, Task, place
from engine.rearranging import Gains, Position
from engine.rules.system import RuleSystem
from engine.tiles import HIGHEST, Meld, Tile

_GAINS = Gains((0,) + (1,) * HIGHEST, 1)

# Selections to try one by one, and positions to look at, before giving up on an exact number.
_SELECTIONS = 100
_PATIENCE = 3_000


def fit_all(tiles: Sequence[Tile], system: RuleSystem) -> tuple[Placed, ...] | None:
    """Split all the tiles into runs and groups, or give None."""
    if not _jokers_are_free(system):
        have, jokers = grid(tiles, system.pack)
        placement = place(Task(system, have, have, jokers, jokers, _GAINS.by_number, 1))
        return placement.melds if placement else None
    split = rearranging.split(_position(tiles, tiles, system), _GAINS)
    return None if split is None else cells_as_melds(split, (), system)


def fit_most(tiles: Sequence[Tile], system: RuleSystem, needed: Meld = ()) -> int:
    """Count how many of the tiles fit at once, at most; -1 when those needed do not."""
    melds = _most(tiles, system, needed)
    return -1 if melds is None else sum(len(meld.tiles) for meld in melds)


def fit_exactly(
    count: int, tiles: Sequence[Tile], system: RuleSystem, needed: Meld = ()
) -> tuple[Placed, ...] | None:
    """Split just so many of the tiles, with those needed, into melds, or give None.

    Where more fit, it is tried to leave some of those out. Raise ``OutOfBudget`` when it takes too
    long to find out.
    """
    melds = _most(tiles, system, needed, enough=count)
    if melds is None:
        return None
    used = Counter(tile for meld in melds for tile in meld.tiles)
    if used.total() <= count:
        return melds if used.total() == count else None
    spare = sorted((used - Counter(needed)).elements(), key=lambda tile: not tile.is_joker)
    tried = dict.fromkeys(islice(combinations(spare, used.total() - count), _SELECTIONS))
    for left_out in tried:
        found = fit_all(list((used - Counter(left_out)).elements()), system)
        if found is not None:
            return found
    return _just(count, tiles, system, needed)


def _most(
    tiles: Sequence[Tile], system: RuleSystem, needed: Meld, enough: int | None = None
) -> tuple[Placed, ...] | None:
    """Fit the most tiles, those needed among them; None when they do not, or not enough do.

    When ``enough`` do, it need not be the most.
    """
    if not _jokers_are_free(system):
        have, jokers = grid(tiles, system.pack)
        need, need_jokers = grid(needed, system.pack)
        placement = place(Task(system, have, need, jokers, need_jokers, _GAINS.by_number, 1))
        return placement.melds if placement else None
    position = _position(tiles, needed, system)
    if enough is None:
        split = rearranging.split(position, _GAINS)
    else:
        enough -= len(needed)
        split = rearranging.split(position, _GAINS, floor=enough - 1, enough=enough)
    return None if split is None else cells_as_melds(split, (), system)


def _just(
    count: int, tiles: Sequence[Tile], system: RuleSystem, needed: Meld
) -> tuple[Placed, ...] | None:
    have, jokers = grid(tiles, system.pack)
    need, need_jokers = grid(needed, system.pack)
    ones = (1,) * (HIGHEST + 1)
    task = Task(system, have, need, jokers, need_jokers, ones, 1, exactly=count, budget=_PATIENCE)
    placement = place(task)
    return None if placement is None else placement.melds


def _jokers_are_free(system: RuleSystem) -> bool:
    rule = system.jokers
    return rule.fewest_naturals <= 1 and rule.may_outnumber and rule.side_by_side


def _position(tiles: Sequence[Tile], needed: Sequence[Tile], system: RuleSystem) -> Position:
    have, jokers = grid(tiles, system.pack)
    need, need_jokers = grid(needed, system.pack)
    bare = not system.jokers.fewest_naturals
    return Position(need, have, need_jokers, jokers, (), system.runs.top, bare)
