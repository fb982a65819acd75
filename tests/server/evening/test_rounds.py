"""A round from its end to the book, in every system and every way it can end."""

from typing import Any

import pytest
from flask import Flask

from tests.server.evening.people import Phone, seated

BOARD = "b2 b3 b4 b5 b6 b11 k1 k8 k11 k13 r8 y3 y8 * *"
AB = ["Anna", "Ben"]
ABC = ["Anna", "Ben", "Cleo"]


def _enter(path: str, phones: list[Phone], facts: Any, rests: dict[int, str] | None = None) -> Any:
    """Let everyone tell what is theirs to tell; return what Anna sees then."""
    number = len(phones[0].get(path)["book"]["rounds"]) + 1
    first = phones[0].put(f"{path}/rounds/{number}", facts)
    if "error" in first:
        return first
    for seat, one in enumerate(phones):
        if rests and seat in rests:
            reply = one.put(f"{path}/rounds/{number}/rests/{seat}", {"tiles": rests[seat]})
        elif seat:
            reply = one.put(f"{path}/rounds/{number}/confirmations/{seat}")
        else:
            continue
        assert "error" not in reply, reply
    return phones[0].get(path)


CLOSED = {"end": "closed", "winner": 0}
WAYS: list[tuple[str, list[str], dict[str, Any], dict[int, str], list[int]]] = [
    ("brett", ABC, {**CLOSED, "price": 250}, {}, [500, -250, -250]),
    ("brett", ABC, {**CLOSED, "price": 250, "multiplier": 2}, {}, [1000, -500, -500]),
    ("brett", ABC, {**CLOSED, "price": 500, "trump": 1}, {}, [900, -300, -600]),
    ("brett", AB, {**CLOSED, "board": {"tiles": BOARD}}, {}, [150, -150]),
    # 250 becomes 500 with a joker thrown; two jokers inside leave 300 of it.
    ("brett", AB, {**CLOSED, "board": {"tiles": BOARD, "thrown": 1}}, {}, [300, -300]),
    ("brett", ABC, {"end": "stock"}, {}, [0, 0, 0]),
    ("brett", ABC, {"end": "stock", "trump": 2}, {}, [-100, -100, 200]),
    ("lite", ABC, CLOSED, {1: "Kh 5c", 2: "*"}, [0, 15, 20]),
    ("lite", ABC, {**CLOSED, "all_at_once": True}, {1: "Kh 5c", 2: "*"}, [0, 30, 40]),
    ("zahlen", AB, CLOSED, {1: "r7 *"}, [37, 0]),
    ("zahlen", AB, {"end": "passed"}, {0: "r7", 1: "b13 k2"}, [8, 0]),
    ("zahlen", AB, {"end": "passed"}, {0: "r7", 1: "b7"}, [0, 0]),
    ("klassisch", ABC, CLOSED, {1: "Kh", 2: "As 3d"}, [14, 0, 0]),
    ("klassisch", ABC, {**CLOSED, "all_at_once": True}, {1: "Kh", 2: "As 3d"}, [28, 0, 0]),
    ("zwei", AB, CLOSED, {1: "Ah *"}, [0, -45]),
    ("zwei", AB, {**CLOSED, "all_at_once": True}, {1: "Ah"}, [0, -30]),
]


@pytest.mark.parametrize(("system", "names", "facts", "rests", "points"), WAYS)
def test_every_way_a_round_can_end_is_reckoned(
    app: Flask,
    system: str,
    names: list[str],
    facts: dict[str, Any],
    rests: dict[int, str],
    points: list[int],
) -> None:
    path, phones = seated(app, system, names)
    seen = _enter(path, phones, facts, rests)
    assert seen["pending"] is None
    assert seen["book"]["rounds"][0]["points"] == points
    assert seen["book"]["totals"] == points


def test_a_round_is_entered_only_when_everyone_confirmed(app: Flask) -> None:
    path, (anna, ben, cleo) = seated(app, "lite", ABC)
    anna.put(f"{path}/rounds/1", CLOSED)
    assert ben.get(path)["pending"]["waiting"] == [1, 2]
    seen = ben.put(f"{path}/rounds/1/rests/1", {"tiles": "Kh"})
    # The totals come as they come: Ben's ten points are there already.
    assert seen["pending"]["waiting"] == [2]
    assert seen["pending"]["points"] == [0, 10, 0]
    assert seen["book"]["rounds"] == []
    seen = cleo.put(f"{path}/rounds/1/rests/2", {"tiles": "*"})
    assert seen["pending"] is None
    assert seen["book"]["totals"] == [0, 10, 20]


def test_a_loser_cannot_confirm_without_a_rest(app: Flask) -> None:
    path, (anna, ben) = seated(app, "zahlen", AB)
    anna.put(f"{path}/rounds/1", CLOSED)
    reply = ben.ask("PUT", f"{path}/rounds/1/confirmations/1")
    assert reply.status_code == 422
    assert reply.json["error"]["code"] == "rest-empty"


def test_telling_another_end_asks_everyone_again(app: Flask) -> None:
    path, (anna, ben, cleo) = seated(app, "lite", ABC)
    anna.put(f"{path}/rounds/1", CLOSED)
    ben.put(f"{path}/rounds/1/rests/1", {"tiles": "Kh"})
    seen = cleo.put(f"{path}/rounds/1", {"end": "closed", "winner": 2})
    assert seen["pending"]["waiting"] == [0, 1]
    # What Ben wrote down is kept; he only has to say that it still counts.
    assert seen["pending"]["facts"]["rests"] == {"1": "Kh"}


def test_telling_the_same_twice_changes_nothing(app: Flask) -> None:
    path, (anna, ben) = seated(app, "zahlen", AB)
    for _ in range(2):
        anna.put(f"{path}/rounds/1", CLOSED)
    for _ in range(2):
        reply = ben.ask("PUT", f"{path}/rounds/1/rests/1", {"tiles": "r7"})
    assert reply.json["error"]["code"] == "round-entered"
    assert len(ben.get(path)["book"]["rounds"]) == 1
    reply = anna.ask("PUT", f"{path}/rounds/1", CLOSED)
    assert reply.status_code == 409


def test_a_round_can_be_played_on(app: Flask) -> None:
    path, (anna, _) = seated(app, "zahlen", AB)
    anna.put(f"{path}/rounds/1", CLOSED)
    seen = anna.ask("DELETE", f"{path}/rounds/1").json
    assert seen["pending"] is None
    assert seen["book"]["rounds"] == []


@pytest.mark.parametrize(
    ("system", "facts", "code"),
    [
        ("zwei", {"end": "passed"}, "not-understood"),
        ("zahlen", {"end": "closed"}, "no-winner"),
        ("zahlen", {"end": "passed", "winner": 0}, "no-winner"),
        ("zahlen", {"end": "closed", "winner": 5}, "not-understood"),
        ("zahlen", {"end": "closed", "winner": "0"}, "not-understood"),
        ("brett", {"end": "closed", "winner": 0}, "no-price"),
        ("brett", {**CLOSED, "board": {"tiles": BOARD.replace("b2", "r1")}}, "not-closed"),
        ("brett", {**CLOSED, "price": 250, "multiplier": 0}, "not-understood"),
        ("zahlen", {**CLOSED, "rests": {"1": "r14"}}, "unknown-tile"),
        ("zahlen", {**CLOSED, "rests": {"1": "r1 r1 r1"}}, "impossible-tiles"),
        ("zahlen", {**CLOSED, "rests": {"1": "Kh"}}, "impossible-tiles"),
        ("zahlen", ["end"], "not-understood"),
    ],
)
def test_what_cannot_be_is_refused_in_words(
    app: Flask, system: str, facts: object, code: str
) -> None:
    path, (anna, _) = seated(app, system, AB)
    reply = anna.put(f"{path}/rounds/1", facts)
    assert reply["error"]["code"] == code
    assert "{" not in reply["error"]["text"]
    assert anna.get(path)["pending"] is None


def test_two_rests_cannot_need_more_than_one_pack(app: Flask) -> None:
    path, (anna, ben, cleo) = seated(app, "klassisch", ABC)
    anna.put(f"{path}/rounds/1", CLOSED)
    ben.put(f"{path}/rounds/1/rests/1", {"tiles": "Kh"})
    reply = cleo.put(f"{path}/rounds/1/rests/2", {"tiles": "Kh"})
    assert reply["error"]["code"] == "impossible-tiles"


def test_the_game_ends_at_its_limit_and_names_who_won(app: Flask) -> None:
    path, phones = seated(app, "klassisch", AB, house={"limit": 20})
    seen = _enter(path, phones, CLOSED, {1: "Kh"})
    assert not seen["book"]["over"]
    seen = _enter(path, phones, CLOSED, {1: "Kh"})
    assert seen["book"]["over"]
    assert seen["book"]["winners"] == [0]


def test_points_that_only_change_hands_add_up_to_nothing(app: Flask) -> None:
    path, phones = seated(app, "brett", ABC)
    assert _enter(path, phones, {**CLOSED, "price": 250, "trump": 2})["book"]["balanced"] is True
    path, phones = seated(app, "lite", ABC)
    assert _enter(path, phones, CLOSED, {1: "Kh", 2: "*"})["book"]["balanced"] is None


def test_a_round_is_corrected_and_the_correction_undone(app: Flask) -> None:
    path, phones = seated(app, "zahlen", AB)
    anna, ben = phones
    _enter(path, phones, CLOSED, {1: "r7"})
    wrong = anna.get(f"{path}/rounds/1")["facts"]
    seen = ben.put(f"{path}/rounds/1/facts", {**wrong, "rests": {"1": "r7 b10"}})
    assert seen["book"]["totals"] == [17, 0]
    log = anna.get(f"{path}/changes")
    assert [(one["what"], one["by"]) for one in log] == [("corrected", "Ben"), ("entered", "Ben")]
    assert log[0]["before"]["rests"] == {"1": "r7"}
    assert log[0]["after"]["rests"] == {"1": "r7 b10"}
    seen = anna.post(f"{path}/undo")
    assert seen["book"]["totals"] == [7, 0]
    assert anna.get(f"{path}/changes")[0]["what"] == "undone"
    # Undone once more the round is gone from the book, and nothing is left to undo then.
    assert anna.post(f"{path}/undo")["book"]["rounds"] == []
    assert anna.post(f"{path}/undo")["error"]["code"] == "nothing-to-undo"


def test_a_removed_round_comes_back(app: Flask) -> None:
    path, phones = seated(app, "zahlen", AB)
    _enter(path, phones, CLOSED, {1: "r7"})
    _enter(path, phones, CLOSED, {1: "b2"})
    assert phones[0].ask("DELETE", f"{path}/rounds/1").json["error"]["code"] == "not-the-last"
    assert phones[0].ask("DELETE", f"{path}/rounds/2").json["book"]["totals"] == [7, 0]
    assert phones[1].post(f"{path}/undo")["book"]["totals"] == [9, 0]


def test_a_correction_must_be_complete(app: Flask) -> None:
    path, phones = seated(app, "lite", ABC)
    _enter(path, phones, CLOSED, {1: "Kh", 2: "*"})
    facts = {**CLOSED, "rests": {"1": "Kh"}}
    assert phones[0].put(f"{path}/rounds/1/facts", facts)["error"]["code"] == "rest-empty"


def test_an_opened_round_shows_every_line(app: Flask) -> None:
    path, phones = seated(app, "brett", AB)
    _enter(path, phones, {**CLOSED, "board": {"tiles": BOARD}})
    opened = phones[1].get(f"{path}/rounds/1")
    assert [(line["seat"], line["points"]) for line in opened["lines"]] == [(0, 150), (1, -150)]
    assert [line["code"] for line in opened["board"]["lines"]] == ["simple", "jokers_inside"]
