"""Is this board closed, what is it called, what does it pay.

Fourteen tiles are in combination when they split into runs and groups, or are seven pairs
(doubles), or a mosaic: 1 to 13 and 1 again in number order, the first four in four colours, every
tile of another colour than its neighbours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations

from engine.counts import grid
from engine.fitting import fit_all, fit_exactly, fit_most
from engine.placing import OutOfBudget, Placed, Task, place
from engine.rules.system import ACE_HIGH, Closing, RuleSystem
from engine.tiles import HIGHEST, JOKER, Meld, Tile, in_order

FOURTEEN = 14
MINOR_TOP = 7
MAJOR_LOW = 8

# Categories in the order of the sheet; of two that pay alike the later is named.
CATEGORIES: tuple[tuple[str, str], ...] = (
    ("simple", "small"),
    ("mosaic", "small"),
    ("bicolor", "big"),
    ("minor", "big"),
    ("major", "big"),
    ("doubles", "special"),
    ("grand_carre", "special"),
    ("monocolor", "special"),
)
CLASS_OF = dict(CATEGORIES)

# Base price by class and number of jokers thrown or closed with (two or more is the last).
BASES = {"small": (250, 500, 1000), "big": (500, 1000, 1000), "special": (1000, 1000, 1000)}
# What one joker inside takes off, by base.
DEDUCTIONS = {250: 50, 500: 100, 1000: 100}
ROWS_OF_SOURCE = 2
LOWEST_PRICE = 50


@dataclass(frozen=True, slots=True)
class PriceLine:
    """Hold one line of the reckoning: a code, what it changes, a text."""

    code: str
    points: int
    text: str


@dataclass(frozen=True, slots=True)
class Price:
    """Hold a reckoned price: what each opponent pays before the multiplier, line by line."""

    category: str
    pays: int
    lines: tuple[PriceLine, ...]
    beyond_source: bool = False


@dataclass(frozen=True, slots=True)
class Fit:
    """Hold one category that fits fourteen tiles, and how they lie in it."""

    category: str
    melds: tuple[Placed, ...]


@dataclass(frozen=True, slots=True)
class Missing:
    """Hold what an open board lacks: the fewest tiles to change, and draws that close it at once.

    When counting takes too long it may be more: ``at_least``. ``draws`` is None when finding them
    all takes too long.
    """

    tiles: int
    draws: Meld | None
    at_least: bool = False


@dataclass(frozen=True, slots=True)
class Board:
    """Hold the verdict on a board: how it is closed best, or what is missing."""

    closed: bool
    free: Tile | None
    may_throw: Meld
    fits: tuple[Fit, ...]
    prices: tuple[Price, ...]
    pays: int
    most_in_melds: int
    missing: Missing | None

    @property
    def best(self) -> Price | None:
        """Give the price that counts."""
        return self.prices[0] if self.prices else None


def close(
    rack: Sequence[Tile], system: RuleSystem, *, free: Tile | None = None, thrown: int = 0
) -> Board:
    """Judge a board of fourteen or fifteen; ``free`` is the tile thrown, fourteen are the rack.

    With fifteen tiles and no ``free`` the best-paying free tile is chosen.
    """
    tiles = list(rack)
    if free is not None and len(tiles) > FOURTEEN and free in tiles:
        tiles.remove(free)
    if len(tiles) == FOURTEEN:
        fits = categories(tiles, system, free=free)
        return _board(tiles, system, [(free, fits)] if fits else [], thrown)
    choices = []
    for tile in in_order(set(tiles)):
        fourteen = list(tiles)
        fourteen.remove(tile)
        if fits := categories(fourteen, system, free=tile):
            choices.append((tile, fits))
    return _board(tiles, system, choices, thrown)


def _board(
    tiles: Sequence[Tile],
    system: RuleSystem,
    choices: Sequence[tuple[Tile | None, tuple[Fit, ...]]],
    thrown: int,
) -> Board:
    if not choices:
        return Board(
            False, None, (), (), (), 0, most_in_melds(tiles, system), missing(tiles, system)
        )
    rule = _closing(system)
    priced = []
    for free, fits in choices:
        jokers = sum(meld_tile.is_joker for meld in fits[0].melds for meld_tile in meld.tiles)
        prices = sorted(
            (
                price(
                    fit.category,
                    rule,
                    thrown=thrown,
                    with_joker=free is not None and free.is_joker,
                    inside=jokers,
                )
                for fit in fits
            ),
            key=lambda p: (-p.pays, -_rank(p.category)),
        )
        pays = sum(p.pays for p in prices) if rule.add_up else prices[0].pays
        priced.append((pays, free, fits, tuple(prices)))
    pays, free, fits, prices_of_best = max(priced, key=lambda p: p[0])
    may_throw = tuple(tile for tile, _ in choices if tile is not None)
    return Board(
        True,
        free,
        may_throw if len(tiles) > FOURTEEN else (),
        fits,
        prices_of_best,
        pays,
        FOURTEEN,
        None,
    )


def price(
    category: str, rule: Closing, *, thrown: int = 0, with_joker: bool = False, inside: int = 0
) -> Price:
    """Reckon what each opponent pays for a category, line by line, before the multiplier."""
    kind = CLASS_OF[category]
    count = thrown + with_joker
    if kind == "big" and count == 1 and thrown and not rule.one_thrown_big:
        count = 0
    base = BASES[kind][0]
    lines = [PriceLine(category, base, f"{category} ({kind})")]
    raised = BASES[kind][min(count, 2)]
    if raised > base:
        how = []
        if thrown:
            how.append(f"{thrown} thrown")
        if with_joker:
            how.append("closed with a joker")
        lines.append(PriceLine("jokers_out", raised - base, ", ".join(how)))
    deduct = inside if category != "mosaic" or rule.mosaic_deduct else 0
    if not rule.deduct_further:
        deduct = min(deduct, ROWS_OF_SOURCE)
    pays = raised
    if deduct:
        pays = max(LOWEST_PRICE, raised - deduct * DEDUCTIONS[raised])
        lines.append(PriceLine("jokers_inside", pays - raised, f"{inside} jokers inside"))
    return Price(category, pays, tuple(lines), inside > ROWS_OF_SOURCE)


def categories(
    fourteen: Sequence[Tile], system: RuleSystem, *, free: Tile | None = None
) -> tuple[Fit, ...]:
    """List every category that fits fourteen tiles, in the order of the sheet."""
    rule = _closing(system)
    fits: list[Fit] = []
    melds = _split(fourteen, system)
    if melds is not None:
        fits.append(Fit("simple", melds))
    if (laid := _mosaic(tuple(fourteen), system)) is not None:
        fits.append(Fit("mosaic", (laid,)))
    naturals = [tile for tile in fourteen if not tile.is_joker]
    judged = naturals
    if rule.free_tile_fits and free is not None and not free.is_joker:
        judged = [*naturals, free]
    if melds is not None:
        fits.extend(_run_and_range_categories(fourteen, judged, system))
    if pairs := _doubles(fourteen, rule):
        fits.append(Fit("doubles", pairs))
    if carre := _grand_carre(fourteen, system):
        fits.append(Fit("grand_carre", carre))
    colours = {tile.colour for tile in judged}
    if melds is not None and len(colours) <= 1:
        mono = _split(fourteen, system, groups=False)
        if mono is not None:
            fits.append(Fit("monocolor", mono))
    return tuple(fits)


def _run_and_range_categories(
    fourteen: Sequence[Tile], judged: Sequence[Tile], system: RuleSystem
) -> Iterator[Fit]:
    if len({tile.colour for tile in judged}) <= 2:
        melds = _split(fourteen, system, groups=False)
        if melds is not None:
            yield Fit("bicolor", melds)
    if all(tile.number <= MINOR_TOP for tile in judged):
        melds = _split(fourteen, system, places=(1, MINOR_TOP))
        if melds is not None:
            yield Fit("minor", melds)
    if all(tile.number >= MAJOR_LOW or tile.number == 1 for tile in judged):
        melds = _split(fourteen, system, places=(MAJOR_LOW, ACE_HIGH))
        if melds is not None:
            yield Fit("major", melds)


def most_in_melds(tiles: Sequence[Tile], system: RuleSystem) -> int:
    """Count how many of the tiles fit into runs and groups at once, at most."""
    return fit_most(tiles, system)


def missing(tiles: Sequence[Tile], system: RuleSystem) -> Missing:
    """Say how many tiles must change at least, and which single draws would close the board."""
    few = _changes_to_doubles(tiles, _closing(system))
    few = min(few, _changes_to_mosaic(tiles, system, few))
    for wild in range(1, few):
        try:
            melds = fit_exactly(FOURTEEN, [*tiles, *[JOKER] * wild], system)
        except OutOfBudget:
            return Missing(wild, None if wild == 1 else (), at_least=True)
        if melds is not None:
            return Missing(wild, _closing_draws(tiles, system, melds) if wild == 1 else ())
    return Missing(few, _closing_draws(tiles, system, ()) if few == 1 else ())


def _closing_draws(
    tiles: Sequence[Tile], system: RuleSystem, melds: Sequence[Placed]
) -> Meld | None:
    """List the draws that close the board at once; None when that takes too long to find out.

    ``melds`` are fourteen with a joker more: whatever a joker stands for there closes the board.
    So it is with the melds found for any draw.
    """
    left = system.pack.counts()
    left.subtract(tiles)
    closing = _stood_for(melds, system)
    for face in system.pack.faces():
        if left[face] <= 0 or face in closing:
            continue
        drawn = [*tiles, face]
        doubles = _changes_to_doubles(drawn, _closing(system)) == 0
        if doubles or _changes_to_mosaic(drawn, system, 1) == 0:
            closing.add(face)
            continue
        try:
            found = fit_exactly(FOURTEEN, drawn, system, (face,))
        except OutOfBudget:
            return None
        if found is not None:
            closing |= {face} | _stood_for(found, system)
    return tuple(face for face in system.pack.faces() if left[face] > 0 and face in closing)


def _stood_for(melds: Iterable[Placed], system: RuleSystem) -> set[Tile]:
    """List what jokers of these melds stand for, or could in a group; and the joker."""
    found: set[Tile] = set()
    for meld in melds:
        shown = {tile for tile in meld.tiles if not tile.is_joker}
        if len(shown) == len(meld.tiles):
            continue
        found |= {JOKER, *meld.stands} - shown
        if meld.kind == "group":
            number = meld.stands[0].number
            found |= {Tile(colour, number) for colour in system.pack.colours} - shown
    return found


def _changes_to_doubles(tiles: Sequence[Tile], rule: Closing) -> int:
    counted = Counter(tile for tile in tiles if not tile.is_joker)
    jokers = sum(tile.is_joker for tile in tiles)
    pairs = sum(count // 2 for count in counted.values())
    singles = sum(count % 2 for count in counted.values())
    for wild in range(FOURTEEN + 1):
        helped = min(singles, jokers + wild)
        over = jokers + wild - helped
        own = over // 2 if rule.pair_of_jokers else min(over // 2, wild)
        if pairs + helped + own >= FOURTEEN // 2:
            return wild
    return FOURTEEN


def _split(
    fourteen: Sequence[Tile],
    system: RuleSystem,
    *,
    groups: bool = True,
    places: tuple[int, int] = (1, ACE_HIGH),
) -> tuple[Placed, ...] | None:
    """Split all the tiles into runs and groups, or give None."""
    if groups and places == (1, ACE_HIGH):
        return fit_all(fourteen, system)
    have, jokers = grid(fourteen, system.pack)
    task = Task(
        system,
        have,
        have,
        jokers,
        jokers,
        (1,) * (HIGHEST + 1),
        1,
        groups=groups,
        places=places,
        exactly=len(fourteen),
    )
    placement = place(task)
    return placement.melds if placement else None


def _doubles(fourteen: Sequence[Tile], rule: Closing) -> tuple[Placed, ...]:
    counted = Counter(tile for tile in fourteen if not tile.is_joker)
    jokers = sum(tile.is_joker for tile in fourteen)
    singles = [tile for tile in in_order(counted) if counted[tile] % 2]
    over = jokers - len(singles)
    if over < 0 or over % 2 or (over and not rule.pair_of_jokers):
        return ()
    pairs = [
        Placed("pair", (tile, tile), (tile, tile), 0)
        for tile in in_order(counted)
        for _ in range(counted[tile] // 2)
    ]
    pairs += [Placed("pair", (tile, JOKER), (tile, tile), 0) for tile in singles]
    pairs += [Placed("pair", (JOKER, JOKER), (JOKER, JOKER), 0)] * (over // 2)
    return tuple(pairs)


def _grand_carre(fourteen: Sequence[Tile], system: RuleSystem) -> tuple[Placed, ...]:
    """Find eight of one number (two groups of four) beside six tiles in melds."""
    rule = _closing(system)
    jokers = sum(tile.is_joker for tile in fourteen)
    by_number = Counter(tile.number for tile in fourteen if not tile.is_joker)
    for number, count in sorted(by_number.items()):
        eight = in_order(tile for tile in fourteen if tile.number == number)
        for used in range(min(jokers, 8) + 1 if rule.carre_jokers else 1):
            outside = count + used - 8
            if outside < 0:
                continue
            for leave in set(combinations(eight, outside)):
                inside = Counter(eight) - Counter(leave)
                rest = Counter(fourteen) - inside - Counter({JOKER: used})
                melds = _split(list(rest.elements()), system)
                if melds is not None:
                    return (*_two_groups(in_order(inside.elements()), number, system), *melds)
    return ()


def _two_groups(naturals: Meld, number: int, system: RuleSystem) -> tuple[Placed, Placed]:
    groups = []
    rest = Counter(naturals)
    for _ in range(2):
        stands = tuple(Tile(colour, number) for colour in system.pack.colours)
        tiles = tuple(tile if rest[tile] > 0 else JOKER for tile in stands)
        rest.subtract(tile for tile in tiles if not tile.is_joker)
        groups.append(Placed("group", tiles, stands, 0))
    return groups[0], groups[1]


def _mosaic(fourteen: Meld, system: RuleSystem) -> Placed | None:
    jokers = sum(tile.is_joker for tile in fourteen)
    if _changes_to_mosaic(fourteen, system, 1):
        return None
    filled = _mosaic_filling(fourteen, system)
    if filled is None or filled[0] != jokers or len(fourteen) != FOURTEEN:
        return None
    cells = filled[1]
    stands = tuple(Tile(colour, number) for colour, number, _ in cells)
    tiles = tuple(
        tile if natural else JOKER for tile, (_, _, natural) in zip(stands, cells, strict=True)
    )
    return Placed("mosaic", tiles, stands, 0)


def _changes_to_mosaic(tiles: Sequence[Tile], system: RuleSystem, few: int = FOURTEEN) -> int:
    """Count the changes to a mosaic; those that are ``few`` or more need not be exact."""
    jokers = sum(tile.is_joker for tile in tiles)
    ones = sum(tile.number == 1 for tile in tiles)
    fits = len({tile.number for tile in tiles if not tile.is_joker}) + (ones > 1)
    if FOURTEEN - fits - jokers >= few:
        return FOURTEEN - fits - jokers
    filled = _mosaic_filling(tuple(tiles), system)
    return FOURTEEN if filled is None else max(0, filled[0] - jokers)


_MosaicCells = tuple[tuple[str, int, bool], ...]


def _mosaic_filling(tiles: Meld, system: RuleSystem) -> tuple[int, _MosaicCells] | None:
    """Fill 1 to 13 and 1 with as few jokers as can be: their number and the cells."""
    held = Counter(tiles)
    colours = system.pack.colours

    @cache
    def fill(place: int, before: str, first: str) -> tuple[int, _MosaicCells] | None:
        """Fill from ``place`` on; ``before`` are the colours so far up to four, then the last."""
        if place > ACE_HIGH:
            return 0, ()
        number = 1 if place == ACE_HIGH else place
        best: tuple[int, _MosaicCells] | None = None
        for colour in colours:
            if colour in (before if place <= 4 else before[-1:]):
                continue
            have = held[Tile(colour, number)]
            if place == ACE_HIGH and first == colour:
                # The first 1 of this colour lies at the other end already.
                have -= 1
            natural = have > 0
            rest = fill(
                place + 1,
                before + colour if place < 4 else colour,
                colour if place == 1 and natural else first,
            )
            if rest is None:
                continue
            found = (rest[0] + (not natural), ((colour, number, natural), *rest[1]))
            if best is None or found[0] < best[0]:
                best = found
        return best

    return fill(1, "", "")


def _closing(system: RuleSystem) -> Closing:
    if system.closing is None:
        raise ValueError(f"{system.id} has no closed board")
    return system.closing


def _rank(category: str) -> int:
    return [name for name, _ in CATEGORIES].index(category)


def with_multiplier(board: Board, multiplier: int) -> Board:
    """Multiply what each opponent pays."""
    return replace(board, pays=board.pays * multiplier)
