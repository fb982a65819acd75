"""A camera: a thread that reads frames, keeps the newest, and says how it is."""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass

from vision.camera.feeds import Feed, NoCamera
from vision.camera.sources import Source
from vision.detector import Image
from vision.photo import is_dark

log = logging.getLogger(__name__)

FASTEST = 20.0  # frames per second that are decoded: more is work that nobody looks at
FIRST_WAIT, LONGEST_WAIT = 0.5, 8.0  # seconds before a source is opened again
STALLED = 3.0  # seconds without a frame after which a camera counts as lost
BLACK_FRAMES = 3
KEPT = 4  # frames that wait to be taken where every one is wanted
SENTENCES = {
    "connecting": "Connecting to {}.",
    "running": "{} is running.",
    "black": "{} shows only black: is the lens covered, or the room dark?",
    "lost": "{} sends no pictures any more. It is tried again.",
    "ended": "{} has ended.",
    "empty": "{} holds no picture that can be read.",
}


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture: ``pixels`` (h, w, 3) RGB, ``number`` from 0.

    ``seconds``: of the clock ``time.monotonic`` for live sources; from the start of a file or folder.
    """

    pixels: Image
    number: int
    seconds: float


@dataclass(frozen=True, slots=True)
class State:
    """How a camera is: ``connecting``, ``running``, ``no camera``, ``black``, ``lost`` or ``ended``."""

    name: str
    text: str


class Camera:
    """Frames of one source, for one who looks.

    Of a live source the newest frame is given and older ones are forgotten; ``every`` frame of a file
    or a folder is given in order, as fast as it is taken.
    """

    def __init__(self, source: Source, *, every: bool = False) -> None:
        self._source = source
        self._every = every and not source.live
        self._frames: deque[Frame] = deque(maxlen=KEPT if self._every else 1)
        self._changed = threading.Condition()
        self._closing = threading.Event()
        self._state = self._told("connecting")
        self._arrived = time.monotonic()
        self._number = 0
        self._dark = 0
        self._ever = False
        self._thread = threading.Thread(target=self._run, name="camera", daemon=True)
        self._thread.start()

    def __enter__(self) -> Camera:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def state(self) -> State:
        """How the camera is just now."""
        if self._state.name in ("running", "black") and self._silent() > STALLED:
            return self._told("lost")
        return self._state

    def next(self, timeout: float = 1.0) -> Frame | None:
        """Return a frame that was not given yet; None when there is none within so many seconds."""
        with self._changed:
            self._changed.wait_for(lambda: self._frames or self._over(), timeout)
            if not self._frames:
                return None
            frame = self._frames.popleft()
            self._changed.notify_all()
            return frame

    def frames(self, timeout: float = 1.0) -> Iterator[Frame | None]:
        """Give frames until the source ends; None each time none came within so many seconds."""
        while True:
            frame = self.next(timeout)
            if frame is None and self._over():
                return
            yield frame

    def close(self) -> None:
        """Let go of the source."""
        self._closing.set()
        with self._changed:
            self._changed.notify_all()
        # A stream that hangs ends with its own time limit; nobody waits for it.
        self._thread.join(timeout=1.0)

    def _run(self) -> None:
        wait = FIRST_WAIT
        while not self._closing.is_set():
            before = self._number
            try:
                with closing(self._source.open()) as feed:
                    self._deliver(feed)
                trouble = self._told("lost" if self._ever else "empty")
            except Exception as problem:
                if not isinstance(problem, NoCamera):
                    log.exception("a camera failed")
                    problem = NoCamera(f"{self._source.shown} cannot be read.")
                trouble = State("lost" if self._ever else "no camera", problem.text)
            if not self._source.live:
                self._become(self._told("ended") if self._ever else trouble)
                return
            self._become(trouble)
            wait = FIRST_WAIT if self._number > before else min(2 * wait, LONGEST_WAIT)
            self._closing.wait(wait)

    def _deliver(self, feed: Feed) -> None:
        start = time.monotonic()
        taken = 0.0
        count = 0
        while not self._closing.is_set() and feed.grab():
            moment = time.monotonic()
            if feed.rate is None:
                if moment - taken < 1 / FASTEST:
                    continue
            elif not self._every:
                # A file plays at its own speed; whoever is late misses frames.
                ahead = start + count / feed.rate - moment
                if ahead > 0:
                    self._closing.wait(ahead)
            taken = moment
            seconds = moment if feed.rate is None else count / feed.rate
            count += 1
            pixels = feed.picture()
            if pixels is not None:
                self._show(pixels, seconds)

    def _show(self, pixels: Image, seconds: float) -> None:
        self._dark = self._dark + 1 if is_dark(pixels) else 0
        name = "black" if self._dark >= BLACK_FRAMES else "running"
        with self._changed:
            if self._every:
                self._changed.wait_for(lambda: len(self._frames) < KEPT or self._closing.is_set())
            self._frames.append(Frame(pixels, self._number, seconds))
            self._number += 1
            self._ever = True
            self._arrived = time.monotonic()
            if self._state.name != name:
                self._state = self._told(name)
            self._changed.notify_all()

    def _become(self, state: State) -> None:
        with self._changed:
            self._state = state
            self._changed.notify_all()

    def _over(self) -> bool:
        """Whether no further frame will come."""
        finished = not self._source.live and self._state.name in ("ended", "no camera", "lost")
        return self._closing.is_set() or finished

    def _silent(self) -> float:
        return 0.0 if self._every else time.monotonic() - self._arrived

    def _told(self, name: str) -> State:
        text = SENTENCES[name].format(self._source.shown)
        # "camera 0" begins a sentence; the name of a file stays as it is.
        text = text[:1].upper() + text[1:] if text.startswith("camera") else text
        return State("no camera" if name == "empty" else name, text)
