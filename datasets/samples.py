"""Render the few photos that the tests and the README use: ``python -m datasets.samples``.

Their tiles are given, not drawn by lot, so that a test knows what should come of them. Lamps and
cameras are tried in order of their seed until one gives a plain photo, as a careful person takes it.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from datasets.decks import sample_deck
from datasets.designs import Design, sample_design
from datasets.fonts import Typeface, find_typefaces
from datasets.hands import Hand, fan, line
from datasets.render import Rng, Sample, render_scene, weighted
from datasets.render_cards import render_hand
from datasets.scenes import Box, Scene, Slab, flat, look_at, rack

FOLDER = Path(__file__).parent / "samples"
SIZE = (1280, 960)

RACK = ("r7 r8 r9 . * k10 . b2 b5", "b10 y10 . y3 y4 y5 . r1 k13")
CLOSING = ("r1 r2 r3 . b7 k7 y7 . b11", "y4 y5 y6 y7 . b10 k10 r10 y10")
TABLE = ("b1 b2 b3 | r5 k5 y5", "k8 k9 k10 k11 | y12 r12 *")
FAN = ("3h 4h 5h 8d 8s 8c Jc Qc Kc Ad 2s * 10d",)
LAID = ("5d 6d 7d 8d | Jh Js Jc", "As 2s 3s * 5s | 9c 9h 9d")


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


def sample_cards(rng: Rng, rows: tuple[str, ...], height: float, *, held: bool) -> Hand:
    """Return a fan that is held, or melds that overlap on a table; rows as for tiles."""
    if held:
        cards = rows[0].split()
        lean = np.radians(70)
        frame = (
            np.array([0.0, 0.0, 2.0]),
            np.array([1.0, 0.0, 0.0]),
            np.array([0.0, np.cos(lean), np.sin(lean)]),
        )
        leaves = fan(rng, cards, height, frame, tidy=0.5)
        middle = np.mean([leaf.centre for leaf in leaves], axis=0)
        across = max(abs(leaf.centre[0]) for leaf in leaves) + height * 0.6
        return Hand(leaves, middle, across, (10, 30), frame[0])
    leaves = []
    for i, row in enumerate(rows):
        x = -2.2
        for meld in row.split("|"):
            cards = meld.split()
            leaves += line(rng, cards, height, x, -1.25 * height * i, 0.32, rng.normal(0, 0.02))
            x += 0.32 * len(cards) + 1.0
    return Hand(leaves, np.array([-0.2, -0.6 * height, 0.0]), 2.9, (60, 75))


CARD_SAMPLES = {"fan": (FAN, True, 10), "laid": (LAID, False, 10)}


def render_card_sample(name: str, seed: int) -> Sample:
    """Render one of the given hands, of a deck with German letters, as ``render_sample``."""
    rows, held, _ = CARD_SAMPLES[name]
    rng = np.random.default_rng(seed)
    typefaces = _plain_typefaces()
    deck = replace(
        sample_deck(rng, typefaces, []), letters="german", corners=2, joker="column-red", frame=True
    )
    hand = sample_cards(rng, rows, 1 / deck.aspect, held=held)
    camera = look_at(
        hand.target,
        elevation=float(rng.uniform(*hand.elevation)),
        azimuth=float(rng.normal(0, 3)),
        roll=float(rng.normal(0, 2)),
        distance=2.4 * hand.extent,
        focal=1.0 * SIZE[0],
        size=SIZE,
    )
    return render_hand(rng, deck, hand, camera, SIZE, typefaces, plain=True)


def _plain_typefaces() -> list[Typeface]:
    return [
        f
        for f in weighted(find_typefaces())
        if f.family in ("DejaVu Sans", "Liberation Sans", "Roboto", "Lato")
    ]


def render_sample(name: str, seed: int) -> Sample:
    """Render one of the given scenes under the lamp and camera of ``seed``."""
    make, rows, _ = SAMPLES[name]
    rng = np.random.default_rng(seed)
    design = sample_design(rng, _plain_typefaces())
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
        lines.append(_write(args.out, name, sample, rows, "tiles"))
    for name, (rows, _, seed) in CARD_SAMPLES.items():
        sample = render_card_sample(name, seed if args.seed is None else args.seed)
        lines.append(_write(args.out, name, sample, rows, "cards"))
    (args.out / "labels.jsonl").write_text("\n".join(lines) + "\n")


def _write(out: Path, name: str, sample: Sample, rows: tuple[str, ...], pack: str) -> str:
    cv2.imwrite(str(out / f"{name}.jpg"), sample.image, [cv2.IMWRITE_JPEG_QUALITY, 88])
    tiles = [row.replace(".", "").replace("|", "").split() for row in rows]
    return json.dumps(
        {"image": f"{name}.jpg", "pack": pack, "rows": tiles, "objects": sample.objects}
    )


if __name__ == "__main__":
    main()
