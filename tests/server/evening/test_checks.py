"""What everybody looks at: a board, a turn, photos, the book as a file."""

import csv
import io
from datetime import timedelta

import pytest
from flask import Flask
from PIL import Image
from sqlalchemy import Connection, event, select, update

from server.app import create_app
from server.storage import photos
from server.storage.database import Database
from server.storage.games import now
from server.storage.tables import Photo
from tests.server.evening.people import phone, seated

BOARD = "b2 b3 b4 b5 b6 b11 k1 k8 k11 k13 r8 y3 y8 * *"
AB = ["Anna", "Ben"]
CLOSED = {"end": "closed", "winner": 0}


def test_a_closed_board_is_shown_to_everybody(app: Flask) -> None:
    path, (anna, ben) = seated(app, "brett", AB)
    anna.put(f"{path}/board", {"tiles": BOARD, "multiplier": 2})
    shown = ben.get(path)["shown"]
    assert shown["kind"] == "board"
    assert shown["verdict"]["closed"]
    assert shown["verdict"]["pays"] == 300
    assert len(shown["verdict"]["melds"]) == 4


def test_an_open_board_shows_its_melds_and_what_fits_nowhere(app: Flask) -> None:
    path, (anna, ben) = seated(app, "brett", AB)
    anna.put(f"{path}/board", {"tiles": BOARD.replace("b2", "r1")})
    verdict = ben.get(path)["shown"]["verdict"]
    assert not verdict["closed"]
    assert verdict["melds"]
    assert "r1" in verdict["loose"].split()


@pytest.mark.parametrize(
    ("told", "code"),
    [
        ({"tiles": "r1 r2"}, "board-size"),
        ({"tiles": BOARD + " k20"}, "unknown-tile"),
        ({"tiles": BOARD, "thrown": "1"}, "not-understood"),
        ({"tiles": BOARD, "free": "r1 r2"}, "not-understood"),
        ({"tiles": BOARD, "seen": {"size": [1, 2], "quads": [[1, 2]]}}, "not-understood"),
    ],
)
def test_a_board_that_cannot_be_judged_is_refused(app: Flask, told: object, code: str) -> None:
    path, (anna, _) = seated(app, "brett", AB)
    assert anna.put(f"{path}/board", told)["error"]["code"] == code


def test_the_verdict_leaves_the_screen_with_the_round(app: Flask) -> None:
    path, (anna, ben) = seated(app, "brett", AB)
    anna.put(f"{path}/board", {"tiles": BOARD})
    anna.put(f"{path}/rounds/1", {**CLOSED, "board": {"tiles": BOARD}})
    assert ben.get(path)["shown"]
    ben.put(f"{path}/rounds/1/confirmations/1")
    assert ben.get(path)["shown"] is None


@pytest.mark.parametrize(
    ("before", "after", "faults"),
    [
        ("r1 r2 r3", "r1 r2 r3 r4", []),
        ("r1 r2 r3 r4", "r1 r2 r3 | k4 b4 r4", []),
        ("r1 r2 r3", "r1 r2", ["meld_broken", "vanished", "nothing_played"]),
        ("r1 r2 r3", "r1 r2 r3", ["nothing_played"]),
    ],
)
def test_a_turn_is_checked_for_everybody(
    app: Flask, before: str, after: str, faults: list[str]
) -> None:
    path, (anna, ben) = seated(app, "zahlen", AB)
    anna.put(f"{path}/turn", {"before": before, "after": after})
    verdict = ben.get(path)["shown"]["verdict"]
    assert verdict["valid"] == (not faults)
    assert {fault["code"] for fault in verdict["faults"]} == set(faults)
    assert ben.ask("DELETE", f"{path}/shown").json["shown"] is None


def test_no_turn_is_checked_where_nothing_is_laid(app: Flask) -> None:
    path, (anna, _) = seated(app, "brett", AB)
    reply = anna.put(f"{path}/turn", {"before": "", "after": "r1 r2 r3"})
    assert reply["error"]["code"] == "no-table-here"


def _jpeg() -> bytes:
    out = io.BytesIO()
    exif = Image.Exif()
    exif[0x010F] = "a camera with a name"
    exif.get_ifd(0x8825)[1] = "N"
    Image.new("RGB", (2400, 1200), "#806040").save(out, "JPEG", exif=exif)
    return out.getvalue()


def test_a_kept_photo_has_nothing_but_its_pixels(app: Flask) -> None:
    path, (anna, ben) = seated(app, "zahlen", AB)
    assert b"a camera" in _jpeg()
    put = anna.ask("POST", f"{path}/photos?number=1&seat=1&kept=1", _jpeg())
    assert put.status_code == 201
    kept = ben.client.get(f"{path}/photos/{put.json['id']}")
    assert b"Exif" not in kept.data
    assert b"a camera" not in kept.data
    assert max(Image.open(io.BytesIO(kept.data)).size) == photos.LONG_SIDE
    assert phone(app).ask("GET", f"{path}/photos/{put.json['id']}").status_code == 403


def test_a_photo_is_forgotten_with_the_round_unless_somebody_keeps_it(app: Flask) -> None:
    path, (anna, ben, cleo) = seated(app, "lite", ["Anna", "Ben", "Cleo"])
    anna.put(f"{path}/rounds/1", CLOSED)
    first = ben.ask("POST", f"{path}/photos?number=1&seat=1", _jpeg()).json["id"]
    second = cleo.ask("POST", f"{path}/photos?number=1&seat=2", _jpeg()).json["id"]
    cleo.ask("PATCH", f"{path}/photos/{second}", {"kept": True})
    ben.put(f"{path}/rounds/1/rests/1", {"tiles": "Kh"})
    cleo.put(f"{path}/rounds/1/rests/2", {"tiles": "*"})
    assert [photo["id"] for photo in anna.get(f"{path}/rounds/1")["photos"]] == [second]
    assert anna.ask("GET", f"{path}/photos/{first}").status_code == 404
    assert anna.ask("DELETE", f"{path}/photos/{second}").status_code == 204
    assert anna.get(f"{path}/rounds/1")["photos"] == []


def test_old_photos_are_forgotten(app: Flask, database: Database) -> None:
    path, (anna, _) = seated(app, "zahlen", AB)
    ids = [
        anna.ask("POST", f"{path}/photos?number=1&seat={seat}&kept={kept}", _jpeg()).json["id"]
        for seat, kept in ((0, 1), (1, 0))
    ]
    for age, left in ((timedelta(hours=13), ids[:1]), (timedelta(days=91), [])):
        with database.session() as session:
            session.execute(update(Photo).where(Photo.id.in_(ids)).values(taken=now() - age))
            photos.forget_old(session)
            assert list(session.scalars(select(Photo.id).where(Photo.id.in_(ids)))) == left


def test_a_full_disk_is_told_in_a_sentence() -> None:
    # Only SQLite lets a test fill its disk.
    database = Database()
    path, (anna, _) = seated(create_app(database=database), "zahlen", AB)
    engine = database.open()

    def fill(connection: Connection) -> None:
        connection.exec_driver_sql("pragma max_page_count = 1")

    event.listen(engine, "begin", fill)
    reply = anna.ask("POST", f"{path}/photos?number=1&kept=1", _jpeg())
    assert reply.status_code == 503
    assert reply.json["error"]["code"] == "storage-full"
    # What was there is there still, and can be looked at.
    assert anna.get(path)["me"] == 0
    database.close()


def test_a_file_that_is_no_photo_is_refused_in_words(app: Flask) -> None:
    path, (anna, _) = seated(app, "zahlen", AB)
    reply = anna.ask("POST", f"{path}/photos?number=1&kept=1", b"no photo")
    assert reply.status_code == 422
    assert reply.json["error"]["code"] == "not-a-photo"


def test_the_oldest_photos_make_room(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(photos, "MOST_IN_A_GAME", 1)
    path, (anna, _) = seated(app, "zahlen", AB)
    ids = [
        anna.ask("POST", f"{path}/photos?number=1&seat={seat}&kept=1", _jpeg()).json["id"]
        for seat in (0, 1)
    ]
    assert anna.ask("GET", f"{path}/photos/{ids[0]}").status_code == 404
    assert anna.ask("GET", f"{path}/photos/{ids[1]}").status_code == 200


def test_the_book_is_a_spreadsheet(app: Flask) -> None:
    path, (anna, ben) = seated(app, "zahlen", ["Änne", "=1+1"])
    anna.put(f"{path}/rounds/1", CLOSED)
    ben.put(f"{path}/rounds/1/rests/1", {"tiles": "r7 *"})
    text = anna.client.get(f"{path}/export.csv").get_data().decode("utf-8-sig")
    head, row = csv.reader(io.StringIO(text))
    # A name that a spreadsheet would take for a formula is text.
    assert head[4:] == ["Änne", "'=1+1", "Änne total", "'=1+1 total"]
    assert row[0] == "1"
    assert row[2:] == ["closed", "Änne", "37", "0", "37", "0"]


def test_the_book_is_json_with_every_line(app: Flask) -> None:
    path, (anna, ben) = seated(app, "zahlen", AB)
    anna.put(f"{path}/rounds/1", CLOSED)
    ben.put(f"{path}/rounds/1/rests/1", {"tiles": "r7 *"})
    told = anna.get(f"{path}/export.json")
    assert told["players"] == AB
    assert told["rounds"][0]["lines"][0]["tiles"] == "r7 *"
    assert told["totals"] == [37, 0]
