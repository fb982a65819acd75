"""What to play, in steps a person can do with their hands.

Equally good plays are told apart in a fixed way that leaves the table as it lies where it can and
keeps jokers in the hand: see ``solver``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from engine.melds import is_meld
from engine.patience import OutOfTime
from engine.placing import Placed
from engine.plays import Play, left_worth
from engine.rules.system import RuleSystem
from engine.solver import best_opening, best_play, opening_worth
from engine.steps import Laid, Step, steps
from engine.tiles import Meld, Tile, in_order


@dataclass(frozen=True, slots=True)
class Advice:
    """Hold the best play and what it leaves.

    ``proven``: no play is better; ``most_left``: none as good leaves more of the table as it lies.
    """

    feasible: bool
    placed: Meld
    placed_worth: int
    melds: tuple[Laid, ...]
    steps: tuple[Step, ...]
    keep: Meld
    opens: bool | None = None
    opening_best: int | None = None
    proven: bool = True
    most_left: bool = True

    @property
    def out(self) -> bool:
        """Tell whether the play empties the rack."""
        return self.feasible and bool(self.placed) and not self.keep

    @property
    def table_after(self) -> tuple[Meld, ...]:
        """List the melds lying after the play."""
        return tuple(laid.tiles for laid in self.melds)


def advise(
    rack: Sequence[Tile],
    table: Sequence[Meld],
    system: RuleSystem,
    *,
    opened: bool | None = None,
    goal: str = "tiles",
    deadline: float | None = None,
) -> Advice:
    """Find the best play. ``opened`` None counts as opened, with the opening told as well.

    At the ``deadline`` (``time.monotonic``) the best legal play so far is the answer, not
    ``proven``; ``OutOfTime`` is raised when there is none yet.
    """
    needs_opening = bool(system.opening.points) and opened is False
    play = None
    if needs_opening:
        play = best_opening(rack, table, system, goal=goal, deadline=deadline)
    best, sure = None, True
    if opened is not True:
        best, sure = _opening_best(rack, system, play, deadline)
    opens = None if best is None else best >= max(1, system.opening.points)
    if needs_opening:
        if play is None:
            return _nothing(rack, table, system, opens, best)
    else:
        play = best_play(rack, table, system, goal=goal, deadline=deadline)
        if play is None:
            return Advice(False, (), 0, (), (), in_order(rack), opens, best)
    assert play is not None
    rearranged = system.laying.rearrange and not needs_opening
    laid = _matched(play, table) if rearranged else _beside(play, table)
    return Advice(
        True,
        play.placed,
        left_worth(play.placed, system),
        laid,
        steps(laid, table, play.swaps, system),
        play.keep,
        opens,
        best,
        play.proven and sure,
        play.most_left,
    )


def _opening_best(
    rack: Sequence[Tile], system: RuleSystem, play: Play | None, deadline: float | None
) -> tuple[int | None, bool]:
    """Give the highest worth of a first meld, and whether it is sure.

    When the time is over it is what the play found counts, if there is one.
    """
    try:
        return opening_worth(rack, system, deadline=deadline), True
    except OutOfTime:
        if play is None:
            return None, False
        return sum(meld.worth for meld in play.melds if meld.onto is None), False


def _nothing(
    rack: Sequence[Tile],
    table: Sequence[Meld],
    system: RuleSystem,
    opens: bool | None,
    best: int | None,
) -> Advice:
    play = Play((), (), in_order(rack))
    laid = _beside(play, table)
    feasible = all(is_meld(meld, system) for meld in table)
    return Advice(feasible, (), 0, laid, (), play.keep, opens, best)


def _beside(play: Play, table: Sequence[Meld]) -> tuple[Laid, ...]:
    """Put lay-offs on their melds, the rest of the table as it lies, new melds behind."""
    lying: list[Laid | None] = []
    onto = {meld.onto: meld for meld in play.melds if meld.onto is not None}
    for index, before in enumerate(table):
        swapped = [card for place, card in play.swaps if place == index]
        if index in onto:
            placed = onto[index]
            rack = (*placed.added, *swapped)
            lying.append(_laid(placed, "changed", index, rack))
        elif swapped:
            tiles = list(before)
            for card in swapped:
                tiles[next(i for i, t in enumerate(tiles) if t.is_joker)] = card
            meld = tuple(tiles)
            lying.append(Laid("", meld, meld, 0, "changed", index, tuple(swapped)))
        else:
            lying.append(Laid("", before, before, 0, "kept", index, ()))
    new = [_laid(placed, "new", None, placed.tiles) for placed in play.melds if placed.onto is None]
    return (*[laid for laid in lying if laid], *new)


def _laid(placed: Placed, state: str, was: int | None, rack: Meld) -> Laid:
    return Laid(placed.kind, placed.tiles, placed.stands, placed.worth, state, was, rack)


def _matched(play: Play, table: Sequence[Meld]) -> tuple[Laid, ...]:
    """Find out which meld after the play grew from which table meld, and where tiles came from."""
    melds = list(play.melds)
    base: dict[int, int] = {}
    overlaps = sorted(
        (
            (-_same(before, placed.tiles), -_common(before, placed.tiles), old, new)
            for new, placed in enumerate(melds)
            for old, before in enumerate(table)
            if _common(before, placed.tiles)
        ),
    )
    for _, _, old, new in overlaps:
        if new not in base and old not in base.values():
            base[new] = old
    left = [Counter(before) for before in table]
    wants: list[Counter[Tile]] = []
    for new, placed in enumerate(melds):
        want = Counter(placed.tiles)
        if new in base:
            shared = want & left[base[new]]
            want -= shared
            left[base[new]] -= shared
        wants.append(want)
    moved: list[list[tuple[int, Tile]]] = [[] for _ in melds]
    for old, rest in enumerate(left):
        for tile in in_order(rest.elements()):
            for new, want in enumerate(wants):
                if want[tile] > 0:
                    want[tile] -= 1
                    moved[new].append((old, tile))
                    break
    laid = []
    for new, placed in enumerate(melds):
        rack = in_order((+wants[new]).elements())
        was = base.get(new)
        kept = was is not None and not rack and not moved[new]
        kept = kept and was is not None and Counter(table[was]) == Counter(placed.tiles)
        state = "kept" if kept else "new" if was is None else "changed"
        if kept and was is not None:
            placed = _as_it_lies(placed, table[was])
        laid.append(
            Laid(
                placed.kind,
                placed.tiles,
                placed.stands,
                placed.worth,
                state,
                was,
                rack,
                tuple(moved[new]),
            )
        )
    behind = len(table)
    return tuple(sorted(laid, key=lambda m: behind if m.was is None else m.was))


def _as_it_lies(placed: Placed, before: Meld) -> Placed:
    """Show a kept meld in the order it lies in; jokers stay where they are."""
    if any(tile.is_joker for tile in before):
        return placed
    return Placed(placed.kind, before, before, placed.worth)


def _same(before: Meld, after: Meld) -> int:
    return int(Counter(before) == Counter(after))


def _common(before: Meld, after: Meld) -> int:
    return (Counter(before) & Counter(after)).total()
