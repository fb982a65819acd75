"""What teaching a set brings: ``python -m tests.bench_teaching --strange FOLDER --photos INDEX.jsonl``.

Every set is read as it is, after one lesson, after two, and with the profile of another set. Lessons are
photos that are not measured. ``FOLDER`` comes from ``python -m datasets.strange``; of real photos the
two of each source that show most tiles are the lessons.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from datasets.real import RealPhoto, load_real
from models.training.data import READABLE
from models.training.evaluate import Tally, _match, _match_sets, judge
from vision.detections import bounds
from vision.photo import UnreadablePhoto
from vision.reading import Reading, Sighting, read
from vision.teaching.lesson import learn, look
from vision.teaching.profile import SetProfile


def lesson_of(photo: RealPhoto) -> SetProfile:
    """Teach the labelled tiles that are found in a photo, as a player who corrects the reading."""
    data = photo.path.read_bytes()
    reading, dark = look(data)
    pairs = labelled(photo, reading)
    from engine.tiles import parse

    shown = [(parse(label)[0], sighting.quad) for label, sighting in pairs]
    return learn(data, shown, name=photo.source, dark=dark)


def labelled(photo: RealPhoto, reading: Reading) -> list[tuple[str, Sighting]]:
    match = _match if photo.boxes else _match_sets
    return match(photo, list(reading.sightings))[0]


def measure(photos: Sequence[RealPhoto], profile: SetProfile | None) -> tuple[Tally, int]:
    """Return the tally of photos read with a profile, and in how many it was said to be another set's."""
    total, differs = Tally(), 0
    for photo in photos:
        try:
            reading = read(photo.path.read_bytes(), profile=profile, copies=_copies(photo))
        except UnreadablePhoto:
            reading = None
        total.add(judge(photo, reading))
        differs += bool(reading and reading.match and not reading.match.fits)
    return total, differs


def _copies(photo: RealPhoto) -> int:
    """Return how often a tile is in the pack: rendered scenes hold more than two of some."""
    counts = Counter(label for label in photo.tiles if label != "*")
    return max(2, *counts.values(), 2)


def strange(folder: Path, index: str) -> list[RealPhoto]:
    """Return rendered photos with their readable tiles; what is hidden is not counted."""
    photos = []
    for line in (folder / index).read_text().splitlines():
        r = json.loads(line)
        kept = [o for o in r["objects"] if o["label"] in READABLE]
        if not kept:
            continue
        boxes = bounds(np.array([o["quad"] for o in kept], np.float32))
        photos.append(
            RealPhoto(
                folder / r["image"],
                folder.name,
                "",
                "table",
                r["width"],
                r["height"],
                tuple(o["label"] for o in kept),
                tuple(map(tuple, boxes.tolist())),
                (),
                any(o["label"] == "?" for o in r["objects"]),
            )
        )
    return photos


def show(name: str, tally: Tally, differs: int) -> None:
    errors = sum(tally.confusions.values())
    told = f", said to be another set {differs} of {tally.photos}" if differs else ""
    print(
        f"  {name:<22} errors {errors:4d} of {tally.labelled}, silent {tally.silent:3d}, "
        f"asked although right {tally.unsure_right:4d}, photos without error "
        f"{tally.whole}/{tally.photos}, after questions {tally.whole_after_questions}{told}",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--strange", type=Path)
    parser.add_argument("--photos", type=Path)
    args = parser.parse_args()
    sets: dict[str, tuple[list[RealPhoto], list[RealPhoto]]] = {}
    if args.strange:
        for folder in sorted(args.strange.iterdir()):
            sets[folder.name] = strange(folder, "teach.jsonl"), strange(folder, "labels.jsonl")
    if args.photos:
        by_source: dict[str, list[RealPhoto]] = {}
        for photo in load_real(args.photos):
            by_source.setdefault(photo.source, []).append(photo)
        for source, photos in by_source.items():
            ordered = sorted(photos, key=lambda p: -len(p.tiles))
            sets[source] = ordered[:2], ordered[2:]
    lessons = {name: [lesson_of(photo) for photo in shown] for name, (shown, _) in sets.items()}
    names = list(sets)
    for i, (name, (_, photos)) in enumerate(sets.items()):
        one = lessons[name][0]
        both = one if one.dark != lessons[name][1].dark else one.merged(lessons[name][1])
        # Three further on: of another kind, for there are several of each.
        other = lessons[names[(i + 3) % len(names)]][0]
        print(f"{name}: {one.faces} and {lessons[name][1].faces} tiles taught")
        for title, profile in (
            ("as it is", None),
            ("after one lesson", one),
            ("after two", both),
            (f"profile of {other.name}"[:22], other),
        ):
            show(title, *measure(photos, profile))


if __name__ == "__main__":
    main()
