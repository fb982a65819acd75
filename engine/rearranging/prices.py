"""An upper bound for what all colours can still bring together, and prices that make it tight.

Each colour alone is asked for its best (a walk backwards over its chain). Two things couple the
colours: jokers, which get a price, and groups: every tile gets something for going into a group,
and the groups pay that back. Whatever the prices are, the sum is never too low (it is a Lagrangian
relaxation); good ones are found by subgradient steps.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.rearranging import groups
from engine.rearranging.chains import Moves
from engine.rearranging.positions import COLOURS, TOP, Row

# What a tile gets for going into a group, by number and colour.
Joining = tuple[Row, ...]
NO_JOINING: Joining = ((0,) * COLOURS,) * (TOP + 2)

# What the groups of a number pay back, the tiles they take, jokers they use.
_Payment = tuple[int, Row, int]

# Prices, and what follows from them.
_Taken = tuple[int, Joining, list[dict[int, int]], list[int], list[_Payment]]

# Length of the first step, how much shorter a step gets after two that were in vain, and how much
# of the last direction is kept. Tried out on the classes of the benchmark.
_REACH, _SHORTER, _KEEP = 1.5, 0.7, 0.3


class Bound:
    """Hold the moves of all colours and, for the prices set last, what each state can bring.

    ``moves[number * 4 + colour]`` are the moves of every state, ``best`` their best, alike.
    ``paid[number]`` is what the groups of a number pay back at most. States that are still
    ``undecided`` (at ``number * 4 + colour``) have no moves: they can be any of others.
    """

    def __init__(
        self,
        moves: Sequence[Mapping[int, Moves]],
        limits: list[Row],
        jokers: int,
        undecided: Mapping[int, Mapping[int, Row]] | None = None,
    ) -> None:
        self.moves = moves
        self.undecided = undecided or {}
        self.limits = limits
        self.jokers = jokers
        self.top = len(moves) // COLOURS - 1
        self.price = 0
        self.joining = NO_JOINING
        self.best: list[dict[int, int]] = []
        self.paid: list[int] = []
        self.payments: list[_Payment] = []

    def set(self, price: int, joining: Joining) -> int:
        """Take these prices; give the bound."""
        self.price, self.joining = price, joining
        self.best = [{0: 0}] * (COLOURS * (self.top + 2))
        self.payments = [
            self._pay_back(number, limits) for number, limits in enumerate(self.limits)
        ]
        self.paid = [paid for paid, _, _ in self.payments]
        colours = sum(self._colour(colour) for colour in range(COLOURS))
        return price * self.jokers + sum(self.paid) + colours

    def choose(self, unit: int) -> int:
        """Take the price of a joker that gives the lowest bound; ``unit`` is what a tile brings.

        Two tiles need a joker to be a group: where there are no more, each bears half its price.
        """
        if not self.jokers:
            return self.set(0, NO_JOINING)
        lowest = self.set(0, NO_JOINING)
        best = self._taken()
        for price in (unit // 2, unit, unit * 3 // 2, unit * 2):
            bound = self.set(price, self._halved(price))
            if bound >= lowest:
                break
            lowest, best = bound, self._taken()
        self._take(best)
        return lowest

    def _halved(self, price: int) -> Joining:
        half = -(price // 2)
        return tuple(
            [
                tuple([half if limit else 0 for limit in limits])
                if limits.count(0) == COLOURS - 2
                else (0, 0, 0, 0)
                for limits in self.limits
            ]
        )

    def _taken(self) -> _Taken:
        return self.price, self.joining, self.best, self.paid, self.payments

    def _take(self, taken: _Taken) -> None:
        self.price, self.joining, self.best, self.paid, self.payments = taken

    def tune(self, bound: int, target: int, rounds: int) -> int:
        """Lower the bound towards a target by better prices; leave the best in place."""
        lowest, best = bound, self._taken()
        price, joining = self.price, [list(row) for row in self.joining]
        way, way_idle = [[0.0] * COLOURS for _ in range(TOP + 2)], 0.0
        reach, in_vain = _REACH, 0
        for _ in range(rounds):
            slopes, idle = self._slopes()
            way = [
                [_KEEP * old + new for old, new in zip(one, two, strict=True)]
                for one, two in zip(way, slopes, strict=True)
            ]
            way_idle = _KEEP * way_idle + idle
            norm = sum(slope * slope for row in way for slope in row) + way_idle * way_idle
            if norm < 1e-9 or bound <= target:
                break
            step = reach * (bound - target) / norm
            joining = [
                [gets - int(step * slope) for gets, slope in zip(one, two, strict=True)]
                for one, two in zip(joining, way, strict=True)
            ]
            price = max(0, price - int(step * way_idle))
            bound = self.set(price, tuple(map(tuple, joining)))
            in_vain += 1
            if bound < lowest:
                lowest, best, in_vain = bound, self._taken(), 0
            elif in_vain == 2:
                reach, in_vain = reach * _SHORTER, 0
        self._take(best)
        return lowest

    def _pay_back(self, number: int, limits: Row) -> _Payment:
        """Find the groups of a number that cost least to pay: what is paid, tiles, jokers."""
        joining, price = self.joining[number], self.price
        best: _Payment = (0, (0, 0, 0, 0), 0)
        if not any(joining):
            return best
        a, b, c, d = joining
        for tiles, spent in groups.choices(limits, self.jokers):
            paid = -a * tiles[0] - b * tiles[1] - c * tiles[2] - d * tiles[3] - price * spent
            if paid > best[0]:
                best = (paid, tiles, spent)
        return best

    def _colour(self, colour: int) -> int:
        """Work out what the states of a colour can still bring, from the last number back."""
        price = self.price
        after = {0: 0}
        for number in range(self.top, 0, -1):
            index = number * COLOURS + colour
            gets = self.joining[number][colour]
            here = {}
            for state, options in self.moves[index].items():
                if len(options) == 1:
                    m = options[0]
                    here[state] = m[4] - price * m[2] + gets * m[1] + after[m[0]]
                elif gets:
                    here[state] = max(
                        [m[4] - price * m[2] + gets * m[1] + after[m[0]] for m in options]
                    )
                else:
                    here[state] = max([m[4] - price * m[2] + after[m[0]] for m in options])
            if index in self.undecided:
                for state, others in self.undecided[index].items():
                    here[state] = max([here[other] for other in others])
            self.best[index] = after = here
        return after[0]

    def _slopes(self) -> tuple[list[list[int]], int]:
        """Say where more tiles want into groups than groups take (or fewer), and jokers idle."""
        slopes, used = self._wishes()
        for number in range(1, TOP + 1):
            _, tiles, spent = self.payments[number]
            used += spent
            row = slopes[number]
            for colour in range(COLOURS):
                row[colour] -= tiles[colour]
        return slopes, self.jokers - used

    def _wishes(self) -> tuple[list[list[int]], int]:
        """Say how many tiles of each number and colour want into groups, and the jokers used."""
        wishes = [[0] * COLOURS for _ in range(TOP + 2)]
        used = 0
        for colour in range(COLOURS):
            state = 0
            for number in range(1, self.top + 1):
                index = number * COLOURS + colour
                after = self.best[index + COLOURS]
                gets = self.joining[number][colour]
                left = self.best[index][state]
                if index in self.undecided and (others := self.undecided[index].get(state)):
                    state = next(other for other in others if self.best[index][other] == left)
                for move in self.moves[index][state]:
                    if move[4] - self.price * move[2] + gets * move[1] + after[move[0]] == left:
                        break
                wishes[number][colour] = move[1]
                used += move[2]
                state = move[0]
        return wishes, used
