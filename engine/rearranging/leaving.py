"""Which melds of the table can be left as they lie when the best play is made.

The best gain is known; now the walk over numbers and colours is made again with every table meld
either left (its tiles pass by, untouched) or broken (its tiles are free as before). Positions that
cannot reach the gain any more are dropped. The bound says how many melds must be broken at least;
so many may be, then one more, until it can be done: that is tried with a narrow search first, then
with a complete one. When that takes too long a higher number stands, and is not proven.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.patience import is_late
from engine.rearranging import groups, words
from engine.rearranging.lying import TAKEN, Leaving, Lying
from engine.rearranging.positions import COLOURS, TOP, Gains, Position, Split
from engine.rearranging.prices import Bound
from engine.rearranging.walking import Layer, Walk, way_back

# Positions of a layer the narrow search follows, and positions the complete one may look at in all.
_WIDTH = 24
_PATIENCE = 14000

# Breaking a meld is fined, so that the bound sees it: a fourth of what a tile brings. How often the
# prices are tuned to that. A crowded layer is looked through for dominated positions.
_FINE = 4
_ROUNDS = 14
_CROWDED = 200


@dataclass(frozen=True, slots=True)
class Left:
    """Hold the places of the table melds that can stay as they lie, and whether more never can."""

    melds: frozenset[int]
    proven: bool


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
        self.known = known
        self.patience = _PATIENCE
        unit = max(gains.by_number)
        self.fine = unit // _FINE
        self.lying = Lying(position, gains, self.limits, self.fine)
        self.optional = (self.jokers - position.table_jokers) * gains.joker
        moves = self.lying.moves()
        self.bound = Bound(moves, self.limits, self.jokers, self.lying.undecided)
        self.walk = Walk(self.bound, self.jokers, unit, self.lying.width, self.fine)
        self.steps = self._steps()
        # Prices and fines apart, what a position must promise not to be dropped.
        self.least = 0

    def run(self) -> Left:
        """Allow more and more melds to be broken, until it can be done."""
        most = len(self.position.melds) - len(self.known)
        goal = self.split.gain - self.optional
        highest = self.bound.set(self.split.joker_price, self.split.joining)
        # Mostly about as many melds need to be broken.
        highest = self.bound.tune(highest, goal - self.fine * (2 * most // 5), _ROUNDS)
        self.walk.forget()
        fewest = max(0, -((highest - goal) // self.fine))
        for may_break in range(fewest, most):
            self.least = self.split.gain - self.fine * may_break
            top = highest + self.optional
            found = self._layers(top, may_break, _WIDTH) or self._layers(top, may_break, None)
            if found is not None:
                return Left(found, self.patience > 0)
        return Left(self.known, self.patience > 0)

    # -- the walk -------------------------------------------------------------------------------

    def _layers(self, highest: int, may_break: int, width: int | None) -> frozenset[int] | None:
        """Give the melds left in a split that breaks no more than that, or None."""
        layer: Layer = {words.first(self.jokers): (highest, 0, None)}
        layers: list[Layer] = []
        walk, least = self.walk, self.least
        for kind, number in self.steps:
            if not width:
                self.patience -= len(layer)
                if self.patience <= 0:
                    return None
            if is_late(self.deadline):
                self.patience = 0
                return None
            layers.append(layer)
            if kind > COLOURS:
                layer = self._leave(layer, number, may_break)
            else:
                layer = walk.step(layer, number, kind, least, may_break)
            if len(layer) > (2 * width if width else _CROWDED):
                if kind <= COLOURS:
                    layer = walk.undominated(layer, number, kind)
                if width and len(layer) > width:
                    layer = walk.promising(layer, width)
        ends = [(word >> words.BROKEN & 63, word) for word in layer if self._is_good(layer, word)]
        if not ends:
            return None
        return self._left(way_back([*layers, layer], min(ends)[1]))

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
            if self.lying.groups[number]:
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

    def _leave(self, layer: Layer, number: int, may_break: int) -> Layer:
        """Decide which groups of a number are left."""
        following: Layer = {}
        known_changes: dict[int, list[tuple[int, int, int, int, Leaving]]] = {}
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

    def _changes(self, number: int, states: int) -> list[tuple[int, int, int, int, Leaving]]:
        """List the ways to leave groups at these states: change of the bound and of the states."""
        found = []
        mask = (1 << self.lying.width) - 1
        colours = sorted(
            {colour for group in self.lying.groups[number] for colour in group.colours}
        )
        for leaving in self.lying.leavings(number):
            taken, jokers, broken, _ = leaving
            change, decided = -self.bound.price * jokers - self.fine * broken, 0
            for colour in colours:
                best = self.bound.best[number * COLOURS + colour]
                state = states >> colour * self.lying.width & mask
                code = taken[colour] + 1 << TAKEN
                if state | code not in best:
                    break
                change += best[state | code] - best[state]
                decided += code << colour * self.lying.width
            else:
                found.append((change, decided, jokers, broken, leaving))
        return found

    def _left(self, choices: Sequence[object]) -> frozenset[int]:
        """List the places of the melds that the choices leave."""
        left: set[int] = set()
        for (kind, number), choice in zip(self.steps, choices, strict=True):
            if kind == COLOURS + 1:
                left.update(choice[3])  # type: ignore[index]
            elif kind < COLOURS:
                now = choice[5][1]  # type: ignore[index]
                left.update(
                    run.place
                    for run in self.lying.runs[kind]
                    if run.low == number and run.bit & now
                )
        return frozenset(left)
