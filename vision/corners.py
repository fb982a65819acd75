"""From corner indices to cards: which indices are printed on one card.

Every index says where the middle of its card is, and so in which corner it stands and where the other
corners are. Two indices of one label that stand where each expects the other are one card; two truly
equal cards show two indices in the same corner, and stay two.

Decks with an index in all four corners are held at a slant, and one of the four is often seen badly.
What stands in a free corner of a card that two others tell surely is that card's, whatever it looks like.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from vision.detections import Floats, axes, quads_from_axes

# Of the way across the card: an index farther from where it is expected is another card's. Of the pairs of
# one label in rendered photos kept apart, this leaves as many of one card beyond it as of two cards within.
MOST_ERROR = 0.55
STRAY_ERROR = 0.25  # the same for what is taken for a card's index though it reads otherwise
CLOSE = 0.1  # nearer than this, one of two readings that differ may be wrong
SETTLING_ERROR = 0.6  # pairs up to here may tell how far the middles of a deck are
SETTLING_RANGE = (0.6, 1.7)
PARALLEL = 0.85  # cosine between the axes of two indices of one card
AGREES = 0.02  # probability that two readings mean the same label, above which they may
CONFIDENT = 0.9
FLOOR = 1e-4


@dataclass(frozen=True, slots=True)
class Cards:
    """n cards: ``faces`` (n, 4, 2) the clearest index of each, ``outlines`` (n, 4, 2) the cards.

    ``probabilities`` (n, 53) fuse all indices of a card; ``scores`` (n,) are those of the index found
    best.
    """

    faces: Floats
    outlines: Floats
    probabilities: Floats
    scores: Floats

    def take(self, chosen: NDArray[np.generic]) -> Cards:
        """Return the chosen cards: indices or a mask."""
        return Cards(*(getattr(self, f.name)[chosen] for f in fields(self)))


def cards_of(
    quads: Floats, middles: Floats, probabilities: Floats, scores: Floats | None = None
) -> Cards:
    """Gather upright indices to cards.

    Args:
        quads: (n, 4, 2), from the upper left of each rank.
        middles: (n, 2), of the card that each index says it stands on.
        probabilities: (n, 53), of the labels.
        scores: (n,), how surely each is an index at all; 1 unless said.
    """
    scores = np.ones(len(quads), np.float32) if scores is None else scores
    middles = _settled(quads, middles, probabilities)
    groups = same_card(quads, middles, probabilities)
    strays = _strays(quads, middles, probabilities, groups)
    groups = [group for group in groups if group[0] not in strays]
    centres, up, right = axes(quads)
    reader = _readers_up(up)
    faces, outlines, fused = [], [], []
    for group in groups:
        clearest = max(group, key=lambda i: float(probabilities[i].max()))
        # A card has no upper end: it lies as the reader sees it.
        head = max(group, key=lambda i: float(up[i] @ reader))
        sign = 1.0 if float(up[head] @ reader) >= 0 else -1.0
        middle = _middle(group, centres, up, middles)
        outlines.append(_outline(centres[head], sign * up[head], sign * right[head], middle))
        faces.append(quads[clearest])
        fused.append(_fused(probabilities[group]))
    shape = (len(groups), 4, 2)
    return Cards(
        np.array(faces, np.float32).reshape(shape),
        np.array(outlines, np.float32).reshape(shape),
        np.array(fused, np.float32).reshape(len(groups), probabilities.shape[1]),
        np.array([scores[group].max() for group in groups], np.float32),
    )


def same_card(quads: Floats, middles: Floats, probabilities: Floats) -> list[list[int]]:
    """Return the indices in groups, one for each card; see ``cards_of``."""
    n = len(quads)
    pairs = _pairs_of(quads, middles)
    errors, corner = _errors(pairs, probabilities), pairs.corner
    members = {i: [i] for i in range(n)}
    group_of = list(range(n))
    nearest = sorted((float(errors[i, j]), i, j) for i in range(n) for j in range(i))
    for error, i, j in nearest:
        a, b = group_of[i], group_of[j]
        if error > MOST_ERROR:
            break
        if a == b or any(corner[x, y] for x in members[a] for y in members[b]):
            continue
        for x in members.pop(b):
            group_of[x] = a
            members[a].append(x)
    return [sorted(group) for _, group in sorted(members.items())]


def _settled(quads: Floats, middles: Floats, probabilities: Floats) -> Floats:
    """Correct all middles by what the cards that lie open show: in one deck all indices stand alike.

    How far the middle is, seen from an index, is hard to tell where most of a card is covered. Two
    opposite indices of one card show it; the ratio to what they named holds for the whole photo, along
    each axis of the indices, whatever the view does to them.
    """
    errors = _errors(_pairs_of(quads, middles), probabilities)
    centres, up, right = axes(quads)
    named = _in_frame(up, right, middles - centres)
    left = named[:, 1] >= 0
    diagonal = (_unit(up) @ _unit(up).T < 0) & (left[:, None] == left[None])
    pairs = np.where(diagonal & (errors < SETTLING_ERROR), errors, np.inf)
    n = len(quads)
    if n < 2 or not np.isfinite(pairs).any():
        return middles
    best = pairs.argmin(1)
    mutual = [i for i in range(n) if np.isfinite(pairs[i, best[i]]) and best[best[i]] == i]
    shown = _in_frame(up, right, (centres[best] - centres) / 2)
    opposite = [i for i in mutual if shown[i, 1] * named[i, 1] > 0 and abs(shown[i, 1]) > 0.5]
    if not opposite:
        return middles
    ratios = np.clip(np.median(shown[opposite] / named[opposite], axis=0), *SETTLING_RANGE)
    along, across = (named * ratios).T
    result: Floats = (centres + along[:, None] * up + across[:, None] * right).astype(np.float32)
    return result


def _in_frame(up: Floats, right: Floats, vectors: Floats) -> Floats:
    """Return vectors (n, 2) in half-heights and half-widths of their indices, along up and right."""
    determinant = up[:, 0] * right[:, 1] - up[:, 1] * right[:, 0]
    determinant = np.where(np.abs(determinant) < 1e-6, 1e-6, determinant)
    along = (vectors[:, 0] * right[:, 1] - vectors[:, 1] * right[:, 0]) / determinant
    across = (up[:, 0] * vectors[:, 1] - up[:, 1] * vectors[:, 0]) / determinant
    result: Floats = np.stack([along, across], 1)
    return result


def _strays(
    quads: Floats, middles: Floats, probabilities: Floats, groups: list[list[int]]
) -> set[int]:
    """Return the doubtful single indices that stand in a free corner of a card already told surely.

    Only in decks with four indices, which the photo must show: a card with two at one end.
    """
    pairs = _pairs_of(quads, middles)
    if not any(pairs.beside[i, j] for group in groups for i in group for j in group):
        return set()
    centres = quads.mean(1)
    told = [
        group
        for group in groups
        if len(group) > 1 and _fused(probabilities[group]).max() > CONFIDENT
    ]
    strays = set()
    for group in groups:
        if len(group) > 1 or probabilities[group[0]].max() > CONFIDENT:
            continue
        for card in told:
            away = np.linalg.norm(pairs.corners[card] - centres[group[0]], axis=-1)  # (k, 3)
            taken = np.linalg.norm(
                pairs.corners[card][:, :, None] - centres[card][None, None], axis=-1
            )
            free = taken.min(-1) > STRAY_ERROR * pairs.reach[card][:, None]
            if (free & (away < STRAY_ERROR * pairs.reach[card][:, None])).any():
                strays.add(group[0])
    return strays


@dataclass(frozen=True, slots=True)
class _Pairs:
    """How each two of n indices lie to each other; matrices are (n, n).

    ``errors`` are how far each is from where the other expects it, as a share of the way across the
    card; ``corner`` tells whether they claim the same corner, ``beside`` whether the two corners of one
    end, ``parallel`` whether their axes lean alike. ``corners`` (n, 3, 2) are where each expects the
    others of its card: beside it, opposite, and below; ``reach`` (n,) is the way across.
    """

    errors: Floats
    corner: NDArray[np.bool_]
    beside: NDArray[np.bool_]
    parallel: NDArray[np.bool_]
    corners: Floats
    reach: Floats


def _pairs_of(quads: Floats, middles: Floats) -> _Pairs:
    centres, up, right = axes(quads)
    away = middles - centres
    across = (away * right).sum(1) / np.maximum((right**2).sum(1), 1e-6)
    left = across >= 0  # in the left corner of its end; only decks with four indices have it right
    cosine = _unit(up) @ _unit(up).T
    same_end = cosine > 0
    same_side = left[:, None] == left[None]
    # Opposite corners lie twice the way to the middle apart; the others that way along one side.
    sideways = across[:, None] * right
    ways = 2 * np.stack([sideways, away, away - sideways], 1)
    which = np.where(same_end, 0, np.where(same_side, 1, 2))
    expected = np.take_along_axis(ways, which[..., None], axis=1)
    reach = 2 * np.linalg.norm(away, axis=1)
    offset = centres[None] - centres[:, None]
    miss = np.linalg.norm(offset - expected, axis=-1) / np.maximum(reach[:, None], 1e-6)
    return _Pairs(
        errors=((miss + miss.T) / 2).astype(np.float32),
        corner=same_end & same_side,
        beside=same_end & ~same_side,
        parallel=np.abs(cosine) > PARALLEL,
        corners=(centres[:, None] + ways).astype(np.float32),
        reach=reach.astype(np.float32),
    )


def _errors(pairs: _Pairs, probabilities: Floats) -> Floats:
    """Return the errors of pairs that can be one card, (n, n); infinite where they cannot."""
    agree = probabilities @ probabilities.T > AGREES
    sure = probabilities.max(1, initial=0) > CONFIDENT
    excused = (pairs.errors < CLOSE) & ~(sure[:, None] & sure[None])
    possible = pairs.parallel & ~pairs.corner & (agree | excused)
    result: Floats = np.where(possible, pairs.errors, np.inf).astype(np.float32)
    return result


def _unit(vectors: Floats) -> Floats:
    result: Floats = vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-6)
    return result


def _readers_up(up: Floats) -> Floats:
    """Return the direction that is up for the one whose cards these are, of unit length.

    A card that lies open shows an index in both directions; one that is covered shows the one that
    its reader sees upright. Where that leaves no majority, up in the photo is up.
    """
    total = _unit(up).sum(0) if len(up) else np.zeros(2, np.float32)
    if np.linalg.norm(total) < 0.2 * max(len(up), 1):
        return np.array([0, -1], np.float32)
    result: Floats = total / np.linalg.norm(total)
    return result


def _middle(group: list[int], centres: Floats, up: Floats, middles: Floats) -> Floats:
    """Return the middle of a card: half way between its ends where both show."""
    upper = [i for i in group if float(up[i] @ up[group[0]]) >= 0]
    lower = [i for i in group if i not in upper]
    if lower and len(upper) == len(lower):
        result: Floats = (centres[upper].mean(0) + centres[lower].mean(0)) / 2
        return result
    named: Floats = middles[group].mean(0)
    return named


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
