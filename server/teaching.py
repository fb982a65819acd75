"""`meldcam teach`: a set learned from a photo of known tiles, written as a file."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine.tiles import Tile, UnknownTile, parse, show

AS_SEEN = "as-seen"


class _Misuse(Exception):  # noqa: N818 - the house name
    """What cannot be done, in words."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code
        self.text = text


def run(args: argparse.Namespace) -> int:
    """Learn the photo, or tell what it shows; 1 when it cannot be learned, 2 for misuse."""
    from vision.photo import UnreadablePhoto
    from vision.teaching.profile import BrokenProfile

    try:
        told = _learn(args)
    except _Misuse as trouble:
        return _fail(args, trouble.code, trouble.text, 2)
    except UnreadablePhoto as trouble:
        return _fail(args, trouble.code, trouble.text, 1)
    except BrokenProfile as trouble:
        return _fail(args, trouble.code, str(trouble), 1)
    except OSError as trouble:
        return _fail(args, "no-file", f"{trouble.filename}: {trouble.strerror}", 2)
    print(json.dumps(told) if args.json else _describe(told))
    return 0


def _learn(args: argparse.Namespace) -> dict[str, Any]:
    from vision.teaching.lesson import learn, look, suggest
    from vision.teaching.profile import SetProfile

    if args.tiles and not args.out:
        raise _Misuse("no-out", "name the file to write with --out FILE.meldset")
    known = SetProfile.from_bytes(args.add_to.read_bytes()) if args.add_to else None
    data = args.photo.read_bytes()
    reading, dark = look(data, pack=args.pack)
    seen = [[sighting.tile for sighting in row] for row in reading.rows]
    rows = suggest(seen, args.pack)
    told: dict[str, Any] = {
        "photo": str(args.photo),
        "pack": args.pack,
        "dark": dark,
        "rows": [show(row) for row in rows],
        "out": None,
        "faces": None,
        "lessons": None,
        "error": None,
    }
    if not args.tiles:
        return told
    if args.tiles != AS_SEEN:
        rows = _rows(args.tiles, seen)
    shown = [
        (tile, sighting.quad)
        for row, sightings in zip(rows, reading.rows, strict=True)
        for tile, sighting in zip(row, sightings, strict=True)
    ]
    profile = learn(data, shown, name=args.name, pack=args.pack, dark=dark)
    if known is not None:
        profile = known.merged(profile)
    _write(args.out, profile.to_bytes())
    rows_told = [show(row) for row in rows]
    return told | {
        "rows": rows_told,
        "out": str(args.out),
        "faces": profile.faces,
        "lessons": profile.lessons,
    }


def _rows(text: str, seen: Sequence[Sequence[Tile]]) -> list[list[Tile]]:
    """Return the rows named; they must be as long as those seen."""
    try:
        rows = [list(parse(row)) for row in text.split("/")]
    except UnknownTile as trouble:
        raise _Misuse("unknown-tile", str(trouble)) from None
    lengths, found = [len(row) for row in rows], [len(row) for row in seen]
    if lengths != found:
        raise _Misuse(
            "rows-differ",
            f"the photo shows rows of {_counts(found)} tiles, --tiles names {_counts(lengths)}",
        )
    return rows


def _counts(lengths: Sequence[int]) -> str:
    return ", ".join(map(str, lengths)) or "no"


def _write(path: Path, data: bytes) -> None:
    """Write the whole file or nothing: the old one stays until then."""
    fresh = path.with_name(f".{path.name}.part")
    fresh.write_bytes(data)
    fresh.replace(path)


def _describe(told: dict[str, Any]) -> str:
    rows = [f"  {row}" for row in told["rows"]]
    if told["out"] is None:
        kind = "dark tiles, " if told["dark"] else ""
        head = f"{told['photo']}: {kind}{len(rows)} rows; nothing learned yet"
        return "\n".join(
            [
                head,
                *rows,
                f"If that is right: --tiles {AS_SEEN} --out FILE.meldset; else name the rows.",
            ]
        )
    photos = "photo" if told["lessons"] == 1 else "photos"
    return f"{told['out']}: {told['faces']} faces from {told['lessons']} {photos}"


def _fail(args: argparse.Namespace, code: str, text: str, status: int) -> int:
    if args.json:
        print(json.dumps({"photo": str(args.photo), "error": {"code": code, "text": text}}))
    else:
        print(text, file=sys.stderr)
    return status
