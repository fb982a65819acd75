"""After a game: the same people play again, or nothing of it is left."""

from flask import Flask
from sqlalchemy import func, select

from server.storage.database import Database
from server.storage.tables import Change, Device, Photo, Player, Round
from tests.server.evening.people import phone, seated

AB = ["Anna", "Ben"]


def test_the_same_people_play_again_without_joining(app: Flask) -> None:
    path, (anna, ben) = seated(app, "lite", AB, house={"first_meld": 30})
    code = anna.post(f"{path}/again")["code"]
    # Who asks at the same time is led to the same game.
    assert ben.post(f"{path}/again")["code"] == code
    assert ben.get(path)["next"] == code
    for seat, one in enumerate((anna, ben)):
        seen = one.get(f"/api/games/{code}")
        assert seen["me"] == seat
        assert [player["name"] for player in seen["players"]] == AB
        assert (seen["house"], seen["next"]) == ("first_meld=30", None)
    assert phone(app).ask("POST", f"{path}/again").status_code == 403


def test_a_deleted_game_leaves_nothing_behind(app: Flask, database: Database) -> None:
    path, (anna, ben) = seated(app, "zahlen", AB)
    anna.put(f"{path}/rounds/1", {"end": "closed", "winner": 0})
    ben.put(f"{path}/rounds/1/rests/1", {"tiles": "r7"})
    tables = (Player, Device, Round, Change, Photo)
    with database.reading() as session:
        before = [session.scalar(select(func.count()).select_from(one)) for one in tables]
    assert phone(app).ask("DELETE", path).status_code == 403
    assert ben.ask("DELETE", path).status_code == 204
    assert anna.ask("GET", path).status_code == 403
    code = path.rsplit("/", 1)[1]
    assert code not in [game["code"] for game in anna.get("/api/games")]
    with database.reading() as session:
        after = [session.scalar(select(func.count()).select_from(one)) for one in tables]
    assert [was - now for was, now in zip(before, after, strict=True)] == [2, 2, 1, 1, 0]  # type: ignore[operator]


def test_a_photo_that_is_refused_is_refused_in_the_visitors_language(app: Flask) -> None:
    path, (anna, _) = seated(app, "brett", AB)
    for language, word in (("de", "Foto"), ("es", "foto"), ("en", "photo")):
        reply = anna.client.post(
            f"{path}/photos?number=1",
            data=b"a text",
            headers={"X-Meldcam-Token": anna.token, "Accept-Language": language},
        )
        assert reply.status_code == 422
        assert word in reply.get_json()["error"]["text"]
