"""The camera of the house: who may watch it, what it sends, when it rests."""

import base64
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient

from server.app import create_app
from server.camera import turns as turns_module
from server.camera import watch as watch_module
from server.camera.watch import Watch
from server.cli import main
from server.storage.database import Database
from tests.server.fakes import fake_read
from tests.vision.stream import Stream, jpeg, streaming
from vision.camera.sources import source_of
from vision.detector import Image
from vision.photo import load

SAMPLES = Path(__file__).parents[2] / "datasets" / "samples"
RACK = ["r7 r8 r9 * k10 b2 b5", "b10 y10 y3 y4 y5 r1 k13"]
PATIENCE = 40.0  # seconds


@pytest.fixture(scope="module")
def rack() -> Image:
    pixels = load((SAMPLES / "rack.jpg").read_bytes()).pixels
    return cv2.resize(pixels, (960, 720)).astype(np.uint8)


@pytest.fixture
def stream(rack: Image) -> Iterator[Stream]:
    with streaming(Stream(jpeg(rack))) as running:
        yield running


@pytest.fixture
def watch(stream: Stream, monkeypatch: pytest.MonkeyPatch) -> Iterator[Watch]:
    monkeypatch.setattr(watch_module, "UNWATCHED", 0.6)
    watching = Watch(source_of(stream.address))
    yield watching
    watching.close()


@pytest.fixture
def client(watch: Watch) -> Iterator[FlaskClient]:
    database = Database()
    app = create_app(read=fake_read, names=["table.test"], database=database, watch=watch)
    yield app.test_client()
    database.close()


def game(client: FlaskClient) -> str:
    """Start a game on the client's device."""
    page = str(client.get("/games").get_data(as_text=True))
    token = page.partition('meldcam-token" content="')[2].partition('"')[0]
    body = {"system": "zahlen", "house": {}, "players": ["Ada", "Ben"]}
    answer = client.post("/api/games", json=body, headers={"X-Meldcam-Token": token})
    return str(answer.get_json()["code"])


def until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_a_stranger_does_not_watch(client: FlaskClient, watch: Watch) -> None:
    code = game(client)
    stranger = client.application.test_client()
    for path in ("", "/picture", "/taken"):
        answer = stranger.get(f"/api/games/{code}/camera{path}")
        assert answer.status_code == 403
        assert answer.get_json()["error"]["code"] == "not-in-game"
    foreign = client.get(f"/api/games/{code}/camera/picture", headers={"Host": "evil.example"})
    assert foreign.status_code == 421
    assert not watch.running


def test_the_stable_reading_comes_with_its_photo(client: FlaskClient, watch: Watch) -> None:
    path = f"/api/games/{game(client)}/camera"
    assert client.get(f"{path}/taken").status_code == 409
    state = client.get(path).get_json()
    end = time.monotonic() + PATIENCE
    while not state["stable"]:
        assert time.monotonic() < end, state
        state = client.get(f"{path}?after={state.get('number', -1)}").get_json()
    assert state["state"] == "running"
    assert [" ".join(row) for row in state["tiles"]] == RACK
    taken = client.get(f"{path}/taken").get_json()
    photo = load(base64.b64decode(taken["photo"]))
    reading = taken["reading"]
    assert (photo.width, photo.height) == (reading["width"], reading["height"])
    assert [" ".join(s["tile"] for s in row) for row in reading["rows"]] == RACK


def test_the_picture_comes_as_one_jpeg_after_the_other(client: FlaskClient) -> None:
    answer = client.get(f"/api/games/{game(client)}/camera/picture", buffered=False)
    assert answer.mimetype == "multipart/x-mixed-replace"
    parts = answer.iter_encoded()
    for _ in range(2):
        head, _, data = next(parts).partition(b"\r\n\r\n")
        assert f"Content-Length: {len(data) - 2}".encode() in head
        assert load(data[:-2]).width == 960
    answer.close()


def test_the_camera_is_let_go_when_nobody_looks(watch: Watch, stream: Stream) -> None:
    assert not watch.running
    assert stream.visits == 0
    watch.next(-1)
    until(lambda: stream.visits > 0)
    until(lambda: not watch.running)
    visits = stream.visits
    watch.next(watch.next(-1).number)
    until(lambda: stream.visits > visits)


def test_a_turn_on_the_table_is_noticed(
    watch: Watch, stream: Stream, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns_module, "LEGAL", 0.2)
    after = load((SAMPLES / "table.jpg").read_bytes()).pixels
    labels = [json.loads(line) for line in (SAMPLES / "labels.jsonl").read_text().splitlines()]
    objects = next(one["objects"] for one in labels if one["image"] == "table.jpg")
    tile = np.array(next(one["quad"] for one in objects if one["label"] == "k11"))
    before = after.copy()
    # The tile is not there yet: cloth covers it, with its edge.
    hull = (tile.mean(0) + 1.5 * (tile - tile.mean(0))).round().astype(np.int32)
    cloth = np.median(after.reshape(-1, 3), axis=0).tolist()
    cv2.fillConvexPoly(before, hull, cloth)
    stream.picture = jpeg(before)
    until(lambda: watch.next(-1).told["stable"])
    assert watch.next(-1).told["turn"] is None
    stream.picture = jpeg(after)
    until(lambda: bool(watch.next(-1).told["turn"]))
    turn = watch.next(-1).told["turn"]
    assert turn["before"] == "b1 b2 b3 | r5 k5 y5 | k8 k9 k10 | y12 r12 *"
    assert turn["after"] == "b1 b2 b3 | r5 k5 y5 | k8 k9 k10 k11 | y12 r12 *"
    assert turn["valid"]


def test_a_viewer_too_many_is_refused(watch: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch_module, "MOST_VIEWERS", 1)
    first = watch.pictures()
    next(first)
    with pytest.raises(watch_module.TooManyViewers):
        watch.pictures()
    first.close()  # type: ignore[attr-defined]
    watch.pictures()


def test_a_camera_that_is_away_is_told_and_looked_for() -> None:
    watch = Watch(source_of("http://127.0.0.1:9/video"))
    try:
        until(lambda: watch.next(-1).told["state"] == "no camera")
        assert "does not answer" in watch.next(-1).told["text"]
        assert watch.running
    finally:
        watch.close()


def test_a_house_without_a_camera_says_so_and_shows_no_way_to_it() -> None:
    database = Database()
    client = create_app(read=fake_read, database=database).test_client()
    code = game(client)
    assert client.get(f"/api/games/{code}/camera").get_json()["error"]["code"] == "no-camera"
    assert "meldcam-camera" not in client.get(f"/games/{code}").get_data(as_text=True)
    database.close()


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["--camera", "nowhere"], "There is no file or folder nowhere"),
        (["--camera", "0", "--workers", "2"], "One camera is followed by one process"),
    ],
)
def test_serving_a_camera_that_cannot_be_is_misuse(
    argv: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", *argv]) == 2
    assert said in capsys.readouterr().err
