"""Photos are read in turn: how many at a time, how many may wait, and who is told what."""

import logging
import os
import queue
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Protocol

log = logging.getLogger(__name__)

# One line of the answer to an upload.
Event = dict[str, Any]

# Each waiting photo is kept in memory: twelve times the largest upload is the most.
WAITING = 12
# A phone that went away is only noticed when something is written to it. Seconds.
REPEAT = 2.0


class Reading(Protocol):
    """What the desk needs of a reading."""

    def to_json(self, photo: str) -> dict[str, Any]:
        """Return the reading as the JSON that the command line prints."""


class Reader(Protocol):
    """Anything that reads a photo as `vision.reading.read` does."""

    def __call__(
        self,
        data: bytes,
        *,
        pack: str = ...,
        copies: int = ...,
        progress: Callable[[str], None] | None = ...,
    ) -> Reading:
        """Return what the photo shows; raise UnreadablePhoto with the reason."""


class DeskFull(Exception):  # noqa: N818 - the house name
    """Too many photos are waiting."""


def read_with_vision(
    data: bytes,
    *,
    pack: str = "tiles",
    copies: int = 2,
    progress: Callable[[str], None] | None = None,
    taught: bytes | None = None,
) -> Reading:
    """Read with the real networks, imported at the first photo: the server starts at once.

    `taught` is the profile of a set; one that cannot be used is left aside, and the reading says so.
    """
    from vision.reading import read
    from vision.teaching.profile import BrokenProfile, SetProfile

    if taught is not None:
        try:
            profile = SetProfile.from_bytes(taught)
            return read(data, pack=pack, copies=copies, progress=progress, profile=profile)
        except BrokenProfile as trouble:
            return _Unaided(read(data, pack=pack, copies=copies, progress=progress), trouble.code)
    return read(data, pack=pack, copies=copies, progress=progress)


@dataclass(frozen=True, slots=True)
class _Unaided:
    """A reading that a taught set could not help."""

    reading: Reading
    why: str

    def to_json(self, photo: str) -> dict[str, Any]:
        return {**self.reading.to_json(photo), "set": self.why.removeprefix("set-")}


@dataclass(eq=False, slots=True)
class _Ticket:
    data: bytes
    photo: str
    pack: str
    copies: int
    read: Reader
    given_up: bool = False
    events: "queue.SimpleQueue[Event]" = field(default_factory=queue.SimpleQueue)


class ReadingDesk:
    """Reads photos one after the other and tells each caller how far its own is."""

    def __init__(
        self, read: Reader = read_with_vision, *, readers: int | None = None, waiting: int = WAITING
    ) -> None:
        self._read = read
        # The networks use two threads each.
        count = readers or max(1, (os.cpu_count() or 1) // 2)
        self._readers = ThreadPoolExecutor(count, thread_name_prefix="reader")
        self._waiting = waiting
        self._line: list[_Ticket] = []
        self._lock = threading.Lock()

    def follow(
        self,
        data: bytes,
        *,
        photo: str,
        pack: str,
        copies: int = 2,
        read: Reader | None = None,
    ) -> Iterator[Event]:
        """Queue a photo and return what happens to it; raises DeskFull at once.

        `read` reads it in another way than the desk's usual one.
        """
        ticket = _Ticket(data, photo, pack, copies, read or self._read)
        with self._lock:
            if len(self._line) >= self._waiting:
                raise DeskFull
            self._line.append(ticket)
            self._tell_places()
        self._readers.submit(self._serve, ticket)
        return self._events(ticket)

    def _events(self, ticket: _Ticket) -> Iterator[Event]:
        event: Event = {"stage": "queue"}
        try:
            while "stage" in event:
                with suppress(queue.Empty):
                    event = ticket.events.get(timeout=REPEAT)
                yield event
        finally:
            ticket.given_up = True

    def _serve(self, ticket: _Ticket) -> None:
        with self._lock:
            self._line.remove(ticket)
            self._tell_places()
        if not ticket.given_up:
            ticket.events.put(self._outcome(ticket))

    def _outcome(self, ticket: _Ticket) -> Event:
        from vision.photo import UnreadablePhoto

        try:
            reading = ticket.read(
                ticket.data,
                pack=ticket.pack,
                copies=ticket.copies,
                progress=lambda stage: ticket.events.put({"stage": stage}),
            )
            return {"reading": reading.to_json(ticket.photo)}
        except UnreadablePhoto as refusal:
            return {"error": {"code": refusal.code, "text": refusal.text}}
        except Exception:
            log.exception("a photo could not be read")
            return {"error": {"code": "internal", "text": "Something went wrong here."}}

    def _tell_places(self) -> None:
        for ahead, ticket in enumerate(self._line):
            ticket.events.put({"stage": "queue", "ahead": ahead})
