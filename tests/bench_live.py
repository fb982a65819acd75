"""Print how well and how fast films are read: ``python -m tests.bench_live --count 16``.

Of every film: each frame read alone; of those the best as it can be chosen without knowing what lies
there (the sharpest, and the one whose reading believes in the most tiles) and as only the truth can
choose it; against the fused reading.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections import Counter
from dataclasses import dataclass, field

import cv2
import numpy as np

from datasets.films import RATE, Film, frames_of
from datasets.fonts import find_typefaces
from datasets.render import weighted
from vision.camera.camera import Frame
from vision.detector import Image
from vision.following.follower import Follower
from vision.packs import PACKS
from vision.photo import Photo, sharpness
from vision.reading import Clock, Reading, composed, look
from vision.sessions import card_of


@dataclass
class Count:
    """Right, missed and invented tiles of many films."""

    right: int = 0
    missed: int = 0
    invented: int = 0
    whole: int = 0
    films: int = 0

    def add(self, seen: Counter[str], true: Counter[str]) -> None:
        right = (seen & true).total()
        self.right += right
        self.missed += true.total() - right
        self.invented += seen.total() - right
        self.whole += seen == true
        self.films += 1

    def __str__(self) -> str:
        f1 = 2 * self.right / max(2 * self.right + self.missed + self.invented, 1)
        return (
            f"errors {max(self.missed, self.invented):4d}  missed {self.missed:3d}  "
            f"invented {self.invented:3d}  F1 {100 * f1:5.1f} %  without error {self.whole}/{self.films}"
        )


@dataclass
class Times:
    """What following costs."""

    wall: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)
    until: list[float] = field(default_factory=list)
    never: int = 0
    wrong: int = 0
    wrong_silent: int = 0
    answers: int = 0


def alone(frame: Image) -> tuple[Counter[str], float]:
    """Return the tiles of one frame read by itself, and how many of them it believes in."""
    card, view = card_of("tiles"), PACKS["tiles"]
    pieces, _ = look(frame, view, card, Clock(), None)
    height, width = frame.shape[:2]
    rows, _ = composed(pieces, view, card, Photo(frame, width, height))
    tiles = [s for row in rows for s in row]
    return Counter(str(s.tile) for s in tiles), sum(s.confidence - 0.5 for s in tiles)


def measure(film: Film, counts: dict[str, Count], times: Times) -> None:
    """Read a film in every way and add what came of it."""
    singles, beliefs = zip(*(alone(f) for f in film.frames), strict=True)
    wrong = [(s - film.tiles).total() + (film.tiles - s).total() for s in singles]
    counts["best single frame, knowing the truth"].add(singles[int(np.argmin(wrong))], film.tiles)
    sharpest = int(np.argmax([sharpness(f) for f in film.frames]))
    counts["sharpest single frame"].add(singles[sharpest], film.tiles)
    counts["surest single frame"].add(singles[int(np.argmax(beliefs))], film.tiles)
    for single in singles:
        counts["every single frame"].add(single, film.tiles)
    follower = Follower()
    first = None
    steady: Reading | None = None
    before = None
    for i, pixels in enumerate(film.frames):
        wall, cpu = time.perf_counter(), time.process_time()
        view = follower.see(Frame(pixels, i, i / RATE))
        times.wall.append(time.perf_counter() - wall)
        times.cpu.append(time.process_time() - cpu)
        if view.stable and first is None:
            first = i / RATE
        if view.stable and view.steady:
            steady = view.steady
            words = Counter(str(s.tile) for s in steady.sightings)
            if words != before:
                times.answers += 1
                times.wrong += words != film.tiles
                times.wrong_silent += words != film.tiles and not any(
                    s.unsure for s in steady.sightings
                )
            before = words
    last = steady or view.now
    counts["fused"].add(Counter(str(s.tile) for s in last.sightings), film.tiles)
    times.never += first is None
    if first is not None:
        times.until.append(first)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=16)
    parser.add_argument("--seed", type=int, default=500)
    args = parser.parse_args()
    cv2.setNumThreads(2)
    faces = [f for f in weighted(find_typefaces()) if f.held_out]
    names = (
        "every single frame",
        "sharpest single frame",
        "surest single frame",
        "best single frame, knowing the truth",
        "fused",
    )
    kinds: dict[str, dict[str, Count]] = {}
    times = Times()
    for film in frames_of(args.seed, args.count, faces):
        counts = kinds.setdefault(film.kind, {name: Count() for name in names})
        measure(film, counts, times)
    for kind, counts in kinds.items():
        print(kind)
        for name in names:
            print(f"  {name:38s} {counts[name]}")
    print("all")
    for name in names:
        total = Count()
        for counts in kinds.values():
            for part in ("right", "missed", "invented", "whole", "films"):
                setattr(total, part, getattr(total, part) + getattr(counts[name], part))
        print(f"  {name:38s} {total}")
    middle = statistics.median(times.until) if times.until else float("nan")
    print(
        f"stable answers: {times.answers}, wrong {times.wrong} ({times.wrong_silent} without a doubt); "
        f"seconds until the first: median {middle:.1f}, most {max(times.until, default=0):.1f}; "
        f"films without one: {times.never}"
    )
    wall, cpu = sorted(times.wall), statistics.mean(times.cpu)
    print(
        f"a frame of 1280 x 720: median {1000 * statistics.median(wall):.0f} ms, "
        f"p95 {1000 * wall[int(0.95 * len(wall))]:.0f} ms, CPU {1000 * cpu:.0f} ms; "
        f"{1 / statistics.mean(wall):.1f} readings a second"
    )


if __name__ == "__main__":
    main()
