"""One camera followed for all who look at it, and left alone while nobody does."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.rules import SYSTEMS
from server.camera.turns import TableTurns

if TYPE_CHECKING:
    from vision.camera.sources import Source
    from vision.following.follower import View

log = logging.getLogger(__name__)

MOST_READINGS = 8.0  # a second: more would only warm the computer
UNWATCHED = 5.0  # seconds without a look after which the camera is let go
PATIENCE = 1.0  # seconds that a look waits for something new
MOST_VIEWERS = 12


@dataclass(frozen=True, slots=True)
class Look:
    """What the camera shows: ``number`` counts up, ``picture`` is a JPEG with the readings drawn on it."""

    number: int
    picture: bytes
    told: dict[str, Any]


class Watch:
    """Follows the camera as long as somebody looks."""

    def __init__(self, source: Source, pack: str = "tiles", copies: int = 2) -> None:
        self._source, self._pack, self._copies = source, pack, copies
        self._changed = threading.Condition()
        self._last = Look(0, b"", _state("connecting", f"Connecting to {source.shown}."))
        self._taken: tuple[bytes, dict[str, Any]] | None = None
        # Kept when nobody looks for a while: the evening goes on.
        self._turns = TableTurns(SYSTEMS["zahlen"]) if pack == "tiles" else None
        self._asked = float("-inf")
        self._viewers = 0
        self._closed = False
        self._thread: threading.Thread | None = None

    def next(self, after: int, timeout: float = PATIENCE) -> Look:
        """Return the newest look, waiting a little for one later than ``after``."""
        with self._changed:
            self._asked = time.monotonic()
            if self._thread is None and not self._closed:
                self._thread = threading.Thread(target=self._follow, name="watch", daemon=True)
                self._thread.start()
            self._changed.wait_for(lambda: self._last.number > after or self._closed, timeout)
            return self._last

    def pictures(self) -> Iterator[bytes]:
        """Give JPEGs as they come, until the viewer goes away; raises TooManyViewers at once."""
        with self._changed:
            if self._viewers >= MOST_VIEWERS:
                raise TooManyViewers
            self._viewers += 1
        return self._pictures()

    def taken(self) -> tuple[bytes, dict[str, Any]] | None:
        """Return the photo (JPEG) and reading of the stable answer, None while there is none."""
        with self._changed:
            return self._taken

    @property
    def running(self) -> bool:
        """Whether the camera is open."""
        return self._thread is not None

    def stop(self) -> None:
        """End every look; the camera is let go soon."""
        # Told from a signal, which may have come in the middle of a look: no lock is taken.
        self._closed = True

    def close(self) -> None:
        """Let go of the camera for good."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
            thread = self._thread
        if thread is not None:
            thread.join(timeout=5)

    def _pictures(self) -> Iterator[bytes]:
        number = -1
        try:
            while not self._closed:
                look = self.next(number)
                # The same picture again tells a viewer that went away from one that waits.
                number = look.number
                if look.picture:
                    yield look.picture
        finally:
            with self._changed:
                self._viewers -= 1

    def _follow(self) -> None:
        from vision.camera.camera import Camera
        from vision.following.follower import Follower

        try:
            follower = Follower(self._pack, self._copies)
            with Camera(self._source) as camera:
                while self._wanted():
                    start = time.monotonic()
                    frame = camera.next(PATIENCE)
                    state = camera.state
                    if frame is None:
                        self._tell(b"", _state(state.name, state.text), None)
                        if state.name == "ended":
                            break
                        continue
                    view = follower.see(frame)
                    self._show(view, state.name, state.text)
                    time.sleep(max(0.0, start + 1 / MOST_READINGS - time.monotonic()))
        except Exception:
            log.exception("the camera cannot be followed")
            self._tell(b"", _state("lost", "Something went wrong here."), None)
        finally:
            with self._changed:
                self._thread = None
                self._changed.notify_all()

    def _wanted(self) -> bool:
        with self._changed:
            return not self._closed and time.monotonic() - self._asked < UNWATCHED

    def _show(self, view: View, state: str, text: str) -> None:
        from vision.draw import jpeg_of, painted

        picture = jpeg_of(painted(view.frame.pixels, view.now))
        steady = view.steady if view.stable else None
        told = {
            **_state(state, text),
            "hint": view.hint,
            "stable": view.stable,
            "tiles": [[str(s.tile) for s in row] for row in view.now.rows],
            "turn": self._turn(view),
        }
        taken = None
        if steady is not None:
            # Reading and photo belong together: the newest of both.
            taken = (jpeg_of(view.frame.pixels), view.now.to_json("camera"))
        self._tell(picture, told, taken)

    def _turn(self, view: View) -> dict[str, object] | None:
        """Return the last turn that ended on the table, if it is one."""
        if self._turns is None:
            return None
        table = tuple(tuple(s.tile for s in meld) for meld in view.now.melds)
        sure = not any(s.unsure for s in view.now.sightings)
        self._turns.see(table, sure=sure, stable=view.stable, seconds=view.frame.seconds)
        return self._turns.last.to_json() if self._turns.last else None

    def _tell(
        self, picture: bytes, told: dict[str, Any], taken: tuple[bytes, dict[str, Any]] | None
    ) -> None:
        with self._changed:
            number = self._last.number + 1
            self._last = Look(number, picture, {"number": number, **told})
            self._taken = taken
            self._changed.notify_all()


class TooManyViewers(Exception):  # noqa: N818 - the house name
    """As many look already as the house has threads for."""


def _state(name: str, text: str) -> dict[str, Any]:
    return {"state": name, "text": text, "hint": None, "stable": False, "tiles": [], "turn": None}
