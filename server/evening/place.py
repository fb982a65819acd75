"""A request's place at a table: the game, the device, and the player behind it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from flask import current_app, request
from sqlalchemy.orm import Session

from server.evening import people
from server.evening.live import Live
from server.evening.refusal import Refused
from server.storage.database import Database
from server.storage.games import device_of, find_game, touch
from server.storage.tables import CODE_LENGTH, Device, Game, Player


@dataclass(frozen=True, slots=True)
class Place:
    """Where a request comes from."""

    session: Session
    game: Game
    device: Device

    @property
    def player(self) -> Player:
        """Return who asks; refuses a device that plays as nobody."""
        if self.device.player is None:
            raise Refused("not-a-player", 403)
        return self.device.player


def database() -> Database:
    """Return the application's database."""
    kept: Database = current_app.extensions["meldcam-database"]
    return kept


def live() -> Live:
    """Return what tells the open pages of changes."""
    told: Live = current_app.extensions["meldcam-live"]
    return told


@contextmanager
def looking(code: str) -> Iterator[Place]:
    """Look at a game; refuses devices that do not take part."""
    with database().reading() as session:
        yield _place(session, code, lock=False)


@contextmanager
def changing(code: str) -> Iterator[Place]:
    """Change a game: one after the other, all or nothing, and everybody is told."""
    people.check_token()
    with database().session() as session:
        place = _place(session, code, lock=True)
        # Refused changes are undone, and this with them.
        touch(place.game)
        number, version = place.game.id, place.game.version
        yield place
    live().tell(number, version)


@contextmanager
def entering(code: str) -> Iterator[tuple[Session, Game]]:
    """Come to a game with its code, as anybody may who has it."""
    counted = people.guesses()
    address = request.remote_addr or ""
    counted.check(address)
    with database().session() as session:
        game = find_game(session, code, lock=True) if len(code) == CODE_LENGTH else None
        if game is None:
            counted.wrong(address)
            raise Refused("no-such-game", 404)
        yield session, game


def _place(session: Session, code: str, *, lock: bool) -> Place:
    game = find_game(session, code, lock=lock)
    device = device_of(game, people.secret()) if game else None
    if game is None or device is None:
        # A game that is there and one that is not look alike to strangers.
        raise Refused("not-in-game", 403)
    return Place(session, game, device)
