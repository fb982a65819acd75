"""The labelled photo sets: one JSON object a line, pictures in the folder of the same name.

``objects`` hold ``label`` and an axis-aligned ``box`` (of a tile; ``what`` tells of cards whether it
is round a ``corner`` or the whole ``card``); ``rows``, or ``cards`` in no order, stand instead where a
photo was labelled by eye. See the README for where the sets come from.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class RealPhoto:
    """A real photo: ``boxes`` x0, y0, x1, y1 in upright pixels, or only ``rows`` of labels."""

    path: Path
    source: str
    session: str
    kind: str
    width: int
    height: int
    labels: tuple[str, ...]
    boxes: tuple[Box, ...]
    rows: tuple[tuple[str, ...], ...]
    incomplete: bool
    what: tuple[str, ...] = ()

    @property
    def tiles(self) -> tuple[str, ...]:
        """All labels, from the boxes where there are any."""
        return self.labels or tuple(label for row in self.rows for label in row)


def load_real(index: Path) -> list[RealPhoto]:
    """Read an index such as ``tiles/dev.jsonl`` or ``cards/train.jsonl``."""
    photos = []
    for line in index.read_text().splitlines():
        r = json.loads(line)
        objects = r.get("objects", [])
        rows = r.get("rows") or ([r["cards"]] if "cards" in r else [])
        photos.append(
            RealPhoto(
                index.with_suffix("") / r["image"],
                r["source"],
                r.get("session") or r.get("group") or r["source"],
                r.get("kind") or r.get("scene", ""),
                r["width"],
                r["height"],
                tuple(o["label"] for o in objects),
                tuple(tuple(o["box"]) for o in objects),
                tuple(tuple(row.split() if isinstance(row, str) else row) for row in rows),
                bool(r.get("incomplete")),
                tuple(o["what"] for o in objects if "what" in o),
            )
        )
    return photos
