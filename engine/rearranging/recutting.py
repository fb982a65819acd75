"""Cut an optimal split so that as many table melds as can be lie as they did.

The search says which tiles lie in runs and which in groups; where runs of one colour, or groups of
one number, are cut is open. Here every set of table melds is tried that the same tiles allow.
Jokers that merely hang on go where a table meld has its joker, then to new or changed melds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from engine.rearranging.groups import free_colour
from engine.rearranging.positions import COLOURS, TOP, Cells, Split

_MANY = 8

_Run = list[tuple[int, int, bool]]


def recut(split: Split, table: Iterable[tuple[str, Cells]]) -> list[tuple[str, Cells]]:
    """Return all melds, table melds kept where the tiles allow; ``table`` are melds as they lie."""
    kept: list[tuple[str, Cells]] = []
    runs: list[_Run] = []
    groups: list[_Run] = []
    pool = split.hanging
    for colour in range(COLOURS):
        own = [run for run in split.runs if run[0][0] == colour]
        lying = [cells for kind, cells in table if kind == "run" and cells[0][0] == colour]
        found, rest, taken = _cut_runs(own, lying, pool)
        kept.extend(("run", cells) for cells in found)
        runs.extend(rest)
        pool -= taken
    for number in range(1, TOP + 1):
        own = [group for group in split.groups if group[0][1] == number]
        lying = [cells for kind, cells in table if kind == "group" and cells[0][1] == number]
        found, rest, taken = _cut_groups(own, lying, pool)
        kept.extend(("group", cells) for cells in found)
        groups.extend(rest)
        pool -= taken
    if pool and _no_room(pool, runs, groups, kept):
        # Jokers alone, where the rules let them be a meld.
        runs.append([(0, number, True) for number in range(1, pool + 1)])
        pool = 0
    if pool:
        pool = _hang(runs, groups, pool)
    if pool:
        runs.extend(list(cells) for kind, cells in kept if kind == "run")
        groups.extend(list(cells) for kind, cells in kept if kind == "group")
        kept = []
        _hang(runs, groups, pool)
    return [
        *kept,
        *(("run", tuple(run)) for run in runs),
        *(("group", tuple(group)) for group in groups),
    ]


def _no_room(
    pool: int, runs: list[_Run], groups: list[_Run], kept: list[tuple[str, Cells]]
) -> bool:
    """Tell whether so many jokers find no place in these melds."""
    if runs or any(kind == "run" for kind, _ in kept):
        return False
    all_groups = [*groups, *(cells for _, cells in kept)]
    return pool > sum(COLOURS - len(group) for group in all_groups)


def _subsets(lying: Sequence[Cells]) -> Iterator[tuple[Cells, ...]]:
    """List sets of table melds, the largest first; of very many only the single ones."""
    largest = len(lying) if len(lying) <= _MANY else 1
    for size in range(largest, 0, -1):
        yield from combinations(lying, size)


def _cut_runs(
    own: Sequence[Cells], lying: Sequence[Cells], pool: int
) -> tuple[list[Cells], list[_Run], int]:
    have = Counter(cell for run in own for cell in run)
    lying = [run for run in lying if _lacking(Counter(run), have) <= pool]
    for chosen in _subsets(lying):
        wanted = Counter(cell for run in chosen for cell in run)
        lacking = _lacking(wanted, have)
        if lacking > pool:
            continue
        runs = _rebuilt(have - wanted)
        if runs is not None:
            return list(chosen), runs, lacking
    return [], [list(run) for run in own], 0


def _lacking(wanted: Counter[tuple[int, int, bool]], have: Counter[tuple[int, int, bool]]) -> int:
    """Count jokers lacking; more than there ever are when a natural tile lacks."""
    missing = wanted - have
    if any(not joker for _, _, joker in missing):
        return 99
    return missing.total()


def _rebuilt(cells: Counter[tuple[int, int, bool]]) -> list[_Run] | None:
    """Build runs of exactly these cells of one colour, or give None when that cannot be."""
    by_number: list[_Run] = [[] for _ in range(TOP + 1)]
    for cell in sorted(cells.elements()):
        by_number[cell[1]].append(cell)
    open_runs: list[_Run] = []
    closed: list[_Run] = []
    for number in range(1, TOP + 1):
        here = by_number[number]
        open_runs.sort(key=lambda run: (min(len(run), 3), any(not c[2] for c in run)))
        closed.extend(open_runs[len(here) :])
        open_runs = open_runs[: len(here)]
        for run, cell in zip(open_runs, here, strict=False):
            run.append(cell)
        open_runs = open_runs + [[cell] for cell in here[len(open_runs) :]]
    closed.extend(open_runs)
    fine = all(len(run) >= 3 and any(not cell[2] for cell in run) for run in closed)
    return closed if fine else None


def _cut_groups(
    own: Sequence[Cells], lying: Sequence[Cells], pool: int
) -> tuple[list[Cells], list[_Run], int]:
    colours = Counter(cell[0] for group in own for cell in group if not cell[2])
    jokers = sum(cell[2] for group in own for cell in group)
    number = own[0][0][1] if own else 0
    for chosen in _subsets(lying) if own else ():
        wanted = Counter(cell[0] for group in chosen for cell in group if not cell[2])
        needed = sum(cell[2] for group in chosen for cell in group)
        if wanted - colours:
            continue
        for taken in range(max(0, needed - jokers), min(pool, needed) + 1):
            dealt = _dealt(colours - wanted, jokers + taken - needed, number)
            if dealt is not None:
                return list(chosen), dealt, taken
    return [], [list(group) for group in own], 0


def _dealt(colours: Counter[int], jokers: int, number: int) -> list[_Run] | None:
    """Deal tiles of one number and exactly so many jokers into groups, or give None."""
    total = colours.total()
    if not total:
        return None if jokers else []
    most = max(colours.values())
    for count in range(most, total + 1):
        if not 3 * count <= total + jokers <= 4 * count:
            continue
        groups: list[_Run] = [[] for _ in range(count)]
        for index, colour in enumerate(sorted(colours.elements())):
            groups[index % count].append((colour, number, False))
        for _ in range(jokers):
            group = min(groups, key=len)
            group.append((free_colour(group), number, True))
        return groups
    return None


def _hang(runs: list[_Run], groups: list[_Run], jokers: int) -> int:
    """Hang jokers on runs, then as fourth of groups, parting long runs; give those left over."""
    while jokers:
        run = next((r for r in runs if len(r) < TOP), None)
        group = next((g for g in groups if len(g) < COLOURS), None)
        if run is not None:
            colour, last, _ = run[-1]
            if last < TOP:
                run.append((colour, last + 1, True))
            else:
                run.insert(0, (colour, run[0][1] - 1, True))
        elif runs:
            runs.append(runs[0][:3])
            del runs[0][:3]
            continue
        elif group is not None:
            group.append((free_colour(group), group[0][1], True))
        else:
            break
        jokers -= 1
    return jokers


def as_cells(
    kind: str, tiles: Iterable[bool], places: Iterable[tuple[int, int]]
) -> tuple[str, Cells]:
    """Write a table meld as cells: which tiles are jokers, and the colour and number they are."""
    cells = ((colour, number, joker) for joker, (colour, number) in zip(tiles, places, strict=True))
    return kind, tuple(cells)
