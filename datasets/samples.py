"""Render the few photos that the tests and the README use: ``python -m datasets.samples``.

Their tiles are given, not drawn by lot, so that a test knows what should come of them. Lamps and
cameras are tried in order of their seed until one gives a plain photo, as a careful person takes it.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from datasets.designs import Design, sample_design
from datasets.fonts import find_typefaces
from datasets.render import Rng, Sample, render_scene, weighted
from datasets.scenes import Box, Scene, Slab, flat, look_at, rack

FOLDER = Path(__file__).parent / "samples"
SIZE = (1280, 960)

RACK = ("r7 r8 r9 . * k10 . b2 b5", "b10 y10 . y3 y4 y5 . r1 k13")
CLOSING = ("r1 r2 r3 . b7 k7 y7 . b11", "y4 y5 y6 y7 . b10 k10 r10 y10")
TABLE = ("b1 b2 b3 | r5 k5 y5", "k8 k9 k10 k11 | y12 r12 *")


def sample_rack(rng: Rng, design: Design, rows: tuple[str, ...]) -> Scene:
    """Return a rack; rows from the upper step down, ``.`` a gap."""
    placed = []
    for row in reversed(rows):
        x, tiles = 0.0, []
        for label in row.split():
            if label != ".":
                tiles.append((x, label))
            x += 0.6 if label == "." else 1.03
        placed.append([(at - x / 2 + 0.5, label) for at, label in tiles])
    return rack(rng, design, placed, half=5.2, tilt=68, hidden=-0.04, gap=0.25, wall=1.02, lip=0.06)


def sample_table(rng: Rng, design: Design, rows: tuple[str, ...]) -> Scene:
    """Return melds on a table; rows from far to near, ``|`` parts melds."""
    things: list[Box | Slab] = []
    for i, row in enumerate(rows):
        x = -4.2
        for label in row.split():
            if label != "|":
                things.append(flat(design, label, x, -2.2 * i + 1, rng.normal(0, 0.02)))
            x += 0.9 if label == "|" else 1.03
    return Scene(things, np.zeros(3), 5.0, (55, 75), False, False)


SAMPLES: dict[str, tuple[Callable[[Rng, Design, tuple[str, ...]], Scene], tuple[str, ...], int]] = {
    "rack": (sample_rack, RACK, 17),
    "closing": (sample_rack, CLOSING, 16),
    "table": (sample_table, TABLE, 16),
}


def render_sample(name: str, seed: int) -> Sample:
    """Render one of the given scenes under the lamp and camera of ``seed``."""
    make, rows, _ = SAMPLES[name]
    rng = np.random.default_rng(seed)
    plain = [
        f
        for f in weighted(find_typefaces())
        if f.family in ("DejaVu Sans", "Liberation Sans", "Roboto", "Lato")
    ]
    design = sample_design(rng, plain)
    scene = make(rng, design, rows)
    elevation = rng.uniform(25, 35) if scene.rack else rng.uniform(60, 72)
    camera = look_at(
        scene.target,
        elevation=float(elevation),
        azimuth=float(rng.normal(0, 3)),
        roll=float(rng.normal(0, 2)),
        distance=2.5 * scene.extent,
        focal=1.0 * SIZE[0],
        size=SIZE,
    )
    return render_scene(rng, design, scene, camera, SIZE)


def main() -> None:
    parser = argparse.ArgumentParser(description="Render the sample photos.")
    parser.add_argument("--seed", type=int, help="try this seed for all of them")
    parser.add_argument("--out", type=Path, default=FOLDER)
    args = parser.parse_args()
    args.out.mkdir(exist_ok=True, parents=True)
    lines = []
    for name, (_, rows, seed) in SAMPLES.items():
        sample = render_sample(name, seed if args.seed is None else args.seed)
        cv2.imwrite(str(args.out / f"{name}.jpg"), sample.image, [cv2.IMWRITE_JPEG_QUALITY, 88])
        tiles = [row.replace(".", "").replace("|", "").split() for row in rows]
        lines.append(json.dumps({"image": f"{name}.jpg", "rows": tiles, "objects": sample.objects}))
    (args.out / "labels.jsonl").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
