"""A photo above the limit, and one too many at a time, are refused before all of it was sent."""

import gc
import http.client
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest
import waitress

from server.oversize import SMALL, Channel, Parser, Received

BEGUN = b"the first bytes of many"


@contextmanager
def _serving(most: int) -> Iterator[int]:
    def app(environ: dict[str, Any], start: Any) -> list[bytes]:
        start("200 OK", [("Content-Length", "2")])
        return [b"ok"]

    server = waitress.create_server(app, host="127.0.0.1", port=0, max_request_body_size=most)
    server.channel_class = Channel

    def run() -> None:
        # Closing takes the socket from under the loop.
        with suppress(OSError, ValueError):
            server.run()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        yield server.effective_port
    finally:
        server.task_dispatcher.shutdown(timeout=5)
        server.close()
        thread.join(10)


def _begin(port: int, size: int) -> http.client.HTTPConnection:
    visitor = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    visitor.putrequest("POST", "/api/read")
    visitor.putheader("Content-Length", str(size))
    visitor.endheaders(BEGUN)
    return visitor


def test_a_body_above_the_limit_is_refused_in_words() -> None:
    with _serving(1000) as port:
        visitor = _begin(port, 5000)
        status, told = _answer(visitor)
    assert status == 413
    assert json.loads(told)["error"] == {
        "code": "upload-too-big",
        "text": "This photo is too big: 60 MB is the most.",
    }


def test_too_many_bodies_at_a_time_are_refused_and_later_ones_are_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    size = 2 * SMALL
    bodies = Received(most=2 * size)
    monkeypatch.setattr(Parser, "bodies", bodies)
    with _serving(10 * size) as port:
        # Two bodies come, slowly; the next one is too many.
        coming = [_begin(port, size) for _ in range(2)]
        _wait(lambda: bodies.now == 2 * size)
        status, error = _answer(_begin(port, size))
        assert (status, json.loads(error)["error"]["code"]) == (503, "busy")
        # What is small passes always: the page stays there for everybody.
        small = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        small.request("POST", "/", b"x" * 100)
        assert _answer(small)[0] == 200
        # The two are received and answered, and then there is room again.
        for one in coming:
            one.send(b"x" * (size - len(BEGUN)))
            assert _answer(one)[0] == 200
        _wait(lambda: bodies.now == 0)
        again = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        again.request("POST", "/", b"x" * size)
        assert _answer(again)[0] == 200


def test_who_goes_away_in_the_middle_leaves_room(monkeypatch: pytest.MonkeyPatch) -> None:
    bodies = Received(most=SMALL * 2)
    monkeypatch.setattr(Parser, "bodies", bodies)
    with _serving(SMALL * 4) as port:
        gone = _begin(port, SMALL * 2)
        _wait(lambda: bodies.now > 0)
        gone.close()
        _wait(lambda: bodies.now == 0)


def _answer(visitor: http.client.HTTPConnection) -> tuple[int, bytes]:
    with visitor.getresponse() as reply:
        told = reply.status, reply.read()
    visitor.close()
    return told


def _wait(until: Callable[[], bool]) -> None:
    end = time.monotonic() + 10
    while not until():
        assert time.monotonic() < end
        # What nobody holds any more is given back when it is collected.
        gc.collect()
        time.sleep(0.01)
