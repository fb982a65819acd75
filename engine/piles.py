"""The stock and the discard pile: what a claim takes, and what happens when the stock is empty."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.rules.system import RuleSystem
from engine.tiles import Meld, Tile

# A claim takes the top card and so many below it.
BELOW = 2


@dataclass(frozen=True, slots=True)
class Refilled:
    """Hold what an empty stock leads to: the round ends, or a new stock (first to draw first).

    ``passing``: no stock comes any more, and who cannot or will not play passes.
    """

    ends: bool
    passing: bool
    stock: Meld
    pile: Meld


def claimed(pile: Sequence[Tile], system: RuleSystem) -> Meld:
    """Give the cards a claim takes from the discard pile (top card last): it and two below."""
    if not system.turn.claim or not pile:
        return ()
    if len(pile) <= BELOW and not system.turn.claim_short:
        return ()
    return tuple(pile[-1 - BELOW :])


def refilled(pile: Sequence[Tile], system: RuleSystem) -> Refilled:
    """Say what happens when the stock is empty. A pile that is turned is not shuffled."""
    how = system.turn.stock_empty
    if how == "turn":
        return Refilled(False, False, tuple(pile), ())
    if how == "turn_below":
        return Refilled(False, False, tuple(pile[:-1]), tuple(pile[-1:]))
    return Refilled(how == "end", how == "pass", (), tuple(pile))
