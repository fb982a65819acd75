"""Measure the whole pipeline on labelled photos: ``python -m models.training.evaluate INDEX.jsonl``.

Prints, for all photos and for each source: tiles found and right (precision, recall, F1), photos
without any error, silent errors (wrong and not marked unsure), tiles unsure but right, jokers missed
or invented, and the confusions by number and colour. Rendered folders are measured alike.

Cards are compared as a set for each photo, because what counts is the card and not which of its
indices was seen; boxes round corners name each card of the one deck in the photo at least once.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from datasets.real import RealPhoto, load_real
from engine.tiles import CARD_COLOURS
from models import FOLDER
from models.training.data import READABLE, load_photos
from vision import decode, sessions
from vision.detections import bounds
from vision.detector import Sizes
from vision.draw import draw
from vision.packs import PACKS
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
    twice: int = 0
    confusions: Counter[tuple[str, str]] = field(default_factory=Counter)
    labels: Counter[str] = field(default_factory=Counter)
    hits: Counter[str] = field(default_factory=Counter)

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
            "twice",
        ):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.confusions += other.confusions
        self.labels += other.labels
        self.hits += other.hits

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
            "counted_twice": self.twice,
        }

    def recall_by(self, part: Callable[[str], str]) -> dict[str, float]:
        """Return the share of labels found and right, grouped by a part of them."""
        total: Counter[str] = Counter()
        right: Counter[str] = Counter()
        for label, n in self.labels.items():
            total[part(label)] += n
            right[part(label)] += self.hits[label]
        return {key: round(right[key] / n, 3) for key, n in sorted(total.items())}


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
    tally.labels.update(photo.tiles)
    for label, sighting in pairs:
        said = str(sighting.tile)
        if said == label:
            tally.right += 1
            tally.hits[label] += 1
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
        tally.twice += str(sighting.tile) in photo.tiles
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
        label, sighting = max(
            ((a, s) for a in left for s in extra),
            key=lambda pair: _likeness(pair[0], str(pair[1].tile)),
        )
        left.remove(label)
        extra.remove(sighting)
        pairs.append((label, sighting))
    return pairs, left, extra


def _likeness(a: str, b: str) -> int:
    return sum(part(a) == part(b) for part in (number_of, colour_of))


def number_of(label: str) -> str:
    """Return what is printed as number or rank: ``7``, ``Q``, ``*``."""
    return label[:-1] if label[-1:] in CARD_COLOURS else label[1:] or label


def colour_of(label: str) -> str:
    """Return the letter of colour or suit, ``*`` for a joker."""
    return label[-1] if label[-1:] in CARD_COLOURS else label[0]


def _on_edge(sighting: Sighting, photo: RealPhoto) -> bool:
    quad = np.array(sighting.quad) / (photo.width, photo.height)
    return bool((quad < EDGE).any() or (quad > 1 - EDGE).any())


def as_cards(photo: RealPhoto) -> RealPhoto:
    """Return the photo with its cards as a set instead of boxes round their corners."""
    if not photo.boxes:
        return photo
    return replace(photo, labels=(), boxes=(), rows=(tuple(sorted(set(photo.labels))),))


def _rendered_cards(folder: Path) -> list[RealPhoto]:
    """Return rendered photos with the cards of which an index can be read."""
    photos = []
    for line in (folder / "labels.jsonl").read_text().splitlines():
        r = json.loads(line)
        cards = {o["card"]: o["label"] for o in r["objects"] if o["label"] in READABLE}
        hidden = {o["card"] for o in r["objects"]} - set(cards)
        photos.append(
            RealPhoto(
                folder / r["image"],
                "rendered",
                "",
                "table",
                r["width"],
                r["height"],
                (),
                (),
                (tuple(cards.values()),),
                bool(hidden),
            )
        )
    return photos


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
    photos: Iterable[RealPhoto], drawings: Path | None, *, verbose: bool, pack: str = "tiles"
) -> dict[str, Tally]:
    """Read all photos and return a tally for ``all`` and for each source."""
    tallies: dict[str, Tally] = {"all": Tally()}
    for photo in photos:
        data = photo.path.read_bytes()
        try:
            reading = read(data, pack=pack)
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
    print(
        "missed",
        sum(n for (_, b), n in confusions.items() if b == "missed"),
        "invented",
        sum(n for (a, _), n in confusions.items() if a == "nothing"),
    )
    for name, part in (("numbers", number_of), ("colours", colour_of)):
        merged: Counter[tuple[str, str]] = Counter()
        for (a, b), n in confusions.items():
            if a != "nothing" and b != "missed" and part(a) != part(b):
                merged[part(a), part(b)] += n
        print(
            f"{name} confused:",
            ", ".join(f"{a} as {b}: {n}" for (a, b), n in merged.most_common(12)) or "none",
        )
        print(f"{name} found and right:", json.dumps(tallies["all"].recall_by(part)))


def leave_out(part: str, pack: str) -> None:
    """Switch off a part of the reading, to measure what it contributes."""
    view = PACKS[pack]
    if part == "neighbours":
        decode.NEIGHBOUR_TRUST = 0.0
    elif part == "pack":
        PACKS[pack] = replace(view, copies=999, jokers=999)
    else:
        PACKS[pack] = replace(view, sizes=Sizes(view.sizes.best, small=0.0))


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
    parser.add_argument("--pack", choices=PACKS, default="tiles")
    parser.add_argument(
        "--without", choices=("neighbours", "pack", "closer"), help="a part to switch off"
    )
    args = parser.parse_args()
    if args.models:
        sessions.use_folder(args.models)
    if args.without:
        leave_out(args.without, args.pack)
    on_cards = PACKS[args.pack].on_cards
    if args.index.is_dir():
        photos = (_rendered_cards if on_cards else _rendered)(args.index)
    else:
        photos = load_real(args.index)
        if on_cards:
            photos = [as_cards(photo) for photo in photos]
    tallies = evaluate(photos[: args.most], args.draw, verbose=args.verbose, pack=args.pack)
    report(tallies)
    if args.record:
        path = (args.models or FOLDER) / f"{args.pack}.json"
        card = json.loads(path.read_text())
        card["figures"][args.record] = {
            source: tally.figures() for source, tally in tallies.items()
        }
        path.write_text(json.dumps(card, indent=1) + "\n")


if __name__ == "__main__":
    main()
