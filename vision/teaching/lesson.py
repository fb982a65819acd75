"""From a photo of known tiles to a profile of their set."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from engine.tiles import Tile
from vision import classifier, photo, reading
from vision.classifier import JOKER, crops
from vision.detections import Floats, axes, quads_from_axes
from vision.detector import Image
from vision.packs import PACKS
from vision.sessions import card_of, session
from vision.teaching.features import for_colour, for_number
from vision.teaching.negative import negative
from vision.teaching.profile import LONGEST_NAME, BrokenProfile, Classes, SetProfile

VIEWS = 9  # of each face: as it lies, and shaken as other photos will show it
MOST_FACES = 150
BELIEVED = 1.2  # times what is believed of the photo, before its negative is taken instead
PARALLEL = 0.9  # mean cosine to the common direction, either way round
ROW = 13
SHIFT, TURN, SIZE = 0.04, 0.07, 0.07  # of a face, radians, logarithm: how the views are shaken

Shown = tuple[Tile, Sequence[Sequence[float]]]


def learn(
    data: bytes, shown: Sequence[Shown], *, name: str, pack: str = "tiles", dark: bool = False
) -> SetProfile:
    """Return the profile that one photo of known tiles teaches.

    Args:
        data: the photo.
        shown: each tile with the corners of its face in pixels of the photo, from the upper left of the
            upright numeral.
        name: what the player calls the set.
        dark: light numerals on dark tiles, as a reading says.

    Raises:
        UnreadablePhoto: when the file is no photo.
        BrokenProfile: when nothing is shown, too much, or what the pack does not have.
    """
    view = PACKS[pack]
    name = " ".join(name.split())[:LONGEST_NAME]
    if not name:
        raise BrokenProfile("set-name", "Give the set a name.")
    if not 1 <= len(shown) <= MOST_FACES:
        raise BrokenProfile("set-faces", f"Show between 1 and {MOST_FACES} tiles.")
    strange = [str(tile) for tile, _ in shown if tile not in view.labels]
    if strange:
        raise BrokenProfile("set-tiles", f"Not in this pack: {' '.join(strange)}.")
    picture = photo.load(data)
    pixels = negative(picture.pixels) if dark else picture.pixels
    quads = np.array([quad for _, quad in shown], np.float32).reshape(-1, 4, 2) * picture.scale
    card = card_of(pack)
    network = session(pack, "classifier")
    own = classifier.classify(network, pixels, quads, card.temperature)
    embeddings = [classifier.embed(network, crops(pixels, quads)), *_views(pixels, quads, pack)]
    upright = [for_number(e[:, 0], e[:, 1]) for e in embeddings]
    coloured = [for_colour(e[:, 0], e[:, 1]) for e in embeddings]
    numbers = np.array([JOKER if t.is_joker else t.number - 1 for t, _ in shown])
    inked = numbers != JOKER
    colours = np.array([-1 if t.is_joker else view.colours.index(t.colour) for t, _ in shown])
    return SetProfile(
        name,
        pack,
        card.files["classifier"][1],
        dark,
        _known(numbers, upright, 14, int((own.number[:, :14].argmax(1) == numbers).sum())),
        _known(
            colours[inked],
            [e[inked] for e in coloured],
            4,
            int((own.colour.argmax(1) == colours)[inked].sum()),
        ),
        len(shown),
        1,
    )


def look(data: bytes, *, pack: str = "tiles") -> tuple[reading.Reading, bool]:
    """Read a photo of a set that may be unlike any other; whether its tiles are dark comes beside.

    Raises:
        UnreadablePhoto: when neither the photo nor its negative shows a tile.
    """
    tries = []
    for dark in (False, True):
        try:
            seen = reading.read(data, pack=pack, dark=dark, nothing_else=True)
        except photo.UnreadablePhoto as error:
            refusal = error
            if error.code not in ("no-tiles", "no-cards", "too-blurred"):
                raise
        else:
            belief = sum(s.confidence for s in seen.sightings) * (1 if dark else BELIEVED)
            tries.append((belief, seen, dark))
    if not tries:
        raise refusal
    _, seen, dark = max(tries, key=lambda entry: entry[0])
    return _same_way_up(seen), dark


def suggest(rows: Sequence[Sequence[Tile]], pack: str = "tiles") -> list[list[Tile]]:
    """Return what the rows of a photo of the known arrangement hold, whatever was read.

    A row of thirteen is one colour from 1 to 13; which colour, most of its tiles say, each colour once.
    A row of one or two below them holds jokers. Other rows stay as they were read.
    """
    view = PACKS[pack]
    result = [list(row) for row in rows]
    full = [i for i, row in enumerate(rows) if len(row) == ROW]
    votes = {
        (i, colour): sum(t.colour == colour for t in rows[i] if not t.is_joker)
        for i in full
        for colour in view.colours
    }
    while votes:
        i, colour = max(votes, key=lambda pair: (votes[pair], -pair[0]))
        result[i] = [Tile(colour, number) for number in range(1, ROW + 1)]
        votes = {pair: n for pair, n in votes.items() if pair[0] != i and pair[1] != colour}
    if len(full) == len(view.colours):
        joker = view.labels[-1]
        result = [[joker] * len(row) if len(row) <= 2 else row for row in result]
    return result


def _same_way_up(seen: reading.Reading) -> reading.Reading:
    """Return a reading whose faces all stand as most do, where all of them are laid parallel.

    Which end of a strange numeral is up no network knows of each.
    """
    quads = np.array([s.quad for s in seen.sightings], np.float32).reshape(-1, 4, 2)
    _, up, _ = axes(quads)
    up /= np.maximum(np.linalg.norm(up, axis=1, keepdims=True), 1e-6)
    most = up.sum(0)
    along = up @ (most / max(float(np.linalg.norm(most)), 1e-6))
    if not len(quads) or np.abs(along).mean() < PARALLEL:
        return seen
    wrong = {s.quad for s, way in zip(seen.sightings, along, strict=True) if way < 0}

    def righted(row: tuple[reading.Sighting, ...]) -> tuple[reading.Sighting, ...]:
        return tuple(
            replace(s, quad=(*s.quad[2:], *s.quad[:2])) if s.quad in wrong else s for s in row
        )

    return replace(
        seen,
        rows=tuple(righted(row) for row in seen.rows),
        melds=tuple(righted(meld) for meld in seen.melds),
    )


def _known(classes: Floats, embeddings: list[Floats], k: int, right: int) -> Classes:
    width = embeddings[0].shape[1]
    counts, sums = np.zeros(k, np.float32), np.zeros((k, width), np.float32)
    squares = np.zeros((width, width), np.float32)
    for embedding in embeddings:
        np.add.at(counts, classes, 1)
        np.add.at(sums, classes, embedding)
        squares += embedding.T @ embedding
    return Classes(counts, sums, squares, right, len(classes))


def _views(pixels: Image, quads: Floats, pack: str) -> list[Floats]:
    """Return embeddings (n, 2, d) of the faces as other photos may show them: a little off, darker, softer."""
    rng = np.random.default_rng(0)  # the same photo teaches the same
    centres, up, right = axes(quads)
    size = (np.linalg.norm(up, axis=1) + np.linalg.norm(right, axis=1))[:, None]
    result = []
    for _ in range(VIEWS - 1):
        angle = rng.normal(0, TURN, len(quads))
        grow = np.exp(rng.normal(0, SIZE, (len(quads), 1)))
        cosine, sine = np.cos(angle)[:, None], np.sin(angle)[:, None]
        turned = [(axis * cosine + axis[:, ::-1] * (-1, 1) * sine) * grow for axis in (up, right)]
        moved = centres + rng.normal(0, SHIFT, centres.shape) * size
        shaken = quads_from_axes(*(x.astype(np.float32) for x in (moved, *turned)))
        pictures = np.stack([_seen_otherwise(p, rng) for p in crops(pixels, shaken)])
        result.append(classifier.embed(session(pack, "classifier"), pictures))
    return result


def _seen_otherwise(crop: Image, rng: np.random.Generator) -> Image:
    if rng.random() < 0.5:
        small = int(classifier.SIDE * rng.uniform(0.35, 0.8))
        shrunk = cv2.resize(crop, (small, small), interpolation=cv2.INTER_AREA)
        crop = cv2.resize(shrunk, (classifier.SIDE, classifier.SIDE)).astype(np.uint8)
    bright = np.exp(rng.normal(0, 0.15)) * np.exp(rng.normal(0, 0.06, 3))
    curve = (np.arange(256) / 255) ** np.exp(rng.normal(0, 0.2))
    table = np.clip(255 * curve[:, None] * bright + rng.normal(0, 6), 0, 255).astype(np.uint8)
    crop = cv2.LUT(crop, table[None])
    grain = rng.normal(0, rng.uniform(0, 8), crop.shape)
    result: Image = np.clip(crop + grain, 0, 255).astype(np.uint8)
    return result
