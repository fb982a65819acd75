"""How a round ended, as the players tell it: read from JSON, checked, and written again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from engine.ask import answer
from engine.rules import SYSTEMS, differences, show_house
from engine.rules.system import RuleSystem
from engine.tiles import ImpossibleTiles, Meld, UnknownTile, parse, show
from server.evening.refusal import Refused

LARGEST_PRICE = 100_000
LARGEST_MULTIPLIER = 1000
MOST_THROWN = 6

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Board:
    """The closed board, in notation; `free` is the tile thrown beside the fourteen."""

    tiles: str
    free: str | None = None
    thrown: int = 0
    thrown_by_others: int = 0


@dataclass(frozen=True, slots=True)
class Facts:
    """A round's end. Players are numbered from 0; `rests` are what is left, in notation."""

    end: str
    winner: int | None = None
    all_at_once: bool = False
    multiplier: int = 1
    trump: int | None = None
    price: int = 0
    board: Board | None = None
    rests: Mapping[int, str] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Write what `read_facts` reads."""
        board = self.board and {
            "tiles": self.board.tiles,
            "free": self.board.free,
            "thrown": self.board.thrown,
            "thrown_by_others": self.board.thrown_by_others,
        }
        return {
            "end": self.end,
            "winner": self.winner,
            "all_at_once": self.all_at_once,
            "multiplier": self.multiplier,
            "trump": self.trump,
            "price": self.price,
            "board": board,
            "rests": {str(seat): tiles for seat, tiles in sorted(self.rests.items())},
        }


def read_facts(told: object, system: RuleSystem, players: int) -> Facts:
    """Read what a page sent; refuses what this system does not know."""
    if not isinstance(told, Mapping):
        raise Refused("not-understood", 400)
    end = _one_of(told.get("end"), system.ending.ways)
    winner = _seat(told.get("winner"), players)
    if (end == "closed") != (winner is not None):
        raise Refused("no-winner")
    board = _board(told.get("board")) if system.closing else None
    facts = Facts(
        end=end,
        winner=winner,
        all_at_once=bool(told.get("all_at_once")) and system.ending.all_at_once != 1,
        multiplier=_number(told.get("multiplier", 1), 1, LARGEST_MULTIPLIER),
        trump=_seat(told.get("trump"), players) if system.closing else None,
        price=_number(told.get("price", 0), 0, LARGEST_PRICE),
        board=board,
        rests=_rests(told.get("rests", {}), system, players, winner),
    )
    return _priced(facts, system)


def read_stored(stored: Json) -> Facts:
    """Read facts as `to_json` wrote them; they were checked when they came."""
    board = stored["board"]
    return Facts(
        **{
            **stored,
            "board": Board(**board) if board else None,
            "rests": {int(seat): rest for seat, rest in stored["rests"].items()},
        }
    )


def read_rest(text: object, system: RuleSystem) -> str:
    """Read tiles left over; refuses none, unknown ones and those of another pack."""
    tiles = read_tiles(text, system)
    if not tiles:
        raise Refused("rest-empty")
    return show(tiles)


def read_tiles(text: object, system: RuleSystem) -> Meld:
    """Read tiles of this pack."""
    if not isinstance(text, str) or len(text) > 1000:
        raise Refused("not-understood", 400)
    try:
        tiles = parse(text)
        system.pack.check(tiles)
    except UnknownTile as unknown:
        raise Refused("unknown-tile", tile=unknown.text) from unknown
    except ImpossibleTiles as too_many:
        raise Refused("impossible-tiles", tiles=show(too_many.tiles)) from too_many
    return tiles


def check_pack(facts: Facts, system: RuleSystem) -> None:
    """Refuse rests that together need more tiles than the pack has."""
    read_tiles(" ".join(facts.rests.values()), system)


def needs_rests(facts: Facts, system: RuleSystem) -> frozenset[int] | None:
    """Tell whose rest counts, without whom nothing is left; None: nobody's."""
    if system.closing is not None:
        return None
    return frozenset() if facts.winner is None else frozenset({facts.winner})


def judge_board(board: Board, system: RuleSystem, **more: object) -> dict[str, Any]:
    """Ask the engine whether a board is closed and what it pays."""
    question = {
        "ask": "close",
        "game": system.id,
        "house": house_of(system),
        "rack": board.tiles,
        "thrown": board.thrown,
        "thrown_by_others": board.thrown_by_others,
        **({"free": board.free} if board.free else {}),
        **more,
    }
    return dict(answer(question))


def house_of(system: RuleSystem) -> str:
    """Write a system's house rules in text form."""
    return show_house(differences(system, SYSTEMS[system.id]))


def _priced(facts: Facts, system: RuleSystem) -> Facts:
    if system.closing is None or facts.end != "closed":
        return facts
    if facts.board is None:
        if not facts.price:
            raise Refused("no-price")
        return facts
    verdict = judge_board(facts.board, system)
    if not verdict.get("closed"):
        raise Refused("not-closed")
    return replace(facts, price=int(verdict["pays"]))


def _board(told: object) -> Board | None:
    if told is None:
        return None
    if not isinstance(told, Mapping) or not isinstance(told.get("tiles"), str):
        raise Refused("not-understood", 400)
    free = told.get("free")
    if free is not None and not isinstance(free, str):
        raise Refused("not-understood", 400)
    return Board(
        told["tiles"],
        free,
        _number(told.get("thrown", 0), 0, MOST_THROWN),
        _number(told.get("thrown_by_others", 0), 0, MOST_THROWN),
    )


def _rests(told: object, system: RuleSystem, players: int, winner: int | None) -> dict[int, str]:
    if not isinstance(told, Mapping):
        raise Refused("not-understood", 400)
    if system.closing is not None:
        return {}
    rests = {}
    for seat, text in told.items():
        number = _seat(int(seat) if str(seat).isdecimal() else None, players)
        if number is None:
            raise Refused("not-understood", 400)
        if number != winner:
            rests[number] = read_rest(text, system)
    return rests


def _one_of(told: object, choices: tuple[str, ...]) -> str:
    if told not in choices:
        raise Refused("not-understood", 400)
    return str(told)


def _seat(told: object, players: int) -> int | None:
    if told is None:
        return None
    return _number(told, 0, players - 1)


def _number(told: object, low: int, high: int) -> int:
    if isinstance(told, bool) or not isinstance(told, int) or not low <= told <= high:
        raise Refused("not-understood", 400)
    return told
