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
YES = {"advise": "placed", "close": "closed", "meld": "valid", "check": "legal"}


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


def _text(flag: str, help: str, *, required: bool = False) -> Option:
    return Option(flag, {"help": help, "required": required})


def _number(flag: str, help: str) -> Option:
    return Option(flag, {"help": help, "type": int, "metavar": "N"})


def _switch(flag: str, help: str) -> Option:
    return Option(flag, {"help": help, "action": "store_true", "default": None})


GAME = _text("--game", "the rule system, such as zahlen or brett", required=True)
RACK = _text("--rack", 'the tiles, such as "r7 b7 k7 y7 *"', required=True)
TABLE = _text("--table", 'the melds on the table, such as "b1 b2 b3 | r5 k5 y5"')

ASKS: dict[str, Ask] = {
    "advise": Ask(
        "say what to play",
        (
            GAME,
            RACK,
            TABLE,
            _switch("--opened", "the first meld was laid in an earlier turn"),
            Option("--goal", {"help": "what to aim for", "choices": ("tiles", "points")}),
        ),
    ),
    "close": Ask(
        "say whether a board is closed and what it pays",
        (
            GAME,
            RACK,
            _text("--free", "the tile that is thrown, beside the fourteen"),
            _number("--thrown", "jokers the winner threw in this round"),
            _number("--multiplier", "how many times the table counts"),
            _number("--opponents", "how many players pay"),
        ),
    ),
    "meld": Ask(
        "say whether tiles are a meld and what it counts",
        (GAME, _text("--meld", "the tiles of the meld", required=True)),
    ),
    "check": Ask(
        "say whether a turn was legal",
        (
            GAME,
            _text("--before", "the table before the turn", required=True),
            _text("--after", "the table after the turn", required=True),
            RACK,
            _switch("--opened", "the first meld was laid in an earlier turn"),
        ),
    ),
    "score": Ask(
        "reckon a round",
        (GAME, _text("--ending", "how the round ended"), _text("--rests", "each player's rest")),
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
        return _error("bad-json", f"This line is no JSON: {problem}")
    if not isinstance(question, dict):
        return _error("bad-json", "A question is a JSON object.")
    return answer(question)


def _error(code: str, text: str) -> dict[str, Any]:
    return {"error": {"code": code, "text": text}}
