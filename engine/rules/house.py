"""House rules: differences from a source, validated, and the text form a game is saved with.

A difference is ``name=value``; several are separated by blanks: ``first_meld=30 joker_left=20``.
Yes and no are written ``yes`` and ``no``, no limit ``none``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine.rules.system import RuleSystem

Value = int | bool | str | None


class BadOption(ValueError):  # noqa: N818 - named like UnknownTile
    """A house rule that does not fit, with its name and what was wrong."""

    def __init__(self, name: str, why: str) -> None:
        self.name = name
        self.why = why
        super().__init__(f"house rule {name!r}: {why}")


@dataclass(frozen=True, slots=True)
class Option:
    """Hold one thing a house may change: where it lives and what it may be.

    ``path`` is ``record.field``. ``choices`` lists words; otherwise ``low``-``high`` bounds a
    number, and with neither it is yes or no.
    """

    path: str
    text: str
    low: int | None = None
    high: int | None = None
    choices: tuple[str, ...] = ()
    may_be_none: bool = False


OPTIONS: dict[str, Option] = {
    "players": Option("most_players", "most players at the table", 2, 6),
    "jokers": Option("pack.jokers", "jokers in the pack", 0, 6),
    "ace_high": Option("runs.ace_high", "an ace (1) may follow the king (13)"),
    "ace_both": Option("runs.ace_both", "one run may have an ace at both ends"),
    "naturals": Option("jokers.fewest_naturals", "fewest tiles other than jokers in a meld", 0, 3),
    "jokers_outnumber": Option("jokers.may_outnumber", "more jokers than other tiles in a meld"),
    "jokers_adjacent": Option("jokers.side_by_side", "jokers side by side in a run"),
    "joker_taking": Option(
        "jokers.taking",
        "taking a joker from the table by its exact card",
        choices=("never", "now", "keep"),
    ),
    "first_meld": Option("opening.points", "points of the first meld", 0, 200),
    "melds_add_up": Option("opening.several", "several melds add up to the first meld"),
    "lay_off": Option(
        "laying.lay_off",
        "laying off to melds on the table",
        choices=("never", "always", "opened", "next_turn"),
    ),
    "last_card": Option(
        "laying.last_card", "what happens with the last card", choices=("throw", "may")
    ),
    "reading": Option(
        "worth.reading", "the reading that counts when several fit", choices=("high", "low")
    ),
    "ace_low_worth": Option("worth.ace_low", "ace before the 2", 1, 25),
    "ace_high_worth": Option("worth.ace_high", "ace after the king", 1, 25),
    "ace_group_worth": Option("worth.ace_group", "ace in a group", 1, 25),
    "ace_left": Option("worth.ace_left", "ace (1) left over", 1, 50),
    "joker_left": Option("worth.joker_left", "joker left over", 0, 100),
    "throw_taken": Option("turn.throw_taken", "throwing the card just taken from the discard pile"),
    "stock_empty": Option(
        "turn.stock_empty",
        "an empty stock",
        choices=("turn", "end"),
    ),
    "claim_short": Option("turn.claim_short", "a claim with fewer than two cards below"),
    "claim_draws": Option("turn.claim_draws", "drawing again after a claim"),
    "pair_of_jokers": Option("closing.pair_of_jokers", "two jokers are a pair in doubles"),
    "carre_jokers": Option("closing.carre_jokers", "a joker among the eight of grand carre"),
    "free_tile_fits": Option(
        "closing.free_tile_fits", "the free tile must fit minor, major, bicolor, monocolor"
    ),
    "first_player_closes": Option(
        "closing.first_player_closes", "the first player may close with the fifteen dealt"
    ),
    "add_up": Option("closing.add_up", "the prices of all categories that fit add up"),
    "one_thrown_big": Option(
        "closing.one_thrown_big", "one joker thrown lifts a big game to 1000 like closing with one"
    ),
    "deduct_further": Option("closing.deduct_further", "a third joker inside deducts further"),
    "mosaic_deduct": Option("closing.mosaic_deduct", "jokers inside a mosaic deduct"),
    "thrown_by_all": Option("closing.thrown_by_all", "jokers thrown by others raise the price too"),
    "trump_bonus": Option("closing.trump_bonus", "points for the twin of the trump", 0, 1000),
    "trump_from": Option("closing.trump_from", "who pays for it", choices=("each", "nobody")),
    "limit": Option("ending.limit", "points that end the game", 1, 10000, may_be_none=True),
    "limit_over": Option("ending.over", "the limit must be passed, not only reached"),
    "all_at_once": Option("ending.all_at_once", "factor when all is laid at once", 1, 4),
}


def with_house(system: RuleSystem, house: Mapping[str, object]) -> RuleSystem:
    """Return the system with these differences; raise ``BadOption`` for one that does not fit."""
    for name, value in house.items():
        if name not in OPTIONS:
            raise BadOption(name, "there is no such rule")
        if name not in system.options:
            raise BadOption(name, f"does not apply to {system.id}")
        system = _set(system, OPTIONS[name].path, _checked(system, name, value))
    return system


def parse_house(text: str) -> dict[str, Value]:
    """Read the text form, ``first_meld=30 joker_left=20``."""
    house: dict[str, Value] = {}
    for piece in text.replace(",", " ").split():
        name, sign, word = piece.partition("=")
        if not sign:
            raise BadOption(piece, "write name=value")
        if name not in OPTIONS:
            raise BadOption(name, "there is no such rule")
        house[name] = _from_word(OPTIONS[name], word)
    return house


def show_house(house: Mapping[str, Value]) -> str:
    """Write the text form, in the order of the option table."""
    return " ".join(
        f"{name}={_to_word(OPTIONS[name], house[name])}" for name in OPTIONS if name in house
    )


def differences(system: RuleSystem, source: RuleSystem) -> dict[str, Value]:
    """List how a system differs from its source, as house rules."""
    return {
        name: value
        for name in source.options
        if (value := option_value(system, name)) != option_value(source, name)
    }


def option_value(system: RuleSystem, name: str) -> Value:
    """Give what a system says on one option."""
    found: Any = system
    for part in OPTIONS[name].path.split("."):
        found = getattr(found, part)
    return found  # type: ignore[no-any-return]


def _set(system: RuleSystem, path: str, value: Value) -> RuleSystem:
    record, _, name = path.partition(".")
    if not name:
        return replace(system, **{record: value})  # type: ignore[arg-type]
    changed = replace(getattr(system, record), **{name: value})
    return replace(system, **{record: changed})


def _checked(system: RuleSystem, name: str, value: object) -> Value:
    option = OPTIONS[name]
    if isinstance(value, str) and not option.choices:
        value = _from_word(option, value)
    if option.may_be_none and value is None:
        return None
    if option.choices:
        chosen = _from_word(option, value) if isinstance(value, str) else value
        if chosen not in option.choices:
            raise BadOption(name, f"{value!r} is none of {', '.join(option.choices)}")
        return str(chosen)
    if option.low is None:
        if not isinstance(value, bool):
            raise BadOption(name, f"{value!r} is neither yes nor no")
        return value
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadOption(name, f"{value!r} is no whole number")
    low, high = option.low, option.high
    if name == "jokers":
        low, high = system.pack.fewest_jokers, system.pack.most_jokers
    assert high is not None
    if not low <= value <= high:
        raise BadOption(name, f"{value} is not within {low} to {high}")
    return value


def _from_word(option: Option, word: str) -> Value:
    if option.choices:
        return word
    if option.may_be_none and word == "none":
        return None
    if option.low is None:
        return {"yes": True, "no": False, "true": True, "false": False}.get(word.lower(), word)
    return int(word) if word.lstrip("-").isdecimal() else word


def _to_word(option: Option, value: Value) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
