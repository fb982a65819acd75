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
from dataclasses import dataclass
from typing import cast

TOP = 13
COLOURS = 4

_NEVER = -(1 << 60)
# A colour's open runs are packed as n1 + n2 * 16 + n3 * 256.
_TWO, _THREE = 16, 256
_STATE_BITS = 12


@dataclass(frozen=True, slots=True)
class Position:
    """Hold counts by colour (0-3) and number (index 1-13): on the table, and table plus rack."""

    table: tuple[tuple[int, ...], ...]
    all: tuple[tuple[int, ...], ...]
    table_jokers: int
    all_jokers: int


@dataclass(frozen=True, slots=True)
class Gains:
    """Hold what placing a tile of the rack is worth to the search, by number, and a joker's."""

    by_number: tuple[int, ...]
    joker: int


@dataclass(frozen=True, slots=True)
class Split:
    """Hold an optimal split: the gain, and melds as tuples of ``(colour, number, joker?)``.

    ``melds`` list ``(kind, cells)``; every cell says which tile stands there and whether a joker
    does. ``spare`` jokers stay in the hand.
    """

    gain: int
    melds: tuple[tuple[str, tuple[tuple[int, int, bool], ...]], ...]
    spare: int
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
                                    (used - need) * gain,
                                    (in_runs, 0, solos),
                                )
                            )
        # Jokers in runs: all naturals are in runs already.
        fewest = max(1, forced - have)
        most = min(self.jokers, open_runs - have)
        for jokers in range(fewest, most + 1):
            extended = have + jokers
            following = _after(extended, ones, twos, threes)
            # A joker behind a single tile or a long run only helps when a natural follows.
            if not later and (ones or extended > forced):
                continue
            moves.append((following, 0, jokers, twos > 0, (have - need) * gain, (have, jokers, 0)))
        return moves

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

    def prepare(self, price: int) -> int:
        """Work out what every colour can still bring at this price of a joker; give the bound."""
        self.price = price
        self.best = [{} for _ in range(COLOURS * (TOP + 2))]
        return price * self.jokers + sum(self._colour_bound(c) for c in range(COLOURS))

    def _colour_bound(self, colour: int) -> int:
        price = self.price
        after = self.best[(TOP + 1) * COLOURS + colour]
        for moves in self.moves[TOP * COLOURS + colour].values():
            for move in moves:
                after[move[0]] = -price * (move[0] >> 4 & 15)
        for index in range(TOP * COLOURS + colour, COLOURS - 1, -COLOURS):
            here = self.best[index]
            for state, moves in self.moves[index].items():
                if len(moves) == 1:
                    move = moves[0]
                    here[state] = move[4] - price * move[2] + after[move[0]]
                else:
                    here[state] = max([m[4] - price * m[2] + after[m[0]] for m in moves])
            after = here
        return after[0]

    # -- all colours together -------------------------------------------------------------------

    def run(self, node_budget: int | None = None) -> Split | None:
        """Return an optimal split, or None when the table cannot stay."""
        bound = self._choose_price()
        if bound <= _NEVER:
            return None
        price = self.price
        jokers = self.jokers
        all_moves, all_best = self.moves, self.best
        nodes: list[_Node] = []
        queue: list[tuple[int, int, int]] = []
        seen: dict[tuple[int, int], int] = {}
        joker_gain = self.gains.joker
        optional = jokers - self.position.table_jokers
        steps = self._steps()
        end = len(steps)
        # state word: four colour states, then total grouped (5 bits), most grouped (3 bits),
        # jokers used (4 bits), room (4 bits)
        group_shift = COLOURS * _STATE_BITS
        most_shift = group_shift + 5
        used_shift = most_shift + 4
        room_shift = used_shift + 4
        low = (1 << group_shift) - 1
        mask = (1 << _STATE_BITS) - 1
        root_f = bound + optional * joker_gain
        nodes.append((0, 0, -1, None))
        queue.append((-root_f, 0, 0))
        looked_at = 0
        while queue:
            minus_f, minus_step, serial = heapq.heappop(queue)
            step = -minus_step
            word, gain, _, _ = nodes[serial]
            if step == end:
                return self._rebuild(nodes, serial, -minus_f, looked_at)
            if step and seen[step, word] > gain:
                continue
            looked_at += 1
            f = -minus_f
            colour, number = steps[step]
            step1 = step + 1
            if colour < COLOURS:
                index = number * COLOURS + colour
                shift = colour * _STATE_BITS
                state = word >> shift & mask
                after = all_best[index + COLOURS]
                base = f - all_best[index][state]
                cleared = word & ~(mask << shift)
                used = word >> used_shift & 15
                for move in all_moves[index][state]:
                    following, grouped, spent, complete, won, _ = move
                    if used + spent > jokers:
                        continue
                    child = cleared | following << shift
                    if grouped:
                        child += grouped << group_shift
                        if grouped > (word >> most_shift & 15):
                            child = child & ~(15 << most_shift) | grouped << most_shift
                    if jokers:
                        child += spent << used_shift
                        if complete:
                            child = child & ~(15 << room_shift) | jokers << room_shift
                    child_gain = gain + won
                    key = (step1, child)
                    if seen.get(key, -1) >= child_gain:
                        continue
                    seen[key] = child_gain
                    child_f = base + won - price * spent + after[following]
                    nodes.append((child, child_gain, serial, move))
                    heapq.heappush(queue, (-child_f, -step1, len(nodes) - 1))
            elif number <= TOP:
                total = word >> group_shift & 31
                most = word >> most_shift & 15
                used = word >> used_shift & 15
                room = word >> room_shift & 15
                for groups in range(max(most, (total + 3) // 4), total // 2 + 1):
                    spent = max(0, 3 * groups - total)
                    if spent > groups or used + spent > jokers:
                        break
                    new_room = min(jokers, room + 4 * groups - total - spent)
                    child = word & low | (used + spent) << used_shift | new_room << room_shift
                    key = (step1, child)
                    if seen.get(key, -1) >= gain:
                        continue
                    seen[key] = gain
                    nodes.append((child, gain, serial, (groups, spent)))
                    heapq.heappush(queue, (-f + price * spent, -step1, len(nodes) - 1))
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
                if seen.get(key, -1) >= child_gain:
                    continue
                seen[key] = child_gain
                nodes.append((0, child_gain, serial, placed))
                heapq.heappush(queue, (-child_gain, -step1, len(nodes) - 1))
        return None

    def _choose_price(self) -> int:
        """Choose the price of a joker that gives the lowest bound (any price is valid)."""
        if not self.find_moves():
            return _NEVER
        if not self.jokers:
            return self.prepare(0)
        unit = max(self.gains.by_number)
        results: dict[int, int] = {}
        for price in (0, unit // 2, unit, 2 * unit):
            results[price] = self.prepare(price)
        price = min(results, key=lambda p: results[p])
        return results[price] if price == self.price else self.prepare(price)

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
        _hang(melds, triples, spare - hand)
        return Split(
            gain,
            tuple(("run", tuple(run)) for run in melds)
            + tuple(("group", tuple(group)) for group in triples),
            hand,
            looked_at,
        )


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
            group.append((_free_colour(group), number, True))
    return dealt


def _free_colour(group: _Cells) -> int:
    return min(set(range(COLOURS)) - {colour for colour, _, _ in group})


def _hang(runs: list[_Cells], groups: list[_Cells], jokers: int) -> None:
    """Hang jokers on: behind or before runs, then as fourth of groups; long runs are parted."""
    while jokers > 0:
        run = next((r for r in runs if len(r) < TOP), None)
        if run is not None:
            colour, last, _ = run[-1]
            if last < TOP:
                run.append((colour, last + 1, True))
            else:
                run.insert(0, (colour, run[0][1] - 1, True))
            jokers -= 1
        elif runs:
            runs.append(runs[0][:3])
            del runs[0][:3]
        else:
            group = next(g for g in groups if len(g) < COLOURS)
            group.append((_free_colour(group), group[0][1], True))
            jokers -= 1


def _after(extended: int, ones: int, twos: int, threes: int) -> int:
    """Give the open runs after ``extended`` of them took a tile, the shortest first."""
    started = extended - ones - twos - threes
    longest = min(threes, extended - ones - twos)
    return (started if started > 0 else 0) + ones * _TWO + (twos + longest) * _THREE


def split(position: Position, gains: Gains) -> Split | None:
    """Return the best split of table and rack, or None when the table cannot stay."""
    return _Search(position, gains).run()
