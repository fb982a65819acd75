"""The melds that lie on the table, and what a colour may do when each is left or broken.

A colour's chain (see ``chains``) is walked with a state that also says which of its table runs are
being left, and how many tiles of the number lie in groups left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeVar

from engine.rearranging.chains import OPEN, STATE_BITS, Move, Moves, ahead, moves_at
from engine.rearranging.positions import COLOURS, TOP, Gains, Position, Row

# A colour's state: its open runs, one more than the tiles of the number that lie in groups left (0
# until that is decided), and which of its table runs are being left (a bit each).
TAKEN = STATE_BITS
_LEFT = STATE_BITS + 2
_DECIDED = 3 << TAKEN

# Tiles of a number beside the table runs left, those that must be placed, the state's runs left
# afterwards; table runs broken, left now, and jokers in those that start.
_Passing = tuple[int, int, int, tuple[int, int, int]]


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
        self.undecided: dict[int, dict[int, Row]] = {}
        # Bits of a colour's state.
        self.width = _LEFT + max(map(len, self.runs))

    def moves(self) -> list[dict[int, Moves]]:
        """List by number * 4 + colour what every state may do.

        States that wait for what is done with the groups of the number are in ``undecided``
        instead: which states they can become.
        """
        moves: list[dict[int, Moves]] = [{} for _ in range(COLOURS * (TOP + 1))]
        for colour in range(COLOURS):
            for number, layer in enumerate(self._colour(colour)):
                moves[number * COLOURS + colour] = layer
        return moves

    def _colour(self, colour: int) -> list[dict[int, Moves]]:
        """List a colour's moves by number and state."""
        layers: list[dict[int, Moves]] = [{}]
        states = {0}
        for number in range(1, TOP + 1):
            most = sum(colour in group.colours for group in self.groups[number])
            layer: dict[int, Moves] = {}
            for taken in range(most + 1):
                code = taken + 1 << TAKEN if most else 0
                passing: dict[int, list[_Passing]] = {}
                for state in states:
                    left = state >> _LEFT
                    if left not in passing:
                        passing[left] = self._passing(colour, number, left, taken)
                    layer[state | code] = self._at(colour, number, state & OPEN, passing[left])
            layers.append(layer)
            states = {move[0] for found in layer.values() for move in found}
        self._complete(colour, layers)
        return layers

    def _complete(self, colour: int, layers: list[dict[int, Moves]]) -> None:
        """Leave out what cannot be completed."""
        alive: set[int] = {0}
        for number in range(TOP, 0, -1):
            layer = {}
            for state, moves in layers[number].items():
                if kept := tuple([move for move in moves if move[0] in alive]):
                    layer[state] = kept
            layers[number] = layer
            alive = set(layer)
            if any(colour in group.colours for group in self.groups[number]):
                waiting: dict[int, list[int]] = {}
                for state in layer:
                    waiting.setdefault(state & ~_DECIDED, []).append(state)
                self.undecided[number * COLOURS + colour] = {
                    state: tuple(others) for state, others in waiting.items()
                }
                alive = set(waiting)

    def _passing(self, colour: int, number: int, left: int, taken: int) -> list[_Passing]:
        """List what may happen to the runs of the table when some are left so far.

        ``taken`` tiles of the number lie in groups left.
        """
        runs = self.runs[colour]
        starting = [run for run in runs if run.low == number]
        have = self.position.all[colour][number] - taken
        need = self.position.table[colour][number] - taken
        found: list[_Passing] = []
        for chosen in _subsets(starting):
            now = left | sum(run.bit for run in chosen)
            passing = [run for run in runs if run.bit & now]
            tiles = sum(number in run.naturals for run in passing)
            if tiles > have:
                continue
            jokers = sum(run.jokers for run in chosen)
            after = now & ~sum(run.bit for run in passing if run.high == number)
            how = len(starting) - len(chosen), now, jokers
            found.append((have - tiles, max(0, need - tiles), after << _LEFT, how))
        return found

    def _at(self, colour: int, number: int, runs: int, passing: list[_Passing]) -> Moves:
        """List a colour's moves at these open runs."""
        jokers = self.position.all_jokers
        limit, gain = self.limits[number][colour], self.gains.by_number[number]
        far = ahead(self.position.all[colour], number, jokers)
        moves: list[Move] = []
        for have, need, after, how in passing:
            fine, more = how[0] * self.fine, how[2]
            moves += [
                (following | after, grouped, spent + more, complete, won - fine, how)
                for following, grouped, spent, complete, won, _ in moves_at(
                    runs, have, need, min(limit, have), 0, gain, jokers, far
                )
            ]
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
