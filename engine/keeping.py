"""What to throw: which tile can go, by what the unseen tiles can still bring.

The measure: for every tile whose throwing costs nothing now (the rest places as many tiles as the
whole rack), count the unseen tiles that would each let one draw place more tiles than before. Keep
what leaves most of them; throw the tile with the highest count of such draws left, then the one
that costs most if it stays. Where throwing any tile costs something, those that cost least are
judged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from engine.patience import OutOfTime, is_late
from engine.rules.system import RuleSystem
from engine.solver import best_opening, best_play
from engine.tiles import JOKER, Meld, Tile, in_order


@dataclass(frozen=True, slots=True)
class Candidate:
    """Hold one tile that could be thrown: the draws that help afterwards, with copies left."""

    tile: Tile
    draws: tuple[tuple[Tile, int], ...]
    worth: int

    @property
    def outs(self) -> int:
        """Count the unseen tiles that help."""
        return sum(count for _, count in self.draws)


@dataclass(frozen=True, slots=True)
class _Placing:
    """What a rack can place: how many tiles, and which of them one best play uses."""

    count: int
    used: Counter[Tile]


def discards(
    rack: Sequence[Tile],
    table: Sequence[Meld],
    system: RuleSystem,
    *,
    opened: bool = True,
    seen: Sequence[Tile] = (),
    taken: Tile | None = None,
    deadline: float | None = None,
) -> tuple[Candidate, ...]:
    """Rank the tiles to throw, best first. ``seen`` are further tiles known to be gone, ``taken``
    is the one just taken from the discard pile, which some rules do not let go again at once.

    Raise ``OutOfTime`` at the ``deadline`` (``time.monotonic``): half a ranking is none.
    """
    unseen = system.pack.counts()
    unseen.subtract([*rack, *seen, *(tile for meld in table for tile in meld)])
    without: dict[Tile, int] = {}
    whole = _placing(rack, table, system, opened, deadline)
    held = Counter(rack)
    plays = [whole.used]
    for tile in in_order(held):
        if tile == taken and not system.turn.throw_taken:
            continue
        if any(used[tile] < held[tile] for used in plays):
            without[tile] = whole.count
            continue
        rest = _placing(_less(rack, tile), table, system, opened, deadline)
        without[tile] = rest.count
        if rest.count == whole.count:
            plays.append(rest.used)
    most = max(without.values(), default=0)
    candidates = [tile for tile in without if without[tile] == most and not tile.is_joker] or [
        tile for tile in without if without[tile] == most
    ]
    draws: dict[Tile, list[tuple[Tile, int]]] = {tile: [] for tile in candidates}
    for face in system.pack.faces():
        if unseen[face] <= 0 or not _could_help(face, rack, table, system):
            continue
        drawn = _placing([*rack, face], table, system, opened, deadline)
        if drawn.count <= most:
            continue
        held = Counter([*rack, face])
        # A play that does without a tile stands for all the tiles it does without.
        plays = [drawn.used]
        for tile in candidates:
            if all(used[tile] >= held[tile] for used in plays):
                found = _placing([*_less(rack, tile), face], table, system, opened, deadline)
                if found.count <= most:
                    continue
                plays.append(found.used)
            draws[tile].append((face, unseen[face]))
    judged = [Candidate(tile, tuple(draws[tile]), system.worth.left(tile)) for tile in candidates]
    return tuple(sorted(judged, key=lambda c: (-c.outs, -c.worth, c.tile)))


def _placing(
    rack: Sequence[Tile],
    table: Sequence[Meld],
    system: RuleSystem,
    opened: bool,
    deadline: float | None,
) -> _Placing:
    if is_late(deadline):
        raise OutOfTime
    if not system.laying.open_table:
        play = best_play(rack, (), system, leave=False, deadline=deadline)
    elif opened or not system.opening.points:
        play = best_play(rack, table, system, leave=False, deadline=deadline)
    else:
        play = best_opening(rack, table, system, deadline=deadline)
    if play is not None and not play.proven:
        raise OutOfTime
    if play is None:
        return _Placing(0, Counter())
    return _Placing(len(play.placed), Counter(play.placed))


def _less(rack: Sequence[Tile], tile: Tile) -> list[Tile]:
    rest = list(rack)
    rest.remove(tile)
    return rest


def _could_help(
    face: Tile, rack: Sequence[Tile], table: Sequence[Meld], system: RuleSystem
) -> bool:
    """Tell whether any meld could hold this tile together with two others that are there."""
    around = [*rack, *(tile for meld in table for tile in meld)]
    if face == JOKER or JOKER in around:
        return True
    near = {t.number for t in around if t.colour == face.colour}
    places = [face.number]
    if system.runs.ace_high:
        near |= {14} if 1 in near else set()
        if face.number == 1:
            places.append(14)
    run = any(len({p - 2, p - 1, p + 1, p + 2} & near) >= 2 for p in places)
    same = {t.colour for t in around if t.number == face.number and t.colour != face.colour}
    return run or len(same) >= 2
