"""Give real photos the quads their labels lack: ``python -m models.training.label_real INDEX.jsonl OUT``.

The real sets have axis-aligned boxes, also around turned tiles. Networks trained on rendered photos
find the faces; a face whose bounding box agrees with a labelled one takes its label. Boxes that no
face agrees with become ``?``: training neither wants nor forbids anything there.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import cv2
import numpy as np

from datasets.real import RealPhoto, load_real
from models.training.evaluate import overlaps
from vision import sessions
from vision.classifier import classify
from vision.detections import Floats, bounds, turn
from vision.detector import detect

AGREED = 0.62  # intersection over union of a found face's bounding box and the labelled one
SURE_OF_UP = 0.75
MARGIN = 0.35  # of a tight crop: faces are found with the table around them


def label(photo: RealPhoto, picture: Floats) -> list[dict[str, object]]:
    """Return the objects of a photo in the format of rendered ones."""
    pad = int(MARGIN * max(picture.shape[:2])) if photo.kind == "crop" else 0
    padded = (
        cv2.copyMakeBorder(picture, pad, pad, pad, pad, cv2.BORDER_REPLICATE) if pad else picture
    )
    found = detect(sessions.session("tiles", "detector"), padded)
    faces = classify(sessions.session("tiles", "classifier"), padded, found.quads)
    quads = found.quads - pad
    boxes = np.array(photo.boxes, np.float32).reshape(-1, 4)
    overlap = overlaps(boxes, bounds(quads))
    objects: list[dict[str, object]] = []
    for i, name in enumerate(photo.labels):
        j = int(overlap[i].argmax()) if len(quads) else -1
        if j < 0 or overlap[i, j] < AGREED or overlap[:, j].argmax() != i:
            x0, y0, x1, y1 = boxes[i]
            objects.append(
                {
                    "label": "?",
                    "quad": [
                        [float(x), float(y)] for x, y in ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
                    ],
                }
            )
            continue
        up = faces.up[j]
        if name[1:] in ("6", "9"):
            up = up * np.roll(faces.six_up[j], 0 if name[1:] == "6" else 2)
            up = up / up.sum()
        quad = turn(quads[j : j + 1], int(up.argmax()))[0]
        objects.append(
            {
                "label": name,
                "quad": [[round(float(x), 1), round(float(y), 1)] for x, y in quad],
                "upright": bool(up.max() > SURE_OF_UP),
            }
        )
    return objects


def main() -> None:
    parser = argparse.ArgumentParser(description="Give real photos quads.")
    parser.add_argument("index", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--models", type=Path)
    args = parser.parse_args()
    if args.models:
        sessions.use_folder(args.models)
    args.out.mkdir(parents=True, exist_ok=True)
    agreed = total = sure = 0
    with (args.out / "labels.jsonl").open("w") as lines:
        for photo in load_real(args.index):
            picture = cv2.cvtColor(cv2.imread(str(photo.path)), cv2.COLOR_BGR2RGB)
            objects = label(photo, picture)
            total += len(objects)
            agreed += sum(o["label"] != "?" for o in objects)
            sure += sum(bool(o.get("upright")) for o in objects)
            height, width = picture.shape[:2]
            record = {
                "image": str(photo.path.resolve()),
                "session": photo.session,
                "width": width,
                "height": height,
                "objects": objects,
            }
            lines.write(json.dumps(record) + "\n")
    print(f"{agreed} of {total} labelled boxes found, direction sure for {sure}")


if __name__ == "__main__":
    main()
