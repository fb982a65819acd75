"""The commands that ask the engine: one table of options, one way to run them, and `batch`."""

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.ask import answer
from server.telling import tell

# The answers that mean "no", by the key that says so.
YES = {"advise": "placed", "close": "closed", "meld": "valid", "check": "valid"}


def _players(text: str) -> int | list[str]:
    return int(text) if text.isdecimal() else [name.strip() for name in text.split(",")]


def _list(text: str) -> list[str]:
    return [part.strip() for part in text.split("|")]


def _numbers(text: str) -> list[int]:
    return [int(part) for part in text.split(",")]


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a command; its name is the key in the question."""

    flag: str
    settings: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Ask:
    """One kind of question."""

    summary: str
    options: tuple[Option, ...]


def _text(flag: str, meaning: str, *, required: bool = False) -> Option:
    return Option(flag, {"help": meaning, "required": required})


def _number(flag: str, meaning: str) -> Option:
    return Option(flag, {"help": meaning, "type": int, "metavar": "N"})


def _switch(flag: str, meaning: str) -> Option:
    # Not given is not "no": the engine has its own word for what it then takes for granted.
    return Option(flag, {"help": meaning, "action": argparse.BooleanOptionalAction})


GAME = _text("--game", "the rule system: brett, lite, zahlen, klassisch or zwei", required=True)
HOUSE = _text("--house", 'house rules, such as "first_meld=40 joker_left=20"')
RACK = _text("--rack", 'the tiles, such as "r7 b7 k7 y7 *"', required=True)
TABLE = _text("--table", 'the melds on the table, such as "b1 b2 b3 | r5 k5 y5"')
OPENED = _switch("--opened", "the first meld was laid in an earlier turn")
GOAL = Option("--goal", {"help": "what to aim for", "choices": ("tiles", "points")})
FREE = _text("--free", "the tile that is thrown, beside the fourteen")
THROWN = _number("--thrown", "jokers the winner threw in this round")
MULTIPLIER = _number("--multiplier", "how many times the table counts")

ASKS: dict[str, Ask] = {
    "advise": Ask("say what to play", (GAME, RACK, TABLE, OPENED, GOAL, HOUSE)),
    "close": Ask(
        "say whether a board is closed and what it pays",
        (
            GAME,
            RACK,
            FREE,
            THROWN,
            MULTIPLIER,
            _number("--opponents", "how many players pay"),
            HOUSE,
        ),
    ),
    "meld": Ask(
        "say whether tiles are a meld and what it counts",
        (GAME, _text("--meld", "the tiles", required=True), HOUSE),
    ),
    "check": Ask(
        "say whether a turn was legal",
        (
            GAME,
            TABLE,
            _text("--after", "the table after the turn", required=True),
            RACK,
            OPENED,
            _text("--rack-after", "the rack after the turn"),
            _text("--thrown", "the tile that was thrown"),
            _text("--taken", "the tile that was taken from the discard pile"),
            _switch("--drew", "a tile was drawn from the stock"),
            HOUSE,
        ),
    ),
    "score": Ask(
        "reckon a round",
        (
            GAME,
            Option("--players", {"help": "names with commas, or how many", "type": _players}),
            Option("--end", {"help": "how it ended", "choices": ("closed", "passed", "stock")}),
            _text("--winner", "the winner's name or number"),
            Option(
                "--rests", {"help": 'rests in the players\' order: "r1 r2 | b9 *"', "type": _list}
            ),
            Option("--totals", {"help": "totals before, in that order: 80,65", "type": _numbers}),
            _switch("--all-at-once", "Hand-Rommé or Handglatt"),
            _text("--rack", "the closed board"),
            FREE,
            THROWN,
            MULTIPLIER,
            _text("--trump", "who held the twin of the trump"),
            HOUSE,
        ),
    ),
}


def run_ask(args: argparse.Namespace) -> int:
    """Ask the engine one question and print its answer."""
    question = {
        key: value
        for key, value in vars(args).items()
        if value is not None and key not in ("run", "json")
    }
    reply = answer(question)
    print(json.dumps(reply, ensure_ascii=False) if args.json else tell(args.ask, reply))
    return exit_code(args.ask, reply)


def exit_code(ask: str, reply: Mapping[str, Any]) -> int:
    """Return 0 for yes, 1 for no and 2 for a question that makes no sense."""
    if "error" in reply:
        return 2
    key = YES.get(ask)
    return int(key is not None and not reply.get(key))


def run_batch(args: argparse.Namespace) -> int:
    """Answer every line of a file in its place; bad lines get an error and the rest goes on."""
    try:
        for line in _lines(args.file):
            print(json.dumps(_answer_line(line), ensure_ascii=False), flush=True)
    except OSError as trouble:
        print(f"{args.file}: {trouble.strerror}", file=sys.stderr)
        return 2
    return 0


def _lines(path: Path) -> Iterator[bytes]:
    if str(path) == "-":
        yield from sys.stdin.buffer
    else:
        with path.open("rb") as lines:
            yield from lines


def _answer_line(line: bytes) -> dict[str, Any]:
    try:
        question = json.loads(line)
    except (ValueError, RecursionError) as problem:
        return _error("bad_json", f"This line is no JSON: {problem}")
    if not isinstance(question, dict):
        return _error("bad_json", "A question is a JSON object.")
    return answer(question)


def _error(code: str, text: str) -> dict[str, Any]:
    return {"error": {"code": code, "text": text}}
