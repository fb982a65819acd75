"""The score book as a file: CSV for a spreadsheet, JSON for a program."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

from flask import Blueprint, Response

from server.evening.place import looking
from server.evening.reckoning import system_of
from server.evening.rounds import entered
from server.evening.view import book_of, see_round, show_book
from server.storage.tables import Game

blueprint = Blueprint("exports", __name__, url_prefix="/api/games/<code>")

# What a spreadsheet would take for a formula.
FORMULA = ("=", "+", "-", "@", "\t", "\r")


@blueprint.get("/export.csv")
def as_csv(code: str) -> Response:
    """Return a row for each round: number, time, end, winner, each player's points and total."""
    with looking(code) as place:
        text = write_csv(place.game)
    return _file(text, "text/csv", f"{code}.csv")


@blueprint.get("/export.json")
def as_json(code: str) -> Response:
    """Return everything the book knows, each round with its facts, lines and log."""
    with looking(code) as place:
        game = place.game
        system = system_of(game.system, game.house)
        told: dict[str, Any] = {
            "meldcam": 1,
            "code": game.code,
            "system": game.system,
            "house": game.house,
            "created": game.created.isoformat(),
            "players": [player.name for player in game.players],
            **show_book(book_of(game, system), game),
        }
        told["rounds"] = [see_round(place.session, game, one) for one in entered(game)]
    return _file(json.dumps(told, ensure_ascii=False, indent=2), "application/json", f"{code}.json")


def write_csv(game: Game) -> str:
    """Write the book as CSV; the byte order mark lets spreadsheets read the umlauts."""
    out = io.StringIO()
    sheet = csv.writer(out)
    names = [_plain(player.name) for player in game.players]
    head = ["round", "entered", "end", "winner", *names, *(f"{name} total" for name in names)]
    sheet.writerow(head)
    book = book_of(game, system_of(game.system, game.house))
    for played, reckoned in zip(entered(game), book.rounds, strict=True):
        winner = played.facts["winner"]
        sheet.writerow(
            [
                played.number,
                played.entered.isoformat(timespec="seconds") if played.entered else "",
                played.facts["end"],
                "" if winner is None else names[winner],
                *reckoned.points,
                *reckoned.totals,
            ]
        )
    return "\ufeff" + out.getvalue()


def _plain(name: str) -> str:
    return f"'{name}" if name.startswith(FORMULA) else name


def _file(text: str, mimetype: str, name: str) -> Response:
    disposition = f'attachment; filename="meldcam-{name}"'
    return Response(text, mimetype=mimetype, headers={"Content-Disposition": disposition})
