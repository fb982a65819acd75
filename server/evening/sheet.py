"""The rule sheet for who starts a game: the engine's own tables in the visitor's language."""

from __future__ import annotations

import re
from typing import Any

from flask_babel import gettext

from engine.rules import OPTIONS, SYSTEMS, option_value, side_by_side
from engine.rules.system import RuleSystem
from server.wordings.sheet import CHOICES, GAMES, OPTION_TEXTS, SHEET

# The names of the numbers in a wording, in their order.
PLACES = "abcdef"
NUMBER = re.compile(r"\d+")
# Numbers that belong to the words: "ace (1)".
AS_THEY_ARE = frozenset((*SHEET, *OPTION_TEXTS))


def sheet() -> dict[str, Any]:
    """Return the systems with their house rules, and the table of all side by side."""
    heading, names, *rows = side_by_side()
    table = [["", *names[1:]]] + [[_said(cell) for cell in row] for row in rows]
    return {"systems": [_system(SYSTEMS[name]) for name in heading[1:]], "rows": table}


def names() -> dict[str, str]:
    """Return what each system is called."""
    return {name: system.name for name, system in SYSTEMS.items()}


def pattern(piece: str) -> tuple[str, dict[str, str]]:
    """Return a text with its numbers taken out, and the numbers."""
    found = NUMBER.findall(piece)
    places = iter(PLACES)
    return NUMBER.sub(lambda _: f"{{{next(places)}}}", piece), dict(
        zip(PLACES, found, strict=False)
    )


def _system(system: RuleSystem) -> dict[str, Any]:
    return {
        "id": system.id,
        "name": system.name,
        "pack": system.pack.kind,
        "copies": system.pack.copies,
        "board": system.closing is not None,
        "opening": system.opening.points,
        "open_table": system.laying.open_table,
        "rearrange": system.laying.rearrange,
        "throws": system.laying.last_card != "lay",
        "lines": [str(gettext(line)) for line in GAMES[system.id]],
        "fewest": system.fewest_players,
        "most": system.most_players,
        "options": [_option(system, name) for name in system.options],
    }


def _option(system: RuleSystem, name: str) -> dict[str, Any]:
    option = OPTIONS[name]
    told: dict[str, Any] = {
        "name": name,
        "text": _capital(_piece(option.text)),
        "source": option_value(system, name),
    }
    if option.choices:
        told["choices"] = [
            {"value": choice, "text": str(gettext(CHOICES[choice]))} for choice in option.choices
        ]
    elif option.low is not None:
        told |= {"low": option.low, "high": option.high, "none": option.may_be_none}
        if name == "jokers":
            told |= {"low": system.pack.fewest_jokers, "high": system.pack.most_jokers}
    return told


def _said(cell: str) -> str:
    return "; ".join(_piece(piece) for piece in cell.split("; "))


def _piece(piece: str) -> str:
    if not re.search(r"[a-z]", piece):
        return piece
    if piece in AS_THEY_ARE:
        return str(gettext(piece))
    text, numbers = pattern(piece)
    return str(gettext(text)).format(**numbers)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
