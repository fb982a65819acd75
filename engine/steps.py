"""A play in steps a person can do with their hands, one after the other.

A step only needs what lies there at that moment. Melds are finished one at a time: first come the
tiles taken from other melds, then those of the rack. The order is chosen so that as few melds as
can be lie broken on the way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from engine.melds import is_meld
from engine.rules.system import RuleSystem
from engine.tiles import Meld, Tile, in_order, show


@dataclass(frozen=True, slots=True)
class Laid:
    """Hold one meld of the table after the play.

    ``state`` is ``new``, ``changed`` or ``kept``; ``was`` the place of the table meld it grew from
    (from 0). ``rack`` are its tiles from the rack, ``moved`` pairs of a table meld's place and a
    tile taken from there.
    """

    kind: str
    tiles: Meld
    stands: Meld
    worth: int
    state: str
    was: int | None
    rack: Meld
    moved: tuple[tuple[int, Tile], ...] = ()

    @property
    def jokers(self) -> Meld:
        """List the tiles its jokers stand for, in order."""
        return tuple(s for t, s in zip(self.tiles, self.stands, strict=True) if t.is_joker)


@dataclass(frozen=True, slots=True)
class Step:
    """Hold one thing to do: a code, the tiles it moves, and a text.

    ``source`` is the table meld before it is about, ``target`` the meld after; ``source_index`` and
    ``target_index`` their places, None where there is none.
    """

    code: str
    tiles: Meld
    source: Meld
    target: Meld
    text: str
    source_index: int | None = None
    target_index: int | None = None


def steps(
    laid: Sequence[Laid],
    table: Sequence[Meld],
    swaps: Sequence[tuple[int, Tile]],
    system: RuleSystem,
) -> tuple[Step, ...]:
    """Say how to get from the table to the melds laid. Swaps come first, then meld by meld."""
    done = [_swap(index, card, laid, table) for index, card in swaps]
    lying = [Counter(meld) for meld in table]
    left = [place for place, meld in enumerate(laid) if meld.state != "kept"]
    while left:
        place = min(left, key=lambda p: (_broken(laid[p], lying, system), left.index(p)))
        left.remove(place)
        done.extend(_finish(place, laid, table, swaps))
        _take(laid[place], lying)
    return tuple(done)


def _swap(index: int, card: Tile, laid: Sequence[Laid], table: Sequence[Meld]) -> Step:
    text = f"put {card} in place of the joker of {show(table[index])} and take the joker"
    target = next(place for place, meld in enumerate(laid) if meld.was == index)
    return Step("swap", (card,), table[index], table[index], text, index, target)


def _finish(
    place: int,
    laid: Sequence[Laid],
    table: Sequence[Meld],
    swaps: Sequence[tuple[int, Tile]],
) -> list[Step]:
    """List what it takes to finish one meld."""
    meld = laid[place]
    swapped = Counter(card for index, card in swaps if index == meld.was)
    own = in_order((Counter(meld.rack) - swapped).elements())
    source = table[meld.was] if meld.was is not None else ()
    target = show(meld.tiles)
    found = []
    for index in dict.fromkeys(index for index, _ in meld.moved):
        tiles = in_order(tile for at, tile in meld.moved if at == index)
        text = f"take {show(tiles)} from {show(table[index])} for {target}"
        found.append(Step("move", tiles, table[index], meld.tiles, text, index, place))
    if own and source:
        text = f"add {show(own)} to {show(source)}, making {target}"
        found.append(Step("add", own, source, meld.tiles, text, meld.was, place))
    elif own:
        text = f"lay {show(own)}, making {target}" if meld.moved else f"lay {target}"
        found.append(Step("lay", own, (), meld.tiles, text, None, place))
    elif source and not meld.moved and not swapped:
        text = f"leave {target} of {show(source)}"
        found.append(Step("part", (), source, meld.tiles, text, meld.was, place))
    return found


def _broken(meld: Laid, lying: Sequence[Counter[Tile]], system: RuleSystem) -> int:
    """Count the melds that lie broken once this one is finished."""
    after = list(lying)
    for index, tile in meld.moved:
        after[index] = after[index] - Counter([tile])
    gone = [heap for index, heap in enumerate(after) if heap and index != meld.was]
    return sum(not is_meld(list(heap.elements()), system) for heap in gone)


def _take(meld: Laid, lying: list[Counter[Tile]]) -> None:
    """Take from the table what goes into a meld that is finished, and the meld itself."""
    for index, tile in meld.moved:
        lying[index] = lying[index] - Counter([tile])
    if meld.was is not None:
        # What is still to be taken from there waits beside it.
        lying[meld.was] = lying[meld.was] - Counter(meld.tiles)
