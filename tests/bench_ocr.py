"""Numbers of tiles read by an OCR package beside ours, on the same faces of the same photos.

``pip install rapidocr`` (a package for this comparison alone), then
``python -m tests.bench_ocr PHOTOS/tiles/dev.jsonl``. The OCR gets every advantage: the faces that our
detector found, turned upright by our classifier, each cut out at a size that suits it. It reads the
number only; a colour it cannot tell. Prints the share of numbers right, of photos with all numbers
right, and the time per face.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import cv2
import numpy as np

from datasets.real import load_real
from models.training.evaluate import overlaps
from vision import photo
from vision.detections import bounds
from vision.reading import read

TALL = 96  # pixels of a face given to the OCR
ENOUGH_OVERLAP = 0.5


def face(pixels: np.ndarray, quad: np.ndarray) -> np.ndarray:
    """Return a face of a BGR photo upright, TALL pixels high, with a little around it."""
    wide = max(
        8, round(TALL * np.linalg.norm(quad[1] - quad[0]) / np.linalg.norm(quad[3] - quad[0]))
    )
    target = np.array([(0, 0), (wide, 0), (wide, TALL), (0, TALL)], np.float32)
    matrix = cv2.getPerspectiveTransform(quad.astype(np.float32), target)
    return cv2.warpPerspective(pixels, matrix, (wide, TALL), flags=cv2.INTER_AREA)


def main() -> None:
    from rapidocr import RapidOCR

    ocr = RapidOCR(params={"Global.log_level": "error"})
    ours = theirs = faces = photos = whole_ours = whole_theirs = 0
    spent = 0.0
    for labelled in load_real(Path(sys.argv[1])):
        if not labelled.boxes:
            continue
        data = labelled.path.read_bytes()
        picture = photo.load(data)
        bgr = np.ascontiguousarray(picture.pixels[..., ::-1])
        sightings = read(data).sightings
        quads = np.array([s.quad for s in sightings], np.float32).reshape(-1, 4, 2)
        overlap = overlaps(np.array(labelled.boxes, np.float32).reshape(-1, 4), bounds(quads))
        missed = []
        for i, label in enumerate(labelled.labels):
            if label == "*":
                continue
            j = int(overlap[i].argmax())
            if overlap[i, j] < ENOUGH_OVERLAP:
                continue
            start = time.perf_counter()
            result = ocr(face(bgr, quads[j] * picture.scale), use_det=False, use_cls=False)
            spent += time.perf_counter() - start
            text = "".join(c for c in "".join(result.txts or ()) if c.isdigit())
            right = (str(sightings[j].tile.number) == label[1:], text == label[1:])
            faces += 1
            ours, theirs = ours + right[0], theirs + right[1]
            missed.append(right)
        photos += 1
        whole_ours += all(a for a, _ in missed)
        whole_theirs += all(b for _, b in missed)
    print(f"{faces} numbered faces in {photos} photos, found by our detector")
    print(f"ours: {ours / faces:.4f} numbers right, {whole_ours / photos:.4f} of photos whole")
    print(f"OCR:  {theirs / faces:.4f} numbers right, {whole_theirs / photos:.4f} of photos whole")
    print(f"OCR takes {1000 * spent / faces:.1f} ms a face")


if __name__ == "__main__":
    main()
