"""Taught sets: kept, found, changed by who taught them."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from server.storage.games import digest, now
from server.storage.tables import Game, TaughtSet

# A house has a few; a file for each letter of the alphabet would be a mistake.
MOST_SETS = 100


def all_sets(session: Session) -> Sequence[TaughtSet]:
    """List every set of the house by name."""
    chosen = select(TaughtSet).order_by(func.lower(TaughtSet.name), TaughtSet.id)
    return session.scalars(chosen).all()


def is_full(session: Session) -> bool:
    """Tell whether the house has as many sets as it may."""
    return (session.scalar(select(func.count(TaughtSet.id))) or 0) >= MOST_SETS


def set_of(session: Session, number: int, *, lock: bool = False) -> TaughtSet | None:
    """Find a set by its number; with `lock` nobody else changes it until the transaction ends."""
    chosen = select(TaughtSet).where(TaughtSet.id == number)
    return session.scalar(chosen.with_for_update() if lock else chosen)


def games_with(session: Session, taught: TaughtSet) -> Sequence[Game]:
    """List the games that are played with a set."""
    return session.scalars(select(Game).where(Game.set_id == taught.id)).all()


def is_own(taught: TaughtSet, secret: str) -> bool:
    """Tell whether the device with this secret taught it."""
    return taught.owner == digest(secret)


def keep(
    session: Session, name: str, pack: str, secret: str, content: tuple[bytes, int, int]
) -> TaughtSet:
    """Keep a new set: its profile, and how many faces in how many lessons it knows."""
    profile, faces, lessons = content
    taught = TaughtSet(
        name=name,
        pack=pack,
        owner=digest(secret),
        faces=faces,
        lessons=lessons,
        profile=profile,
        changed=now(),
    )
    session.add(taught)
    session.flush()
    return taught
