"""Render labelled photos: ``python -m datasets.render OUT --count N``.

Each photo comes with one line in ``OUT/labels.jsonl``: ``image, width, height, design, objects``; an
object has ``label`` (notation; ``-`` a blank tile, ``?`` a tile that cannot be read, or the name of a
thing that is no tile) and ``quad``: the corners of what is seen of the face, clockwise from the
upper left of the upright numeral, in pixels.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.clutter import draw_clutter
from datasets.designs import Design, draw_face, numeral_box, sample_design
from datasets.fonts import Typeface, find_typefaces
from datasets.photograph import expose, light
from datasets.scenes import CLUTTER, Box, Camera, Scene, Slab, look_at, sample_scene
from datasets.surfaces import any_colour, colour, sample_surface

Image = NDArray[np.uint8]
Quad = NDArray[np.float64]  # (4, 2)
Rng = np.random.Generator

SIZES = ((640, 480), (640, 480), (480, 640), (560, 560))
FACE_HEIGHTS = (48, 72, 108, 162, 243, 364)
UNIT = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
GRID = np.stack(np.meshgrid((np.arange(11) + 0.5) / 11, (np.arange(15) + 0.5) / 15), -1).reshape(
    -1, 2
)
SMALLEST_READABLE = 11.0  # pixels of tile height; below, nobody can tell 6 from 8


@dataclass(frozen=True, slots=True)
class Sample:
    """A rendered photo and what is in it."""

    image: Image
    objects: list[dict[str, object]]


def render_photo(
    rng: Rng,
    typefaces: list[Typeface],
    photographs: list[Path] | None = None,
    kind: str | None = None,
) -> Sample:
    """Render one photo of a random set in a random scene (or one of ``kind``) under a random camera."""
    design = sample_design(rng, typefaces)
    scene = sample_scene(rng, design, kind)
    size = SIZES[rng.integers(len(SIZES))]
    return render_scene(rng, design, scene, _sample_camera(rng, scene, size), size, photographs)


def render_scene(
    rng: Rng,
    design: Design,
    scene: Scene,
    camera: Camera,
    size: tuple[int, int],
    photographs: list[Path] | None = None,
    finish: Callable[[Image, Rng], Image] | None = None,
) -> Sample:
    """Render a given scene of one set; table, lamp and the camera's faults are random.

    ``finish`` does what lamp and camera do, for films, whose frames belong together.
    """
    image = ground(rng, camera, size, photographs)
    if not scene.rack:
        image = _shadows(rng, image, scene, camera)
    ids = np.full((size[1], size[0]), -1, np.int16)
    things = scene.things
    if not scene.ordered:
        things = sorted(things, key=lambda t: -_distance(t, camera))
    tone = _rack_colour(rng)
    lamp = rng.normal(0, 1, 3) + (0, 0, 1.5)
    lamp /= np.linalg.norm(lamp)
    faces: list[tuple[Box, Quad]] = []
    for thing in things:
        if isinstance(thing, Slab):
            _draw_slab(rng, image, ids, thing, camera, tone)
        else:
            quad = _draw_box(rng, image, ids, len(faces), thing, camera, design, lamp)
            faces.append((thing, quad))
    if finish is not None:
        image = finish(image, rng)
    else:
        if rng.random() < 0.1:
            fingers(rng, image, ids)
        image = expose(light(image, rng), rng)
    objects = [
        o
        for i, (box, quad) in enumerate(faces)
        if (o := _label(design, box, quad, ids, i)) is not None
    ]
    return Sample(image, objects)


def _sample_camera(rng: Rng, scene: Scene, size: tuple[int, int]) -> Camera:
    elevation = float(np.clip(rng.uniform(*scene.elevation), 5, 90))
    if not scene.rack and rng.random() < 0.35:
        elevation = rng.uniform(75, 90)
    focal = size[0] * rng.uniform(0.75, 1.6)
    return look_at(
        scene.target,
        elevation=elevation,
        azimuth=rng.normal(0, 14) if scene.rack else rng.normal(0, 20),
        roll=rng.normal(0, 5) if rng.random() < 0.8 else rng.uniform(-180, 180),
        distance=max(scene.extent * focal / (size[0] / 2), scene.extent * 1.2, 3.0),
        focal=focal,
        size=size,
    )


def _distance(thing: Box | Slab, camera: Camera) -> float:
    centre = thing.centre if isinstance(thing, Box) else thing.corners.mean(0)
    return float(np.linalg.norm(centre - camera.position))


def _rack_colour(rng: Rng) -> NDArray[np.float32]:
    kind = rng.random()
    if kind < 0.35:
        return colour(rng, (0, 1), (0, 0.15), (0.05, 0.3))  # black, grey
    if kind < 0.7:
        return colour(rng, (0.03, 0.11), (0.25, 0.75), (0.25, 0.9))  # wood
    return any_colour(rng)


def ground(
    rng: Rng, camera: Camera, size: tuple[int, int], photographs: list[Path] | None
) -> Image:
    """Warp a surface on to the table; above the horizon there is a wall."""
    texture = sample_surface(rng, photographs)
    units = rng.uniform(6, 40)
    scale = texture.shape[0] / units
    to_image = camera.matrix[:, [0, 1, 3]] @ np.array(
        [[1 / scale, 0, -units / 2], [0, -1 / scale, units / 2], [0, 0, 1]]
    )
    image = cv2.warpPerspective(
        texture, to_image, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
    )
    inverse = np.linalg.inv(to_image)
    y, x = np.mgrid[0 : size[1], 0 : size[0]]
    depth = inverse[2, 0] * x + inverse[2, 1] * y + inverse[2, 2]
    beyond = np.sign(depth) != np.sign(depth[-1, size[0] // 2])
    far = np.abs(depth) < np.abs(depth[-1, size[0] // 2]) * 0.06
    if (beyond | far).any():
        wall = cv2.GaussianBlur(cv2.resize(sample_surface(rng), size), (0, 0), rng.uniform(1, 12))
        image[beyond | far] = wall[beyond | far]
    return image


def _shadows(rng: Rng, image: Image, scene: Scene, camera: Camera) -> Image:
    """Darken the table where things keep the lamp away."""
    mask = np.zeros(image.shape[:2], np.float32)
    angle, reach = rng.uniform(0, 2 * np.pi), rng.uniform(0.2, 1.6)
    lean = np.array([np.cos(angle), np.sin(angle), 0]) * reach
    for thing in scene.things:
        if isinstance(thing, Box):
            corners = thing.corners()
            on_table = corners * (1, 1, 0) + corners[:, 2:] * lean
            hull = cv2.convexHull(camera.project(on_table).astype(np.float32))
            cv2.fillConvexPoly(mask, hull.astype(np.int32), 1.0)
    soft = cv2.GaussianBlur(mask, (0, 0), rng.uniform(0.8, 6))
    return (image * (1 - rng.uniform(0.2, 0.75) * soft[..., None])).astype(np.uint8)


def _draw_slab(
    rng: Rng,
    image: Image,
    ids: NDArray[np.int16],
    slab: Slab,
    camera: Camera,
    tone: NDArray[np.float32],
) -> None:
    points = camera.project(slab.corners)
    if not np.isfinite(points).all() or np.abs(points).max() > 8000:
        return
    shade = tone * slab.shade * rng.uniform(0.9, 1.1)
    polygon = (points * 16).astype(np.int32)
    cv2.fillConvexPoly(image, polygon, shade.tolist(), cv2.LINE_AA, 4)
    cv2.fillConvexPoly(ids, polygon, -1, shift=4)
    cv2.polylines(
        image, [polygon], True, (shade * rng.uniform(0.5, 1.3)).tolist(), 1, cv2.LINE_AA, 4
    )


def _draw_box(
    rng: Rng,
    image: Image,
    ids: NDArray[np.int16],
    index: int,
    box: Box,
    camera: Camera,
    design: Design,
    lamp: NDArray[np.float64],
) -> Quad:
    """Draw the visible sides and the face; return the face's corners in the image."""
    corners = camera.project(box.corners())
    quad = corners[:4]
    tall = max(np.linalg.norm(quad[0] - quad[3]), np.linalg.norm(quad[1] - quad[2]))
    wide = max(np.linalg.norm(quad[0] - quad[1]), np.linalg.norm(quad[2] - quad[3]))
    if tall < 2 or wide < 2 or max(tall, wide) > 1200 or not np.isfinite(corners).all():
        return quad
    is_tile = box.label not in CLUTTER
    if rng.random() < 0.5:
        contact_shadow(rng, image, quad, tall)
    base = np.array(design.plastic) if is_tile else any_colour(rng)
    for a, b in ((0, 1), (1, 2), (2, 3), (3, 0)):
        side = corners[[a, b, b + 4, a + 4]]
        if _clockwise(side) < 0:  # seen from outside
            outward = np.cross(box.normal, box.face()[b] - box.face()[a])
            shade = 0.62 + 0.3 * float(np.dot(outward / np.linalg.norm(outward), -lamp))
            cv2.fillConvexPoly(
                image,
                (side * 16).astype(np.int32),
                (base * np.clip(shade, 0.3, 0.98)).tolist(),
                cv2.LINE_AA,
                4,
            )
            cv2.fillConvexPoly(ids, (side * 16).astype(np.int32), -1, shift=4)
    height = next((h for h in FACE_HEIGHTS if h >= max(tall, wide * 1.4) * 1.1), FACE_HEIGHTS[-1])
    if is_tile:
        face, alpha = draw_face(design, box.label, rng, height)
    else:
        face, alpha = draw_clutter(
            box.label, design.label_face, rng, height, max(6, int(height * box.width / box.height))
        )
    shade = float(np.clip(0.82 + 0.2 * np.dot(box.normal, lamp) + rng.normal(0, 0.02), 0.55, 1.08))
    warp_on(image, np.clip(face * shade, 0, 255), alpha, quad)
    cv2.fillConvexPoly(ids, (quad * 16).astype(np.int32), index, shift=4)
    return quad


def _clockwise(polygon: NDArray[np.float64]) -> float:
    x, y = polygon[:, 0], polygon[:, 1]
    return float(np.sum(x * np.roll(y, -1) - y * np.roll(x, -1)))


def contact_shadow(rng: Rng, image: Image, quad: Quad, tall: float) -> None:
    shift = rng.normal(0, 0.04, 2) * tall
    x0, y0 = np.maximum((quad.min(0) - 0.15 * tall).astype(int), 0)
    x1, y1 = (quad.max(0) + 0.15 * tall).astype(int)
    area = image[y0:y1, x0:x1]
    if area.size == 0:
        return
    mask = np.zeros(area.shape[:2], np.float32)
    cv2.fillConvexPoly(mask, ((quad + shift - (x0, y0)) * 16).astype(np.int32), 1.0, shift=4)
    soft = cv2.GaussianBlur(mask, (0, 0), max(0.6, 0.04 * tall))
    area[:] = (area * (1 - 0.5 * soft[..., None])).astype(np.uint8)


def warp_on(image: Image, face: NDArray[np.float64], alpha: NDArray[np.uint8], quad: Quad) -> None:
    """Blend a face on to the image, warping only the part of it that is needed."""
    x0, y0 = np.maximum(np.floor(quad.min(0)).astype(int) - 1, 0)
    x1, y1 = np.minimum(np.ceil(quad.max(0)).astype(int) + 2, (image.shape[1], image.shape[0]))
    if x1 <= x0 or y1 <= y0:
        return
    source = UNIT * (face.shape[1], face.shape[0])
    matrix = cv2.getPerspectiveTransform(
        source.astype(np.float32), (quad - (x0, y0)).astype(np.float32)
    )
    four = np.dstack([face.astype(np.uint8), alpha])
    warped = cv2.warpPerspective(four, matrix, (int(x1 - x0), int(y1 - y0)), flags=cv2.INTER_AREA)
    cover = warped[..., 3:].astype(np.float32) / 255
    area = image[y0:y1, x0:x1]
    area[:] = area * (1 - cover) + warped[..., :3] * cover


def fingers(rng: Rng, image: Image, ids: NDArray[np.int16]) -> None:
    """Let a hand hold the rack or lie in the picture."""
    height, width = ids.shape
    skin = colour(rng, (0.02, 0.09), (0.25, 0.6), (0.3, 0.95))
    start = np.array([rng.uniform(0, width), height + 20.0])
    for _ in range(int(rng.integers(1, 5))):
        start = start + (rng.uniform(30, 60), 0)
        tip = start - (rng.normal(0, 40), rng.uniform(40, 0.45 * height))
        thick = int(rng.uniform(0.03, 0.07) * width)
        for canvas, value in ((image, (skin * rng.uniform(0.9, 1.05)).tolist()), (ids, -1)):
            cv2.line(canvas, start.astype(int).tolist(), tip.astype(int).tolist(), value, thick)


def _label(
    design: Design, box: Box, quad: Quad, ids: NDArray[np.int16], index: int
) -> dict[str, object] | None:
    """Describe a face by what is seen of it, or return None when that is next to nothing."""
    to_image = cv2.getPerspectiveTransform(UNIT, quad.astype(np.float32))
    seen = seen_part(to_image, ids, index).reshape(15, 11)
    if seen.mean() < 0.12:
        return None
    rows, columns = np.flatnonzero(seen.mean(1) > 0.35), np.flatnonzero(seen.mean(0) > 0.35)
    if not len(rows) or not len(columns):
        return None
    x0, x1 = columns[0] / 11, (columns[-1] + 1) / 11
    y0, y1 = rows[0] / 15, (rows[-1] + 1) / 15
    part = np.array([[(x0, y0), (x1, y0), (x1, y1), (x0, y1)]], np.float32)
    visible = cv2.perspectiveTransform(part, to_image)[0]
    label = box.label
    if label not in CLUTTER and label != "-":
        left, top, right, bottom = numeral_box(design, label)
        inside = ((left, top) < GRID).all(1) & ((right, bottom) > GRID).all(1)
        tall = np.linalg.norm(quad[0] - quad[3])
        wide = np.linalg.norm(quad[0] - quad[1])
        if (
            seen.reshape(-1)[inside].mean() < 0.9
            or tall < SMALLEST_READABLE
            or wide < SMALLEST_READABLE * 0.6
        ):
            label = "?"
    return {
        "label": label,
        "quad": [[round(float(x), 1), round(float(y), 1)] for x, y in visible],
        "seen": round(float(seen.mean()), 2),
    }


def seen_part(
    to_image: NDArray[np.float64], ids: NDArray[np.int16], index: int
) -> NDArray[np.bool_]:
    points = cv2.perspectiveTransform(GRID[None].astype(np.float32), to_image)[0]
    x, y = np.floor(points).astype(int).T
    inside = (x >= 0) & (y >= 0) & (x < ids.shape[1]) & (y < ids.shape[0])
    seen = np.zeros(len(points), bool)
    seen[inside] = ids[y[inside], x[inside]] == index
    return seen


def weighted(typefaces: list[Typeface]) -> list[Typeface]:
    """Keep fonts of legible families, few of the wild ones, and one to three files of each."""
    rng = np.random.default_rng(0)
    families: dict[str, list[Typeface]] = {}
    for face in typefaces:
        families.setdefault(face.family, []).append(face)
    kept = []
    for family, faces in sorted(families.items()):
        if family.endswith("BRK") and rng.random() > 0.2:  # display shapes no maker would print
            continue
        kept += [faces[i] for i in rng.permutation(len(faces))[:3]]
    return kept


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--fonts", type=Path, action="append", default=[], help="further folder of typefaces"
    )
    parser.add_argument("--backgrounds", type=Path, help="folder of photographs without tiles")
    parser.add_argument(
        "--held-out", action="store_true", help="only typefaces that training never sees"
    )
    parser.add_argument("--kind", help="only scenes of this kind, such as none: no tile in them")
    args = parser.parse_args()
    faces = [f for f in weighted(find_typefaces(*args.fonts)) if f.held_out == args.held_out]
    photographs = sorted(args.backgrounds.glob("*.jpg")) if args.backgrounds else None
    args.out.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    start = time.perf_counter()
    with (args.out / "labels.jsonl").open("a") as labels:
        for i in range(args.count):
            rng = np.random.default_rng((args.seed, i))
            sample = render_photo(rng, faces, photographs, args.kind)
            name = f"{args.seed:03d}-{i:05d}.jpg"
            cv2.imwrite(str(args.out / name), sample.image, [cv2.IMWRITE_JPEG_QUALITY, 93])
            height, width = sample.image.shape[:2]
            labels.write(
                json.dumps(
                    {"image": name, "width": width, "height": height, "objects": sample.objects}
                )
                + "\n"
            )
            labels.flush()
    print(
        f"{args.count} photos, {(time.perf_counter() - start) / max(args.count, 1) * 1000:.0f} ms each"
    )


if __name__ == "__main__":
    main()
