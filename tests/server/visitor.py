"""A phone without a browser, over a real connection: for tests that kill, and for the load."""

import copy
import http.client
import json
import re
import ssl
from typing import Any
from urllib.parse import urlsplit


class Refusal(Exception):  # noqa: N818 - the house name
    """An answer that is not what was asked for."""


class Visitor:
    """Keeps its cookie and the token of its page, and one connection."""

    def __init__(self, address: str, *, trusts: str | None = None) -> None:
        parts = urlsplit(address)
        self._host, self._port = parts.hostname or "", parts.port or 80
        self._context = ssl.create_default_context(cafile=trusts) if trusts else None
        self._connection: http.client.HTTPConnection | None = None
        self._streams: list[http.client.HTTPConnection] = []
        self._cookie = ""
        self._token = ""
        found = re.search(r'meldcam-token" content="(\w+)"', self.page("/games"))
        assert found
        self._token = found[1]

    def page(self, path: str) -> str:
        """Return a page."""
        return self._send("GET", path, None)[1].decode()

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """Send a request and return its answer; raises Refusal or OSError."""
        status, data = self._send(method, path, body)
        if not 200 <= status < 300:
            raise Refusal(f"{method} {path}: {status} {data.decode(errors='replace')[:200]}")
        return json.loads(data) if data else None

    def lines(self, path: str, body: bytes) -> list[Any]:
        """Post a photo and return every line of the answer."""
        status, data = self._send("POST", path, body)
        if status != 200:
            raise Refusal(f"{path}: {status} {data.decode(errors='replace')[:200]}")
        return [json.loads(line) for line in data.splitlines()]

    def twin(self) -> "Visitor":
        """Return the same device on another connection."""
        other = copy.copy(self)
        other._connection = None
        other._streams = []
        return other

    def follow(self, path: str) -> http.client.HTTPResponse:
        """Open a stream of events on a connection of its own."""
        connection = self._connect()
        self._streams.append(connection)
        connection.request("GET", path, headers={"Cookie": self._cookie})
        return connection.getresponse()

    def close(self) -> None:
        """Hang up."""
        for connection in (self._connection, *self._streams):
            if connection is not None:
                connection.close()

    def _send(self, method: str, path: str, body: object) -> tuple[int, bytes]:
        data = body if isinstance(body, bytes) else None if body is None else json.dumps(body)
        kind = "application/octet-stream" if isinstance(body, bytes) else "application/json"
        headers = {"Cookie": self._cookie, "X-Meldcam-Token": self._token, "Content-Type": kind}
        kept = self._connection
        self._connection = self._connection or self._connect()
        try:
            self._connection.request(method, path, data, headers)
            reply = self._connection.getresponse()
            told = reply.read()
        except (OSError, http.client.HTTPException) as trouble:
            self._connection.close()
            self._connection = None
            if kept is not None:
                # The server was started again meanwhile: repeating does no harm.
                return self._send(method, path, body)
            raise ConnectionError(str(trouble)) from trouble
        if cookie := reply.headers.get("Set-Cookie"):
            self._cookie = cookie.split(";")[0]
        return reply.status, told

    def _connect(self) -> http.client.HTTPConnection:
        if self._context:
            return http.client.HTTPSConnection(
                self._host, self._port, timeout=60, context=self._context
            )
        return http.client.HTTPConnection(self._host, self._port, timeout=120)


def start_game(address: str, system: str, names: list[str]) -> tuple[str, list[Visitor]]:
    """Start a game with a phone for each player; return its path and the phones."""
    phones = [Visitor(address) for _ in names]
    told = phones[0].ask("POST", "/api/games", {"system": system, "players": names})
    path = f"/api/games/{told['code']}"
    for seat, phone in enumerate(phones):
        phone.ask("POST", f"{path}/enter")
        phone.ask("PUT", f"{path}/me", {"seat": seat})
    return path, phones
