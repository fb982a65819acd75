"""How much to tell: three levels of one and the same advice, so that they cannot disagree."""

from __future__ import annotations

from dataclasses import dataclass

from engine.advice import Advice
from engine.tiles import Meld

LEVELS = ("nudge", "point", "reveal")


@dataclass(frozen=True, slots=True)
class Hint:
    """Hold a hint: whether there is something to play, which tiles (point), the play (reveal)."""

    level: str
    something: bool
    tiles: Meld = ()
    advice: Advice | None = None


def hint(advice: Advice, level: str) -> Hint:
    """Tell as much of an advice as the level says; ``advice`` is always the full one."""
    something = bool(advice.placed)
    if level == "nudge" or not something:
        return Hint(level, something)
    if level == "point":
        return Hint(level, something, advice.placed)
    return Hint(level, something, advice.placed, advice)
