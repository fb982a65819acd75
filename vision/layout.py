"""Where tiles lie: which stand side by side as a meld, which melds share a row, in reading order.

All of it works on centres and half-axes of upright faces (n, 2) in pixels, y down.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.detections import Floats, axes

MOST_TURN = 0.45  # radians between neighbours of one meld
SIDE_BY_SIDE = (0.55, 1.32)  # centre distance along the row, in tile widths
OFF_LINE = 0.42  # of a tile's height that a neighbour may be shifted
ROW_GAP = 6.0  # widths of empty rack that a row may hold
# Cards that overlap, in card widths and heights between their middles, and radians.
CARDS_BESIDE, CARDS_OFF_LINE, CARDS_TURN = 1.12, 0.24, 0.6
COLUMN_OFF_LINE, COLUMN_STEP = 0.12, 0.45


@dataclass(frozen=True, slots=True)
class Layout:
    """Indices of the faces: ``rows`` from far to near, each left to right; ``melds`` in the same order."""

    rows: tuple[tuple[int, ...], ...]
    melds: tuple[tuple[int, ...], ...]


def neighbours(quads: Floats) -> NDArray[np.bool_]:
    """Return (n, n): whether two faces stand side by side in one line, whichever end is up."""
    centres, up, right = axes(quads)
    n = len(quads)
    if n == 0:
        return np.zeros((0, 0), bool)
    wide, tall = np.linalg.norm(right, axis=1), np.linalg.norm(up, axis=1)
    along = right / np.maximum(wide, 1e-6)[:, None]
    turn = np.abs(np.angle(np.exp(2j * (_angles(right)[:, None] - _angles(right)[None])))) / 2
    offset = centres[None] - centres[:, None]
    # Measured along the line that the two faces share, so that i and j say the same.
    signs = np.sign((along[:, None] * along[None]).sum(-1))[..., None]
    line = along[:, None] + np.where(signs == 0, 1, signs) * along[None]
    line /= np.maximum(np.linalg.norm(line, axis=-1, keepdims=True), 1e-6)
    distance = np.abs((offset * line).sum(-1))
    off = np.abs(offset[..., 0] * line[..., 1] - offset[..., 1] * line[..., 0])
    width, height = wide[:, None] + wide[None], tall[:, None] + tall[None]
    near = (distance > SIDE_BY_SIDE[0] * width) & (distance < SIDE_BY_SIDE[1] * width)
    result: NDArray[np.bool_] = near & (off < OFF_LINE * height) & (turn < MOST_TURN)
    return result


def overlapping(outlines: Floats) -> NDArray[np.bool_]:
    """Return (n, n): whether two cards (n, 4, 2) belong together, one lying over a part of the other.

    Cards of a fan or a row lie beside one another along their width; a card with no such neighbour may
    belong to a column, where each card leaves the head of the one before it free.
    """
    centres, up, right = axes(outlines)
    n = len(outlines)
    if n == 0:
        return np.zeros((0, 0), bool)
    turn = np.abs(np.angle(np.exp(2j * (_angles(right)[:, None] - _angles(right)[None])))) / 2
    offset = centres[None] - centres[:, None]

    def along(axis: Floats) -> Floats:
        """Offsets along an axis in full lengths of it, the mean of what both cards say."""
        share = np.abs((offset * axis[:, None]).sum(-1)) / (2 * (axis**2).sum(-1)[:, None] + 1e-6)
        result: Floats = (share + share.T) / 2
        return result

    beside, above = along(right), along(up)
    alike = (turn < CARDS_TURN) & ~np.eye(n, dtype=bool)
    rows = alike & (beside < CARDS_BESIDE) & (above < CARDS_OFF_LINE)
    single = ~rows.any(1)
    columns = alike & (beside < COLUMN_OFF_LINE) & (above < COLUMN_STEP)
    result: NDArray[np.bool_] = rows | (columns & single[:, None] & single[None])
    return result


def arrange(quads: Floats, linked: NDArray[np.bool_] | None = None) -> Layout:
    """Return rows and melds of upright faces or cards (n, 4, 2).

    ``linked`` (n, n) says which belong together; by default those side by side.
    """
    if not len(quads):
        return Layout((), ())
    if linked is None:
        linked = neighbours(quads)
    centres, up, right = axes(quads)
    frame = _frame(up)
    seen = centres @ frame.T  # x to the right and y down as the reader sees it
    tall = np.linalg.norm(up, axis=1)
    wide = np.linalg.norm(right, axis=1)
    melds = [_in_order(group, centres, up, right) for group in _components(linked)]
    rows = _rows(melds, seen, tall, wide)
    ordered = [meld for row in rows for meld in row]
    flat_rows = tuple(tuple(i for meld in row for i in meld) for row in rows)
    return Layout(flat_rows, tuple(ordered))


def _angles(vectors: Floats) -> Floats:
    result: Floats = np.arctan2(vectors[:, 1], vectors[:, 0])
    return result


def _frame(up: Floats) -> Floats:
    """Return the rotation into the reader's view: most faces upright, else the photo as it is."""
    units = up / np.maximum(np.linalg.norm(up, axis=1, keepdims=True), 1e-6)
    mean = units.mean(0)
    if np.linalg.norm(mean) < 0.6:
        return np.eye(2, dtype=np.float32)
    x, y = mean / np.linalg.norm(mean)
    return np.array([[-y, x], [-x, -y]], np.float32)


def _components(linked: NDArray[np.bool_]) -> list[list[int]]:
    left = set(range(len(linked)))
    groups = []
    while left:
        group, front = [], [min(left)]
        left.discard(front[0])
        while front:
            i = front.pop()
            group.append(i)
            for j in np.flatnonzero(linked[i]):
                if j in left:
                    left.discard(int(j))
                    front.append(int(j))
        groups.append(sorted(group))
    return groups


def _in_order(group: list[int], centres: Floats, up: Floats, right: Floats) -> tuple[int, ...]:
    """Sort a meld from left to right as its own faces say, a column from top to bottom."""
    across, along = right[group].sum(0), up[group].sum(0)
    spread = [
        float(np.ptp(centres[group] @ axis)) / max(float(np.linalg.norm(axis)), 1e-6)
        for axis in (across, along)
    ]
    direction = across if spread[0] >= spread[1] else -along
    return tuple(sorted(group, key=lambda i: float(centres[i] @ direction)))


def _rows(
    melds: list[tuple[int, ...]], seen: Floats, tall: Floats, wide: Floats
) -> list[list[tuple[int, ...]]]:
    """Chain melds whose ends continue one another into rows, and sort everything."""
    order = sorted(range(len(melds)), key=lambda m: float(seen[list(melds[m]), 0].min()))
    rows: list[list[int]] = []
    for m in order:
        best, best_gap = None, np.inf
        for row in rows:
            gap = _gap([i for k in row for i in melds[k]], list(melds[m]), seen, tall, wide)
            if gap < best_gap:
                best, best_gap = row, gap
        if best is None:
            rows.append([m])
        else:
            best.append(m)
    rows.sort(key=lambda row: float(np.mean([seen[i, 1] for k in row for i in melds[k]])))
    return [[melds[k] for k in row] for row in rows]


def _gap(row: list[int], meld: list[int], seen: Floats, tall: Floats, wide: Floats) -> float:
    """Return how far to the right of a row a meld starts, in pixels; infinite when it is not in line."""
    last = max(row, key=lambda i: float(seen[i, 0]))
    first = min(meld, key=lambda i: float(seen[i, 0]))
    dx = float(seen[first, 0] - seen[last, 0])
    dy = abs(float(seen[first, 1] - _height_at(row, float(seen[first, 0]), seen)))
    width, height = float(wide[last] + wide[first]), float(tall[last] + tall[first])
    if dx < 0.5 * width or dx > ROW_GAP * width or dy > 0.45 * height:
        return float("inf")
    return dx


def _height_at(row: list[int], x: float, seen: Floats) -> float:
    """Extend the row's line to x: perspective lets rows of a rack converge."""
    points = seen[row]
    if len(row) < 3:
        return float(points[np.argmax(points[:, 0]), 1])
    slope, offset = np.polyfit(points[:, 0], points[:, 1], 1)
    slope = float(np.clip(slope, -0.3, 0.3))
    return (
        float(points[:, 1].mean() + slope * (x - points[:, 0].mean()))
        if abs(slope) >= 0.3
        else float(slope * x + offset)
    )
