"""What a rule system is made of: frozen records of data, one per question the rule sheet asks.

A difference in value between systems is a field, a difference in computation a function in a
field. Nothing here knows any particular system.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from engine.tiles import HIGHEST, Pack, Tile

ACE_HIGH = HIGHEST + 1


@dataclass(frozen=True, slots=True)
class Runs:
    """Say where the ace (or 1) may stand in a run.

    ``ace_both`` lets one run have an ace at both ends (1-2-...-13-1).
    """

    ace_high: bool
    ace_both: bool

    @property
    def top(self) -> int:
        """Give the highest place in a run: 13, or 14 when an ace may follow the king."""
        return ACE_HIGH if self.ace_high else HIGHEST


@dataclass(frozen=True, slots=True)
class Jokers:
    """Say how jokers may stand in a meld, and whether one may be taken from the table.

    ``taking`` is ``never``, ``now`` (must be laid or thrown in the same turn) or ``keep``.
    """

    fewest_naturals: int
    may_outnumber: bool
    side_by_side: bool
    taking: str


@dataclass(frozen=True, slots=True)
class Opening:
    """Say what the first meld takes: points, and whether several melds add up."""

    points: int
    several: bool


@dataclass(frozen=True, slots=True)
class Laying:
    """Say what may be done with the table.

    ``open_table``: melds are laid during the round at all. ``lay_off``: ``never``, ``always``,
    ``opened`` (at once after the own first meld) or ``next_turn``. ``last_card``: ``throw`` (the
    last must be thrown), ``may`` (laying it ends the round too), ``lay`` (nothing is thrown).
    """

    open_table: bool
    lay_off: str
    rearrange: bool
    last_card: str


@dataclass(frozen=True, slots=True)
class Worth:
    """Say what tiles count, in a meld and left over."""

    faces: bool
    ace_low: int
    ace_high: int
    ace_group: int
    ace_left: int
    joker_left: int
    reading: str = "high"

    def in_run(self, place: int) -> int:
        """Give the worth of a place in a run (1-14; 14 is the high ace)."""
        if place == 1:
            return self.ace_low
        return self.ace_high if place == ACE_HIGH else self._plain(place)

    def in_group(self, number: int) -> int:
        """Give the worth of a number in a group."""
        return self.ace_group if number == 1 else self._plain(number)

    def left(self, tile: Tile) -> int:
        """Give the worth of a tile left over at the end of a round."""
        if tile.is_joker:
            return self.joker_left
        return self.ace_left if tile.number == 1 else self._plain(tile.number)

    def _plain(self, number: int) -> int:
        return min(number, 10) if self.faces else number


@dataclass(frozen=True, slots=True)
class Turn:
    """Say what a turn is: where tiles come from and what may not be thrown.

    ``stock_empty``: ``end`` (nobody pays), ``turn`` the discard pile, ``turn_below`` its top card,
    or ``pass``. ``claim``: the top discard may be claimed out of turn, ``claim_short`` with fewer
    than two cards below it too; ``claim_draws``: the claimer draws again.
    """

    draws: str
    throw_taken: bool
    stock_empty: str
    claim: bool = False
    claim_short: bool = True
    claim_draws: bool = False


@dataclass(frozen=True, slots=True)
class Closing:
    """Say how a closed board is judged and paid (systems with a closed board)."""

    pair_of_jokers: bool
    carre_jokers: bool
    free_tile_fits: bool
    first_player_closes: bool
    add_up: bool
    one_thrown_big: bool
    deduct_further: bool
    mosaic_deduct: bool
    thrown_by_all: bool
    trump_bonus: int
    trump_from: str
    refuse_doubles: int = 3


@dataclass(frozen=True, slots=True)
class Ending:
    """Say how a game ends: ``limit`` points (None: no fixed end), and who wins then.

    ``over``: the limit must be passed, not just reached. ``wins``: ``most`` or ``fewest`` points.
    ``all_at_once`` is the factor when everything is laid in one turn. ``ways`` are the ways a
    round may end (see ``Round``).
    """

    limit: int | None
    over: bool
    wins: str
    all_at_once: int
    ways: tuple[str, ...] = ("closed",)


@dataclass(frozen=True, slots=True)
class Round:
    """Hold how a round ended, as a player would tell it.

    ``end`` is ``closed`` (somebody closed), ``passed`` (two passes in a row) or ``stock``.
    ``rests`` are the tiles left, one entry for each player; ``price`` is what a closed board pays.
    """

    players: int
    end: str
    winner: int | None
    rests: tuple[tuple[Tile, ...], ...]
    all_at_once: bool = False
    price: int = 0
    multiplier: int = 1
    trump: int | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """Hold one item of a score: who gets how many points, and what for."""

    player: int
    points: int
    code: str
    tiles: tuple[Tile, ...] = ()
    text: str = ""


@dataclass(frozen=True, slots=True)
class RuleSystem:
    """Hold everything the rules of one system say."""

    id: str
    name: str
    source: str
    fewest_players: int
    most_players: int
    dealt: Callable[[int], int]
    pack: Pack
    runs: Runs
    jokers: Jokers
    opening: Opening
    laying: Laying
    worth: Worth
    turn: Turn
    ending: Ending
    count: Callable[[RuleSystem, Round], tuple[Line, ...]]
    options: tuple[str, ...]
    closing: Closing | None = None
    sheet: tuple[tuple[str, str], ...] = field(default=())

    @property
    def round_ends(self) -> tuple[str, ...]:
        """List the ways a round may end (see ``Round``), an empty stock by house rule as well."""
        ways = self.ending.ways
        ends = self.turn.stock_empty == "end" and "stock" not in ways
        return (*ways, "stock") if ends else ways
