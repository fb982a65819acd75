"""The application on each database: SQLite, and a real PostgreSQL where one is installed.

The database is the same for all tests, as it is for all games of a house.
"""

from collections.abc import Iterator

import pytest
from flask import Flask

from server.app import create_app
from server.storage.database import Database
from tests.server.fakes import fake_read


@pytest.fixture(scope="session", params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest) -> Iterator[Database]:
    """Return a database."""
    with pytest.MonkeyPatch.context() as environment:
        environment.delenv("MELDCAM_DATABASE", raising=False)
        if request.param == "postgresql":
            environment.setenv("MELDCAM_DATABASE", request.getfixturevalue("postgres"))
        folder = request.getfixturevalue("tmp_path_factory").mktemp("house")
        kept = Database.of_the_house(folder)
    yield kept
    kept.close()


@pytest.fixture
def app(database: Database) -> Flask:
    """Return the application whose photos are words."""
    return create_app(read=fake_read, database=database)
