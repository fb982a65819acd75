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
from vision.detections import Floats, bounds, heights
from vision.detector import detect

ENOUGH_OVERLAP = 0.5
USUAL = 28.0  # pixels of tile height in photos of about 640 pixels
NAMES = [str(tile) for tile in decode.LABELS]


def collect(photos: list[Photo]) -> list[tuple[Faces, Floats, NDArray[np.intp]]]:
    """Return, for each photo, the faces at temperature 1, their quads, and their true labels (-1: none)."""
    found = []
    for photo in photos:
        image = photo.load()
        detections = detect(sessions.session("tiles", "detector"), image)
        faces = classify(sessions.session("tiles", "classifier"), image, detections.quads)
        keep = decode.is_tile(faces, detections)
        faces, quads = faces.take(keep), detections.quads[keep]
        truth = np.full(len(quads), -1, np.intp)
        if len(quads) and len(photo.quads):
            overlap = overlaps(bounds(photo.quads), bounds(quads))
            best = overlap.argmax(0)
            for j, i in enumerate(best):
                if overlap[i, j] >= ENOUGH_OVERLAP:
                    # -2: something is there that nobody can read; it is not counted.
                    truth[j] = NAMES.index(photo.labels[i]) if photo.labels[i] in READABLE else -2
        found.append((faces, quads, truth))
    return found


def _usual(photos: list[Photo]) -> list[Photo]:
    """Leave out photos whose tiles are so small that a person would go closer."""
    return [p for p in photos if len(p.quads) and float(np.median(heights(p.quads))) >= USUAL]


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
    scenes: list[tuple[Faces, Floats, NDArray[np.intp]]], temperature: float
) -> tuple[Floats, NDArray[np.bool_], float]:
    """Return confidences, whether each was right, and the mean log-likelihood of the truth."""
    confidence, right, likelihood = [], [], []
    for faces, quads, truth in scenes:
        if not len(quads):
            continue
        warm = tempered(faces, temperature)
        _, direction = decode.upright(warm, quads)
        table = decode.joint(warm, direction)
        for label, p, wanted in zip(decode.label_scene(warm, direction), table, truth, strict=True):
            if wanted == -2 or label.doubted:
                continue
            confidence.append(label.confidence)
            right.append(wanted >= 0 and str(label.tile) == NAMES[wanted])
            if wanted >= 0:
                likelihood.append(np.log(p[wanted] + 1e-6))
    return np.array(confidence, np.float32), np.array(right), float(np.mean(likelihood))


def main() -> None:
    parser = argparse.ArgumentParser(description="Calibrate temperature and threshold.")
    parser.add_argument("folders", nargs="+", help="FOLDER=LIMIT, the share of silent errors")
    parser.add_argument("--models", type=Path, required=True)
    parser.add_argument("--most", type=int, default=200, help="photos of each folder")
    args = parser.parse_args()
    sessions.use_folder(args.models)
    folders = [(Path(f.partition("=")[0]), float(f.partition("=")[2])) for f in args.folders]
    scenes = [collect(_usual(load_photos(folder)[: args.most])) for folder, _ in folders]
    everything = [scene for part in scenes for scene in part]
    grid = np.arange(0.5, 1.51, 0.1)
    temperature = float(max(grid, key=lambda t: judged(everything, float(t))[2]))
    threshold = 0.0
    results = []
    for part, (folder, limit) in zip(scenes, folders, strict=True):
        confidence, right, _ = judged(part, temperature)
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
    path = args.models / "tiles.json"
    card = json.loads(path.read_text())
    card["calibration"] = {
        "temperature": round(temperature, 3),
        "unsure_below": round(threshold, 3),
    }
    path.write_text(json.dumps(card, indent=1) + "\n")


if __name__ == "__main__":
    main()
