"""Who takes part, who is who, and what nobody else may see."""

import re

import pytest
from flask import Flask

from server.evening import people
from tests.server.evening.people import Phone, phone, seated

AB = ["Anna", "Ben"]


def test_a_stranger_sees_nothing_of_a_game(app: Flask) -> None:
    path, _ = seated(app, "zahlen", AB)
    stranger = phone(app)
    for method, tail in (
        ("GET", ""),
        ("GET", "/events"),
        ("GET", "/rounds/1"),
        ("GET", "/changes"),
        ("GET", "/private"),
        ("GET", "/export.csv"),
        ("GET", "/export.json"),
        ("GET", "/photos/1"),
        ("PUT", "/me"),
        ("PUT", "/rounds/1"),
        ("POST", "/undo"),
        ("POST", "/handover"),
    ):
        body = None if method == "GET" else {"seat": 0}
        reply = stranger.ask(method, path + tail, body)
        assert reply.status_code == 403, (method, tail)
        # A game that is not there answers the same.
        assert stranger.ask(method, f"/api/games/BBBBBB{tail}", body).status_code == 403


def test_the_code_lets_in_and_a_wrong_one_does_not(app: Flask) -> None:
    path, _ = seated(app, "zahlen", AB)
    guest = phone(app)
    assert guest.ask("POST", "/api/games/BBBBBB/enter").status_code == 404
    assert guest.ask("POST", f"{path}/enter").status_code == 200
    assert guest.get(path)["me"] is None
    # Small letters are read as large ones.
    assert phone(app).ask("POST", f"{path.lower()}/enter").status_code == 200


def test_nobody_tries_all_codes(app: Flask) -> None:
    path, _ = seated(app, "zahlen", AB)
    guest = phone(app)
    for _ in range(people.WRONG_CODES):
        assert guest.ask("POST", "/api/games/BBBBBB/enter").status_code == 404
    assert guest.ask("POST", f"{path}/enter").status_code == 429


def test_a_players_turn_is_visible_to_that_player_alone(app: Flask) -> None:
    path, (anna, ben) = seated(app, "zahlen", AB)
    rack = {"rack": "r7 r8 r9"}
    assert anna.ask("PUT", f"{path}/private", rack).status_code == 204
    assert anna.get(f"{path}/private") == rack
    assert ben.get(f"{path}/private") == {}
    watcher = phone(app)
    watcher.post(f"{path}/enter")
    assert watcher.ask("GET", f"{path}/private").status_code == 403
    for one in (ben, watcher):
        assert "r8" not in one.client.get(path).get_data(as_text=True)
    assert "r8" not in ben.client.get(f"{path}/export.json").get_data(as_text=True)


def test_a_second_device_takes_over_without_losing_anything(app: Flask) -> None:
    path, (anna, _) = seated(app, "zahlen", AB)
    anna.ask("PUT", f"{path}/private", {"rack": "r7"})
    secret = anna.post(f"{path}/handover")["secret"]
    tablet = phone(app)
    assert tablet.ask("POST", f"{path}/takeover", {"secret": secret}).status_code == 200
    assert tablet.get(path)["me"] == 0
    assert tablet.get(f"{path}/private") == {"rack": "r7"}
    # The old one is asked anew who it is, and the secret works once.
    assert anna.get(path)["me"] is None
    assert anna.ask("GET", f"{path}/private").status_code == 403
    assert anna.ask("POST", f"{path}/takeover", {"secret": secret}).status_code == 403


def test_a_taken_place_is_asked_for(app: Flask) -> None:
    path, (anna, ben) = seated(app, "zahlen", AB)
    anna.ask("PUT", f"{path}/private", {"rack": "r7"})
    tablet = phone(app)
    tablet.post(f"{path}/enter")
    seen = tablet.put(f"{path}/me", {"seat": 0})
    assert (seen["me"], seen["wants"]) == (None, 0)
    assert tablet.ask("GET", f"{path}/private").status_code == 403
    (asking,) = anna.get(path)["asking"]
    anna.post(f"{path}/answers", {"device": asking["device"], "yes": True})
    assert tablet.get(f"{path}/private") == {"rack": "r7"}
    assert ben.get(path)["asking"] == []


def test_who_is_let_in_by_another_player_does_not_get_the_turn(app: Flask) -> None:
    path, (anna, ben) = seated(app, "zahlen", AB)
    anna.ask("PUT", f"{path}/private", {"rack": "r7"})
    tablet = phone(app)
    tablet.post(f"{path}/enter")
    tablet.put(f"{path}/me", {"seat": 0})
    (asking,) = ben.get(path)["asking"]
    ben.post(f"{path}/answers", {"device": asking["device"], "yes": True})
    assert tablet.get(path)["me"] == 0
    assert tablet.get(f"{path}/private") == {}


def test_a_device_cannot_let_itself_in(app: Flask) -> None:
    path, _ = seated(app, "zahlen", AB)
    thief = phone(app)
    thief.post(f"{path}/enter")
    seen = thief.put(f"{path}/me", {"seat": 0})
    told = {"device": seen["asking"][0]["device"], "yes": True}
    assert thief.ask("POST", f"{path}/answers", told).status_code == 403
    assert thief.get(path)["me"] is None


@pytest.mark.parametrize(
    ("method", "tail"),
    [("POST", ""), ("PUT", "/me"), ("PUT", "/rounds/1"), ("POST", "/undo"), ("PUT", "/private")],
)
def test_a_change_needs_the_token_of_our_page(app: Flask, method: str, tail: str) -> None:
    path, (anna, ben) = seated(app, "zahlen", AB)
    target = path + tail if tail else "/api/games"
    for token in ("", ben.token, anna.token[:-1] + "x"):
        stolen = Phone(anna.client, token)
        reply = stolen.ask(method, target, {"seat": 1})
        assert reply.status_code == 403
        assert reply.json["error"]["code"] == "no-token"


def test_another_site_cannot_change_anything(app: Flask) -> None:
    path, (anna, _) = seated(app, "zahlen", AB)
    headers = {"X-Meldcam-Token": anna.token, "Origin": "http://evil.example"}
    assert anna.client.put(f"{path}/me", json={"seat": 1}, headers=headers).status_code == 403


def test_the_cookie_is_for_this_site_and_no_script(app: Flask) -> None:
    cookie = app.test_client().get("/games").headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie


@pytest.mark.parametrize(
    ("players", "code"),
    [
        (["Anna"], "players-count"),
        (["A", "B", "C"], "players-count"),
        (["Anna", "Anna"], "same-names"),
        (["Anna", " Anna "], "same-names"),
        (["Anna", "  "], "no-name"),
        (["Anna", 7], "no-name"),
        (["Anna", "x" * 25], "long-name"),
        (["Anna", "\u202eneB"], "no-name"),
        ("Anna", "not-understood"),
    ],
)
def test_names_that_cannot_be_are_refused(app: Flask, players: object, code: str) -> None:
    reply = phone(app).post("/api/games", {"system": "zahlen", "players": players})
    assert reply["error"]["code"] == code


def test_house_rules_are_kept_with_the_game(app: Flask) -> None:
    path, (anna, _) = seated(app, "zahlen", AB, house={"joker_left": 20, "first_meld": 30})
    seen = anna.get(path)
    # Only what differs from the source is a house rule.
    assert seen["house"] == "joker_left=20"
    anna.put(f"{path}/rounds/1", {"end": "closed", "winner": 0})
    assert anna.put(f"{path}/rounds/1/rests/1", {"tiles": "*"})["book"]["totals"] == [20, 0]


def test_a_house_rule_that_does_not_fit_is_refused(app: Flask) -> None:
    told = {"system": "zahlen", "players": AB, "house": {"trump_bonus": 5}}
    assert phone(app).post("/api/games", told)["error"]["code"] == "bad-house"


def test_players_may_come_before_the_first_round_only(app: Flask) -> None:
    path, (anna, _) = seated(app, "lite", AB)
    assert len(anna.post(f"{path}/players", {"name": "Cleo"})["players"]) == 3
    anna.put(f"{path}/rounds/1", {"end": "closed", "winner": 0})
    assert anna.post(f"{path}/players", {"name": "Dora"})["error"]["code"] == "game-runs"


def test_earlier_games_are_found_again(app: Flask) -> None:
    anna = phone(app)
    codes = [anna.post("/api/games", {"system": "zahlen", "players": AB})["code"] for _ in range(2)]
    assert [game["code"] for game in anna.get("/api/games")] == codes[::-1]
    assert phone(app).get("/api/games") == []


def test_a_name_is_text_and_never_markup(app: Flask) -> None:
    path, (anna, _) = seated(app, "zahlen", ["<img src=x>", "</script><b>"])
    code = path.rsplit("/", 1)[1]
    page = anna.client.get(f"/games/{code}").get_data(as_text=True)
    assert "<img" not in page
    assert "</script><b>" not in page
    assert re.search(r"<img", anna.client.get(path).get_data(as_text=True))
    assert anna.client.get(path).mimetype == "application/json"
