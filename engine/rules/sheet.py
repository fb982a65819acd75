"""The systems side by side, generated from their records."""

from __future__ import annotations

from engine.rules.system import RuleSystem


def rows(systems: tuple[RuleSystem, ...]) -> list[list[str]]:
    """Give the table's rows: a heading, then the question and every system's answer."""
    table = [["", *(system.id for system in systems)]]
    table.append(["name", *(system.name for system in systems)])
    for question, answer in _QUESTIONS:
        table.append([question, *(answer(system) for system in systems)])
    return table


def _players(system: RuleSystem) -> str:
    if system.fewest_players == system.most_players:
        return str(system.most_players)
    return f"{system.fewest_players}-{system.most_players}"


def _pack(system: RuleSystem) -> str:
    pack = system.pack
    plain = len(pack.colours) * 13 * pack.copies
    jokers = f"{pack.fewest_jokers}-{pack.jokers}" if pack.fewest_jokers else str(pack.jokers)
    return f"{plain} {pack.kind}, {jokers} jokers" if pack.jokers else f"{plain} {pack.kind}"


def _ace(system: RuleSystem) -> str:
    return "low or high" if system.runs.ace_high else "low only"


def _jokers(system: RuleSystem) -> str:
    if not system.pack.jokers:
        return "-"
    rules = []
    if system.jokers.fewest_naturals:
        rules.append(f"at least {system.jokers.fewest_naturals} other")
    if not system.jokers.may_outnumber:
        rules.append("not more than others")
    if not system.jokers.side_by_side:
        rules.append("never side by side in a run")
    return "; ".join(rules) or "no limit"


def _taking(system: RuleSystem) -> str:
    return {
        "never": "no",
        "now": "by its exact card; laid or thrown in the same turn",
        "keep": "by its exact card; may stay in hand",
    }[system.jokers.taking]


def _lay_off(system: RuleSystem) -> str:
    return {
        "never": "-",
        "always": "always",
        "opened": "after the own first meld",
        "next_turn": "from the turn after the first meld",
    }[system.laying.lay_off]


def _stock_empty(system: RuleSystem) -> str:
    return {
        "end": "round ends, nobody pays",
        "turn": "discard pile is turned",
        "turn_below": "discard pile (without its top card) is turned, not shuffled",
        "pass": "passing allowed; two passes in a row end the round",
    }[system.turn.stock_empty]


def _in_meld(system: RuleSystem) -> str:
    if not system.laying.open_table:
        return "-"
    worth = system.worth
    values = (worth.ace_low, worth.ace_high, worth.ace_group)
    if len(set(values)) == 1:
        return str(values[0])
    return f"{worth.ace_low} low, {worth.ace_high} high, {worth.ace_group} in a group"


def _ace_left(system: RuleSystem) -> str:
    return str(system.worth.ace_left) if system.laying.open_table else "-"


def _joker_left(system: RuleSystem) -> str:
    if not system.pack.jokers or not system.laying.open_table:
        return "-"
    return str(system.worth.joker_left)


def _end(system: RuleSystem) -> str:
    ending = system.ending
    if ending.limit is None:
        return "no fixed end"
    verb = "more than" if ending.over else "at"
    return f"{verb} {ending.limit}; {ending.wins} points win"


def _told(question: str, system: RuleSystem) -> str:
    return dict(system.sheet)[question]


_QUESTIONS = (
    ("players", _players),
    ("pack", _pack),
    ("dealt", lambda system: _told("dealt", system)),
    ("draws from", lambda system: system.turn.draws),
    ("ace (1) in a run", _ace),
    ("first meld", lambda system: _told("first meld", system)),
    ("jokers in a meld", _jokers),
    ("taking a joker", _taking),
    ("laying off", _lay_off),
    ("rearranging", lambda system: "yes" if system.laying.rearrange else "no"),
    ("last tile", lambda system: _told("last tile", system)),
    ("empty stock", _stock_empty),
    ("scores", lambda system: _told("scores", system)),
    ("game ends", _end),
    ("ace (1) in a meld", _in_meld),
    ("ace (1) left over", _ace_left),
    ("joker left over", _joker_left),
)
