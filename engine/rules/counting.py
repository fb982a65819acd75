"""Itemised scores of a round: the three ways of counting the systems know."""

from __future__ import annotations

from engine.rules.system import Line, Round, RuleSystem
from engine.tiles import Tile


def rest_worth(system: RuleSystem, rest: tuple[Tile, ...]) -> int:
    """Add up what tiles left over count."""
    return sum(system.worth.left(tile) for tile in rest)


def closer_is_paid(system: RuleSystem, played: Round) -> tuple[Line, ...]:
    """Let every opponent pay the closer the price of the board, and the trump bonus apart.

    The trump bonus is not multiplied and does not depend on who closes.
    """
    lines: list[Line] = []
    if played.trump is not None and system.closing is not None:
        bonus = system.closing.trump_bonus
        if system.closing.trump_from == "each" and bonus:
            others = [p for p in range(played.players) if p != played.trump]
            lines.append(Line(played.trump, bonus * len(others), "trump", text="twin of the trump"))
            lines.extend(Line(p, -bonus, "trump", text="pays for the trump") for p in others)
    if played.end == "closed" and played.winner is not None:
        amount = played.price * played.multiplier
        others = [p for p in range(played.players) if p != played.winner]
        told = f"{played.price} x {played.multiplier}" if played.multiplier > 1 else f"{amount}"
        lines.append(
            Line(played.winner, amount * len(others), "closed", text=f"{len(others)} x {told}")
        )
        lines.extend(Line(p, -amount, "pays", text=told) for p in others)
    return tuple(lines)


def losers_write_down(system: RuleSystem, played: Round) -> tuple[Line, ...]:
    """Let the losers write down their rests as penalty points; the winner writes nothing."""
    return _rests(system, played, sign=1)


def losers_lose(system: RuleSystem, played: Round) -> tuple[Line, ...]:
    """Let the losers write down their rests as minus points."""
    return _rests(system, played, sign=-1)


def winner_collects(system: RuleSystem, played: Round) -> tuple[Line, ...]:
    """Give the winner the sum of the others' rests; after two passes the lower rest the difference.

    With equal rests nobody gets anything: a draw.
    """
    if played.end == "closed" and played.winner is not None:
        factor = system.ending.all_at_once if played.all_at_once else 1
        return tuple(
            Line(
                played.winner,
                factor * rest_worth(system, rest),
                "rest_doubled" if factor > 1 else "rest",
                rest,
                f"rest of player {player + 1}",
            )
            for player, rest in enumerate(played.rests)
            if player != played.winner
        )
    if played.end == "passed":
        rests = [rest_worth(system, rest) for rest in played.rests]
        low = min(rests)
        difference = sum(rest - low for rest in rests)
        if rests.count(low) > 1 or not difference:
            return ()
        player = rests.index(low)
        return (Line(player, difference, "difference", text=f"{' - '.join(map(str, rests))}"),)
    return ()


def _rests(system: RuleSystem, played: Round, *, sign: int) -> tuple[Line, ...]:
    if played.end != "closed":
        return ()
    factor = system.ending.all_at_once if played.all_at_once else 1
    return tuple(
        Line(
            player,
            sign * factor * rest_worth(system, rest),
            "rest_doubled" if factor > 1 else "rest",
            rest,
            "rest left over",
        )
        for player, rest in enumerate(played.rests)
        if player != played.winner
    )
