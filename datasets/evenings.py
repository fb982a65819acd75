"""Render an evening at one table, filmed from above by a camera that does not move.

Each turn a hand comes, lays tiles and goes. Some turns are played in two goes with a pause between, some
are no legal turns and are taken back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from datasets.designs import Design, sample_design
from datasets.films import COLOURS, Hand, Image, Rng, Shooting, film_frame
from datasets.fonts import Typeface
from datasets.scenes import Scene, flat, look_at

SIZE = (1280, 720)
RATE = 4.0  # frames per second
HANDS, PAUSE, STILL = (
    6,
    5,
    22,
)  # frames with a hand, of a pause within a turn, and until the next turn
WRONG_STILL = 46  # frames that a table lies that the others have to object to
SLOTS = [(x, y) for y in (6.0, 2.0, -2.0, -6.0) for x in (-10.5, -3.5, 3.5)]
LONGEST = 6  # tiles that a slot has room for

Melds = dict[int, tuple[str, ...]]  # slot -> tiles


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """A turn as it was played: the table after it, in melds; ``legal`` or taken back afterwards."""

    after: tuple[tuple[str, ...], ...]
    legal: bool
    goes: int


@dataclass(slots=True)
class Evening:
    """Frames, with the turn that a frame ends the last movement of."""

    typefaces: list[Typeface]
    seed: int
    turns: int = 22
    played: list[PlayedTurn] = field(default_factory=list)

    def frames(self) -> Iterator[Image]:
        """Render the evening; ``played`` fills as it goes on."""
        rng = np.random.default_rng(self.seed)
        design = sample_design(rng, self.typefaces)
        shoot = Shooting(rng, flicker=False, wobble=0.0)
        table: Melds = {}
        for _ in range(2):
            table = laid(rng, table)
        shown = self._still(design, table)
        for _ in range(STILL):
            yield shoot(shown)
        for number in range(self.turns):
            legal = number % 8 != 5
            goes = 2 if number % 6 == 3 and legal else 1
            before, states = table, []
            for _ in range(goes):
                table = laid(rng, table) if rng.random() < 0.55 else laid_off(rng, table)
                states.append(table)
            if not legal:
                states = [spoilt(rng, before)]
            for at, state in enumerate(states):
                hand = Hand.drawn(rng)
                fresh = self._still(design, state)
                yield from self._hand(shoot, hand, shown, fresh)
                shown = fresh
                for _ in range(PAUSE if at < len(states) - 1 else STILL if legal else WRONG_STILL):
                    yield shoot(shown)
            self.played.append(PlayedTurn(tuple(states[-1].values()), legal, goes))
            if not legal:
                table = before
                fresh = self._still(design, table)
                yield from self._hand(shoot, Hand.drawn(rng), shown, fresh)
                shown = fresh
                for _ in range(STILL):
                    yield shoot(shown)

    def _still(self, design: Design, table: Melds) -> Image:
        camera = look_at(
            np.zeros(3), elevation=86, azimuth=1, roll=0.5, distance=30, focal=1290, size=SIZE
        )
        boxes = []
        for slot, meld in table.items():
            x, y = SLOTS[slot]
            skew = 0.02 * (slot % 3 - 1)
            boxes += [
                flat(design, label, x + 1.03 * i, y + skew * i, skew)
                for i, label in enumerate(meld)
            ]
        scene = Scene(list(boxes), np.zeros(3), 12.0, (86, 86), True, False)
        return film_frame(self.seed, design, scene, camera, SIZE, _as_drawn, None, None)

    def _hand(self, shoot: Shooting, hand: Hand, before: Image, after: Image) -> Iterator[Image]:
        for i in range(HANDS):
            picture = (before if i < HANDS / 2 else after).copy()
            hand.draw(picture, float(np.sin((i + 0.5) / HANDS * np.pi)))
            yield shoot(picture)


def laid(rng: Rng, table: Melds) -> Melds:
    """Lay a new meld into a free slot; lay off where there is none."""
    free = [slot for slot in range(len(SLOTS)) if slot not in table]
    for _ in range(60):
        if not free:
            break
        if rng.random() < 0.5:
            number = rng.integers(1, 14)
            meld = tuple(f"{c}{number}" for c in rng.permutation(list(COLOURS))[:3])
        else:
            start, c = rng.integers(1, 11), rng.choice(list(COLOURS))
            meld = tuple(f"{c}{start + i}" for i in range(3))
        new = {**table, int(rng.choice(free)): meld}
        if in_the_box(new):
            return new
    return laid_off(rng, table)


def laid_off(rng: Rng, table: Melds) -> Melds:
    """Lay one tile off; a new meld where none fits."""
    ways = []
    for slot, meld in table.items():
        if len({tile[1:] for tile in meld}) == 1:
            rest = set(COLOURS) - {tile[0] for tile in meld}
            ways += [(slot, (*meld, f"{c}{meld[0][1:]}")) for c in sorted(rest)]
        elif len(meld) < LONGEST:
            colour, last = meld[-1][0], int(meld[-1][1:])
            if last < 13:
                ways.append((slot, (*meld, f"{colour}{last + 1}")))
    fitting = [way for way in ways if in_the_box({**table, way[0]: way[1]})]
    if not fitting:
        return laid(rng, table)
    slot, meld = fitting[rng.integers(len(fitting))]
    return {**table, slot: meld}


def spoilt(rng: Rng, table: Melds) -> Melds:
    """Lay a meld that is none."""
    free = [slot for slot in range(len(SLOTS)) if slot not in table]
    slot = free[0] if free else 0
    for _ in range(60):
        start, c = int(rng.integers(1, 10)), rng.choice(list(COLOURS))
        new = {**table, slot: (f"{c}{start}", f"{c}{start + 1}", f"{c}{start + 3}")}
        if in_the_box(new):
            return new
    return new


def in_the_box(table: Melds) -> bool:
    """Return whether the box holds all these tiles, each of which is there twice."""
    return max(Counter(tile for meld in table.values() for tile in meld).values()) <= 2


def _as_drawn(image: Image) -> Image:
    return np.ascontiguousarray(image)
