"""Scenes in three dimensions: tiles as boxes on a table or a rack, seen by a camera.

World: the table is the plane z = 0, x to the right, y away from the camera, z up. One unit is the
width of a tile.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from datasets.designs import COLOURS, Design

Points = NDArray[np.float64]  # (n, 3)
Rng = np.random.Generator

TOP_LEFT_FIRST = np.array([(-0.5, 0.5), (0.5, 0.5), (0.5, -0.5), (-0.5, -0.5)])


@dataclass(frozen=True, slots=True)
class Box:
    """A thing with a face; the face's corners go clockwise from the upper left of its picture."""

    label: str  # notation, "-" for a blank tile, or the name of something that is no tile
    centre: Points
    right: Points  # unit vectors in the plane of the face
    up: Points
    width: float
    height: float
    thickness: float

    @property
    def normal(self) -> Points:
        return np.cross(self.right, self.up)

    def face(self) -> Points:
        """Return the corners of the face, (4, 3)."""
        across, along = self.right * self.width, self.up * self.height
        return self.centre + TOP_LEFT_FIRST[:, :1] * across + TOP_LEFT_FIRST[:, 1:] * along

    def corners(self) -> Points:
        """Return face and back, (8, 3)."""
        face = self.face()
        return np.vstack([face, face - self.normal * self.thickness])


@dataclass(frozen=True, slots=True)
class Slab:
    """A flat coloured part of a rack, drawn in its turn."""

    corners: Points  # (4, 3)
    shade: float


@dataclass(frozen=True, slots=True)
class Camera:
    """A pinhole that looks at a point on the table."""

    matrix: Points  # (3, 4)
    position: Points

    def project(self, points: Points) -> Points:
        """Return pixels, (n, 2)."""
        homogeneous = np.hstack([points, np.ones((len(points), 1))]) @ self.matrix.T
        return homogeneous[:, :2] / homogeneous[:, 2:]


@dataclass(frozen=True, slots=True)
class Scene:
    """What is drawn, back to front when ``ordered``."""

    things: list[Box | Slab]
    target: Points
    extent: float  # half the width that should fit into the picture
    elevation: tuple[float, float]  # degrees above the table that suit this scene
    ordered: bool
    rack: bool


def look_at(
    target: Points,
    *,
    elevation: float,
    azimuth: float,
    roll: float,
    distance: float,
    focal: float,
    size: tuple[int, int],
) -> Camera:
    """Return a camera at ``distance`` from ``target``; angles in degrees, focal length and size in pixels."""
    e, a, r = np.radians([elevation, azimuth, roll])
    position = target + distance * np.array(
        [np.sin(a) * np.cos(e), -np.cos(a) * np.cos(e), np.sin(e)]
    )
    forward = (target - position) / distance
    right = np.array([np.cos(a), np.sin(a), 0.0])
    down = np.cross(forward, right)
    right, down = right * np.cos(r) + down * np.sin(r), down * np.cos(r) - right * np.sin(r)
    rotation = np.stack([right, down, forward])
    intrinsic = np.array([[focal, 0, size[0] / 2], [0, focal, size[1] / 2], [0, 0, 1]])
    return Camera(intrinsic @ np.hstack([rotation, -(rotation @ position)[:, None]]), position)


def sample_scene(rng: Rng, design: Design, kind: str | None = None) -> Scene:
    """Draw a scene at random: melds, a scatter, a rack, a grid, or something that holds no tile.

    ``kind`` names one of them: ``none`` for tables with dice, dominoes, letters and coins alone.
    """
    kind = kind or rng.choice(
        ["melds", "scatter", "rack", "grid", "close", "none"], p=[0.26, 0.2, 0.32, 0.07, 0.11, 0.04]
    )
    return {
        "melds": _melds,
        "scatter": _scatter,
        "rack": _rack,
        "grid": _grid,
        "close": _close,
        "none": _nothing,
    }[str(kind)](rng, design)


def sample_label(rng: Rng) -> str:
    """Draw a tile; jokers and the easily confused are more frequent than in the box."""
    if rng.random() < 0.06:
        return "*"
    return f"{rng.choice(list(COLOURS))}{rng.integers(1, 14)}"


def flat(design: Design, label: str, x: float, y: float, angle: float, lift: float = 0.0) -> Box:
    """Return a tile that lies on the table, turned by ``angle`` radians."""
    t = design.thickness
    right = np.array([np.cos(angle), np.sin(angle), 0.0])
    up = np.array([-np.sin(angle), np.cos(angle), 0.0])
    return Box(label, np.array([x, y, t + lift]), right, up, 1.0, design.aspect, t)


def _meld_labels(rng: Rng, n: int) -> list[str]:
    if rng.random() < 0.2:
        return [sample_label(rng) for _ in range(n)]
    if rng.random() < 0.4:
        number = rng.integers(1, 14)
        labels = [f"{c}{number}" for c in rng.permutation(list(COLOURS))[: min(n, 4)]]
    else:
        n = min(n, 13)
        start = rng.integers(1, 15 - n)
        colour = rng.choice(list(COLOURS))
        labels = [f"{colour}{start + i}" for i in range(n)]
    if rng.random() < 0.2:
        labels[rng.integers(len(labels))] = "*"
    return labels


def _row(
    rng: Rng, design: Design, labels: list[str], x: float, y: float, angle: float, tidy: float
) -> list[Box]:
    boxes = []
    pitch = 1 + abs(rng.normal(0, 0.03)) + (rng.uniform(0, 0.3) if rng.random() < 0.15 else 0)
    flip = np.pi if rng.random() < 0.2 else 0.0  # the other side of the table
    for i, label in enumerate(labels):
        along = (i - (len(labels) - 1) / 2) * pitch
        slip = rng.normal(0, tidy * 0.1)
        bx = x + along * np.cos(angle) - slip * np.sin(angle)
        by = y + along * np.sin(angle) + slip * np.cos(angle)
        boxes.append(flat(design, label, bx, by, angle + flip + rng.normal(0, tidy * 0.05)))
    return boxes


def _melds(rng: Rng, design: Design) -> Scene:
    things: list[Box | Slab] = []
    extent = rng.uniform(3, 11)
    angle = rng.uniform(0, 2 * np.pi) if rng.random() < 0.4 else 0.0
    tidy = rng.uniform(0, 1)
    y = -extent
    while y < extent:
        y += design.aspect * rng.uniform(1.15, 1.9)
        x = -extent + rng.uniform(-1, 1)
        while x < extent:
            labels = _meld_labels(rng, int(rng.integers(2, 8)))
            x += len(labels) / 2
            if rng.random() < 0.85:
                turn = rng.normal(0, 0.08 * tidy)
                things += _row(rng, design, labels, x, y + rng.normal(0, 0.15), turn, tidy)
            x += len(labels) / 2 + rng.uniform(0.4, 2.2)
    boxes = [b for b in things if isinstance(b, Box)]
    cos, sin = np.cos(angle), np.sin(angle)
    turn = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]])
    turned: list[Box | Slab] = [
        replace(b, centre=turn @ b.centre, right=turn @ b.right, up=turn @ b.up) for b in boxes
    ]
    return Scene(
        turned + _clutter(rng, design, extent, 0.15), np.zeros(3), extent, (28, 90), False, False
    )


def _scatter(rng: Rng, design: Design) -> Scene:
    extent = rng.uniform(2.5, 9)
    n = int(rng.uniform(0.15, 0.5) * extent * extent) + 2
    spots: list[tuple[float, float]] = []
    for _ in range(6 * n):
        spot = tuple(rng.uniform(-extent, extent, 2) * (1, 0.8))
        gap = rng.uniform(0.95, 1.6)
        if (
            all((spot[0] - s[0]) ** 2 + (spot[1] - s[1]) ** 2 > gap * gap for s in spots)
            and len(spots) < n
        ):
            spots.append(spot)
    things: list[Box | Slab] = []
    for i, (x, y) in enumerate(spots):
        label = "-" if rng.random() < 0.06 else sample_label(rng)
        things.append(flat(design, label, x, y, rng.uniform(0, 2 * np.pi), lift=0.002 * i))
    return Scene(
        things + _clutter(rng, design, extent, 0.3), np.zeros(3), extent, (30, 90), False, False
    )


def _grid(rng: Rng, design: Design) -> Scene:
    columns, rows = int(rng.integers(3, 14)), int(rng.integers(2, 6))
    gap_x, gap_y = rng.uniform(1.02, 1.6), design.aspect * rng.uniform(1.02, 1.7)
    things: list[Box | Slab] = []
    for row in range(rows):
        for column in range(columns):
            label = (
                f"{COLOURS[row % 4]}{column % 13 + 1}" if rng.random() < 0.85 else sample_label(rng)
            )
            x = (column - (columns - 1) / 2) * gap_x + rng.normal(0, 0.04)
            y = (row - (rows - 1) / 2) * gap_y + rng.normal(0, 0.04)
            things.append(flat(design, label, x, y, rng.normal(0, 0.04)))
    return Scene(
        things, np.zeros(3), columns * gap_x * rng.uniform(0.4, 0.7), (35, 90), False, False
    )


def _close(rng: Rng, design: Design) -> Scene:
    n = int(rng.integers(1, 6))
    angle = rng.uniform(0, 2 * np.pi) if rng.random() < 0.5 else rng.normal(0, 0.1)
    things: list[Box | Slab] = list(
        _row(rng, design, [sample_label(rng) for _ in range(n)], 0, 0, angle, 1.0)
    )
    return Scene(
        things + _clutter(rng, design, 4, 0.3),
        np.zeros(3),
        rng.uniform(1.0, 3.2),
        (35, 90),
        False,
        False,
    )


def _rack(rng: Rng, design: Design) -> Scene:
    steps = int(rng.choice([1, 2, 2, 2, 3, 3, 4]))
    columns = int(rng.integers(5, 14))
    hidden = rng.uniform(-0.15, 0.45) if rng.random() < 0.5 else rng.uniform(-0.15, 0.1)
    fill = rng.uniform(0.25, 1.0)
    rows = []
    for _ in range(steps):
        row = []
        x = -columns / 2 + 0.5 + rng.uniform(0, 0.5)
        while x < columns / 2:
            if rng.random() < fill:
                row.append((x, "-" if rng.random() < 0.02 else sample_label(rng)))
                x += 1 + abs(rng.normal(0, 0.04))
            else:
                x += rng.uniform(0.1, 1.2)
        rows.append(row)
    scene = rack(
        rng,
        design,
        rows,
        half=columns / 2 + rng.uniform(0.2, 1.5),
        tilt=rng.uniform(45, 85),
        hidden=hidden,
        gap=rng.uniform(0.1, 0.6),
        wall=1 + rng.uniform(-0.15, 0.2),
        lip=rng.uniform(0.0, 0.12),
    )
    depth = 2 * float(scene.target[1])
    behind = _behind(rng, design, depth) if rng.random() < 0.3 else []
    shift = np.array([rng.normal(0, columns * 0.06), 0.0, 0.0])
    return replace(
        scene,
        things=[*behind, *scene.things],
        target=scene.target + shift,
        extent=scene.extent * rng.uniform(0.6, 1.25),
    )


def rack(
    rng: Rng,
    design: Design,
    rows: list[list[tuple[float, str]]],
    *,
    half: float,
    tilt: float,
    hidden: float,
    gap: float,
    wall: float,
    lip: float,
) -> Scene:
    """Return a stepped rack.

    Args:
        rows: from the front step up; of each tile the place along the step and the label.
        half: half the length of a step.
        tilt: of the tiles against the table, degrees.
        hidden: share of a tile's height that the step before it hides.
        gap: depth between two steps beyond what the tilt needs.
        wall, lip: heights of the back plate and of the edge in front, in tile heights.
    """
    angle = np.radians(tilt)
    up = np.array([0.0, np.cos(angle), np.sin(angle)])
    normal = np.array([0.0, -np.sin(angle), np.cos(angle)])
    tall, thick = design.aspect, design.thickness
    rise = tall * (1 - hidden) * np.sin(angle)
    depth = tall * (1 - hidden) * np.cos(angle) + gap
    side = np.array([half, 0.0, 0.0])
    ledge = normal * thick * 1.4
    things: list[Box | Slab] = []
    for step in reversed(range(len(rows))):
        foot = np.array([0.0, step * depth, step * rise + 0.1])
        back = foot - normal * 0.02
        top = up * wall * tall
        things.append(
            Slab(
                np.stack([back - side + top, back + side + top, back + side, back - side]),
                rng.uniform(0.85, 1.0),
            )
        )
        things.append(
            Slab(
                np.stack([back - side, back + side, back + side + ledge, back - side + ledge]),
                rng.uniform(0.5, 0.9),
            )
        )
        for x, label in rows[step]:
            turn = rng.normal(0, 0.015)
            across = np.array([np.cos(turn), 0, 0]) + up * np.sin(turn)
            along = up * np.cos(turn) - np.array([np.sin(turn), 0, 0])
            centre = np.array([x, foot[1], foot[2]]) + up * tall / 2 + normal * thick
            things.append(Box(label, centre, across, along, 1.0, tall, thick))
        front = foot + ledge
        edge, below = up * lip * tall, up * 0.3
        things.append(
            Slab(
                np.stack(
                    [
                        front - side + edge,
                        front + side + edge,
                        front + side - below,
                        front - side - below,
                    ]
                ),
                rng.uniform(0.7, 1.0),
            )
        )
    target = np.array([0.0, len(rows) * depth / 2, len(rows) * rise / 2])
    return Scene(things, target, half, (8, 65), True, True)


def _behind(rng: Rng, design: Design, depth: float) -> list[Box | Slab]:
    """Tiles that lie on the table behind the rack, face up or down."""
    boxes = []
    for _ in range(int(rng.integers(1, 10))):
        label = "-" if rng.random() < 0.5 else sample_label(rng)
        boxes.append(
            flat(
                design, label, rng.uniform(-9, 9), depth + rng.uniform(1.5, 8), rng.uniform(0, 6.3)
            )
        )
    return sorted(boxes, key=lambda b: -b.centre[1])


def _nothing(rng: Rng, design: Design) -> Scene:
    extent = rng.uniform(2, 8)
    return Scene(_clutter(rng, design, extent, 3.0), np.zeros(3), extent, (25, 90), False, False)


CLUTTER = ("die", "domino", "letter", "card", "coin", "note", "button", "blank", "stick")


def _clutter(rng: Rng, design: Design, extent: float, amount: float) -> list[Box | Slab]:
    """Things a table also holds and a reader must not read."""
    boxes: list[Box | Slab] = []
    for _ in range(rng.poisson(amount * 4)):
        kind = str(rng.choice(CLUTTER))
        if kind == "blank":
            boxes.append(flat(design, "-", *rng.uniform(-extent, extent, 2), rng.uniform(0, 6.3)))
            continue
        wide, tall, thick = {
            "die": (0.7, 0.7, 0.7),
            "domino": (0.9, 1.8, 0.3),
            "letter": (0.8, 0.85, 0.2),
            "card": (2.4, 3.4, 0.01),
            "coin": (0.8, 0.8, 0.06),
            "note": (2.5, 2.5, 0.01),
            "button": (0.6, 0.6, 0.1),
            "stick": (0.3, 4.5, 0.2),
        }[kind]
        angle = rng.uniform(0, 2 * np.pi)
        x, y = rng.uniform(-extent, extent, 2) * 1.1
        size = rng.uniform(0.8, 1.3)
        right = np.array([np.cos(angle), np.sin(angle), 0.0])
        up = np.array([-np.sin(angle), np.cos(angle), 0.0])
        boxes.append(Box(kind, np.array([x, y, thick]), right, up, wide * size, tall * size, thick))
    return boxes
