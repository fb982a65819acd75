"""The end of a round, told, confirmed and entered; corrected later; opened to look at."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, jsonify, request

from server.evening import rounds
from server.evening.place import Place, changing, looking
from server.evening.refusal import Refused
from server.evening.view import see, see_round, show_change
from server.storage.photos import forget_unkept

blueprint = Blueprint("playing", __name__, url_prefix="/api/games/<code>")


@blueprint.put("/rounds/<int:number>")
def declare(code: str, number: int) -> Response:
    """Say how a round ended: see `server.evening.facts`. Repeating it does no harm."""
    told = _told()
    with changing(code) as place:
        rounds.declare(place.game, number, told, place.player.seat)
        return _entered_perhaps(place)


@blueprint.put("/rounds/<int:number>/rests/<int:seat>")
def leave_rest(code: str, number: int, seat: int) -> Response:
    """Write down what a player has left: `{"tiles": "r7 *"}`; that confirms it."""
    told = _told()
    with changing(code) as place:
        rounds.leave_rest(place.game, number, seat, told.get("tiles"), place.player.seat)
        return _entered_perhaps(place)


@blueprint.put("/rounds/<int:number>/confirmations/<int:seat>")
def confirm(code: str, number: int, seat: int) -> Response:
    """Agree to how the round ended, for oneself or for who has no phone."""
    with changing(code) as place:
        rounds.confirm(place.game, number, seat, place.player.seat)
        return _entered_perhaps(place)


@blueprint.delete("/rounds/<int:number>")
def cancel_or_remove(code: str, number: int) -> Response:
    """Go back to playing a round that is not entered, or take the last one out of the book."""
    with changing(code) as place:
        waiting = rounds.pending(place.game)
        if waiting is not None and waiting.number == number:
            rounds.cancel(place.session, place.game, number)
            place.game.shown = None
        else:
            rounds.remove(place.session, place.game, number, place.player.name)
        return jsonify(see(place))


@blueprint.put("/rounds/<int:number>/facts")
def correct(code: str, number: int) -> Response:
    """Correct a round of the book; the log keeps how it was."""
    told = _told()
    with changing(code) as place:
        rounds.correct(place.session, place.game, number, told, place.player.name)
        return jsonify(see(place))


@blueprint.post("/undo")
def undo(code: str) -> Response:
    """Take back the last change of the book."""
    with changing(code) as place:
        rounds.undo(place.session, place.game, place.player.name)
        return jsonify(see(place))


@blueprint.get("/rounds/<int:number>")
def open_round(code: str, number: int) -> Response:
    """Return a round with every line of its reckoning, its photos and its log."""
    with looking(code) as place:
        for played in place.game.rounds:
            if played.number == number:
                return jsonify(see_round(place.session, place.game, played))
        raise Refused("round-gone", 404)


@blueprint.get("/changes")
def changes(code: str) -> Response:
    """Return the log of the whole game, the newest first."""
    with looking(code) as place:
        return jsonify([show_change(one) for one in rounds.changes(place.session, place.game)])


def _entered_perhaps(place: Place) -> Response:
    number = len(rounds.entered(place.game)) + 1
    if rounds.enter_if_complete(place.session, place.game, place.player.name):
        forget_unkept(place.session, place.game, number)
    return jsonify(see(place))


def _told() -> dict[str, Any]:
    told = request.get_json()
    if not isinstance(told, dict):
        raise Refused("not-understood", 400)
    return told
