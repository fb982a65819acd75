"""Frames of a phone's own camera."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient

from server.camera import phones as phones_module
from tests.vision.stream import jpeg
from vision.photo import load

SAMPLES = Path(__file__).parents[2] / "datasets" / "samples"


@pytest.fixture(scope="module")
def frame() -> bytes:
    pixels = load((SAMPLES / "rack.jpg").read_bytes()).pixels
    return jpeg(cv2.resize(pixels, (640, 480)).astype(np.uint8))


def headers(client: FlaskClient) -> dict[str, str]:
    page = str(client.get("/").get_data(as_text=True))
    token = page.partition('meldcam-token" content="')[2].partition('"')[0]
    return {"X-Meldcam-Token": token}


def test_frames_of_one_stream_are_read_together(client: FlaskClient, frame: bytes) -> None:
    own = headers(client)
    answers = [client.post("/api/live/a", data=frame, headers=own).get_json() for _ in range(3)]
    assert not answers[0]["stable"]
    tiles = [s["tile"] for row in answers[-1]["reading"]["rows"] for s in row]
    assert len(tiles) == 14
    anew = client.post("/api/live/b", data=frame, headers=own).get_json()
    assert anew["reading"]["rows"] == []


def test_a_dark_frame_is_a_hint_and_a_broken_one_a_reason(client: FlaskClient) -> None:
    own = headers(client)
    dark = client.post("/api/live/a", data=jpeg(np.zeros((90, 160, 3), np.uint8)), headers=own)
    assert dark.get_json()["hint"] == "dark"
    broken = client.post("/api/live/a", data=b"no photo", headers=own)
    assert broken.status_code == 422
    assert broken.get_json()["error"]["code"] == "not-a-photo"


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/live/a?pack=stones", 400),
        ("/api/live/a?copies=9", 400),
        (f"/api/live/{'x' * 41}", 400),
    ],
)
def test_what_is_not_understood_is_refused(
    client: FlaskClient, frame: bytes, path: str, status: int
) -> None:
    assert client.post(path, data=frame, headers=headers(client)).status_code == status


def test_only_our_own_page_sends_frames(client: FlaskClient, frame: bytes) -> None:
    assert client.post("/api/live/a", data=frame).get_json()["error"]["code"] == "no-token"
    foreign = {**headers(client), "Origin": "http://evil.example"}
    assert client.post("/api/live/a", data=frame, headers=foreign).status_code == 403


def test_a_phone_too_many_is_refused_until_one_has_left(
    client: FlaskClient, frame: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(phones_module, "MOST_PHONES", 1)
    own = headers(client)
    assert client.post("/api/live/a", data=frame, headers=own).status_code == 200
    assert client.post("/api/live/b", data=frame, headers=own).status_code == 503
    monkeypatch.setattr(phones_module, "LEFT", 0.0)
    assert client.post("/api/live/b", data=frame, headers=own).status_code == 200
