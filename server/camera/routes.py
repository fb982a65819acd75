"""The camera of the house for the devices of a game: its picture, its state, what it reads."""

from __future__ import annotations

import base64
from collections.abc import Iterator

from flask import Blueprint, Response, current_app, jsonify, request

from server.camera.watch import TooManyViewers, Watch
from server.evening.place import looking
from server.evening.refusal import Refused

blueprint = Blueprint("camera", __name__, url_prefix="/api/games/<code>/camera")
BOUNDARY = "picture"


@blueprint.get("")
def state(code: str) -> Response:
    """Return how the camera is and what it reads, waiting a little for news: `?after=NUMBER`."""
    watch = _watch(code)
    after = request.args.get("after", "-1")
    look = watch.next(int(after) if after.isascii() and after.isdecimal() else -1)
    return _fresh(jsonify(look.told))


@blueprint.get("/picture")
def picture(code: str) -> Response:
    """Send one JPEG after the other in an answer without end."""
    try:
        pictures = _watch(code).pictures()
    except TooManyViewers:
        raise Refused("too-many-pages", 503) from None
    kind = f"multipart/x-mixed-replace; boundary={BOUNDARY}"
    return _fresh(Response(_parts(pictures), content_type=kind))


@blueprint.get("/taken")
def taken(code: str) -> Response:
    """Return the stable reading and its photo: `{"reading", "photo": base64 of a JPEG}`."""
    found = _watch(code).taken()
    if found is None:
        raise Refused("not-stable", 409)
    photo, reading = found
    return _fresh(jsonify(reading=reading, photo=base64.b64encode(photo).decode()))


def _watch(code: str) -> Watch:
    """Return the camera, for a device that takes part in the game."""
    with looking(code):
        pass
    watch: Watch | None = current_app.extensions["meldcam-camera"]
    if watch is None:
        raise Refused("no-camera", 404)
    return watch


def _parts(pictures: Iterator[bytes]) -> Iterator[bytes]:
    for data in pictures:
        head = f"--{BOUNDARY}\r\nContent-Type: image/jpeg\r\nContent-Length: {len(data)}\r\n\r\n"
        yield head.encode() + data + b"\r\n"


def _fresh(response: Response) -> Response:
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    return response
