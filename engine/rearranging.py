"""The exact search when the whole table may be rearranged and jokers are free.

Every tile of the table must end in a valid meld, tiles of the rack may. The search walks the
numbers 1 to 13 and, within a number, the four colours (see ``chains``), then the groups. An upper
bound tells what the rest can still bring: each colour alone, groups had for free, at a price on
jokers. In this order:

1. A depth-first search follows the best bound first, within a budget of positions. Mostly it ends
   with a proof, or finds a split that reaches the bound.
2. Else the bound is tuned: tiles get something for going into groups, which the groups pay back,
   and moves that cannot lead to anything better than the best split so far are left out.
3. A search layer by layer, with dominance between positions of a layer, settles the rest.

When the time given is over, the best split so far is the answer, ``proven`` says no.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from operator import itemgetter
from typing import cast

from engine.chains import DOMINATING, STATE_BITS, TOP, Chain, Colour, Move, Moves, Row, chain

COLOURS = 4

Cells = tuple[tuple[int, int, bool], ...]

# What a tile gets for going into a group, by number and colour.
_Joining = tuple[tuple[int, ...], ...]
_NO_JOINING: _Joining = ((0,) * COLOURS,) * (TOP + 1)

# Positions the depth-first search may look at, and how often the prices are tuned.
_FIRST_DIVE, _SECOND_DIVE = 200, 500
_NARROW, _WIDE = 8, 48
_ROUNDS = 10
_REACH, _SHORTER, _KEEP = 1.5, 0.7, 0.3

# A layer with more positions than this is looked through for dominated ones.
_CROWDED = 160

# The word of a position: the state of each colour, tiles grouped (2 bits a colour), jokers used, and
# how many jokers would find no place so far (they hang on to complete melds).
_GROUPED = COLOURS * STATE_BITS
_USED = _GROUPED + 2 * COLOURS
_HOMELESS = _USED + 4
_STATES = (1 << _GROUPED) - 1
_MASK = (1 << STATE_BITS) - 1
_ONES = sum(3 << STATE_BITS * colour for colour in range(COLOURS))
_HOUSED = (1 << _HOMELESS) - 1
_UNGROUPED = ~(255 << _GROUPED)

_NEVER = -(1 << 60)


@dataclass(frozen=True, slots=True)
class Position:
    """Hold counts by colour (0-3) and number (index 1-13): on the table, and table plus rack.

    ``grouped`` counts those that lie in groups; ways that leave them there are tried first.
    """

    table: tuple[Row, ...]
    all: tuple[Row, ...]
    table_jokers: int
    all_jokers: int
    grouped: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Gains:
    """Hold what placing a tile of the rack is worth to the search, by number, and a joker's."""

    by_number: Row
    joker: int


@dataclass(frozen=True, slots=True)
class Split:
    """Hold a split: the gain, runs and groups, and jokers that hang on to any of them.

    A cell is ``(colour, number, joker?)``: which tile stands there, and whether a joker does.
    ``proven`` says that no split gains more.
    """

    gain: int
    runs: tuple[Cells, ...]
    groups: tuple[Cells, ...]
    hanging: int
    looked_at: int
    proven: bool = True


# The choices that led to a position, the last first: (the ones before, choice).
_Link = tuple[object, object] | None
# Positions of one step: bound, the position before, the choice.
_Layer = dict[int, tuple[int, int, object]]
_Cells = list[tuple[int, int, bool]]


class OutOfTime(Exception):  # noqa: N818 - an answer that was not found in time
    """The time given is over and nothing was found yet."""


class _Search:
    """Solve one position; opened once, asked once."""

    def __init__(self, position: Position, gains: Gains, deadline: float | None) -> None:
        self.position = position
        self.jokers = position.all_jokers
        self.gains = gains
        self.deadline = deadline
        self.limits = _limits(position)
        self.chains: list[Chain] = []
        self.steps: list[tuple[int, int]] = []
        # By number * COLOURS + colour: the moves of each state, what it can still bring.
        self.moves: list[dict[int, Moves]] = []
        self.best: list[dict[int, int]] = []
        self.unit = max(gains.by_number)
        self.price = 0
        self.joining: _Joining = _NO_JOINING
        self.paid: list[int] = [0] * (TOP + 1)
        # The best split so far: its gain and how it came about.
        self.gain = -1
        self.found: tuple[list[object], int] | None = None
        self.looked_at = 0

    def run(self) -> Split | None:
        """Return the best split, or None when the table cannot stay."""
        if not self._open():
            return None
        bound = self._choose_price()
        proven = self._settled(bound, _FIRST_DIVE, _NARROW)
        if not proven:
            bound = self._tune(bound, _ROUNDS)
            proven = self._settled(bound, _SECOND_DIVE, _WIDE) or self._layers(bound)
        if self.found is None:
            if proven:
                return None
            raise OutOfTime
        return self._rebuild(proven)

    def _settled(self, bound: int, budget: int, width: int) -> bool:
        """Try a short search, then a narrow one; tell whether the best is proven to be best."""
        if bound <= self.gain or self._dive(bound, budget):
            return True
        return self._layers(bound, width) or bound <= self.gain

    # -- what one colour can do -----------------------------------------------------------------

    def _open(self) -> bool:
        """Build the chains; tell whether every colour can be placed at all."""
        position = self.position
        for colour in range(COLOURS):
            limits = tuple(row[colour] for row in self.limits)
            found = chain(
                Colour(
                    position.all[colour],
                    position.table[colour],
                    position.grouped[colour],
                    limits,
                    self.gains.by_number,
                    self.jokers,
                )
            )
            if found is None:
                return False
            self.chains.append(found)
        self.moves = [{}] * COLOURS
        for number in range(1, TOP + 1):
            self.moves.extend(found[number] for found in self.chains)
        self.steps = self._steps()
        return True

    def _steps(self) -> list[tuple[int, int]]:
        """List what is to decide one after the other: ``(colour, number)``, groups ``(4, number)``.

        Where a colour has one way to go only, nothing is to decide.
        """
        steps: list[tuple[int, int]] = []
        for number in range(1, TOP + 1):
            for colour in range(COLOURS):
                states = self.moves[number * COLOURS + colour]
                state, options = next(iter(states.items()))
                one_way = len(states) == len(options) == 1 and options[0][0] == state
                if not one_way or any(options[0][1:4]):
                    steps.append((colour, number))
            if any(self.limits[number]):
                steps.append((COLOURS, number))
        return steps

    # -- bounds ---------------------------------------------------------------------------------

    def _bound(self, price: int, joining: _Joining) -> int:
        """Work out what every colour can still bring, and groups apart; give the bound.

        ``price`` is what a joker costs, ``joining[number][colour]`` what a tile gets for going
        into a group; the groups pay that back. Any prices give a valid bound.
        """
        self.price, self.joining = price, joining
        self.best = [{0: 0}] * (COLOURS * (TOP + 2))
        if joining is _NO_JOINING:
            self.paid = [0] * (TOP + 1)
        else:
            self.paid = [self._pay_back(number)[0] for number in range(TOP + 1)]
        colours = sum(self._colour_bound(colour) for colour in range(COLOURS))
        optional = self.jokers - self.position.table_jokers
        return price * self.jokers + sum(self.paid) + colours + optional * self.gains.joker

    def _colour_bound(self, colour: int) -> int:
        price, best, moves = self.price, self.best, self.moves
        after = {0: 0}
        for number in range(TOP, 0, -1):
            index = number * COLOURS + colour
            gets = self.joining[number][colour]
            here = {}
            for state, options in moves[index].items():
                if len(options) == 1:
                    m = options[0]
                    here[state] = m[4] - price * m[2] + gets * m[1] + after[m[0]]
                elif gets:
                    here[state] = max(
                        [m[4] - price * m[2] + gets * m[1] + after[m[0]] for m in options]
                    )
                else:
                    here[state] = max([m[4] - price * m[2] + after[m[0]] for m in options])
            best[index] = after = here
        return after[0]

    def _pay_back(self, number: int) -> tuple[int, Row, int]:
        """Find the groups of a number that cost least to pay: what is paid, tiles, jokers."""
        joining, price = self.joining[number], self.price
        best: tuple[int, Row, int] = (0, (0, 0, 0, 0), 0)
        if not any(joining):
            return best
        a, b, c, d = joining
        for tiles, spent in _groupings(self.limits[number], self.jokers):
            paid = -a * tiles[0] - b * tiles[1] - c * tiles[2] - d * tiles[3] - price * spent
            if paid > best[0]:
                best = (paid, tiles, spent)
        return best

    def _choose_price(self) -> int:
        """Choose the price of a joker that gives the lowest bound (any price is valid)."""
        if not self.jokers:
            return self._bound(0, _NO_JOINING)
        unit = max(self.gains.by_number)
        bounds = {price: self._bound(price, _NO_JOINING) for price in (0, unit // 2, unit)}
        price = min(bounds, key=lambda p: bounds[p])
        return bounds[price] if price == self.price else self._bound(price, _NO_JOINING)

    def _tune(self, bound: int, rounds: int) -> int:
        """Lower the bound by better prices (deflected subgradient steps); leave the best in place.

        The steps aim at the best split so far, which is mostly the best there is.
        """
        best = (bound, self.price, self.joining)
        price, joining = self.price, [list(row) for row in self.joining]
        way = [[0.0] * COLOURS for _ in range(TOP + 1)]
        way_idle = 0.0
        reach, worse = _REACH, 0
        for _ in range(rounds):
            slopes, idle = self._slopes()
            way = [
                [_KEEP * old + new for old, new in zip(one, two, strict=True)]
                for one, two in zip(way, slopes, strict=True)
            ]
            way_idle = _KEEP * way_idle + idle
            norm = sum(slope * slope for row in way for slope in row) + way_idle * way_idle
            if norm < 1e-9 or bound <= self.gain:
                break
            step = reach * (bound - self.gain) / norm
            joining = [
                [gets - int(step * slope) for gets, slope in zip(one, two, strict=True)]
                for one, two in zip(joining, way, strict=True)
            ]
            price = max(0, price - int(step * way_idle))
            bound = self._bound(price, tuple(map(tuple, joining)))
            if bound < best[0]:
                best, worse = (bound, self.price, self.joining), 0
            elif worse:
                reach, worse = reach * _SHORTER, 0
            else:
                worse = 1
        return self._bound(best[1], best[2])

    def _slopes(self) -> tuple[list[list[int]], int]:
        """Say where more tiles want into groups than groups take (or fewer), and jokers idle."""
        slopes, used = self._wishes()
        for number in range(1, TOP + 1):
            _, tiles, spent = self._pay_back(number)
            used += spent
            row = slopes[number]
            for colour in range(COLOURS):
                row[colour] -= tiles[colour]
        return slopes, self.jokers - used

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
        return wishes, used

    # -- all colours together -------------------------------------------------------------------

    def _dive(self, bound: int, budget: int) -> bool:
        """Search depth first; tell whether nothing better can be left within the budget."""
        steps, end = self.steps, len(self.steps)
        seen: list[dict[int, int]] = [{} for _ in range(end + 1)]
        stack: list[tuple[int, int, int, _Link]] = [(bound, 0, self.jokers << _HOMELESS, None)]
        first = itemgetter(0)
        while stack:
            f, step, word, link = stack.pop()
            if f <= self.gain:
                continue
            if step == end:
                if self._arrive(f, word):
                    self.found = _choices(link), word >> _HOMELESS
                continue
            if not budget:
                return False
            budget -= 1
            self.looked_at += 1
            here = steps[step]
            step += 1
            known = seen[step]
            children: list[tuple[int, int, int, _Link]] = []
            for reached, child, choice in self._following(here, f, word):
                if reached > self.gain and known.get(child, _NEVER) < reached:
                    known[child] = reached
                    children.append((reached, step, child, (link, choice)))
            if len(children) > 1:
                children.reverse()
                children.sort(key=first)
            stack += children
        return True

    def _following(
        self, step: tuple[int, int], f: int, word: int
    ) -> list[tuple[int, int, object]]:
        """List the positions that follow: their bound, word and the choice made."""
        colour, number = step
        price = self.price
        found: list[tuple[int, int, object]] = []
        used = word >> _USED & 15
        if colour == COLOURS:
            for change, spent, room, way in self._ways(number, word >> _GROUPED & 255):
                if spent + used <= self.jokers:
                    found.append((f + change, _group(word, spent, room), way))
            return found
        index = number * COLOURS + colour
        shift = colour * STATE_BITS
        state = word >> shift & _MASK
        after = self.best[index + COLOURS]
        base = f - self.best[index][state]
        gets = self.joining[number][colour]
        into = _GROUPED + 2 * colour
        cleared = word & ~(_MASK << shift)
        for move in self.moves[index][state]:
            state, grouped, spent, complete, won, _ = move
            if spent + used > self.jokers:
                continue
            child = cleared | state << shift
            if grouped:
                child += grouped << into
            if spent:
                child = _spend(child, spent)
            if complete:
                child &= _HOUSED
            found.append((base + won + after[state] + gets * grouped - price * spent, child, move))
        return found

    def _ways(self, number: int, tiles: int) -> list[tuple[int, int, int, object]]:
        """List the ways to group tiles of a number: change of the bound, jokers, room, the way."""
        change = -self.paid[number]
        for colour, gets in enumerate(self.joining[number]):
            change -= gets * (tiles >> 2 * colour & 3)
        return [(change - self.price * way[1], way[1], way[2], way) for way in _group_ways(tiles)]

    def _arrive(self, f: int, word: int) -> bool:
        """Tell whether this end is the best so far, with all jokers of the table placed."""
        homeless = word >> _HOMELESS
        spare = self.jokers - (word >> _USED & 15)
        gain = f - spare * self.price - homeless * self.gains.joker
        if self.jokers - homeless >= self.position.table_jokers and gain > self.gain:
            self.gain = gain
            return True
        return False

    def _layers(self, bound: int, width: int | None = None) -> bool:
        """Search all positions of a step before those of the next; tell whether it was complete.

        With a ``width`` only the most promising of a layer are followed: a quick try.
        """
        layer: _Layer = {self.jokers << _HOMELESS: (bound, 0, None)}
        layers: list[_Layer] = []
        crowded = 2 * width if width else _CROWDED
        complete, last = True, len(self.steps) - 1
        for place, step in enumerate(self.steps):
            layers.append(layer)
            if self.deadline and time.monotonic() > self.deadline:
                return False
            layer = self._next_layer(layer, step)
            if len(layer) > crowded and place < last:
                layer = self._undominated(layer, step)
                if width and len(layer) > width:
                    complete = False
                    best = sorted([(self._promise(f, w), w) for w, (f, _, _) in layer.items()])
                    layer = {w: layer[w] for _, w in best[-width:]}
        for word, (f, _, _) in layer.items():
            if self._arrive(f, word):
                self.found = _way_back([*layers, layer], word), word >> _HOMELESS
        return complete

    def _next_layer(self, layer: _Layer, step: tuple[int, int]) -> _Layer:
        """Take one step from all positions of a layer; of equal positions the best is kept."""
        following: _Layer = {}
        least = self.gain
        colour, number = step
        if colour == COLOURS:
            return self._next_groups(layer, number)
        jokers, price = self.jokers, self.price
        index = number * COLOURS + colour
        shift = colour * STATE_BITS
        into = _GROUPED + 2 * colour
        here, after = self.best[index], self.best[index + COLOURS]
        gets = self.joining[number][colour]
        moves = self.moves[index]
        keep = ~(_MASK << shift)
        for word, (f, _, _) in layer.items():
            state = word >> shift & _MASK
            base = f - here[state]
            cleared = word & keep
            for move in moves[state]:
                state, grouped, spent, complete, won, _ = move
                reached = base + won + after[state] + gets * grouped - price * spent
                if reached <= least:
                    continue
                child = cleared | state << shift
                if grouped:
                    child += grouped << into
                if spent:
                    if spent + (word >> _USED & 15) > jokers:
                        continue
                    child = _spend(child, spent)
                if complete:
                    child &= _HOUSED
                known = following.get(child)
                if known is None or known[0] < reached:
                    following[child] = (reached, word, move)
        return following

    def _next_groups(self, layer: _Layer, number: int) -> _Layer:
        """Let all positions of a layer group the tiles set aside for it."""
        following: _Layer = {}
        known_ways: dict[int, list[tuple[int, int, int, object]]] = {}
        least, jokers = self.gain, self.jokers
        for word, (f, _, _) in layer.items():
            tiles = word >> _GROUPED & 255
            ways = known_ways.get(tiles)
            if ways is None:
                known_ways[tiles] = ways = self._ways(number, tiles)
            for change, spent, room, way in ways:
                reached = f + change
                if reached <= least or spent + (word >> _USED & 15) > jokers:
                    continue
                child = _group(word, spent, room)
                known = following.get(child)
                if known is None or known[0] < reached:
                    following[child] = (reached, word, way)
        return following

    def _promise(self, f: int, word: int) -> int:
        """Rate a position for a narrow search.

        Jokers in hand count as tiles placed; open runs count by whether they may end as they are.
        """
        states = word & _STATES
        short = (states & _ONES).bit_count() + (states >> 2 & _ONES).bit_count()
        long = (states >> 4 & _ONES).bit_count()
        return f - self.unit * (word >> _USED & 15) + (self.unit >> 3) * (long - short)

    def _undominated(self, layer: _Layer, step: tuple[int, int]) -> _Layer:
        """Leave out positions that another one with no less gain can do everything for.

        Looked for are those that differ in the open runs of one colour, or in one joker.
        """
        colour, number = step
        better = []
        for other in range(COLOURS):
            best = self.best[(number + (other <= colour)) * COLOURS + other]
            if len(best) > 1:
                shift = other * STATE_BITS
                better.append((shift, _better(best, shift)))
        joker, price, homeless = 1 << _USED, self.price, 1 << _HOMELESS
        kept: _Layer = {}
        get = layer.get
        for word, entry in layer.items():
            f = entry[0]
            if word >> _USED & 15 and (known := get(word - joker)) and known[0] >= f + price:
                continue
            if word > _HOUSED and (known := get(word - homeless)) and known[0] >= f:
                continue
            for shift, ups in better:
                for change, more in ups[word >> shift & _MASK]:
                    known = get(word + change)
                    if known and known[0] >= f + more:
                        break
                else:
                    continue
                break
            else:
                kept[word] = entry
        return kept

    # -- the way back ---------------------------------------------------------------------------

    def _rebuild(self, proven: bool) -> Split:
        assert self.found is not None
        chosen, homeless = self.found
        made = dict(zip(self.steps, chosen, strict=True))
        runs: list[_Cells] = []
        groups: list[_Cells] = []
        spare = self.jokers
        open_runs: list[list[_Cells]] = [[] for _ in range(COLOURS)]
        for number in range(1, TOP + 1):
            grouped = [0] * COLOURS
            for colour in range(COLOURS):
                only = next(iter(self.moves[number * COLOURS + colour].values()))[0]
                move = cast(Move, made.get((colour, number), only))
                _, grouped[colour], spent, _, _, (naturals, jokers, solos) = move
                spare -= spent
                open_runs[colour] = _extend(
                    open_runs[colour], (colour, number), naturals, jokers, runs
                )
                runs.extend(_solo(colour, number) for _ in range(solos))
            if any(grouped):
                count, spent, _ = cast(tuple[int, int, int], made[COLOURS, number])
                spare -= spent
                groups.extend(_deal(number, grouped, count))
        for left in open_runs:
            for run in left:
                if len(run) == 2:
                    colour, number, _ = run[0]
                    run.insert(0, (colour, number - 1, True))
                runs.append(run)
        return Split(
            self.gain,
            tuple(map(tuple, runs)),
            tuple(map(tuple, groups)),
            spare - homeless,
            self.looked_at,
            proven,
        )


def _better(best: dict[int, int], shift: int) -> dict[int, list[tuple[int, int]]]:
    """List for every state of a colour those that dominate it: changes of the word and bound."""
    return {
        state: [
            (other - state << shift, best[other] - here)
            for other in DOMINATING[state]
            if other in best
        ]
        for state, here in best.items()
    }


def _choices(link: _Link) -> list[object]:
    """List the choices of a depth-first search from the first to the last."""
    chosen: list[object] = []
    while link is not None:
        before, choice = link
        chosen.append(choice)
        link = cast(_Link, before)
    return chosen[::-1]


def _way_back(layers: list[_Layer], word: int) -> list[object]:
    """List the choices that led through the layers to a position of the last one."""
    chosen: list[object] = []
    for layer in layers[:0:-1]:
        _, word, choice = layer[word]
        chosen.append(choice)
    return chosen[::-1]


def _group(word: int, spent: int, room: int) -> int:
    """Put the tiles set aside into groups that take jokers and have room for more."""
    word &= _UNGROUPED
    if spent:
        word = _spend(word, spent)
    if room and word > _HOUSED:
        word -= min(room, word >> _HOMELESS) << _HOMELESS
    return word


def _spend(word: int, spent: int) -> int:
    """Use jokers: those used are not without a place."""
    return word + (spent << _USED) - (min(spent, word >> _HOMELESS) << _HOMELESS)


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


def _limits(position: Position) -> list[Row]:
    """Say by number how many tiles of each colour can lie in groups at most."""
    found: list[Row] = [(0,) * COLOURS]
    for number in range(1, TOP + 1):
        have = [row[number] for row in position.all]
        limits = [0] * COLOURS
        for groups in range(1, max(have) + 1):
            total = sum(min(count, groups) for count in have)
            if total + min(position.all_jokers, groups) >= 3 * groups and total >= 2 * groups:
                limits = [
                    groups if count >= groups else max(limit, min(count, groups))
                    for count, limit in zip(have, limits, strict=True)
                ]
        found.append(tuple(limits))
    return found


def split(position: Position, gains: Gains, *, deadline: float | None = None) -> Split | None:
    """Return the best split of table and rack, or None when the table cannot stay.

    After ``deadline`` (``time.monotonic``) the best so far is returned, ``OutOfTime`` raised when
    there is none.
    """
    return _Search(position, gains, deadline).run()
