"""A body above the limit is refused in words before it is read; the web server has only its own."""

import json
from typing import Any

from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.utilities import RequestEntityTooLarge

TEXT = "This photo is too big: 60 MB is the most."


class TooBig(RequestEntityTooLarge):  # type: ignore[misc]
    """The refusal as the application words it; the page translates its code."""

    def to_response(self, ident: str | None = None) -> tuple[str, list[tuple[str, str]], bytes]:
        """Return status, headers and body."""
        error = {"code": "upload-too-big", "text": TEXT}
        headers = [("Content-Type", "application/json"), ("Connection", "close")]
        return f"{self.code} {self.reason}", headers, json.dumps({"error": error}).encode()


class Parser(HTTPRequestParser):  # type: ignore[misc]
    """Reads a request, and words the refusal."""

    error: Any

    def received(self, data: bytes) -> int:
        """Take in some bytes and return how many were used."""
        used = int(super().received(data))
        if isinstance(self.error, RequestEntityTooLarge):
            self.error = TooBig(self.error.body)
        return used


class Channel(HTTPChannel):  # type: ignore[misc]
    """A connection whose requests are read so."""

    parser_class = Parser
