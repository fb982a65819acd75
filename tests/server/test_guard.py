"""Only this house, only our own page."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from server import guard


@pytest.fixture
def house() -> FlaskClient:
    app = Flask(__name__)
    guard.protect(app, ["Table.test"], lambda: frozenset({"192.168.7.5", "fe80::1"}))
    app.add_url_rule("/", view_func=lambda: "home", methods=["GET", "POST"])
    return app.test_client()


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost", 200),
        ("localhost:8484", 200),
        ("127.0.0.1:8484", 200),
        ("[::1]:8484", 200),
        ("192.168.7.5:8484", 200),
        ("table.test", 200),
        ("TABLE.test:80", 200),
        ("192.168.7.6:8484", 421),
        ("evil.example", 421),
        ("localhost.evil.example", 421),
        ("127.0.0.1.evil.example", 421),
    ],
)
def test_a_host_is_served_under_its_own_names_only(
    house: FlaskClient, host: str, status: int
) -> None:
    assert house.get("/", headers={"Host": host}).status_code == status


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Origin": "http://localhost"}, 200),
        ({"Sec-Fetch-Site": "same-origin"}, 200),
        ({"Origin": "http://localhost:9999"}, 403),
        ({"Origin": "https://localhost"}, 403),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
    ],
)
def test_only_our_own_page_may_post(
    house: FlaskClient, headers: dict[str, str], status: int
) -> None:
    assert house.post("/", headers=headers).status_code == status


def test_a_link_from_elsewhere_may_open_the_page(house: FlaskClient) -> None:
    reply = house.get("/", headers={"Sec-Fetch-Site": "cross-site"})
    assert reply.status_code == 200


def test_every_answer_carries_the_security_headers(house: FlaskClient) -> None:
    for path in ("/", "/nothing"):
        policy = house.get(path).headers["Content-Security-Policy"]
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy
        assert house.get(path).headers["X-Content-Type-Options"] == "nosniff"
