"""Labels for the whole scene at once.

The classifier looks at one face; what the scene knows beside it: neighbours in a row stand the same
way up (which tells 6 from 9), and no tile is in the box more often than the pack says.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.tiles import Tile
from vision.classifier import JOKER as JOKER_CLASS
from vision.classifier import NOT_A_TILE, Faces
from vision.detections import Detections, Floats, axes, heights, turn
from vision.layout import neighbours
from vision.packs import PackView

SIX, NINE = 5, 8  # classes of the number head
NEIGHBOUR_TRUST = 0.7  # weight of a neighbour's direction against a face's own
REASSIGN = 0.05  # an alternative below this is no explanation for a third copy
SHOWN = 4  # alternatives that are named
FLOOR = 1e-4
BELIEVED, CERTAIN = 0.3, 0.75
UPRIGHT_AS_FOUND = (0.97, 0.01, 0.01, 0.01)  # of a card, whose middle lies below its index
MOST_SIZE_RATIO = 2.2


@dataclass(frozen=True, slots=True)
class Label:
    """What one face is taken for; ``alternatives`` holds the likeliest others with their probabilities."""

    tile: Tile
    confidence: float
    doubted: bool  # by the pack: there would be too many of it
    alternatives: tuple[tuple[Tile, float], ...]


def is_tile(
    faces: Faces, detections: Detections, *, nothing_else: bool = False
) -> NDArray[np.bool_]:
    """Return which detections are tiles at all, (n,).

    Both networks must believe in it. All tiles of a set have one size: what is far smaller or larger
    than the certain ones, beyond what perspective does, is a pattern in the cloth. Where not one tile is
    certain there is none: dice and letters on an empty table look a little like tiles. Where there is
    ``nothing_else`` in the photo the detector alone is believed: a numeral may be one that no network
    has learned.
    """
    belief = detections.scores * (1 if nothing_else else 1 - faces.number[:, NOT_A_TILE])
    kept = belief > BELIEVED
    certain = belief > CERTAIN
    if detections.middles is None and not certain.any():
        return certain
    if certain.any():
        tall = heights(detections.quads)
        ratio = tall / np.median(tall[certain])
        kept &= certain | ((ratio > 1 / MOST_SIZE_RATIO) & (ratio < MOST_SIZE_RATIO))
    result: NDArray[np.bool_] = kept
    return result


def upright(faces: Faces, quads: Floats, *, on_cards: bool = False) -> tuple[Floats, Floats]:
    """Return the quads turned upright (n, 4, 2) and the probabilities of their four directions (n, 4).

    ``on_cards``: the quads are indices of cards, found upright, and neighbours may lie as they like.
    """
    if on_cards:
        direction = faces.up * np.array(UPRIGHT_AS_FOUND, np.float32)
        direction /= np.maximum(direction.sum(1, keepdims=True), 1e-9)
    else:
        direction = _directions(faces, quads)
    if not len(faces):
        return quads, direction
    quarters = direction.argmax(1)
    return np.stack(
        [turn(q[None], int(k))[0] for q, k in zip(quads, quarters, strict=True)]
    ), direction


def label_scene(probabilities: Floats, pack: PackView) -> list[Label]:
    """Return the likeliest labels of all pieces together, given the pack.

    Args:
        probabilities: (n, 53), of each of the pack's labels for each piece; see ``joint``.
        pack: the labels, and how many there are of each.
    """
    if not len(probabilities):
        return []
    names = pack.labels
    chosen, doubted = _within_the_pack(probabilities, pack)
    labels = []
    for p, k, doubt in zip(probabilities, chosen, doubted, strict=True):
        others = [j for j in np.argsort(-p, kind="stable")[: SHOWN + 1] if j != k and p[j] > FLOOR]
        alternatives = tuple((names[j], float(p[j])) for j in others[:SHOWN])
        labels.append(Label(names[k], float(p[k]), bool(doubt), alternatives))
    return labels


def joint(faces: Faces, direction: Floats) -> Floats:
    """Return the probability of each of a pack's labels for each face, (n, 53); rows sum to at most 1."""
    number = _numbers(faces, direction)
    tiles = faces.colour[:, :, None] * number[:, None, :13]
    result: Floats = np.concatenate(
        [tiles.reshape(len(number), 4 * 13), number[:, JOKER_CLASS : JOKER_CLASS + 1]], 1
    )
    return result


def _numbers(faces: Faces, direction: Floats) -> Floats:
    """Return the probabilities of the numbers, (n, 15), now that the directions are known."""
    if faces.turned is not None:
        told: Floats = (faces.turned * direction[:, :, None]).sum(1)
        return told
    number = faces.number.copy()
    # A six turned round is a nine: the shape is certain where the direction is not.
    shape_six = (faces.six_up * direction).sum(1)
    shape_nine = (np.roll(faces.six_up, 2, axis=1) * direction).sum(1)
    six = np.sqrt(faces.number[:, SIX] + 1e-6) * (shape_six + 1e-3)
    nine = np.sqrt(faces.number[:, NINE] + 1e-6) * (shape_nine + 1e-3)
    both = faces.number[:, SIX] + faces.number[:, NINE]
    number[:, SIX] = both * six / (six + nine)
    number[:, NINE] = both * nine / (six + nine)
    return number


def _directions(faces: Faces, quads: Floats) -> Floats:
    """Fuse each face's direction with those of the faces beside it and in line."""
    n = len(faces)
    if n == 0:
        return faces.up
    logs = np.log(faces.up + 1e-3)
    _, up, _ = axes(quads)
    angles = np.arctan2(up[:, 1], up[:, 0])
    # Direction as seen in the photo: quarter turns that bring j's frame on to i's.
    apart = np.round((angles[None] - angles[:, None]) / (np.pi / 2)).astype(int) % 4
    linked = neighbours(quads)
    fused = logs.copy()
    for i in range(n):
        beside = np.flatnonzero(linked[i])
        for j in beside:
            fused[i] += NEIGHBOUR_TRUST * np.roll(logs[j], apart[i, j])
    fused -= fused.max(1, keepdims=True)
    result: Floats = np.exp(fused) / np.exp(fused).sum(1, keepdims=True)
    return result


def _within_the_pack(
    probabilities: Floats, pack: PackView
) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """Choose labels so that none is used more often than the pack has it, losing the least likelihood."""
    chosen = probabilities.argmax(1)
    doubted = np.zeros(len(chosen), bool)
    limits = np.full(probabilities.shape[1], pack.copies)
    limits[-1] = pack.jokers
    for _ in range(4 * len(chosen)):
        counts = np.bincount(chosen[~doubted], minlength=len(limits))
        over = np.flatnonzero(counts > limits)
        if not len(over):
            break
        holders = np.flatnonzero((chosen == over[0]) & ~doubted)
        open_to = counts < limits
        rest = np.where(open_to[None], probabilities[holders], 0.0)
        regret = np.log(probabilities[holders, over[0]] + 1e-9) - np.log(rest.max(1) + 1e-9)
        weakest = int(np.argmin(regret))
        doubted[holders[weakest]] = True
        if rest[weakest].max() >= REASSIGN:
            chosen[holders[weakest]] = int(rest[weakest].argmax())
    return chosen, doubted
