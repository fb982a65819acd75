"""A photo read: every tile with its place, its confidence and what else it might be."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from engine.tiles import Tile
from models import Card
from vision import classifier, decode, detector, layout, photo
from vision.corners import Cards, cards_of
from vision.detections import Detections, Floats
from vision.packs import PACKS, PackView
from vision.photo import UnreadablePhoto
from vision.sessions import card_of, session
from vision.teaching.knowing import Match, recognise
from vision.teaching.negative import negative
from vision.teaching.profile import BrokenProfile, SetProfile

BLURRED = 0.045  # sharpness below which a photo without tiles is called blurred
EDGE = 0.006  # of width and height: what is nearer to the edge of the photo may be cut by it
CUT_TRUST = (
    0.2  # a face that may be cut is allowed this share of the usual doubt before it is asked
)
BELIEVED_CARD = 0.3  # score of a card's best index times the probability of its label, at least
STAGES = ("decode", "detect", "classify")


@dataclass(frozen=True, slots=True)
class Sighting:
    """One tile as seen: ``quad`` are its corners in true pixels, from the upper left of the numeral."""

    tile: Tile
    confidence: float
    unsure: bool
    alternatives: tuple[tuple[Tile, float], ...]
    quad: tuple[tuple[float, float], ...]

    def to_json(self) -> dict[str, object]:
        """Return notation and numbers."""
        return {
            "tile": str(self.tile),
            "confidence": round(self.confidence, 4),
            "unsure": self.unsure,
            "alternatives": [[str(tile), round(p, 4)] for tile, p in self.alternatives],
            "quad": [list(corner) for corner in self.quad],
        }


@dataclass(frozen=True, slots=True)
class Reading:
    """All tiles of a photo: ``rows`` left to right, ``melds`` as they lie, ``ms`` the time of each stage.

    ``match`` tells whether these are the tiles of the profile that was to help; None without one.
    """

    pack: str
    width: int
    height: int
    rows: tuple[tuple[Sighting, ...], ...]
    melds: tuple[tuple[Sighting, ...], ...]
    ms: dict[str, float]
    match: Match | None = None

    @property
    def sightings(self) -> tuple[Sighting, ...]:
        """All tiles in reading order."""
        return tuple(s for row in self.rows for s in row)

    def to_json(self, photo: str) -> dict[str, object]:
        """Return the reading as plain data; ``photo`` is the name it is filed under."""
        return {
            "photo": photo,
            "pack": self.pack,
            "width": self.width,
            "height": self.height,
            "rows": [[s.to_json() for s in row] for row in self.rows],
            "melds": [" ".join(str(s.tile) for s in meld) for meld in self.melds],
            "ms": self.ms,
            **({} if self.match is None else {"set": "fits" if self.match.fits else "differs"}),
            "error": None,
        }


def read(
    data: bytes,
    *,
    pack: str = "tiles",
    copies: int | None = None,
    progress: Callable[[str], None] | None = None,
    profile: SetProfile | None = None,
    dark: bool = False,
    nothing_else: bool = False,
) -> Reading:
    """Read a photo.

    Args:
        data: a JPEG, PNG, WebP, HEIC or AVIF file of at most 50 megapixels.
        pack: ``tiles`` or ``cards``.
        copies: how often each tile or card is in the pack; two unless said.
        progress: told the stage that begins: ``decode``, ``detect``, ``classify``.
        profile: what was taught of this set; where the photo shows another set it is left aside.
        dark: light numerals on dark tiles; a profile knows that by itself.
        nothing_else: the photo shows tiles alone, be their numerals ever so strange.

    Raises:
        UnreadablePhoto: when there is nothing to read, with the reason.
        BrokenProfile: when the profile is of another pack or of other weights.
    """
    clock = Clock(progress or (lambda stage: None))
    try:
        card, view = card_of(pack), PACKS[pack]
    except KeyError:
        raise UnreadablePhoto(
            "pack-unavailable", f"This version cannot read {pack} from photos yet."
        ) from None
    if copies is not None:
        view = replace(view, copies=copies)
    if profile is not None:
        _usable(profile, card)
    clock.begin("decode")
    picture = photo.load(data)
    shown_dark = dark if profile is None else profile.dark
    pixels = negative(picture.pixels) if shown_dark else picture.pixels
    pieces, match = look(pixels, view, card, clock, profile, nothing_else=nothing_else)
    if match is not None and shown_dark:
        # Perhaps another set than the profile's, whose tiles are not dark: what reads better is right.
        others, _ = look(picture.pixels, view, card, clock, None)
        if _belief(others) > _belief(pieces):
            pieces, match = others, replace(match, laid_aside=True)
    if not len(pieces.faces):
        raise _nothing_found(picture, view)
    rows, melds = composed(pieces, view, card, picture)
    return Reading(pack, picture.width, picture.height, rows, melds, clock.end(), match)


def composed(
    pieces: Cards, view: PackView, card: Card, picture: photo.Photo
) -> tuple[tuple[tuple[Sighting, ...], ...], tuple[tuple[Sighting, ...], ...]]:
    """Return the rows and melds that pieces make together, labelled as one scene."""
    labels = decode.label_scene(pieces.probabilities, view)
    sightings = [
        _sighting(*pair, picture, card.unsure_below)
        for pair in zip(labels, pieces.faces, strict=True)
    ]
    linked = layout.overlapping(pieces.outlines) if view.on_cards else None
    placed = layout.arrange(pieces.outlines, linked)
    rows = tuple(tuple(sightings[i] for i in row) for row in placed.rows)
    return rows, tuple(tuple(sightings[i] for i in meld) for meld in placed.melds)


def look(
    pixels: detector.Image,
    view: PackView,
    card: Card,
    clock: Clock,
    profile: SetProfile | None,
    *,
    nothing_else: bool = False,
) -> tuple[Cards, Match | None]:
    """Return the pieces that upright pixels show, and how well they fit the profile."""
    clock.begin("detect")
    found = detector.detect(session(view.name, "detector"), pixels, view.sizes)
    clock.begin("classify")
    faces = classifier.classify(
        session(view.name, "classifier"),
        pixels,
        found.quads,
        card.temperature,
        quarters=profile is not None,
    )
    match = None
    if profile is not None:
        faces, match = recognise(faces, profile)
    return pieces_of(faces, found, nothing_else=nothing_else), match


def _belief(pieces: Cards) -> float:
    return float(pieces.probabilities.max(1, initial=0).sum())


def _usable(profile: SetProfile, card: Card) -> None:
    if profile.pack != card.pack:
        raise BrokenProfile("set-pack", f"{profile.name} is a set of {profile.pack}.")
    if profile.weights != card.files["classifier"][1]:
        raise BrokenProfile(
            "set-older",
            f"meldcam sees with other eyes since {profile.name} was taught. Teach it once more.",
        )


def pieces_of(faces: classifier.Faces, found: Detections, *, nothing_else: bool = False) -> Cards:
    """Return what lies there: tiles, or cards gathered from their indices.

    A tile is its own outline. What the networks do not believe in is left out.
    """
    kept = decode.is_tile(faces, found, nothing_else=nothing_else)
    faces, found = faces.take(kept), found.take(kept)
    on_cards = found.middles is not None
    quads, direction = decode.upright(faces, found.quads, on_cards=on_cards)
    probabilities = decode.joint(faces, direction)
    if found.middles is None:
        return Cards(quads, quads, probabilities, found.scores)
    cards = cards_of(quads, found.middles, probabilities, found.scores)
    # A pip looks a little like an index, and like no index in particular.
    return cards.take(cards.scores * cards.probabilities.max(1, initial=0) > BELIEVED_CARD)


def _sighting(
    label: decode.Label, quad: Floats, picture: photo.Photo, unsure_below: float
) -> Sighting:
    true = np.clip(quad / picture.scale, 0, (picture.width, picture.height))
    corners = tuple((round(float(x), 1), round(float(y), 1)) for x, y in true)
    if _is_cut(true, picture):
        unsure_below = 1 - (1 - unsure_below) * CUT_TRUST
    unsure = label.doubted or label.confidence < unsure_below
    return Sighting(label.tile, label.confidence, unsure, label.alternatives, corners)


def _is_cut(quad: Floats, picture: photo.Photo) -> bool:
    """Whether a face reaches the edge of the photo: 12 and 2 look alike where the 1 is cut off."""
    size = np.array([picture.width, picture.height])
    return bool((quad < EDGE * size).any() or (quad > (1 - EDGE) * size).any())


def _nothing_found(picture: photo.Photo, pack: PackView) -> UnreadablePhoto:
    if photo.sharpness(picture.pixels) < BLURRED:
        return UnreadablePhoto(
            "too-blurred", "The photo is blurred. Hold the phone still and tap the tiles to focus."
        )
    if pack.on_cards:
        return UnreadablePhoto(
            "no-cards",
            "There are no cards to be seen in this photo. Go closer and let the corners show.",
        )
    return UnreadablePhoto(
        "no-tiles",
        "There are no tiles to be seen in this photo. Go closer and show them from the front.",
    )


class Clock:
    """Times the stages in milliseconds."""

    def __init__(self, progress: Callable[[str], None] = lambda stage: None) -> None:
        self.progress = progress
        self.marks: list[tuple[str, float]] = []

    def begin(self, stage: str) -> None:
        """Note that a stage begins, and tell it."""
        self.progress(stage)
        self.marks.append((stage, time.perf_counter()))

    def end(self) -> dict[str, float]:
        """Return the milliseconds of each stage and of all."""
        times = [*(t for _, t in self.marks), time.perf_counter()]
        spent: dict[str, float] = {}
        for (stage, t), after in zip(self.marks, times[1:], strict=True):
            spent[stage] = round(spent.get(stage, 0.0) + 1000 * (after - t), 1)
        return {**spent, "total": round(1000 * (times[-1] - times[0]), 1)}
