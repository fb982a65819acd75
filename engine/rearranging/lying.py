"""The melds that lie on the table, and what a colour may do when each is left or broken.

A colour's chain (see ``chains``) is walked with a state that also says which of its table runs are
being left, and how many tiles of the number lie in groups left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeVar

from engine.rearranging.chains import STATE_BITS, Move, Moves, ahead, moves_at
from engine.rearranging.positions import COLOURS, TOP, Gains, Position, Row

# A colour's state: its open runs, one more than the tiles of the number that lie in groups left (0
# until that is decided), and which of its table runs are being left (a bit each).
TAKEN = STATE_BITS
_LEFT = STATE_BITS + 2


@dataclass(frozen=True, slots=True)
class Run:
    """Hold a run of the table: its place there, its bit, where it lies, and its natural tiles."""

    place: int
    bit: int
    low: int
    high: int
    naturals: frozenset[int]
    jokers: int


@dataclass(frozen=True, slots=True)
class Group:
    """Hold a group of the table: its place there, colours of its natural tiles, jokers."""

    place: int
    colours: tuple[int, ...]
    jokers: int


_Meld = TypeVar("_Meld")

# How groups of a number may be left: tiles taken by colour, jokers, groups broken, places left.
Leaving = tuple[Row, int, int, tuple[int, ...]]


class Lying:
    """Hold the melds of a table, and what the colours may do beside them.

    ``runs`` are sorted by colour, ``groups`` by number. Breaking a meld costs a ``fine``.
    """

    def __init__(self, position: Position, gains: Gains, limits: list[Row], fine: int) -> None:
        self.position = position
        self.gains = gains
        self.limits = limits
        self.fine = fine
        self.runs, self.groups = _table(position)
        # Bits of a colour's state.
        self.width = _LEFT + max(map(len, self.runs))

    def moves(self) -> list[dict[int, Moves]]:
        """List by number * 4 + colour what every state may do."""
        by_colour = [self._colour(colour) for colour in range(COLOURS)]
        moves: list[dict[int, Moves]] = [{} for _ in range(COLOURS)]
        for number in range(1, TOP + 1):
            moves.extend(layers[number] for layers in by_colour)
        return moves

    def _colour(self, colour: int) -> list[dict[int, Moves]]:
        """List a colour's moves by number and state; those of states undecided are all of them."""
        layers: list[dict[int, Moves]] = [{}]
        states = {0}
        for number in range(1, TOP + 1):
            most = sum(colour in group.colours for group in self.groups[number])
            layer: dict[int, Moves] = {}
            for state in states:
                if not most:
                    layer[state] = self._at(colour, number, state, 0)
                    continue
                options: list[Move] = []
                for taken in range(most + 1):
                    found = self._at(colour, number, state, taken)
                    if found:
                        layer[state | (taken + 1) << TAKEN] = found
                        options += found
                layer[state] = tuple(options)
            layers.append(layer)
            states = {move[0] for found in layer.values() for move in found}
        return self._completed(layers)

    def _completed(self, layers: list[dict[int, Moves]]) -> list[dict[int, Moves]]:
        """Leave out what cannot be completed."""
        alive: set[int] = {0}
        for number in range(TOP, 0, -1):
            layer = {}
            for state, moves in layers[number].items():
                if kept := tuple([move for move in moves if move[0] in alive]):
                    layer[state] = kept
            layers[number] = layer
            alive = set(layer)
        return layers

    def _at(self, colour: int, number: int, state: int, taken: int) -> Moves:
        """List a colour's moves when so many tiles of the number lie in groups left."""
        position, jokers_all = self.position, self.position.all_jokers
        open_runs, left = state & (1 << STATE_BITS) - 1, state >> _LEFT
        starting = [run for run in self.runs[colour] if run.low == number]
        have = position.all[colour][number] - taken
        need = position.table[colour][number] - taken
        far = ahead(position.all[colour], number, jokers_all)
        moves: list[Move] = []
        for chosen in _subsets(starting):
            now = left | sum(run.bit for run in chosen)
            passing = [run for run in self.runs[colour] if run.bit & now]
            tiles = sum(number in run.naturals for run in passing)
            if tiles > have:
                continue
            jokers = sum(run.jokers for run in chosen)
            after = now & ~sum(run.bit for run in passing if run.high == number)
            broken = len(starting) - len(chosen)
            limit = min(self.limits[number][colour], have - tiles)
            for move in moves_at(
                open_runs,
                have - tiles,
                max(0, need - tiles),
                limit,
                0,
                self.gains.by_number[number],
                jokers_all,
                far,
            ):
                following, grouped, spent, complete, won, _ = move
                how = broken, now, jokers
                state = following | after << _LEFT
                won -= broken * self.fine
                moves.append((state, grouped, spent + jokers, complete, won, how))
        return tuple(moves)

    def leavings(self, number: int) -> list[Leaving]:
        """List the ways to leave groups of a number."""
        lying = self.groups[number]
        found = []
        for chosen in _subsets(lying):
            taken = tuple(
                sum(colour in group.colours for group in chosen) for colour in range(COLOURS)
            )
            jokers = sum(group.jokers for group in chosen)
            places = tuple(group.place for group in chosen)
            found.append((taken, jokers, len(lying) - len(chosen), places))
        return found


def _table(position: Position) -> tuple[list[list[Run]], list[list[Group]]]:
    """Sort the table's melds: runs by colour, groups by number."""
    runs: list[list[Run]] = [[] for _ in range(COLOURS)]
    lying: list[list[Group]] = [[] for _ in range(TOP + 1)]
    for place, (kind, cells) in enumerate(position.melds):
        jokers = sum(joker for _, _, joker in cells)
        if kind == "group":
            colours = tuple(colour for colour, _, joker in cells if not joker)
            lying[cells[0][1]].append(Group(place, colours, jokers))
        else:
            colour = cells[0][0]
            numbers = [number for _, number, _ in cells]
            naturals = frozenset(number for _, number, joker in cells if not joker)
            bit = 1 << len(runs[colour])
            run = Run(place, bit, min(numbers), max(numbers), naturals, jokers)
            runs[colour].append(run)
    return runs, lying


def _subsets(melds: Sequence[_Meld]) -> Iterator[tuple[_Meld, ...]]:
    """List all selections of melds, the largest first."""
    for size in range(len(melds), -1, -1):
        yield from combinations(melds, size)
