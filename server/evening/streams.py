"""The stream that tells a page when its game changed."""

from __future__ import annotations

from flask import Blueprint, Response

from server.evening.place import live, looking

blueprint = Blueprint("streams", __name__, url_prefix="/api/games/<code>")


@blueprint.get("/events")
def events(code: str) -> Response:
    """Follow a game: the event `change` with its version, the event `beat` while nothing does."""
    with looking(code) as place:
        number, version = place.game.id, place.game.version
    return Response(
        live().follow(number, version),
        mimetype="text/event-stream",
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )
