"""Reading an uploaded photo: one JSON object a line while it goes on."""

import json
from collections.abc import Iterator

from flask import Blueprint, Response, abort, request

from server.desk import DeskFull, Event, ReadingDesk

PACKS = ("tiles", "cards")


def blueprint(desk: ReadingDesk) -> Blueprint:
    """Make the blueprint around the desk where the photos are read."""
    readings = Blueprint("readings", __name__, url_prefix="/api")

    @readings.post("/read")
    def read() -> Response:
        """Answer with the stages as they come, then `{"reading": ...}` or `{"error": ...}`.

        The photo is the bare body: a form with a file would be spooled to disk.
        """
        pack = request.args.get("pack", PACKS[0])
        if pack not in PACKS:
            abort(400)
        try:
            events = desk.follow(request.get_data(cache=False), photo="photo", pack=pack)
        except DeskFull:
            abort(503)
        return Response(
            _lines(events),
            mimetype="application/x-ndjson",
            # A proxy that collects the answer would hide the progress.
            headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
        )

    return readings


def _lines(events: Iterator[Event]) -> Iterator[str]:
    for event in events:
        yield json.dumps(event) + "\n"
