"""Tile sets as they are sold: one design is the look of all tiles of one box.

A face is drawn at a fixed height as plastic, relief and ink. Relief (the dish under the numeral,
an embossed logo, an engraved numeral) becomes shading by its slope under a lamp, as on a real tile.
"""

from __future__ import annotations

import colorsys
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.fonts import Mask, Typeface, text_mask
from datasets.jokers import JOKER_STYLES, draw_joker

Image = NDArray[np.uint8]  # (height, width, 3), BGR
Grey = NDArray[np.float32]  # (height, width)
Rng = np.random.Generator

COLOURS = "rbky"


@dataclass(slots=True)
class Design:
    """The look of one set; lengths are shares of the tile's width or height."""

    typeface: Typeface
    label_face: Typeface
    aspect: float  # height / width
    thickness: float  # / width
    corner: float
    plastic: tuple[float, float, float]  # BGR, 0-255
    inks: dict[str, tuple[float, float, float]]
    numeral_height: float
    numeral_y: float
    numeral_squeeze: float
    numeral_tracking: float
    relief: str  # flat, engraved, raised
    ink_edge: float
    wear: float
    dish: str  # none, circle, ring
    pip: str  # none, or the ornament under the numeral
    logo: str
    logo_y: float
    mark69: str  # none, underline, dot
    rim: float
    frame: bool
    joker_style: str
    joker_inks: list[tuple[float, float, float]]
    words: tuple[str, ...] = ()  # what stands for 1-13 where it is not digits
    joker_sign: str = ""  # a character as the joker
    cache: dict[tuple[object, ...], Grey] = field(default_factory=dict)


def sample_design(rng: Rng, typefaces: list[Typeface]) -> Design:
    """Draw the look of a set at random from what is sold, and a little beyond."""
    inks = _sample_inks(rng)
    fills = rng.random() < 0.22  # large numerals that fill the tile
    pip = rng.choice(PIPS) if rng.random() < (0.25 if fills else 0.3) else "none"
    numeral_height = rng.uniform(0.42, 0.66) if fills else rng.uniform(0.2, 0.42)
    numeral_y = 0.5 if fills else rng.uniform(0.27, 0.5)
    if pip != "none":
        numeral_height = rng.uniform(0.3, 0.5)
        numeral_y = rng.uniform(0.26, 0.36)
    jokers = [inks["k"], inks["r"]]
    if rng.random() < 0.4:
        jokers = [inks[rng.choice(list(COLOURS))] for _ in range(2)]
    return Design(
        typeface=typefaces[rng.integers(len(typefaces))],
        label_face=typefaces[rng.integers(len(typefaces))],
        aspect=float(rng.choice([rng.uniform(1.2, 1.65), rng.uniform(1.3, 1.5)])),
        thickness=rng.uniform(0.12, 0.45),
        corner=float(rng.choice([rng.uniform(0.02, 0.08), rng.uniform(0.06, 0.2)])),
        plastic=_sample_plastic(rng),
        inks=inks,
        numeral_height=numeral_height,
        numeral_y=numeral_y + rng.normal(0, 0.01),
        numeral_squeeze=rng.uniform(0.75, 1.15),
        numeral_tracking=rng.normal(0, 0.03),
        relief=str(rng.choice(["flat", "flat", "engraved", "engraved", "raised"])),
        ink_edge=rng.uniform(0.3, 1.4),
        wear=max(0.0, rng.normal(0.05, 0.25)),
        dish=str(rng.choice(["none", "none", "circle", "circle", "ring"])),
        pip=str(pip),
        logo=_sample_logo(rng) if rng.random() < 0.5 and pip == "none" and not fills else "",
        logo_y=rng.uniform(0.74, 0.88),
        mark69=str(rng.choice(["none", "none", "none", "underline", "dot"])),
        rim=max(0.0, rng.uniform(-0.05, 0.12)),
        frame=bool(rng.random() < 0.04),
        joker_style=str(rng.choice(JOKER_STYLES)),
        joker_inks=jokers,
    )


PIPS = (
    "disc",
    "disc",
    "ring",
    "heart",
    "spade",
    "clover",
    "star",
    "diamond",
    "ringed-heart",
    "ringed-spade",
    "line",
)


def draw_face(design: Design, label: str, rng: Rng, height: int) -> tuple[Image, Mask]:
    """Draw one face upright.

    Args:
        label: notation of the tile, ``*`` for a joker or ``-`` for a blank back.
        height: pixels.

    Returns:
        The face as BGR and its coverage 0-255, both ``height`` high.
    """
    width = max(12, round(height / design.aspect))
    plastic = np.empty((height, width, 3), np.float32)
    plastic[:] = np.array(design.plastic) + rng.normal(0, 2.0, 3)
    plastic *= 1 + 0.025 * _clouds(rng, height, width)[..., None]
    relief = _fixed_relief(design, height, width) if label != "-" else _rim(design, height, width)
    ink, colour = _ink(design, label, rng, height, width)
    strength = ink
    if design.wear > 0.05:
        scratches = _clouds(rng, height, width, scale=int(rng.integers(2, 9)))
        strength = ink * np.clip(1.1 - design.wear * (0.5 + np.clip(scratches, 0, 2)), 0.25, 1)
    if design.relief != "flat":
        sign = -1.0 if design.relief == "engraved" else 0.8
        relief = relief + sign * cv2.GaussianBlur(ink, (0, 0), height / 110) * height / 45
    angle = rng.uniform(0, 2 * np.pi)
    dx, dy = cv2.Scharr(relief, cv2.CV_32F, 1, 0) / 32, cv2.Scharr(relief, cv2.CV_32F, 0, 1) / 32
    shade = 1 + np.clip(
        (np.cos(angle) * dx + np.sin(angle) * dy) * rng.uniform(0.25, 0.9), -0.45, 0.3
    )
    face = plastic * (1 - strength[..., None]) + np.array(colour, np.float32) * strength[..., None]
    face *= shade[..., None]
    return np.clip(face, 0, 255).astype(np.uint8), _outline(design, height, width)


def numeral_box(design: Design, label: str) -> tuple[float, float, float, float]:
    """Return x0, y0, x1, y1 of what must be seen to read the tile, as shares of the face."""
    if label == "*":
        return 0.2, design.numeral_y - 0.2, 0.8, design.numeral_y + 0.2
    half_width = 0.2 if int(label[1:]) < 10 else 0.33
    half = design.numeral_height / 2
    return 0.5 - half_width, design.numeral_y - half, 0.5 + half_width, design.numeral_y + half


def _sample_inks(rng: Rng) -> dict[str, tuple[float, float, float]]:
    kind = rng.random()
    if kind < 0.62:
        blue = _hsv(rng, (0.57, 0.68), (0.6, 1.0), (0.4, 0.95))
    elif kind < 0.85:
        blue = _hsv(rng, (0.48, 0.57), (0.5, 1.0), (0.5, 0.95))  # teal, cyan
    elif kind < 0.93:
        blue = _hsv(rng, (0.58, 0.68), (0.7, 1.0), (0.3, 0.5))  # navy, near black
    else:
        blue = _hsv(rng, (0.57, 0.66), (0.35, 0.6), (0.6, 0.95))  # pale
    fourth = rng.random()
    if fourth < 0.72:
        yellow = _hsv(rng, (0.055, 0.125), (0.75, 1.0), (0.8, 1.0))  # orange
    elif fourth < 0.92:
        yellow = _hsv(rng, (0.115, 0.16), (0.7, 1.0), (0.75, 1.0))  # yellow
    else:
        yellow = _hsv(rng, (0.3, 0.42), (0.5, 1.0), (0.35, 0.75))  # green
    # Black is seldom neutral: the sky or the lamp shines in it, and cheap inks are bluish or brown.
    black = _hsv(rng, (0, 1), (0.0, 0.15), (0.02, 0.27))
    if rng.random() < 0.4:
        black = _hsv(rng, (0.55, 0.68), (0.1, 0.45), (0.08, 0.3))
    return {
        "r": _hsv(rng, (0.945, 1.022), (0.68, 1.0), (0.5, 1.0)),
        "b": blue,
        "k": black,
        "y": yellow,
    }


def _hsv(
    rng: Rng, hue: tuple[float, float], saturation: tuple[float, float], value: tuple[float, float]
) -> tuple[float, float, float]:
    red, green, blue = colorsys.hsv_to_rgb(
        rng.uniform(*hue) % 1, rng.uniform(*saturation), rng.uniform(*value)
    )
    return 255 * blue, 255 * green, 255 * red


def _sample_plastic(rng: Rng) -> tuple[float, float, float]:
    kind = rng.random()
    if kind < 0.55:  # ivory to cream
        return _hsv(rng, (0.09, 0.16), (0.05, 0.25), (0.85, 0.99))
    if kind < 0.85:  # white
        return _hsv(rng, (0.0, 1.0), (0.0, 0.05), (0.86, 1.0))
    if kind < 0.95:  # aged, yellow
        return _hsv(rng, (0.1, 0.16), (0.25, 0.45), (0.75, 0.95))
    return _hsv(rng, (0.06, 0.13), (0.25, 0.55), (0.6, 0.9))  # wooden tiles


def _sample_logo(rng: Rng) -> str:
    letters = "abcdefghijklmnoprstuvwz"
    word = "".join(rng.choice(list(letters), rng.integers(4, 10)))
    return word.capitalize() if rng.random() < 0.8 else word.upper()


def _clouds(rng: Rng, height: int, width: int, scale: int = 5) -> Grey:
    small = rng.normal(0, 1, (scale * 2, scale + 2)).astype(np.float32)
    return cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC)


def _outline(design: Design, height: int, width: int) -> Mask:
    mask = np.zeros((height, width), np.uint8)
    r = int(design.corner * width)
    cv2.rectangle(mask, (r, 0), (width - 1 - r, height - 1), 255, -1)
    cv2.rectangle(mask, (0, r), (width - 1, height - 1 - r), 255, -1)
    for x in (r, width - 1 - r):
        for y in (r, height - 1 - r):
            cv2.circle(mask, (x, y), r, 255, -1, cv2.LINE_AA)
    return mask


def _rim(design: Design, height: int, width: int) -> Grey:
    """A height map that falls off towards the edge, as a bevel does."""
    key = ("rim", height)
    if key not in design.cache:
        inside = cv2.distanceTransform(np.pad(_outline(design, height, width), 1), cv2.DIST_L2, 3)[
            1:-1, 1:-1
        ]
        depth = max(design.rim * width, 1.0)
        design.cache[key] = np.clip(inside / depth, 0, 1).astype(np.float32) * depth * 0.6
    return design.cache[key]


def _fixed_relief(design: Design, height: int, width: int) -> Grey:
    """What is the same on every tile of the set: rim, dish and embossed logo."""
    key = ("relief", height)
    if key in design.cache:
        return design.cache[key]
    relief = _rim(design, height, width).copy()
    if design.dish != "none":
        radius = int(0.38 * width)
        disc = np.zeros((height, width), np.float32)
        centre = (width // 2, int(design.numeral_y * height))
        cv2.circle(
            disc,
            centre,
            radius,
            1.0,
            -1 if design.dish == "circle" else max(1, width // 40),
            cv2.LINE_AA,
        )
        relief -= cv2.GaussianBlur(disc, (0, 0), width / 50) * width / 30
    if design.logo:
        text = _text(design.label_face, design.logo)
        if text is not None:
            stamp = np.zeros((height, width), np.float32)
            tall = max(4, int(0.11 * height))
            wide = min(int(0.8 * width), int(text.shape[1] * tall / text.shape[0]) + 1)
            _paste(
                stamp,
                cv2.resize(text, (max(4, wide), tall), interpolation=cv2.INTER_AREA),
                0.5,
                design.logo_y,
            )
            relief += cv2.GaussianBlur(stamp, (0, 0), width / 110) * width / 38
    design.cache[key] = relief
    return relief


def _ink(
    design: Design, label: str, rng: Rng, height: int, width: int
) -> tuple[Grey, tuple[float, float, float]]:
    ink = np.zeros((height, width), np.float32)
    if label == "-":
        return ink, (0, 0, 0)
    if label == "*":
        which = int(rng.integers(2))
        wide = int((0.85 if design.joker_style == "word" else 0.62) * width)
        sign = _text(design.typeface, design.joker_sign) if design.joker_sign else None
        if sign is None:
            face = draw_joker(design.joker_style, design.typeface, wide)
        else:
            tall = max(6, int(wide * sign.shape[0] / sign.shape[1]))
            face = cv2.resize(sign, (wide, tall), interpolation=cv2.INTER_AREA) / np.float32(255)
        _paste(ink, face, 0.5, float(np.clip(design.numeral_y, 0.36, 0.6)))
        if design.frame:
            _frame(ink, width)
        return _soften(ink, design, height), design.joker_inks[which]
    colour = design.inks[label[0]]
    number = int(label[1:])
    _paste(ink, _numeral(design, number, height, width), 0.5, design.numeral_y)
    below = design.numeral_y + design.numeral_height / 2
    if number in (6, 9) and design.mark69 == "underline":
        y = int((below + 0.035) * height)
        cv2.line(ink, (int(0.33 * width), y), (int(0.67 * width), y), 1.0, max(1, height // 40))
    if number in (6, 9) and design.mark69 == "dot":
        at = (int(0.5 * width), int((below + 0.06) * height))
        cv2.circle(ink, at, max(1, height // 34), 1.0, -1, cv2.LINE_AA)
    if design.pip != "none":
        size = int(width * 0.3)
        y = min(0.86, below + 0.06 + size / height / 2 + (0.05 if design.mark69 != "none" else 0))
        _paste(ink, draw_pip(design.pip, size), 0.5, y)
    if design.frame:
        _frame(ink, width)
    return _soften(ink, design, height), colour


def _soften(ink: Grey, design: Design, height: int) -> Grey:
    return np.clip(cv2.GaussianBlur(ink, (0, 0), design.ink_edge * height / 160), 0, 1)


def _frame(ink: Grey, width: int) -> None:
    inset = width // 12
    cv2.rectangle(
        ink, (inset, inset), (width - inset, ink.shape[0] - inset), 1.0, max(1, width // 50)
    )


def _numeral(design: Design, number: int, height: int, width: int) -> Grey:
    key = ("numeral", number, height)
    if key in design.cache:
        return design.cache[key]
    text = design.words[number - 1] if design.words else str(number)
    digits = [_text(design.typeface, d) for d in text]
    masks = [d for d in digits if d is not None]
    tall = max(m.shape[0] for m in masks)
    gap = int(tall * (0.08 + design.numeral_tracking))
    total = sum(m.shape[1] for m in masks) + max(gap, 1) * (len(masks) - 1)
    plate = np.zeros((tall, total), np.uint8)
    x = 0
    for mask in masks:
        plate[: mask.shape[0], x : x + mask.shape[1]] = mask
        x += mask.shape[1] + max(gap, 1)
    to_height = max(6, int(design.numeral_height * height))
    to_width = int(total * to_height / tall * design.numeral_squeeze)
    numeral = cv2.resize(
        plate, (int(np.clip(to_width, 3, 0.86 * width)), to_height), interpolation=cv2.INTER_AREA
    )
    design.cache[key] = numeral.astype(np.float32) / 255
    return design.cache[key]


def draw_pip(kind: str, size: int) -> Grey:
    """Draw the ornament that Okey sets carry under the numeral, (size, size), 0-1."""
    size = max(size, 8)
    pip = np.zeros((size, size), np.float32)
    middle, r = size // 2, size * 0.45
    if kind.startswith("ring"):
        cv2.circle(pip, (middle, middle), int(r), 1.0, max(1, size // 14), cv2.LINE_AA)
        r *= 0.55 if kind != "ring" else 1
    shape = kind.removeprefix("ringed-")
    if shape == "disc":
        cv2.circle(pip, (middle, middle), int(r), 1.0, -1, cv2.LINE_AA)
    elif shape == "line":
        cv2.line(pip, (2, middle), (size - 3, middle), 1.0, max(1, size // 10))
    elif shape in OUTLINES:
        points = (np.array(OUTLINES[shape]) * r + middle) * 16
        cv2.fillPoly(pip, [points.astype(np.int32)], 1.0, cv2.LINE_AA, 4)
    return pip


def _blob(*circles: tuple[float, float, float]) -> list[tuple[float, float]]:
    return [
        (x + r * np.cos(a), y + r * np.sin(a))
        for x, y, r in circles
        for a in np.linspace(0, 2 * np.pi, 24)
    ]


def _hull(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    hull = cv2.convexHull(np.array(points, np.float32))[:, 0]
    return [(float(x), float(y)) for x, y in hull]


def _heart() -> list[tuple[float, float]]:
    t = np.linspace(0, 2 * np.pi, 48)
    x = np.sin(t) ** 3
    y = -(13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t)) / 16
    return list(zip(x.tolist(), y.tolist(), strict=True))


def _star(points: int = 5, inner: float = 0.45) -> list[tuple[float, float]]:
    angles = np.arange(2 * points) * np.pi / points - np.pi / 2
    radii = np.where(np.arange(2 * points) % 2 == 0, 1.0, inner)
    return [
        (float(r * np.cos(a)), float(r * np.sin(a))) for r, a in zip(radii, angles, strict=True)
    ]


OUTLINES: dict[str, list[tuple[float, float]]] = {
    "heart": _heart(),
    "spade": [(x, -y * 0.85) for x, y in _heart()]
    + [(0.1, 0.4), (0.4, 1.0), (-0.4, 1.0), (-0.1, 0.4)],
    "clover": _star(4, 0.55),
    "star": _star(),
    "diamond": [(0, -1), (0.75, 0), (0, 1), (-0.75, 0)],
}


def _text(typeface: Typeface, text: str) -> Mask | None:
    try:
        return text_mask(typeface.path, text)
    except (OSError, ValueError):
        return None


def _paste(canvas: Grey, stamp: NDArray[np.generic], x: float, y: float) -> None:
    """Put a stamp on the canvas by its middle, given in shares; what sticks out is cut."""
    values = stamp.astype(np.float32)
    if stamp.dtype == np.uint8:
        values /= 255
    top = int(y * canvas.shape[0] - stamp.shape[0] / 2)
    left = int(x * canvas.shape[1] - stamp.shape[1] / 2)
    t0, l0 = max(top, 0), max(left, 0)
    t1, l1 = min(top + stamp.shape[0], canvas.shape[0]), min(left + stamp.shape[1], canvas.shape[1])
    if t1 > t0 and l1 > l0:
        part = values[t0 - top : t1 - top, l0 - left : l1 - left]
        canvas[t0:t1, l0:l1] = np.maximum(canvas[t0:t1, l0:l1], part)
