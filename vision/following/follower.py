"""Follow what a camera shows: each frame is read, what frames agree on is the answer."""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass, field, replace

import numpy as np

from models import Card
from vision.camera.camera import Frame
from vision.corners import Cards
from vision.detections import Detections, Floats, axes, bounds, heights, suppress
from vision.following import register
from vision.following.movement import SMALLEST, Movement, share_under
from vision.following.register import Grey
from vision.following.tracks import GONE, THERE, Tracks, followed
from vision.packs import PACKS, PackView
from vision.photo import Photo, is_dark, sharpness
from vision.reading import Clock, Reading, composed, look
from vision.sessions import card_of
from vision.teaching.profile import SetProfile

UNDER = 0.12  # share of a piece under a hand from which on it counts as covered
STEADY, DOUBTFUL_STEADY = 0.5, 1.2  # seconds that an answer must not change; longer with doubts
READINGS = 4  # and so many readings
HELD_STILL = 0.006  # share of the picture's width that a frame to take may have moved
SHARP = 0.8  # of the sharpest frame lately
BLURRED = 0.35  # below it a frame tells little
LEAST_WEIGHT = 0.15
LATELY = 20  # frames
LABELS = 53

# What the person with the camera should do.
HINTS = ("dark", "nothing", "hand", "hold still", "reading", "got it")


@dataclass(frozen=True, slots=True)
class View:
    """What a camera shows just now.

    ``now``: the fused reading of everything that is there. ``steady``: the last stable answer, and
    ``stable`` whether it still holds; ``took`` is how many seconds it took to become so. ``taken``: the
    frame that shows it best, and its pixels' reading. ``hint``: one of HINTS.
    """

    frame: Frame
    now: Reading
    steady: Reading | None
    stable: bool
    took: float | None
    taken: Frame | None
    hint: str
    sharpness: float
    covered: float


@dataclass(slots=True)
class _Answer:
    """What has been read without a change, and since when."""

    tiles: Counter[str] = field(default_factory=Counter)
    sure: Counter[str] = field(default_factory=Counter)
    since: float = 0.0
    readings: int = 0
    stable: bool = False

    def agrees(self, tiles: Counter[str], sure: Counter[str]) -> bool:
        """Whether another reading says the same; what either is unsure of may change."""
        alike = not self.sure - tiles and not sure - self.tiles
        return alike and tiles.total() == self.tiles.total()


@dataclass(slots=True)
class Follower:
    """Follows one camera. ``copies``: how often each tile is in the pack."""

    pack: str = "tiles"
    copies: int | None = None
    profile: SetProfile | None = None
    _tracks: Tracks = field(default_factory=lambda: Tracks.none(LABELS))
    _movement: Movement = field(default_factory=Movement)
    _before: Grey | None = None
    _sharp: deque[float] = field(default_factory=lambda: deque(maxlen=LATELY))
    _answer: _Answer = field(default_factory=_Answer)
    _changed: float | None = None  # seconds at which the scene last began to differ
    _steady: Reading | None = None
    _took: float | None = None
    _taken: Frame | None = None

    @property
    def view(self) -> PackView:
        """The pack as the reader sees it."""
        usual = PACKS[self.pack]
        return usual if self.copies is None else replace(usual, copies=self.copies)

    def see(self, frame: Frame) -> View:
        """Read the next frame; raises KeyError when the pack has no weights."""
        clock, card = Clock(), card_of(self.pack)
        clock.begin("detect")
        found, _ = look(frame.pixels, self.view, card, clock, self.profile)
        clock.begin("follow")
        now = register.small(frame.pixels)
        scale = now.shape[1] / frame.pixels.shape[1]
        step = self._step(now, found, scale)
        mask = self._movement.see(now, step, frame.seconds)
        sharp = _sharpness(frame, found)
        quality = self._quality(sharp)
        size = (frame.pixels.shape[1], frame.pixels.shape[0])
        if step is None:
            self._tracks = Tracks.none(LABELS)
        else:
            large = register.scaled(step, 1 / scale)
            self._tracks.faces = register.moved(self._tracks.faces, large)
            self._tracks.outlines = register.moved(self._tracks.outlines, large)
        self._tracks = followed(
            self._tracks,
            found,
            covered=(share_under(mask, self._tracks.outlines, scale) > UNDER)
            | _outside(self._tracks.outlines, size)
            | (quality < BLURRED),
            hidden=share_under(mask, found.outlines, scale) > UNDER,
            quality=quality,
        )
        self._tracks = _without_doubles(self._tracks)
        self._before = now
        reading = self._reading(frame, card, clock)
        covered = float((mask > 0).mean())
        moving = 1.0 if step is None else register.shift(step, (now.shape[1], now.shape[0]))
        stable = self._settle(reading, frame, covered)
        self._take(frame, stable, moving, sharp)
        hint = self._hint(frame, stable, covered, moving, quality)
        return View(
            frame,
            reading,
            self._steady,
            stable,
            self._took,
            self._taken if stable else None,
            hint,
            sharp,
            covered,
        )

    def _step(self, now: Grey, found: Cards, scale: float) -> Floats | None:
        """Return the camera's movement since the frame before, in small pixels."""
        if self._before is None or self._before.shape != now.shape:
            return None
        where = None
        if len(self._tracks):
            where = np.zeros_like(now)
            for x0, y0, x1, y1 in (bounds(self._tracks.outlines) * scale).round().astype(int):
                where[max(0, y0 - 3) : y1 + 3, max(0, x0 - 3) : x1 + 3] = 255
        step = register.by_flow(self._before, now, where)
        if step is None and len(self._tracks) and len(found.scores):
            alike = (self._tracks.evidence.argmax(1)[:, None]) == found.probabilities.argmax(1)
            before, _, _ = axes(self._tracks.outlines)
            after, _, _ = axes(found.outlines)
            step = register.by_tiles(before * scale, after * scale, alike)
        return step

    def _quality(self, sharp: float) -> float:
        self._sharp.append(sharp)
        return float(np.clip(sharp / max(max(self._sharp), 1e-6), LEAST_WEIGHT, 1.0))

    def _reading(self, frame: Frame, card: Card, clock: Clock) -> Reading:
        there = self._tracks.take(self._tracks.presence > THERE)
        pieces = Cards(there.faces, there.outlines, there.probabilities(), there.scores)
        height, width = frame.pixels.shape[:2]
        rows, melds = (
            composed(pieces, self.view, card, Photo(frame.pixels, width, height))
            if len(there)
            else ((), ())
        )
        return Reading(self.pack, width, height, rows, melds, clock.end())

    def _settle(self, reading: Reading, frame: Frame, covered: float) -> bool:
        """Return whether the reading is an answer, and keep it when it is."""
        tiles = Counter(str(s.tile) for s in reading.sightings)
        sure = Counter(str(s.tile) for s in reading.sightings if not s.unsure)
        if not self._answer.agrees(tiles, sure):
            self._answer = _Answer(since=frame.seconds)
            if self._changed is None:
                self._changed = frame.seconds
        answer = self._answer
        answer.tiles, answer.sure = tiles, sure
        answer.readings += 1
        presence = self._tracks.presence
        undecided = bool(((presence > GONE + 0.1) & (presence < THERE)).any())
        # Once it is an answer, a doubt that comes and goes does not take it back.
        calm = STEADY if answer.stable or sure == tiles else DOUBTFUL_STEADY
        answer.stable = (
            bool(tiles)
            and covered < SMALLEST
            and not undecided
            and self._movement.since(frame.seconds) > STEADY
            and answer.readings >= READINGS
            and frame.seconds - answer.since >= calm
        )
        if answer.stable:
            if self._changed is not None:
                self._took = frame.seconds - self._changed
                self._changed = None
            self._steady = reading
        return answer.stable

    def _take(self, frame: Frame, stable: bool, moving: float, sharp: float) -> None:
        """Keep a frame that is good to show: still, sharp, and of what is there now."""
        if not stable:
            self._taken = None
        elif moving < HELD_STILL and sharp >= SHARP * max(self._sharp) and self._taken is None:
            self._taken = frame

    def _hint(
        self, frame: Frame, stable: bool, covered: float, moving: float, quality: float
    ) -> str:
        if is_dark(frame.pixels):
            return "dark"
        if not len(self._tracks):
            return "nothing"
        if stable:
            return "got it" if self._taken is not None else "hold still"
        if covered >= SMALLEST:
            return "hand"
        return "hold still" if moving > HELD_STILL or quality < BLURRED else "reading"


def _sharpness(frame: Frame, found: Cards) -> float:
    """Return the sharpness of what matters: the pieces, or all of it where there are none."""
    if not len(found.scores):
        return sharpness(frame.pixels)
    boxes = bounds(found.outlines)
    height, width = frame.pixels.shape[:2]
    x0, y0 = np.clip(boxes[:, :2].min(0).astype(int), 0, (width - 2, height - 2))
    x1, y1 = np.clip(boxes[:, 2:].max(0).astype(int) + 1, (x0 + 2, y0 + 2), (width, height))
    return sharpness(frame.pixels[y0:y1, x0:x1])


def _outside(outlines: Floats, size: tuple[int, int]) -> np.ndarray:  # type: ignore[type-arg]
    """Return which pieces the picture does not show whole."""
    if not len(outlines):
        return np.zeros(0, bool)
    boxes = bounds(outlines)
    slack = 0.1 * heights(outlines)[:, None]
    return (boxes[:, :2] < -slack).any(1) | (boxes[:, 2:] > np.array(size) + slack).any(1)


def _without_doubles(tracks: Tracks) -> Tracks:
    """Drop a track that lies over a better one."""
    if len(tracks) < 2:
        return tracks
    order = np.arange(len(tracks), dtype=np.float32)[:, None].repeat(2, 1)
    kept = suppress(Detections(tracks.faces, tracks.presence, order), most_overlap=0.45)
    return tracks.take(np.sort(kept.middles[:, 0].astype(int)))
