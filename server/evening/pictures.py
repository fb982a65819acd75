"""Photos of a round: shown to the table, kept if a player says so, deleted at any time."""

from __future__ import annotations

import threading

from flask import Blueprint, Response, jsonify, request

from server import errors
from server.evening import people, rounds
from server.evening.place import changing, looking
from server.evening.refusal import Refused
from server.storage import photos

blueprint = Blueprint("pictures", __name__, url_prefix="/api/games/<code>/photos")

# Decoding takes memory for every pixel.
_one_at_a_time = threading.Lock()


@blueprint.post("")
def put(code: str) -> tuple[Response, int]:
    """Put a photo to a round: `?number=3&seat=1&kept=1`, the photo as the bare body.

    Without `seat` it is the board everybody looks at. Not kept it is gone with the round's entry.
    """
    # Here, so that the page is served before the networks' packages are loaded.
    from vision.photo import UnreadablePhoto

    people.check_token()
    number = request.args.get("number", type=int)
    seat = request.args.get("seat", type=int)
    kept = request.args.get("kept") == "1"
    with looking(code) as place:
        place.player  # noqa: B018 - refuses who only watches
    # Decoding takes a moment, in which nobody shall wait for the game.
    try:
        with _one_at_a_time:
            pixels = photos.only_pixels(request.get_data(cache=False))
    except UnreadablePhoto as refusal:
        return jsonify(error={"code": refusal.code, "text": errors.trouble(refusal.code)}), 422
    with changing(code) as place:
        last = len(rounds.entered(place.game)) + 1
        if number is None or not 1 <= number <= last or not _is_seat(seat, len(place.game.players)):
            raise Refused("not-understood", 400)
        photo = photos.put(place.session, place.game, (number, seat), pixels, kept=kept)
        return jsonify(id=photo.id, width=photo.width, height=photo.height, kept=kept), 201


@blueprint.get("/<int:number>")
def look(code: str, number: int) -> Response:
    """Return a photo of this game."""
    with looking(code) as place:
        photo = photos.photo_of(place.session, place.game, number)
        if photo is None:
            raise Refused("photo-gone", 404)
        return Response(
            photo.jpeg, mimetype="image/jpeg", headers={"Cache-Control": "private, max-age=3600"}
        )


@blueprint.patch("/<int:number>")
def keep(code: str, number: int) -> Response:
    """Keep a photo, or no longer: `{"kept": true}`."""
    told = request.get_json()
    with changing(code) as place:
        photo = photos.photo_of(place.session, place.game, number)
        if photo is None or not isinstance(told, dict):
            raise Refused("photo-gone", 404)
        photo.kept = told.get("kept") is True
        return jsonify(id=photo.id, kept=photo.kept)


@blueprint.delete("/<int:number>")
def forget(code: str, number: int) -> tuple[str, int]:
    """Delete a photo for good."""
    with changing(code) as place:
        photo = photos.photo_of(place.session, place.game, number)
        place.player  # noqa: B018 - refuses who only watches
        if photo is not None:
            place.session.delete(photo)
    return "", 204


def _is_seat(seat: int | None, players: int) -> bool:
    return seat is None or 0 <= seat < players
