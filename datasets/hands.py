"""Scenes of cards: fans, melds that overlap, whole deals, single cards, in three dimensions.

World as in ``datasets.scenes``: the table is z = 0, y points away from the camera, z up. One unit is
the width of a card. Cards are listed from the lowest to the uppermost.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from datasets.decks import RANKS
from datasets.scenes import Points
from datasets.suits import SUITS

Rng = np.random.Generator


@dataclass(frozen=True, slots=True)
class Leaf:
    """A card in space, bent about an axis along its height."""

    label: str  # notation, "-" for one that lies face down
    centre: Points
    right: Points  # unit vectors in its plane
    up: Points
    height: float  # its width is 1
    bend: float = 0.0  # radians from edge to edge; positive: the edges come towards the viewer

    @property
    def normal(self) -> Points:
        return np.cross(self.right, self.up)

    def at(self, across: Points, along: Points) -> Points:
        """Return points in space, (n, 3), for shares of width from the left and height from the top."""
        u, v = np.asarray(across)[:, None] - 0.5, 0.5 - np.asarray(along)[:, None]
        if abs(self.bend) < 1e-3:
            side, out = u, np.zeros_like(u)
        else:
            side = np.sin(u * self.bend) / self.bend
            out = (1 - np.cos(u * self.bend)) / self.bend
        return self.centre + side * self.right + out * self.normal + v * self.height * self.up


@dataclass(frozen=True, slots=True)
class Hand:
    """What lies on the table or is held over it.

    ``held``: a hand holds the cards at the place ``grip``.
    """

    leaves: list[Leaf]
    target: Points
    extent: float  # half the width that should fit into the picture
    elevation: tuple[float, float]
    grip: Points | None = None


def sample_hand(rng: Rng, aspect: float) -> Hand:
    """Draw a scene at random for cards of ``aspect`` width / height."""
    kinds = {
        _held_fan: 0.2,
        _lying_fan: 0.13,
        _melds: 0.19,
        _heap: 0.19,
        _columns: 0.05,
        _deal: 0.07,
        _apart: 0.17,
    }
    maker = list(kinds)[rng.choice(len(kinds), p=list(kinds.values()))]
    return maker(rng, 1 / aspect)


def sample_cards(rng: Rng, n: int) -> list[str]:
    """Draw n cards: from a shuffled pack, or sorted runs and groups as people hold them."""
    decks = 2 if rng.random() < 0.5 or n > 50 else 1
    pack = [f"{rank}{suit}" for suit in SUITS for rank in RANKS] * decks + ["*"] * int(
        rng.integers(0, 7)
    )
    hand = [pack[i] for i in rng.permutation(len(pack))[:n]]
    style = rng.random()
    if style < 0.3:
        return hand
    if style < 0.7:
        suits = list(rng.permutation(list(SUITS)))
        return sorted(
            hand,
            key=lambda c: (
                c == "*",
                c != "*" and suits.index(c[-1]),
                c != "*" and RANKS.index(c[:-1]),
            ),
        )
    return sorted(hand, key=lambda c: (c == "*", c != "*" and RANKS.index(c[:-1])))


def meld_cards(rng: Rng, n: int) -> list[str]:
    """Draw a run or a group, sometimes with a joker in it."""
    if rng.random() < 0.45:
        rank = RANKS[rng.integers(13)]
        cards = [f"{rank}{s}" for s in rng.permutation(list(SUITS))[: min(n, 4)]]
    else:
        n = min(n, 13)
        start = int(rng.integers(0, 14 - n))
        suit = rng.choice(list(SUITS))
        cards = [f"{RANKS[start + i]}{suit}" for i in range(n)]
    if rng.random() < 0.25:
        cards[rng.integers(len(cards))] = "*"
    return cards


def _flat(
    label: str, x: float, y: float, angle: float, height: float, lift: float, bend: float
) -> Leaf:
    right = np.array([np.cos(angle), np.sin(angle), 0.0])
    up = np.array([-np.sin(angle), np.cos(angle), 0.0])
    return Leaf(label, np.array([x, y, lift]), right, up, height, bend)


def fan(
    rng: Rng, cards: list[str], height: float, frame: tuple[Points, Points, Points], *, tidy: float
) -> list[Leaf]:
    """Spread cards about a pivot below them; ``frame`` is the pivot, right and up of the fan's plane."""
    origin, right, up = frame
    normal = np.cross(right, up)
    n = len(cards)
    reach = height * rng.uniform(0.5, 1.6)
    # How much of a card shows beside the next one: from half an index to most of the card.
    step = rng.uniform(0.1, 0.34) if rng.random() < 0.8 else rng.uniform(0.3, 0.8)
    spread = min(step / (reach + height / 2) * (n - 1), rng.uniform(1.2, 2.8))
    bend = rng.normal(0, 0.25) if rng.random() < 0.6 else 0.0
    tilt = rng.normal(0, 0.1)
    over = 1 if rng.random() < 0.85 else -1  # which neighbour lies on top
    leaves = []
    for i, label in enumerate(cards):
        share = i / max(n - 1, 1) - 0.5
        angle = -share * spread + rng.normal(0, tidy * 0.03)
        u = right * np.cos(angle) + up * np.sin(angle)
        v = up * np.cos(angle) - right * np.sin(angle)
        u = u * np.cos(tilt) + normal * np.sin(tilt)
        out = (
            reach
            + rng.normal(0, tidy * 0.06)
            + (rng.uniform(0.1, 0.4) if rng.random() < 0.03 else 0)
        )
        centre = origin + v * out + normal * 0.008 * i * over
        leaves.append(
            Leaf(label, centre, u / np.linalg.norm(u), v, height, bend + rng.normal(0, 0.03))
        )
    return leaves if over > 0 else leaves[::-1]


def _held_fan(rng: Rng, height: float) -> Hand:
    n = int(rng.integers(3, 22))
    lean = np.radians(rng.uniform(25, 95))
    right = np.array([1.0, 0.0, 0.0])
    up = np.array([0.0, np.cos(lean), np.sin(lean)])
    origin = np.array([0.0, 0.0, rng.uniform(1, 4)])
    leaves = fan(rng, sample_cards(rng, n), height, (origin, right, up), tidy=rng.uniform(0, 1))
    middle = np.mean([leaf.centre for leaf in leaves], axis=0)
    across = max(abs(leaf.centre[0]) for leaf in leaves) + height * 0.6
    facing = 90 - np.degrees(lean)
    return Hand(leaves, middle, across * rng.uniform(0.75, 1.5), (facing - 25, facing + 25), origin)


def _lying_fan(rng: Rng, height: float) -> Hand:
    n = int(rng.integers(3, 20))
    angle = rng.uniform(0, 2 * np.pi) if rng.random() < 0.4 else rng.normal(0, 0.2)
    right = np.array([np.cos(angle), np.sin(angle), 0.0])
    up = np.array([-np.sin(angle), np.cos(angle), 0.0])
    origin = np.array([0.0, 0.0, 0.01])
    leaves = fan(rng, sample_cards(rng, n), height, (origin, right, up), tidy=rng.uniform(0, 1.5))
    centres = np.stack([leaf.centre for leaf in leaves])
    middle = centres.mean(0)
    across = float(np.abs(centres - middle).max()) + height * 0.55
    return Hand(leaves, middle, across * rng.uniform(0.75, 1.8), (30, 90))


def line(
    rng: Rng, cards: list[str], height: float, x: float, y: float, step: float, angle: float
) -> list[Leaf]:
    leaves = []
    for i, label in enumerate(cards):
        d = i * step
        slip = rng.normal(0, 0.02)
        leaves.append(
            _flat(
                label,
                x + d * np.cos(angle) - slip * np.sin(angle),
                y + d * np.sin(angle) + slip * np.cos(angle),
                angle + rng.normal(0, 0.03),
                height,
                0.006 * i,
                rng.normal(0, 0.06),
            )
        )
    return leaves


def _melds(rng: Rng, height: float) -> Hand:
    """Rows of melds, each card over a part of the one before it."""
    rows = int(rng.integers(1, 5))
    step = rng.uniform(0.16, 0.5) if rng.random() < 0.8 else rng.uniform(0.5, 1.15)
    leaves: list[Leaf] = []
    half = rng.uniform(1.5, 5)
    tight = rng.uniform(0.35, 0.6) if rng.random() < 0.2 else rng.uniform(0.95, 1.4)
    order = range(rows) if rng.random() < 0.8 else reversed(range(rows))
    flip = rng.random() < 0.15
    for row in order:
        x = -half
        while x < half:
            cards = (
                meld_cards(rng, int(rng.integers(3, 8)))
                if rng.random() < 0.8
                else sample_cards(rng, int(rng.integers(2, 26)))
            )
            part = line(
                rng,
                cards,
                height,
                x,
                -row * height * tight + rng.normal(0, 0.1),
                step,
                rng.normal(0, 0.05),
            )
            if flip and rng.random() < 0.5:
                part = [Leaf(p.label, p.centre, -p.right, -p.up, p.height, p.bend) for p in part]
            leaves += part
            x += len(cards) * step + 1 + rng.uniform(0.1, 0.8)
            if rng.random() < 0.3:
                break
    return _seen_as_a_whole(rng, leaves, height, (30, 90))


def _columns(rng: Rng, height: float) -> Hand:
    """Melds laid downwards, each card leaving the top of the one before it."""
    leaves: list[Leaf] = []
    step = height * rng.uniform(0.16, 0.35)
    for column in range(int(rng.integers(1, 7))):
        cards = meld_cards(rng, int(rng.integers(3, 9)))
        for i, label in enumerate(cards):
            leaves.append(
                _flat(
                    label,
                    column * rng.uniform(1.05, 1.3) + rng.normal(0, 0.02),
                    -i * step,
                    rng.normal(0, 0.03),
                    height,
                    0.006 * i,
                    0.0,
                )
            )
    return _seen_as_a_whole(rng, leaves, height, (35, 90))


def _heap(rng: Rng, height: float) -> Hand:
    """Cards thrown on the table at any angle, one over another."""
    n = int(rng.integers(2, 26))
    reach = np.sqrt(n) * rng.uniform(0.45, 0.9)
    leaves = []
    for i, label in enumerate(sample_cards(rng, n)):
        if rng.random() < 0.08:
            label = "-"
        x, y = rng.uniform(-reach, reach, 2)
        leaves.append(
            _flat(label, x, y, rng.uniform(0, 2 * np.pi), height, 0.004 * i, rng.normal(0, 0.05))
        )
    return _seen_as_a_whole(rng, leaves, height, (30, 90))


def _deal(rng: Rng, height: float) -> Hand:
    """Four fans round a table, as after a deal."""
    leaves: list[Leaf] = []
    n = int(rng.integers(5, 14))
    cards = sample_cards(rng, 4 * n)
    for side in range(int(rng.integers(2, 5))):
        angle = side * np.pi / 2 + rng.normal(0, 0.15)
        if rng.random() < 0.5:
            angle = rng.normal(0, 0.2)  # all fans face one player
        right = np.array([np.cos(angle), np.sin(angle), 0.0])
        up = np.array([-np.sin(angle), np.cos(angle), 0.0])
        turn = side * np.pi / 2
        spot = np.array([np.sin(turn), -np.cos(turn), 0.0]) * height * rng.uniform(1.2, 1.8)
        leaves += fan(
            rng,
            cards[side * n : side * n + n],
            height,
            (spot - up * height, right, up),
            tidy=rng.uniform(0, 1.5),
        )
    return _seen_as_a_whole(rng, leaves, height, (50, 90))


def _apart(rng: Rng, height: float) -> Hand:
    """A few cards that do not touch."""
    leaves = []
    columns = int(rng.integers(1, 5))
    for i, label in enumerate(sample_cards(rng, int(rng.integers(1, 9)))):
        x = (i % columns) * rng.uniform(1.1, 1.6)
        y = -(i // columns) * height * rng.uniform(1.1, 1.4)
        angle = rng.normal(0, 0.3) if rng.random() < 0.7 else rng.uniform(0, 2 * np.pi)
        if rng.random() < 0.06:
            label = "-"
        leaves.append(_flat(label, x, y, angle, height, 0.004 * i, rng.normal(0, 0.08)))
    return _seen_as_a_whole(rng, leaves, height, (25, 90))


def _seen_as_a_whole(
    rng: Rng, leaves: list[Leaf], height: float, elevation: tuple[float, float]
) -> Hand:
    centres = np.stack([leaf.centre for leaf in leaves])
    low, high = centres.min(0), centres.max(0)
    extent = float(max(high[0] - low[0], (high[1] - low[1]) * 1.2)) / 2 + height * 0.6
    zoom = rng.uniform(0.8, 1.5) if rng.random() < 0.8 else rng.uniform(0.4, 0.8)
    turn = rng.uniform(0, 2 * np.pi) if rng.random() < 0.25 else 0.0
    middle = (low + high) / 2
    cos, sin = np.cos(turn), np.sin(turn)
    spin = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]])
    turned = [
        Leaf(a.label, spin @ (a.centre - middle), spin @ a.right, spin @ a.up, a.height, a.bend)
        for a in leaves
    ]
    return Hand(turned, np.zeros(3), extent * zoom, elevation)
