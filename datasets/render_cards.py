"""Render labelled photos of cards: ``python -m datasets.render_cards OUT --count N --art FOLDER``.

As ``datasets.render``, but an object is a corner index: ``quad`` goes clockwise from the upper left of
its upright rank, ``middle`` is the middle of the card it stands on, ``card`` the number of that card
within the photo: all indices of one card share it. A label ``?`` is an index nobody can read for sure.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.clutter import draw_clutter
from datasets.decks import Deck, draw_card, sample_deck
from datasets.fonts import Typeface, find_typefaces
from datasets.hands import Hand, Leaf, sample_hand
from datasets.photograph import expose, light
from datasets.render import Sample, fingers, ground, warp_on, weighted
from datasets.scenes import Camera, look_at
from datasets.surfaces import colour

Image = NDArray[np.uint8]
Points = NDArray[np.float64]
Rng = np.random.Generator

SIZES = ((800, 600), (640, 480), (960, 720), (600, 800), (720, 720))
FACE_HEIGHTS = (160, 240, 360, 540, 800)
STRIPS = 6  # a bent card is drawn as so many flat ones
SEAM = 0.03  # of the width, by which they overlap
SMALLEST_READABLE = 12.0  # pixels of an index's height
ENOUGH, TOO_LITTLE = 0.93, 0.2  # share of an index that is seen
ASIDE = ("die", "domino", "letter", "coin", "note", "button", "stick")


def render_cards(
    rng: Rng, typefaces: list[Typeface], art: list[Path], photographs: list[Path] | None = None
) -> Sample:
    """Render one photo of a random deck in a random scene under a random camera."""
    deck = sample_deck(rng, typefaces, art)
    hand = sample_hand(rng, deck.aspect)
    size = SIZES[rng.integers(len(SIZES))]
    return render_hand(rng, deck, hand, _camera(rng, hand, size), size, typefaces, photographs)


def render_hand(
    rng: Rng,
    deck: Deck,
    hand: Hand,
    camera: Camera,
    size: tuple[int, int],
    typefaces: list[Typeface],
    photographs: list[Path] | None = None,
    *,
    plain: bool = False,
) -> Sample:
    """Render given cards of one deck; table, lamp and the camera's faults are random.

    ``plain``: nothing lies beside the cards or on them.
    """
    image = ground(rng, camera, size, photographs)
    if hand.grip is not None and rng.random() < 0.6:  # held over the table: the table is far
        image = cv2.GaussianBlur(image, (0, 0), rng.uniform(1, 8)).astype(np.uint8)
    ids = np.full((size[1], size[0]), -1, np.int16)
    if rng.random() < 0.35 and not plain:
        _things_aside(rng, image, camera, typefaces, hand.extent)
    leaves = hand.leaves if hand.grip is None else _backmost_first(hand.leaves, camera)
    lamp = rng.normal(0, 1, 3) + (0, 0, 1.5)
    lamp /= np.linalg.norm(lamp)
    shadow = rng.uniform(0.15, 0.6)
    sleeved = rng.random() < 0.06 and not plain
    for number, leaf in enumerate(leaves):
        _draw_leaf(rng, image, ids, number, leaf, camera, deck, lamp, shadow)
        if sleeved:
            _sleeve(rng, image, leaf, camera)
    if hand.grip is not None:
        _grip(rng, image, ids, camera, hand)
    elif rng.random() < 0.15 and not plain:
        fingers(rng, image, ids)
    objects = [o for n, leaf in enumerate(leaves) for o in _indices_of(leaf, n, deck, camera, ids)]
    return Sample(expose(light(image, rng), rng), objects)


def _backmost_first(leaves: list[Leaf], camera: Camera) -> list[Leaf]:
    """Keep the fan's order unless it is seen from behind."""
    towards = camera.position - leaves[0].centre
    return leaves if float(towards @ leaves[0].normal) > 0 else leaves[::-1]


def _camera(rng: Rng, hand: Hand, size: tuple[int, int]) -> Camera:
    elevation = float(np.clip(rng.uniform(*hand.elevation), 4, 90))
    if hand.grip is None and rng.random() < 0.4:
        elevation = rng.uniform(72, 90)
    focal = size[0] * rng.uniform(0.75, 1.7)
    return look_at(
        hand.target + rng.normal(0, 0.12 * hand.extent, 3) * (1, 1, 0),
        elevation=elevation,
        azimuth=rng.normal(0, 14),
        roll=rng.normal(0, 6) if rng.random() < 0.75 else rng.uniform(-180, 180),
        distance=max(hand.extent * focal / (size[0] / 2), hand.extent * 1.2, 2.0),
        focal=focal,
        size=size,
    )


def _draw_leaf(
    rng: Rng,
    image: Image,
    ids: NDArray[np.int16],
    number: int,
    leaf: Leaf,
    camera: Camera,
    deck: Deck,
    lamp: Points,
    shadow: float,
) -> None:
    strips = STRIPS if abs(leaf.bend) > 0.04 else 1
    edges = np.linspace(0, 1, strips + 1)
    upper = camera.project(leaf.at(edges, np.zeros(strips + 1)))
    lower = camera.project(leaf.at(edges, np.ones(strips + 1)))
    outline = np.vstack([upper, lower[::-1]])
    tall = float(np.linalg.norm(upper - lower, axis=1).max())
    if not np.isfinite(outline).all() or tall < 8 or np.abs(outline).max() > 6000:
        return
    height = next((h for h in FACE_HEIGHTS if h >= tall * 0.95), FACE_HEIGHTS[-1])
    face = draw_card(deck, leaf.label, rng, height)
    _cast_shadow(rng, image, outline, tall, shadow)
    facing = float(leaf.normal @ (camera.position - leaf.centre)) > 0
    picture = face.picture if facing else draw_card(deck, "-", rng, height).picture[:, ::-1]
    shade = float(np.clip(0.86 + 0.16 * (leaf.normal @ lamp) + rng.normal(0, 0.02), 0.55, 1.06))
    width = picture.shape[1]
    for i in range(strips):
        # Strips overlap by a little, or their seams show.
        left, right = max(0.0, edges[i] - SEAM), min(1.0, edges[i + 1] + SEAM)
        x0, x1 = round(left * width), round(right * width)
        shares = np.array([x0, x1, x1, x0]) / width
        quad = camera.project(leaf.at(shares, np.array([0.0, 0, 1, 1])))
        turned = shade * (1 + 0.12 * np.sin(leaf.bend) * (edges[i] - 0.5) * 2)
        part = np.clip(picture[:, x0:x1].astype(np.float32) * turned, 0, 255)
        warp_on(image, part, _faded(face.alpha[:, x0:x1], i > 0, i < strips - 1), quad)
    cv2.fillPoly(ids, [(outline * 16).astype(np.int32)], number if facing else -1, shift=4)
    if rng.random() < 0.7:  # the cut edge of the paper
        tone = (np.array(image.mean((0, 1))) * rng.uniform(0.4, 1.0)).tolist()
        cv2.polylines(image, [(outline * 16).astype(np.int32)], True, tone, 1, cv2.LINE_AA, 4)


def _faded(alpha: NDArray[np.uint8], left: bool, right: bool) -> NDArray[np.uint8]:
    """Let a strip fade where the next one overlaps it."""
    cover = alpha.copy()
    n = max(2, int(cover.shape[1] * SEAM * STRIPS))
    ramp = np.linspace(0, 1, n)[None]
    if left:
        cover[:, :n] = cover[:, :n] * ramp
    if right:
        cover[:, -n:] = cover[:, -n:] * ramp[:, ::-1]
    return cover


def _cast_shadow(rng: Rng, image: Image, outline: Points, tall: float, strength: float) -> None:
    shift = rng.normal(0, 0.012, 2) * tall + (0, 0.008 * tall)
    moved = outline + shift
    pad = int(0.06 * tall) + 2
    x0, y0 = np.maximum((moved.min(0) - pad).astype(int), 0)
    x1, y1 = (moved.max(0) + pad).astype(int)
    area = image[y0:y1, x0:x1]
    if area.size == 0:
        return
    mask = np.zeros(area.shape[:2], np.float32)
    cv2.fillPoly(mask, [((moved - (x0, y0)) * 16).astype(np.int32)], 1.0, shift=4)
    soft = cv2.GaussianBlur(mask, (0, 0), max(0.6, 0.015 * tall))
    area[:] = (area * (1 - strength * soft[..., None])).astype(np.uint8)


def _sleeve(rng: Rng, image: Image, leaf: Leaf, camera: Camera) -> None:
    """Lay a band of light across a card in plastic."""
    left, right = np.sort(rng.uniform(-0.3, 1.3, 2))
    corners = camera.project(
        leaf.at(np.clip([left, right, right - 0.2, left - 0.2], 0, 1), np.array([0.0, 0, 1, 1]))
    )
    if not np.isfinite(corners).all() or np.abs(corners).max() > 6000:
        return
    layer = np.zeros(image.shape[:2], np.float32)
    cv2.fillConvexPoly(layer, corners.astype(np.int32), rng.uniform(0.1, 0.45))
    layer = cv2.GaussianBlur(layer, (0, 0), 2)[..., None]
    image[:] = (image * (1 - layer) + 250 * layer).astype(np.uint8)


def _grip(rng: Rng, image: Image, ids: NDArray[np.int16], camera: Camera, hand: Hand) -> None:
    """Let a thumb lie over the foot of the fan, and the hand under it."""
    assert hand.grip is not None
    leaves = hand.leaves
    foot = np.mean([leaf.at(np.array([0.5]), np.array([0.97]))[0] for leaf in leaves], axis=0)
    spot = camera.project(foot[None])[0]
    head = camera.project(np.mean([leaf.centre for leaf in leaves], axis=0)[None])[0]
    card = float(np.linalg.norm(head - spot)) * 2
    if not np.isfinite(spot).all() or card < 20 or card > 4000:
        return
    skin = colour(rng, (0.02, 0.09), (0.25, 0.6), (0.3, 0.95))
    axis = (spot - head) / max(card / 2, 1.0)
    across = np.array([-axis[1], axis[0]])
    digits = [(spot + axis * card * 0.5, spot - axis * card * rng.uniform(0.0, 0.28), 0.15)]
    for k in range(int(rng.integers(0, 4))):
        side = across * card * (0.25 + 0.14 * k)
        digits.append((spot + axis * card * 0.5 + side, spot + axis * card * 0.08 + side, 0.12))
    for start, tip, thick in digits:
        width = max(2, int(thick * card * rng.uniform(0.8, 1.2)))
        tone = skin * rng.uniform(0.85, 1.05)
        a, b = start.astype(int).tolist(), tip.astype(int).tolist()
        cv2.line(image, a, b, tone.tolist(), width, cv2.LINE_AA)
        cv2.ellipse(
            image,
            tuple(b),
            (width // 4, width // 3),
            0,
            0,
            360,
            np.clip(tone * 1.15, 0, 255).tolist(),
            -1,
            cv2.LINE_AA,
        )
        cv2.line(ids, a, b, -1, width)


def _things_aside(
    rng: Rng, image: Image, camera: Camera, typefaces: list[Typeface], extent: float
) -> None:
    """Put coins, dice, letters and notes on the table under the cards."""
    for _ in range(int(rng.integers(1, 9))):
        kind = str(rng.choice(ASIDE))
        tall, wide = (0.35, 0.35) if kind in ("die", "coin", "button", "letter") else (0.9, 0.5)
        if kind == "note":
            tall = wide = 1.6
        x, y = rng.uniform(-1.3, 1.3, 2) * extent
        angle = rng.uniform(0, 2 * np.pi)
        leaf = Leaf(
            kind,
            np.array([x, y, 0.0]),
            np.array([np.cos(angle), np.sin(angle), 0.0]),
            np.array([-np.sin(angle), np.cos(angle), 0.0]),
            tall,
        )
        half = wide / 2
        quad = camera.project(
            leaf.at(
                np.array([0.5 - half, 0.5 + half, 0.5 + half, 0.5 - half]), np.array([0.0, 0, 1, 1])
            )
        )
        if not np.isfinite(quad).all() or np.abs(quad).max() > 4000:
            continue
        face, alpha = draw_clutter(
            kind, typefaces[rng.integers(len(typefaces))], rng, 120, int(120 * wide / tall)
        )
        warp_on(image, face.astype(np.float64), alpha, quad)


def _indices_of(
    leaf: Leaf, number: int, deck: Deck, camera: Camera, ids: NDArray[np.int16]
) -> list[dict[str, object]]:
    """Describe the indices of a card that are seen."""
    if leaf.label == "-":
        return []
    face = next(
        (deck.cache[leaf.label, h] for h in FACE_HEIGHTS if (leaf.label, h) in deck.cache), None
    )
    if face is None:
        return []
    height, width = face.picture.shape[:2]
    middle = camera.project(leaf.at(np.array([0.5]), np.array([0.5])))[0]
    found = []
    for index in face.indices:
        shares = index / (width, height)
        quad = camera.project(leaf.at(shares[:, 0], shares[:, 1]))
        grid = np.stack(
            np.meshgrid(np.linspace(0.05, 0.95, 7), np.linspace(0.03, 0.97, 13)), -1
        ).reshape(-1, 2)
        inner = (
            shares[0]
            + grid[:, :1] * (shares[1] - shares[0])
            + grid[:, 1:] * (shares[3] - shares[0])
        )
        points = np.floor(camera.project(leaf.at(inner[:, 0], inner[:, 1]))).astype(int)
        inside = ((points >= 0) & (points < (ids.shape[1], ids.shape[0]))).all(1)
        seen = np.zeros(len(points), bool)
        seen[inside] = ids[points[inside, 1], points[inside, 0]] == number
        tall = np.linalg.norm(quad[0] - quad[3])
        wide = np.linalg.norm(quad[0] - quad[1])
        share = float(seen.mean())
        if share < TOO_LITTLE:
            continue
        hidden = share < ENOUGH or tall < SMALLEST_READABLE or wide < SMALLEST_READABLE * 0.25
        found.append(
            {
                "label": "?" if hidden else leaf.label,
                "quad": [[round(float(x), 1), round(float(y), 1)] for x, y in quad],
                "middle": [round(float(v), 1) for v in middle],
                "card": number,
                "seen": round(share, 2),
            }
        )
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="Render labelled photos of cards.")
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--fonts", type=Path, action="append", default=[])
    parser.add_argument("--art", type=Path, help="folder of folders, each a complete deck")
    parser.add_argument("--backgrounds", type=Path, help="folder of photographs without cards")
    parser.add_argument(
        "--held-out", action="store_true", help="only typefaces and decks that training never sees"
    )
    args = parser.parse_args()
    faces = [f for f in weighted(find_typefaces(*args.fonts)) if f.held_out == args.held_out]
    art = sorted(p for p in args.art.iterdir() if p.is_dir()) if args.art else []
    art = [p for p in art if (p.name in HELD_OUT_ART) == args.held_out]
    photographs = sorted(args.backgrounds.glob("*.jpg")) if args.backgrounds else None
    args.out.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    start = time.perf_counter()
    with (args.out / "labels.jsonl").open("a") as labels:
        for i in range(args.count):
            rng = np.random.default_rng((args.seed, i))
            sample = render_cards(rng, faces, art, photographs)
            name = f"{args.seed:03d}-{i:05d}.jpg"
            cv2.imwrite(str(args.out / name), sample.image, [cv2.IMWRITE_JPEG_QUALITY, 93])
            height, width = sample.image.shape[:2]
            record = {"image": name, "width": width, "height": height, "objects": sample.objects}
            labels.write(json.dumps(record) + "\n")
            labels.flush()
    spent = (time.perf_counter() - start) / max(args.count, 1) * 1000
    print(f"{args.count} photos, {spent:.0f} ms each")


HELD_OUT_ART = ("bellot",)  # the one pattern that is not Anglo, kept for measuring

if __name__ == "__main__":
    main()
