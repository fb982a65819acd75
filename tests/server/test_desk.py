"""Photos are read in turn."""

import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from server.desk import DeskFull, Event, ReadingDesk, read_with_vision
from tests.server.fakes import FakeReading
from vision.teaching.lesson import learn

SAMPLES = Path(__file__).parents[2] / "datasets" / "samples"


class SlowReader:
    """Reads when it is told to, and counts how many are read at once."""

    def __init__(self) -> None:
        self.go = threading.Event()
        self.started = threading.Event()
        self.most = 0
        self.seen: list[bytes] = []
        self._now = 0
        self._lock = threading.Lock()

    def __call__(
        self,
        data: bytes,
        *,
        pack: str = "tiles",
        copies: int = 2,
        progress: Callable[[str], None] | None = None,
    ) -> FakeReading:
        """Wait for `go`."""
        with self._lock:
            self._now += 1
            self.most = max(self.most, self._now)
            self.seen.append(data)
        self.started.set()
        assert self.go.wait(10)
        with self._lock:
            self._now -= 1
        return FakeReading()


def _photo(number: int) -> bytes:
    return f"photo {number}".encode()


def test_eight_phones_are_answered_in_turn_by_one_reader() -> None:
    reader = SlowReader()
    desk = ReadingDesk(reader, readers=1)
    streams = [desk.follow(_photo(number), photo="", pack="tiles") for number in range(8)]
    reader.go.set()
    last: list[Event] = [list(stream)[-1] for stream in streams]
    assert all("reading" in event for event in last)
    assert reader.most == 1
    assert reader.seen == [_photo(number) for number in range(8)]


def test_who_waits_is_told_how_many_are_before() -> None:
    reader = SlowReader()
    desk = ReadingDesk(reader, readers=1)
    first = desk.follow(b"first", photo="", pack="tiles")
    assert reader.started.wait(10)
    desk.follow(b"second", photo="", pack="tiles")
    third = desk.follow(b"third", photo="", pack="tiles")
    assert next(third) == {"stage": "queue", "ahead": 1}
    reader.go.set()
    assert "reading" in list(first)[-1]
    assert "reading" in list(third)[-1]


def test_a_full_desk_refuses_at_once() -> None:
    reader = SlowReader()
    desk = ReadingDesk(reader, readers=1, waiting=1)
    first = desk.follow(b"first", photo="", pack="tiles")
    assert reader.started.wait(10)
    second = desk.follow(b"second", photo="", pack="tiles")
    with pytest.raises(DeskFull):
        desk.follow(b"third", photo="", pack="tiles")
    reader.go.set()
    assert "reading" in list(first)[-1]
    assert "reading" in list(second)[-1]


def test_a_photo_whose_phone_went_away_is_not_read() -> None:
    reader = SlowReader()
    desk = ReadingDesk(reader, readers=1)
    first = desk.follow(b"first", photo="", pack="tiles")
    assert reader.started.wait(10)
    gone = desk.follow(b"gone", photo="", pack="tiles")
    next(gone)
    gone.close()  # type: ignore[attr-defined]
    last = desk.follow(b"last", photo="", pack="tiles")
    reader.go.set()
    assert "reading" in list(first)[-1]
    assert "reading" in list(last)[-1]
    assert reader.seen == [b"first", b"last"]


@pytest.mark.parametrize("taught", ["older", "broken"])
def test_a_set_that_cannot_help_hinders_nothing(taught: str) -> None:
    data = (SAMPLES / "rack.jpg").read_bytes()
    plain = read_with_vision(data)
    profile = b"no set"
    if taught == "older":
        shown = [(sighting.tile, sighting.quad) for sighting in plain.sightings]  # type: ignore[attr-defined]
        profile = replace(learn(data, shown, name="ours"), weights="others").to_bytes()
    told = read_with_vision(data, taught=profile).to_json("x.jpg")
    assert told["set"] == taught
    assert told["rows"] == plain.to_json("x.jpg")["rows"]
