"""Answers of the engine in plain English for the terminal."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from server.wordings import english

Reply = Mapping[str, Any]


def tell(ask: str, reply: Reply) -> str:
    """Put an answer into words; what has no words of its own is shown as JSON."""
    if "error" in reply:
        return str(reply["error"]["text"])
    return TELLERS.get(ask, _as_json)(reply)


def _advice(reply: Reply) -> str:
    lines = [_advice_headline(reply)]
    if reply["placed"]:
        lines += [f"  {number}. {_step(step)}" for number, step in enumerate(reply["steps"], 1)]
    if reply["keep"]:
        lines.append(f"{english('advice.keep')}: {reply['keep']}")
    return "\n".join(lines)


def _advice_headline(reply: Reply) -> str:
    if not reply["feasible"]:
        return english("advice.badTable")
    if reply["placed"]:
        placed = f"{english('advice.play', n=reply['placed'])}, worth {reply['placed_worth']}"
        return placed + _opening(reply)
    return english("advice.nothing") + _opening(reply)


def _opening(reply: Reply) -> str:
    if "opens" not in reply:
        return "."
    best, needed = reply["opening_best"], reply["opening_needed"]
    return f"; {'opens' if reply['opens'] else 'does not open'} with {best} of {needed}."


def _step(step: Mapping[str, str]) -> str:
    return step["text"]


def _closing(reply: Reply) -> str:
    if not reply["closed"]:
        lines = [f"{english('close.open')}: {reply['most_tiles_in_melds']} tiles in melds."]
        if missing := reply["missing"]:
            least = "At least: " if missing["at_least"] else ""
            lines.append(least + english("close.missing", n=missing["tiles"]))
            if missing["draws"]:
                lines.append(f"{english('close.draws')}: {' '.join(missing['draws'])}")
        return "\n".join(lines)
    lines = [f"{english('close.closed')} {english('category.' + reply['category'])}"]
    lines += [f"  {meld['meld']}" for meld in reply["melds"]]
    if reply["free"]:
        lines.append(f"{english('close.throw')}: {reply['free']}")
    lines += [f"  {line['points']:>6}  {line['text']}" for line in reply["lines"]]
    if reply["multiplier"] > 1:
        lines.append(
            f"  {'x' + str(reply['multiplier']):>6}  {english('close.multiplied').lower()}"
        )
    lines.append(f"  {reply['pays']:>6}  {english('close.each').lower()}")
    if reply["opponents"] > 1:
        lines.append(f"  {reply['total']:>6}  together")
    return "\n".join(lines)


def _meld(reply: Reply) -> str:
    if reply["valid"]:
        return f"A meld, worth {reply['worth']}."
    return "\n".join(["No meld.", *_faults(reply)])


def _check(reply: Reply) -> str:
    if reply["valid"]:
        return f"A legal turn: {reply['placed']} tiles played."
    return "\n".join(["Not a legal turn.", *_faults(reply)])


def _faults(reply: Reply) -> list[str]:
    return [f"  {fault['tiles']}: {fault['text']}".replace(" : ", " ") for fault in reply["faults"]]


def _score(reply: Reply) -> str:
    lines = [
        f"  {line['player']}: {line['points']:+d}  {line['text']}".rstrip()
        for line in reply["lines"]
    ]
    lines.append("Totals: " + ", ".join(f"{who} {sum_}" for who, sum_ in reply["totals"].items()))
    if reply["over"]:
        lines.append(f"The game is over. Won: {', '.join(reply['winners'])}")
    return "\n".join(lines)


def _as_json(reply: Reply) -> str:
    return json.dumps(reply, indent=2, ensure_ascii=False)


TELLERS: dict[str, Callable[[Reply], str]] = {
    "advise": _advice,
    "close": _closing,
    "meld": _meld,
    "check": _check,
    "score": _score,
}
