"""From corner indices to cards: which indices are printed on one card.

Every index says where the middle of its card is. Two indices in different corners that name the same
middle are one card; two truly equal cards have two middles, and stay two.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.detections import Floats, axes, quads_from_axes

ONE_MIDDLE = 0.16  # of the way from index to middle: middles nearer than this are one
SAME_CORNER = 0.5  # indices nearer than this to one place on the card are in one corner
PARALLEL = 0.85  # cosine between the axes of two indices of one card
AGREES = 0.02  # probability that two readings mean the same label, above which they may
CONFIDENT = 0.9
FLOOR = 1e-4


@dataclass(frozen=True, slots=True)
class Cards:
    """n cards: ``faces`` (n, 4, 2) the clearest index of each, ``outlines`` (n, 4, 2) the cards.

    ``probabilities`` (n, 53) fuse all indices of a card.
    """

    faces: Floats
    outlines: Floats
    probabilities: Floats


def cards_of(quads: Floats, middles: Floats, probabilities: Floats) -> Cards:
    """Gather upright indices (n, 4, 2), the middles they name (n, 2) and their labels (n, 53) to cards."""
    groups = same_card(quads, middles, probabilities)
    centres, up, right = axes(quads)
    reader = _readers_up(up)
    faces, outlines, fused = [], [], []
    for group in groups:
        clearest = max(group, key=lambda i: float(probabilities[i].max()))
        # A card has no upper end: it lies as the reader sees it.
        head = max(group, key=lambda i: float(up[i] @ reader))
        sign = 1.0 if float(up[head] @ reader) >= 0 else -1.0
        outlines.append(
            _outline(centres[head], sign * up[head], sign * right[head], middles[group].mean(0))
        )
        faces.append(quads[clearest])
        fused.append(_fused(probabilities[group]))
    shape = (len(groups), 4, 2)
    return Cards(
        np.array(faces, np.float32).reshape(shape),
        np.array(outlines, np.float32).reshape(shape),
        np.array(fused, np.float32).reshape(len(groups), probabilities.shape[1]),
    )


def same_card(quads: Floats, middles: Floats, probabilities: Floats) -> list[list[int]]:
    """Return the indices in groups, one for each card; see ``cards_of``."""
    n = len(quads)
    group_of = list(range(n))
    gaps = _gaps(quads, middles, probabilities)
    apart = _in_one_corner(quads, middles)
    members = {i: [i] for i in range(n)}
    pairs = [
        (float(gaps[i, j]), i, j) for i in range(n) for j in range(i) if gaps[i, j] < ONE_MIDDLE
    ]
    for _, i, j in sorted(pairs):
        a, b = group_of[i], group_of[j]
        if a == b or any(apart[x, y] for x in members[a] for y in members[b]):
            continue
        for x in members.pop(b):
            group_of[x] = a
            members[a].append(x)
    return [sorted(group) for _, group in sorted(members.items())]


def _gaps(quads: Floats, middles: Floats, probabilities: Floats) -> Floats:
    """Return how far apart the middles are that two indices name, (n, n); infinite for different cards."""
    centres, up, _ = axes(quads)
    reach = np.linalg.norm(middles - centres, axis=1)
    unit = up / np.maximum(np.linalg.norm(up, axis=1, keepdims=True), 1e-6)
    far = np.linalg.norm(middles[:, None] - middles[None], axis=-1)
    gaps = far / np.maximum((reach[:, None] + reach[None]) / 2, 1e-6)
    parallel = np.abs(unit @ unit.T) > PARALLEL
    agree = probabilities @ probabilities.T > AGREES
    sure = probabilities.max(1, initial=0) > CONFIDENT
    # One of the two may be misread where the middles agree very well, unless both are certain.
    excused = (gaps < ONE_MIDDLE / 2) & ~(sure[:, None] & sure[None])
    result: Floats = np.where(parallel & (agree | excused), gaps, np.inf).astype(np.float32)
    return result


def _in_one_corner(quads: Floats, middles: Floats) -> NDArray[np.bool_]:
    """Return (n, n): whether two indices stand in the same corner, and so on two cards."""
    centres, _, _ = axes(quads)
    away = centres - middles
    reach = np.linalg.norm(away, axis=1)
    far = np.linalg.norm(away[:, None] - away[None], axis=-1)
    result: NDArray[np.bool_] = far < SAME_CORNER * (reach[:, None] + reach[None]) / 2
    return result


def _readers_up(up: Floats) -> Floats:
    """Return the direction that is up for the one whose cards these are, of unit length.

    A card that lies open shows an index in both directions; one that is covered shows the one that
    its reader sees upright. Where that leaves no majority, up in the photo is up.
    """
    unit = up / np.maximum(np.linalg.norm(up, axis=1, keepdims=True), 1e-6)
    total = unit.sum(0) if len(up) else np.zeros(2, np.float32)
    if np.linalg.norm(total) < 0.2 * max(len(up), 1):
        return np.array([0, -1], np.float32)
    result: Floats = total / np.linalg.norm(total)
    return result


def _outline(centre: Floats, up: Floats, right: Floats, middle: Floats) -> Floats:
    """Return the card (4, 2) round its middle, with an index in a corner of it."""
    tall, wide = np.linalg.norm(up), np.linalg.norm(right)
    along, across = up / max(float(tall), 1e-6), right / max(float(wide), 1e-6)
    # Index axes may lean on each other in perspective: solve for both.
    basis = np.stack([across, along], 1)
    x, y = (
        np.linalg.solve(basis, centre - middle)
        if abs(np.linalg.det(basis)) > 0.2
        else (wide * 3, tall * 3)
    )
    half_wide, half_tall = abs(float(x)) + wide * 1.3, abs(float(y)) + tall * 1.2
    result: Floats = quads_from_axes(
        middle[None],
        (along * half_tall)[None].astype(np.float32),
        (across * half_wide)[None].astype(np.float32),
    )[0]
    return result


def _fused(readings: Floats) -> Floats:
    """Multiply independent readings of one label, (k, 53) to (53,); what is left is that it is none."""
    none = np.clip(1 - readings.sum(1, keepdims=True), 0, 1)
    logs = np.log(np.concatenate([readings, none], 1) + FLOOR).sum(0)
    shares = np.exp(logs - logs.max())
    result: Floats = (shares / shares.sum())[:-1]
    return result
