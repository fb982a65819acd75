"""Decks of cards as they are sold, drawn by us or laid over complete decks that may be used freely.

A reader that has seen one deck reads one deck: typeface, size and place of the index, shape of the
suits, language of the letters, two or four colours, paper and print are drawn at random for every
deck. Folders of complete decks (``Qh.png``, ``joker-red.png``) give some of the decks their pictures;
their indices are left as they are or covered and set anew, because German letters are on none.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.fonts import Mask, Typeface, text_mask
from datasets.suits import SuitStyle, sample_suit_style, suit_mask
from datasets.surfaces import any_colour, colour

Image = NDArray[np.uint8]
Colour = tuple[float, float, float]
Box = tuple[float, float, float, float]
Rng = np.random.Generator

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
LETTERS = {
    "english": {},
    "german": {"J": "B", "Q": "D"},
    "french": {"A": "1", "J": "V", "Q": "D", "K": "R"},
}
BLACK: Colour = (25, 22, 20)
FRAME_LINE = 0.012
COLUMNS = {
    1: [(0.5, 0.5)],
    2: [(0.5, 0.0), (0.5, 1.0)],
    3: [(0.5, 0.0), (0.5, 0.5), (0.5, 1.0)],
}


@dataclass(frozen=True, slots=True)
class Face:
    """A drawn card: BGR picture, coverage, and the corners of its indices.

    ``indices`` are quads (4, 2) in pixels, each from the upper left of the upright rank.
    """

    picture: Image
    alpha: Mask
    indices: tuple[NDArray[np.float32], ...]


@dataclass(slots=True)
class Deck:
    """The look of one deck; lengths are shares of a card's height."""

    aspect: float  # width / height
    corner: float
    paper: Colour
    inks: dict[str, Colour]
    typeface: Typeface
    suits: SuitStyle
    letters: str
    index_height: float
    rank_share: float  # of the index's height
    squeeze: float
    margin: tuple[float, float]
    corners: int  # indices: 2 or 4
    pips: bool
    frame: bool
    joker: str
    art: Path | None
    art_corners: bool  # the pictures' own indices are kept
    back: Colour
    cache: dict[tuple[str, int], Face] = field(default_factory=dict)


def sample_deck(rng: Rng, typefaces: list[Typeface], art: list[Path]) -> Deck:
    """Draw the look of a deck at random; ``art`` are folders of complete decks."""
    jumbo = rng.random() < 0.25
    folder = art[rng.integers(len(art))] if art and rng.random() < 0.55 else None
    height = rng.uniform(0.2, 0.3) if jumbo else rng.uniform(0.125, 0.2)
    return Deck(
        aspect=float(rng.choice([rng.uniform(0.62, 0.74), rng.uniform(0.68, 0.73)])),
        corner=rng.uniform(0.02, 0.06),
        paper=_sample_paper(rng),
        inks=_sample_inks(rng),
        typeface=typefaces[rng.integers(len(typefaces))],
        suits=sample_suit_style(rng),
        letters=str(rng.choice(["english", "german", "french"], p=[0.52, 0.46, 0.02])),
        index_height=height,
        rank_share=rng.uniform(0.5, 0.66),
        squeeze=rng.uniform(0.7, 1.1),
        margin=(rng.uniform(0.02, 0.05), rng.uniform(0.022, 0.055)),
        corners=4 if rng.random() < 0.33 else 2,
        pips=bool(rng.random() < 0.9),
        frame=bool(rng.random() < 0.6),
        joker=str(rng.choice(JOKERS)),
        art=folder,
        # Photographed decks keep theirs: paper of one colour would show on their shaded cards.
        art_corners=folder is not None and (folder.name.startswith("flat") or rng.random() < 0.55),
        back=tuple(any_colour(rng).tolist()),
    )


def draw_card(deck: Deck, label: str, rng: Rng, height: int) -> Face:
    """Draw one card upright, ``height`` pixels high; ``label`` is notation, or ``-`` for its back."""
    key = (label, height)
    if key not in deck.cache:
        deck.cache[key] = _draw(deck, label, rng, height)
    return deck.cache[key]


def _draw(deck: Deck, label: str, rng: Rng, height: int) -> Face:
    width = max(8, round(height * deck.aspect))
    alpha = _rounded(width, height, deck.corner * height)
    if label == "-":
        return Face(_back(deck, rng, width, height), alpha, ())
    source = _art_of(deck, label)
    if source is not None and deck.art is not None:
        picture = cv2.resize(source, (width, height), interpolation=cv2.INTER_AREA)
        region = ART_INDEX[deck.art.name](label)
        if region is not None and (deck.art_corners or label == "*"):
            corners = 4 if deck.art.name in FOUR_CORNERS else 2
            return Face(picture, alpha, _around(_tight(picture, region), corners, width, height))
    else:
        picture = _plain(deck, width, height)
        _paint_middle(deck, picture, label, rng)
    return Face(picture, alpha, _paint_indices(deck, picture, label, covering=source is not None))


# --- paper and ink --------------------------------------------------------------------------------


def _sample_paper(rng: Rng) -> Colour:
    if rng.random() < 0.05:  # black cards with metallic print
        return tuple(colour(rng, (0, 1), (0, 0.3), (0.05, 0.16)).tolist())
    return tuple(colour(rng, (0.08, 0.16), (0.0, 0.12), (0.9, 1.0)).tolist())


def _sample_inks(rng: Rng) -> dict[str, Colour]:
    red = tuple(colour(rng, (-0.03, 0.03), (0.75, 1.0), (0.6, 1.0)).tolist())
    black = tuple(colour(rng, (0, 1), (0, 0.3), (0.02, 0.2)).tolist())
    inks = {"h": red, "d": red, "c": black, "s": black}
    if rng.random() < 0.15:  # four colours, so that no one confuses two suits
        inks["d"] = tuple(
            colour(
                rng,
                *((0.56, 0.68), (0.6, 1), (0.5, 1))
                if rng.random() < 0.7
                else ((0.05, 0.1), (0.8, 1), (0.8, 1)),
            ).tolist()
        )
        inks["c"] = tuple(colour(rng, (0.3, 0.42), (0.6, 1), (0.3, 0.7)).tolist())
    return inks


def _inks_on(deck: Deck) -> dict[str, Colour]:
    """Return inks that show on the paper: gold and silver on black."""
    if sum(deck.paper) > 250:
        return deck.inks
    gold, silver = (70.0, 160.0, 215.0), (200.0, 205.0, 205.0)
    return {"h": gold, "d": gold, "c": silver, "s": silver}


def _plain(deck: Deck, width: int, height: int) -> Image:
    picture = np.empty((height, width, 3), np.uint8)
    picture[:] = np.clip(deck.paper, 0, 255)
    return picture


def _rounded(width: int, height: int, radius: float) -> Mask:
    mask = np.zeros((height, width), np.uint8)
    r = max(1, int(radius))
    cv2.rectangle(mask, (r, 0), (width - 1 - r, height - 1), 255, -1)
    cv2.rectangle(mask, (0, r), (width - 1, height - 1 - r), 255, -1)
    for x in (r, width - 1 - r):
        for y in (r, height - 1 - r):
            cv2.circle(mask, (x, y), r, 255, -1, cv2.LINE_AA)
    return mask


def _back(deck: Deck, rng: Rng, width: int, height: int) -> Image:
    picture = _plain(deck, width, height)
    rim = int(height * 0.04)
    inner = picture[rim:-rim, rim:-rim]
    inner[:] = np.clip(deck.back, 0, 255)
    y, x = np.mgrid[0 : inner.shape[0], 0 : inner.shape[1]].astype(np.float32) / height
    k = rng.uniform(20, 90)
    pattern = np.sin(k * x + rng.uniform(0, 3) * np.sin(k * y)) * np.sin(k * y + rng.uniform(0, 3))
    light = np.clip(pattern * rng.uniform(1, 4), 0, 1)[..., None]
    inner[:] = (inner * (1 - light * 0.8) + 245 * light * 0.8).astype(np.uint8)
    return picture


# --- indices --------------------------------------------------------------------------------------


def _paint_indices(
    deck: Deck, picture: Image, label: str, *, covering: bool
) -> tuple[NDArray[np.float32], ...]:
    """Print the index into the corners and return its quads."""
    height, width = picture.shape[:2]
    stamp, ink = _index(deck, label, height)
    left, top = int(deck.margin[0] * height), int(deck.margin[1] * height)
    tall, wide = stamp.shape
    if left + wide > width * 0.45:
        squeezed = int(width * 0.45) - left
        stamp = cv2.resize(stamp, (squeezed, tall), interpolation=cv2.INTER_AREA)
        wide = squeezed
    centred = (
        left + max(0, int(0.075 * height) - wide) // 2
    )  # narrow ranks stand in one column with wide ones
    if label != "*":
        left = centred
    corners = deck.corners
    if covering:
        pad = int(0.012 * height)
        # Covers the index that was there, wherever it was, and leaves as much picture as it can.
        large = deck.art is not None and deck.art.name.startswith("saulspatz")
        w = max(left + wide + pad, int((0.21 if large else 0.115) * height))
        h = max(top + tall + pad, int((0.29 if large else 0.235) * height))
        paper = np.median(picture[:, int(0.02 * height) : int(0.05 * height)], axis=(0, 1))
        for turned in (False, True):
            view = picture[::-1, ::-1] if turned else picture
            view[:h, :w] = paper
            if corners == 4:
                view[:h, -w:] = paper
    cover = (stamp.astype(np.float32) / 255)[..., None]
    for turned in (False, True):
        view = picture[::-1, ::-1] if turned else picture
        for x in (left, width - left - wide)[: corners // 2]:
            area = view[top : top + tall, x : x + wide]
            area[:] = (area * (1 - cover) + np.array(ink) * cover).astype(np.uint8)
    return _around((left, top, left + wide, top + tall), corners, width, height)


def _around(box: Box, corners: int, width: int, height: int) -> tuple[NDArray[np.float32], ...]:
    """Return the quads of an index in all its corners."""
    x0, y0, x1, y1 = box
    first = np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], np.float32)
    end = np.array((width, height), np.float32)
    quads = [first]
    if corners == 4:
        quads.append(
            np.array(
                [(width - x1, y0), (width - x0, y0), (width - x0, y1), (width - x1, y1)], np.float32
            )
        )
    return (*quads, *(end - q for q in quads))


def _index(deck: Deck, label: str, height: int) -> tuple[Mask, Colour]:
    """Return the ink of a whole index (rank above suit, or the joker's sign) and its colour."""
    inks = _inks_on(deck)
    tall = max(8, int(deck.index_height * height))
    if label == "*":
        return _joker_index(deck, tall), inks["h" if deck.joker.endswith("red") else "s"]
    rank, suit = label[:-1], label[-1]
    text = LETTERS[deck.letters].get(rank, rank)
    rank_tall = max(5, int(tall * deck.rank_share))
    digits = _scaled(text_mask(deck.typeface.path, text), rank_tall, deck.squeeze)
    if len(text) == 2:  # a ten is set narrower
        digits = cv2.resize(
            digits, (max(5, int(digits.shape[1] * 0.8)), rank_tall), interpolation=cv2.INTER_AREA
        )
    gap = max(1, int(tall * 0.05))
    sign = _scaled(suit_mask(deck.suits, suit), max(4, tall - rank_tall - gap), 1.0)
    wide = max(digits.shape[1], sign.shape[1])
    stamp = np.zeros((tall, wide), np.uint8)
    for part, y in ((digits, 0), (sign, rank_tall + gap)):
        x = (wide - part.shape[1]) // 2
        stamp[y : y + part.shape[0], x : x + part.shape[1]] = part[: tall - y]
    return stamp, inks[suit]


def _scaled(mask: Mask, tall: int, squeeze: float) -> Mask:
    wide = max(3, int(mask.shape[1] * tall / mask.shape[0] * squeeze))
    return cv2.resize(mask, (wide, tall), interpolation=cv2.INTER_AREA).astype(np.uint8)


# --- jokers ---------------------------------------------------------------------------------------

JOKERS = tuple(
    f"{style}-{ink}"
    for style in (
        "column",
        "column",
        "column",
        "sideways",
        "word",
        "star",
        "letter",
        "hat",
        "star-column",
    )
    for ink in ("red", "black")
)


def _joker_index(deck: Deck, tall: int) -> Mask:
    style = deck.joker.rpartition("-")[0]
    path = deck.typeface.path
    if style in ("column", "star-column"):
        letter = max(5, int(tall * 0.3))
        parts = [_scaled(text_mask(path, c), letter, deck.squeeze) for c in "JOKER"]
        if style == "star-column":
            parts.insert(0, _star(letter))
        wide, step = max(p.shape[1] for p in parts), int(letter * 1.12)
        stamp = np.zeros((step * len(parts), wide), np.uint8)
        for i, part in enumerate(parts):
            x = (wide - part.shape[1]) // 2
            stamp[i * step : i * step + letter, x : x + part.shape[1]] = part
        return stamp
    if style == "sideways":
        return np.ascontiguousarray(
            np.rot90(_scaled(text_mask(path, "JOKER"), max(5, int(tall * 0.4)), 1.0), 3)
        )
    if style == "word":
        return _scaled(text_mask(path, "JOKER"), max(5, int(tall * 0.4)), deck.squeeze * 0.8)
    if style == "letter":
        return _scaled(text_mask(path, "J" if tall % 2 else "JO"), tall, 0.8)
    if style == "hat":
        return _hat(tall)
    return _star(tall)


def _star(side: int) -> Mask:
    canvas = np.zeros((128, 128), np.uint8)
    turn = np.arange(10) * np.pi / 5 - np.pi / 2
    radius = np.where(np.arange(10) % 2 == 0, 62, 26)
    points = np.stack([64 + radius * np.cos(turn), 64 + radius * np.sin(turn)], 1)
    cv2.fillPoly(canvas, [points.astype(np.int32)], 255, cv2.LINE_AA)
    return cv2.resize(canvas, (side, side), interpolation=cv2.INTER_AREA).astype(np.uint8)


def _hat(side: int) -> Mask:
    """A fool's cap: three horns with bells over a brim."""
    canvas = np.zeros((128, 128), np.uint8)
    for tip, foot in (((12, 40), (20, 60)), ((64, 10), (40, 88)), ((116, 40), (70, 108))):
        horn = np.array([(foot[0], 100), tip, (foot[1], 100)], np.int32)
        cv2.fillPoly(canvas, [horn], 255, cv2.LINE_AA)
        cv2.circle(canvas, tip, 9, 255, -1, cv2.LINE_AA)
    cv2.rectangle(canvas, (18, 106), (110, 122), 255, -1)
    return cv2.resize(canvas, (side, side), interpolation=cv2.INTER_AREA).astype(np.uint8)


# --- the middle of a card -------------------------------------------------------------------------


def _paint_middle(deck: Deck, picture: Image, label: str, rng: Rng) -> None:
    height, width = picture.shape[:2]
    inks = _inks_on(deck)
    if label == "*" or label[:-1] in "JQK":
        _paint_court(deck, picture, label, rng)
        return
    if not deck.pips:
        return
    count = RANKS.index(label[:-1]) + 1
    sign = suit_mask(deck.suits, label[-1])
    tall = int(height * (rng.uniform(0.2, 0.5) if count == 1 else 0.145))
    stamp = (_scaled(sign, tall, 1.0).astype(np.float32) / 255)[..., None]
    ink = np.array(inks[label[-1]])
    for x, y in pip_places(count):
        part = stamp[::-1] if y > 0.5 else stamp
        cx, cy = width * (0.29 + 0.42 * x), height * (0.17 + 0.66 * y)
        left, top = int(cx - part.shape[1] / 2), int(cy - part.shape[0] / 2)
        if left < 0 or top < 0 or left + part.shape[1] > width or top + part.shape[0] > height:
            continue
        area = picture[top : top + part.shape[0], left : left + part.shape[1]]
        area[:] = (area * (1 - part) + ink * part).astype(np.uint8)


def pip_places(count: int) -> list[tuple[float, float]]:
    """Return where the signs of a number card stand, as shares of its inner field."""
    if count <= 3:
        return COLUMNS[count]
    per_side = {4: 2, 5: 2, 6: 3, 7: 3, 8: 3, 9: 4, 10: 4}[count]
    ys = np.linspace(0, 1, per_side)
    places = [(x, float(y)) for x in (0.0, 1.0) for y in ys]
    middle = {5: [0.5], 7: [0.25], 8: [0.25, 0.75], 9: [0.5], 10: [1 / 6, 5 / 6]}.get(count, [])
    return places + [(0.5, y) for y in middle]


def _paint_court(deck: Deck, picture: Image, label: str, rng: Rng) -> None:
    """A picture that is no picture: bold patches in the courts' colours, the same upside down."""
    height, width = picture.shape[:2]
    x0, y0 = int(width * rng.uniform(0.15, 0.22)), int(height * rng.uniform(0.06, 0.12))
    field_ = np.zeros((height - 2 * y0, width - 2 * x0, 3), np.uint8)
    field_[:] = np.clip(deck.paper, 0, 255)
    half = field_[: field_.shape[0] // 2]
    palette = [
        (40, 40, 200),
        (160, 60, 20),
        (30, 200, 240),
        (20, 20, 20),
        (235, 235, 235),
        (200, 190, 240),
    ]
    for _ in range(int(rng.integers(12, 40))):
        centre = rng.uniform(0, 1, 2) * (half.shape[1], half.shape[0])
        points = centre + rng.normal(0, 0.16 * width, (int(rng.integers(3, 7)), 2))
        tone = palette[rng.integers(len(palette))]
        if rng.random() < 0.5:
            cv2.fillPoly(half, [points.astype(np.int32)], tone, cv2.LINE_AA)
        else:
            cv2.polylines(
                half, [points.astype(np.int32)], True, tone, max(1, height // 150), cv2.LINE_AA
            )
    if label != "*":
        sign = _scaled(suit_mask(deck.suits, label[-1]), int(height * 0.13), 1.0)
        cover = (sign.astype(np.float32) / 255)[..., None]
        area = half[4 : 4 + sign.shape[0], 4 : 4 + sign.shape[1]]
        cover = cover[: area.shape[0], : area.shape[1]]
        area[:] = (area * (1 - cover) + np.array(_inks_on(deck)[label[-1]]) * cover).astype(
            np.uint8
        )
    n = half.shape[0]
    field_[field_.shape[0] - n :] = half[::-1, ::-1]
    picture[y0 : y0 + field_.shape[0], x0 : x0 + field_.shape[1]] = field_
    if deck.frame:
        line = max(1, int(FRAME_LINE * height * rng.uniform(0.3, 1)))
        cv2.rectangle(picture, (x0, y0), (width - x0, height - y0), _inks_on(deck)["s"], line)


# --- complete decks as pictures -------------------------------------------------------------------

FOUR_CORNERS = ("flat_predrag",)


def _art_of(deck: Deck, label: str) -> Image | None:
    """Return the deck's own picture of a card, on its paper, or None."""
    if deck.art is None:
        return None
    names = sorted(deck.art.glob("joker*")) if label == "*" else sorted(deck.art.glob(f"{label}.*"))
    if not names:
        return None
    source = cv2.imread(
        str(names[0] if deck.joker.endswith("black") else names[-1]), cv2.IMREAD_UNCHANGED
    )
    if source is None:
        return None
    if source.ndim == 3 and source.shape[2] == 4:
        cover = source[..., 3:].astype(np.float32) / 255
        source = (source[..., :3] * cover + np.array(deck.paper) * (1 - cover)).astype(np.uint8)
    return np.ascontiguousarray(source[..., :3]).astype(np.uint8)


def _region(
    plain: Box,
    *,
    ten: float | None = None,
    court: Box | None = None,
    joker: Box | None = None,
) -> Callable[[str], Box | None]:
    """Return a function from label to the region of its index, in card heights, or None."""

    def of(label: str) -> Box | None:
        if label == "*":
            return joker
        if label.startswith("10") and ten:
            return (*plain[:2], ten, plain[3])
        return court if court and label[0] in "JQK" else plain

    return of


# Where the indices of the decks stand; ``_tight`` finds the ink in it.
ART_INDEX = {
    "aguilar": _region((0.012, 0.02, 0.098, 0.25), joker=(0.02, 0.02, 0.13, 0.14)),
    "bellot": _region((0.014, 0.018, 0.108, 0.25), joker=(0.02, 0.02, 0.215, 0.125)),
    "flat_bidly": _region((0.02, 0.03, 0.115, 0.26)),
    "flat_predrag": _region((0.04, 0.035, 0.121, 0.225)),
    "kennard_2color": _region((0.02, 0.02, 0.1, 0.225)),
    "kennard_4color": _region((0.02, 0.02, 0.1, 0.225)),
    "knoll": _region((0.012, 0.02, 0.098, 0.25), joker=(0.02, 0.02, 0.13, 0.14)),
    "saulspatz_accessible": _region(
        (0.008, 0.015, 0.165, 0.295), ten=0.215, joker=(0.004, 0.02, 0.115, 0.5)
    ),
    "saulspatz_jumbo": _region(
        (0.006, 0.015, 0.131, 0.26),
        court=(0.004, 0.012, 0.088, 0.2),
        joker=(0.004, 0.02, 0.115, 0.5),
    ),
}


def _tight(picture: Image, region: Box) -> Box:
    """Return the box of the ink within a region, in pixels."""
    height = picture.shape[0]
    x0, y0, x1, y1 = (int(v * height) for v in region)
    part = picture[y0:y1, x0:x1].astype(np.float32)
    paper = np.median(part.reshape(-1, 3), axis=0)
    ink = np.abs(part - paper).max(2) > 60
    rows, columns = np.flatnonzero(ink.mean(1) > 0.03), np.flatnonzero(ink.mean(0) > 0.03)
    if len(rows) < 3 or len(columns) < 3:
        return float(x0), float(y0), float(x1), float(y1)
    return (
        float(x0 + columns[0]),
        float(y0 + rows[0]),
        float(x0 + columns[-1] + 1),
        float(y0 + rows[-1] + 1),
    )
