"""Give real photos the quads their labels lack: ``python -m models.training.label_real INDEX.jsonl OUT``.

The real sets have axis-aligned boxes, also around turned tiles. Networks trained on rendered photos
find the faces; a face whose bounding box agrees with a labelled one takes its label. Boxes that no
face agrees with become ``?``: training neither wants nor forbids anything there.

Of cards some sets have boxes round corner indices, some round whole cards: in those every index found
inside takes the card's label when the classifier does not contradict it.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from datasets.real import Box, RealPhoto, load_real
from models.training.evaluate import overlaps
from vision import decode, sessions
from vision.classifier import NOT_A_TILE, Faces, classify
from vision.detections import Detections, Floats, axes, bounds, turn
from vision.detector import detect, look
from vision.packs import PACKS, PackView

AGREED = 0.62  # intersection over union of a found face's bounding box and the labelled one
AGREED_INDEX = 0.4  # boxes round indices are drawn by eye, some wider and some tighter than the ink
SURE_OF_UP = 0.75
PLAUSIBLE = (
    0.02  # probability of the label below which an index inside a card's box is another card's
)
LIKELY = 0.2  # the same for a find that has only the whole card's box to speak for it
OUTSIDE_PIPS = 0.37  # of the longer side of a card's box, from its middle: indices lie farther out
MAYBE = 0.5  # belief above which something without a box may still be an index
MARGIN = 0.35  # of a tight crop: faces are found with the table around them

Object = dict[str, object]


def label(photo: RealPhoto, picture: Floats, pack: PackView) -> list[Object]:
    """Return the objects of a photo in the format of rendered ones."""
    pad = int(MARGIN * max(picture.shape[:2])) if photo.kind == "crop" else 0
    padded = (
        cv2.copyMakeBorder(picture, pad, pad, pad, pad, cv2.BORDER_REPLICATE) if pad else picture
    )
    found = detect(sessions.session(pack.name, "detector"), padded, pack.sizes)
    faces = classify(sessions.session(pack.name, "classifier"), padded, found.quads)
    middles = None if found.middles is None else found.middles - pad
    found = Detections(found.quads - pad, found.scores, middles)
    if "card" in photo.what:
        return _indices_in_cards(photo, found, faces, pack)
    overlap = overlaps(np.array(photo.boxes, np.float32).reshape(-1, 4), bounds(found.quads))
    agreed = AGREED_INDEX if pack.on_cards else AGREED
    objects: list[Object] = []
    for i, name in enumerate(photo.labels):
        j = int(overlap[i].argmax()) if len(found) else -1
        if j < 0 or overlap[i, j] < agreed or overlap[:, j].argmax() != i:
            closer = _looked_closer(name, photo.boxes[i], padded, pack) if pack.on_cards else None
            objects.append(closer or _unknown(photo.boxes[i]))
        else:
            objects.append(_known(name, found, faces, j))
    if pack.on_cards:
        taken = overlap.max(0, initial=0) if len(photo.labels) else np.zeros(len(found))
        objects += [_beside(found, faces, j) for j in np.flatnonzero(taken < 0.1)]
        _name_middles(objects)
    elif len(photo.labels) > 1:
        objects += _edges(photo)
    return objects


def _edges(photo: RealPhoto) -> list[Object]:
    """Leave the edges of a photo open: the sets have boxes round some of the tiles cut there, not round all."""
    boxes = np.array(photo.boxes, np.float32)
    deep = 0.8 * float(np.median(np.maximum(*(boxes[:, 2:] - boxes[:, :2]).T)))
    w, h = photo.width, photo.height
    strips = ((0, 0, w, deep), (0, h - deep, w, h), (0, 0, deep, h), (w - deep, 0, w, h))
    return [_unknown(strip) for strip in strips]


def _looked_closer(name: str, box: Box, picture: Floats, pack: PackView) -> Object | None:
    """Look at a box alone, at the size the network knows best; None when it still sees no such index."""
    x0, y0, x1, y1 = (round(v) for v in box)
    side = max(x1 - x0, y1 - y0)
    left, top = max(0, x0 - side), max(0, y0 - side)
    part = np.ascontiguousarray(picture[top : y1 + side, left : x1 + side])
    scale = float(np.clip(pack.sizes.best / side, 0.1, 2.0))
    found = look(sessions.session(pack.name, "detector"), part, scale)
    centres = found.quads.mean(1) + (left, top)
    inside = [
        j
        for j, (x, y) in enumerate(centres)
        if abs(x - (x0 + x1) / 2) < 0.25 * (x1 - x0) and abs(y - (y0 + y1) / 2) < 0.25 * (y1 - y0)
    ]
    if not inside:
        return None
    j = max(inside, key=lambda k: float(found.scores[k]))
    found = found.take(np.array([j]))
    shared = overlaps(np.array([box], np.float32), bounds(found.quads + (left, top)))
    faces = classify(sessions.session(pack.name, "classifier"), part, found.quads)
    quads, direction = decode.upright(faces, found.quads, on_cards=True)
    wanted = [str(tile) for tile in pack.labels].index(name)
    if shared[0, 0] < 0.25 or decode.joint(faces, direction)[0, wanted] < PLAUSIBLE:
        return None
    corner = np.array((left, top), np.float32)
    moved = Detections(quads + corner, found.scores, found.middles)
    return _known(name, moved, replace(faces, up=direction), 0, turned=True)


def _beside(found: Detections, faces: Faces, j: int) -> Object:
    """Describe what was found where no box is: an index nobody labelled, or no index at all."""
    box = tuple(bounds(found.quads[j : j + 1])[0])
    belief = float(faces.number[j, :NOT_A_TILE].max() * faces.colour[j].max())
    return _unknown(box) if belief > MAYBE else {**_unknown(box), "label": "-"}


def _name_middles(objects: list[Object]) -> None:
    """Put the middle of a card half way between its two opposite indices; elsewhere it is unknown."""
    by_label: dict[object, list[Object]] = {}
    for o in objects:
        o.pop("middle", None)
        if o["label"] not in ("?", "-"):
            by_label.setdefault(o["label"], []).append(o)
    for pair in by_label.values():
        if len(pair) != 2:
            continue
        quads = np.array([o["quad"] for o in pair], np.float32)
        centres, up, _ = axes(quads)
        unit = up / np.linalg.norm(up, axis=1, keepdims=True)
        if float(unit[0] @ unit[1]) < -0.9:
            for o in pair:
                o["middle"] = _rounded(centres.mean(0))


def _indices_in_cards(
    photo: RealPhoto, found: Detections, faces: Faces, pack: PackView
) -> list[Object]:
    """Give indices the label of the whole card round them; a doubtful one is left open."""
    names = [str(tile) for tile in pack.labels]
    quads, direction = decode.upright(faces, found.quads, on_cards=True)
    found = Detections(quads, found.scores, found.middles)
    table = decode.joint(faces, direction)
    objects = []
    for j, centre in enumerate(found.quads.mean(1)):
        inside = [i for i, box in enumerate(photo.boxes) if _in_a_corner(centre, box)]
        best = max(inside, key=lambda i: table[j, names.index(photo.labels[i])], default=None)
        if best is None or table[j, names.index(photo.labels[best])] < LIKELY:
            objects.append(_beside(found, faces, j))
        else:
            objects.append(_known(photo.labels[best], found, faces, j))
    _name_middles(objects)
    if len(photo.boxes) == 1:  # a single card lies open: its box names the middle
        x0, y0, x1, y1 = photo.boxes[0]
        for o in objects:
            if o["label"] not in ("?", "-"):
                o["middle"] = _rounded(np.array([(x0 + x1) / 2, (y0 + y1) / 2], np.float32))
    return objects


def _in_a_corner(centre: Floats, box: Box) -> bool:
    """Whether a point lies in the box of a card, and not where its pips are."""
    x0, y0, x1, y1 = box
    away = float(np.hypot(centre[0] - (x0 + x1) / 2, centre[1] - (y0 + y1) / 2))
    return (
        x0 <= centre[0] <= x1
        and y0 <= centre[1] <= y1
        and away > OUTSIDE_PIPS * max(x1 - x0, y1 - y0)
    )


def _known(name: str, found: Detections, faces: Faces, j: int, *, turned: bool = False) -> Object:
    """Describe a face; ``turned``: its quad is upright already, as far as ``faces.up`` can tell."""
    up = np.sort(faces.up[j])[::-1] if turned else faces.up[j]
    if name[1:] in ("6", "9"):
        up = up * np.roll(faces.six_up[j], 0 if name[1:] == "6" else 2)
        up = up / up.sum()
    if found.middles is not None and not turned:
        up = up * np.array(decode.UPRIGHT_AS_FOUND)
        up = up / up.sum()
    quad = turn(found.quads[j : j + 1], int(up.argmax()))[0]
    middle = {} if found.middles is None else {"middle": _rounded(found.middles[j])}
    return {
        "label": name,
        "quad": [_rounded(corner) for corner in quad],
        "upright": bool(up.max() > SURE_OF_UP),
        **middle,
    }


def _unknown(box: tuple[float, ...]) -> Object:
    x0, y0, x1, y1 = (float(v) for v in box)
    return {"label": "?", "quad": [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]}


def _rounded(point: Floats) -> list[float]:
    return [round(float(v), 1) for v in point]


def main() -> None:
    parser = argparse.ArgumentParser(description="Give real photos quads.")
    parser.add_argument("index", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--models", type=Path)
    parser.add_argument("--pack", choices=PACKS, default="tiles")
    args = parser.parse_args()
    if args.models:
        sessions.use_folder(args.models)
    args.out.mkdir(parents=True, exist_ok=True)
    agreed = total = sure = 0
    with (args.out / "labels.jsonl").open("w") as lines:
        for photo in load_real(args.index):
            picture = cv2.cvtColor(cv2.imread(str(photo.path)), cv2.COLOR_BGR2RGB)
            objects = label(photo, picture, PACKS[args.pack])
            total += len(photo.labels)
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
