"""Where frames come from: a feed is opened once and gives one frame after the other."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np

from vision.detector import Image
from vision.photo import UnreadablePhoto, load

WIDTH, HEIGHT = 1280, 720  # pixels asked of a device
OPENING, READING = 5000, 5000  # milliseconds that a stream may take to open, and to send a frame
PICTURES = (".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif", ".avif")
FOLDER_RATE = 5.0  # pictures per second

# The library that decodes videos looks at this once, when it is first used.
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")


class NoCamera(OSError):  # noqa: N818 - the house name
    """A source that gives no frames: ``text`` for people."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


class Feed(Protocol):
    """An open source. ``rate`` is its own frames per second, None where frames come as they come."""

    rate: float | None

    def grab(self) -> bool:
        """Wait for the next frame; False when there are no more."""

    def picture(self) -> Image | None:
        """Return the frame that was grabbed, (h, w, 3) RGB; None when it is damaged."""

    def close(self) -> None:
        """Let go of the source."""


class VideoFeed:
    """A feed through OpenCV: devices, streams and files."""

    def __init__(self, capture: cv2.VideoCapture, rate: float | None = None) -> None:
        self.rate = rate
        self._capture = capture

    def grab(self) -> bool:
        """Wait for the next frame; False when there are no more."""
        return bool(self._capture.grab())

    def picture(self) -> Image | None:
        """Return the frame that was grabbed."""
        whole, frame = self._capture.retrieve()
        return cv2.cvtColor(frame, cv2.COLOR_BGR2RGB) if whole and frame is not None else None

    def close(self) -> None:
        """Let go of the source."""
        self._capture.release()


@dataclass(slots=True)
class FolderFeed:
    """The pictures of a folder in the order of their names; a damaged one is left out."""

    paths: list[Path]
    rate: float | None = FOLDER_RATE
    _at: int = -1

    def grab(self) -> bool:
        """Go to the next picture."""
        self._at += 1
        return self._at < len(self.paths)

    def picture(self) -> Image | None:
        """Return the picture, upright."""
        try:
            return load(self.paths[self._at].read_bytes()).pixels
        except UnreadablePhoto as refusal:
            # A dark frame is one too: it tells that the lens is covered.
            return np.zeros((HEIGHT, WIDTH, 3), np.uint8) if refusal.code == "too-dark" else None
        except OSError:
            return None

    def close(self) -> None:
        """Nothing is open."""


def open_device(number: int, *, devices: Path = Path("/dev")) -> Feed:
    """Open a camera of this machine."""
    if devices.exists() and not (devices / f"video{number}").exists():
        there = sorted(path.name for path in devices.glob("video*"))
        others = f" There is {', '.join(n.removeprefix('video') for n in there)}." if there else ""
        raise NoCamera(f"There is no camera {number} on this machine.{others}")
    capture = _capture(lambda: cv2.VideoCapture(number))
    if not capture.isOpened():
        raise NoCamera(
            f"The camera {number} cannot be opened: another program may be using it, "
            "or this user may not."
        )
    # Compressed on the way: many cameras send large pictures raw at a few per second only.
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, WIDTH)
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, HEIGHT)
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return VideoFeed(capture)


def open_stream(address: str, shown: str) -> Feed:
    """Open an RTSP or other stream; ``shown`` is the address without its password."""
    limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, OPENING, cv2.CAP_PROP_READ_TIMEOUT_MSEC, READING]
    capture = _capture(lambda: cv2.VideoCapture(address, cv2.CAP_FFMPEG, limits))
    if not capture.isOpened():
        raise NoCamera(
            f"No video comes from {shown}. Is the camera switched on and in the same network, "
            "and are address and password right?"
        )
    return VideoFeed(capture)


def open_file(path: Path) -> Feed:
    """Open a video file."""
    capture = _capture(lambda: cv2.VideoCapture(str(path), cv2.CAP_FFMPEG))
    if not capture.isOpened():
        raise NoCamera(f"{path} is no video that can be read.")
    rate = capture.get(cv2.CAP_PROP_FPS)
    return VideoFeed(capture, rate if 1 <= rate <= 240 else 25.0)


def open_folder(path: Path) -> Feed:
    """Open a folder of pictures."""
    found = [p for p in path.iterdir() if p.suffix.lower() in PICTURES]
    if not found:
        raise NoCamera(f"There is no picture in the folder {path}.")
    return FolderFeed(sorted(found, key=_in_order))


def _capture(make: Callable[[], cv2.VideoCapture]) -> cv2.VideoCapture:
    # What goes wrong is said in our own words.
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    return make()


def _in_order(path: Path) -> list[tuple[int, str]]:
    """Sort frame-2 before frame-10."""
    return [
        (int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", path.name)
    ]
