"""The search over all colours together.

In this order, until the best split found is proven to be the best:

1. A depth-first search follows the best bound first, within a budget of positions.
2. A narrow search goes layer by layer and follows only the most promising positions.
3. The bound is made tight (see ``prices``), and 1 and 2 are tried again with more patience.
4. The complete search, layer by layer.

A position is dropped when its bound does not exceed the best gain so far, when an equal one has
been reached with no less gain, or when another one of its layer can do all that it can.
"""

from __future__ import annotations

from typing import cast

from engine.patience import OutOfTime, is_late
from engine.rearranging import groups, words
from engine.rearranging.chains import STATE_BITS, Colour, Moves, chain
from engine.rearranging.positions import COLOURS, TOP, Gains, Position, Row, Split
from engine.rearranging.prices import Bound
from engine.rearranging.rebuilding import Step, rebuild
from engine.rearranging.walking import Layer, Walk, way_back

# Positions the depth-first search may look at and positions of a layer the narrow one follows, at
# first and with a tight bound; how often the prices are tuned.
_FIRST_DIVE, _SECOND_DIVE = 600, 500
_NARROW, _WIDE = 10, 32
_ROUNDS = 10
# The prices are tuned towards a gain at most so many tiles below the bound: longer steps are in vain.
_CLOSE = 4

# A layer with more positions than this is looked through for dominated ones.
_CROWDED = 120

# Bits of a colour's state in the word: its open runs, and the ones set aside.
_WIDTH = STATE_BITS + 2
_NEVER, _EVER = -(1 << 60), 1 << 60

# The choices that led to a position, the last first: (the ones before, choice).
_Link = tuple[object, object] | None


class Search:
    """Look for the best split of one position; opened once, asked once."""

    def __init__(
        self,
        position: Position,
        gains: Gains,
        deadline: float | None = None,
        *,
        floor: int = -1,
        enough: int = _EVER,
    ) -> None:
        self.position = position
        self.gains = gains
        self.deadline = deadline
        self.jokers = position.all_jokers
        self.unit = max(gains.by_number)
        self.limits = groups.limits(position)
        # What a split must exceed (anything legal gains 0 or more), and what it need not.
        self.gain = floor
        self.enough = enough
        # The best split so far: its gain, choices, jokers in hand.
        self.reached = floor
        self.found: tuple[list[object], int] | None = None

    def run(self) -> Split | None:
        """Return the best split, or None when the table cannot stay; raise ``OutOfTime``."""
        moves = self._moves()
        if moves is None:
            return None
        optional = self._optional()
        highest = self.bound.choose(self.unit) + optional
        if self.enough < _EVER:
            # Mostly there is nothing to find: a narrow search would be in vain.
            proven = self._dive(highest, _FIRST_DIVE) or self._layers(highest)
        else:
            proven = self._settled(highest, _FIRST_DIVE, _NARROW)
        if not proven:
            target = max(self.gain, highest - _CLOSE * self.unit) - optional
            highest = self.bound.tune(highest - optional, target, _ROUNDS) + optional
            self.walk.forget()
            proven = self._settled(highest, _SECOND_DIVE, _WIDE) or self._layers(highest)
        if self.found is None:
            if proven:
                return None
            raise OutOfTime
        return self._split(moves, proven)

    def reaches(self) -> bool:
        """Tell whether a quick look finds a split that is good enough (if not, there may be one)."""
        if self._moves() is None:
            return False
        self._settled(self.bound.choose(self.unit) + self._optional(), _FIRST_DIVE, _NARROW)
        return self.found is not None

    def _moves(self) -> list[dict[int, Moves]] | None:
        """Find what the colours may do and get ready to walk; None when one cannot be placed."""
        moves = moves_of(self.position, self.gains, self.limits)
        if moves is not None:
            self.bound = Bound(moves, self.limits, self.jokers)
            self.steps = _steps(moves, self.limits)
            self.walk = Walk(self.bound, self.jokers, self.unit, _WIDTH)
        return moves

    def _optional(self) -> int:
        """Give what placing all jokers of the rack gains."""
        return (self.jokers - self.position.table_jokers) * self.gains.joker

    def _split(self, moves: list[dict[int, Moves]], proven: bool) -> Split:
        choices, in_hand = cast(tuple[list[object], int], self.found)
        runs, grouped, used = rebuild(moves, dict(zip(self.steps, choices, strict=True)))
        hanging = self.jokers - used - in_hand
        bound = self.bound
        return Split(self.reached, runs, grouped, hanging, proven, bound.price, bound.joining)

    def _settled(self, highest: int, budget: int, width: int) -> bool:
        """Try a short search, then a narrow one; tell whether the best is proven to be best."""
        if highest <= self.gain or self._dive(highest, budget):
            return True
        return self._layers(highest, width) or highest <= self.gain

    def _arrived(self, f: int, word: int) -> bool:
        """Tell whether this end is the best so far, with all jokers of the table placed."""
        spare = self.jokers - words.used(word)
        homeless = self._homeless(word)
        gain = f - spare * self.bound.price - homeless * self.gains.joker
        if self.jokers - homeless < self.position.table_jokers or gain <= self.gain:
            return False
        self.reached = gain
        self.gain = gain if gain < self.enough else _EVER
        return True

    def _homeless(self, word: int) -> int:
        """Count the jokers that find no place at the end; three that may be a meld find one."""
        bare = self.position.bare and self.jokers - words.used(word) >= 3
        return 0 if bare else words.homeless(word)

    # -- depth first ----------------------------------------------------------------------------

    def _dive(self, highest: int, budget: int) -> bool:
        """Search depth first; tell whether nothing better can be left within the budget."""
        steps, children = self.steps, self.walk.children
        end, gain = len(steps), self.gain
        seen: list[dict[int, int]] = [{} for _ in range(end + 1)]
        stack: list[tuple[int, int, int, _Link]] = [(highest, 0, words.first(self.jokers), None)]
        while stack:
            f, step, word, link = stack.pop()
            if f <= gain:
                continue
            if step == end:
                if self._arrived(f, word):
                    self.found = _choices(link), self._homeless(word)
                    gain = self.gain
                continue
            if not budget:
                return False
            budget -= 1
            colour, number = steps[step]
            step += 1
            best = seen[step]
            for reached, child, choice in reversed(children(f, word, number, colour, gain + 1)):
                if best.get(child, _NEVER) < reached:
                    best[child] = reached
                    stack.append((reached, step, child, (link, choice)))
        return True

    # -- layer by layer -------------------------------------------------------------------------

    def _layers(self, highest: int, width: int | None = None) -> bool:
        """Search all positions of a step before those of the next; tell whether it was complete.

        With a ``width`` only the most promising of a layer are followed: a quick try.
        """
        layer: Layer = {words.first(self.jokers): (highest, 0, None)}
        layers: list[Layer] = []
        walk, least = self.walk, self.gain + 1
        crowded = 2 * width if width else _CROWDED
        complete, last = True, len(self.steps) - 1
        for place, (colour, number) in enumerate(self.steps):
            if is_late(self.deadline):
                return False
            layers.append(layer)
            layer = walk.step(layer, number, colour, least)
            if len(layer) > crowded and place < last:
                layer = walk.undominated(layer, number, colour)
                if width and len(layer) > width:
                    layer, complete = walk.promising(layer, width), False
        for word, (f, _, _) in layer.items():
            if self._arrived(f, word):
                self.found = way_back([*layers, layer], word), self._homeless(word)
        return complete


def moves_of(position: Position, gains: Gains, limits: list[Row]) -> list[dict[int, Moves]] | None:
    """List by number * 4 + colour what may be done; None when a colour cannot be placed."""
    grouped = _grouped(position)
    chains = []
    for colour in range(COLOURS):
        found = chain(
            Colour(
                position.all[colour],
                position.table[colour],
                grouped[colour],
                tuple([row[colour] for row in limits]),
                gains.by_number,
                position.all_jokers,
                position.top,
            )
        )
        if found is None:
            return None
        chains.append(found)
    moves: list[dict[int, Moves]] = [{} for _ in range(COLOURS)]
    for number in range(1, position.top + 1):
        moves.extend(found[number] for found in chains)
    return moves


def _steps(moves: list[dict[int, Moves]], limits: list[Row]) -> list[Step]:
    """List what is to decide one after the other; nothing where a colour has one way to go."""
    steps: list[Step] = []
    for number in range(1, len(moves) // COLOURS):
        for colour in range(COLOURS):
            states = moves[number * COLOURS + colour]
            state, options = next(iter(states.items()))
            one_way = len(states) == len(options) == 1 and options[0][0] == state
            if not one_way or any(options[0][1:4]):
                steps.append((colour, number))
        if any(limits[number]):
            steps.append((COLOURS, number))
    return steps


def _grouped(position: Position) -> list[Row]:
    """Count the tiles of the table that lie in groups, by colour."""
    rows = [[0] * (TOP + 1) for _ in range(COLOURS)]
    for kind, cells in position.melds:
        for colour, number, joker in cells:
            if kind == "group" and not joker:
                rows[colour][number] += 1
    return list(map(tuple, rows))


def _choices(link: _Link) -> list[object]:
    """List the choices of a depth-first search from the first to the last."""
    chosen: list[object] = []
    while link is not None:
        before, choice = link
        chosen.append(choice)
        link = cast(_Link, before)
    return chosen[::-1]
