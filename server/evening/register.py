"""Everything of the evening, put into the application."""

from __future__ import annotations

from flask import Flask

from server.evening import again, checks, exports, pages, people, pictures, playing, seats, streams
from server.evening.live import Live
from server.storage.database import Database


def register(app: Flask, database: Database) -> None:
    """Add the evening's pages and their service."""
    app.extensions["meldcam-database"] = database
    app.extensions["meldcam-live"] = Live(database)
    app.extensions["meldcam-guesses"] = people.Guesses()
    app.after_request(people.remember)
    for part in (pages, seats, playing, checks, pictures, exports, streams, again):
        app.register_blueprint(part.blueprint)
    app.register_blueprint(pages.taught)
