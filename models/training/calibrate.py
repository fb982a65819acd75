"""Make confidence mean something: ``python -m models.training.calibrate FOLDER=LIMIT... --models DIR``.

FOLDERs hold labelled photos kept apart from training: rendered in unseen typefaces, and a session of
real ones. The temperature is the one under which the true labels are likeliest; the threshold is the
lowest at which in no folder more than its LIMIT of the tiles are wrong and not asked about. Rendered
photos are far harder than real ones, so their limit is wider. Both figures go into the card.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from models.training.data import READABLE, Photo, load_photos
from models.training.evaluate import overlaps
from vision import decode, sessions
from vision.classifier import Faces, classify
from vision.detections import Detections, Floats, bounds, heights
from vision.detector import detect
from vision.packs import PACKS, PackView
from vision.reading import pieces_of

ENOUGH_OVERLAP = 0.5
USUAL = 28.0  # pixels of tile height in photos of about 640 pixels
USUAL_INDEX = 22.0  # pixels of index height in photos of about 800 pixels
Scene = tuple[Faces, Detections, Photo]


def collect(photos: list[Photo], pack: PackView) -> list[Scene]:
    """Return, for each photo, the faces at temperature 1, where they were found, and the photo."""
    found = []
    for photo in photos:
        image = photo.load()
        detections = detect(sessions.session(pack.name, "detector"), image, pack.sizes)
        faces = classify(sessions.session(pack.name, "classifier"), image, detections.quads)
        found.append((faces, detections, photo))
    return found


def truth_of(quads: Floats, photo: Photo, names: list[str]) -> NDArray[np.intp]:
    """Return which label each face (n, 4, 2) truly has; -1: none, -2: one that nobody can read."""
    truth = np.full(len(quads), -1, np.intp)
    if len(quads) and len(photo.quads):
        overlap = overlaps(bounds(photo.quads), bounds(quads))
        for j, i in enumerate(overlap.argmax(0)):
            if overlap[i, j] >= ENOUGH_OVERLAP:
                truth[j] = names.index(photo.labels[i]) if photo.labels[i] in READABLE else -2
    return truth


def _usual(photos: list[Photo], height: float) -> list[Photo]:
    """Leave out photos whose faces are so small that a person would go closer."""
    return [p for p in photos if len(p.quads) and float(np.median(heights(p.quads))) >= height]


def tempered(faces: Faces, temperature: float) -> Faces:
    """Return the faces as if the logits had been divided by ``temperature``."""

    def temper(p: Floats) -> Floats:
        q = (p + 1e-9) ** (1 / temperature)
        result: Floats = q / q.sum(1, keepdims=True)
        return result

    return replace(
        faces,
        number=temper(faces.number),
        colour=temper(faces.colour),
        up=temper(faces.up),
        six_up=temper(faces.six_up),
    )


def judged(
    scenes: list[Scene], temperature: float, pack: PackView
) -> tuple[Floats, NDArray[np.bool_], float]:
    """Return confidences, whether each was right, and the mean log-likelihood of the truth."""
    names = [str(tile) for tile in pack.labels]
    confidence, right, likelihood = [], [], []
    for faces, detections, photo in scenes:
        if not len(faces):
            continue
        pieces = pieces_of(tempered(faces, temperature), detections)
        truth = truth_of(pieces.faces, photo, names)
        labels = decode.label_scene(pieces.probabilities, pack)
        for label, p, wanted in zip(labels, pieces.probabilities, truth, strict=True):
            if wanted == -2 or label.doubted:
                continue
            confidence.append(label.confidence)
            right.append(wanted >= 0 and str(label.tile) == names[wanted])
            if wanted >= 0:
                likelihood.append(np.log(p[wanted] + 1e-6))
    return np.array(confidence, np.float32), np.array(right), float(np.mean(likelihood))


def main() -> None:
    parser = argparse.ArgumentParser(description="Calibrate temperature and threshold.")
    parser.add_argument("folders", nargs="+", help="FOLDER=LIMIT, the share of silent errors")
    parser.add_argument("--models", type=Path, required=True)
    parser.add_argument("--pack", choices=PACKS, default="tiles")
    parser.add_argument("--most", type=int, default=200, help="photos of each folder")
    args = parser.parse_args()
    sessions.use_folder(args.models)
    folders = [(Path(f.partition("=")[0]), float(f.partition("=")[2])) for f in args.folders]
    pack = PACKS[args.pack]
    usual = USUAL_INDEX if pack.on_cards else USUAL
    scenes = [
        collect(_usual(load_photos(folder)[: args.most], usual), pack) for folder, _ in folders
    ]
    everything = [scene for part in scenes for scene in part]
    grid = np.arange(0.3, 1.51, 0.1)
    temperature = float(max(grid, key=lambda t: judged(everything, float(t), pack)[2]))
    threshold = 0.0
    results = []
    for part, (folder, limit) in zip(scenes, folders, strict=True):
        confidence, right, _ = judged(part, temperature, pack)
        results.append((folder.name, confidence, right))
        steps = np.arange(0.3, 0.995, 0.005)
        silent = np.array([((confidence >= t) & ~right).mean() for t in steps])
        enough = np.flatnonzero(silent <= limit)
        threshold = max(threshold, float(steps[enough[0]] if len(enough) else steps[-1]))
    print(f"temperature {temperature:.2f}, unsure below {threshold:.3f}")
    for name, confidence, right in results:
        silent_share = float(((confidence >= threshold) & ~right).mean())
        asked = float(((confidence < threshold) & right).mean())
        print(
            f"{name}: {len(right)} faces, {right.mean():.4f} right, silent {silent_share:.4f}, right but asked {asked:.4f}"
        )
    path = args.models / f"{pack.name}.json"
    card = json.loads(path.read_text())
    card["calibration"] = {
        "temperature": round(temperature, 3),
        "unsure_below": round(threshold, 3),
    }
    path.write_text(json.dumps(card, indent=1) + "\n")


if __name__ == "__main__":
    main()
