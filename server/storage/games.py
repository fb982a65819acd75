"""Games and who takes part: made, found, joined, handed over."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from server.storage.tables import CODE_LENGTH, Device, Game, Player

# No vowels: a code is not to read as a word; nothing that looks like another letter.
CODE_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
HANDOVER_LASTS = timedelta(minutes=10)


def now() -> datetime:
    """Return the time, in UTC."""
    return datetime.now(UTC)


def digest(secret: str) -> str:
    """Return what is stored of a secret: enough to recognise it, too little to use it."""
    return hashlib.sha256(secret.encode()).hexdigest()


def new_game(session: Session, system: str, house: str, names: Sequence[str]) -> Game:
    """Make a game with a code that no other game has."""
    moment = now()
    players = [Player(seat=seat, name=name) for seat, name in enumerate(names)]
    while True:
        code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
        game = Game(
            code=code, system=system, house=house, created=moment, changed=moment, players=players
        )
        try:
            with session.begin_nested():
                session.add(game)
                session.flush()
        except IntegrityError:
            session.expunge(game)
            continue
        return game


def play_again(session: Session, game: Game) -> Game:
    """Make the same game anew, for the same people on the same devices."""
    fresh = new_game(session, game.system, game.house, [one.name for one in game.players])
    fresh.set_id = game.set_id
    for device in game.devices:
        player = None if device.player is None else fresh.players[device.player.seat]
        fresh.devices.append(Device(secret=device.secret, joined=now(), player=player))
    session.flush()
    return fresh


def find_game(session: Session, code: str, *, lock: bool = False) -> Game | None:
    """Find a game by its code; with `lock` nobody else changes it until the transaction ends."""
    chosen = select(Game).where(Game.code == code.upper())
    # SQLite has one lock for everything and ignores this.
    return session.scalar(chosen.with_for_update() if lock else chosen)


def touch(game: Game) -> None:
    """Count a change that others should see."""
    game.version += 1
    game.changed = now()


def games_of(session: Session, secret: str, most: int = 50) -> Sequence[Game]:
    """List the games this device took part in, the newest first."""
    chosen = select(Game).join(Device, Device.game_id == Game.id)
    chosen = chosen.where(Device.secret == digest(secret)).order_by(Game.changed.desc())
    return session.scalars(chosen.limit(most)).unique().all()


def device_of(game: Game, secret: str | None) -> Device | None:
    """Find the device with this secret in a game."""
    if secret is None:
        return None
    known = digest(secret)
    return next((device for device in game.devices if device.secret == known), None)


def admit(game: Game, secret: str) -> Device:
    """Let a device look at a game whose code it knows."""
    device = device_of(game, secret)
    if device is None:
        device = Device(secret=digest(secret), joined=now())
        game.devices.append(device)
    return device


def holder_of(game: Game, player: Player) -> Device | None:
    """Find the device that plays as this player."""
    return next((device for device in game.devices if device.player is player), None)


def seat_device(game: Game, device: Device, player: Player) -> None:
    """Give a player's place to this device; whoever had it before is asked anew who it is."""
    for other in game.devices:
        if other.player is player:
            other.player = None
        if other.wants is player:
            other.wants = None
    device.player = player
    device.wants = None


def offer_handover(player: Player) -> str:
    """Return a secret that lets a second device take this player over for ten minutes."""
    secret = secrets.token_urlsafe(16)
    player.handover = digest(secret)
    player.handover_until = now() + HANDOVER_LASTS
    return secret


def take_over(game: Game, device: Device, secret: str) -> bool:
    """Give the device the place of the player whose secret this is, once."""
    known = digest(secret)
    for player in game.players:
        if player.handover == known and player.handover_until and player.handover_until > now():
            player.handover = player.handover_until = None
            seat_device(game, device, player)
            return True
    return False
