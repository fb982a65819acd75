"""Network cameras over HTTP: MJPEG streams and single pictures, read without any buffering.

Cameras and the camera apps of phones send one JPEG after the other in one answer
(``multipart/x-mixed-replace``). What a general video library does with that costs seconds of delay.
"""

from __future__ import annotations

import base64
import http.client
import time
import urllib.error
import urllib.request
from contextlib import suppress
from dataclasses import dataclass, field
from email.message import Message
from urllib.parse import unquote, urlsplit, urlunsplit

import cv2
import numpy as np

from vision.camera.feeds import Feed, NoCamera, open_stream
from vision.detector import Image

SILENCE = 5.0  # seconds without a byte after which a camera is lost
LARGEST = 20_000_000  # bytes of one picture
PAUSE = 0.1  # seconds between two single pictures


@dataclass(slots=True)
class MjpegFeed:
    """Pictures that come in one answer without end."""

    answer: http.client.HTTPResponse
    boundary: bytes
    rate: float | None = None
    _picture: bytes = field(default=b"", repr=False)
    _at_boundary: bool = False

    def grab(self) -> bool:
        """Read the next picture; False when the camera hung up or fell silent."""
        try:
            self._picture = self._next()
        except (OSError, http.client.HTTPException, ValueError):
            return False
        return bool(self._picture)

    def picture(self) -> Image | None:
        """Return the picture that was read."""
        return decoded(self._picture)

    def close(self) -> None:
        """Hang up."""
        with suppress(OSError):
            self.answer.close()

    def _next(self) -> bytes:
        while not self._at_boundary:
            line = self._line()
            if not line:
                return b""
            self._at_boundary = line.startswith(b"--")
        self._at_boundary = False
        length = 0
        while line := self._line().strip():
            name, _, value = line.partition(b":")
            if name.strip().lower() == b"content-length":
                length = int(value)
        if not length:
            return self._up_to_boundary()
        if length > LARGEST:
            raise ValueError(length)
        return self.answer.read(length)

    def _up_to_boundary(self) -> bytes:
        """Read a picture whose length is not told."""
        data = bytearray()
        while len(data) < LARGEST:
            line = self._line()
            if not line:
                return b""
            if line.startswith(self.boundary) and data:
                self._at_boundary = True
                return bytes(data)
            data += line
        raise ValueError(len(data))

    def _line(self) -> bytes:
        return self.answer.readline(LARGEST)


@dataclass(slots=True)
class SnapshotFeed:
    """A camera that gives one picture each time it is asked."""

    request: urllib.request.Request
    rate: float | None = None
    _picture: bytes = field(default=b"", repr=False)
    _next: float = 0.0

    def grab(self) -> bool:
        """Ask for a picture."""
        time.sleep(max(0.0, self._next - time.monotonic()))
        self._next = time.monotonic() + PAUSE
        try:
            with urllib.request.urlopen(self.request, timeout=SILENCE) as answer:
                self._picture = answer.read(LARGEST)
        except (OSError, http.client.HTTPException):
            return False
        return bool(self._picture)

    def picture(self) -> Image | None:
        """Return the picture that came."""
        return decoded(self._picture)

    def close(self) -> None:
        """Nothing stays open between two pictures."""


def open_web(address: str, shown: str) -> Feed:
    """Open a camera behind an ``http`` address; ``shown`` is the address without its password."""
    request = request_for(address)
    try:
        answer = urllib.request.urlopen(request, timeout=SILENCE)
    except urllib.error.HTTPError as refusal:
        refusal.close()
        raise NoCamera(_refused(refusal.code, shown)) from None
    except (OSError, http.client.HTTPException, ValueError):
        raise NoCamera(
            f"{shown} does not answer. Is the camera switched on and in the same network?"
        ) from None
    kind = answer.headers.get_content_type()
    if kind == "multipart/x-mixed-replace":
        return MjpegFeed(answer, _boundary(answer.headers))
    answer.close()
    if kind in ("image/jpeg", "image/png"):
        return SnapshotFeed(request)
    if kind == "text/html":
        raise NoCamera(
            f"At {shown} there is a page, not the picture of a camera. "
            "The address of the video often ends in /video or /mjpeg."
        )
    return open_stream(address, shown)


def request_for(address: str) -> urllib.request.Request:
    """Return the question for an address; name and password in it are sent as cameras want them."""
    parts = urlsplit(address)
    host = parts.netloc.rpartition("@")[2]
    request = urllib.request.Request(urlunsplit(parts._replace(netloc=host)))
    if parts.username is not None:
        secret = f"{unquote(parts.username)}:{unquote(parts.password or '')}".encode()
        request.add_header("Authorization", f"Basic {base64.b64encode(secret).decode()}")
    return request


def decoded(data: bytes) -> Image | None:
    """Return the pixels of a JPEG or PNG, None when it is damaged."""
    if not data:
        return None
    frame = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    return None if frame is None else cv2.cvtColor(frame, cv2.COLOR_BGR2RGB)


def _boundary(headers: Message) -> bytes:
    named = headers.get_param("boundary") or ""
    return b"--" + str(named).strip('"').removeprefix("--").encode()


def _refused(status: int, shown: str) -> str:
    if status in (401, 403):
        return f"{shown} wants a name and a password: http://NAME:PASSWORD@ADDRESS"
    if status == 404:
        return f"There is nothing at {shown}. Look at the address once more."
    return f"{shown} refuses with the status {status}."
