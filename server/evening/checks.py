"""What everybody looks at: is this board closed, was this turn legal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, jsonify, request

from engine.ask import answer
from engine.rules.system import RuleSystem
from engine.tiles import UnknownTile, parse_melds, show, show_melds
from server.evening.facts import Board, house_of, judge_board, read_tiles
from server.evening.place import changing
from server.evening.reckoning import system_of
from server.evening.refusal import Refused
from server.evening.view import see

blueprint = Blueprint("checks", __name__, url_prefix="/api/games/<code>")

# Outlines that travel with a board: more tiles than a pack has are no reading.
MOST_QUADS = 120


@blueprint.put("/board")
def show_board(code: str) -> Response:
    """Judge a board on the shared screen: `{"tiles", "free", "thrown", "multiplier", "seen"}`.

    `seen` is where the photo shows each tile: `{"photo": id, "size": [w, h], "quads": [...]}`,
    the quads in the order of the tiles. The tiles are sure: the page asks before it sends them.
    """
    told = _told()
    with changing(code) as place:
        game = place.game
        system = system_of(game.system, game.house)
        if system.closing is None:
            raise Refused("no-board-here")
        tiles = read_tiles(told.get("tiles"), system)
        board = Board(
            show(tiles),
            _tile(told.get("free"), system),
            _small(told.get("thrown", 0)),
            _small(told.get("thrown_by_others", 0)),
        )
        verdict = _verdict(board, system, opponents=len(game.players) - 1, told=told)
        game.shown = {
            "kind": "board",
            "seat": place.player.seat,
            "tiles": board.tiles,
            "free": board.free,
            "thrown": board.thrown,
            "thrown_by_others": board.thrown_by_others,
            "multiplier": verdict["multiplier"],
            "verdict": verdict,
            "seen": _seen(told.get("seen")),
        }
        return jsonify(see(place))


@blueprint.put("/turn")
def show_turn(code: str) -> Response:
    """Check a turn on the shared screen: `{"before", "after", "opened", "rack"}` in notation.

    Without a rack every tile that is new on the table is taken to come from it.
    """
    told = _told()
    with changing(code) as place:
        game = place.game
        system = system_of(game.system, game.house)
        if not system.laying.open_table:
            raise Refused("no-table-here")
        before, after = _melds(told.get("before"), system), _melds(told.get("after"), system)
        rack = told.get("rack") or show(_came(before, after).elements())
        reply = answer(
            {
                "ask": "check",
                "game": system.id,
                "house": house_of(system),
                "table": show_melds(before),
                "after": show_melds(after),
                "rack": rack,
                "opened": told.get("opened") is not False,
            }
        )
        _refuse_errors(reply)
        game.shown = {
            "kind": "turn",
            "seat": place.player.seat,
            "before": show_melds(before),
            "after": show_melds(after),
            "opened": told.get("opened") is not False,
            "verdict": reply,
            "seen": _seen(told.get("seen")),
        }
        return jsonify(see(place))


@blueprint.delete("/shown")
def hide(code: str) -> Response:
    """Take the board or turn off the shared screen."""
    with changing(code) as place:
        place.game.shown = None
        return jsonify(see(place))


def _verdict(
    board: Board, system: RuleSystem, *, opponents: int, told: Mapping[str, Any]
) -> dict[str, Any]:
    multiplier = told.get("multiplier", 1)
    reply = judge_board(board, system, opponents=opponents, multiplier=multiplier)
    _refuse_errors(reply)
    if not reply["closed"] and not reply["melds"]:
        reply["melds"], reply["loose"] = _best_try(board, system)
    return reply


def _best_try(board: Board, system: RuleSystem) -> tuple[list[dict[str, Any]], str]:
    """Find the melds that are there, and the tiles that fit nowhere: the faults."""
    reply: Any = answer(
        {"ask": "advise", "game": system.id, "house": house_of(system), "rack": board.tiles}
    )
    if "error" in reply:
        return [], ""
    melds = [{key: meld[key] for key in ("meld", "kind", "stands")} for meld in reply["melds"]]
    return melds, str(reply["keep"])


def _came(before: list[Any], after: list[Any]) -> Counter[Any]:
    old = Counter(tile for meld in before for tile in meld)
    return Counter(tile for meld in after for tile in meld) - old


def _melds(text: object, system: RuleSystem) -> list[Any]:
    if not isinstance(text, str):
        raise Refused("not-understood", 400)
    try:
        melds = parse_melds(text)
    except UnknownTile as unknown:
        raise Refused("unknown-tile", tile=unknown.text) from unknown
    read_tiles(" ".join(show(meld) for meld in melds), system)
    return list(melds)


def _refuse_errors(reply: Mapping[str, Any]) -> None:
    if error := reply.get("error"):
        if error["code"] == "bad_table":
            raise Refused("bad-table", tiles=error.get("tiles", ""))
        if error["code"] == "impossible_tiles":
            raise Refused("impossible-tiles", tiles=error.get("tiles", ""))
        if error["code"] == "no_answer_yet":
            raise Refused("no-answer-yet")
        raise Refused("board-size" if error["code"] == "bad_value" else "not-understood")


def _tile(told: object, system: RuleSystem) -> str | None:
    if told is None:
        return None
    tiles = read_tiles(told, system)
    if len(tiles) != 1:
        raise Refused("not-understood", 400)
    return show(tiles)


def _small(told: object) -> int:
    if isinstance(told, bool) or not isinstance(told, int) or not 0 <= told <= 6:
        raise Refused("not-understood", 400)
    return told


def _seen(told: object) -> dict[str, Any] | None:
    if not isinstance(told, Mapping):
        return None
    quads = told.get("quads")
    size = told.get("size")
    if not isinstance(quads, list) or len(quads) > MOST_QUADS or not _numbers(size, 2):
        raise Refused("not-understood", 400)
    if not all(quad is None or _points(quad) for quad in quads):
        raise Refused("not-understood", 400)
    photo = told.get("photo")
    return {"photo": photo if isinstance(photo, int) else None, "size": size, "quads": quads}


def _points(told: object) -> bool:
    return isinstance(told, list) and len(told) == 4 and all(_numbers(one, 2) for one in told)


def _numbers(told: object, count: int) -> bool:
    return (
        isinstance(told, list)
        and len(told) == count
        and all(isinstance(one, int | float) and abs(one) < 1e6 for one in told)
    )


def _told() -> dict[str, Any]:
    told = request.get_json()
    if not isinstance(told, dict):
        raise Refused("not-understood", 400)
    return told
