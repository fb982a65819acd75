"""A reading made up for the tests: every tile where it can be tapped, two of them unsure."""

import io
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PIL import Image, ImageDraw, ImageFont

SIZE = (1200, 800)
TILE = (110, 150)
INKS = {"r": "#c4161c", "b": "#0b57b8", "k": "#1d1d1f", "y": "#d98b0a", "*": "#7a2a8c"}
# The rows of a rack; after "?" stand the tiles it might be as well.
RACK = ("r7 r8 r9?r6 b1 k1 y1 *", "y10 k10 b5 b6?b8,k6 r13 k13 y4")
BOARD = ("b2 b3 b4 b5 b6 b11 k1 k8", "k11 k13 r8 y3 y8 * *")


@dataclass(frozen=True, slots=True)
class MadeUp:
    """A reading of the given rows."""

    rows: tuple[str, ...]

    def to_json(self, photo: str) -> dict[str, Any]:
        """Return the reading as the page gets it."""
        return {
            "photo": photo,
            "pack": "tiles",
            "width": SIZE[0],
            "height": SIZE[1],
            "rows": [[_sighting(*spot) for spot in row] for row in places(self.rows)],
            "melds": [" ".join(spot[0] for spot in row) for row in places(self.rows)],
            "ms": {"decode": 1, "detect": 1, "classify": 1, "total": 3},
            "error": None,
        }


Spot = tuple[str, list[str], int, int]


def places(rows: tuple[str, ...]) -> list[list[Spot]]:
    """Return each tile with its alternatives and its upper left corner."""
    placed = []
    for number, row in enumerate(rows):
        pieces = [piece.partition("?") for piece in row.split()]
        left = (SIZE[0] - len(pieces) * TILE[0]) // 2
        placed.append(
            [
                (tile, others.split(",") if others else [], left + at * TILE[0], 180 + number * 240)
                for at, (tile, _, others) in enumerate(pieces)
            ]
        )
    return placed


def photo(rows: tuple[str, ...]) -> bytes:
    """Draw a picture that shows these rows."""
    picture = Image.new("RGB", SIZE, "#5c4634")
    draw = ImageDraw.Draw(picture)
    font = ImageFont.load_default(64)
    for row in places(rows):
        for tile, _, x, y in row:
            box = (x + 2, y, x + TILE[0] - 2, y + TILE[1])
            draw.rounded_rectangle(box, 14, fill="#f8f0dc", outline="#c8b48c", width=3)
            middle = (x + TILE[0] / 2, y + TILE[1] * 0.42)
            draw.text(middle, tile[1:] or "J", fill=INKS[tile[0]], font=font, anchor="mm")
    out = io.BytesIO()
    picture.save(out, "JPEG", quality=88)
    return out.getvalue()


def reader(rows: tuple[str, ...]) -> Callable[..., MadeUp]:
    """Return a reader that finds these rows in every photo."""

    def read(
        data: bytes,
        *,
        pack: str = "tiles",
        copies: int = 2,
        progress: Callable[[str], None] | None = None,
    ) -> MadeUp:
        for stage in ("decode", "detect", "classify"):
            if progress:
                progress(stage)
        return MadeUp(rows)

    return read


def _sighting(tile: str, others: list[str], x: int, y: int) -> dict[str, Any]:
    share = 1 / (1 + len(others))
    wide, tall = TILE
    return {
        "tile": tile,
        "confidence": share,
        "unsure": bool(others),
        "alternatives": [[name, share] for name in (tile, *others)],
        "quad": [[x, y], [x + wide, y], [x + wide, y + tall], [x, y + tall]],
    }
