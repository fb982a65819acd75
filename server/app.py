"""The web application: put together here, a subject to each blueprint."""

from collections.abc import Iterable
from pathlib import Path

from flask import Flask

from server import compressing, errors, guard, language, pages, questions, readings
from server.camera import phones
from server.camera import routes as routes_of_camera
from server.camera.watch import Watch
from server.desk import WAITING, Reader, ReadingDesk, read_with_vision
from server.evening.register import register
from server.sets import routes
from server.storage.database import Database

# The largest photo accepted, in bytes; a phone's own photo has 2-12 MB.
LARGEST_UPLOAD = 60 * 1024 * 1024


def create_app(
    *,
    read: Reader = read_with_vision,
    names: Iterable[str] = (),
    readers: int | None = None,
    waiting: int = WAITING,
    database: Database | None = None,
    authority: Path | None = None,
    watch: Watch | None = None,
) -> Flask:
    """Make the application; `names` are further host names under which it may be visited.

    Without a database the games are gone with the process. `authority` is the certificate that
    phones may trust, where the page is served over HTTPS; `watch` follows the camera of the house.
    """
    app = Flask(__name__)
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_UPLOAD
    # Phones ask each time whether a file changed, which costs nothing in one's own network and
    # never shows yesterday's page.
    app.config["SEND_FILE_MAX_AGE_DEFAULT"] = None
    app.json.sort_keys = False  # type: ignore[attr-defined]
    compressing.compress(app)
    guard.protect(app, names)
    language.translate(app)
    errors.handle(app)
    app.register_blueprint(pages.blueprint)
    desk = ReadingDesk(read, readers=readers, waiting=waiting)
    app.register_blueprint(readings.blueprint(desk))
    app.register_blueprint(routes.blueprint(desk))
    app.register_blueprint(questions.blueprint)
    register(app, database or Database())
    app.register_blueprint(routes_of_camera.blueprint)
    app.register_blueprint(phones.blueprint())
    app.extensions["meldcam-authority"] = authority
    app.extensions["meldcam-camera"] = watch
    return app
