"""Was this turn legal: table before, table after, rack before, and everything that is wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.melds import Fault, Reading, judge, lying_readings
from engine.piles import BELOW, claimed
from engine.rules.system import RuleSystem
from engine.tiles import JOKER, Meld, Tile, in_order, show


@dataclass(frozen=True, slots=True)
class Turn:
    """Hold what a player did: the table before and after, the rack before, and the rest told.

    ``rack_after`` (if known) tells tiles taken from the table from tiles that vanished. ``thrown``
    is the tile discarded, ``taken`` the one taken from the discard pile, ``drew`` that a tile was
    drawn instead of playing. ``claimed_from`` is the discard pile (top last) when the turn began
    with a claim; ``rack`` is the one before it, and ``drew`` says that a card was drawn as well.
    """

    before: tuple[Meld, ...]
    after: tuple[Meld, ...]
    rack: Meld
    opened: bool
    rack_after: Meld | None = None
    thrown: Tile | None = None
    taken: Tile | None = None
    drew: bool = False
    claimed_from: Meld | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """Hold everything wrong with a turn, and what it placed.

    ``worth`` is what the new melds count.
    """

    faults: tuple[Fault, ...]
    placed: Meld
    worth: int

    @property
    def valid(self) -> bool:
        """Tell whether the turn was legal."""
        return not self.faults


def check(turn: Turn, system: RuleSystem) -> Verdict:
    """Judge a turn; all faults come back together."""
    faults = _broken(turn.after, system)
    if turn.claimed_from is not None:
        faults.extend(_claim(turn, system))
        turn = replace(turn, rack=(*turn.rack, *claimed(turn.claimed_from, system)))
    before = Counter(tile for meld in turn.before for tile in meld)
    after = Counter(tile for meld in turn.after for tile in meld)
    placed = after - before
    vanished = before - after
    strange = placed - Counter(turn.rack)
    if not system.laying.open_table and turn.after:
        faults.append(
            Fault("no_open_table", in_order(after.elements()), "nothing is laid in this game")
        )
    touched = system.laying.rearrange and turn.opened
    swaps: Counter[Tile] = Counter()
    if touched:
        new = _new_melds(turn)
    else:
        new, swaps = _beside(turn, system, faults)
    # A joker taken for its card leaves the table rightly; the card came from the rack.
    taken_jokers = swaps[JOKER]
    vanished[JOKER] = max(0, vanished[JOKER] - taken_jokers)
    vanished = +vanished
    if vanished:
        faults.extend(_gone(turn, vanished, placed))
    strange[JOKER] = max(0, strange[JOKER] - taken_jokers)
    if strange := +strange:
        tiles = in_order(strange.elements())
        faults.append(Fault("not_from_rack", tiles, f"{show(tiles)} did not come from the rack"))
    faults.extend(_played(turn, system, placed, swaps))
    worth = sum(judge(meld, system).worth for meld in new)
    if not turn.opened and system.opening.points and new:
        faults.extend(_opening(new, system))
    faults.extend(_thrown(turn, system, placed, taken_jokers))
    return Verdict(tuple(faults), in_order(placed.elements()), worth)


def _claim(turn: Turn, system: RuleSystem) -> list[Fault]:
    """Judge a claim of the top discard out of turn."""
    pile = turn.claimed_from or ()
    if not system.turn.claim:
        return [Fault("no_claim", pile[-1:], "no discard is claimed in this game")]
    faults = []
    if not claimed(pile, system):
        text = f"a claim takes the top card and {BELOW} below it, and there are only {len(pile)}"
        faults.append(Fault("claim_too_short", pile, text, (("have", len(pile)),)))
    if turn.drew and not system.turn.claim_draws:
        faults.append(Fault("drew_after_claim", (), "who claims does not draw again"))
    return faults


def _broken(melds: Sequence[Meld], system: RuleSystem) -> list[Fault]:
    faults = []
    for meld in melds:
        judged = judge(meld, system)
        if not judged.valid:
            why = "; ".join(fault.text for fault in judged.faults)
            faults.append(Fault("meld_broken", meld, f"{show(meld)} is no meld: {why}"))
    return faults


def _new_melds(turn: Turn) -> tuple[Meld, ...]:
    old = Counter(tuple(sorted(meld)) for meld in turn.before)
    new = []
    for meld in turn.after:
        key = tuple(sorted(meld))
        if old[key]:
            old[key] -= 1
        else:
            new.append(meld)
    return tuple(new)


def _beside(
    turn: Turn, system: RuleSystem, faults: list[Fault]
) -> tuple[tuple[Meld, ...], Counter[Tile]]:
    """Find every table meld again among those after; return the new melds and jokers taken."""
    fits = [
        [
            swaps
            for index, meld in enumerate(turn.after)
            for swaps in [(index, _grown(before, meld, system))]
            if swaps[1] is not None
        ]
        for before in turn.before
    ]
    matched = _match(fits)
    new = tuple(meld for i, meld in enumerate(turn.after) if i not in matched.values())
    swaps: Counter[Tile] = Counter()
    grown: list[Tile] = []
    for old, before in enumerate(turn.before):
        if old not in matched:
            code = "table_touched" if not turn.opened else "table_moved"
            text = f"{show(before)} does not lie there any more as it did"
            faults.append(Fault(code, before, text))
            continue
        after = turn.after[matched[old]]
        taken = next(count for index, count in fits[old] if index == matched[old]) or 0
        swaps[JOKER] += taken
        grown.extend((Counter(after) - Counter(before)).elements())
    if grown and not _may_lay_off(turn, system, new):
        tiles = in_order(grown)
        faults.append(
            Fault(
                "lay_off_too_early",
                tiles,
                f"{show(tiles)} may not be added to melds of the table yet",
            )
        )
    return new, swaps


def _may_lay_off(turn: Turn, system: RuleSystem, new: Sequence[Meld]) -> bool:
    when = system.laying.lay_off
    if when == "always" or (turn.opened and when in ("opened", "next_turn")):
        return True
    return when == "opened" and (bool(new) or not system.opening.points)


def _grown(before: Meld, after: Meld, system: RuleSystem) -> int | None:
    """Count the jokers taken if ``before`` grew into ``after`` with nothing moved, else None."""
    if Counter(t for t in before if not t.is_joker) - Counter(after):
        return None
    if not any(tile.is_joker for tile in before):
        return 0 if len(after) >= len(before) else None
    best: int | None = None
    for old in lying_readings(before, system):
        for new in lying_readings(after, system):
            taken = _taken(old, new)
            if taken is not None and (not taken or system.jokers.taking != "never"):
                best = taken if best is None else min(best, taken)
    return best


def _taken(old: Reading, new: Reading) -> int | None:
    """Count jokers of one reading whose card lies in their place in the other."""
    if old.kind != new.kind or len(new.tiles) < len(old.tiles):
        return None
    if old.kind == "group":
        jokers = sum(tile.is_joker for tile in old.tiles)
        return max(0, jokers - sum(tile.is_joker for tile in new.tiles))
    shift = old.low - new.low
    if shift < 0 or shift + len(old.tiles) > len(new.tiles):
        return None
    cells = new.tiles[shift : shift + len(old.tiles)]
    taken = 0
    for was, lies in zip(old.tiles, cells, strict=True):
        if was != lies:
            if not was.is_joker:
                return None
            taken += 1
    return taken


def _match(fits: list[list[tuple[int, int | None]]]) -> dict[int, int]:
    """Match table melds with melds after, as many as can be (augmenting paths)."""
    owner: dict[int, int] = {}

    def assign(old: int, tried: set[int]) -> bool:
        # Prefer the meld that lies just as before, or grew without a joker taken.
        for new, _ in sorted(fits[old], key=lambda fit: fit[1] or 0):
            if new in tried:
                continue
            tried.add(new)
            if new not in owner or assign(owner[new], tried):
                owner[new] = old
                return True
        return False

    for old in range(len(fits)):
        assign(old, set())
    return {old: new for new, old in owner.items()}


def _gone(turn: Turn, vanished: Counter[Tile], placed: Counter[Tile]) -> list[Fault]:
    faults = []
    to_rack: Counter[Tile] = Counter()
    if turn.rack_after is not None:
        expected = Counter(turn.rack)
        expected.subtract(placed)
        to_rack = (Counter(turn.rack_after) - (+expected)) & vanished
    if to_rack:
        tiles = in_order(to_rack.elements())
        faults.append(
            Fault("taken_to_rack", tiles, f"{show(tiles)} went from the table to the rack")
        )
    if rest := vanished - to_rack:
        tiles = in_order(rest.elements())
        faults.append(Fault("vanished", tiles, f"{show(tiles)} vanished from the table"))
    return faults


def _played(
    turn: Turn, system: RuleSystem, placed: Counter[Tile], swaps: Counter[Tile]
) -> list[Fault]:
    if not system.laying.rearrange:
        return []
    moved = bool(placed) or Counter(map(_sorted, turn.before)) != Counter(map(_sorted, turn.after))
    if turn.drew and moved:
        tiles = in_order(placed.elements())
        return [Fault("drew_and_played", tiles, "drawing a tile ends the turn")]
    if not turn.drew and not placed and not swaps:
        return [Fault("nothing_played", (), "no tile came from the rack")]
    return []


def _sorted(meld: Meld) -> Meld:
    return tuple(sorted(meld))


def _opening(new: Sequence[Meld], system: RuleSystem) -> list[Fault]:
    worths = [judge(meld, system).worth for meld in new]
    reached = sum(worths) if system.opening.several else max(worths)
    short = system.opening.points - reached
    if short <= 0:
        return []
    tiles = in_order(tile for meld in new for tile in meld)
    return [
        Fault(
            "first_meld_short",
            tiles,
            f"the first meld counts {reached}, {short} short of {system.opening.points}",
            (("short", short), ("points", reached), ("needed", system.opening.points)),
        )
    ]


def _thrown(
    turn: Turn, system: RuleSystem, placed: Counter[Tile], taken_jokers: int
) -> list[Fault]:
    faults = []
    rest = Counter(turn.rack)
    rest.subtract(placed)
    # Jokers taken from the table may lie there again: count what the table lost or won.
    lying = sum(tile.is_joker for meld in turn.before for tile in meld)
    lies = sum(tile.is_joker for meld in turn.after for tile in meld)
    rest[JOKER] = sum(tile.is_joker for tile in turn.rack) + lying - lies
    left = +rest
    thrown = turn.thrown
    if thrown is not None and not left[thrown]:
        faults.append(Fault("not_in_rack", (thrown,), f"{thrown} was not there to be thrown"))
    if thrown is not None and thrown == turn.taken and not system.turn.throw_taken:
        faults.append(
            Fault("throws_taken", (thrown,), f"{thrown} was just taken from the discard pile")
        )
    last = system.laying.last_card
    opened = system.laying.open_table
    if opened and last == "throw" and placed and not left and thrown is None:
        faults.append(Fault("last_not_thrown", (), "the last card must be thrown"))
    if last == "lay" and thrown is not None:
        faults.append(Fault("nothing_is_thrown", (thrown,), "nothing is thrown in this game"))
    if taken_jokers and system.jokers.taking == "now":
        own = sum(tile.is_joker for tile in turn.rack)
        kept = left[JOKER] - (thrown == JOKER)
        if kept > own:
            faults.append(
                Fault(
                    "joker_not_laid",
                    (JOKER,),
                    "a joker taken from the table must be laid or thrown in the same turn",
                )
            )
    return faults


def may_refuse(dealt: Sequence[Tile], system: RuleSystem) -> bool:
    """Tell whether a deal holds so many doubles that the player may refuse it."""
    if system.closing is None:
        return False
    counted = Counter(tile for tile in dealt if not tile.is_joker)
    doubles = sum(count // 2 for count in counted.values())
    return doubles >= system.closing.refuse_doubles
