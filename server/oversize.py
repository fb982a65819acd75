"""Bodies are bounded before they are read: one too big, or too many at a time, is refused in words.

The web server has its own words for the first, and no bound for the second.
"""

import gc
import json
import threading
import weakref
from typing import Any

from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.utilities import Error, RequestEntityTooLarge

TOO_BIG = "This photo is too big: 60 MB is the most."
BUSY = "Many photos are waiting just now. Try again in a moment."
# What all bodies that are being received or answered may take together, in bytes: twelve photos
# of the largest size, hundreds as phones send them.
MOST = 12 * 60 * 1024 * 1024
# Smaller bodies are not counted: the page must answer however many photos come.
SMALL = 256 * 1024


class TooBig(RequestEntityTooLarge):  # type: ignore[misc]
    """The refusal as the application words it; the page translates its code."""

    def to_response(self, ident: str | None = None) -> tuple[str, list[tuple[str, str]], bytes]:
        """Return status, headers and body."""
        return _refusal(self, "upload-too-big", TOO_BIG)


class Busy(Error):  # type: ignore[misc]  # noqa: N818 - the house name
    """Too much is being received already."""

    code = 503
    reason = "Service Unavailable"

    def to_response(self, ident: str | None = None) -> tuple[str, list[tuple[str, str]], bytes]:
        """Return status, headers and body."""
        return _refusal(self, "busy", BUSY)


class Received:
    """Counts the bytes of bodies that are being received or answered in this process."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._now = 0
        # Python may collect a holder, and count it off, while this very thread counts.
        self._lock = threading.RLock()

    def take(self, size: int, holder: object) -> bool:
        """Count a body until its holder is gone; refuse where it would be too much."""
        if self._now + size > self._most:
            # Phones that went away are noticed when Python tidies up.
            gc.collect()
        with self._lock:
            if self._now + size > self._most:
                return False
            self._now += size
        weakref.finalize(holder, self._give_back, size)
        return True

    @property
    def now(self) -> int:
        """Return how many bytes are counted."""
        return self._now

    def _give_back(self, size: int) -> None:
        with self._lock:
            self._now -= size


class Parser(HTTPRequestParser):  # type: ignore[misc]
    """Reads a request, bounds its body, and words the refusal."""

    error: Any
    bodies = Received()
    counted = False

    def received(self, data: bytes) -> int:
        """Take in some bytes and return how many were used."""
        used = int(super().received(data))
        if isinstance(self.error, RequestEntityTooLarge):
            self.error = TooBig(self.error.body)
        elif self.headers_finished and not self.counted and self.error is None:
            self.counted = True
            # A body that comes in pieces does not say how long it will be.
            size = self.adj.max_request_body_size if self.chunked else self.content_length
            if size > SMALL and not self.bodies.take(size, self):
                self.error = Busy("")
                self.completed = True
        return used


class Channel(HTTPChannel):  # type: ignore[misc]
    """A connection whose requests are read so."""

    parser_class = Parser


def _refusal(error: Error, code: str, text: str) -> tuple[str, list[tuple[str, str]], bytes]:
    body = json.dumps({"error": {"code": code, "text": text}}).encode()
    headers = [("Content-Type", "application/json"), ("Connection", "close")]
    return f"{error.code} {error.reason}", headers, body
