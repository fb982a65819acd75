"""The exact search when melds on the table stay as they are and jokers are bound by rules.

New melds come from the rack, tiles may be laid off to melds on the table. The search walks the
places 1 to 14 (14 is the high ace) and, within a place, the four colours. It remembers of every
open run its length up to three and what the joker rule must know. Best-first with the same kind of
upper bound as the search in ``rearranging``: colours alone, groups for free, a price on jokers.

It also serves where a threshold must be reached (first meld), and where all tiles must be used
(closed boards).
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass, field
from functools import lru_cache
from typing import cast

from engine.melds import FEWEST, MOST_IN_GROUP, Reading, number_at
from engine.patience import OutOfTime, is_late
from engine.rules.system import ACE_HIGH, Jokers, RuleSystem
from engine.tiles import HIGHEST, JOKER, Meld, Tile

COLOURS = 4

# An open run: length (3 is three or more), naturals, naturals less jokers, ends with a joker,
# starts at place 1. The three in the middle only as far as the rules ask.
_Kind = tuple[int, int, int, bool, bool]

# What lies open in a colour: (role, table run, kind).
# A run bound to the top may only end there.
_NEW, _DOWN, _IDLE, _UP, _ACES, _TO_TOP = range(6)
_Element = tuple[int, int, _Kind]
_State = tuple[_Element, ...]
_NO_KIND: _Kind = (0, 0, 0, False, False)

# One choice of a colour at a place: state after, tiles grouped, jokers into runs, gain, worth.
_Move = tuple[_State, int, int, int, int]

# A node of the search: states, grouped by colour, jokers used, worth, gain, parent, choice.
_Node = tuple[tuple[_State, ...], tuple[int, ...], int, int, int, int, object]

_NEVER = -(1 << 60)


class OutOfBudget(Exception):  # noqa: N818 - an answer that was not found in time
    """The search has looked at as many positions as it was allowed to."""


@dataclass(frozen=True, slots=True)
class Task:
    """Hold what to place: counts by colour and number (index 1-13), and the jokers.

    ``need`` tiles must be placed. ``runs`` and ``groups`` say what may be made, ``places`` and
    ``colours`` where. ``threshold`` is the worth new melds must reach together. ``gains`` are by
    number, ``joker_gain`` for a joker. ``by_worth`` asks for the highest worth of new melds
    instead of the gains; ``joker_gain`` is 0 then. ``exactly`` asks for a total gain of just that.
    After looking at ``budget`` positions the search gives up with ``OutOfBudget``, at the
    ``deadline`` with ``OutOfTime``.
    """

    system: RuleSystem
    have: tuple[tuple[int, ...], ...]
    need: tuple[tuple[int, ...], ...]
    jokers: int
    need_jokers: int
    gains: tuple[int, ...]
    joker_gain: int
    table: tuple[Reading, ...] = ()
    threshold: int = 0
    runs: bool = True
    groups: bool = True
    places: tuple[int, int] = (1, ACE_HIGH)
    colours: tuple[int, ...] = (0, 1, 2, 3)
    by_worth: bool = False
    exactly: int | None = None
    budget: int | None = None
    deadline: float | None = None


@dataclass(frozen=True, slots=True)
class Placed:
    """Hold a meld the search made: new, or tiles laid off to the table meld ``onto``.

    ``stands`` is what every tile stands for, ``tiles`` what lies there (jokers as jokers).
    ``added`` are the tiles from the rack.
    """

    kind: str
    tiles: Meld
    stands: Meld
    worth: int
    onto: int | None = None
    added: Meld = ()


@dataclass(frozen=True, slots=True)
class Placement:
    """Hold an optimal placement."""

    gain: int
    worth: int
    melds: tuple[Placed, ...]
    looked_at: int


@dataclass(slots=True)
class _Open:
    """A run being rebuilt: where it starts, which cells are jokers, where it belongs."""

    low: int
    cells: list[bool]
    onto: int | None
    own: list[bool] = field(default_factory=list)


class _Kinds:
    """Extend open runs as one joker rule sees them."""

    def __init__(self, rule: Jokers, *, both_ends: bool, low: bool) -> None:
        self.rule = rule
        # With the low reading a run ends with a natural tile unless it starts at the bottom, and
        # one natural alone counts as a group or run, whichever is less: groups see to that.
        self.low = low
        self.fewest = max(rule.fewest_naturals, 2) if low else rule.fewest_naturals
        self.knows_start = low or not both_ends
        self.knows_end = low or not rule.side_by_side
        self.both_ends = both_ends

    def start(self, joker: bool, place: int) -> _Kind:
        return self._trim(1, not joker, -1 if joker else 1, joker, place)

    def extend(self, kind: _Kind, joker: bool, place: int) -> _Kind | None:
        length, naturals, balance, last_joker, from_one = kind
        if joker and last_joker and not self.rule.side_by_side:
            return None
        if from_one and place == ACE_HIGH and not self.both_ends:
            return None
        step = -1 if joker else 1
        trimmed = self._trim(length + 1, naturals + (not joker), balance + step, joker, place + 1)
        return (*trimmed[:4], from_one)

    def complete(self, kind: _Kind) -> bool:
        length, naturals, balance, last_joker, from_one = kind
        if self.low and last_joker and not from_one:
            return False
        return length >= FEWEST and naturals >= self.fewest and balance >= 0

    def _trim(self, length: int, naturals: int, balance: int, joker: bool, place: int) -> _Kind:
        rule = self.rule
        if rule.may_outnumber:
            balance = 0
        elif not rule.side_by_side:
            # Jokers alternate with others at most, so nothing beyond one can be lost again.
            balance = min(balance, 0 if joker else 1)
        return (
            min(length, FEWEST),
            min(naturals, self.fewest),
            balance,
            joker and self.knows_end,
            place == 1 and self.knows_start,
        )


class _Search:
    """Solve one task; opened once, asked once."""

    def __init__(self, task: Task) -> None:
        self.task = task
        system = task.system
        counts = bool(task.threshold) or task.by_worth
        self.low = counts and system.worth.reading == "low"
        self.kinds = _Kinds(system.jokers, both_ends=system.runs.ace_both, low=self.low)
        self.top = min(system.runs.top, task.places[1])
        self.table_runs = [
            (index, reading) for index, reading in enumerate(task.table) if reading.kind == "run"
        ]
        self.slots: dict[int, list[tuple[int, int, int]]] = {}
        self.slot_owner: dict[int, list[int]] = {}
        colours = system.pack.colours
        for index, reading in enumerate(task.table):
            if reading.kind == "group" and len(reading.tiles) < MOST_IN_GROUP:
                naturals = [tile for tile in reading.tiles if not tile.is_joker]
                taken = sum(1 << colours.index(tile.colour) for tile in naturals)
                number = reading.stands[0].number
                self.slots.setdefault(number, []).append(
                    (taken, len(naturals), len(reading.tiles) - len(naturals))
                )
                self.slot_owner.setdefault(number, []).append(index)
        self.by_colour: list[list[tuple[int, int, int, tuple[bool, ...]]]] = [[] for _ in colours]
        for index, reading in self.table_runs:
            colour = colours.index(reading.stands[0].colour)
            cells = tuple(tile.is_joker for tile in reading.tiles)
            self.by_colour[colour].append((index, reading.low, reading.low + len(cells) - 1, cells))
        self.cells = {run[0]: run for runs in self.by_colour for run in runs}
        self.group_limit = [self._group_limits(number) for number in range(HIGHEST + 1)]
        rule = system.jokers
        loose = rule.side_by_side and rule.may_outnumber and not self.low
        rising = [system.worth.in_run(place) for place in range(1, self.top + 1)]
        # Where jokers are not bound to their neighbours, one before a run may go behind it, unless
        # the run reaches the top: the run is as long and counts no less.
        self.joker_first_to_top = loose and rising == sorted(rising)
        # A natural tile left over takes the place of a joker in a run, and the joker is hung on
        # elsewhere. It may come out of a group for that if a group can do with a joker more.
        self.fill_first = loose
        self.fill_from_groups = loose and (
            not rule.fewest_naturals or (rule.fewest_naturals == 1 and task.jokers < FEWEST)
        )
        self.moves: list[dict[_State, list[_Move]]] = []
        self.best: list[dict[_State, int]] = []
        self.price = 0
        self.looked_at = 0

    def _group_limits(self, number: int) -> tuple[int, ...]:
        task = self.task
        low, high = task.places
        inside = low <= number <= high or (number == 1 and high == ACE_HIGH)
        if not number or not inside or not task.groups:
            return (0,) * COLOURS
        have = [row[number] if c in task.colours else 0 for c, row in enumerate(task.have)]
        room = len(self.slots.get(number, ()))
        fewest = self.task.system.jokers.fewest_naturals
        limits = []
        for count in have:
            limit = min(count, room)
            for groups in range(1, count + 1):
                total = sum(min(other, groups) for other in have)
                jokers = min(task.jokers, 4 * groups)
                enough = total + jokers >= FEWEST * groups and total >= fewest * groups
                if enough or room:
                    limit = max(limit, min(count, groups + room))
            limits.append(limit)
        return tuple(limits)

    # -- one colour at one place ----------------------------------------------------------------

    def naturals_at(self, colour: int, place: int, state: _State) -> int:
        if colour not in self.task.colours:
            return 0
        if place == ACE_HIGH:
            return sum(element[1] for element in state if element[0] == _ACES)
        return self.task.have[colour][place]

    def expand(
        self, state: _State, colour: int, place: int, naturals: int, jokers: int
    ) -> list[tuple[tuple[tuple[_Element, int, bool], ...], int, int, int]]:
        """List the ways to go on: elements after (with parent and joker?), naturals, jokers, worth.

        Parent -1 is a start; an element that ends or waits takes nothing.
        """
        kinds = self.kinds
        worth = self.task.system.worth.in_run(place)
        if not self.task.runs or not self.task.places[0] <= place <= self.top:
            worth = -1
        counted = bool(self.task.threshold)
        results: list[tuple[tuple[tuple[_Element, int, bool], ...], int, int, int]] = []
        after: list[tuple[_Element, int, bool]] = []
        table = self.by_colour[colour]
        busy = {element[1] for element in state if element[0] in (_DOWN, _IDLE)}

        def merged(index: int, kind: _Kind | None) -> _Kind | None:
            _, low, _, cells = self.cells[index]
            for offset, joker in enumerate(cells):
                if kind is None and not offset:
                    kind = kinds.start(joker, low)
                elif kind is not None:
                    kind = kinds.extend(kind, joker, low + offset)
                if kind is None:
                    return None
            return kind

        def put(element: _Element, parent: int, joker: bool) -> None:
            after.append((element, parent, joker))

        def settled(role: int, index: int, kind: _Kind) -> _Element | None:
            """Turn a chain that reaches its table run into that run, waiting for its far end."""
            if role == _DOWN and self.cells[index][1] == place + 1:
                joined = merged(index, kind)
                return None if joined is None else (_IDLE, index, joined)
            return (role, index, kind)

        def walk(at: int, a: int, j: int, gained: int, ended: bool) -> None:
            if at == len(state):
                start_down(0, a, j, gained, ended)
                return
            role, index, kind = state[at]
            if role == _ACES:
                if place != ACE_HIGH:
                    put(state[at], at, False)
                    walk(at + 1, a, j, gained, ended)
                    after.pop()
                else:
                    walk(at + 1, a, j, gained, ended)
                return
            if role == _IDLE and self.cells[index][2] >= place:
                # The table run itself passes here; it opens upwards behind its last place.
                put(state[at], at, False)
                walk(at + 1, a, j, gained, ended)
                after.pop()
                return
            if role == _IDLE:
                role = _UP
            may_end = role != _DOWN and (role != _TO_TOP or place > self.top)
            if may_end and kinds.complete(kind):
                walk(at + 1, a, j, gained, ended or role == _NEW or not counted)
            if worth < 0:
                return
            won = worth if role in (_NEW, _TO_TOP) else 0
            if a < naturals and (longer := kinds.extend(kind, False, place)) is not None:
                element = settled(role, index, longer)
                if element is not None:
                    put(element, at, False)
                    walk(at + 1, a + 1, j, gained + won, ended)
                    after.pop()
            if j < jokers and (longer := kinds.extend(kind, True, place)) is not None:
                element = settled(role, index, longer)
                if element is not None:
                    put(element, at, True)
                    walk(at + 1, a, j + 1, gained + won, ended)
                    after.pop()

        def start_down(at: int, a: int, j: int, gained: int, ended: bool) -> None:
            if at == len(table) or worth < 0:
                start_table(a, j, gained, ended)
                return
            index, low, _, _ = table[at]
            start_down(at + 1, a, j, gained, ended)
            if low <= place or index in busy:
                return
            for joker in (False, True):
                if (j < jokers) if joker else (a < naturals):
                    element = settled(_DOWN, index, kinds.start(joker, place))
                    if element is not None:
                        put(element, -1, joker)
                        start_down(at + 1, a + (not joker), j + joker, gained, ended)
                        after.pop()

        def start_table(a: int, j: int, gained: int, ended: bool) -> None:
            """Let table runs that begin at the next place come in, if no chain has joined them."""
            joined = busy | {e[1] for e, _, _ in after if e[0] in (_DOWN, _IDLE)}
            added = 0
            for index, low, _, _ in table:
                # Table runs from place 1 on come in before the walk begins.
                if low == place + 1 and index not in joined:
                    alone = merged(index, None)
                    if alone is not None:
                        put((_IDLE, index, alone), -2, False)
                        added += 1
            start_new(a, j, gained, ended)
            del after[len(after) - added :]

        def start_new(a: int, j: int, gained: int, ended: bool) -> None:
            results.append((tuple(sorted(after)), a, j, gained))
            # A run that just ended could have taken the tile: starting anew gains nothing.
            if worth < 0 or place > self.top - FEWEST + 1 or ended:
                return
            fresh = any(e[1] == -1 and e[2] and e[0][0] in (_NEW, _TO_TOP) for e in after)
            if a < naturals and not fresh:
                put((_NEW, 0, kinds.start(False, place)), -1, False)
                start_new(a + 1, j, gained + worth, ended)
                after.pop()
            if j < jokers and self._joker_may_start(colour, place):
                role = _TO_TOP if self.joker_first_to_top else _NEW
                put((role, 0, kinds.start(True, place)), -1, True)
                start_new(a, j + 1, gained + worth, ended)
                after.pop()

        walk(0, 0, 0, 0, False)
        return results

    def _joker_may_start(self, colour: int, place: int) -> bool:
        rule = self.task.system.jokers
        if not rule.fewest_naturals:
            return True
        reach = 1 if not rule.side_by_side else self.task.jokers
        row = self.task.have[colour]
        return any(
            row[number_at(place + step)] for step in range(1, reach + 1) if place + step <= self.top
        )

    def colour_moves(self, colour: int, place: int, state: _State, jokers: int) -> list[_Move]:
        """Summarise the ways to go on, only the worthiest of those that lead to the same state."""
        task = self.task
        found: dict[tuple[_State, int, int], tuple[int, int]] = {}
        have = self.naturals_at(colour, place, state)
        need = task.need[colour][place] if place <= HIGHEST else have
        gain = task.gains[number_at(place)]
        limit = self.group_limit[place][colour] if place <= HIGHEST else 0
        group_worth = task.system.worth.in_group(number_at(place))
        reserve = self._may_reserve(colour) if place == 1 else 0
        # A run that may fill up to both ends has no room for the joker that would be freed.
        fill_first = self.fill_first and self._has_room(colour)
        fill_from_groups = fill_first and self.fill_from_groups
        for elements, a, j, worth in self.expand(state, colour, place, have, jokers):
            plain = tuple(element for element, _, _ in elements)
            full = j and place <= HIGHEST and fill_first
            if full and fill_from_groups and a < have:
                continue
            for grouped in range(min(limit, have - a) + 1):
                for aces in range(min(reserve, have - a - grouped) + 1):
                    if a + grouped + aces < (have if full else need):
                        continue
                    after = (*plain, (_ACES, aces, _NO_KIND)) if aces else plain
                    if task.by_worth:
                        won = worth + grouped * group_worth
                    else:
                        won = 0 if place == ACE_HIGH else (a + grouped + aces) * gain
                    key = (after, grouped, j)
                    if key not in found or found[key] < (won, worth):
                        found[key] = (won, worth)
        return [
            (after, grouped, j, won, worth) for (after, grouped, j), (won, worth) in found.items()
        ]

    def _has_room(self, colour: int) -> bool:
        longest = max((len(run[3]) for run in self.by_colour[colour]), default=0)
        return not longest or longest + sum(self.task.have[colour]) + self.task.jokers < HIGHEST

    def _may_reserve(self, colour: int) -> int:
        if self.top < ACE_HIGH or colour not in self.task.colours:
            return 0
        reaches = any(high == HIGHEST for _, _, high, _ in self.by_colour[colour])
        if not (self.task.have[colour][HIGHEST] or self.task.jokers or reaches):
            return 0
        return self.task.have[colour][1]

    def first_state(self, colour: int) -> _State:
        """Give the state before place 1: table runs that begin there lie open already."""
        elements = []
        for index, low, _, cells in self.by_colour[colour]:
            if low == 1:
                kind: _Kind | None = self.kinds.start(cells[0], 1)
                for offset, joker in enumerate(cells[1:], start=1):
                    kind = kind and self.kinds.extend(kind, joker, 1 + offset)
                if kind is not None:
                    elements.append((_IDLE, index, kind))
        return tuple(sorted(elements))

    def is_over(self, state: _State) -> bool:
        """Tell whether every run may end here."""
        return all(
            role in (_IDLE, _UP, _ACES) or (role in (_NEW, _TO_TOP) and self.kinds.complete(kind))
            for role, _, kind in state
        ) and all(self.kinds.complete(kind) for role, _, kind in state if role in (_IDLE, _UP))

    def find_moves(self) -> bool:
        """Fill in every colour's moves that can be completed; tell whether each colour has any."""
        self.moves = [{} for _ in range(COLOURS * (ACE_HIGH + 2))]
        return all(self._find_colour_moves(colour) for colour in range(COLOURS))

    def _find_colour_moves(self, colour: int) -> bool:
        jokers = self.task.jokers
        # The fewest jokers a state takes: to get there, and to go on from there to the end.
        spent = {self.first_state(colour): 0}
        so_far: list[dict[_State, int]] = []
        for place in range(1, ACE_HIGH + 1):
            here = self.moves[place * COLOURS + colour]
            so_far.append(spent)
            following: dict[_State, int] = {}
            for state, before in spent.items():
                here[state] = moves = self.colour_moves(colour, place, state, jokers - before)
                for move in moves:
                    total = before + move[2]
                    if total < following.get(move[0], jokers + 1):
                        following[move[0]] = total
            spent = following
        to_go = {state: 0 for state in spent if self.is_over(state)}
        for place in range(ACE_HIGH, 0, -1):
            before_here = so_far[place - 1]
            completed: dict[_State, list[_Move]] = {}
            needed: dict[_State, int] = {}
            for state, moves in self.moves[place * COLOURS + colour].items():
                room = jokers - before_here[state]
                kept = [m for m in moves if m[0] in to_go and m[2] + to_go[m[0]] <= room]
                if kept:
                    completed[state] = kept
                    needed[state] = min([m[2] + to_go[m[0]] for m in kept])
            self.moves[place * COLOURS + colour] = completed
            to_go = needed
        return bool(to_go)

    def prepare(self, price: int) -> int:
        """Work out what every colour can still bring at this price of a joker; give the bound."""
        self.price = price
        self.best = [{} for _ in range(COLOURS * (ACE_HIGH + 2))]
        return price * self.task.jokers + sum(self._colour_bound(c) for c in range(COLOURS))

    def _colour_bound(self, colour: int) -> int:
        net = self.task.joker_gain - self.price
        index = ACE_HIGH * COLOURS + colour
        after = self.best[index + COLOURS]
        for moves in self.moves[index].values():
            for move in moves:
                after[move[0]] = 0
        while index >= COLOURS:
            here = self.best[index]
            for state, moves in self.moves[index].items():
                here[state] = max([m[3] + net * m[2] + after[m[0]] for m in moves])
            after = here
            index -= COLOURS
        return after[self.first_state(colour)]

    # -- all colours together -------------------------------------------------------------------

    def _choose_price(self) -> int:
        task = self.task
        if not self.find_moves():
            return _NEVER
        least = task.joker_gain
        unit = max(task.gains)
        if task.by_worth:
            least = unit = max(task.system.worth.in_group(n) for n in range(1, HIGHEST + 1))
        prices = [least]
        if task.jokers:
            prices += [least + unit // 2, least + unit]
        bounds = {price: self.prepare(price) for price in prices}
        price = min(bounds, key=lambda p: bounds[p])
        return bounds[price] if price == self.price else self.prepare(price)

    def run(self) -> Placement | None:
        """Return the best placement, or None when needed tiles or the threshold cannot be met."""
        bound = self._choose_price()
        if bound <= _NEVER:
            return None
        if is_late(self.task.deadline):
            raise OutOfTime
        task, price = self.task, self.price
        net = task.joker_gain - price
        threshold = task.threshold
        jokers = task.jokers
        exactly = task.exactly
        lowest = _NEVER if exactly is None else exactly
        highest = -_NEVER if exactly is None else exactly
        steps = self._steps()
        end = len(steps)
        firsts = tuple(self.first_state(colour) for colour in range(COLOURS))
        none = (0,) * COLOURS
        nodes: list[_Node] = [(firsts, none, 0, 0, 0, -1, None)]
        queue = [(-bound, 0, 0)]
        seen: dict[object, int] = {}
        looked_at = 0
        while queue:
            minus_f, minus_step, serial = heapq.heappop(queue)
            step = -minus_step
            states, grouped, used, worth, gain, _, _ = nodes[serial]
            if step == end:
                return self._rebuild(nodes, serial, steps, looked_at)
            if step and seen[step, states, grouped, used, worth] > gain:
                continue
            looked_at += 1
            self.looked_at = looked_at
            if looked_at == task.budget:
                raise OutOfBudget
            if not looked_at & 255 and is_late(task.deadline):
                raise OutOfTime
            colour, place = steps[step]
            step1 = step + 1
            if colour < COLOURS:
                index = place * COLOURS + colour
                state = states[colour]
                after = self.best[index + COLOURS]
                base = -minus_f - self.best[index][state]
                before, behind = states[:colour], states[colour + 1 :]
                for move in self.moves[index][state]:
                    following, into, spent, won, counted = move
                    if used + spent > jokers:
                        continue
                    child = (*before, following, *behind)
                    group = grouped
                    if into:
                        group = (*grouped[:colour], into, *grouped[colour + 1 :])
                    total = min(threshold, worth + counted)
                    child_gain = gain + won + spent * task.joker_gain
                    f = base + won + net * spent + after[following]
                    if f < lowest or child_gain > highest:
                        continue
                    if exactly is not None:
                        total = child_gain
                    key = (step1, child, group, used + spent, total)
                    if seen.get(key, -1) >= child_gain:
                        continue
                    seen[key] = child_gain
                    nodes.append((child, group, used + spent, total, child_gain, serial, move))
                    heapq.heappush(queue, (-f, -step1, len(nodes) - 1))
            elif place <= HIGHEST:
                for spent, made, counted in self._group_ways(place, grouped):
                    if used + spent > jokers:
                        continue
                    total = min(threshold, worth + counted)
                    won = spent * task.joker_gain
                    if task.by_worth:
                        # The naturals were counted with their colours.
                        won = counted - sum(grouped) * task.system.worth.in_group(place)
                    child_gain = gain + won
                    f = -minus_f + won - price * spent
                    if f < lowest or child_gain > highest:
                        continue
                    if exactly is not None:
                        total = child_gain
                    key = (step1, states, none, used + spent, total)
                    if seen.get(key, -1) >= child_gain:
                        continue
                    seen[key] = child_gain
                    nodes.append(
                        (states, none, used + spent, total, child_gain, serial, (spent, made))
                    )
                    heapq.heappush(queue, (-f, -step1, len(nodes) - 1))
            else:
                if worth < threshold or used < task.need_jokers or gain < lowest:
                    continue
                nodes.append((states, none, used, worth, gain, serial, None))
                key = (step1, states, none, used, worth)
                seen[key] = gain
                heapq.heappush(queue, (-gain, -step1, len(nodes) - 1))
        return None

    def _steps(self) -> list[tuple[int, int]]:
        steps: list[tuple[int, int]] = []
        for place in range(1, ACE_HIGH + 1):
            steps.extend((colour, place) for colour in range(COLOURS))
            if place <= HIGHEST and (any(self.group_limit[place]) or self._joker_groups(place)):
                steps.append((COLOURS, place))
        steps.append((COLOURS, ACE_HIGH + 1))
        return steps

    def _joker_groups(self, number: int) -> bool:
        """Tell whether jokers alone could go to groups of this number."""
        if not self.task.jokers or not self.task.groups:
            return False
        if self.slots.get(number):
            return True
        if self.task.system.jokers.fewest_naturals:
            return False
        # Jokers alone are a group of whatever counts most.
        low, high = self.task.places
        worth = self.task.system.worth
        return number == max(range(low, min(high, HIGHEST) + 1), key=worth.in_group)

    def _group_ways(self, number: int, grouped: tuple[int, ...]) -> list[tuple[int, int, int]]:
        """List jokers spent, tiles in new groups and their worth, for every way to group these."""
        slots = tuple(self.slots.get(number, ()))
        ways = _ways(grouped, slots, self.task.jokers, self.task.system.jokers)
        each = self.task.system.worth.in_group(number)
        if not self.low:
            return [(spent, made, made * each) for spent, made, _ in ways]
        return [
            (spent, made, made * each - self._less_as_run(number, shape))
            for spent, made, shape in ways
        ]

    def _less_as_run(self, number: int, shape: _Shape) -> int:
        """Say how much less groups with one natural tile count as runs."""
        worth = self.task.system.worth
        less = 0
        for owner, mask, jokers in shape:
            if owner < 0 and mask.bit_count() == 1:
                length = jokers + 1
                low = max(1, number - length + 1)
                run = sum(worth.in_run(place) for place in range(low, low + length))
                less += max(0, length * worth.in_group(number) - run)
        return less

    # -- the way back ---------------------------------------------------------------------------

    def _rebuild(
        self, nodes: list[_Node], serial: int, steps: list[tuple[int, int]], looked_at: int
    ) -> Placement:
        gain = nodes[serial][4]
        chain = []
        while serial >= 0:
            chain.append(nodes[serial])
            serial = nodes[serial][5]
        chain.reverse()
        melds: list[Placed] = []
        open_runs: list[list[_Open | None]] = []
        for colour in range(COLOURS):
            open_runs.append([self._table_open(e[1]) for e in self.first_state(colour)])
        for (colour, place), before, node in zip(steps, chain, chain[1:], strict=False):
            if colour < COLOURS:
                open_runs[colour] = self._follow(
                    open_runs[colour], before[0][colour], cast(_Move, node[6]), colour, place, melds
                )
            elif place <= HIGHEST:
                melds.extend(self._groups(place, before[1], cast(tuple[int, int], node[6])))
        for colour in range(COLOURS):
            for run in open_runs[colour]:
                if run is not None:
                    self._close(run, colour, melds)
        worth = sum(meld.worth for meld in melds if meld.onto is None)
        return Placement(gain, worth, tuple(melds), looked_at)

    def _table_open(self, index: int) -> _Open:
        _, low, _, cells = self.cells[index]
        return _Open(low, list(cells), index, [False] * len(cells))

    def _follow(
        self,
        runs: list[_Open | None],
        state: _State,
        move: _Move,
        colour: int,
        place: int,
        melds: list[Placed],
    ) -> list[_Open | None]:
        after, grouped, spent, won, worth = move
        have = self.naturals_at(colour, place, state)
        plain_after = tuple(e for e in after if e[0] != _ACES or place > 1)
        for elements, a, j, gained in self.expand(state, colour, place, have, self.task.jokers):
            plain = tuple(element for element, _, _ in elements)
            if place == 1:
                aces = sum(e[1] for e in after if e[0] == _ACES)
                used = (a + grouped + aces) * self.task.gains[1]
            else:
                used = (a + grouped) * self.task.gains[number_at(place)]
            used = 0 if place == ACE_HIGH else used
            if self.task.by_worth:
                used = gained + grouped * self.task.system.worth.in_group(number_at(place))
            if plain == plain_after and j == spent and gained == worth and used == won:
                break
        else:
            raise AssertionError("a move of the search cannot be followed")
        following: list[_Open | None] = []
        kept = set()
        for element, parent, joker in elements:
            role, index, _ = element
            if role == _ACES:
                following.append(None)
                kept.add(parent)
                continue
            if parent == -2:
                following.append(self._table_open(index))
                continue
            if parent == -1:
                run = _Open(place, [joker], index if role in (_DOWN, _IDLE) else None, [True])
            else:
                kept.add(parent)
                previous = runs[parent]
                assert previous is not None
                run = previous
                if not (role == _IDLE and state[parent][0] == _IDLE):
                    run.cells.append(joker)
                    run.own.append(True)
            joined_now = role == _IDLE and (parent == -1 or state[parent][0] == _DOWN)
            if joined_now:
                cells = self.cells[index][3]
                run.cells.extend(cells)
                run.own.extend([False] * len(cells))
            following.append(run)
        for at, ended in enumerate(runs):
            if at not in kept and ended is not None:
                self._close(ended, colour, melds)
        if place == 1:
            following.extend(None for e in after if e[0] == _ACES)
        return following

    def _close(self, run: _Open, colour: int, melds: list[Placed]) -> None:
        if run.onto is not None and not any(run.own):
            return
        system = self.task.system
        letter = system.pack.colours[colour]
        places = range(run.low, run.low + len(run.cells))
        stands = tuple(Tile(letter, number_at(place)) for place in places)
        tiles = tuple(JOKER if j else t for t, j in zip(stands, run.cells, strict=True))
        added = tuple(tile for tile, own in zip(tiles, run.own, strict=True) if own)
        worth = sum(system.worth.in_run(place) for place in places)
        melds.append(Placed("run", tiles, stands, worth, run.onto, added))

    def _groups(self, number: int, grouped: tuple[int, ...], move: tuple[int, int]) -> list[Placed]:
        slots = tuple(self.slots.get(number, ()))
        system = self.task.system
        colours = system.pack.colours
        ways = _ways(grouped, slots, self.task.jokers, system.jokers)
        shape = next(way[2] for way in ways if way[:2] == move)
        melds = []
        for owner, mask, jokers in shape:
            naturals = [Tile(colours[c], number) for c in range(COLOURS) if mask >> c & 1]
            added = (*naturals, *[JOKER] * jokers)
            onto = None
            lying: Meld = ()
            if owner >= 0:
                onto = self.slot_owner[number][owner]
                lying = self.task.table[onto].tiles
            plain = (*(t for t in lying if not t.is_joker), *naturals)
            all_jokers = jokers + sum(t.is_joker for t in lying)
            used = {tile.colour for tile in plain}
            free = [Tile(c, number) for c in colours if c not in used][:all_jokers]
            tiles = (*plain, *[JOKER] * all_jokers)
            worth = system.worth.in_group(number) * len(tiles)
            melds.append(Placed("group", tiles, (*plain, *free), worth, onto, added))
        return melds


_Shape = tuple[tuple[int, int, int], ...]

# A way to put grouped tiles of one number away: jokers spent, tiles in new groups, and the groups
# as (slot or -1, colours as bits, jokers).
_Way = tuple[int, int, _Shape]


@lru_cache(maxsize=20000)
def _ways(
    grouped: tuple[int, ...], slots: tuple[tuple[int, int, int], ...], jokers: int, rule: Jokers
) -> tuple[_Way, ...]:
    """List the ways to put all these tiles away, with every number of jokers that fits."""
    found: dict[tuple[int, int], _Shape] = {}

    def fits(naturals: int, used: int) -> bool:
        if used and naturals < rule.fewest_naturals:
            return False
        return rule.may_outnumber or used <= naturals

    def lay_off(slot: int, rest: tuple[int, ...], left: int, shape: _Shape, spent: int) -> None:
        if slot == len(slots):
            new_groups(rest, left, shape, spent, 0, 15)
            return
        taken, naturals, inside = slots[slot]
        for mask in range(16):
            if mask & taken or any(mask >> c & 1 and not rest[c] for c in range(COLOURS)):
                continue
            count = mask.bit_count()
            room = MOST_IN_GROUP - naturals - inside - count
            for extra in range(min(room, left) + 1):
                if (count or extra) and not fits(naturals + count, inside + extra):
                    continue
                more = ((slot, mask, extra),) if count or extra else ()
                lay_off(slot + 1, _less(rest, mask), left - extra, shape + more, spent + extra)

    def new_groups(
        rest: tuple[int, ...], left: int, shape: _Shape, spent: int, made: int, last: int
    ) -> None:
        if not any(rest):
            key = spent, made
            if key not in found or _singles(shape) < _singles(found[key]):
                found[key] = shape
        for mask in range(last, -1, -1):
            if any(mask >> c & 1 and not rest[c] for c in range(COLOURS)):
                continue
            count = mask.bit_count()
            if not mask and (rule.fewest_naturals or any(rest)):
                continue
            for extra in range(max(0, FEWEST - count), min(MOST_IN_GROUP - count, left) + 1):
                if fits(count, extra):
                    new_groups(
                        _less(rest, mask),
                        left - extra,
                        (*shape, (-1, mask, extra)),
                        spent + extra,
                        made + count + extra,
                        mask,
                    )

    lay_off(0, grouped, jokers, (), 0)
    return tuple((*key, shape) for key, shape in sorted(found.items()))


def _singles(shape: _Shape) -> int:
    """Count new groups around one natural tile."""
    return sum(owner < 0 and mask.bit_count() == 1 for owner, mask, _ in shape)


def _less(rest: tuple[int, ...], mask: int) -> tuple[int, ...]:
    return tuple(count - (mask >> c & 1) for c, count in enumerate(rest))


def place(task: Task) -> Placement | None:
    """Return the best placement of a task, or None when what it demands cannot be met."""
    return _Search(task).run()
