"""Make confidence mean something: ``python -m models.training.calibrate FOLDER... --models DIR``.

FOLDERs hold labelled photos kept apart from training (rendered in unseen typefaces, and a session of
real ones). The temperature is the one under which the true labels are likeliest; the threshold is
the lowest at which at most one tile in five hundred is wrong and not asked about. Both go into the card.
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
from vision.detections import Floats, bounds
from vision.detector import detect

MOST_SILENT = 1 / 500
ENOUGH_OVERLAP = 0.5
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


def tempered(faces: Faces, temperature: float) -> Faces:
    """Return the faces as if the logits had been divided by ``temperature``."""

    def temper(p: Floats) -> Floats:
        q = (p + 1e-9) ** (1 / temperature)
        result: Floats = q / q.sum(1, keepdims=True)
        return result

    return replace(faces, number=temper(faces.number), colour=temper(faces.colour), up=temper(faces.up), six_up=temper(faces.six_up))


def judged(scenes: list[tuple[Faces, Floats, NDArray[np.intp]]], temperature: float) -> tuple[Floats, NDArray[np.bool_], float]:
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
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--models", type=Path, required=True)
    parser.add_argument("--most", type=int, default=200, help="photos of each folder")
    args = parser.parse_args()
    sessions.use_folder(args.models)
    scenes = [s for folder in args.folders for s in collect(load_photos(folder)[: args.most])]
    grid = np.arange(0.5, 2.01, 0.1)
    temperature = float(max(grid, key=lambda t: judged(scenes, float(t))[2]))
    confidence, right, _ = judged(scenes, temperature)
    thresholds = np.arange(0.3, 0.995, 0.005)
    silent = np.array([((confidence >= t) & ~right).sum() for t in thresholds])
    enough = np.flatnonzero(silent <= MOST_SILENT * len(right))
    threshold = float(thresholds[enough[0]] if len(enough) else thresholds[-1])
    asked = float(((confidence < threshold) & right).mean())
    print(f"{len(right)} faces, {right.mean():.4f} right; temperature {temperature:.2f}, unsure below {threshold:.3f}")
    print(f"silent errors {int(((confidence >= threshold) & ~right).sum())}, right but asked {asked:.4f}")
    path = args.models / "tiles.json"
    card = json.loads(path.read_text())
    card["calibration"] = {"temperature": round(temperature, 3), "unsure_below": round(threshold, 3)}
    path.write_text(json.dumps(card, indent=1) + "\n")


if __name__ == "__main__":
    main()
