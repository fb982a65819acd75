"""Plays beside a table that stays: new melds, lay-offs, and jokers taken for their exact cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from engine import placing
from engine.counts import Grid, grid, nothing
from engine.melds import Reading
from engine.patience import OutOfTime
from engine.placing import Task
from engine.plays import Play, gains, left_worth
from engine.rules.system import RuleSystem
from engine.tiles import JOKER, Tile, in_order

# A joker taken: the meld it lies in, its place there, the card laid in its place.
Swap = tuple[int, int, Tile]


def beside(
    rack: Sequence[Tile],
    readings: tuple[Reading, ...],
    system: RuleSystem,
    goal: str,
    threshold: int,
    deadline: float | None,
) -> Play | None:
    """Find the best play beside melds that stay; None when the threshold is not reached.

    Every set of jokers that could be taken from the table for their exact cards is tried. At the
    deadline the best so far is the answer, ``OutOfTime`` is raised when there is none.
    """
    best: Play | None = None
    for swaps in _swap_sets(rack, readings, system):
        try:
            play = _swapping(rack, readings, swaps, system, goal, threshold, deadline)
        except OutOfTime:
            if best is None:
                raise
            return replace(best, proven=False)
        if play is None or not _swap_is_legal(play, rack, system):
            continue
        if best is None or rank(play, rack, system, goal) > rank(best, rack, system, goal):
            best = play
    return best


def _swapping(
    rack: Sequence[Tile],
    readings: tuple[Reading, ...],
    swaps: tuple[Swap, ...],
    system: RuleSystem,
    goal: str,
    threshold: int,
    deadline: float | None,
) -> Play | None:
    """Find the best play that begins with these swaps."""
    hand, lying = _swapped(rack, readings, swaps)
    play = _keeping_one(hand, lying, system, goal, threshold, deadline)
    if play is None:
        return None
    # A joker taken from the table and laid again did not come from the rack.
    gone = Counter(rack) - Counter(play.keep)
    cards = tuple((meld, card) for meld, _, card in swaps)
    return replace(play, placed=in_order(gone.elements()), swaps=cards)


def rank(
    play: Play, rack: Sequence[Tile], system: RuleSystem, goal: str
) -> tuple[int, int, int, int]:
    """Order plays: what leaves the hand for good, then fewer swaps, then fewer jokers laid."""
    fewer = len(rack) - len(play.keep)
    lighter = left_worth(rack, system) - left_worth(play.keep, system)
    first, second = (fewer, lighter) if goal == "tiles" else (lighter, fewer)
    jokers = sum(tile.is_joker for tile in play.placed)
    return first, second, -len(play.swaps), -jokers


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
    deadline: float | None,
) -> Play | None:
    """Solve, and where the last card must be thrown keep the one that costs least to keep."""
    play = _lay(hand, readings, system, goal, threshold, deadline)
    if play is None or play.keep or system.laying.last_card != "throw":
        return play
    best: Play | None = None
    for tile in sorted(set(hand), key=lambda t: (system.worth.left(t), t)):
        rest = list(hand)
        rest.remove(tile)
        found = _lay(rest, readings, system, goal, threshold, deadline)
        if found is None:
            continue
        found = Play(found.melds, found.placed, in_order((*found.keep, tile)))
        if best is None or rank(found, hand, system, goal) > rank(best, hand, system, goal):
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
    deadline: float | None,
) -> Play | None:
    have, jokers = grid(hand, system.pack)
    by_number, joker = gains(system, goal, hand)
    table = readings if system.laying.lay_off != "never" else ()
    none: Grid = nothing(system.pack)
    task = Task(system, have, none, jokers, 0, by_number, joker, table, threshold)
    task = replace(task, deadline=deadline)
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
