"""Sets unlike any that is trained on, to measure teaching: ``python -m datasets.strange OUT``.

Every folder ``OUT/KIND-N`` holds one set: ``teach.jsonl`` lists photos of the known arrangement (1 to 13
in four rows, then the jokers), ``labels.jsonl`` photos of racks and tables. Lines as in
``datasets.render``.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from datasets.designs import COLOURS, Design, sample_design
from datasets.fonts import Typeface, find_typefaces, text_mask
from datasets.render import Rng, Sample, render_scene, weighted
from datasets.scenes import Box, Scene, Slab, flat, look_at, sample_scene

SIZE = (1280, 960)
ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII")
SIGNS = "☂♞☘⚓♫☎✈♛"
WITH_SIGNS = "DejaVu Sans"


def _plain(rng: Rng, design: Design, faces: list[Typeface]) -> Design:
    return design


def _green(rng: Rng, design: Design, faces: list[Typeface]) -> Design:
    """Green for orange, and violet for red: inks nobody sells."""
    inks = {**design.inks, "y": (70.0, 140.0, 30.0), "r": (150.0, 30.0, 130.0)}
    return replace(design, inks=inks, joker_inks=[inks["k"], inks["r"]])


def _dark(rng: Rng, design: Design, faces: list[Typeface]) -> Design:
    """Black tiles; white stands for black."""
    tone = rng.uniform(18, 45)
    inks = {
        "k": (235.0, 240.0, 240.0),
        "r": (70.0, 70.0, 240.0),
        "b": (245.0, 170.0, 80.0),
        "y": (60.0, 200.0, 250.0),
    }
    return replace(
        design, plastic=(tone, tone, tone), inks=inks, joker_inks=[inks["k"], inks["r"]], wear=0.0
    )


def _roman(rng: Rng, design: Design, faces: list[Typeface]) -> Design:
    lettered = [f for f in faces if f.held_out and _draws_letters(f)]
    face = design.typeface if design.typeface in lettered else lettered[rng.integers(len(lettered))]
    return replace(design, typeface=face, words=ROMAN, numeral_squeeze=1.0, mark69="none")


def _draws_letters(face: Typeface) -> bool:
    """Whether I, V and X differ: a typeface of digits alone draws one box for all of them."""
    try:
        shapes = [cv2.resize(text_mask(face.path, letter), (16, 24)) for letter in "IVX"]
    except (OSError, ValueError):
        return False
    pairs = ((0, 1), (0, 2), (1, 2))
    return all(float(np.abs(shapes[a].astype(float) - shapes[b]).mean()) > 25 for a, b in pairs)


def _sign(rng: Rng, design: Design, faces: list[Typeface]) -> Design:
    """A sign that is no face, letter or star as the joker."""
    face = next(f for f in faces if f.family == WITH_SIGNS)
    return replace(design, typeface=face, joker_sign=str(rng.choice(list(SIGNS))))


KINDS: dict[str, Callable[[Rng, Design, list[Typeface]], Design]] = {
    "plain": _plain,
    "green": _green,
    "dark": _dark,
    "roman": _roman,
    "sign": _sign,
}


def strange_design(rng: Rng, kind: str, faces: list[Typeface]) -> Design:
    """Draw a set of one of ``KINDS`` in a typeface of ``faces``, with some wear but legible."""
    held_out = [f for f in faces if f.held_out]
    design = sample_design(rng, held_out)
    design = replace(
        design,
        wear=min(design.wear, 0.2),
        ink_edge=min(design.ink_edge, 0.9),
        numeral_height=max(design.numeral_height, 0.28),
        cache={},
    )
    return replace(KINDS[kind](rng, design, faces), cache={})


def lesson(rng: Rng, design: Design) -> Scene:
    """Return the known arrangement: a row of each colour from 1 to 13, and the two jokers below."""
    things: list[Box | Slab] = []
    for row, colour in enumerate(COLOURS):
        for number in range(1, 14):
            y = (2 - row) * design.aspect * 1.25
            things.append(
                flat(design, f"{colour}{number}", (number - 7) * 1.08, y, rng.normal(0, 0.02))
            )
    for k in range(2):
        things.append(flat(design, "*", k * 1.1 - 0.55, -2 * design.aspect * 1.25, 0.0))
    return Scene(things, np.zeros(3), 7.6, (60, 85), False, False)


def _photograph(rng: Rng, design: Design, scene: Scene) -> Sample:
    elevation = float(rng.uniform(*scene.elevation))
    focal = SIZE[0] * 1.1
    camera = look_at(
        scene.target,
        elevation=max(elevation, 35 if not scene.rack else 12),
        azimuth=float(rng.normal(0, 6)),
        roll=float(rng.normal(0, 3)),
        distance=max(scene.extent * focal / (SIZE[0] / 2), scene.extent * 1.2, 3.0),
        focal=focal,
        size=SIZE,
    )
    return render_scene(rng, design, scene, camera, SIZE)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("out", type=Path)
    parser.add_argument("--sets", type=int, default=3, help="of each kind")
    parser.add_argument("--photos", type=int, default=10, help="of each set, beside two lessons")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    faces = weighted(find_typefaces())
    for kind in KINDS:
        for n in range(args.sets):
            folder = args.out / f"{kind}-{n}"
            folder.mkdir(parents=True, exist_ok=True)
            rng = np.random.default_rng((args.seed, list(KINDS).index(kind), n))
            design = strange_design(rng, kind, faces)
            for index, count in (("teach", 2), ("labels", args.photos)):
                lines = []
                for i in range(count):
                    scene = (
                        lesson(rng, design)
                        if index == "teach"
                        else sample_scene(rng, design, ("rack", "melds")[i % 2])
                    )
                    sample = _photograph(rng, design, scene)
                    name = f"{index}-{i:02d}.jpg"
                    cv2.imwrite(str(folder / name), sample.image, [cv2.IMWRITE_JPEG_QUALITY, 93])
                    lines.append(
                        json.dumps(
                            {
                                "image": name,
                                "width": SIZE[0],
                                "height": SIZE[1],
                                "objects": sample.objects,
                            }
                        )
                    )
                (folder / f"{index}.jsonl").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
