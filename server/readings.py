"""Reading an uploaded photo: one JSON object a line while it goes on."""

import io
import json
import threading
from collections.abc import Iterator
from functools import partial

from flask import Blueprint, Response, abort, jsonify, request

from server.desk import DeskFull, Event, Reader, ReadingDesk, read_with_vision
from server.evening.place import database
from server.storage import sets

PACKS = ("tiles", "cards")
# How often the pack has each tile; one deck of cards has each once.
COPIES = ("1", "2")
# As the page makes photos smaller itself: pixels on the longer side, JPEG quality.
LONG_SIDE = 2600
QUALITY = 90


def blueprint(desk: ReadingDesk) -> Blueprint:
    """Make the blueprint around the desk where the photos are read."""
    readings = Blueprint("readings", __name__, url_prefix="/api")
    # Decoding takes memory for every pixel.
    one_at_a_time = threading.Lock()

    @readings.post("/read")
    def read() -> Response:
        """Answer with the stages as they come, then `{"reading": ...}` or `{"error": ...}`.

        The photo is the bare body: a form with a file would be spooled to disk.
        """
        pack = request.args.get("pack", PACKS[0])
        copies = request.args.get("copies", COPIES[-1])
        if pack not in PACKS or copies not in COPIES:
            abort(400)
        try:
            data = request.get_data(cache=False)
            aided = _aided(request.args.get("set", type=int))
            return answer(
                desk.follow(data, photo="photo", pack=pack, copies=int(copies), read=aided)
            )
        except DeskFull:
            abort(503)

    @readings.post("/upright")
    def upright() -> Response | tuple[Response, int]:
        """Answer with the photo as an upright JPEG, for browsers that cannot open it (HEIC)."""
        # Here, so that the page is served before the networks' packages are loaded.
        from vision.photo import UnreadablePhoto

        with one_at_a_time:
            try:
                return Response(_as_jpeg(request.get_data(cache=False)), mimetype="image/jpeg")
            except UnreadablePhoto as refusal:
                return jsonify(error={"code": refusal.code, "text": refusal.text}), 422

    return readings


def answer(events: Iterator[Event]) -> Response:
    """Answer with what happens to a photo, one JSON object a line."""
    return Response(
        _lines(events),
        mimetype="application/x-ndjson",
        # A proxy that collects the answer would hide the progress.
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )


def _aided(number: int | None) -> Reader | None:
    """Return what reads with a taught set; one that is gone helps nobody and hinders nobody."""
    if number is None:
        return None
    with database().reading() as session:
        taught = sets.set_of(session, number)
        return None if taught is None else partial(read_with_vision, taught=taught.profile)


def _as_jpeg(data: bytes) -> bytes:
    from PIL import Image

    from vision.photo import load

    picture = Image.fromarray(load(data).pixels)
    picture.thumbnail((LONG_SIDE, LONG_SIDE))
    out = io.BytesIO()
    picture.save(out, "JPEG", quality=QUALITY)
    return out.getvalue()


def _lines(events: Iterator[Event]) -> Iterator[str]:
    for event in events:
        yield json.dumps(event) + "\n"
