"""The service of the taught sets: look at a lesson, learn it, list, rename, delete, carry away."""

from __future__ import annotations

import base64
import binascii
import threading
from collections.abc import Sequence
from typing import Any

from flask import Blueprint, Response, abort, jsonify, request
from sqlalchemy.orm import Session

from engine.tiles import JOKER, Tile, UnknownTile, parse
from server.desk import DeskFull, ReadingDesk
from server.evening import people
from server.evening.place import changing, database
from server.evening.refusal import Refused
from server.readings import PACKS, answer
from server.sets import lessons
from server.storage import sets
from server.storage.games import now, touch
from server.storage.tables import SET_NAME_LENGTH, TaughtSet

# A profile has 150 kB; what is larger is none.
LARGEST_FILE = 2 * 1024 * 1024
SUFFIX = ".meldset"


def blueprint(desk: ReadingDesk) -> Blueprint:
    """Make the blueprint around the desk where the photos are read."""
    routes = Blueprint("sets", __name__, url_prefix="/api/sets")
    # Learning looks at every face nine times.
    one_at_a_time = threading.Lock()

    @routes.get("")
    def listed() -> Response:
        """List the sets of the house: `id, name, pack, faces, lessons, mine`."""
        with database().reading() as session:
            return jsonify([_briefly(taught) for taught in sets.all_sets(session)])

    @routes.post("/look")
    def look() -> Response:
        """Read a photo of the known arrangement; as `/api/read`, with what it should show."""
        pack = request.args.get("pack", PACKS[0])
        if pack not in PACKS:
            abort(400)
        try:
            data = request.get_data(cache=False)
            return answer(desk.follow(data, photo="photo", pack=pack, read=lessons.look))
        except DeskFull:
            abort(503)

    @routes.post("")
    def teach() -> tuple[Response, int]:
        """Learn a photo: `{"name", "pack", "photo": base64, "tiles": "r1 r2", "quads": [...]}`.

        `set` names a set of one's own to which the lesson is added; there `name` may lack.
        """
        people.check_token()
        told = _told()
        pack = str(told.get("pack", PACKS[0]))
        number = told.get("set")
        data, shown = _photo(told), _shown(told)
        name = _name(told.get("name")) if number is None else "-"
        with one_at_a_time:
            lesson = lessons.learned(data, shown, name=name, pack=pack)
        with database().session() as session:
            if number is None:
                if sets.is_full(session):
                    raise Refused("set-too-many", most=sets.MOST_SETS)
                content = (lesson.to_bytes(), lesson.faces, lesson.lessons)
                taught = sets.keep(session, name, pack, people.secret(), content)
            else:
                taught = _own(session, number)
                whole = lessons.added(taught.profile, lesson)
                taught.profile = whole.to_bytes()
                taught.faces, taught.lessons, taught.changed = whole.faces, whole.lessons, now()
            return jsonify(_briefly(taught) | {"untaught": lessons.untaught(taught.profile)}), 201

    @routes.patch("/<int:number>")
    def rename(number: int) -> Response:
        """Give a set of one's own another name: `{"name"}`."""
        people.check_token()
        name = _name(_told().get("name"))
        with database().session() as session:
            taught = _own(session, number)
            taught.name = name
            return jsonify(_briefly(taught))

    @routes.delete("/<int:number>")
    def forget(number: int) -> tuple[str, int]:
        """Delete a set of one's own; games played with it go on without."""
        people.check_token()
        with database().session() as session:
            taught = _own(session, number)
            for game in sets.games_with(session, taught):
                game.set_id = None
                touch(game)
            session.delete(taught)
        return "", 204

    @routes.get("/<int:number>/file")
    def export(number: int) -> Response:
        """Return the set as a file; no photo is in it."""
        with database().reading() as session:
            taught = sets.set_of(session, number)
            if taught is None:
                raise Refused("set-gone", 404)
            response = Response(taught.profile, mimetype="application/octet-stream")
            response.headers.set(
                "Content-Disposition", "attachment", filename=f"{taught.name}{SUFFIX}"
            )
            return response

    @routes.post("/file")
    def bring() -> tuple[Response, int]:
        """Take in a file that another house exported; the bare body."""
        people.check_token()
        if (request.content_length or 0) > LARGEST_FILE:
            raise Refused("set-too-large")
        profile = lessons.opened(request.get_data(cache=False))
        with database().session() as session:
            if sets.is_full(session):
                raise Refused("set-too-many", most=sets.MOST_SETS)
            content = (profile.to_bytes(), profile.faces, profile.lessons)
            taught = sets.keep(session, profile.name, profile.pack, people.secret(), content)
            return jsonify(_briefly(taught)), 201

    @routes.put("/of/<code>")
    def choose(code: str) -> Response:
        """Choose the set a game is played with, for all its phones: `{"set": 3}` or null."""
        told = _told()
        with changing(code) as place:
            place.player  # noqa: B018 - refuses who only watches
            number = told.get("set")
            if number is not None and (
                not isinstance(number, int) or sets.set_of(place.session, number) is None
            ):
                raise Refused("set-gone", 404)
            place.game.set_id = number
            return jsonify({"set": number})

    return routes


def _briefly(taught: TaughtSet) -> dict[str, Any]:
    return {
        "id": taught.id,
        "name": taught.name,
        "pack": taught.pack,
        "faces": taught.faces,
        "lessons": taught.lessons,
        "mine": sets.is_own(taught, people.secret()),
    }


def _own(session: Session, number: object) -> TaughtSet:
    taught = sets.set_of(session, number, lock=True) if isinstance(number, int) else None
    if taught is None:
        raise Refused("set-gone", 404)
    if not sets.is_own(taught, people.secret()):
        raise Refused("set-of-others", 403)
    return taught


def _told() -> dict[str, Any]:
    told = request.get_json(silent=True)
    if not isinstance(told, dict):
        raise Refused("not-understood", 400)
    return told


def _name(told: object) -> str:
    name = " ".join(told.split()) if isinstance(told, str) else ""
    if not name:
        raise Refused("no-name")
    if len(name) > SET_NAME_LENGTH:
        raise Refused("long-name", most=SET_NAME_LENGTH)
    return name


def _photo(told: dict[str, Any]) -> bytes:
    try:
        return base64.b64decode(str(told.get("photo", "")), validate=True)
    except (binascii.Error, ValueError):
        raise Refused("not-understood", 400) from None


def _shown(told: dict[str, Any]) -> list[tuple[Tile, Sequence[Sequence[float]]]]:
    """Return the tiles with their places; tiles that the photo does not show are left out."""
    quads = told.get("quads")
    try:
        tiles = [_tile(word) for word in str(told.get("tiles", "")).split()]
    except UnknownTile:
        raise Refused("not-understood", 400) from None
    if not isinstance(quads, list) or len(quads) != len(tiles):
        raise Refused("not-understood", 400)
    return [(t, q) for t, q in zip(tiles, quads, strict=True) if q is not None and _is_quad(q)]


def _tile(word: str) -> Tile:
    return JOKER if word == "*" else parse(word)[0]


def _is_quad(told: object) -> bool:
    if not isinstance(told, list) or len(told) != 4:
        raise Refused("not-understood", 400)
    for corner in told:
        if (
            not isinstance(corner, list)
            or len(corner) != 2
            or not all(isinstance(v, int | float) and abs(v) < 1e5 for v in corner)
        ):
            raise Refused("not-understood", 400)
    return True
