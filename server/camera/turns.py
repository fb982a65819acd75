"""When a turn has ended: the table lies still again, and something on it is new."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from engine.rules.system import RuleSystem
from engine.tiles import Meld, Tile, show_melds
from engine.turn import Turn, Verdict, check

# Seconds that a changed table must lie still. Where it is no legal one the player is most likely in the
# middle of a turn.
LEGAL, ILLEGAL = 2.0, 8.0

Table = tuple[Meld, ...]


@dataclass(frozen=True, slots=True)
class EndedTurn:
    """A turn as the camera saw it: the table before and after, and the verdict on it."""

    number: int
    before: Table
    after: Table
    verdict: Verdict

    def to_json(self) -> dict[str, object]:
        """Return notation and what the check found."""
        return {
            "number": self.number,
            "before": show_melds(self.before),
            "after": show_melds(self.after),
            "valid": self.verdict.valid,
            "faults": [fault.code for fault in self.verdict.faults],
        }


@dataclass(slots=True)
class TableTurns:
    """Follows the open table of a game.

    ``table`` is how the last legal turn left it, None until it was seen lying still once. Tiles that
    are new on it are taken to come from the player's rack.
    """

    system: RuleSystem
    table: Table | None = None
    last: EndedTurn | None = None
    _pending: Counter[Tile] = field(default_factory=Counter)
    _since: float | None = None
    _told: bool = False

    def see(self, table: Table, *, sure: bool, stable: bool, seconds: float) -> EndedTurn | None:
        """Return the turn that this reading of the table ends, or None.

        ``sure``: no tile is in doubt; ``stable``: the reading is an answer, not one frame's guess.
        """
        if not stable or not sure:
            # A blurred frame or a hand above it does not change the table: what lies there afterwards tells.
            return None
        lies = alike(table)
        if self.table is None:
            self.table = table
            return None
        if lies == alike(self.table):
            self._pending, self._since, self._told = Counter(), None, False
            return None
        # Which tiles belong together is told by gaps, which waver; which tiles lie there is not.
        tiles = Counter(tile for meld in table for tile in meld)
        if tiles != self._pending:
            self._pending, self._since, self._told = tiles, None, False
        if self._since is None:
            self._since = seconds
        verdict = check(Turn(self.table, table, _new(self.table, table), opened=True), self.system)
        if self._told or seconds - self._since < (LEGAL if verdict.valid else ILLEGAL):
            return None
        number = self.last.number + 1 if self.last else 1
        self.last = EndedTurn(number, self.table, table, verdict)
        if verdict.valid:
            self.table, self._pending, self._since = table, Counter(), None
        else:
            self._told = True
        return self.last


def alike(table: Table) -> Counter[Meld]:
    """Return what does not depend on where melds lie and from which side they are seen."""
    return Counter(tuple(sorted(meld, key=str)) for meld in table)


def _new(before: Table, after: Table) -> Meld:
    lay: Counter[Tile] = Counter(tile for meld in before for tile in meld)
    lies: Counter[Tile] = Counter(tile for meld in after for tile in meld)
    return tuple((lies - lay).elements())
