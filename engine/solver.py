"""The best play: which search to ask, and what its gains mean.

Goals, in the order things count (the first difference decides):

* ``tiles``: most tiles from the rack, then the highest left-over worth placed;
* ``points``: the highest left-over worth placed (so the fewest points stay), then most tiles;
* both: then fewest jokers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine import placing, rearranging
from engine.counts import Grid, both, grid, nothing
from engine.melds import Reading, lying_readings
from engine.placing import Placed, Task
from engine.rules.system import RuleSystem
from engine.tiles import HIGHEST, JOKER, Meld, Tile, in_order

GOALS = ("tiles", "points")

# Gains are (first, second, third) packed in one number; none of the parts reaches these.
_SECOND = 8
_FIRST = 100_000 * _SECOND


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
    lays_off = system.laying.lay_off in ("opened", "always") and not system.laying.rearrange
    readings = tuple(lying_readings(meld, system)[0] for meld in table) if lays_off else ()
    return _with_swaps(rack, readings, system, goal, system.opening.points)


def opening_worth(rack: Sequence[Tile], system: RuleSystem) -> int:
    """Give the highest worth new melds from the rack alone can have together."""
    have, jokers = grid(rack, system.pack)
    none = nothing(system.pack)
    task = Task(system, have, none, jokers, 0, (0,) * (HIGHEST + 1), 0, by_worth=True)
    placement = placing.place(task)
    return placement.worth if placement else 0


def can_stand(table: Sequence[Tile], system: RuleSystem) -> bool:
    """Tell whether all these tiles together can lie in valid melds."""
    return _rearrange((), (tuple(table),), system, "tiles") is not None


def gains(system: RuleSystem, goal: str) -> tuple[tuple[int, ...], int]:
    """Pack what placing a tile is worth to the search: by number, and a joker's."""
    colour = system.pack.colours[0]

    def gain(tile: Tile) -> int:
        worth = system.worth.left(tile)
        main = _FIRST + worth * _SECOND if goal == "tiles" else worth * _FIRST + _SECOND
        return main - tile.is_joker

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
    by_number, joker = gains(system, goal)
    if not free_jokers(system):
        task = Task(system, have, lying, table_jokers + own_jokers, table_jokers, by_number, joker)
        placement = placing.place(task)
        return None if placement is None else _play(rack, table, placement.melds)
    position = rearranging.Position(lying, have, table_jokers, table_jokers + own_jokers)
    split = rearranging.split(position, rearranging.Gains(by_number, joker))
    if split is None:
        return None
    melds = tuple(_from_cells(kind, cells, system) for kind, cells in split.melds)
    return _play(rack, table, melds)


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
        given = tuple(card for _, _, card in swaps)
        play = Play(
            play.melds,
            in_order((*play.placed, *given)),
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
    by_number, joker = gains(system, goal)
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
