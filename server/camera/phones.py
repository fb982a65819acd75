"""The camera of a phone, in its browser: frames come one by one, the following is done here."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, abort, jsonify, request

from server.evening import people
from server.evening.refusal import Refused
from server.readings import COPIES, PACKS

if TYPE_CHECKING:
    from vision.following.follower import Follower

MOST_PHONES = 8  # that are followed at a time
LEFT = 15.0  # seconds without a frame after which a phone has left
LARGEST = 3_000_000  # bytes of a frame
TURN = 2.0  # seconds that a frame waits for those of other phones
LONGEST_NAME = 40


@dataclass(slots=True)
class _Phone:
    follower: Follower
    seen: float
    frames: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)


class Phones:
    """A follower for every phone that sends frames, as long as it does."""

    def __init__(self) -> None:
        self._phones: dict[tuple[str, str, str, int], _Phone] = {}
        self._lock = threading.Lock()
        # The networks use all cores: one frame at a time, and no queue of old ones.
        self._turn = threading.Semaphore(1)

    def see(self, key: tuple[str, str, str, int], data: bytes) -> dict[str, Any]:
        """Follow one more frame of a phone; raises Refused, UnreadablePhoto.

        ``key``: device, name of the stream, pack and copies.
        """
        from vision.camera.camera import Frame
        from vision.photo import UnreadablePhoto, load

        phone = self._phone(key)
        if not phone.lock.acquire(blocking=False):
            raise Refused("frames-too-fast", 429)
        try:
            try:
                pixels = load(data).pixels
            except UnreadablePhoto as refusal:
                if refusal.code != "too-dark":
                    raise
                return {"hint": "dark", "stable": False, "reading": None}
            if not self._turn.acquire(timeout=TURN):
                raise Refused("frames-too-fast", 429)
            try:
                view = phone.follower.see(Frame(pixels, phone.frames, time.monotonic()))
            finally:
                self._turn.release()
            phone.frames += 1
            return {
                "hint": view.hint,
                "stable": view.stable,
                "reading": view.now.to_json("camera"),
            }
        finally:
            phone.lock.release()

    def _phone(self, key: tuple[str, str, str, int]) -> _Phone:
        from vision.following.follower import Follower

        now = time.monotonic()
        with self._lock:
            self._phones = {k: p for k, p in self._phones.items() if now - p.seen < LEFT}
            phone = self._phones.get(key)
            if phone is None:
                if len(self._phones) >= MOST_PHONES:
                    raise Refused("too-many-pages", 503)
                phone = self._phones[key] = _Phone(Follower(key[2], key[3]), now)
            phone.seen = now
            return phone


def blueprint() -> Blueprint:
    """Make the blueprint with its own phones."""
    routes = Blueprint("phones", __name__, url_prefix="/api/live")
    phones = Phones()

    @routes.post("/<name>")
    def frame(name: str) -> Response | tuple[Response, int]:
        """Answer a frame (JPEG, the bare body): `{"hint", "stable", "reading"}`.

        `name` is new for each time the camera is switched on.
        """
        from vision.photo import UnreadablePhoto

        people.check_token()
        pack = request.args.get("pack", PACKS[0])
        copies = request.args.get("copies", COPIES[-1])
        if pack not in PACKS or copies not in COPIES or len(name) > LONGEST_NAME:
            abort(400)
        data = request.get_data(cache=False)
        if len(data) > LARGEST:
            abort(413)
        try:
            return jsonify(phones.see((people.secret(), name, pack, int(copies)), data))
        except UnreadablePhoto as refusal:
            return jsonify(error={"code": refusal.code, "text": refusal.text}), 422

    return routes
