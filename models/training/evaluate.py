"""Measure the whole pipeline on labelled photos: ``python -m models.training.evaluate INDEX.jsonl``.

Prints, for all photos and for each source: tiles found and right (precision, recall, F1), photos
without any error, silent errors (wrong and not marked unsure), tiles unsure but right, jokers missed
or invented, and the confusions by number and colour. Rendered folders are measured alike.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from datasets.real import RealPhoto, load_real
from models import FOLDER
from models.training.data import READABLE, load_photos
from vision import sessions
from vision.detections import bounds
from vision.draw import draw
from vision.photo import UnreadablePhoto
from vision.reading import Reading, Sighting, read

ENOUGH_OVERLAP = 0.5  # intersection over union of boxes that makes them one tile
EDGE = 0.004  # of the photo: a reading that touches the frame may be a tile nobody labelled


@dataclass(slots=True)
class Tally:
    """Counts over photos; figures are computed from them."""

    photos: int = 0
    whole: int = 0
    whole_after_questions: int = 0
    labelled: int = 0
    read: int = 0
    right: int = 0
    silent: int = 0
    unsure_right: int = 0
    joker_errors: int = 0
    confusions: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        """Add another tally to this one."""
        for name in (
            "photos",
            "whole",
            "whole_after_questions",
            "labelled",
            "read",
            "right",
            "silent",
            "unsure_right",
            "joker_errors",
        ):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.confusions += other.confusions

    def figures(self) -> dict[str, float]:
        """Return the figures as shares."""
        precision = self.right / max(self.read, 1)
        recall = self.right / max(self.labelled, 1)
        return {
            "photos": self.photos,
            "tiles": self.labelled,
            "precision": round(precision, 4),
            "recall": round(recall, 4),
            "f1": round(2 * precision * recall / max(precision + recall, 1e-9), 4),
            "photos_without_error": round(self.whole / max(self.photos, 1), 4),
            "photos_without_error_after_questions": round(
                self.whole_after_questions / max(self.photos, 1), 4
            ),
            "silent_errors": self.silent,
            "unsure_but_right": round(self.unsure_right / max(self.labelled, 1), 4),
            "joker_errors": self.joker_errors,
        }


def judge(photo: RealPhoto, reading: Reading | None) -> Tally:
    """Compare a reading with the labels of its photo."""
    sightings = list(reading.sightings) if reading else []
    if photo.boxes:
        pairs, missed, extra = _match(photo, sightings)
    else:
        pairs, missed, extra = _match_sets(photo, sightings)
    extra = [s for s in extra if not (photo.incomplete or _on_edge(s, photo))]
    tally = Tally(photos=1, labelled=len(photo.tiles))
    tally.read = len(pairs) + len(extra)
    for label, sighting in pairs:
        said = str(sighting.tile)
        if said == label:
            tally.right += 1
            tally.unsure_right += sighting.unsure
        else:
            tally.confusions[label, said] += 1
            tally.silent += not sighting.unsure
            tally.joker_errors += "*" in (label, said)
    for label in missed:
        tally.confusions[label, "missed"] += 1
        tally.joker_errors += label == "*"
    for sighting in extra:
        tally.confusions["nothing", str(sighting.tile)] += 1
        tally.silent += not sighting.unsure
        tally.joker_errors += str(sighting.tile) == "*"
    wrong = [s for label, s in pairs if str(s.tile) != label] + extra
    tally.whole = int(not wrong and not missed)
    # A question that is asked is answered; a tile that was never found cannot be asked about.
    tally.whole_after_questions = int(not missed and all(s.unsure for s in wrong))
    return tally


def _match(
    photo: RealPhoto, sightings: list[Sighting]
) -> tuple[list[tuple[str, Sighting]], list[str], list[Sighting]]:
    boxes = np.array(photo.boxes, np.float32).reshape(-1, 4)
    seen = bounds(np.array([s.quad for s in sightings], np.float32).reshape(-1, 4, 2))
    overlap = overlaps(boxes, seen)
    pairs, free_labels, free_seen = [], set(range(len(boxes))), set(range(len(seen)))
    for i, j in sorted(np.ndindex(overlap.shape), key=lambda ij: -overlap[ij]):
        if overlap[i, j] < ENOUGH_OVERLAP:
            break
        if i in free_labels and j in free_seen:
            free_labels.discard(i)
            free_seen.discard(j)
            pairs.append((photo.labels[i], sightings[j]))
    return (
        pairs,
        [photo.labels[i] for i in sorted(free_labels)],
        [sightings[j] for j in sorted(free_seen)],
    )


def overlaps(a: np.ndarray, b: np.ndarray) -> np.ndarray:  # type: ignore[type-arg]
    low = np.maximum(a[:, None, :2], b[None, :, :2])
    high = np.minimum(a[:, None, 2:], b[None, :, 2:])
    shared = np.clip(high - low, 0, None).prod(-1)
    size_a, size_b = (a[:, 2:] - a[:, :2]).prod(-1), (b[:, 2:] - b[:, :2]).prod(-1)
    return shared / np.maximum(size_a[:, None] + size_b[None] - shared, 1e-6)


def _match_sets(
    photo: RealPhoto, sightings: list[Sighting]
) -> tuple[list[tuple[str, Sighting]], list[str], list[Sighting]]:
    left = list(photo.tiles)
    pairs, extra = [], []
    for sighting in sightings:
        label = str(sighting.tile)
        if label in left:
            left.remove(label)
            pairs.append((label, sighting))
        else:
            extra.append(sighting)
    # The same number of tiles: what is left over on both sides are misreadings, not ghosts.
    while left and extra:
        pairs.append((left.pop(), extra.pop()))
    return pairs, left, extra


def _on_edge(sighting: Sighting, photo: RealPhoto) -> bool:
    quad = np.array(sighting.quad) / (photo.width, photo.height)
    return bool((quad < EDGE).any() or (quad > 1 - EDGE).any())


def _rendered(folder: Path) -> list[RealPhoto]:
    photos = []
    for photo in load_photos(folder):
        keep = [i for i, label in enumerate(photo.labels) if label in READABLE]
        hidden = any(label == "?" for label in photo.labels)
        boxes = bounds(photo.quads[keep]) if keep else np.zeros((0, 4))
        labels = tuple(photo.labels[i] for i in keep)
        photos.append(
            RealPhoto(
                photo.path,
                "rendered",
                "",
                "table",
                0,
                0,
                labels,
                tuple(map(tuple, boxes.tolist())),
                (),
                hidden,
            )
        )
    return photos


def evaluate(
    photos: Iterable[RealPhoto], drawings: Path | None, *, verbose: bool
) -> dict[str, Tally]:
    """Read all photos and return a tally for ``all`` and for each source."""
    tallies: dict[str, Tally] = {"all": Tally()}
    for photo in photos:
        data = photo.path.read_bytes()
        try:
            reading = read(data)
        except UnreadablePhoto:
            reading = None
        if photo.width == 0 and reading:
            photo = RealPhoto(
                photo.path,
                photo.source,
                photo.session,
                photo.kind,
                reading.width,
                reading.height,
                photo.labels,
                photo.boxes,
                (),
                photo.incomplete,
            )
        tally = judge(photo, reading)
        tallies["all"].add(tally)
        tallies.setdefault(photo.source, Tally()).add(tally)
        if drawings and reading:
            drawings.mkdir(parents=True, exist_ok=True)
            (drawings / photo.path.with_suffix(".jpg").name).write_bytes(draw(data, reading))
        if verbose and tally.confusions:
            wrong = ", ".join(
                f"{a} as {b}" + (f" x{n}" if n > 1 else "")
                for (a, b), n in tally.confusions.items()
            )
            print(f"{photo.path.name}: {wrong}", flush=True)
    return tallies


def report(tallies: dict[str, Tally]) -> None:
    """Print the figures of each source and the confusions of all."""
    for source, tally in tallies.items():
        print(source, json.dumps(tally.figures()))
    confusions = tallies["all"].confusions
    numbers = Counter(
        {
            (a[1:], b[1:]): n
            for (a, b), n in confusions.items()
            if a[1:] != b[1:] and a[1:].isdigit() and b[1:].isdigit()
        }
    )
    colours = Counter(
        {
            (a[0], b[0]): n
            for (a, b), n in confusions.items()
            if a[0] != b[0] and b != "missed" and a != "nothing"
        }
    )
    print(
        "missed",
        sum(n for (_, b), n in confusions.items() if b == "missed"),
        "invented",
        sum(n for (a, _), n in confusions.items() if a == "nothing"),
    )
    for name, counter in (("numbers", numbers), ("colours", colours)):
        merged: Counter[tuple[str, str]] = Counter()
        for (a, b), _ in counter.items():
            merged[a, b] = sum(
                n
                for (x, y), n in confusions.items()
                if _part(x, name) == a and _part(y, name) == b and x != y
            )
        print(
            f"{name} confused:",
            ", ".join(f"{a} as {b}: {n}" for (a, b), n in merged.most_common(12)) or "none",
        )


def _part(label: str, name: str) -> str:
    return label[1:] if name == "numbers" else label[0]


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the reading on labelled photos.")
    parser.add_argument(
        "index", type=Path, help="an index .jsonl of real photos, or a folder of rendered ones"
    )
    parser.add_argument(
        "--draw", type=Path, help="folder for the photos with their readings drawn on"
    )
    parser.add_argument(
        "--models", type=Path, help="folder with other weights and card than the installed ones"
    )
    parser.add_argument(
        "--record", metavar="NAME", help="write the figures into the card under this name"
    )
    parser.add_argument("--most", type=int, help="measure only so many photos")
    parser.add_argument("--verbose", action="store_true", help="name every error")
    args = parser.parse_args()
    if args.models:
        sessions.use_folder(args.models)
    photos = _rendered(args.index) if args.index.is_dir() else load_real(args.index)
    tallies = evaluate(photos[: args.most], args.draw, verbose=args.verbose)
    report(tallies)
    if args.record:
        path = (args.models or FOLDER) / "tiles.json"
        card = json.loads(path.read_text())
        card["figures"][args.record] = {
            source: tally.figures() for source, tally in tallies.items()
        }
        path.write_text(json.dumps(card, indent=1) + "\n")


if __name__ == "__main__":
    main()
