"""A client of the application whose reader needs no networks."""

import pytest
from flask.testing import FlaskClient

from server.app import create_app
from tests.server.fakes import fake_read


@pytest.fixture
def client() -> FlaskClient:
    """Return a client of the application whose photos are words."""
    return create_app(read=fake_read, names=["table.test"]).test_client()
