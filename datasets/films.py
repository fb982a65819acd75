"""Render films with known labels: ``python -m datasets.films OUT --count N``.

The camera moves along a smooth path or stands above the table, a hand may pass, the lamp may flicker. All
frames of a film show one set under one lamp; what differs from frame to frame is the camera's place, its
blur and its noise.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.designs import Design, sample_design
from datasets.fonts import Typeface, find_typefaces
from datasets.photograph import light
from datasets.render import render_scene, weighted
from datasets.samples import sample_rack, sample_table
from datasets.scenes import Camera, Scene, look_at
from datasets.surfaces import colour

Image = NDArray[np.uint8]
Rng = np.random.Generator

SIZE = (1280, 720)
RATE = 10.0  # frames per second
FRAMES = 24
KINDS = ("moving", "hand", "flicker", "above")
COLOURS = "rbky"


@dataclass(frozen=True, slots=True)
class Film:
    """Frames (n, h, w, 3) RGB of one scene, and the tiles that lie in it, by rows."""

    kind: str
    frames: list[Image]
    rows: tuple[tuple[str, ...], ...]

    @property
    def tiles(self) -> Counter[str]:
        """How often each tile is there."""
        return Counter(label for row in self.rows for label in row)


def render_film(
    seed: int,
    kind: str,
    typefaces: list[Typeface],
    *,
    count: int = FRAMES,
    size: tuple[int, int] = SIZE,
) -> Film:
    """Render one film: ``moving``, ``hand``, ``flicker`` (of a rack) or ``above`` (of a table)."""
    rng = np.random.default_rng((seed, KINDS.index(kind)))
    design = sample_design(rng, typefaces)
    above = kind == "above"
    rows = _table(rng) if above else _rack(rng)
    scene = (sample_table if above else sample_rack)(rng, design, rows)
    shake = 1.0 if kind in ("moving", "above") else 0.15
    path = camera_path(rng, scene, count, size, shake)
    shoot = Shooting(rng, kind == "flicker", wobble=shake)
    hand = Hand.drawn(rng) if kind in ("hand", "above") else None
    frames = []
    for i, camera in enumerate(path):
        at = (i + 0.5) / count
        reach = hand.reach(at) if hand else None
        frames.append(film_frame(seed, design, scene, camera, size, shoot, hand, reach))
    plain = tuple(tuple(t for t in row.split() if t not in ".|") for row in rows)
    return Film(kind, frames, plain)


def film_frame(
    seed: int,
    design: Design,
    scene: Scene,
    camera: Camera,
    size: tuple[int, int],
    shoot: Shooting,
    hand: Hand | None,
    reach: float | None,
) -> Image:
    """Render one frame, (h, w, 3) RGB; the same ``seed`` gives the same table, lamp and wear."""

    def finish(image: Image, rng: Rng) -> Image:
        if hand is not None and reach is not None:
            hand.draw(image, reach)
        # The lamp and its glare stay where they are, whatever was drawn by lot before.
        return shoot(light(image, np.random.default_rng((seed, 7))))

    fixed = np.random.default_rng((seed, 3))
    sample = render_scene(fixed, design, scene, camera, size, None, finish)
    return np.ascontiguousarray(sample.image[..., ::-1])


def camera_path(
    rng: Rng, scene: Scene, count: int, size: tuple[int, int], shake: float
) -> list[Camera]:
    """Return a camera for each frame: a smooth path that slows down, as a hand that comes to rest."""
    elevation = rng.uniform(25, 45) if scene.rack else rng.uniform(62, 85)
    distance = rng.uniform(2.3, 4.2) * scene.extent
    azimuth, roll = rng.normal(0, 6), rng.normal(0, 3)
    waves = rng.normal(0, 1, (4, 3)) * shake
    speeds = rng.uniform(0.4, 1.6, (4, 3))
    phases = rng.uniform(0, 2 * np.pi, (4, 3))
    cameras = []
    for i in range(count):
        t = i / RATE
        sway = (waves * np.sin(speeds * t * 2 + phases)).sum(1)
        calm = 1.0 if i < count * 0.6 else 0.3
        cameras.append(
            look_at(
                scene.target + np.array([0.12 * sway[0], 0.12 * sway[1], 0]) * calm,
                elevation=float(np.clip(elevation + 1.2 * sway[2] * calm, 8, 89)),
                azimuth=float(azimuth + 1.5 * sway[3] * calm),
                roll=float(roll + 0.7 * sway[0] * calm),
                distance=float(distance * (1 + 0.012 * sway[1] * calm)),
                focal=1.05 * size[0],
                size=size,
            )
        )
    return cameras


class Shooting:
    """What lamp, lens and sensor do to each frame of one film."""

    def __init__(self, rng: Rng, flicker: bool, wobble: float) -> None:
        self._rng = np.random.default_rng(rng.integers(2**32))
        self._gamma, self._gain = rng.uniform(0.85, 1.2), rng.uniform(0.75, 1.1)
        self._noise = abs(rng.normal(0.02, 0.02))
        self._soft = rng.uniform(0.3, 1.5)
        self._flicker = flicker
        self._wobble = wobble
        self._quality = int(rng.uniform(55, 90))

    def __call__(self, image: Image) -> Image:
        """Return the frame as the camera sends it; BGR as the renderer draws."""
        rng = self._rng
        blur = self._soft * rng.uniform(0.8, 1.3)
        if rng.random() < 0.2:
            blur += rng.uniform(0.8, 2.4)  # the lens looks for its focus
        values = cv2.GaussianBlur(image, (0, 0), blur)
        if rng.random() < 0.15 + 0.3 * self._wobble:
            values = _dragged(values, rng)
        gain = self._gain * (rng.uniform(0.35, 1.25) if self._flicker else rng.uniform(0.96, 1.04))
        floats = (values.astype(np.float32) / 255) ** self._gamma * gain
        height, width = floats.shape[:2]
        grain = rng.standard_normal((height // 2 + 1, width // 2 + 1, 3), np.float32)
        grain = cv2.resize(grain, (width, height), interpolation=cv2.INTER_LINEAR)
        floats += grain * np.float32(self._noise)
        shown = (np.clip(floats, 0, 1) * 255).astype(np.uint8)
        coded = cv2.imencode(".jpg", shown, [cv2.IMWRITE_JPEG_QUALITY, self._quality])[1]
        return cv2.imdecode(coded, cv2.IMREAD_COLOR)


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand that reaches into the picture and draws back."""

    skin: tuple[float, float, float]
    start: tuple[float, float]  # shares of width and height
    end: tuple[float, float]
    span: tuple[float, float]  # of the film's time

    @classmethod
    def drawn(cls, rng: Rng) -> Hand:
        """Draw a hand by lot."""
        side = rng.choice([-0.1, 1.1])
        begin = rng.uniform(0.15, 0.3)
        skin = colour(rng, (0.02, 0.09), (0.25, 0.6), (0.3, 0.95))
        return cls(
            tuple(float(c) for c in skin),
            (float(side), float(rng.uniform(0.7, 1.2))),
            (float(rng.uniform(0.3, 0.7)), float(rng.uniform(0.35, 0.6))),
            (begin, begin + rng.uniform(0.25, 0.35)),
        )

    def reach(self, at: float) -> float | None:
        """Return how far it reaches at a share of the film's time, from 0 to 1; None when away."""
        begin, end = self.span
        return float(np.sin((at - begin) / (end - begin) * np.pi)) if begin < at < end else None

    def draw(self, image: Image, reach: float) -> None:
        """Draw an arm, a palm and fingers on to the image."""
        size = np.array([image.shape[1], image.shape[0]])
        start, end = np.array(self.start) * size, np.array(self.end) * size
        palm = start + (end - start) * reach
        away = (end - start) / np.linalg.norm(end - start)
        across = np.array([-away[1], away[0]])
        wide = 0.07 * size[0]
        skin = np.array(self.skin)
        _line(image, start, palm, skin * 0.92, wide * 0.9)
        cv2.circle(image, _at(palm), round(wide * 0.62), skin.tolist(), -1, cv2.LINE_AA)
        for k in (-1.5, -0.5, 0.5, 1.5):
            root = palm + across * k * wide * 0.3
            tip = root + away * wide * (1.1 - 0.12 * abs(k))
            _line(image, root, tip, skin * (0.96 + 0.03 * k), wide * 0.24)


def frames_of(seed: int, count: int, typefaces: list[Typeface]) -> Iterator[Film]:
    """Render films of every kind in turn."""
    for i in range(count):
        yield render_film(seed + i, KINDS[i % len(KINDS)], typefaces)


def write_film(path: Path, frames: list[Image], rate: float = RATE) -> None:
    """Write frames as a film that OpenCV and browsers' tools can read (MJPEG in AVI)."""
    height, width = frames[0].shape[:2]
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), rate, (width, height))
    for frame in frames:
        writer.write(np.ascontiguousarray(frame[..., ::-1]))
    writer.release()


def _rack(rng: Rng) -> tuple[str, str]:
    """Draw fourteen tiles in two rows, no more of a kind than the box holds."""
    box = [f"{c}{n}" for c in COLOURS for n in range(1, 14)] * 2 + ["*", "*"]
    drawn = [box[i] for i in rng.permutation(len(box))[:14]]
    return " ".join(drawn[:7]), " ".join(drawn[7:])


def _table(rng: Rng) -> tuple[str, ...]:
    """Draw four melds in two rows, no more of a kind than the box holds."""
    melds = []
    for _ in range(4):
        if rng.random() < 0.5:
            number = rng.integers(1, 14)
            melds.append(" ".join(f"{c}{number}" for c in rng.permutation(list(COLOURS))[:3]))
        else:
            start, c = rng.integers(1, 11), rng.choice(list(COLOURS))
            melds.append(" ".join(f"{c}{start + i}" for i in range(rng.integers(3, 5))))
    if max(Counter(" ".join(melds).split()).values()) > 2:
        return _table(rng)
    return f"{melds[0]} | {melds[1]}", f"{melds[2]} | {melds[3]}"


def _dragged(image: Image, rng: Rng) -> Image:
    length = int(rng.integers(3, 13))
    kernel = np.zeros((length, length), np.float32)
    middle, angle = (length - 1) / 2, rng.uniform(0, np.pi)
    for t in np.linspace(-middle, middle, 4 * length):
        kernel[round(middle + t * np.sin(angle)), round(middle + t * np.cos(angle))] = 1
    return cv2.filter2D(image, -1, kernel / kernel.sum())


def _line(
    image: Image,
    start: NDArray[np.float64],
    end: NDArray[np.float64],
    shade: NDArray[np.float64],
    wide: float,
) -> None:
    cv2.line(image, _at(start), _at(end), shade.tolist(), max(1, round(wide)), cv2.LINE_AA)


def _at(point: NDArray[np.float64]) -> tuple[int, int]:
    return round(float(point[0])), round(float(point[1]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=8)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    faces = [f for f in weighted(find_typefaces()) if f.held_out]
    args.out.mkdir(parents=True, exist_ok=True)
    with (args.out / "labels.jsonl").open("w") as labels:
        for i, film in enumerate(frames_of(args.seed, args.count, faces)):
            name = f"{args.seed:03d}-{i:03d}-{film.kind}.avi"
            write_film(args.out / name, film.frames)
            labels.write(json.dumps({"film": name, "kind": film.kind, "rows": film.rows}) + "\n")


if __name__ == "__main__":
    main()
