"""What comes after a game: another one with the same people, or nothing of it at all."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify

from server.evening.place import changing
from server.storage.games import find_game, play_again

blueprint = Blueprint("again", __name__, url_prefix="/api/games/<code>")


@blueprint.post("/again")
def again(code: str) -> Response:
    """Start the same game with the same people and devices; answers its code.

    Whoever asks after the first is led to the game that was started then.
    """
    with changing(code) as place:
        game = place.game
        place.player  # noqa: B018 - refuses who only watches
        if game.next is None or find_game(place.session, game.next) is None:
            game.next = play_again(place.session, game).code
        return jsonify(code=game.next)


@blueprint.delete("")
def forget(code: str) -> tuple[str, int]:
    """Delete a game with its book, its log and its photos, for everybody and for good."""
    with changing(code) as place:
        place.player  # noqa: B018 - refuses who only watches
        place.session.delete(place.game)
    return "", 204
