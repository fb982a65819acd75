"""Faces read with the help of a profile of their set.

Embeddings of one class scatter about its mean as they did in the lesson (linear discriminant analysis
with one covariance for all). A face that is near to none of the taught classes is left to the classifier.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from vision.classifier import JOKER, NOT_A_TILE, Faces
from vision.detections import Floats
from vision.teaching.profile import Classes, SetProfile

# Chosen on rendered sets that no network was trained on, by the likelihood of the true labels.
SHRINKING = 0.3  # of the covariance towards a sphere
FAR = 260.0  # squared distance at which a taught class explains a face as little as an untaught one
CAUTION = (
    15.0  # what the lesson calls twice this, in squared distance, is worth one natural logarithm
)
NETWORK = 0.5  # weight of the classifier's own logarithms beside it
TRUSTED = 0.6  # share of the lesson read right by the classifier, below which it is not asked
USUAL_NUMBER, USUAL_COLOUR = 150.0, 90.0  # squared distances; a photo of the set has medians below
# The two medians, as shares of the usual ones, add up to less than this where it is the set: rendered
# photos of it exceed it in 5 of 100, photos of other sets in 73; the rest of those are sets much alike.
DIFFERS = 1.6
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

    Of another set than the profile's the faces come back as they were.
    """
    if not len(faces):
        return faces, Match(0.0, 0)
    numbers = _distances(faces.embedding, profile.number)
    colours = _distances(faces.embedding, profile.colour)
    tiles = faces.number[:, NOT_A_TILE] < 0.5
    # A face counts only where the classifier, if it can be trusted, names a class that was taught.
    if _trusted(profile.number):
        tiles &= np.isin(faces.number[:, :NOT_A_TILE].argmax(1), profile.number.taught)
    if len(profile.colour.taught) and _trusted(profile.colour):
        jokers = faces.number[:, :NOT_A_TILE].argmax(1) == JOKER
        tiles &= jokers | np.isin(faces.colour.argmax(1), profile.colour.taught)
    nearest = numbers.min(1, initial=np.inf)
    coloured = tiles & (faces.number[:, :NOT_A_TILE].argmax(1) != JOKER)
    match = Match(_apart(nearest[tiles], colours[coloured]), int(tiles.sum()))
    if not match.fits:
        return faces, match
    number, none = faces.number.copy(), faces.number[:, NOT_A_TILE:]
    # What looks like a taught face is a tile, whatever the classifier took it for.
    odds = np.clip((FAR - nearest) / (2 * CAUTION), 0, 6)[:, None]
    none = none / (none + (1 - none) * np.exp(odds) + FLOOR)
    own = number[:, :NOT_A_TILE] + FLOOR
    number[:, :NOT_A_TILE] = (1 - none) * _fused(
        own / own.sum(1, keepdims=True), numbers, profile.number
    )
    number[:, NOT_A_TILE:] = none
    colour = _fused(faces.colour, colours, profile.colour)
    return replace(faces, number=number, colour=colour), match


def _apart(numbers: Floats, colours: Floats) -> float:
    """Return how far faces are from a profile, by the nearest number and the nearest colour of each."""
    if not len(numbers):
        return 0.0
    number = float(np.median(numbers)) / USUAL_NUMBER
    if not colours.size:
        return 2 * number
    return number + float(np.median(colours.min(1))) / USUAL_COLOUR


def _trusted(known: Classes) -> bool:
    return known.right >= TRUSTED * known.seen


def _distances(embedding: Floats, known: Classes) -> Floats:
    """Return the squared Mahalanobis distances of embeddings (n, d) to the taught classes, (n, taught)."""
    shown = known.taught
    if not len(shown):
        return np.zeros((len(embedding), 0), np.float32)
    means = known.means.astype(np.float64)
    within = known.squares - (means.T * known.counts[shown]) @ means
    within /= known.counts.sum()
    width = len(within)
    spread = np.trace(within) / width
    within = (1 - SHRINKING) * within + SHRINKING * max(spread, 1e-9) * np.eye(width)
    # One triangle solves for all faces at once.
    lower = np.linalg.cholesky(within)
    faces, centres = (np.linalg.solve(lower, x.T.astype(np.float64)).T for x in (embedding, means))
    away = ((faces[:, None] - centres[None]) ** 2).sum(-1)
    result: Floats = away.astype(np.float32)
    return result


def _fused(own: Floats, distances: Floats, known: Classes) -> Floats:
    """Return the probabilities (n, k) of a head from its own and the distances to the taught classes."""
    if not distances.shape[1]:
        return own
    logs = np.log(own + FLOOR) if _trusted(known) else np.full_like(own, -np.log(own.shape[1]))
    away = np.full(own.shape, np.inf, np.float32)  # what was not taught the set explains nothing of
    away[:, known.taught] = distances
    by_set = NETWORK * logs - away / (2 * CAUTION)
    by_none = logs - FAR / (2 * CAUTION)
    scores = np.logaddexp(by_set, by_none)
    shares = np.exp(scores - scores.max(1, keepdims=True))
    result: Floats = (shares / shares.sum(1, keepdims=True)).astype(np.float32)
    return result
