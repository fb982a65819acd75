"""What a round pays, itemised, and who leads: totals, end of the game, winner."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.rules.system import Line, Round, RuleSystem


@dataclass(frozen=True, slots=True)
class Score:
    """Hold a round's score: its lines, and each player's sum."""

    lines: tuple[Line, ...]
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """Hold a game's totals, who leads, and whether and by whom it is won.

    Several leaders or winners mean a draw between them.
    """

    totals: tuple[int, ...]
    leaders: tuple[int, ...]
    over: bool

    @property
    def winners(self) -> tuple[int, ...]:
        """List who has won, nobody while the game goes on."""
        return self.leaders if self.over else ()


def score(played: Round, system: RuleSystem) -> Score:
    """Count a round. Raises ``ValueError`` with the reason when it cannot have ended so."""
    _validate(played, system)
    lines = system.count(system, played)
    points = [0] * played.players
    for line in lines:
        points[line.player] += line.points
    return Score(lines, tuple(points))


def standing(totals: Sequence[int], system: RuleSystem) -> Standing:
    """Say who leads at these totals and whether the game is over."""
    ending = system.ending
    best = min(totals) if ending.wins == "fewest" else max(totals)
    leaders = tuple(player for player, total in enumerate(totals) if total == best)
    over = False
    if ending.limit is not None:
        furthest = max(abs(total) for total in totals)
        over = furthest > ending.limit if ending.over else furthest >= ending.limit
    return Standing(tuple(totals), leaders, over)


def _validate(played: Round, system: RuleSystem) -> None:
    if not system.fewest_players <= played.players <= system.most_players:
        raise ValueError(
            f"{played.players} players, but {system.id} is for "
            f"{system.fewest_players} to {system.most_players}"
        )
    if played.end not in system.round_ends:
        raise ValueError(f"a round of {system.id} does not end by {played.end!r}")
    if (played.end == "closed") != (played.winner is not None):
        raise ValueError("a round that somebody closed has a winner, any other has none")
    if played.winner is not None and not 0 <= played.winner < played.players:
        raise ValueError(f"there is no player {played.winner + 1}")
    if played.all_at_once and system.ending.all_at_once == 1:
        raise ValueError(f"{system.id} knows no hand laid all at once")
    if system.closing is not None:
        return
    if len(played.rests) != played.players:
        raise ValueError(f"{len(played.rests)} rests for {played.players} players")
    if played.winner is not None and played.rests[played.winner]:
        raise ValueError("the winner has tiles left")
    for player, rest in enumerate(played.rests):
        if not rest and played.end == "closed" and player != played.winner:
            raise ValueError(f"player {player + 1} did not win but has nothing left")
