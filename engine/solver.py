"""The best play: which search to ask, and what its gains mean.

Goals, in the order things count (the first difference decides):

* ``tiles``: most tiles from the rack, then the highest left-over worth placed;
* ``points``: the highest left-over worth placed (so the fewest points stay), then most tiles;
* both: then, where the table is rearranged, fewest tiles that change between runs and groups;
  then fewest jokers; then what the search finds first in the order of the pack. Runs and groups
  are then cut so that as many table melds as possible stay as they lie, and where few do not it is
  tried to keep each of them, too. That keeps much of the table, not provably the most that could
  be kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from engine import placing, rearranging
from engine.counts import Grid, both, grid, nothing
from engine.melds import FEWEST, Reading, judge, lying_readings, number_at
from engine.placing import Placed, Task
from engine.rearranging import Cells
from engine.rearranging.recutting import as_cells, recut
from engine.rules.system import RuleSystem
from engine.tiles import HIGHEST, JOKER, Meld, Tile, in_order

GOALS = ("tiles", "points")

# More than there are jokers: the gain of placing fewer of them.
_JOKERS = 16


@dataclass(frozen=True, slots=True)
class Play:
    """Hold a play: melds after it, what is taken from the table for a card of the rack (swaps).

    ``melds`` are the new melds and the changed ones (``onto``); where the table is rearranged they
    are all melds of the table. ``placed`` are the tiles that leave the rack, ``keep`` those that
    stay (jokers taken and not laid again included).
    """

    melds: tuple[Placed, ...]
    placed: Meld
    keep: Meld
    swaps: tuple[tuple[int, Tile], ...] = ()


def left_worth(tiles: Sequence[Tile], system: RuleSystem) -> int:
    """Add up what tiles would cost if left over."""
    return sum(system.worth.left(tile) for tile in tiles)


def best_play(
    rack: Sequence[Tile], table: Sequence[Meld], system: RuleSystem, *, goal: str = "tiles"
) -> Play | None:
    """Find the best play of a player who has opened; None when the table cannot stay."""
    if system.laying.rearrange:
        return _rearrange(rack, table, system, goal)
    readings = tuple(lying_readings(meld, system)[0] for meld in table)
    return _with_swaps(rack, readings, system, goal, 0)


def best_opening(
    rack: Sequence[Tile], table: Sequence[Meld], system: RuleSystem, *, goal: str = "tiles"
) -> Play | None:
    """Find the best play of a first turn: new melds of at least the points asked.

    Where the rules let a player lay off in the same turn, that is done too. None when the melds
    do not reach the points.
    """
    if system.laying.rearrange and free_jokers(system) and system.opening.several:
        # Often the best play reaches the points by itself.
        play = _rearrange(rack, (), system, goal)
        assert play is not None
        read = tuple(judge(meld.tiles, system).readings[0] for meld in play.melds)
        if sum(reading.worth for reading in read) >= system.opening.points:
            melds = tuple(Placed(r.kind, r.tiles, r.stands, r.worth) for r in read)
            return replace(play, melds=melds)
    lays_off = system.laying.lay_off in ("opened", "always") and not system.laying.rearrange
    readings = tuple(lying_readings(meld, system)[0] for meld in table) if lays_off else ()
    if system.opening.several:
        return _with_swaps(rack, readings, system, goal, system.opening.points)
    best: Play | None = None
    for meld, _ in _single_melds(rack, system, system.opening.points):
        rest = Counter(rack)
        rest.subtract(meld.tiles)
        play = _with_swaps(list((+rest).elements()), readings, system, goal, 0)
        if play is None:
            continue
        melds = (meld, *play.melds)
        play = Play(melds, in_order((*play.placed, *meld.tiles)), play.keep, play.swaps)
        if not play.keep and system.laying.last_card == "throw":
            continue
        if best is None or _rank(play, rack, system, goal) > _rank(best, rack, system, goal):
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


def opening_worth(rack: Sequence[Tile], system: RuleSystem) -> int:
    """Give the highest worth new melds from the rack alone can have together."""
    if not system.opening.several:
        return max((worth for _, worth in _single_melds(rack, system, 0)), default=0)
    have, jokers = grid(rack, system.pack)
    none = nothing(system.pack)
    task = Task(system, have, none, jokers, 0, (0,) * (HIGHEST + 1), 0, by_worth=True)
    placement = placing.place(task)
    return placement.gain if placement else 0


def can_stand(table: Sequence[Tile], system: RuleSystem) -> bool:
    """Tell whether all these tiles together can lie in valid melds."""
    return _rearrange((), (tuple(table),), system, "tiles") is not None


def gains(
    system: RuleSystem, goal: str, rack: Sequence[Tile]
) -> tuple[tuple[int, ...], int]:
    """Pack what placing a tile of this rack is worth to the search: by number, and a joker's.

    Packed as tightly as can be (in powers of two): the search looks at the less the closer
    together the plays are.
    """
    count, worth = len(rack), left_worth(rack, system)
    first = 1 << (worth if goal == "tiles" else count).bit_length()
    colour = system.pack.colours[0]

    def gain(tile: Tile) -> int:
        left = system.worth.left(tile)
        main = first + left if goal == "tiles" else left * first + 1
        return main * _JOKERS - tile.is_joker

    by_number = tuple(gain(Tile(colour, n)) if n else 0 for n in range(HIGHEST + 1))
    return by_number, gain(JOKER)


def free_jokers(system: RuleSystem) -> bool:
    """Tell whether jokers are free (at least one natural, nothing else) and the 1 is only low."""
    rule = system.jokers
    return (
        rule.fewest_naturals == 1
        and rule.may_outnumber
        and rule.side_by_side
        and not system.runs.ace_high
    )


def _rearrange(
    rack: Sequence[Tile], table: Sequence[Meld], system: RuleSystem, goal: str
) -> Play | None:
    lying, table_jokers = grid((tile for meld in table for tile in meld), system.pack)
    own, own_jokers = grid(rack, system.pack)
    have = both(lying, own)
    by_number, joker = gains(system, goal, rack)
    if not free_jokers(system):
        task = Task(system, have, lying, table_jokers + own_jokers, table_jokers, by_number, joker)
        placement = placing.place(task)
        return None if placement is None else _play(rack, table, placement.melds)
    melds = _split_table(rack, table, system, goal, None)
    if melds is None:
        return None
    play = _play(rack, table, melds)
    if not play.placed and all(lying_readings(meld, system) for meld in table):
        # Nothing to play: nothing is moved either.
        return replace(play, melds=tuple(_as_lying(meld, system) for meld in table))
    return play


def _split_table(
    rack: Sequence[Tile],
    table: Sequence[Meld],
    system: RuleSystem,
    goal: str,
    budget: int | None,
) -> tuple[Placed, ...] | None:
    lying, table_jokers = grid((tile for meld in table for tile in meld), system.pack)
    own, own_jokers = grid(rack, system.pack)
    cells = _table_cells(table, system)
    position = rearranging.Position(
        lying, both(lying, own), table_jokers, table_jokers + own_jokers, tuple(cells)
    )
    by_number, joker = gains(system, goal, rack)
    split = rearranging.split(position, rearranging.Gains(by_number, joker))
    if split is None:
        return None
    return tuple(_from_cells(kind, cell, system) for kind, cell in recut(split, cells))


def _keep_more(
    play: Play, rack: Sequence[Tile], table: Sequence[Meld], system: RuleSystem, goal: str
) -> Play:
    """Look for a play as good that leaves more table melds as they lie, one meld more at a time.

    All melds kept so far are taken off the table, so that little is left to search.
    """
    kept = _kept(play, table)
    if not 0 < len(table) - len(kept) <= _TRIES:
        return play
    for index, meld in enumerate(table):
        if index in kept or not lying_readings(meld, system):
            continue
        fixed = {*kept, index}
        rest = [m for i, m in enumerate(table) if i not in fixed]
        melds = _split_table(rack, rest, system, goal, _FEW)
        if melds is None:
            continue
        lies = tuple(_as_lying(table[i], system) for i in sorted(fixed))
        found = _play(rack, table, (*lies, *melds))
        if _value(found, system) == _value(play, system):
            play = found
            kept = _kept(found, table)
    return play


def _value(play: Play, system: RuleSystem) -> tuple[int, int, int]:
    jokers = sum(tile.is_joker for tile in play.placed)
    return len(play.placed), left_worth(play.placed, system), jokers


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


def _grouped(cells: Sequence[tuple[str, Cells]], like: Grid) -> Grid:
    """Count the naturals that lie in groups."""
    rows = [[0] * len(row) for row in like]
    for kind, meld in cells:
        for colour, number, joker in meld:
            if kind == "group" and not joker:
                rows[colour][number] += 1
    return tuple(map(tuple, rows))


def _table_cells(table: Sequence[Meld], system: RuleSystem) -> list[tuple[str, Cells]]:
    """Write the table melds that are melds as the search writes them."""
    colours = system.pack.colours
    cells = []
    for meld in table:
        for reading in lying_readings(meld, system)[:1]:
            places = [(colours.index(tile.colour), tile.number) for tile in reading.stands]
            jokers = [tile.is_joker for tile in reading.tiles]
            cells.append(as_cells(reading.kind, jokers, places))
    return cells


def _play(rack: Sequence[Tile], table: Sequence[Meld], melds: tuple[Placed, ...]) -> Play:
    used = Counter(tile for meld in melds for tile in meld.tiles)
    used.subtract(tile for meld in table for tile in meld)
    placed = in_order((+used).elements())
    keep = Counter(rack)
    keep.subtract(placed)
    return Play(melds, placed, in_order((+keep).elements()))


def _from_cells(kind: str, cells: tuple[tuple[int, int, bool], ...], system: RuleSystem) -> Placed:
    colours = system.pack.colours
    stands = tuple(Tile(colours[colour], number) for colour, number, _ in cells)
    tiles = tuple(JOKER if c[2] else tile for tile, c in zip(stands, cells, strict=True))
    if kind == "run":
        worth = sum(system.worth.in_run(tile.number) for tile in stands)
    else:
        worth = sum(system.worth.in_group(tile.number) for tile in stands)
    return Placed(kind, tiles, stands, worth)


def _with_swaps(
    rack: Sequence[Tile],
    readings: tuple[Reading, ...],
    system: RuleSystem,
    goal: str,
    threshold: int,
) -> Play | None:
    """Try every set of jokers that could be taken from the table for their exact cards."""
    best: Play | None = None
    for swaps in _swap_sets(rack, readings, system):
        hand, lying = _swapped(rack, readings, swaps)
        play = _keeping_one(hand, lying, system, goal, threshold, len(swaps))
        if play is None:
            continue
        # A joker taken from the table and laid again did not come from the rack.
        gone = Counter(rack) - Counter(play.keep)
        play = Play(
            play.melds,
            in_order(gone.elements()),
            play.keep,
            tuple((meld, card) for meld, _, card in swaps),
        )
        if not _swap_is_legal(play, rack, system):
            continue
        if best is None or _rank(play, rack, system, goal) > _rank(best, rack, system, goal):
            best = play
    return best


def _rank(
    play: Play, rack: Sequence[Tile], system: RuleSystem, goal: str
) -> tuple[int, int, int, int]:
    """Order plays: what leaves the hand for good, then fewer swaps, then fewer jokers laid."""
    fewer = len(rack) - len(play.keep)
    lighter = left_worth(rack, system) - left_worth(play.keep, system)
    first, second = (fewer, lighter) if goal == "tiles" else (lighter, fewer)
    jokers = sum(tile.is_joker for tile in play.placed)
    return first, second, -len(play.swaps), -jokers


Swap = tuple[int, int, Tile]


def _swap_sets(
    rack: Sequence[Tile], readings: tuple[Reading, ...], system: RuleSystem
) -> list[tuple[Swap, ...]]:
    """List the sets of swaps ``(meld, place, card)`` the rack's cards allow, none first."""
    sets: list[tuple[Swap, ...]] = [()]
    if system.jokers.taking == "never":
        return sets
    hand = Counter(rack)
    for index, reading in enumerate(readings):
        for place, (tile, stand) in enumerate(zip(reading.tiles, reading.stands, strict=True)):
            if not tile.is_joker:
                continue
            cards = [stand]
            if reading.kind == "group":
                # Which of the missing colours a joker stands for is open: each of them fits.
                shown = {t.colour for t in reading.tiles}
                cards = [
                    Tile(colour, stand.number)
                    for colour in system.pack.colours
                    if colour not in shown
                ]
            more = [
                (*chosen, (index, place, card))
                for chosen in sets
                for card in cards
                if sum(c == card for _, _, c in chosen) < hand[card]
                and not any(i == index and c.colour == card.colour for i, _, c in chosen)
            ]
            sets = (sets + more)[:64]
    return sets


def _swapped(
    rack: Sequence[Tile], readings: tuple[Reading, ...], swaps: tuple[Swap, ...]
) -> tuple[list[Tile], tuple[Reading, ...]]:
    hand = list(rack)
    lying = list(readings)
    for index, place, card in swaps:
        hand.remove(card)
        hand.append(JOKER)
        reading = lying[index]
        tiles, stands = list(reading.tiles), list(reading.stands)
        tiles[place] = stands[place] = card
        lying[index] = replace(reading, tiles=tuple(tiles), stands=tuple(stands))
    return hand, tuple(lying)


def _swap_is_legal(play: Play, rack: Sequence[Tile], system: RuleSystem) -> bool:
    """Tell whether jokers taken that must be used at once are laid, or one of them thrown."""
    if not play.swaps or system.jokers.taking != "now":
        return True
    own = sum(tile.is_joker for tile in rack)
    kept = sum(tile.is_joker for tile in play.keep)
    return kept <= own + (1 if system.laying.last_card != "lay" else 0)


def _keeping_one(
    hand: list[Tile],
    readings: tuple[Reading, ...],
    system: RuleSystem,
    goal: str,
    threshold: int,
    taken: int,
) -> Play | None:
    """Solve, and where the last card must be thrown keep the one that costs least to keep."""
    play = _lay(hand, readings, system, goal, threshold)
    if play is None or play.keep or system.laying.last_card != "throw":
        return play
    best: Play | None = None
    for tile in sorted(set(hand), key=lambda t: (system.worth.left(t), t)):
        rest = list(hand)
        rest.remove(tile)
        found = _lay(rest, readings, system, goal, threshold)
        if found is None:
            continue
        found = Play(found.melds, found.placed, in_order((*found.keep, tile)))
        if best is None or _rank(found, hand, system, goal) > _rank(best, hand, system, goal):
            best = found
        if len(best.keep) == 1 and goal == "tiles":
            break
    return best


def _lay(
    hand: Sequence[Tile],
    readings: tuple[Reading, ...],
    system: RuleSystem,
    goal: str,
    threshold: int,
) -> Play | None:
    have, jokers = grid(hand, system.pack)
    by_number, joker = gains(system, goal, hand)
    table = readings if system.laying.lay_off != "never" else ()
    none: Grid = nothing(system.pack)
    task = Task(system, have, none, jokers, 0, by_number, joker, table, threshold)
    placement = placing.place(task)
    if placement is None:
        return None
    placed = in_order(
        tile
        for meld in placement.melds
        for tile in (meld.tiles if meld.onto is None else meld.added)
    )
    keep = Counter(hand)
    keep.subtract(placed)
    return Play(placement.melds, placed, in_order((+keep).elements()))
