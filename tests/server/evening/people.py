"""Players for the tests: each a browser of its own."""

import re
from dataclasses import dataclass
from typing import Any

from flask import Flask
from flask.testing import FlaskClient


@dataclass(frozen=True, slots=True)
class Phone:
    """A browser with its cookie and its page's token."""

    client: FlaskClient
    token: str

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """Send a request as the page does and return the answer as it came."""
        headers = {"X-Meldcam-Token": self.token}
        if isinstance(body, bytes):
            return self.client.open(path, method=method, data=body, headers=headers)
        return self.client.open(path, method=method, json=body, headers=headers)

    def get(self, path: str) -> Any:
        """Return what is answered."""
        return self.client.get(path).json

    def put(self, path: str, body: object = None) -> Any:
        """Put and return what is answered."""
        return self.ask("PUT", path, body).json

    def post(self, path: str, body: object = None) -> Any:
        """Post and return what is answered."""
        return self.ask("POST", path, body).json


def phone(app: Flask, page: str = "/games") -> Phone:
    """Open a page with a new browser."""
    client = app.test_client()
    text = client.get(page).get_data(as_text=True)
    found = re.search(r'meldcam-token" content="(\w+)"', text)
    assert found, text
    return Phone(client, found[1])


def seated(app: Flask, system: str, names: list[str], **more: object) -> tuple[str, list[Phone]]:
    """Start a game and give every player a phone; return its address and the phones."""
    phones = [phone(app) for _ in names]
    code = phones[0].post("/api/games", {"system": system, "players": names, **more})["code"]
    for seat, one in enumerate(phones):
        one.post(f"/api/games/{code}/enter")
        one.put(f"/api/games/{code}/me", {"seat": seat})
    return f"/api/games/{code}", phones
