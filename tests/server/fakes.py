"""A reader that needs no networks."""

from collections.abc import Callable
from typing import Any


class FakeReading:
    """A reading with three tiles, the last of them unsure."""

    def to_json(self, photo: str) -> dict[str, Any]:
        """Return what a real reading returns."""

        def sighting(tile: str, left: int, *, unsure: bool = False) -> dict[str, Any]:
            return {
                "tile": tile,
                "confidence": 0.6 if unsure else 0.99,
                "unsure": unsure,
                "alternatives": [["r9", 0.6], ["r6", 0.4]] if unsure else [],
                "quad": [[left, 10], [left + 30, 10], [left + 30, 50], [left, 50]],
            }

        return {
            "photo": photo,
            "pack": "tiles",
            "width": 200,
            "height": 100,
            "rows": [[sighting("r7", 10), sighting("r8", 45), sighting("r9", 80, unsure=True)]],
            "melds": ["r7 r8 r9"],
            "ms": {"decode": 1, "detect": 2, "classify": 3, "total": 6},
            "error": None,
        }


def fake_read(
    data: bytes,
    *,
    pack: str = "tiles",
    copies: int = 2,
    progress: Callable[[str], None] | None = None,
) -> FakeReading:
    """Read a photo that consists of a word."""
    from vision.photo import UnreadablePhoto

    if data == b"dark":
        raise UnreadablePhoto("too-dark", "The photo is too dark.")
    if data == b"bug":
        raise ZeroDivisionError("a secret of the house")
    for stage in ("decode", "detect", "classify"):
        if progress:
            progress(stage)
    return FakeReading()
