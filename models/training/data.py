"""From labelled photos to training batches, with the preprocessing of the running product."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.tiles import parse
from vision.classifier import JOKER, NOT_A_TILE, crops
from vision.detections import Floats, axes, heights, quads_from_axes, turn
from vision.detector import REACH, STRIDE, UNIT
from vision.packs import PACKS

Image = NDArray[np.uint8]
Rng = np.random.Generator

READABLE = frozenset(str(tile) for pack in PACKS.values() for tile in pack.labels)
IGNORE = "?"
SMALLEST = (
    9.0  # pixels of an index's height in a window, below which nothing is asked of the network
)
STRETCHED = 0.4  # share of the windows with cards that are stretched along one side
INDEX_HEIGHTS = (13.0, 85.0)  # pixels: indices of cards are shown to it from first to closest look
CROPPED = 0.3  # share of the samples whose photo is cut through a face, as careless photos are
MOSTLY_SEEN = 0.55  # share of a tile's face inside the photo from which on it is to be found
INDEX_MOSTLY_SEEN = 0.8  # the same for an index, of which half may be half a rank
GONE = 0.05  # share inside below which there is nothing to see


@dataclass(frozen=True, slots=True)
class Photo:
    """A labelled photo: where it lies, labels, and their quads (n, 4, 2) from the upright upper left.

    ``upright`` (n,) is false where the box is known but not which end is up. ``middles`` (n, 2) are
    those of the cards that the indices stand on, NaN where unknown and for tiles.
    """

    path: Path
    labels: list[str]
    quads: Floats
    upright: list[bool]
    middles: Floats

    def load(self) -> Image:
        """Return the RGB picture."""
        picture = cv2.imread(str(self.path), cv2.IMREAD_COLOR)
        if picture is None:
            raise FileNotFoundError(self.path)
        return cv2.cvtColor(picture, cv2.COLOR_BGR2RGB).astype(np.uint8)


def load_photos(folder: Path) -> list[Photo]:
    """Read ``labels.jsonl`` of a rendered folder; a line still being written is left out."""
    photos = []
    for line in (folder / "labels.jsonl").read_text().splitlines():
        try:
            record = json.loads(line)
        except ValueError:
            continue
        objects = record["objects"]
        quads = np.array([o["quad"] for o in objects], np.float32).reshape(-1, 4, 2)
        upright = [o.get("upright", True) for o in objects]
        middles = np.array([o.get("middle", (np.nan, np.nan)) for o in objects], np.float32)
        labels = [o["label"] for o in objects]
        photos.append(
            Photo(folder / record["image"], labels, quads, upright, middles.reshape(-1, 2))
        )
    return photos


# --- the detector ---------------------------------------------------------------------------------


def detector_sample(photo: Photo, rng: Rng, side: int) -> tuple[Image, Floats]:
    """Return a turned, scaled window of a photo, (side, side, 3), and its target, (14, rows, columns).

    The target's channels: score wanted, its weight, weight of the box, the eight box values, weight of
    the middle, and its two values.
    """
    image = photo.load()
    if rng.random() < CROPPED:
        photo, image = _cropped(photo, image, rng)
    scale = side / max(image.shape[:2]) * np.exp(rng.uniform(np.log(0.6), np.log(2.2)))
    if np.isfinite(photo.middles).any():
        # A window shows a part of a hand: the size of the indices decides, not that of the photo.
        wanted = np.exp(rng.uniform(*np.log(INDEX_HEIGHTS)))
        scale = float(np.clip(wanted / np.median(heights(photo.quads)), 0.25, 2.2))
    angle = (
        rng.choice([0, 90, 180, 270]) + rng.normal(0, 8) if rng.random() < 0.5 else rng.normal(0, 4)
    )
    height, width = image.shape[:2]
    focus = np.array([width / 2, height / 2])
    if len(photo.quads) and scale * max(height, width) > side:
        focus = photo.quads[rng.integers(len(photo.quads))].mean(0)
    matrix = cv2.getRotationMatrix2D((float(focus[0]), float(focus[1])), float(angle), float(scale))
    matrix[:, 2] += side / 2 - focus + rng.normal(0, side * 0.12, 2)
    if len(photo.middles) and rng.random() < STRETCHED:
        # Some collections squeeze their pictures to a square; a steep view does nearly the same.
        stretch = np.exp(rng.normal(0, 0.3))
        matrix[0] = matrix[0] * stretch + (0, 0, side / 2 * (1 - stretch))
    flags = cv2.INTER_AREA if scale < 0.7 else cv2.INTER_LINEAR
    if scale < 0.6:
        image = cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA).astype(
            np.uint8
        )
        matrix[:, :2] *= 2
    window = cv2.warpAffine(
        image,
        matrix,
        (side, side),
        flags=flags,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=(114, 114, 114),
    )
    if scale < 0.6:
        matrix[:, :2] /= 2
    quads = photo.quads @ matrix[:, :2].T.astype(np.float32) + matrix[:, 2].astype(np.float32)
    window = photometric(window.astype(np.uint8), rng)
    middles = photo.middles @ matrix[:, :2].T.astype(np.float32) + matrix[:, 2].astype(np.float32)
    return window, detector_target(photo.labels, quads, side, middles)


def detector_target(
    labels: list[str], quads: Floats, side: int, middles: Floats | None = None
) -> Floats:
    """Lay the boxes on the grid of cells; see ``detector_sample``.

    Of a face that the window cuts, what is seen of it is wanted where that is most of it. Where less is
    seen it is neither wanted nor wrong.
    """
    cells = side // STRIDE
    target = np.zeros((14, cells, cells), np.float32)
    target[1] = 1
    if not len(quads):
        return target
    if middles is None:
        middles = np.full((len(quads), 2), np.nan, np.float32)
    middle = (np.arange(cells) + 0.5) * STRIDE
    grid = np.stack(np.meshgrid(middle, middle), -1).astype(np.float32)
    quads, shares = seen_parts(quads, side, side)
    centres, ups, rights = axes(quads)
    for label, share, centre, up, right, middle in zip(
        labels, shares, centres, ups, rights, middles, strict=True
    ):
        if share < GONE:
            continue
        wanted = label in READABLE and share >= _least_seen(label)
        if not wanted and label != IGNORE and label not in READABLE:
            continue
        if np.isfinite(middle).all() and 2 * np.linalg.norm(up) < SMALLEST:
            wanted = False
        basis = np.stack([right, up], 1)
        if abs(np.linalg.det(basis)) < 4:
            wanted = False
            local = (grid - centre) / max(4.0, float(np.abs(basis).max()))
        else:
            local = (grid - centre) @ np.linalg.inv(basis).T
        far = np.abs(local).max(-1)
        if not wanted:
            target[1][(far < 1.0) & (target[0] == 0)] = 0
            continue
        target[1][(far < 0.9) & (target[0] == 0)] = 0
        inside = far < 0.4
        column, row = np.clip((centre / STRIDE).astype(int), 0, cells - 1)
        inside[row, column] = True
        target[0][inside] = 1
        target[1][inside] = 1
        target[2][inside] = 1
        target[3][inside] = ((centre[0] - grid[..., 0]) / STRIDE)[inside]
        target[4][inside] = ((centre[1] - grid[..., 1]) / STRIDE)[inside]
        for channel, axis in ((5, up), (6, right)):
            target[channel][inside] = np.log(max(float(np.linalg.norm(axis)), 1.0) / UNIT)
        for channel, axis in ((7, up), (9, right)):
            twice = 2 * np.arctan2(axis[1], axis[0])
            target[channel][inside], target[channel + 1][inside] = np.cos(twice), np.sin(twice)
        if np.isfinite(middle).all():
            target[11][inside] = 1
            away = (middle - centre) / (REACH * max(float(np.linalg.norm(up)), 1.0))
            target[12][inside], target[13][inside] = away
    return target


def seen_parts(quads: Floats, width: float, height: float) -> tuple[Floats, Floats]:
    """Return what a picture shows of quads (n, 4, 2), and the shares of their areas inside it, (n,).

    A part is the smallest parallelogram along the axes of its quad round what is inside the picture; a
    quad that is wholly inside or wholly outside comes back as it is.
    """
    edge = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    parts, shares = quads.copy(), np.ones(len(quads), np.float32)
    low, high = quads.min(1), quads.max(1)
    crossing = (low < 0).any(1) | (high > (width, height)).any(1)
    for i in np.flatnonzero(crossing):
        whole = max(cv2.contourArea(quads[i]), 1e-3)
        area, polygon = cv2.intersectConvexConvex(quads[i], edge)
        shares[i] = area / whole
        if polygon is None or shares[i] < GONE:
            continue
        (centre,), (up,), (right,) = axes(quads[i : i + 1])
        basis = np.stack([right, up], 1)
        if abs(np.linalg.det(basis)) < 1:
            continue
        local = (polygon.reshape(-1, 2) - centre) @ np.linalg.inv(basis).T
        (left, lower), (rightmost, upper) = np.clip((local.min(0), local.max(0)), -1, 1)
        corners = np.array(
            [(left, upper), (rightmost, upper), (rightmost, lower), (left, lower)], np.float32
        )
        parts[i] = centre + corners @ basis.T
    return parts.astype(np.float32), shares


def _least_seen(label: str) -> float:
    return INDEX_MOSTLY_SEEN if label != "*" and parse(label)[0].is_card else MOSTLY_SEEN


def _cropped(photo: Photo, image: Image, rng: Rng) -> tuple[Photo, Image]:
    """Return a photo cut along one side through one of its faces; the larger part is kept."""
    if not len(photo.quads):
        return photo, image
    size = np.array([image.shape[1], image.shape[0]], np.float32)
    chosen = photo.quads[rng.integers(len(photo.quads))]
    axis = int(rng.integers(2))
    low, high = chosen[:, axis].min(), chosen[:, axis].max()
    cut = float(np.clip(rng.uniform(low, high), 8, size[axis] - 8))
    start, end = np.zeros(2, np.float32), size.copy()
    if cut < size[axis] / 2:
        start[axis] = np.floor(cut)
    else:
        end[axis] = np.ceil(cut)
    (x0, y0), (x1, y1) = start.astype(int), end.astype(int)
    if min(x1 - x0, y1 - y0) < 32:
        return photo, image
    parts, shares = seen_parts(photo.quads - start, float(x1 - x0), float(y1 - y0))
    labels = [
        IGNORE if label in READABLE and share < _least_seen(label) else label
        for label, share in zip(photo.labels, shares, strict=True)
    ]
    kept = np.flatnonzero(shares >= GONE)
    cropped = replace(
        photo,
        labels=[labels[i] for i in kept],
        quads=parts[kept],
        upright=[photo.upright[i] for i in kept],
        middles=(photo.middles - start)[kept],
    )
    return cropped, np.ascontiguousarray(image[y0:y1, x0:x1])


def photometric(image: Image, rng: Rng) -> Image:
    """Change light and sharpness of a picture, cheaply."""
    if rng.random() < 0.25:
        image = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.4, 1.4)).astype(np.uint8)
    gain = np.exp(rng.normal(0, 0.12)) * np.exp(rng.normal(0, 0.06, 3))
    table = np.arange(256) / 255
    curve = np.clip(
        table[:, None] ** np.exp(rng.normal(0, 0.18)) * gain + rng.normal(0, 0.03), 0, 1
    )
    mapped = cv2.LUT(image, (curve[:, None] * 255).astype(np.uint8))
    return mapped.astype(np.uint8)


# --- the classifier -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FaceBatch:
    """Crops (n, 72, 72, 3) and their classes (n,); -1 means that this head is not asked."""

    crops: Image
    number: NDArray[np.int64]
    colour: NDArray[np.int64]
    up: NDArray[np.int64]
    six_up: NDArray[np.int64]


def face_batches(
    photos: list[Photo], rng: Rng, *, size: int, per_photo: int = 24
) -> Iterator[FaceBatch]:
    """Yield batches for ever: faces and near misses from photos in random order."""
    stock: list[tuple[Image, int, int, int, int]] = []
    while True:
        for index in rng.permutation(len(photos)):
            stock += list(_faces_of(photos[index], rng, per_photo))
            while len(stock) >= size * 4:
                order = rng.permutation(len(stock))
                chosen = [stock[i] for i in order[:size]]
                stock = [stock[i] for i in order[size:]]
                pictures, *classes = zip(*chosen, strict=True)
                yield FaceBatch(np.stack(pictures), *(np.array(c, np.int64) for c in classes))


def _faces_of(photo: Photo, rng: Rng, most: int) -> Iterator[tuple[Image, int, int, int, int]]:
    image = photo.load()
    if rng.random() < CROPPED:
        photo, image = _cropped(photo, image, rng)
    if np.isfinite(photo.middles).any() and rng.random() < STRETCHED:
        photo, image = _stretched(photo, image, float(np.exp(rng.normal(0, 0.3))))
    readable = [i for i, label in enumerate(photo.labels) if label in READABLE]
    others = [
        i for i, label in enumerate(photo.labels) if label not in READABLE and label != IGNORE
    ]
    for i in rng.permutation(readable)[:most]:
        quad, quarters = _jittered(photo.quads[i], rng)
        up = -quarters % 4
        picture = _degraded(crops(image, quad[None])[0], rng)
        label = photo.labels[i]
        if not photo.upright[i]:
            up = -1
        if label == "*":
            yield picture, JOKER, -1, up, -1
            continue
        tile = parse(label)[0]
        six_up = {6: up, 9: (up + 2) % 4}.get(tile.number, -1) if up >= 0 else -1
        colours = PACKS["cards" if tile.is_card else "tiles"].colours
        yield picture, tile.number - 1, colours.index(tile.colour), up, six_up
    for i in rng.permutation(others)[:4]:
        quad, _ = _jittered(photo.quads[i], rng)
        yield _degraded(crops(image, quad[None])[0], rng), NOT_A_TILE, -1, -1, -1
    for quad in _misses(photo, image, rng, 1 + len(readable) // 8):
        yield _degraded(crops(image, quad[None])[0], rng), NOT_A_TILE, -1, -1, -1


def _stretched(photo: Photo, image: Image, factor: float) -> tuple[Photo, Image]:
    """Return a photo that is wider by a factor, and its picture."""
    size = (max(8, round(image.shape[1] * factor)), image.shape[0])
    along = np.array([size[0] / image.shape[1], 1], np.float32)
    wider = replace(photo, quads=photo.quads * along, middles=photo.middles * along)
    return wider, cv2.resize(image, size, interpolation=cv2.INTER_AREA).astype(np.uint8)


def _jittered(quad: Floats, rng: Rng) -> tuple[Floats, int]:
    """Shake a quad as a detector would, and turn it by 0-3 quarters; never mirror it."""
    centre, up, right = axes(quad[None])
    size = (np.linalg.norm(up) + np.linalg.norm(right)) / 2
    spread = 0.25 if rng.random() < 0.1 else 0.07
    angle = rng.normal(0, 0.08) if rng.random() < 0.85 else rng.uniform(-0.6, 0.6)
    rotation = np.array(
        [[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]], np.float32
    )
    shaken = quads_from_axes(
        (centre + rng.normal(0, spread * size * 0.6, 2)).astype(np.float32),
        (up @ rotation * np.exp(rng.normal(0, 0.09))).astype(np.float32),
        (right @ rotation * np.exp(rng.normal(0, 0.09))).astype(np.float32),
    )
    quarters = int(rng.choice([0, 2, 1, 3], p=[0.4, 0.4, 0.1, 0.1]))
    return turn(shaken, quarters)[0], quarters


def _misses(photo: Photo, image: Image, rng: Rng, n: int) -> Iterator[Floats]:
    """Quads that hold no whole face: background, and the seam between two tiles."""
    height, width = image.shape[:2]
    centres = photo.quads.mean(1) if len(photo.quads) else np.zeros((0, 2), np.float32)
    for _ in range(n):
        size = rng.uniform(10, 90)
        if len(photo.quads) and rng.random() < 0.7:
            chosen = photo.quads[rng.integers(len(photo.quads))]
            _, up, right = axes(chosen[None])
            size = float(np.linalg.norm(up))
            side = rng.choice([-1, 1])
            # Beside an index lie the pips and the pictures of its card.
            reach = 1.15 if np.isnan(photo.middles).all() else 3.0
            across = side * rng.uniform(0.85, reach) * right + rng.uniform(-0.3, 0.3) * up
            along = side * rng.uniform(0.85, 1.15) * up + rng.uniform(-0.4, 0.4) * right
            quad = chosen + (across if rng.random() < 0.5 else along)
        else:
            centre = rng.uniform(0, 1, 2) * (width, height)
            angle = rng.uniform(0, 2 * np.pi)
            direction = np.array([[np.cos(angle), np.sin(angle)]], np.float32) * size
            across = np.stack([-direction[:, 1], direction[:, 0]], 1) * rng.uniform(0.6, 0.85)
            quad = quads_from_axes(
                centre[None].astype(np.float32), direction, across.astype(np.float32)
            )[0]
        middle = quad.mean(0)
        if len(centres) and np.linalg.norm(centres - middle, axis=1).min() < 0.55 * size:
            continue
        yield quad.astype(np.float32)


def _degraded(picture: Image, rng: Rng) -> Image:
    """Lose resolution and light as a far, dark or shaken photo does."""
    side = picture.shape[0]
    if rng.random() < 0.4:
        small = int(side * rng.uniform(0.28, 0.8))
        shrunk = cv2.resize(picture, (small, small), interpolation=cv2.INTER_AREA)
        picture = cv2.resize(shrunk, (side, side), interpolation=cv2.INTER_LINEAR).astype(np.uint8)
    if rng.random() < 0.15:
        soft = cv2.GaussianBlur(picture, (0, 0), 1.2)
        amount = rng.uniform(0.3, 1.5)
        picture = cv2.addWeighted(picture, 1 + amount, soft, -amount, 0).astype(np.uint8)
    picture = photometric(picture, rng)
    if rng.random() < 0.3:
        grain = rng.normal(0, rng.uniform(2, 14), picture.shape)
        picture = np.clip(picture + grain, 0, 255).astype(np.uint8)
    if rng.random() < 0.08:  # a fingertip, a speck of glare
        x, y = rng.integers(0, side, 2)
        cv2.circle(
            picture,
            (int(x), int(y)),
            int(rng.integers(3, 9)),
            [int(v) for v in rng.integers(60, 256, 3)],
            -1,
        )
    return picture
