"""`meldcam read`: photos on disk, each read and printed, a bad one among them told in its place."""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from server.desk import Reader, read_with_vision

# What a reading says of the set that was to help.
SET_TOLD = {
    "differs": "these do not look like the set: read without it",
    "older": "the set was taught to other weights: read without it; teach it once more",
    "pack": "the set is of another pack: read without it",
    "broken": "the file holds no set: read without it",
    "newer": "the set was saved by another version: read without it; teach it once more",
    "too-large": "the file is too large for a set: read without it",
}


def run(args: argparse.Namespace, read: Reader = read_with_vision) -> int:
    """Read every photo; 1 if any of them could not be read."""
    try:
        if args.draw:
            args.draw.mkdir(parents=True, exist_ok=True)
    except OSError as trouble:
        print(f"{args.draw}: {trouble.strerror}", file=sys.stderr)
        return 2
    if args.set is not None:
        try:
            taught = args.set.read_bytes()
        except OSError as trouble:
            print(f"{args.set}: {trouble.strerror}", file=sys.stderr)
            return 2
        read = partial(read_with_vision, taught=taught)
    failed = False
    for path, drawing in zip(args.photos, _drawings(args.photos, args.draw), strict=True):
        reading = _read(path, args, drawing, read)
        failed = failed or reading["error"] is not None
        print(json.dumps(reading) if args.json else _describe(reading), flush=True)
    return int(failed)


def _drawings(photos: Sequence[Path], folder: Path | None) -> list[Path | None]:
    """Name a drawing for each photo; photos of one name in different folders get numbers."""
    if folder is None:
        return [None] * len(photos)
    seen: Counter[str] = Counter()
    names: list[Path | None] = []
    for photo in photos:
        seen[photo.stem] += 1
        number = seen[photo.stem]
        names.append(folder / f"{photo.stem}{f'-{number}' if number > 1 else ''}.jpg")
    return names


def _read(
    path: Path, args: argparse.Namespace, drawing: Path | None, read: Reader
) -> dict[str, Any]:
    from vision.photo import UnreadablePhoto

    pack = args.pack
    try:
        data = path.read_bytes()
    except OSError as trouble:
        return _refused(path, pack, "no-file", f"{trouble.strerror or trouble}")
    try:
        reading = read(data, pack=pack, copies=args.decks)
        if drawing:
            _draw(drawing, data, reading)
        return reading.to_json(str(path))
    except UnreadablePhoto as refusal:
        return _refused(path, pack, refusal.code, refusal.text)
    except Exception as trouble:
        print(f"{path}: {trouble!r}", file=sys.stderr)
        return _refused(path, pack, "internal", "Something went wrong while reading this photo.")


def _draw(drawing: Path, data: bytes, reading: Any) -> None:
    from vision.draw import draw

    drawing.write_bytes(draw(data, reading))


def _refused(path: Path, pack: str, code: str, text: str) -> dict[str, Any]:
    return {
        "photo": str(path),
        "pack": pack,
        "width": None,
        "height": None,
        "rows": [],
        "melds": [],
        "ms": None,
        "error": {"code": code, "text": text},
    }


def _describe(reading: dict[str, Any]) -> str:
    if reading["error"]:
        return f"{reading['photo']}: {reading['error']['text']}"
    tiles = [sighting for row in reading["rows"] for sighting in row]
    unsure = [sighting for sighting in tiles if sighting["unsure"]]
    what = reading["pack"] if len(tiles) != 1 else reading["pack"][:-1]
    lines = [f"{reading['photo']}: {len(tiles)} {what}, {reading['ms']['total']:.0f} ms"]
    if told := SET_TOLD.get(reading.get("set", "fits")):
        lines.append(f"  {told}")
    lines += ["  " + " ".join(_mark(sighting) for sighting in row) for row in reading["rows"]]
    for sighting in unsure:
        names = [tile for tile, _ in sighting["alternatives"] if tile != sighting["tile"]]
        maybe = f", maybe {' or '.join(names)}" if names else ""
        lines.append(f"  unsure: {sighting['tile']} ({sighting['confidence']:.0%}){maybe}")
    return "\n".join(lines)


def _mark(sighting: dict[str, Any]) -> str:
    return f"{sighting['tile']}{'?' if sighting['unsure'] else ''}"
