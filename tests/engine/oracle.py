"""Independent judges of the search: brute force for small positions, an integer program for large.

Both work on explicit lists of concrete melds (every run and every group written out) and share
nothing with the engine but its tiles and rule records.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations, pairwise
from typing import Any

from engine.rules import RuleSystem
from engine.tiles import JOKER, Meld, Tile

# A concrete meld: kind, its tiles in order (the high ace last), what it counts.
Concrete = tuple[str, Meld, int]


@cache
def concrete_melds(system: RuleSystem) -> tuple[Concrete, ...]:
    """Write out every run and group of a system, jokers left aside."""
    worth = system.worth
    found: list[Concrete] = []
    for colour in system.pack.colours:
        line = [Tile(colour, number) for number in range(1, 14)]
        values = [worth.in_run(place) for place in range(1, 14)]
        if system.runs.ace_high:
            line.append(Tile(colour, 1))
            values.append(worth.in_run(14))
        for low in range(len(line)):
            for high in range(low + 3, len(line) + 1):
                if high - low == 14 and not system.runs.ace_both:
                    continue
                found.append(("run", tuple(line[low:high]), sum(values[low:high])))
    for number in range(1, 14):
        tiles = [Tile(colour, number) for colour in system.pack.colours]
        for size in (3, 4):
            for chosen in combinations(tiles, size):
                found.append(("group", chosen, size * worth.in_group(number)))
    return tuple(found)


def joker_masks(meld: Concrete, system: RuleSystem, most: int) -> Iterator[tuple[int, ...]]:
    """List the places jokers may take in a concrete meld under a system's rule."""
    kind, tiles, _ = meld
    rule = system.jokers
    for count in range(min(most, len(tiles)) + 1):
        naturals = len(tiles) - count
        if count and (naturals < rule.fewest_naturals):
            continue
        if count > naturals and not rule.may_outnumber:
            continue
        for places in combinations(range(len(tiles)), count):
            adjacent = any(b - a == 1 for a, b in pairwise(places))
            if kind == "group" or rule.side_by_side or not adjacent:
                yield places


def laid(meld: Concrete, places: Iterable[int]) -> Meld:
    """Put jokers in the places of a concrete meld."""
    tiles = list(meld[1])
    for place in places:
        tiles[place] = JOKER
    return tuple(tiles)


@cache
def shapes(system: RuleSystem, jokers: int) -> tuple[tuple[tuple[Tile, ...], int], ...]:
    """List every different multiset that is a meld with up to so many jokers, and its worth."""
    best: dict[tuple[Tile, ...], int] = {}
    for meld in concrete_melds(system):
        for places in joker_masks(meld, system, jokers):
            key = tuple(sorted(laid(meld, places)))
            best[key] = max(best.get(key, 0), meld[2])
    return tuple(sorted(best.items()))


@cache
def _faces(
    system: RuleSystem, jokers: int
) -> tuple[tuple[frozenset[Tile], Counter[Tile], int], ...]:
    return tuple((frozenset(key), Counter(key), worth) for key, worth in shapes(system, jokers))


def _usable(have: Counter[Tile], system: RuleSystem) -> list[tuple[Counter[Tile], int]]:
    """List the melds these tiles allow, and their worth."""
    present = set(have)
    return [
        (meld, worth)
        for faces, meld, worth in _faces(system, have[JOKER])
        if faces <= present and meld <= have
    ]


def best_split(
    rack: Sequence[Tile],
    table: Sequence[Tile],
    system: RuleSystem,
    *,
    threshold: int = 0,
) -> tuple[int, int] | None:
    """Find the most rack tiles and their highest left-over worth by trying everything.

    All of ``table`` must be used. With a ``threshold`` the melds must reach it.
    """
    have, must = Counter([*rack, *table]), Counter(table)
    usable = _usable(have, system)
    base = len(table), sum(system.worth.left(tile) for tile in table)

    @cache
    def go(left: tuple[tuple[Tile, int], ...], reached: int) -> tuple[int, int] | None:
        rest = Counter(dict(left))
        placed = have - rest
        best: tuple[int, int] | None = None
        if not must - placed and reached >= threshold:
            best = placed.total(), sum(system.worth.left(tile) for tile in placed.elements())
        for meld, worth in usable:
            if meld - rest:
                continue
            after = rest - meld
            found = go(tuple(sorted(after.items())), min(threshold, reached + worth))
            if found is not None and (best is None or found > best):
                best = found
        return best

    found = go(tuple(sorted(have.items())), 0)
    return None if found is None else (found[0] - base[0], found[1] - base[1])


def best_worth(rack: Sequence[Tile], system: RuleSystem) -> int:
    """Find the highest worth melds from the rack can have together by trying everything."""
    have = Counter(rack)
    usable = _usable(have, system)

    @cache
    def go(left: tuple[tuple[Tile, int], ...]) -> int:
        rest = Counter(dict(left))
        return max(
            [
                worth + go(tuple(sorted((rest - meld).items())))
                for meld, worth in usable
                if not meld - rest
            ],
            default=0,
        )

    return go(tuple(sorted(have.items())))


def best_beside(
    rack: Sequence[Tile], table: Sequence[tuple[Concrete, tuple[int, ...]]], system: RuleSystem
) -> tuple[int, int]:
    """Find the best play beside melds that stay: lay-offs and new melds, by trying everything."""
    best = (0, 0)
    melds = concrete_melds(system)
    counted = Counter(rack)

    def grow(index: int, rest: Counter[Tile]) -> None:
        nonlocal best
        if index == len(table):
            inner = best_split(list(rest.elements()), (), system)
            assert inner is not None
            gone = counted - rest
            here = gone.total(), sum(system.worth.left(tile) for tile in gone.elements())
            best = max(best, (here[0] + inner[0], here[1] + inner[1]))
            return
        seen = set()
        for added in _grown(table[index], melds, system, rest[JOKER]):
            if added not in seen and not Counter(added) - rest:
                seen.add(added)
                grow(index + 1, rest - Counter(added))

    grow(0, counted)
    return best


def _grown(
    lying: tuple[Concrete, tuple[int, ...]],
    melds: Sequence[Concrete],
    system: RuleSystem,
    jokers: int,
) -> Iterator[tuple[Tile, ...]]:
    """List what may be added to a meld that stays, itself included (nothing added)."""
    (kind, tiles, _), places = lying
    yield ()
    for bigger in melds:
        if bigger[0] != kind or len(bigger[1]) <= len(tiles):
            continue
        for mask in joker_masks(bigger, system, jokers + len(places)):
            if kind == "group":
                before = Counter(laid(lying[0], places))
                after = Counter(laid(bigger, mask))
                if not before - after:
                    yield tuple(sorted((after - before).elements()))
                continue
            for shift in range(len(bigger[1]) - len(tiles) + 1):
                end = shift + len(tiles)
                # The ace has two places: compare where the run ends, too.
                same = bigger[1][shift:end] == tiles
                inside = tuple(p - shift for p in mask if shift <= p < end)
                if same and inside == places:
                    shown = laid(bigger, mask)
                    yield tuple(sorted((*shown[:shift], *shown[end:])))


class Program:
    """An integer program over all concrete melds (HiGHS); exact while jokers are free.

    With ``fewest_naturals`` of one it is exact for up to two jokers: a meld of jokers alone is not
    ruled out.
    """

    def __init__(self, system: RuleSystem) -> None:
        import highspy

        self.highspy: Any = highspy
        self.system = system
        self.melds = concrete_melds(system)
        self.faces = [tile for tile in system.pack.faces() if not tile.is_joker]

    def best(self, rack: Sequence[Tile], table: Sequence[Tile]) -> tuple[int, int] | None:
        """Give the most rack tiles and their highest worth, or None when the table cannot stay."""
        scale = 10_000
        highs, placed, _ = self._model(rack, table, [])
        highs.maximize(
            sum(count * (scale + self.system.worth.left(tile)) for tile, count in placed.items())
        )
        if not self._solved(highs):
            return None
        total = self._value(highs)
        total -= sum(scale + self.system.worth.left(tile) for tile in table)
        return total // scale, total % scale

    def most_left(
        self, rack: Sequence[Tile], table: Sequence[Sequence[Tile]], tiles: int, worth: int
    ) -> int:
        """Give the most table melds that can lie as they did while so much is placed."""
        lying = [tile for meld in table for tile in meld]
        highs, placed, left = self._model(rack, lying, table)
        left_worth = self.system.worth.left
        highs.addConstr(sum(placed.values()) == len(lying) + tiles)
        highs.addConstr(
            sum(count * left_worth(tile) for tile, count in placed.items())
            == sum(map(left_worth, lying)) + worth
        )
        highs.maximize(sum(left))
        assert self._solved(highs)
        return self._value(highs)

    def fewest_changes(self, tiles: Sequence[Tile], count: int) -> int:
        """Give the fewest tiles to replace by jokers so that just so many lie in melds."""
        wild = count
        highs, placed, _ = self._model([*tiles, *[JOKER] * wild], [], [])
        highs.addConstr(sum(placed.values()) == count)
        more = highs.addIntegral(lb=0, ub=wild)
        highs.addConstr(placed[JOKER] - more <= tiles.count(JOKER))
        highs.minimize(more)
        assert self._solved(highs)
        return self._value(highs)

    def _model(
        self, rack: Sequence[Tile], lying: Sequence[Tile], table: Sequence[Sequence[Tile]]
    ) -> tuple[Any, dict[Tile, Any], list[Any]]:
        """Give the model, the tiles placed by face, and whether each table meld lies as it did."""
        highs = self.highspy.Highs()
        highs.setOptionValue("output_flag", False)
        highs.setOptionValue("mip_rel_gap", 0.0)
        highs.setOptionValue("mip_abs_gap", 0.5)
        have, must = Counter([*rack, *lying]), Counter(lying)
        columns = [highs.addIntegral(lb=0, ub=4) for _ in self.melds]
        left = [highs.addBinary() for _ in table]
        touching: dict[Tile, list[Any]] = {tile: [] for tile in (*self.faces, JOKER)}
        for column, (_, tiles, _) in zip(columns, self.melds, strict=True):
            for tile in tiles:
                touching[tile].append(column)
        for column, meld in zip(left, table, strict=True):
            for tile in meld:
                touching[tile].append(column)
        placed = {tile: highs.addIntegral(lb=must[tile], ub=have[tile]) for tile in touching}
        stand_ins = []
        for tile in self.faces:
            stand = highs.addIntegral(lb=0, ub=have[JOKER])
            highs.addConstr(sum(touching[tile]) - placed[tile] - stand == 0)
            stand_ins.append(stand)
        highs.addConstr(sum(stand_ins) + sum(touching[JOKER]) - placed[JOKER] == 0)
        return highs, placed, left

    def _value(self, highs: Any) -> int:
        return round(float(highs.getInfo().objective_function_value))

    def _solved(self, highs: Any) -> bool:
        if highs.getModelStatus() == self.highspy.HighsModelStatus.kInfeasible:
            # Presolve (HiGHS 1.16) has called models infeasible that are not: asked again without.
            highs.setOptionValue("presolve", "off")
            highs.run()
        return bool(highs.getModelStatus() == self.highspy.HighsModelStatus.kOptimal)


def some_tiles(
    rng: random.Random, system: RuleSystem, count: int, jokers: int, *, numbers: int = 13
) -> list[Tile]:
    """Draw tiles from a pack: so many naturals up to a number, and so many jokers."""
    naturals = [
        tile
        for tile in system.pack.faces()
        if not tile.is_joker and tile.number <= numbers
        for _ in range(system.pack.copies)
    ]
    return rng.sample(naturals, count) + [JOKER] * jokers


def some_table(
    rng: random.Random, system: RuleSystem, melds: int, jokers: int
) -> tuple[list[tuple[Concrete, tuple[int, ...]]], Counter[Tile]]:
    """Lay random melds from one pack; return them with joker places, and what is left in it."""
    left = system.pack.counts()
    left[JOKER] = jokers
    table: list[tuple[Concrete, tuple[int, ...]]] = []
    choices = [meld for meld in concrete_melds(system) if len(meld[1]) <= 7]
    for _ in range(200):
        if len(table) == melds:
            break
        meld = rng.choice(choices)
        masks = list(joker_masks(meld, system, min(left[JOKER], 1)))
        places = rng.choice(masks) if left[JOKER] and rng.random() < 0.5 else ()
        shown = laid(meld, places)
        if not Counter(shown) - left:
            left -= Counter(shown)
            table.append((meld, places))
    return table, left
