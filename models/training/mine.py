"""Find what the networks take for a face and is none: ``python -m models.training.mine FOLDER OUT``.

Reads labelled photos with trained networks and writes their labels anew with one more object, ``-``, for
every find that overlaps nothing labelled. A second training then meets its own mistakes.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np

from models.training.data import Photo, load_photos
from models.training.evaluate import overlaps
from vision import sessions
from vision.detections import bounds
from vision.detector import detect
from vision.packs import PACKS, PackView

NOTHING = 0.05  # intersection over union with every labelled face, at most


def mistakes(photo: Photo, pack: PackView) -> list[dict[str, object]]:
    """Return the finds in a photo that are no faces."""
    found = detect(sessions.session(pack.name, "detector"), photo.load(), pack.sizes)
    if not len(found):
        return []
    overlap = overlaps(bounds(photo.quads), bounds(found.quads)).max(0, initial=0)
    return [
        {"label": "-", "quad": [[round(float(v), 1) for v in corner] for corner in quad]}
        for quad in found.quads[np.flatnonzero(overlap < NOTHING)]
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description="Find false faces in labelled photos.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--models", type=Path, required=True)
    parser.add_argument("--pack", choices=PACKS, default="tiles")
    parser.add_argument("--most", type=int)
    args = parser.parse_args()
    sessions.use_folder(args.models)
    args.out.mkdir(parents=True, exist_ok=True)
    records = {}
    for line in (args.folder / "labels.jsonl").read_text().splitlines():
        record = json.loads(line)
        records[args.folder / record["image"]] = record
    photos = load_photos(args.folder)[: args.most]
    found = 0
    with (args.out / "labels.jsonl").open("w") as lines:
        for photo in photos:
            record = records[photo.path]
            false = mistakes(photo, PACKS[args.pack])
            found += len(false)
            image = str(photo.path.resolve())
            lines.write(
                json.dumps({**record, "image": image, "objects": record["objects"] + false}) + "\n"
            )
    print(f"{found} false faces in {len(photos)} photos")


if __name__ == "__main__":
    main()
