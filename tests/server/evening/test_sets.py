"""The service of the taught sets: who may change what, what is refused, what a game is told."""

import base64
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from server.storage import sets
from tests.server.evening.people import Phone, phone, seated
from vision.reading import read

SAMPLES = Path(__file__).parents[3] / "datasets" / "samples"

RACK = (SAMPLES / "rack.jpg").read_bytes()


@pytest.fixture(scope="module")
def lesson() -> dict[str, Any]:
    """What the page sends once a photo of the set is corrected."""
    seen = read(RACK).sightings
    return {
        "name": "Grandma's",
        "pack": "tiles",
        "photo": base64.b64encode(RACK).decode(),
        "tiles": " ".join(str(s.tile) for s in seen),
        "quads": [[list(corner) for corner in s.quad] for s in seen],
    }


def taught(app: Flask, lesson: dict[str, Any]) -> tuple[Phone, dict[str, Any]]:
    anna = phone(app)
    return anna, anna.post("/api/sets", lesson)


def test_a_set_is_taught_and_everybody_sees_it(app: Flask, lesson: dict[str, Any]) -> None:
    anna, told = taught(app, lesson)
    assert (told["name"], told["faces"], told["lessons"], told["mine"]) == (
        "Grandma's",
        14,
        1,
        True,
    )
    assert "11" in told["untaught"]["numbers"]
    ben = phone(app)
    seen = next(one for one in ben.get("/api/sets") if one["id"] == told["id"])
    assert seen["mine"] is False
    assert anna.ask("DELETE", f"/api/sets/{told['id']}").status_code == 204


def test_a_second_photo_is_added_to_the_set(app: Flask, lesson: dict[str, Any]) -> None:
    anna, told = taught(app, lesson)
    again = anna.post("/api/sets", {**lesson, "set": told["id"]})
    assert (again["id"], again["faces"], again["lessons"]) == (told["id"], 28, 2)


def test_only_who_taught_it_changes_a_set(app: Flask, lesson: dict[str, Any]) -> None:
    anna, told = taught(app, lesson)
    ben = phone(app)
    path = f"/api/sets/{told['id']}"
    for method, body in (("PATCH", {"name": "Mine"}), ("DELETE", None)):
        refused = ben.ask(method, path, body)
        assert (refused.status_code, refused.json["error"]["code"]) == (403, "set-of-others")
    assert ben.post("/api/sets", {**lesson, "set": told["id"]})["error"]["code"] == "set-of-others"
    assert anna.ask("PATCH", path, {"name": " Ours  now "}).json["name"] == "Ours now"


def test_a_change_needs_the_pages_token(app: Flask, lesson: dict[str, Any]) -> None:
    stranger = Phone(app.test_client(), "guessed")
    for method, path, body in (
        ("POST", "/api/sets", lesson),
        ("POST", "/api/sets/file", b"x"),
        ("DELETE", "/api/sets/1", None),
    ):
        assert stranger.ask(method, path, body).json["error"]["code"] == "no-token"


def test_a_set_travels_as_a_file(app: Flask, lesson: dict[str, Any]) -> None:
    anna, told = taught(app, lesson)
    file = anna.client.get(f"/api/sets/{told['id']}/file")
    assert "Grandma's.meldset" in file.headers["Content-Disposition"]
    assert len(file.data) < 300_000
    assert RACK[:200] not in file.data
    brought = phone(app).post("/api/sets/file", file.data)
    assert (brought["name"], brought["faces"], brought["mine"]) == ("Grandma's", 14, True)
    assert brought["id"] != told["id"]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"name": " "}, "no-name"),
        ({"name": "x" * 61}, "long-name"),
        ({"photo": "%%%"}, "not-understood"),
        ({"photo": base64.b64encode(b"no photo").decode()}, "set-photo"),
        ({"tiles": "r99"}, "not-understood"),
        ({"tiles": "r1"}, "not-understood"),
        ({"tiles": "", "quads": []}, "set-faces"),
        ({"tiles": "Qh", "quads": [[[1, 1], [9, 1], [9, 9], [1, 9]]]}, "set-tiles"),
        ({"tiles": "r1", "quads": [[[1, 1], [9, 1], [9, "a"], [1, 9]]]}, "not-understood"),
        ({"set": 987654}, "set-gone"),
        ({"set": "1"}, "set-gone"),
    ],
)
def test_what_teaches_nothing_is_refused_in_words(
    app: Flask, lesson: dict[str, Any], change: dict[str, object], code: str
) -> None:
    error = phone(app).post("/api/sets", {**lesson, **change})["error"]
    assert error["code"] == code
    assert error["text"]


@pytest.mark.parametrize(
    ("file", "code"),
    [(b"", "set-broken"), (RACK, "set-broken"), (b"x" * 2_100_000, "set-too-large")],
)
def test_a_file_that_is_no_set_is_refused(app: Flask, file: bytes, code: str) -> None:
    assert phone(app).post("/api/sets/file", file)["error"]["code"] == code


def test_a_house_has_so_many_sets(
    app: Flask, lesson: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sets, "MOST_SETS", 0)
    error = phone(app).post("/api/sets", lesson)["error"]
    assert error["code"] == "set-too-many"


def test_a_game_tells_its_phones_which_set_it_has(app: Flask, lesson: dict[str, Any]) -> None:
    _, told = taught(app, lesson)
    game, (anna, ben) = seated(app, "zahlen", ["Anna", "Ben"])
    code = game.rsplit("/", 1)[1]
    before = ben.get(game)["version"]
    anna.put(f"/api/sets/of/{code}", {"set": told["id"]})
    seen = ben.get(game)
    assert seen["set"] == {"id": told["id"], "name": "Grandma's", "mine": False}
    assert seen["version"] > before
    stranger = phone(app)
    assert stranger.put(f"/api/sets/of/{code}", {"set": None})["error"]["code"] == "not-in-game"
    assert anna.put(f"/api/sets/of/{code}", {"set": 987654})["error"]["code"] == "set-gone"
    anna.put(f"/api/sets/of/{code}", {"set": None})
    assert ben.get(game)["set"] is None


def test_a_deleted_set_leaves_its_games(app: Flask, lesson: dict[str, Any]) -> None:
    owner, told = taught(app, lesson)
    game, (anna, _) = seated(app, "zahlen", ["Anna", "Ben"])
    anna.put(f"/api/sets/of/{game.rsplit('/', 1)[1]}", {"set": told["id"]})
    before = anna.get(game)["version"]
    owner.ask("DELETE", f"/api/sets/{told['id']}")
    assert anna.get(game)["set"] is None
    assert anna.get(game)["version"] > before
