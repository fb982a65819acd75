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

from operator import itemgetter
from typing import cast

from engine.patience import OutOfTime, is_late
from engine.rearranging import groups, words
from engine.rearranging.chains import DOMINATING, OPEN, STATE_BITS, Colour, Moves, chain
from engine.rearranging.positions import COLOURS, TOP, Gains, Position, Row, Split
from engine.rearranging.prices import Bound
from engine.rearranging.rebuilding import Step, rebuild

# Positions the depth-first search may look at and positions of a layer the narrow one follows, at
# first and with a tight bound; how often the prices are tuned.
_FIRST_DIVE, _SECOND_DIVE = 400, 500
_NARROW, _WIDE = 12, 48
_ROUNDS = 10

# A layer with more positions than this is looked through for dominated ones.
_CROWDED = 160

# A colour's state in the word: its open runs, and the ones set aside.
_WIDTH = STATE_BITS + 2
_STATE = (1 << _WIDTH) - 1
_NEVER, _EVER = -(1 << 60), 1 << 60

# How promising the open runs of a colour are, in eighths of a tile: those that may end count for
# it, those that must go on against it.
OUTLOOK = tuple((state >> 4) - (state & 3) - (state >> 2 & 3) for state in range(1 << STATE_BITS))

# The choices that led to a position, the last first: (the ones before, choice).
_Link = tuple[object, object] | None

# Positions of one step: bound, the position before, the choice made.
Layer = dict[int, tuple[int, int, object]]


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
        moves = moves_of(self.position, self.gains, self.limits)
        if moves is None:
            return None
        self.bound = Bound(moves, self.limits, self.jokers)
        self.steps = _steps(moves, self.limits)
        optional = (self.jokers - self.position.table_jokers) * self.gains.joker
        highest = self.bound.choose(self.unit) + optional
        if self.enough < _EVER:
            # Mostly there is nothing to find: a narrow search would be in vain.
            proven = self._dive(highest, _FIRST_DIVE) or self._layers(highest)
        else:
            proven = self._settled(highest, _FIRST_DIVE, _NARROW)
        if not proven:
            target = self.gain - optional
            highest = self.bound.tune(highest - optional, target, _ROUNDS) + optional
            proven = self._settled(highest, _SECOND_DIVE, _WIDE) or self._layers(highest)
        if self.found is None:
            if proven:
                return None
            raise OutOfTime
        return self._split(moves, proven)

    def reaches(self) -> bool:
        """Tell whether a quick look finds a split that is good enough (if not, there may be one)."""
        moves = moves_of(self.position, self.gains, self.limits)
        if moves is None:
            return False
        self.bound = Bound(moves, self.limits, self.jokers)
        self.steps = _steps(moves, self.limits)
        optional = (self.jokers - self.position.table_jokers) * self.gains.joker
        self._settled(self.bound.choose(self.unit) + optional, _FIRST_DIVE, _NARROW)
        return self.found is not None

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
        steps, end = self.steps, len(self.steps)
        seen: list[dict[int, int]] = [{} for _ in range(end + 1)]
        stack: list[tuple[int, int, int, _Link]] = [(highest, 0, words.first(self.jokers), None)]
        while stack:
            f, step, word, link = stack.pop()
            if f <= self.gain:
                continue
            if step == end:
                if self._arrived(f, word):
                    self.found = _choices(link), self._homeless(word)
                continue
            if not budget:
                return False
            budget -= 1
            following = self._step({word: (f, 0, None)}, steps[step])
            step += 1
            known = seen[step]
            children = [
                (reached, step, child, (link, choice))
                for child, (reached, _, choice) in following.items()
                if known.get(child, _NEVER) < reached
            ]
            for reached, _, child, _ in children:
                known[child] = reached
            if len(children) > 1:
                children.reverse()
                children.sort(key=itemgetter(0))
            stack += children
        return True

    # -- layer by layer -------------------------------------------------------------------------

    def _layers(self, highest: int, width: int | None = None) -> bool:
        """Search all positions of a step before those of the next; tell whether it was complete.

        With a ``width`` only the most promising of a layer are followed: a quick try.
        """
        layer: Layer = {words.first(self.jokers): (highest, 0, None)}
        layers: list[Layer] = []
        crowded = 2 * width if width else _CROWDED
        complete, last = True, len(self.steps) - 1
        for place, step in enumerate(self.steps):
            if is_late(self.deadline):
                return False
            layers.append(layer)
            layer = self._step(layer, step)
            if len(layer) > crowded and place < last:
                layer = self._undominated(layer, step)
                if width and len(layer) > width:
                    layer, complete = self._promising(layer, width), False
        for word, (f, _, _) in layer.items():
            if self._arrived(f, word):
                self.found = way_back([*layers, layer], word), self._homeless(word)
        return complete

    def _step(self, layer: Layer, step: Step) -> Layer:
        """Take one step from all positions of a layer; of equal positions the best is kept."""
        colour, number = step
        if colour == COLOURS:
            return self._groups(layer, number)
        following: Layer = {}
        bound, least, jokers = self.bound, self.gain, self.jokers
        index = number * COLOURS + colour
        here, after, moves = bound.best[index], bound.best[index + COLOURS], bound.moves[index]
        gets, price = bound.joining[number][colour], bound.price
        shift, into = words.STATES + colour * _WIDTH, 2 * colour
        keep = ~(_STATE << shift)
        for word, (f, _, _) in layer.items():
            state = word >> shift & _STATE
            base = f - here[state]
            cleared = word & keep
            for move in moves[state]:
                state, grouped, spent, complete, won, _ = move
                reached = base + won + after[state] + gets * grouped - price * spent
                if reached <= least:
                    continue
                child = (cleared | state << shift) + (grouped << into)
                if spent:
                    if spent + words.used(word) > jokers:
                        continue
                    child = words.spend(child, spent)
                if complete:
                    child &= words.HOUSED
                known = following.get(child)
                if known is None or known[0] < reached:
                    following[child] = (reached, word, move)
        return following

    def _groups(self, layer: Layer, number: int) -> Layer:
        """Let all positions of a layer group the tiles set aside for it."""
        following: Layer = {}
        changes: dict[int, list[tuple[int, groups.Way]]] = {}
        least, jokers = self.gain, self.jokers
        for word, (f, _, _) in layer.items():
            tiles = word & words.TILES_MASK
            ways = changes.get(tiles)
            if ways is None:
                changes[tiles] = ways = self._changes(number, tiles)
            for change, way in ways:
                reached, spent = f + change, way[1]
                if reached <= least or spent + words.used(word) > jokers:
                    continue
                child = words.group(word, spent, way[2])
                known = following.get(child)
                if known is None or known[0] < reached:
                    following[child] = (reached, word, way)
        return following

    def _changes(self, number: int, tiles: int) -> list[tuple[int, groups.Way]]:
        """List the ways to group tiles of a number, with what each changes in the bound."""
        change = -self.bound.paid[number]
        for colour, gets in enumerate(self.bound.joining[number]):
            change -= gets * (tiles >> 2 * colour & 3)
        return [(change - self.bound.price * way[1], way) for way in groups.ways(tiles)]

    def _promising(self, layer: Layer, width: int) -> Layer:
        """Keep the most promising: a joker in hand counts like a tile placed."""
        unit, eighth = self.unit, self.unit >> 3
        rated = [
            (
                f
                - unit * words.used(word)
                + eighth
                * sum(
                    OUTLOOK[word >> shift & OPEN]
                    for shift in range(words.STATES, words.STATES + 4 * _WIDTH, _WIDTH)
                ),
                word,
            )
            for word, (f, _, _) in layer.items()
        ]
        rated.sort()
        return {word: layer[word] for _, word in rated[-width:]}

    def _undominated(self, layer: Layer, step: Step) -> Layer:
        """Leave out positions that another one with no less gain can do everything for.

        Looked for are those that differ in the open runs of one colour, or in one joker.
        """
        better = self._better(step)
        joker, homeless = 1 << words.USED, 1 << words.HOMELESS
        price = self.bound.price
        kept: Layer = {}
        get = layer.get
        for word, entry in layer.items():
            f = entry[0]
            if self.jokers:
                if words.used(word) and (known := get(word - joker)) and known[0] >= f + price:
                    continue
                if words.homeless(word) and (known := get(word - homeless)) and known[0] >= f:
                    continue
            for shift, changes in better:
                for change, more in changes[word >> shift & _STATE]:
                    known = get(word + change)
                    if known and known[0] >= f + more:
                        break
                else:
                    continue
                break
            else:
                kept[word] = entry
        return kept

    def _better(self, step: Step) -> list[tuple[int, dict[int, list[tuple[int, int]]]]]:
        """List by colour what dominates each state: the change of the word, the gain it takes."""
        colour, number = step
        found = []
        for other in range(COLOURS):
            best = self.bound.best[(number + (other <= colour)) * COLOURS + other]
            shift = words.STATES + other * _WIDTH
            changes = {
                state: [
                    (one - (state & OPEN) << shift, best[other_state] - here)
                    for one in DOMINATING[state & OPEN]
                    if (other_state := one | state & ~OPEN) in best
                ]
                for state, here in best.items()
            }
            if any(changes.values()):
                found.append((shift, changes))
        return found


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


def way_back(layers: list[Layer], word: int) -> list[object]:
    """List the choices that led through the layers to a position of the last one."""
    chosen: list[object] = []
    for layer in layers[:0:-1]:
        _, word, choice = layer[word]
        chosen.append(choice)
    return chosen[::-1]


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
