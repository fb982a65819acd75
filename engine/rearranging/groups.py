"""What the tiles of one number can do: the groups they may lie in.

Counts of tiles by colour are packed in two bits a colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product

from engine.rearranging.positions import COLOURS, TOP, Position, Row

# A way to group tiles: groups, jokers needed for it, room for more jokers.
Way = tuple[int, int, int]


@lru_cache(maxsize=256)
def ways(tiles: int) -> tuple[Way, ...]:
    """List the ways to group all these tiles of one number, those with fewest jokers first."""
    counts = [tiles >> 2 * colour & 3 for colour in range(COLOURS)]
    total = sum(counts)
    found = []
    for groups in range(max(max(counts), (total + 3) // 4), total // 2 + 1):
        spent = max(0, 3 * groups - total)
        if spent > groups:
            break
        found.append((groups, spent, 4 * groups - total - spent))
    return tuple(found)


@lru_cache(maxsize=4096)
def choices(limits: Row, jokers: int) -> tuple[tuple[Row, int], ...]:
    """List what can be grouped of one number within the limits, with the fewest jokers it takes."""
    found = []
    for counts in product(*(range(limit + 1) for limit in limits)):
        possible = ways(sum(count << 2 * colour for colour, count in enumerate(counts)))
        if possible and any(counts) and possible[0][1] <= jokers:
            found.append((counts, possible[0][1]))
    return tuple(found)


def limits(position: Position) -> list[Row]:
    """Say by number (index 1-14) how many tiles of each colour can lie in groups at most."""
    none = (0,) * COLOURS
    found = [
        _limits(tuple(row[number] for row in position.all), position.all_jokers)
        for number in range(1, TOP + 1)
    ]
    return [none, *found, none]


@lru_cache(maxsize=4096)
def _limits(have: Row, jokers: int) -> Row:
    found = [0] * COLOURS
    for groups in range(1, max(have) + 1):
        total = sum(min(count, groups) for count in have)
        if total + min(jokers, groups) >= 3 * groups and total >= 2 * groups:
            found = [
                groups if count >= groups else max(limit, min(count, groups))
                for count, limit in zip(have, found, strict=True)
            ]
    return tuple(found)


def deal(number: int, grouped: Sequence[int], groups: int) -> list[list[tuple[int, int, bool]]]:
    """Deal the tiles of one number round into groups; fill those of two with a joker."""
    dealt: list[list[tuple[int, int, bool]]] = [[] for _ in range(groups)]
    tiles = [colour for colour, count in enumerate(grouped) for _ in range(count)]
    for index, colour in enumerate(tiles):
        dealt[index % groups].append((colour, number, False))
    for group in dealt:
        if len(group) < 3:
            group.append((free_colour(group), number, True))
    return dealt


def free_colour(group: Sequence[tuple[int, int, bool]]) -> int:
    """Give the first colour a group does not have."""
    return min(set(range(COLOURS)) - {colour for colour, _, _ in group})
