"""The exact search when the whole table may be rearranged and jokers are free.

Every tile of the table must end in a valid meld, tiles of the rack may. The search walks the
numbers 1 to 13 and, within a number, the four colours; what it remembers of a colour is only how
many open runs have length one, two, and three or more (after van Rijn, Takes and Vis, "The
Complexity of Rummikub Problems"). Best-first with an upper bound for what the rest can still
bring: the bound treats the colours as if groups could be had for free, so it never
underestimates, and the first complete split taken from the queue is an optimal one.

Normal forms that keep the search exact while it looks at few positions:

* extending is deterministic: the shortest open runs first, and no new run while a run of three or
  more could take the tile instead (a longer run can do all a shorter one can);
* a joker is placed only where it is needed: to fill a gap in a run, to end a run of two, to be the
  third of a group. Jokers left over are hung on at the end, if any meld has room for them. One tile
  with two jokers is a form of its own (``solo``);
* a joker never stands in a run where the natural tile is free, or lies in a group (they would
  change places).
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import cast

TOP = 13
COLOURS = 4

Cells = tuple[tuple[int, int, bool], ...]

# What a tile gets for going into a group, by number and colour.
_Joining = tuple[tuple[int, ...], ...]
_NO_JOINING: _Joining = ((0,) * COLOURS,) * (TOP + 1)

# Positions looked at before the prices are tuned, and how often they are.
_EASY = 2000
_ROUNDS = 40


class _TooHard(Exception):  # noqa: N818 - a signal, not an error
    """The prices are too loose to go on with."""


# A colour's open runs are packed as n1 + n2 * 16 + n3 * 256.
_TWO, _THREE = 16, 256
_STATE_BITS = 12

_NEVER = -(1 << 60)


@dataclass(frozen=True, slots=True)
class Position:
    """Hold counts by colour (0-3) and number (index 1-13): on the table, and table plus rack.

    ``grouped`` counts those that lie in groups; a play that leaves them there is liked better.
    """

    table: tuple[tuple[int, ...], ...]
    all: tuple[tuple[int, ...], ...]
    table_jokers: int
    all_jokers: int
    grouped: tuple[tuple[int, ...], ...] | None = None


@dataclass(frozen=True, slots=True)
class Gains:
    """Hold what placing a tile of the rack is worth to the search, by number, and a joker's.

    ``moved`` is taken off for every tile that changes between runs and groups.
    """

    by_number: tuple[int, ...]
    joker: int
    moved: int = 0


@dataclass(frozen=True, slots=True)
class Split:
    """Hold an optimal split: the gain, runs and groups, and jokers that hang on to any of them.

    A cell is ``(colour, number, joker?)``: which tile stands there, and whether a joker does.
    """

    gain: int
    runs: tuple[Cells, ...]
    groups: tuple[Cells, ...]
    hanging: int
    looked_at: int


# One choice for a colour at a number: next state, tiles into groups, jokers used, whether a run
# or solo is complete, gain, and (tiles into runs, jokers into runs, solos) to rebuild the play.
_Move = tuple[int, int, int, bool, int, tuple[int, int, int]]
# A node of the search: state word, gain, parent, choice made.
_Node = tuple[int, int, int, object]
_Cells = list[tuple[int, int, bool]]


class _Search:
    """Solve one position; opened once, asked once."""

    def __init__(self, position: Position, gains: Gains) -> None:
        self.position = position
        self.jokers = position.all_jokers
        self.gains = gains
        self.group_limit = [self._group_limits(number) for number in range(TOP + 1)]
        self.price = 0
        self.joining: _Joining = _NO_JOINING
        self.paid: list[int] = []
        self.moves: list[dict[int, list[_Move]]] = []
        self.best: list[dict[int, int]] = []

    def _group_limits(self, number: int) -> tuple[int, ...]:
        """Say how many tiles of each colour can lie in groups of this number at most."""
        have = [row[number] for row in self.position.all] if number else [0] * COLOURS
        limits = [0] * COLOURS
        for groups in range(1, max(have, default=0) + 1):
            total = sum(min(count, groups) for count in have)
            if total + min(self.jokers, groups) >= 3 * groups and total >= 2 * groups:
                limits = [
                    groups if count >= groups else max(limit, min(count, groups))
                    for count, limit in zip(have, limits, strict=True)
                ]
        return tuple(limits)

    # -- one colour at one number ---------------------------------------------------------------

    def colour_moves(self, colour: int, number: int, state: int) -> list[_Move]:
        ones, twos, threes = state & 15, state >> 4 & 15, state >> 8
        forced = ones + twos
        open_runs = forced + threes
        have = self.position.all[colour][number]
        need = self.position.table[colour][number]
        gain = self.gains.by_number[number]
        limit = self.group_limit[number][colour]
        lying = self.position.grouped
        usual = lying[colour][number] if lying else 0
        moved = self.gains.moved
        later = self.position.all[colour][number + 1] if number < TOP else 0
        moves: list[_Move] = []
        for in_runs in range(have + 1):
            rest = have - in_runs
            if in_runs >= forced:
                following = _after(in_runs, ones, twos, threes)
                for grouped in range(min(limit, rest) + 1):
                    for solos in range(min(rest - grouped, self.jokers // 2) + 1):
                        used = in_runs + grouped + solos
                        if used >= need:
                            moves.append(
                                (
                                    following,
                                    grouped,
                                    2 * solos,
                                    twos > 0 or solos > 0,
                                    (used - need) * gain - abs(grouped - usual) * moved,
                                    (in_runs, 0, solos),
                                )
                            )
        # Jokers in runs: all naturals are in runs already.
        fewest = max(1, forced - have)
        most = min(self.jokers, open_runs - have)
        for jokers in range(fewest, most + 1):
            extended = have + jokers
            following = _after(extended, ones, twos, threes)
            # A joker behind a long run only helps when a natural follows at once, behind a single
            # tile when one follows within reach (farther off two single tiles need no more jokers).
            if not later and (extended > forced or (ones and not self._in_reach(colour, number))):
                continue
            moves.append(
                (
                    following,
                    0,
                    jokers,
                    twos > 0,
                    (have - need) * gain - usual * moved,
                    (have, jokers, 0),
                )
            )
        return moves

    def _in_reach(self, colour: int, number: int) -> bool:
        row = self.position.all[colour]
        farthest = min(TOP, number + min(self.jokers, 3))
        return any(row[place] for place in range(number + 1, farthest + 1))

    def find_moves(self) -> bool:
        """Fill in every colour's moves that can be completed; tell whether each colour has any."""
        self.moves = [{} for _ in range(COLOURS * (TOP + 2))]
        return all(self._colour_moves_found(colour) for colour in range(COLOURS))

    def _colour_moves_found(self, colour: int) -> bool:
        layers: list[set[int]] = [set() for _ in range(TOP + 2)]
        layers[1].add(0)
        for number in range(1, TOP + 1):
            here = self.moves[number * COLOURS + colour]
            following = layers[number + 1]
            for state in layers[number]:
                here[state] = moves = self.colour_moves(colour, number, state)
                following.update([move[0] for move in moves])
        alive = {s for s in layers[TOP + 1] if not s & 15 and s >> 4 & 15 <= self.jokers}
        for number in range(TOP, 0, -1):
            here = self.moves[number * COLOURS + colour]
            completed = {}
            for state, moves in here.items():
                kept = [move for move in moves if move[0] in alive]
                if kept:
                    completed[state] = kept
            self.moves[number * COLOURS + colour] = completed
            alive = set(completed)
        return 0 in alive

    def prepare(self, price: int, joining: _Joining) -> int:
        """Work out what every colour can still bring, and groups apart; give the bound.

        ``price`` is what a joker costs, ``joining[number][colour]`` what a tile gets for going
        into a group; the groups pay that back. Any prices give a valid bound.
        """
        self.price, self.joining = price, joining
        self.best = [{} for _ in range(COLOURS * (TOP + 2))]
        self.paid = [self._pay_back(number)[0] for number in range(TOP + 1)]
        colours = sum(self._colour_bound(colour) for colour in range(COLOURS))
        return price * self.jokers + sum(self.paid) + colours

    def _pay_back(self, number: int) -> tuple[int, tuple[int, ...], int]:
        """Find the groups of a number that cost least to pay: what is paid, tiles, jokers."""
        joining, price = self.joining[number], self.price
        best: tuple[int, tuple[int, ...], int] = (0, (0, 0, 0, 0), 0)
        if not any(joining):
            return best
        a, b, c, d = joining
        for tiles, spent in _groupings(self.group_limit[number], self.jokers):
            paid = -a * tiles[0] - b * tiles[1] - c * tiles[2] - d * tiles[3] - price * spent
            if paid > best[0]:
                best = (paid, tiles, spent)
        return best

    def _colour_bound(self, colour: int) -> int:
        price = self.price
        after = self.best[(TOP + 1) * COLOURS + colour]
        for moves in self.moves[TOP * COLOURS + colour].values():
            for move in moves:
                after[move[0]] = -price * (move[0] >> 4 & 15)
        for number in range(TOP, 0, -1):
            index = number * COLOURS + colour
            here = self.best[index]
            gets = self.joining[number][colour]
            for state, moves in self.moves[index].items():
                if len(moves) == 1:
                    m = moves[0]
                    here[state] = m[4] - price * m[2] + gets * m[1] + after[m[0]]
                elif gets:
                    here[state] = max(
                        [m[4] - price * m[2] + gets * m[1] + after[m[0]] for m in moves]
                    )
                else:
                    here[state] = max([m[4] - price * m[2] + after[m[0]] for m in moves])
            after = here
        return after[0]

    def tune(self, bound: int, rounds: int) -> int:
        """Lower the bound by better prices (subgradient steps); leave the best in place."""
        unit = max(self.gains.by_number)
        best = (bound, self.price, self.joining)
        price, joining = self.price, [list(row) for row in self.joining]
        guess = 6 * unit
        for _ in range(rounds):
            wishes, used = self._wishes()
            slopes = []
            for number in range(1, TOP + 1):
                _, tiles, spent = self._pay_back(number)
                used += spent
                for colour in range(COLOURS):
                    slope = wishes[number][colour] - tiles[colour]
                    if slope:
                        slopes.append((number, colour, slope))
            idle = self.jokers - used
            norm = sum(slope * slope for _, _, slope in slopes) + idle * idle
            if not norm:
                break
            step = (bound - best[0] + guess) // norm + 1
            guess -= guess // 14
            for number, colour, slope in slopes:
                joining[number][colour] -= step * slope
            price = max(0, price - step * idle)
            bound = self.prepare(price, tuple(map(tuple, joining)))
            if bound < best[0]:
                best = (bound, self.price, self.joining)
            if bound < 0:
                break
        return self.prepare(best[1], best[2])

    def _wishes(self) -> tuple[list[list[int]], int]:
        """Say how many tiles of each number and colour want into groups, and the jokers used."""
        wishes = [[0] * COLOURS for _ in range(TOP + 1)]
        used = 0
        for colour in range(COLOURS):
            state = 0
            for number in range(1, TOP + 1):
                index = number * COLOURS + colour
                after = self.best[index + COLOURS]
                gets = self.joining[number][colour]
                left = self.best[index][state]
                for move in self.moves[index][state]:
                    if move[4] - self.price * move[2] + gets * move[1] + after[move[0]] == left:
                        break
                wishes[number][colour] = move[1]
                used += move[2]
                state = move[0]
            used += state >> 4 & 15
        return wishes, used

    # -- all colours together -------------------------------------------------------------------

    def run(self, budget: int | None) -> Split | None:
        """Return an optimal split, or None when the table cannot stay (or not within a budget)."""
        if not self.find_moves():
            return None
        bound = self._choose_price()
        if budget is not None:
            try:
                return self._search(bound, budget)
            except _TooHard:
                return None
        try:
            return self._search(bound, _EASY)
        except _TooHard:
            return self._search(self.tune(bound, _ROUNDS), None)

    def _search(self, bound: int, budget: int | None) -> Split | None:
        price = self.price
        jokers = self.jokers
        all_moves, all_best, all_joining, paid = self.moves, self.best, self.joining, self.paid
        nodes: list[_Node] = []
        queue: list[tuple[int, int, int]] = []
        seen: dict[tuple[int, int], int] = {}
        joker_gain = self.gains.joker
        optional = jokers - self.position.table_jokers
        steps = self._steps()
        end = len(steps)
        # state word: four colour states, then grouped (2 bits a colour), jokers used, room
        group_shift = COLOURS * _STATE_BITS
        used_shift = group_shift + 2 * COLOURS
        room_shift = used_shift + 4
        low = (1 << group_shift) - 1
        mask = (1 << _STATE_BITS) - 1
        root_f = bound + optional * joker_gain
        nodes.append((0, 0, -1, None))
        queue.append((-root_f, 0, 0))
        looked_at = 0
        push, pop = heapq.heappush, heapq.heappop
        while queue:
            minus_f, minus_step, serial = pop(queue)
            step = -minus_step
            word, gain, _, _ = nodes[serial]
            if step == end:
                return self._rebuild(nodes, serial, -minus_f, looked_at)
            if step and seen[step, word] > gain:
                continue
            looked_at += 1
            if looked_at == budget:
                raise _TooHard
            colour, number = steps[step]
            step1 = step + 1
            if colour < COLOURS:
                index = number * COLOURS + colour
                shift = colour * _STATE_BITS
                state = word >> shift & mask
                after = all_best[index + COLOURS]
                base = -minus_f - all_best[index][state]
                gets = all_joining[number][colour]
                into = group_shift + 2 * colour
                cleared = word & ~(mask << shift)
                used = word >> used_shift & 15
                for move in all_moves[index][state]:
                    following, grouped, spent, complete, won, _ = move
                    if used + spent > jokers:
                        continue
                    child = cleared | following << shift
                    f = base + won + after[following]
                    if grouped:
                        child += grouped << into
                        f += gets * grouped
                    if jokers:
                        f -= price * spent
                        child += spent << used_shift
                        if complete:
                            child = child & ~(15 << room_shift) | jokers << room_shift
                    child_gain = gain + won
                    key = (step1, child)
                    if seen.get(key, _NEVER) >= child_gain:
                        continue
                    seen[key] = child_gain
                    nodes.append((child, child_gain, serial, move))
                    push(queue, (-f, -step1, len(nodes) - 1))
            elif number <= TOP:
                tiles = word >> group_shift & 255
                used = word >> used_shift & 15
                room = word >> room_shift & 15
                f = -minus_f - paid[number]
                if tiles:
                    for colour, gets in enumerate(all_joining[number]):
                        f -= gets * (tiles >> 2 * colour & 3)
                for groups, spent, more in _group_ways(tiles):
                    if used + spent > jokers:
                        break
                    new_room = min(jokers, room + more)
                    child = word & low | (used + spent) << used_shift | new_room << room_shift
                    key = (step1, child)
                    if seen.get(key, _NEVER) >= gain:
                        continue
                    seen[key] = gain
                    nodes.append((child, gain, serial, (groups, spent)))
                    push(queue, (price * spent - f, -step1, len(nodes) - 1))
            else:
                used = word >> used_shift & 15
                room = word >> room_shift & 15
                for shift in range(0, group_shift, _STATE_BITS):
                    twos = word >> shift >> 4 & 15
                    if twos:
                        used += twos
                        room = jokers
                placed = used + min(jokers - used, room)
                if used > jokers or placed < self.position.table_jokers:
                    continue
                child_gain = gain + (placed - self.position.table_jokers) * joker_gain
                key = (step1, 0)
                if seen.get(key, _NEVER) >= child_gain:
                    continue
                seen[key] = child_gain
                nodes.append((0, child_gain, serial, placed))
                push(queue, (-child_gain, -step1, len(nodes) - 1))
        return None

    def _choose_price(self) -> int:
        """Choose the price of a joker that gives the lowest bound (any price is valid)."""
        if not self.jokers:
            return self.prepare(0, _NO_JOINING)
        unit = max(self.gains.by_number)
        results: dict[int, int] = {}
        for price in (0, unit // 2, unit, 2 * unit):
            results[price] = self.prepare(price, _NO_JOINING)
        price = min(results, key=lambda p: results[p])
        return results[price] if price == self.price else self.prepare(price, _NO_JOINING)

    def _steps(self) -> list[tuple[int, int]]:
        steps: list[tuple[int, int]] = []
        for number in range(1, TOP + 1):
            steps.extend((colour, number) for colour in range(COLOURS))
            if any(self.group_limit[number]):
                steps.append((COLOURS, number))
        steps.append((COLOURS, TOP + 1))
        return steps

    def _rebuild(self, nodes: list[_Node], serial: int, gain: int, looked_at: int) -> Split:
        chain: list[object] = []
        while serial > 0:
            chain.append(nodes[serial][3])
            serial = nodes[serial][2]
        chain.reverse()
        melds: list[_Cells] = []
        triples: list[_Cells] = []
        open_runs: list[list[_Cells]] = [[] for _ in range(COLOURS)]
        grouped = [0] * COLOURS
        placed = 0
        spare = self.jokers
        for (colour, number), move in zip(self._steps(), chain, strict=True):
            if colour < COLOURS:
                _, grouped[colour], spent, _, _, (naturals, jokers, solos) = cast(_Move, move)
                spare -= spent
                open_runs[colour] = _extend(
                    open_runs[colour], (colour, number), naturals, jokers, melds
                )
                melds.extend(_solo(colour, number) for _ in range(solos))
            elif number <= TOP:
                groups, spent = cast(tuple[int, int], move)
                spare -= spent
                triples.extend(_deal(number, grouped, groups))
                grouped = [0] * COLOURS
            else:
                placed = cast(int, move)
        for runs in open_runs:
            for run in runs:
                if len(run) == 2:
                    colour, number, _ = run[0]
                    run.insert(0, (colour, number - 1, True))
                    spare -= 1
                melds.append(run)
        hand = self.jokers - placed
        runs_found = tuple(tuple(run) for run in melds)
        return Split(gain, runs_found, tuple(map(tuple, triples)), spare - hand, looked_at)


def _extend(
    runs: list[_Cells], at: tuple[int, int], naturals: int, jokers: int, closed: list[_Cells]
) -> list[_Cells]:
    """Let the shortest runs take the tiles, then the jokers; start new runs with what is over."""
    colour, number = at
    runs = sorted(runs, key=lambda run: min(len(run), 3))
    for index, run in enumerate(runs):
        if index < naturals:
            run.append((colour, number, False))
        elif index < naturals + jokers:
            run.append((colour, number, True))
        else:
            closed.append(run)
    started = [[(colour, number, False)] for _ in range(naturals - len(runs))]
    return runs[: naturals + jokers] + started


def _solo(colour: int, number: int) -> _Cells:
    low = min(number, TOP - 2)
    return [(colour, place, place != number) for place in range(low, low + 3)]


def _deal(number: int, grouped: list[int], groups: int) -> list[_Cells]:
    """Deal the tiles of one number round into groups; fill those of two with a joker."""
    dealt: list[_Cells] = [[] for _ in range(groups)]
    tiles = [colour for colour, count in enumerate(grouped) for _ in range(count)]
    for index, colour in enumerate(tiles):
        dealt[index % groups].append((colour, number, False))
    for group in dealt:
        if len(group) < 3:
            group.append((free_colour(group), number, True))
    return dealt


def free_colour(group: Sequence[tuple[int, int, bool]]) -> int:
    """Give the first colour a group does not have."""
    return min(set(range(COLOURS)) - {colour for colour, _, _ in group})


@lru_cache(maxsize=256)
def _group_ways(tiles: int) -> tuple[tuple[int, int, int], ...]:
    """List the ways to group tiles of one number (2 bits a colour): groups, jokers, room left."""
    counts = [tiles >> 2 * colour & 3 for colour in range(COLOURS)]
    total = sum(counts)
    ways = []
    for groups in range(max(max(counts), (total + 3) // 4), total // 2 + 1):
        spent = max(0, 3 * groups - total)
        if spent > groups:
            break
        ways.append((groups, spent, 4 * groups - total - spent))
    return tuple(ways)


@lru_cache(maxsize=4096)
def _groupings(limits: tuple[int, ...], jokers: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """List what can be grouped of one number within the limits, with the fewest jokers it takes."""
    found = []
    for counts in product(*(range(limit + 1) for limit in limits)):
        ways = _group_ways(sum(count << 2 * colour for colour, count in enumerate(counts)))
        if ways and any(counts) and ways[0][1] <= jokers:
            found.append((counts, ways[0][1]))
    return tuple(found)


def _after(extended: int, ones: int, twos: int, threes: int) -> int:
    """Give the open runs after ``extended`` of them took a tile, the shortest first."""
    started = extended - ones - twos - threes
    longest = min(threes, extended - ones - twos)
    return (started if started > 0 else 0) + ones * _TWO + (twos + longest) * _THREE


def split(position: Position, gains: Gains, *, budget: int | None = None) -> Split | None:
    """Return the best split of table and rack, or None when the table cannot stay.

    With a ``budget`` of positions to look at, None may also mean that it was not enough.
    """
    return _Search(position, gains).run(budget)
