"""An upload is answered line by line."""

import io
import json
from typing import Any

import pillow_heif
import pytest
from flask.testing import FlaskClient
from PIL import Image

from server.app import LARGEST_UPLOAD


def _lines(client: FlaskClient, data: bytes, query: str = "") -> list[dict[str, Any]]:
    reply = client.post(f"/api/read{query}", data=data, content_type="image/jpeg")
    assert reply.status_code == 200
    assert reply.mimetype == "application/x-ndjson"
    return [json.loads(line) for line in reply.get_data(as_text=True).splitlines()]


def test_the_stages_come_before_the_reading(client: FlaskClient) -> None:
    lines = _lines(client, b"rack")
    stages = [line["stage"] for line in lines[:-1]]
    assert [stage for stage in stages if stage != "queue"] == ["decode", "detect", "classify"]
    assert lines[-1]["reading"]["rows"][0][0]["tile"] == "r7"


def test_a_refused_photo_comes_with_its_reason(client: FlaskClient) -> None:
    assert _lines(client, b"dark")[-1]["error"]["code"] == "too-dark"


def test_a_mistake_of_ours_is_told_without_its_inside(
    client: FlaskClient, caplog: pytest.LogCaptureFixture
) -> None:
    error = _lines(client, b"bug")[-1]["error"]
    assert error["code"] == "internal"
    assert "secret" not in error["text"]
    assert "secret" in caplog.text


def test_an_unknown_pack_is_refused(client: FlaskClient) -> None:
    reply = client.post("/api/read?pack=dominoes", data=b"rack")
    assert reply.status_code == 400
    assert reply.get_json()["error"]["code"] == "bad-request"


def test_a_photo_over_the_limit_is_refused_before_it_is_taken(client: FlaskClient) -> None:
    reply = client.post(
        "/api/read", data=b"x", environ_overrides={"CONTENT_LENGTH": str(LARGEST_UPLOAD + 1)}
    )
    assert reply.status_code == 413
    assert reply.get_json()["error"]["code"] == "upload-too-big"


def test_a_photo_the_browser_cannot_open_comes_back_as_upright_jpeg(client: FlaskClient) -> None:
    heic = io.BytesIO()
    pillow_heif.from_pillow(Image.new("RGB", (640, 320), "white")).save(heic)
    reply = client.post("/api/upright", data=heic.getvalue())
    assert reply.mimetype == "image/jpeg"
    assert Image.open(io.BytesIO(reply.data)).size == (640, 320)


def test_what_is_no_photo_cannot_be_turned_upright(client: FlaskClient) -> None:
    reply = client.post("/api/upright", data=b"a letter")
    assert reply.status_code == 422
    assert reply.get_json()["error"]["code"] == "not-a-photo"


def test_a_foreign_page_cannot_have_photos_read(client: FlaskClient) -> None:
    reply = client.post("/api/read", data=b"rack", headers={"Origin": "http://evil.example"})
    assert reply.status_code == 403
    assert reply.get_json()["error"]["code"] == "foreign-origin"
