"""Questions to the engine over HTTP."""

from flask.testing import FlaskClient


def test_a_question_is_answered(client: FlaskClient) -> None:
    question = {"ask": "advise", "game": "zahlen", "rack": "r7 r8 r9", "opened": True}
    reply = client.post("/api/ask", json=question)
    assert reply.status_code == 200
    assert reply.get_json()["placed"] == 3


def test_the_engine_says_what_is_wrong_with_a_question(client: FlaskClient) -> None:
    reply = client.post("/api/ask", json={"ask": "advise", "game": "zahlen", "rack": "r14"})
    assert reply.status_code == 422
    assert reply.get_json()["error"]["code"] == "unknown_tile"


def test_what_is_no_question_is_refused_in_json(client: FlaskClient) -> None:
    for reply in (
        client.post("/api/ask", data="{", content_type="application/json"),
        client.post("/api/ask", json=[1]),
        client.post("/api/ask", data="x=1", content_type="application/x-www-form-urlencoded"),
        client.post("/api/ask", data=b"x" * 70_000, content_type="application/json"),
        client.get("/api/ask"),
    ):
        assert 400 <= reply.status_code < 500
        assert reply.get_json()["error"]["text"]


def test_a_foreign_page_cannot_ask(client: FlaskClient) -> None:
    reply = client.post("/api/ask", json={}, headers={"Origin": "http://evil.example"})
    assert reply.status_code == 403
