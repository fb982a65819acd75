"""Photos of rounds: only pixels, only if a player wants, only so many and only so long."""

from __future__ import annotations

import io
from datetime import timedelta

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from server.storage.games import now
from server.storage.tables import Game, Photo

# What is stated on the page.
KEPT_DAYS = 90
MOST_IN_A_GAME = 100
LONG_SIDE = 1600
QUALITY = 80
# A photo that is only shown and then forgotten by its players.
SHOWN_FOR = timedelta(hours=12)


# A JPEG, its width and its height.
Pixels = tuple[bytes, int, int]


def only_pixels(data: bytes) -> Pixels:
    """Make a photo smaller and take everything else out: place, time, camera.

    Raises UnreadablePhoto.
    """
    from PIL import Image

    from vision.photo import load

    picture = Image.fromarray(load(data).pixels)
    picture.thumbnail((LONG_SIDE, LONG_SIDE))
    out = io.BytesIO()
    picture.save(out, "JPEG", quality=QUALITY)
    return out.getvalue(), picture.width, picture.height


def put(
    session: Session, game: Game, place: tuple[int, int | None], pixels: Pixels, *, kept: bool
) -> Photo:
    """Put a photo to a place, a round's number and a seat, instead of the one before."""
    number, seat = place
    jpeg, width, height = pixels
    same = (Photo.game_id == game.id, Photo.number == number, Photo.seat == seat)
    session.execute(delete(Photo).where(*same))
    photo = Photo(
        game_id=game.id,
        number=number,
        seat=seat,
        kept=kept,
        width=width,
        height=height,
        jpeg=jpeg,
        taken=now(),
    )
    session.add(photo)
    session.flush()
    tidy(session, game)
    return photo


def forget_old(session: Session) -> None:
    """Delete every photo that is older than stated, in all games."""
    session.execute(delete(Photo).where(Photo.taken < now() - timedelta(days=KEPT_DAYS)))
    session.execute(delete(Photo).where(Photo.kept.is_(False), Photo.taken < now() - SHOWN_FOR))


def tidy(session: Session, game: Game) -> None:
    """Delete what is too old, and the oldest of a game that has too many."""
    forget_old(session)
    newest = select(Photo.id).where(Photo.game_id == game.id).order_by(Photo.id.desc())
    kept = session.scalars(newest.limit(MOST_IN_A_GAME)).all()
    session.execute(delete(Photo).where(Photo.game_id == game.id, Photo.id.not_in(kept)))


def forget_unkept(session: Session, game: Game, number: int) -> None:
    """Delete a round's photos that nobody wanted to keep."""
    session.execute(
        delete(Photo).where(Photo.game_id == game.id, Photo.number == number, Photo.kept.is_(False))
    )


def photo_of(session: Session, game: Game, number: int) -> Photo | None:
    """Find a photo of this game by its number."""
    return session.scalar(select(Photo).where(Photo.game_id == game.id, Photo.id == number))
