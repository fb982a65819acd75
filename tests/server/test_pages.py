"""The page, its size, and how failures look."""

import gzip
import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from werkzeug.datastructures import Headers

STATIC = Path(__file__).parent.parent.parent / "server" / "static"
# What a phone may load at first, in bytes; and what it does, so that growth is noticed.
BUDGET = 150_000
USUAL = 85_000


@pytest.mark.parametrize("path", ["/", "/games", "/games/new", "/games/BCDFGH"])
def test_a_page_with_all_it_needs_is_light_over_the_wire(client: FlaskClient, path: str) -> None:
    page = client.get(path).get_data(as_text=True)
    named = re.findall(r'(?:href|src)="/static/([^"]+\.(?:js|css|svg))"', page)
    files = _with_imports({STATIC / name for name in named})
    addresses = [path, *(f"/static/{file.relative_to(STATIC)}" for file in sorted(files))]
    sizes = [len(_fetch(client, at, **{"Accept-Encoding": "gzip"})[1]) for at in addresses]
    assert sum(sizes) <= USUAL < BUDGET
    assert len(sizes) > 5


def test_what_shrinks_travels_compressed_to_who_takes_it(client: FlaskClient) -> None:
    plain, text = _fetch(client, "/static/page.css")
    small, data = _fetch(client, "/static/page.css", **{"Accept-Encoding": "gzip, br"})
    assert "Content-Encoding" not in plain
    assert small["Content-Encoding"] == "gzip"
    assert gzip.decompress(data) == text
    # What the phone has already is not sent again, however it came.
    known = {"Accept-Encoding": "gzip", "If-None-Match": small["ETag"]}
    assert _fetch(client, "/static/page.css", **known)[1] == b""


def _fetch(client: FlaskClient, path: str, **headers: str) -> tuple[Headers, bytes]:
    with client.get(path, headers=headers) as reply:
        return reply.headers, reply.data


def _with_imports(files: set[Path]) -> set[Path]:
    found = {
        (file.parent / name).resolve()
        for file in files
        if file.suffix == ".js"
        for name in re.findall(r'from "(\.[^"]+)"', file.read_text(encoding="utf-8"))
    }
    return files if found <= files else _with_imports(files | found)


def test_nothing_is_loaded_from_elsewhere(client: FlaskClient) -> None:
    texts = [client.get("/").get_data(as_text=True)]
    texts += [path.read_text(encoding="utf-8") for path in STATIC.rglob("*.*")]
    for text in texts:
        addresses = re.findall(r"(?:https?:)?//[\w.-]+\.\w+", text)
        assert set(addresses) <= {"http://www.w3.org"}


def test_no_script_and_no_style_stands_in_the_page(client: FlaskClient) -> None:
    page = client.get("/").get_data(as_text=True)
    assert not re.search(r"<script(?![^>]*(src=|application/json))", page)
    assert not re.search(r"<style|\sstyle=|\son\w+=", page)


def test_modules_stay_small() -> None:
    for path in STATIC.rglob("*.js"):
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 300, path.name


@pytest.mark.parametrize("path", ["/nothing", "/static/nothing.js"])
def test_a_missing_page_is_told_in_words(client: FlaskClient, path: str) -> None:
    reply = client.get(path)
    assert reply.status_code == 404
    assert "There is nothing here." in reply.get_data(as_text=True)


def test_a_wrong_host_is_told_what_to_do(client: FlaskClient) -> None:
    reply = client.get("/", headers={"Host": "evil.example", "Accept-Language": "de"})
    assert reply.status_code == 421
    assert "Nimm die Adresse" in reply.get_data(as_text=True)


def test_the_page_may_be_visited_under_a_further_name(client: FlaskClient) -> None:
    assert client.get("/", headers={"Host": "table.test:8484"}).status_code == 200
