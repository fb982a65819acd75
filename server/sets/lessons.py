"""Between the service and `vision.teaching`, which is imported at the first lesson only."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from engine.tiles import Tile
from server.evening.refusal import Refused

if TYPE_CHECKING:
    from vision.teaching.profile import SetProfile


class Lesson:
    """A reading of the known arrangement, with what its full rows should hold."""

    def __init__(self, reading: Any, rows: list[list[Tile]], *, dark: bool) -> None:
        self._reading, self._rows, self._dark = reading, rows, dark

    def to_json(self, photo: str) -> dict[str, Any]:
        """Return the reading with the tiles suggested instead of those read."""
        told: dict[str, Any] = self._reading.to_json(photo)
        for row, tiles in zip(told["rows"], self._rows, strict=True):
            for sighting, tile in zip(row, tiles, strict=True):
                if sighting["tile"] != str(tile):
                    sighting.update(tile=str(tile), unsure=False, alternatives=[])
        return {**told, "dark": self._dark}


def look(
    data: bytes,
    *,
    pack: str = "tiles",
    copies: int = 2,
    progress: Callable[[str], None] | None = None,
) -> Lesson:
    """Read a photo of a set that may be unlike any other; raises UnreadablePhoto.

    `copies` is not asked for: a lesson may show what it likes.
    """
    from vision.teaching import lesson

    if progress:
        progress("detect")
    reading, dark = lesson.look(data, pack=pack)
    rows = [[sighting.tile for sighting in row] for row in reading.rows]
    return Lesson(reading, lesson.suggest(rows, pack), dark=dark)


def learned(
    data: bytes, shown: Sequence[tuple[Tile, Sequence[Sequence[float]]]], *, name: str, pack: str
) -> SetProfile:
    """Return what a photo teaches; whether its tiles are dark is seen again."""
    from vision.photo import UnreadablePhoto
    from vision.teaching import lesson

    with _in_words():
        try:
            dark = lesson.look(data, pack=pack)[1]
            return lesson.learn(data, shown, name=name, pack=pack, dark=dark)
        except UnreadablePhoto:
            raise Refused("set-photo") from None


def added(profile: bytes, lesson: SetProfile) -> SetProfile:
    """Return a kept profile with another lesson added."""
    with _in_words():
        return opened(profile).merged(lesson)


def opened(profile: bytes) -> SetProfile:
    """Read the file of a profile."""
    from vision.teaching.profile import SetProfile

    with _in_words():
        return SetProfile.from_bytes(profile)


def untaught(profile: bytes) -> dict[str, list[str]]:
    """Return what a set has not been shown yet: numbers (``joker`` among them) and colours."""
    from vision.packs import PACKS

    known = opened(profile)
    numbers = set(range(14)) - set(known.number.taught.tolist())
    colours = set(range(4)) - set(known.colour.taught.tolist())
    letters = PACKS[known.pack].colours
    return {
        "numbers": ["*" if n == 13 else str(n + 1) for n in sorted(numbers)],
        "colours": [letters[c] for c in sorted(colours)],
    }


@contextmanager
def _in_words() -> Iterator[None]:
    from vision.teaching.profile import BrokenProfile

    try:
        yield
    except BrokenProfile as trouble:
        raise Refused(trouble.code) from None
