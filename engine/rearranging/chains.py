"""What the tiles of one colour can do: its open runs, walked from number 1 to 13.

A *chain* is a small automaton. Its state at a number is how many open runs have length one, two,
and three or more (after van Rijn, Takes and Vis, "The Complexity of Rummikub Problems"); a move
says how many tiles of the number go into runs, into groups and how many jokers help.

Normal forms keep the automaton small and the search over four of them exact:

* extending is deterministic: the shortest open runs first, and no new run while a run of three or
  more could take the tile instead (a longer run can do all a shorter one can);
* a joker is placed only where it is needed: to fill a gap in a run or to end a run of two. One tile
  with two jokers is a form of its own (``solo``). Jokers left over are hung on at the end;
* a joker never stands in a run where the natural tile is free, or lies in a group (they would
  change places).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from engine.rearranging.positions import TOP, Row

# Open runs are packed as n1 + n2 * 4 + n3 * 16. There are never more than copies of a tile (two):
# jokers start no runs. Behind these bits stands how many ones are set aside to follow a 13.
TWO, THREE = 4, 16
STATE_BITS = 6
OPEN = (1 << STATE_BITS) - 1

# The state that follows, tiles into groups, jokers used, whether a run is complete (so that jokers
# may hang on to it), gain, and to rebuild the play: tiles into runs, jokers into runs, solos.
Move = tuple[int, int, int, bool, int, tuple[int, int, int]]
Moves = tuple[Move, ...]

# By number (index 1-13): what every state may do. Only what can be completed is left.
Chain = tuple[dict[int, Moves], ...]


@dataclass(frozen=True, slots=True)
class Colour:
    """Hold the tiles of one colour by number (index 1-13): all, and those that must be placed.

    ``grouped`` counts those that lie in groups now: moves that leave them there come first.
    ``limits`` is how many could lie in groups of the number, ``gains`` what placing one is worth.
    With a ``top`` of 14 a 1 may stand behind the 13.
    """

    all: Row
    need: Row
    grouped: Row
    limits: Row
    gains: Row
    jokers: int
    top: int


@lru_cache(maxsize=256)
def chain(colour: Colour) -> Chain | None:
    """Build a colour's automaton, or give None when its tiles cannot be placed.

    All states after the last number are 0.
    """
    layers = _reached(colour)
    jokers = colour.jokers
    least = {0: 0}
    for number in range(colour.top, 0, -1):
        alive: dict[int, Moves] = {}
        fewest: dict[int, int] = {}
        for state, moves in layers[number].items():
            costs = [m[2] + least[m[0]] if m[0] in least else jokers + 1 for m in moves]
            if not costs or (cheapest := min(costs)) > jokers:
                continue
            if max(costs) > jokers:
                moves = tuple([m for m, cost in zip(moves, costs, strict=True) if cost <= jokers])
            alive[state] = moves
            fewest[state] = cheapest
        layers[number] = alive
        least = fewest
    return tuple(layers) if 0 in least else None


def _dominates(one: int, other: int) -> bool:
    """Tell whether open runs can do all that others can: longer ones, or more of three and more."""
    ones, ones_other = one & 3, other & 3
    short, short_other = ones + (one >> 2 & 3), ones_other + (other >> 2 & 3)
    return (
        one != other
        and ones <= ones_other
        and short <= short_other
        and short + (one >> 4) >= short_other + (other >> 4)
    )


_ALL_STATES = range(1 << STATE_BITS)

# For every state those that dominate it.
DOMINATING: tuple[Row, ...] = tuple(
    tuple(one for one in _ALL_STATES if _dominates(one, other)) for other in _ALL_STATES
)


def _reached(colour: Colour) -> list[dict[int, Moves]]:
    """List by number the states that can be reached, with all their moves."""
    layers: list[dict[int, Moves]] = [{}]
    states: Iterable[int] = (0,)
    jokers, top = colour.jokers, colour.top
    row = colour.all if top == TOP else (*colour.all, colour.all[1])
    for number in range(1, top + 1):
        far = ahead(row, number, jokers)
        if top > TOP:
            layer = {state: _moves_round(colour, number, state, far) for state in states}
        else:
            have, need = colour.all[number], colour.need[number]
            limit, usual = colour.limits[number], colour.grouped[number]
            gain = colour.gains[number]
            layer = {
                state: moves_at(state, have, need, limit, usual, gain, jokers, far)
                for state in states
            }
        layers.append(layer)
        states = {move[0]: None for moves in layer.values() for move in moves}
    return layers


def _moves_round(colour: Colour, number: int, state: int, far: int) -> Moves:
    """List a state's moves; the ones that shall stand behind the 13 are set aside at the 1."""
    jokers = colour.jokers
    aside = state >> STATE_BITS
    open_runs = state & OPEN
    if number > TOP:
        return moves_at(open_runs, aside, aside, 0, 0, 0, jokers, far)
    have, need = colour.all[number], colour.need[number]
    limit, usual, gain = colour.limits[number], colour.grouped[number], colour.gains[number]
    found: list[Move] = []
    for high in range(have + 1) if number == 1 else (0,):
        rest, short = have - high, max(0, need - high)
        more = max(0, high - need) * gain
        after = (high or aside) << STATE_BITS
        found += [
            (m[0] | after, *m[1:4], m[4] + more, m[5])
            for m in moves_at(open_runs, rest, short, min(limit, rest), usual, gain, jokers, far)
        ]
    return tuple(found)


def ahead(row: Row, number: int, jokers: int) -> int:
    """Say what the numbers after this one hold for a run that goes on with jokers.

    0: nothing. 1: nothing in reach, 2: a tile in reach, 3: a tile follows at once. -1: this is the
    last number.
    """
    last = len(row) - 1
    if number == last:
        return -1
    if not jokers:
        return 0
    if row[number + 1]:
        return 3
    farthest = min(last, number + min(jokers, 3))
    return 2 if any(row[number + 1 : farthest + 1]) else 1


@lru_cache(maxsize=1 << 15)
def moves_at(
    state: int, have: int, need: int, limit: int, usual: int, gain: int, jokers: int, far: int
) -> Moves:
    """List what may happen to a number's tiles at a state of the runs before."""
    ones, twos, threes = state & 3, state >> 2 & 3, state >> 4
    forced = ones + twos
    moves: list[Move] = []
    for in_runs in range(forced, have + 1):
        rest = have - in_runs
        following = _after(in_runs, ones, twos, threes)
        for grouped in range(min(limit, rest) + 1):
            for solos in range(min(rest - grouped, jokers // 2) + 1):
                used = in_runs + grouped + solos
                if used >= need:
                    complete = jokers > 0 and (twos > 0 or solos > 0)
                    how = (in_runs, 0, solos)
                    moves.append(
                        (following, grouped, 2 * solos, complete, (used - need) * gain, how)
                    )
    # With jokers in runs all naturals of the number are in runs.
    for spent in range(max(1, forced - have), min(jokers, forced + threes - have) + 1):
        # A joker behind a long run only helps when a natural follows at once, behind a single
        # tile when one follows within reach (farther off two single tiles need no more jokers).
        extended = have + spent
        if far < 3 and (extended > forced or (ones and far < 2)):
            continue
        following = _after(extended, ones, twos, threes)
        moves.append((following, 0, spent, twos > 0, (have - need) * gain, (have, spent, 0)))
    if usual:
        moves.sort(key=lambda move: abs(move[1] - usual))
    return _ended(moves, jokers) if far < 0 else tuple(moves)


def _ended(options: Iterable[Move], jokers: int) -> Moves:
    """Let all moves at the last number lead to one state: runs of two are ended with a joker."""
    ended = []
    for after, grouped, spent, complete, gain, how in options:
        twos = after >> 2 & 3
        if not after & 3 and spent + twos <= jokers:
            ended.append((0, grouped, spent + twos, complete or twos > 0, gain, how))
    return tuple(ended)


def _after(extended: int, ones: int, twos: int, threes: int) -> int:
    """Give the open runs after ``extended`` of them took a tile, the shortest first."""
    started = extended - ones - twos - threes
    longest = min(threes, extended - ones - twos)
    return (started if started > 0 else 0) + ones * TWO + (twos + longest) * THREE
