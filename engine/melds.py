"""Is this a meld: runs and groups, what they count, and what is wrong when they are none.

The order in which the tiles are given does not matter; a joker may stand for whatever fits, and
the *readings* are all the ways it does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from engine.rules.system import ACE_HIGH, RuleSystem
from engine.tiles import HIGHEST, JOKER, Meld, Tile, in_order, show

FEWEST = 3
MOST_IN_GROUP = 4


@dataclass(frozen=True, slots=True)
class Reading:
    """Hold one way to read a meld: what stands where, tile by tile, and what it counts.

    ``tiles`` are as laid (jokers as jokers), ``stands`` the tiles they stand for, same order.
    ``low`` is the place of the first tile of a run (14 would be the high ace), 0 for a group.
    """

    kind: str
    tiles: Meld
    stands: Meld
    worth: int
    low: int = 0


@dataclass(frozen=True, slots=True)
class Fault:
    """Hold one thing that is wrong: a code, the tiles concerned, numbers with it, and a text."""

    code: str
    tiles: Meld
    text: str
    numbers: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Judgement:
    """Hold all readings of a meld (the one that counts first) or all its faults."""

    readings: tuple[Reading, ...]
    faults: tuple[Fault, ...]

    @property
    def valid(self) -> bool:
        """Tell whether it is a meld."""
        return bool(self.readings)

    @property
    def worth(self) -> int:
        """Give what it counts in the reading that counts; 0 when it is no meld."""
        return self.readings[0].worth if self.readings else 0


def judge(tiles: Sequence[Tile], system: RuleSystem) -> Judgement:
    """Judge tiles as one meld, with every reading or every fault.

    >>> from engine.rules import ZAHLEN
    >>> from engine.tiles import parse
    >>> judge(parse("r9 r10 *"), ZAHLEN).worth
    30
    """
    found = readings(tiles, system)
    if found:
        return Judgement(found, ())
    return Judgement((), _faults(tuple(tiles), system))


def readings(tiles: Sequence[Tile], system: RuleSystem) -> tuple[Reading, ...]:
    """List every way the tiles are a meld, the one that counts first."""
    found = [
        *_run_readings(tiles, system),
        *_group_readings(tiles, system),
    ]
    sign = -1 if system.worth.reading == "high" else 1
    return tuple(sorted(found, key=lambda reading: (sign * reading.worth, reading.kind)))


def is_meld(tiles: Sequence[Tile], system: RuleSystem) -> bool:
    """Tell whether the tiles are a meld."""
    return bool(readings(tiles, system))


def lying_readings(tiles: Sequence[Tile], system: RuleSystem) -> tuple[Reading, ...]:
    """Read a meld as it lies: jokers stand where they lie, if that makes sense at all.

    A run may lie rising or falling. When the order given is no run, any order is taken.
    """
    found = readings(tiles, system)
    laid = tuple(tiles)
    exact = tuple(r for r in found if r.kind == "group" or r.tiles in (laid, laid[::-1]))
    return exact or found


def shape_fits(naturals: int, jokers: int, system: RuleSystem) -> bool:
    """Tell whether the numbers of naturals and jokers alone allow a meld."""
    rule = system.jokers
    if jokers and naturals < rule.fewest_naturals:
        return False
    return rule.may_outnumber or jokers <= naturals


def number_at(place: int) -> int:
    """Give the number standing at a place of a run: 14 is the ace."""
    return 1 if place == ACE_HIGH else place


def _run_readings(tiles: Sequence[Tile], system: RuleSystem) -> list[Reading]:
    naturals = [tile for tile in tiles if not tile.is_joker]
    jokers = len(tiles) - len(naturals)
    colours = {tile.colour for tile in naturals}
    length = len(tiles)
    if length < FEWEST or len(colours) > 1 or not shape_fits(len(naturals), jokers, system):
        return []
    if length > (HIGHEST + 1 if system.runs.ace_both and system.runs.ace_high else HIGHEST):
        return []
    wanted = Counter(tile.number for tile in naturals)
    jokerless_colour = naturals[0].colour if naturals else system.pack.colours[0]
    found = []
    for low in range(1, system.runs.top - length + 2):
        cells = _fill(low, length, wanted, prefer_high=False)
        options = [cells] if cells else []
        if cells and wanted[1] == 1 and low == 1 and low + length - 1 == ACE_HIGH:
            high = _fill(low, length, wanted, prefer_high=True)
            options.append(high) if high else None
        for cells in options:
            if not system.jokers.side_by_side and any(not a and not b for a, b in pairwise(cells)):
                continue
            stands = tuple(
                Tile(jokerless_colour, number_at(place)) for place in range(low, low + length)
            )
            laid = tuple(
                stand if natural else JOKER for stand, natural in zip(stands, cells, strict=True)
            )
            worth = sum(system.worth.in_run(place) for place in range(low, low + length))
            found.append(Reading("run", laid, stands, worth, low))
    return found


def _fill(low: int, length: int, wanted: Counter[int], *, prefer_high: bool) -> list[bool] | None:
    """Say which places of the window natural tiles take, or None when one has no place."""
    rest = Counter(wanted)
    cells = [False] * length
    places = range(low, low + length)
    for place in reversed(places) if prefer_high else places:
        number = number_at(place)
        if rest[number] > 0:
            rest[number] -= 1
            cells[place - low] = True
    return None if any(count > 0 for count in rest.values()) else cells


def _group_readings(tiles: Sequence[Tile], system: RuleSystem) -> list[Reading]:
    naturals = in_order(tile for tile in tiles if not tile.is_joker)
    jokers = len(tiles) - len(naturals)
    if not FEWEST <= len(tiles) <= MOST_IN_GROUP:
        return []
    if not shape_fits(len(naturals), jokers, system):
        return []
    numbers = {tile.number for tile in naturals} or {HIGHEST}
    colours = [tile.colour for tile in naturals]
    if len(numbers) > 1 or len(set(colours)) < len(colours):
        return []
    number = numbers.pop()
    free = [colour for colour in system.pack.colours if colour not in colours]
    stands = (*naturals, *(Tile(colour, number) for colour in free[:jokers]))
    laid = (*naturals, *[JOKER] * jokers)
    worth = system.worth.in_group(number) * len(tiles)
    return [Reading("group", laid, stands, worth)]


def _faults(tiles: Meld, system: RuleSystem) -> tuple[Fault, ...]:
    naturals = tuple(tile for tile in tiles if not tile.is_joker)
    jokers = tuple(tile for tile in tiles if tile.is_joker)
    faults: list[Fault] = []
    if len(tiles) < FEWEST:
        faults.append(
            Fault(
                "too_short",
                tiles,
                f"a meld has at least {FEWEST} tiles",
                (("fewest", FEWEST), ("have", len(tiles))),
            )
        )
    rule = system.jokers
    if jokers and len(naturals) < rule.fewest_naturals:
        faults.append(
            Fault(
                "too_few_naturals",
                tiles,
                f"a meld needs at least {rule.fewest_naturals} tiles that are no jokers",
                (("fewest", rule.fewest_naturals), ("have", len(naturals))),
            )
        )
    if not rule.may_outnumber and len(jokers) > len(naturals):
        faults.append(Fault("too_many_jokers", jokers, "more jokers than other tiles"))
    numbers = Counter(tile.number for tile in naturals)
    colours = Counter(tile.colour for tile in naturals)
    if len(numbers) > 1 and len(colours) > 1:
        faults.append(
            Fault("no_run_no_group", naturals, "neither one colour (run) nor one number (group)")
        )
    elif len(numbers) == 1 and len(naturals) > 1:
        faults.extend(_group_faults(tiles, naturals, colours))
    elif len(colours) == 1:
        faults.extend(_run_faults(tiles, naturals, jokers, system))
    return tuple(faults)


def _group_faults(tiles: Meld, naturals: Meld, colours: Counter[str]) -> list[Fault]:
    faults = []
    doubled = tuple(tile for tile in naturals if colours[tile.colour] > 1)
    if doubled:
        faults.append(
            Fault("same_colour_twice", doubled, f"same colour twice in a group: {show(doubled)}")
        )
    if len(tiles) > MOST_IN_GROUP:
        faults.append(
            Fault(
                "too_long",
                tiles,
                f"a group has at most {MOST_IN_GROUP} tiles",
                (("most", MOST_IN_GROUP), ("have", len(tiles))),
            )
        )
    return faults


def _run_faults(tiles: Meld, naturals: Meld, jokers: Meld, system: RuleSystem) -> list[Fault]:
    ordered = in_order(naturals)
    numbers = [tile.number for tile in ordered]
    counted = Counter(numbers)
    both = system.runs.ace_high and system.runs.ace_both
    doubled = tuple(
        tile for tile in ordered if counted[tile.number] > (2 if tile.number == 1 and both else 1)
    )
    if doubled:
        return [Fault("same_number_twice", doubled, f"same number twice in a run: {show(doubled)}")]
    if len(tiles) > HIGHEST + both:
        return [
            Fault(
                "too_long",
                tiles,
                f"a run has at most {HIGHEST + both} tiles",
                (("most", HIGHEST + both), ("have", len(tiles))),
            )
        ]
    faults = []
    if _fits_round_the_corner(numbers, len(tiles)) and not _fits(numbers, len(tiles), HIGHEST):
        ends = tuple(tile for tile in ordered if tile.number in (1, 2, HIGHEST))
        if _fits(numbers, len(tiles), ACE_HIGH) and not system.runs.ace_high:
            aces = tuple(tile for tile in ordered if tile.number == 1)
            faults.append(Fault("ace_not_high", aces, "the 1 (ace) only stands before the 2"))
        elif not _fits(numbers, len(tiles), ACE_HIGH):
            faults.append(Fault("round_the_corner", ends, "runs do not go round the corner"))
    elif not _fits(numbers, len(tiles), system.runs.top):
        missing = _missing(ordered, len(jokers))
        faults.append(Fault("gap", missing, f"a gap in the run: {show(missing)} missing"))
    if not system.jokers.side_by_side and not faults and len(jokers) > 1:
        faults.append(Fault("jokers_side_by_side", jokers, "two jokers side by side"))
    return faults


def _fits(numbers: list[int], length: int, top: int) -> bool:
    wanted = Counter(numbers)
    return any(
        _fill(low, length, wanted, prefer_high=False) is not None
        for low in range(1, top - length + 2)
    )


def _fits_round_the_corner(numbers: list[int], length: int) -> bool:
    """Tell whether the numbers would be consecutive on a circle of thirteen."""
    wanted = set(numbers)
    return any(
        wanted <= {(start + step) % HIGHEST + 1 for step in range(length)}
        for start in range(HIGHEST)
    )


def _missing(ordered: Meld, jokers: int) -> Meld:
    low, high = ordered[0].number, ordered[-1].number
    have = {tile.number for tile in ordered}
    return tuple(Tile(ordered[0].colour, n) for n in range(low, high) if n not in have)
