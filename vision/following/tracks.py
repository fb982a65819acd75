"""Tiles followed from frame to frame: where each is, what was seen of it, whether it is there."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.corners import Cards
from vision.detections import Floats, areas, axes

REACH = 0.45  # of a piece's shorter side that it may be from where it is expected
AGREEMENT = 0.15  # of the shorter side: what reading the same is worth when pieces are matched
FORGETTING = 0.93  # of the evidence that stays from frame to frame
# Frames are not independent: the same glare lies on the same tile. A further frame is worth this much.
TEMPER = 0.3
FLOOR = 2e-3  # probability: no single frame rules a label out
ARRIVING, LEAVING = 0.3, 0.18  # how fast a piece is believed, and given up, in each frame
BEGINNING, THERE, GONE = 0.3, 0.6, 0.2  # presence, from 0 to 1
SMOOTH, RELUCTANT = 0.6, 0.1  # weight of the newest place; of one where a part seems covered
PARTLY = 0.8  # share of a piece's area below which a part of it is covered, and may mislead


@dataclass(slots=True)
class Tracks:
    """Struct of arrays over n tracked pieces.

    ``faces`` and ``outlines`` (n, 4, 2) in pixels of the newest frame; ``evidence`` (n, labels) sums of
    log-probabilities, ``weight`` (n,) how many frames they come from; ``presence`` (n,) from 0 to 1;
    ``scores`` (n,); ``fresh`` (n,) whether the newest frame showed it.
    """

    faces: Floats
    outlines: Floats
    evidence: Floats
    weight: Floats
    presence: Floats
    scores: Floats
    fresh: NDArray[np.bool_]

    @classmethod
    def none(cls, labels: int) -> Tracks:
        """Return no tracks."""
        quads, line = np.zeros((0, 4, 2), np.float32), np.zeros(0, np.float32)
        return cls(
            quads, quads, np.zeros((0, labels), np.float32), line, line, line, line.astype(bool)
        )

    def __len__(self) -> int:
        return len(self.presence)

    def take(self, chosen: NDArray[np.generic]) -> Tracks:
        """Return the chosen tracks: indices or a mask."""
        return Tracks(*(getattr(self, name)[chosen] for name in self.__slots__))

    def probabilities(self) -> Floats:
        """Return the fused probability of each label for each piece, (n, labels)."""
        mean = self.evidence / np.maximum(self.weight, 1e-6)[:, None]
        worth = 1 + TEMPER * np.maximum(self.weight - 1, 0)
        logits = mean * worth[:, None]
        values = np.exp(logits - logits.max(1, initial=-1e9, keepdims=True))
        result: Floats = values / values.sum(1, keepdims=True)
        return result


def followed(
    tracks: Tracks,
    pieces: Cards,
    *,
    covered: NDArray[np.bool_],
    hidden: NDArray[np.bool_],
    quality: float,
) -> Tracks:
    """Return the tracks after a frame.

    Args:
        tracks: already moved to where the camera's movement takes them.
        pieces: what the frame shows, without what something covers.
        covered: (tracks,) whether each is covered or outside, where not seeing it says nothing.
        hidden: (pieces,) whether something moving lies over each.
        quality: the weight of this frame, from 0 to 1.
    """
    pieces = pieces.take(~hidden)
    seen = np.log(np.maximum(pieces.probabilities, FLOOR))
    at, which = matched(tracks, pieces)
    begun = np.setdiff1d(np.arange(len(pieces.scores)), which)
    new = Tracks(*(getattr(tracks, name).copy() for name in tracks.__slots__))
    whole = areas(pieces.faces[which]) > PARTLY * areas(tracks.faces[at])
    for name, now in (("faces", pieces.faces), ("outlines", pieces.outlines)):
        quads = getattr(new, name)
        quads[at] += np.where(whole, SMOOTH, RELUCTANT)[:, None, None] * (now[which] - quads[at])
    new.fresh = np.zeros(len(new), bool)
    new.fresh[at] = True
    new.presence[at] += ARRIVING * (1 - new.presence[at])
    at, which = at[whole], which[whole]
    new.evidence[at] = FORGETTING * new.evidence[at] + quality * seen[which]
    new.weight[at] = FORGETTING * new.weight[at] + quality
    new.scores[at] = np.maximum(FORGETTING * new.scores[at], pieces.scores[which])
    missed = ~new.fresh & ~covered
    new.presence[missed] -= LEAVING * new.presence[missed]
    kept = new.take((new.presence > GONE) & _inside_out(new.outlines))
    return _joined(kept, pieces.take(begun), seen[begun], quality)


def matched(tracks: Tracks, pieces: Cards) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return which tracks and pieces are one: the nearest pairs first, reading the same helps."""
    n, m = len(tracks), len(pieces.scores)
    nothing = np.zeros(0, np.intp)
    if not n or not m:
        return nothing, nothing
    centres, up, right = axes(tracks.outlines)
    there, _, _ = axes(pieces.outlines)
    short = 2 * np.minimum(np.linalg.norm(up, axis=1), np.linalg.norm(right, axis=1)).clip(1)
    apart = np.linalg.norm(centres[:, None] - there[None], axis=-1) / short[:, None]
    same = tracks.probabilities() @ pieces.probabilities.T
    cost = np.where(apart < REACH, apart - AGREEMENT * same, np.inf)
    at, which = [], []
    for k in np.argsort(cost, axis=None, kind="stable"):
        i, j = divmod(int(k), m)
        if not np.isfinite(cost[i, j]):
            break
        if i not in at and j not in which:
            at.append(i)
            which.append(j)
    return np.array(at, np.intp), np.array(which, np.intp)


def _inside_out(quads: Floats) -> NDArray[np.bool_]:
    """Return which quads still have an area: a bad map may flatten one."""
    result: NDArray[np.bool_] = np.isfinite(quads).all((1, 2)) & (areas(quads) > 4)
    return result


def _joined(tracks: Tracks, pieces: Cards, seen: Floats, quality: float) -> Tracks:
    n = len(pieces.scores)
    if not n:
        return tracks
    begun = (
        pieces.faces,
        pieces.outlines,
        quality * seen,
        np.full(n, quality, np.float32),
        np.full(n, BEGINNING, np.float32),
        pieces.scores,
        np.ones(n, bool),
    )
    return Tracks(
        *(
            np.concatenate([getattr(tracks, name), more]).astype(
                bool if name == "fresh" else np.float32
            )
            for name, more in zip(tracks.__slots__, begun, strict=True)
        )
    )
