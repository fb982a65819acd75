"""The application on each database: SQLite, and a real PostgreSQL where one is installed."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import text

from server.app import create_app
from server.storage.database import Database, make_engine
from tests.server.fakes import fake_read


@pytest.fixture(params=["sqlite", "postgresql"])
def database(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Database]:
    """Return an empty database."""
    if request.param == "postgresql":
        url = request.getfixturevalue("postgres")
        monkeypatch.setenv("MELDCAM_DATABASE", url)
        _empty(url)
    else:
        monkeypatch.delenv("MELDCAM_DATABASE", raising=False)
    kept = Database.of_the_house(tmp_path)
    yield kept
    kept.close()


@pytest.fixture
def app(database: Database) -> Flask:
    """Return the application whose photos are words."""
    return create_app(read=fake_read, database=database)


def _empty(url: str) -> None:
    engine = make_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        connection.execute(text("drop schema public cascade"))
        connection.execute(text("create schema public"))
    engine.dispose()
