"""The tables of the database, as classes; `migrations/` makes them step by step.

What can be computed is not stored: points, totals and the end of a game follow from the rounds.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    DateTime,
    Dialect,
    ForeignKey,
    LargeBinary,
    String,
    Text,
    TypeDecorator,
    UniqueConstraint,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship

CODE_LENGTH = 6
NAME_LENGTH = 24
SET_NAME_LENGTH = 60
# A SHA-256 in hexadecimal.
DIGEST = 64

Json = dict[str, Any]


class Moment(TypeDecorator[datetime]):
    """A time in UTC; SQLite forgets the zone and is told it again."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Return the time with its zone."""
        return value.replace(tzinfo=UTC) if value is not None and value.tzinfo is None else value


class Base(DeclarativeBase):
    """All tables."""

    type_annotation_map = {Json: JSON, datetime: Moment()}  # noqa: RUF012


class Game(Base):
    """A game: its system, its house rules, its players, its rounds."""

    __tablename__ = "games"
    id: Mapped[int] = mapped_column(primary_key=True)
    code: Mapped[str] = mapped_column(String(CODE_LENGTH), unique=True)
    system: Mapped[str] = mapped_column(String(16))
    # House rules in the engine's text form: differences from the source.
    house: Mapped[str] = mapped_column(Text, default="")
    # Counts every change that others should see.
    version: Mapped[int] = mapped_column(default=1)
    created: Mapped[datetime]
    changed: Mapped[datetime]
    # What everybody sees just now besides the scores: a board or a turn that was checked.
    shown: Mapped[Json | None] = mapped_column(JSON(none_as_null=True))
    # The code of the game that the same people play after this one.
    next: Mapped[str | None] = mapped_column(String(CODE_LENGTH))
    # The tiles it is played with, where they were taught.
    set_id: Mapped[int | None] = mapped_column(ForeignKey("sets.id", ondelete="SET NULL"))

    taught: Mapped[TaughtSet | None] = relationship()
    players: Mapped[list[Player]] = relationship(
        back_populates="game", order_by="Player.seat", cascade="all, delete-orphan"
    )
    rounds: Mapped[list[Round]] = relationship(
        back_populates="game", order_by="Round.number", cascade="all, delete-orphan"
    )
    devices: Mapped[list[Device]] = relationship(
        back_populates="game", order_by="Device.id", cascade="all, delete-orphan"
    )


class Player(Base):
    """Somebody who plays, with or without a phone."""

    __tablename__ = "players"
    __table_args__ = (UniqueConstraint("game_id", "seat"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"))
    seat: Mapped[int]
    name: Mapped[str] = mapped_column(String(NAME_LENGTH))
    # What only this player may see: the turn as the own page keeps it.
    private: Mapped[Json | None] = mapped_column(JSON(none_as_null=True))
    # Lets a second device of this player in, until then.
    handover: Mapped[str | None] = mapped_column(String(DIGEST))
    handover_until: Mapped[datetime | None]

    game: Mapped[Game] = relationship(back_populates="players")


class Device(Base):
    """A browser that takes part: as a player, as the shared screen, or not yet decided."""

    __tablename__ = "devices"
    __table_args__ = (UniqueConstraint("game_id", "secret"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), index=True)
    # The digest of the cookie's secret.
    secret: Mapped[str] = mapped_column(String(DIGEST), index=True)
    player_id: Mapped[int | None] = mapped_column(ForeignKey("players.id", ondelete="SET NULL"))
    # The player whose place this device asks for, while another device has it.
    wants_id: Mapped[int | None] = mapped_column(ForeignKey("players.id", ondelete="SET NULL"))
    joined: Mapped[datetime]

    game: Mapped[Game] = relationship(back_populates="devices")
    player: Mapped[Player | None] = relationship(foreign_keys=[player_id])
    wants: Mapped[Player | None] = relationship(foreign_keys=[wants_id])


class Round(Base):
    """A round: how it ended and what was left; entered once everyone confirmed."""

    __tablename__ = "rounds"
    __table_args__ = (UniqueConstraint("game_id", "number"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"))
    number: Mapped[int]
    # See server.evening.facts.
    facts: Mapped[Json]
    # Seat -> who confirmed, while the round is not entered.
    confirmed: Mapped[Json] = mapped_column(default=dict)
    entered: Mapped[datetime | None]

    game: Mapped[Game] = relationship(back_populates="rounds")


class Change(Base):
    """An entry of the log: what became of a round, and who did it."""

    __tablename__ = "changes"
    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), index=True)
    number: Mapped[int]
    # entered, corrected, removed, undone
    what: Mapped[str] = mapped_column(String(16))
    by: Mapped[str] = mapped_column(String(NAME_LENGTH))
    at: Mapped[datetime]
    before: Mapped[Json | None] = mapped_column(JSON(none_as_null=True))
    after: Mapped[Json | None] = mapped_column(JSON(none_as_null=True))
    undone: Mapped[bool] = mapped_column(default=False)


class Photo(Base):
    """A photo of a round, without anything but its pixels."""

    __tablename__ = "photos"
    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), index=True)
    number: Mapped[int]
    # Whose rest it shows; None: the board or the table that everybody looks at.
    seat: Mapped[int | None]
    # Not kept: only shown until the round is entered.
    kept: Mapped[bool]
    width: Mapped[int]
    height: Mapped[int]
    jpeg: Mapped[bytes] = mapped_column(LargeBinary)
    taken: Mapped[datetime]


class TaughtSet(Base):
    """A set of tiles or a deck that was taught: everybody in the house may use it."""

    __tablename__ = "sets"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(SET_NAME_LENGTH))
    pack: Mapped[str] = mapped_column(String(8))
    # The digest of the secret of the device that taught it, and may change it.
    owner: Mapped[str] = mapped_column(String(DIGEST), index=True)
    faces: Mapped[int]
    lessons: Mapped[int]
    # The file of a vision.teaching.profile.SetProfile.
    profile: Mapped[bytes] = mapped_column(LargeBinary, deferred=True)
    changed: Mapped[datetime]
