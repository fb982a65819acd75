"""Which melds of the table can be left as they lie when the best play is made.

The best gain is known; now the walk over numbers and colours is made again with every table meld
either left (its tiles pass by, untouched) or broken (its tiles are free as before). Positions that
cannot reach the gain any more are dropped. The bound says how many melds must be broken at least;
so many may be, then one more, until it can be done: that is tried with a narrow search first, then
with a complete one. When that takes too long a higher number stands, and is not proven.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeVar

from engine.patience import is_late
from engine.rearranging import groups, words
from engine.rearranging.chains import DOMINATING, OPEN, STATE_BITS, Move, Moves, ahead, moves_at
from engine.rearranging.positions import COLOURS, TOP, Gains, Position, Row, Split
from engine.rearranging.prices import Bound
from engine.rearranging.search import OUTLOOK, Layer, way_back

# Positions of a layer the narrow search follows, and positions the complete one may look at in all.
_WIDTH = 32
_PATIENCE = 9_000

# Breaking a meld is fined, so that the bound sees it: a fourth of what a tile brings. How often the
# prices are tuned to that. A crowded layer is looked through for dominated positions.
_FINE = 4
_ROUNDS = 14
_CROWDED = 200

# A colour's state: its open runs, one more than the tiles of the number that lie in groups left (0
# until that is decided), and which of its table runs are being left (a bit each).
_TAKEN = STATE_BITS
_LEFT = STATE_BITS + 2


@dataclass(frozen=True, slots=True)
class Left:
    """Hold the places of the table melds that can stay as they lie, and whether more never can."""

    melds: frozenset[int]
    proven: bool


@dataclass(frozen=True, slots=True)
class _Run:
    """Hold a run of the table: its place there, its bit, where it lies, and its natural tiles."""

    place: int
    bit: int
    low: int
    high: int
    naturals: frozenset[int]
    jokers: int


@dataclass(frozen=True, slots=True)
class _Group:
    """Hold a group of the table: its place there, colours of its natural tiles, jokers."""

    place: int
    colours: tuple[int, ...]
    jokers: int


_Meld = TypeVar("_Meld")

# How groups of a number may be left: tiles taken by colour, jokers, groups broken, places left.
_Leaving = tuple[Row, int, int, tuple[int, ...]]


def most_left(
    position: Position, gains: Gains, split: Split, known: frozenset[int], deadline: float | None
) -> Left:
    """Find the most melds that may stay in a split as good; ``known`` are known to be possible."""
    return _Leavings(position, gains, split, known, deadline).run()


class _Leavings:
    """Look for the fewest table melds to break; opened once, asked once."""

    def __init__(
        self,
        position: Position,
        gains: Gains,
        split: Split,
        known: frozenset[int],
        deadline: float | None,
    ) -> None:
        self.position = position
        self.gains = gains
        self.split = split
        self.deadline = deadline
        self.jokers = position.all_jokers
        self.limits = groups.limits(position)
        self.runs, self.groups = _table(position)
        self.width = _LEFT + max(map(len, self.runs))
        self.known = known
        self.patience = _PATIENCE
        self.better: dict[int, dict[int, list[tuple[int, int]]]] = {}
        self.unit = max(gains.by_number)
        self.fine = self.unit // _FINE
        self.optional = (self.jokers - position.table_jokers) * gains.joker
        self.bound = Bound(self._moves(), self.limits, self.jokers)
        # Prices and fines apart, what a position must promise not to be dropped.
        self.least = 0

    def run(self) -> Left:
        """Allow more and more melds to be broken, until it can be done."""
        most = len(self.position.melds) - len(self.known)
        goal = self.split.gain - self.optional
        highest = self.bound.set(self.split.joker_price, self.split.joining)
        # Mostly about as many melds need to be broken.
        highest = self.bound.tune(highest, goal - self.fine * (2 * most // 5), _ROUNDS)
        fewest = max(0, -((highest - goal) // self.fine))
        for may_break in range(fewest, most):
            self.least = self.split.gain - self.fine * may_break
            top = highest + self.optional
            found = self._layers(top, may_break, _WIDTH) or self._layers(top, may_break, None)
            if found is not None:
                return Left(found, self.patience > 0)
        return Left(self.known, self.patience > 0)

    # -- what may be done -----------------------------------------------------------------------

    def _moves(self) -> list[dict[int, Moves]]:
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
                        layer[state | (taken + 1) << _TAKEN] = found
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
        position = self.position
        open_runs, left = state & (1 << STATE_BITS) - 1, state >> _LEFT
        starting = [run for run in self.runs[colour] if run.low == number]
        have = position.all[colour][number] - taken
        need = position.table[colour][number] - taken
        far = ahead(position.all[colour], number, self.jokers)
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
                self.jokers,
                far,
            ):
                following, grouped, spent, complete, won, _ = move
                how = broken, now, jokers
                state = following | after << _LEFT
                won -= broken * self.fine
                moves.append((state, grouped, spent + jokers, complete, won, how))
        return tuple(moves)

    def _leavings(self, number: int) -> list[_Leaving]:
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

    # -- the walk -------------------------------------------------------------------------------

    def _layers(self, highest: int, may_break: int, width: int | None) -> frozenset[int] | None:
        """Give the melds left in a split that breaks no more than that, or None."""
        layer: Layer = {words.first(self.jokers): (highest, 0, None)}
        layers: list[Layer] = []
        steps = self._steps()
        for step in steps:
            if not width:
                self.patience -= len(layer)
                if self.patience <= 0:
                    return None
            if is_late(self.deadline):
                self.patience = 0
                return None
            layers.append(layer)
            layer = self._step(layer, step, may_break)
            if len(layer) > (2 * width if width else _CROWDED):
                layer = self._undominated(layer, step)
                if width and len(layer) > width:
                    layer = self._promising(layer, width)
        ends = [(word >> words.BROKEN & 63, word) for word in layer if self._is_good(layer, word)]
        if not ends:
            return None
        return self._left(steps, way_back([*layers, layer], min(ends)[1]))

    def _is_good(self, layer: Layer, word: int) -> bool:
        """Tell whether an end gains what is asked, with all jokers of the table placed."""
        homeless = words.homeless(word)
        gain = (
            layer[word][0]
            + self.fine * (word >> words.BROKEN & 63)
            - (self.jokers - words.used(word)) * self.bound.price
            - homeless * self.gains.joker
        )
        return gain >= self.split.gain and self.jokers - homeless >= self.position.table_jokers

    def _steps(self) -> list[tuple[int, int]]:
        """List what to decide: groups left ``(5, number)``, ``(colour, number)``, groups ``(4, )``."""
        steps = []
        for number in range(1, TOP + 1):
            if self.groups[number]:
                steps.append((COLOURS + 1, number))
            for colour in range(COLOURS):
                states = self.bound.moves[number * COLOURS + colour]
                state, options = next(iter(states.items()))
                one_way = len(states) == len(options) == 1 and options[0][0] == state
                if not one_way or any(options[0][1:4]) or any(options[0][5]):
                    steps.append((colour, number))
            if any(self.limits[number]):
                steps.append((COLOURS, number))
        return steps

    def _step(self, layer: Layer, step: tuple[int, int], may_break: int) -> Layer:
        """Take one step from all positions of a layer; of equal positions the best is kept."""
        kind, number = step
        if kind == COLOURS + 1:
            return self._leave(layer, number, may_break)
        if kind == COLOURS:
            return self._group(layer, number)
        return self._move(layer, kind, number, may_break)

    def _leave(self, layer: Layer, number: int, may_break: int) -> Layer:
        """Decide which groups of a number are left."""
        following: Layer = {}
        known_changes: dict[int, list[tuple[int, int, int, int, _Leaving]]] = {}
        for word, (f, _, _) in layer.items():
            states = word >> words.STATES
            changes = known_changes.get(states)
            if changes is None:
                known_changes[states] = changes = self._changes(number, states)
            room = may_break - (word >> words.BROKEN & 63)
            spare = self.jokers - words.used(word)
            for change, decided, jokers, broken, leaving in changes:
                reached = f + change
                if reached < self.least or broken > room or jokers > spare:
                    continue
                child = words.spend(word, jokers) if jokers else word
                child += (broken << words.BROKEN) + (decided << words.STATES)
                following[child] = (reached, word, leaving)
        return following

    def _changes(self, number: int, states: int) -> list[tuple[int, int, int, int, _Leaving]]:
        """List the ways to leave groups at these states: change of the bound and of the states."""
        found = []
        mask = (1 << self.width) - 1
        colours = sorted({colour for group in self.groups[number] for colour in group.colours})
        for leaving in self._leavings(number):
            taken, jokers, broken, _ = leaving
            change, decided = -self.bound.price * jokers - self.fine * broken, 0
            for colour in colours:
                best = self.bound.best[number * COLOURS + colour]
                state = states >> colour * self.width & mask
                code = taken[colour] + 1 << _TAKEN
                if state | code not in best:
                    break
                change += best[state | code] - best[state]
                decided += code << colour * self.width
            else:
                found.append((change, decided, jokers, broken, leaving))
        return found

    def _move(self, layer: Layer, colour: int, number: int, may_break: int) -> Layer:
        """Decide what a colour does with the tiles of a number."""
        following: Layer = {}
        bound, least, all_jokers = self.bound, self.least, self.jokers
        index, shift, into = number * COLOURS + colour, self._shift(colour), 2 * colour
        here, after, moves = bound.best[index], bound.best[index + COLOURS], bound.moves[index]
        gets, price = bound.joining[number][colour], bound.price
        mask = (1 << self.width) - 1
        keep = ~(mask << shift)
        for word, (f, _, _) in layer.items():
            state = word >> shift & mask
            if state not in here:
                continue
            base = f - here[state]
            cleared = word & keep
            for move in moves[state]:
                state, grouped, spent, complete, won, (broken, _, _) = move
                reached = base + won + after[state] + gets * grouped - price * spent
                if reached < least:
                    continue
                child = (cleared | state << shift) + (grouped << into)
                if broken:
                    if broken + (word >> words.BROKEN & 63) > may_break:
                        continue
                    child += broken << words.BROKEN
                if spent:
                    if spent + words.used(word) > all_jokers:
                        continue
                    child = words.spend(child, spent)
                if complete:
                    child &= words.HOUSED
                known = following.get(child)
                if known is None or known[0] < reached:
                    following[child] = (reached, word, move)
        return following

    def _group(self, layer: Layer, number: int) -> Layer:
        """Group the tiles set aside for it."""
        following: Layer = {}
        for word, (f, _, _) in layer.items():
            tiles = word & words.TILES_MASK
            f -= self.bound.paid[number]
            for colour, gets in enumerate(self.bound.joining[number]):
                f -= gets * (tiles >> 2 * colour & 3)
            for way in groups.ways(tiles):
                reached = f - self.bound.price * way[1]
                if reached < self.least or way[1] + words.used(word) > self.jokers:
                    continue
                child = words.group(word, way[1], way[2])
                known = following.get(child)
                if known is None or known[0] < reached:
                    following[child] = (reached, word, way)
        return following

    def _undominated(self, layer: Layer, step: tuple[int, int]) -> Layer:
        """Leave out positions that another one with no less gain can do everything for.

        Looked for are those that differ in the open runs of one colour, in one joker or one meld.
        """
        kind, number = step
        if kind > COLOURS:
            return layer
        better = [
            (self._shift(colour), changes)
            for colour in range(COLOURS)
            if (changes := self._better(number + (colour <= kind), colour))
        ]
        mask = (1 << self.width) - 1
        joker, homeless, broken = 1 << words.USED, 1 << words.HOMELESS, 1 << words.BROKEN
        price, fine = self.bound.price, self.fine
        kept: Layer = {}
        get = layer.get
        for word, entry in layer.items():
            f = entry[0]
            if word >> words.BROKEN & 63 and (known := get(word - broken)) and known[0] >= f + fine:
                continue
            if self.jokers:
                if words.used(word) and (known := get(word - joker)) and known[0] >= f + price:
                    continue
                if words.homeless(word) and (known := get(word - homeless)) and known[0] >= f:
                    continue
            for shift, changes in better:
                for change, more in changes.get(word >> shift & mask, ()):
                    known = get(word + change)
                    if known and known[0] >= f + more:
                        break
                else:
                    continue
                break
            else:
                kept[word] = entry
        return kept

    def _better(self, number: int, colour: int) -> dict[int, list[tuple[int, int]]]:
        """List what dominates the states of a colour: the change of the word, the gain it takes."""
        index = number * COLOURS + colour
        if index not in self.better:
            best, shift = self.bound.best[index], self._shift(colour)
            self.better[index] = {
                state: changes
                for state, here in best.items()
                if (
                    changes := [
                        (one - (state & OPEN) << shift, best[other] - here)
                        for one in DOMINATING[state & OPEN]
                        if (other := one | state & ~OPEN) in best
                    ]
                )
            }
        return self.better[index]

    def _promising(self, layer: Layer, width: int) -> Layer:
        """Keep the most promising: a joker in hand counts like a tile placed."""
        unit, shifts = self.unit, [self._shift(colour) for colour in range(COLOURS)]
        rated = []
        for word, (f, _, _) in layer.items():
            outlook = sum([OUTLOOK[word >> shift & OPEN] for shift in shifts])
            rated.append((f - unit * words.used(word) + (unit >> 3) * outlook, word))
        rated.sort()
        return {word: layer[word] for _, word in rated[-width:]}

    def _shift(self, colour: int) -> int:
        return words.STATES + colour * self.width

    def _left(self, steps: Sequence[tuple[int, int]], choices: Sequence[object]) -> frozenset[int]:
        """List the places of the melds that the choices leave."""
        left: set[int] = set()
        for (kind, number), choice in zip(steps, choices, strict=True):
            if kind == COLOURS + 1:
                left.update(choice[3])  # type: ignore[index]
            elif kind < COLOURS:
                now = choice[5][1]  # type: ignore[index]
                left.update(
                    run.place for run in self.runs[kind] if run.low == number and run.bit & now
                )
        return frozenset(left)


def _table(position: Position) -> tuple[list[list[_Run]], list[list[_Group]]]:
    """Sort the table's melds: runs by colour, groups by number."""
    runs: list[list[_Run]] = [[] for _ in range(COLOURS)]
    lying: list[list[_Group]] = [[] for _ in range(TOP + 1)]
    for place, (kind, cells) in enumerate(position.melds):
        jokers = sum(joker for _, _, joker in cells)
        if kind == "group":
            colours = tuple(colour for colour, _, joker in cells if not joker)
            lying[cells[0][1]].append(_Group(place, colours, jokers))
        else:
            colour = cells[0][0]
            numbers = [number for _, number, _ in cells]
            naturals = frozenset(number for _, number, joker in cells if not joker)
            bit = 1 << len(runs[colour])
            run = _Run(place, bit, min(numbers), max(numbers), naturals, jokers)
            runs[colour].append(run)
    return runs, lying


def _subsets(melds: Sequence[_Meld]) -> Iterator[tuple[_Meld, ...]]:
    """List all selections of melds, the largest first."""
    for size in range(len(melds), -1, -1):
        yield from combinations(melds, size)
