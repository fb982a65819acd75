"""What the rounds come to: each reckoned line by line, totals, the end of the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.rules import SYSTEMS, parse_house, with_house
from engine.rules.system import Line, Round, RuleSystem
from engine.scoring import Standing, standing
from engine.tiles import parse
from server.evening.facts import Facts


@dataclass(frozen=True, slots=True)
class Reckoned:
    """A round's lines, and what each player has after it."""

    lines: tuple[Line, ...]
    points: tuple[int, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Book:
    """All rounds reckoned, and where the game stands."""

    rounds: tuple[Reckoned, ...]
    stands: Standing
    balanced: bool | None

    @property
    def totals(self) -> tuple[int, ...]:
        """Give the totals after the last round."""
        return self.stands.totals


def system_of(name: str, house: str) -> RuleSystem:
    """Return a system with its house rules."""
    return with_house(SYSTEMS[name], parse_house(house))


def keep_book(rounds: Sequence[Facts], system: RuleSystem, players: int) -> Book:
    """Reckon all rounds in their order; `balanced` where points only change hands."""
    totals: tuple[int, ...] = (0,) * players
    book = []
    for facts in rounds:
        lines, points = reckon(facts, system, players)
        totals = tuple(a + b for a, b in zip(totals, points, strict=True))
        book.append(Reckoned(lines, points, totals))
    balanced = None
    if system.closing is not None:
        balanced = all(sum(reckoned.points) == 0 for reckoned in book)
    stands = standing(totals, system)
    # Before the first round nobody can have won, whatever the limit says.
    if not rounds:
        stands = Standing(totals, (), over=False)
    return Book(tuple(book), stands, balanced)


def reckon(
    facts: Facts, system: RuleSystem, players: int
) -> tuple[tuple[Line, ...], tuple[int, ...]]:
    """Count one round with the rests that are there already; those missing count nothing yet."""
    lines = system.count(system, as_round(facts, players))
    points = [0] * players
    for line in lines:
        points[line.player] += line.points
    return lines, tuple(points)


def as_round(facts: Facts, players: int) -> Round:
    """Tell a round as the engine understands it."""
    return Round(
        players=players,
        end=facts.end,
        winner=facts.winner,
        rests=tuple(parse(facts.rests.get(seat, "")) for seat in range(players)),
        all_at_once=facts.all_at_once,
        price=facts.price,
        multiplier=facts.multiplier,
        trump=facts.trump,
    )
