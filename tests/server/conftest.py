"""A client of the application whose reader needs no networks."""

from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient

from server.app import create_app
from server.storage.database import Database
from tests.server.fakes import fake_read
from tests.server.postgres import running, tools


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """Start a PostgreSQL, or skip."""
    folder = tools()
    if folder is None:
        pytest.skip("no PostgreSQL here: apt install postgresql")
    with running(folder) as url:
        yield url


@pytest.fixture
def client() -> Iterator[FlaskClient]:
    """Return a client of the application whose photos are words."""
    database = Database()
    yield create_app(read=fake_read, names=["table.test"], database=database).test_client()
    database.close()
