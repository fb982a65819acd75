"""Steps of a walk over numbers and colours, taken from all positions of a layer at once.

The search for the best split and the one for the melds that can stay walk alike. What a state of a
colour may do is worked out once for the prices set, the best first: from the first move on that
falls short, the others do too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import itemgetter

from engine.rearranging import groups, words
from engine.rearranging.chains import DOMINATING, OPEN, STATE_BITS, Move
from engine.rearranging.positions import COLOURS
from engine.rearranging.prices import Bound

# Positions of one step: bound, the position before, the choice made.
Layer = dict[int, tuple[int, int, object]]

# What a state may do: the change of the bound (never up), the change of the word, jokers used,
# whether a run is complete, table melds broken, the move.
Option = tuple[int, int, int, bool, int, Move]

# What dominates a state: the change of the word, and the gain it takes.
_Better = dict[int, list[tuple[int, int]]]

_NONE = -(1 << 60)

# How promising the open runs of a colour are, in eighths of a tile: those that may end count for
# it, those that must go on against it.
_OUTLOOK = tuple((state >> 4) - (state & 3) - (state >> 2 & 3) for state in range(1 << STATE_BITS))


class Walk:
    """Take steps for a bound; ``width`` are the bits of a colour's state in a word.

    ``unit`` is what a tile brings. With a ``fine`` the moves break table melds (what they did says
    how many), each at this price.
    """

    def __init__(self, bound: Bound, jokers: int, unit: int, width: int, fine: int = 0) -> None:
        self.bound = bound
        self.jokers = jokers
        self.unit = unit
        self.width = width
        self.fine = fine
        self.shifts = [words.STATES + colour * width for colour in range(COLOURS)]
        self.mask = (1 << width) - 1
        self.forget()

    def forget(self) -> None:
        """Forget what was worked out for other prices."""
        self._options: list[list[dict[int, tuple[Option, ...]]]] = [
            [{} for _ in range(COLOURS)] for _ in range(self.bound.top + 1)
        ]
        self._changes: dict[int, list[tuple[int, groups.Way]]] = {}
        self._better: dict[int, _Better] = {}

    def options(self, number: int, colour: int, state: int) -> tuple[Option, ...]:
        """Work out what a state may do, the best first."""
        bound, index = self.bound, number * COLOURS + colour
        after, price, gets = bound.best[index + COLOURS], bound.price, bound.joining[number][colour]
        here = bound.best[index].get(state, _NONE)
        shift, into = self.shifts[colour], 2 * colour
        found: list[Option] = []
        for move in bound.moves[index][state] if here != _NONE else ():
            following, grouped, spent, complete, won, how = move
            change = won + after[following] + gets * grouped - price * spent - here
            add = (following - state << shift) + (grouped << into) + (spent << words.USED)
            broken = how[0] if self.fine else 0
            found.append((change, add, spent, complete, broken, move))
        if len(found) > 1:
            found.sort(key=itemgetter(0), reverse=True)
        options = self._options[number][colour][state] = tuple(found)
        return options

    def ways(self, number: int, tiles: int) -> list[tuple[int, groups.Way]]:
        """List the ways to group the tiles set aside, with what each changes in the bound."""
        key = number << words.USED | tiles
        found = self._changes.get(key)
        if found is None:
            change, price = -self.bound.paid[number], self.bound.price
            for colour, gets in enumerate(self.bound.joining[number]):
                change -= gets * (tiles >> 2 * colour & 3)
            found = [(change - price * way[1], way) for way in groups.ways(tiles)]
            self._changes[key] = found
        return found

    def children(
        self, f: int, word: int, number: int, colour: int, least: int
    ) -> list[tuple[int, int, object]]:
        """List what follows one position: bound, word, choice; the best bound first.

        As in ``step``, but equal ones may come twice and no table melds are broken.
        """
        found: list[tuple[int, int, object]] = []
        if colour == COLOURS:
            for change, way in self.ways(number, word & words.TILES_MASK):
                if f + change >= least and way[1] + (word >> words.USED & 15) <= self.jokers:
                    found.append((f + change, words.group(word, way[1], way[2]), way))
            return found
        state = word >> self.shifts[colour] & self.mask
        options = self._options[number][colour].get(state)
        if options is None:
            options = self.options(number, colour, state)
        for change, add, spent, complete, _, move in options:
            if f + change < least:
                break
            child = word + add
            if spent:
                if (word >> words.USED & 15) + spent > self.jokers:
                    continue
                child = words.house(child, spent)
            if complete:
                child &= words.HOUSED
            found.append((f + change, child, move))
        return found

    def step(self, layer: Layer, number: int, colour: int, least: int, may_break: int = 0) -> Layer:
        """Let a colour do what it can, or group the tiles set aside (``colour`` is ``COLOURS``).

        Of equal positions the best is kept, none under ``least``. No more than ``may_break`` table
        melds are broken in all.
        """
        if colour == COLOURS:
            return self.group(layer, number, least)
        following: Layer = {}
        get, known_options = following.get, self._options[number][colour]
        shift, mask, jokers = self.shifts[colour], self.mask, self.jokers
        for word, (f, _, _) in layer.items():
            state = word >> shift & mask
            options = known_options.get(state)
            if options is None:
                options = self.options(number, colour, state)
            for change, add, spent, complete, broken, move in options:
                reached = f + change
                if reached < least:
                    break
                child = word + add
                if spent:
                    if (word >> words.USED & 15) + spent > jokers:
                        continue
                    child = words.house(child, spent)
                if complete:
                    child &= words.HOUSED
                if broken:
                    child += broken << words.BROKEN
                    if child >> words.BROKEN & 63 > may_break:
                        continue
                known = get(child)
                if known is None or known[0] < reached:
                    following[child] = (reached, word, move)
        return following

    def group(self, layer: Layer, number: int, least: int) -> Layer:
        """Let all positions group the tiles set aside for a number."""
        following: Layer = {}
        get, jokers = following.get, self.jokers
        ways_of: dict[int, list[tuple[int, groups.Way]]] = {}
        for word, (f, _, _) in layer.items():
            tiles = word & words.TILES_MASK
            ways = ways_of.get(tiles)
            if ways is None:
                ways = ways_of[tiles] = self.ways(number, tiles)
            for change, way in ways:
                reached, spent = f + change, way[1]
                if reached < least or spent + (word >> words.USED & 15) > jokers:
                    continue
                child = words.group(word, spent, way[2])
                known = get(child)
                if known is None or known[0] < reached:
                    following[child] = (reached, word, way)
        return following

    def promising(self, layer: Layer, width: int) -> Layer:
        """Keep the most promising: a joker in hand counts like a tile placed."""
        unit, eighth = self.unit, self.unit >> 3
        one, two, three, four = self.shifts
        rated = [
            (
                f
                - unit * (word >> words.USED & 15)
                + eighth
                * (
                    _OUTLOOK[word >> one & OPEN]
                    + _OUTLOOK[word >> two & OPEN]
                    + _OUTLOOK[word >> three & OPEN]
                    + _OUTLOOK[word >> four & OPEN]
                ),
                word,
            )
            for word, (f, _, _) in layer.items()
        ]
        rated.sort()
        return {word: layer[word] for _, word in rated[-width:]}

    def undominated(self, layer: Layer, number: int, done: int) -> Layer:
        """Leave out positions that another one with no less gain can do everything for.

        Looked for are those that differ in the open runs of the colour that has just decided
        (``done``; the others were looked at when they did), after the groups of any; in one joker
        or in one broken meld.
        """
        better = [
            (shift, found)
            for colour, shift in enumerate(self.shifts)
            if colour == done or done == COLOURS
            if (found := self._dominating(number + 1, colour))
        ]
        mask, jokers, price, fine = self.mask, self.jokers, self.bound.price, self.fine
        joker, homeless, broken = 1 << words.USED, 1 << words.HOMELESS, 1 << words.BROKEN
        kept: Layer = {}
        get = layer.get
        for word, entry in layer.items():
            f = entry[0]
            if word >> words.BROKEN & 63 and (known := get(word - broken)) and known[0] >= f + fine:
                continue
            if jokers:
                if words.used(word) and (known := get(word - joker)) and known[0] >= f + price:
                    continue
                if words.homeless(word) and (known := get(word - homeless)) and known[0] >= f:
                    continue
            for shift, found in better:
                for change, more in found.get(word >> shift & mask, ()):
                    known = get(word + change)
                    if known and known[0] >= f + more:
                        break
                else:
                    continue
                break
            else:
                kept[word] = entry
        return kept

    def _dominating(self, number: int, colour: int) -> _Better:
        """List what dominates the states of a colour."""
        index, shift = number * COLOURS + colour, self.shifts[colour]
        found = self._better.get(index)
        if found is None:
            best = self.bound.best[index]
            found = self._better[index] = {
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
        return found


def way_back(layers: Sequence[Mapping[int, tuple[int, int, object]]], word: int) -> list[object]:
    """List the choices that led through the layers to a position of the last one."""
    chosen: list[object] = []
    for layer in layers[:0:-1]:
        _, word, choice = layer[word]
        chosen.append(choice)
    return chosen[::-1]
