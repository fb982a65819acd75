"""Faces read with the help of a profile of their set.

Embeddings of one class scatter about its mean as they did in the lesson (linear discriminant analysis
with one covariance for all). A face that is near to none of the taught classes is left to the classifier.
Numbers were taught upright: each face is held against them in all four directions, so that the set
tells which end is up as well.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from vision.classifier import JOKER, NOT_A_TILE, Faces
from vision.decode import NINE, SIX
from vision.detections import Floats
from vision.teaching.features import for_colour, for_number
from vision.teaching.profile import Classes, SetProfile

# Chosen on rendered sets that no network was trained on.
SHRINKING = 0.3  # of the covariance towards a sphere
FAR = (
    1500.0  # squared distance at which a taught class explains a face as little as an untaught one
)
CAUTION = (
    8.0  # what the lesson calls twice this, in squared distance, is worth one natural logarithm
)
NETWORK = 0.5  # weight of the classifier's own logarithms beside it, where it read the lesson right
DOUBTED = 0.05  # the same where it did not
FLAWLESS = 0.99  # share of the lesson that makes the difference
TRUSTED = 0.6  # share of the lesson read right by the classifier, below which it is not asked
DIRECTION = 0.5  # weight of the classifier's own logarithms of the direction
# A quarter of the faces are nearer than this in logarithms of squared distances to number and colour
# together, where it is the set. Rendered photos of it exceed it in 4 of 100, photos of other sets in 80;
# the rest of those are sets much alike. The nearest quarter, because lamps and hands spoil some faces.
DIFFERS = 9.3
NEAR = 25  # percent
COLOUR_NEARER = (
    1.1  # logarithm of what a face of the set is nearer to its colour than to its number
)
ENOUGH = 5  # faces from which on that can be told
FLOOR = 1e-6


@dataclass(frozen=True, slots=True)
class Match:
    """How far the faces of a photo are from a profile: ``distance``, told from ``asked`` of them.

    ``laid_aside``: the photo read better without it.
    """

    distance: float
    asked: int
    laid_aside: bool = False

    @property
    def fits(self) -> bool:
        """Whether these may be tiles of the set; a few faces alone do not tell."""
        return not self.laid_aside and (self.asked < ENOUGH or self.distance <= DIFFERS)


def recognise(faces: Faces, profile: SetProfile) -> tuple[Faces, Match]:
    """Return faces with the probabilities that the profile gives them, and how well they fit.

    The faces come with embeddings. Of another set than the profile's they come back as they were.
    """
    if not len(faces) or faces.embedding is None:
        return faces, Match(0.0, 0)
    around = np.roll(faces.embedding, -2, axis=1)
    numbers = _distances(for_number(faces.embedding, around), profile.number)
    colours = _distances(for_colour(faces.embedding[:, 0], around[:, 0]), profile.colour)
    tiles = faces.number[:, NOT_A_TILE] < 0.5
    # A face counts only where the classifier, if it can be trusted, names a class that was taught.
    if _trusted(profile.number):
        tiles &= np.isin(faces.number[:, :NOT_A_TILE].argmax(1), profile.number.taught)
    if len(profile.colour.taught) and _trusted(profile.colour):
        jokers = faces.number[:, :NOT_A_TILE].argmax(1) == JOKER
        tiles &= jokers | np.isin(faces.colour.argmax(1), profile.colour.taught)
    nearest = numbers.min((1, 2), initial=np.inf)
    coloured = tiles & (faces.number[:, :NOT_A_TILE].argmax(1) != JOKER)
    match = Match(_apart(nearest[tiles], colours[coloured]), int(tiles.sum()))
    if not match.fits:
        return faces, match
    return _told(faces, profile, numbers, colours), match


def _told(faces: Faces, profile: SetProfile, numbers: Floats, colours: Floats) -> Faces:
    """Return faces read with the distances of their numbers (n, 4, taught) and colours (n, taught)."""
    none = faces.number[:, NOT_A_TILE]
    # What looks like a taught face is a tile, whatever the classifier took it for.
    odds = np.clip((FAR - numbers.min((1, 2), initial=np.inf)) / (2 * CAUTION), 0, 6)
    none = none / (none + (1 - none) * np.exp(odds) + FLOOR)
    own = np.log(_upright_numbers(faces) + FLOOR)
    scores = _scores(own, numbers, profile.number)
    up = DIRECTION * np.log(faces.up + FLOOR) + np.logaddexp.reduce(scores, axis=2)
    up = _shares(up)
    turned = np.empty((*scores.shape[:2], NOT_A_TILE + 1), np.float32)
    turned[..., :NOT_A_TILE] = _shares(scores) * (1 - none)[:, None, None]
    turned[..., NOT_A_TILE] = none[:, None]
    return replace(
        faces,
        number=(turned * up[:, :, None]).sum(1),
        turned=turned,
        up=up,
        colour=_shares(_scores(np.log(faces.colour + FLOOR), colours, profile.colour)),
    )


def _upright_numbers(faces: Faces) -> Floats:
    """Return what the classifier takes tiles for in each direction, (n, 4, 14): a 6 may be a 9."""
    number = faces.number[:, :NOT_A_TILE] + FLOOR
    number /= number.sum(1, keepdims=True)
    result = np.repeat(number[:, None], 4, axis=1)
    six, nine = faces.six_up + 1e-3, np.roll(faces.six_up, 2, axis=1) + 1e-3
    both = number[:, SIX, None] + number[:, NINE, None]
    result[..., SIX] = both * six / (six + nine)
    result[..., NINE] = both * nine / (six + nine)
    return result


def _apart(numbers: Floats, colours: Floats) -> float:
    """Return how far faces are from a profile, by the nearest number and the nearest colour of each.

    Where no colour was taught the number stands for both, in a head with half as many dimensions.
    """
    if not len(numbers):
        return 0.0
    number = float(np.log(np.percentile(numbers, NEAR) + FLOOR))
    if not colours.size:
        return 2 * number - COLOUR_NEARER
    return number + float(np.log(np.percentile(colours.min(1), NEAR) + FLOOR))


def _trusted(known: Classes) -> bool:
    return known.right >= TRUSTED * known.seen


def _distances(embedding: Floats, known: Classes) -> Floats:
    """Return the squared Mahalanobis distances of embeddings (..., d) to the taught classes, (..., taught)."""
    shown = known.taught
    if not len(shown):
        return np.zeros((*embedding.shape[:-1], 0), np.float32)
    means = known.means.astype(np.float64)
    within = known.squares - (means.T * known.counts[shown]) @ means
    within /= known.counts.sum()
    width = len(within)
    spread = np.trace(within) / width
    within = (1 - SHRINKING) * within + SHRINKING * max(spread, 1e-9) * np.eye(width)
    # One triangle solves for all faces at once.
    lower = np.linalg.cholesky(within)
    flat = embedding.reshape(-1, width)
    faces, centres = (np.linalg.solve(lower, x.T.astype(np.float64)).T for x in (flat, means))
    away = ((faces[:, None] - centres[None]) ** 2).sum(-1)
    return away.reshape(*embedding.shape[:-1], -1).astype(np.float32)


def _scores(own: Floats, distances: Floats, known: Classes) -> Floats:
    """Return logarithms (..., k) for a head from its own and the distances to the taught classes."""
    if not distances.shape[-1]:
        return own
    if not _trusted(known):
        own = np.full_like(own, -np.log(own.shape[-1]))
    weight = NETWORK if known.right >= FLAWLESS * known.seen else DOUBTED
    away = np.full(own.shape, np.inf, np.float32)  # what was not taught the set explains nothing of
    away[..., known.taught] = distances
    by_set = weight * own - away / (2 * CAUTION)
    by_none = own - FAR / (2 * CAUTION)
    result: Floats = np.logaddexp(by_set, by_none)
    return result


def _shares(scores: Floats) -> Floats:
    """Return probabilities along the last axis from their logarithms."""
    shares = np.exp(scores - scores.max(-1, keepdims=True))
    result: Floats = (shares / shares.sum(-1, keepdims=True)).astype(np.float32)
    return result
