"""Every failure in words: JSON for the programs, a page for people, never a stack trace."""

import logging

from flask import Flask, Response, jsonify, render_template, request
from flask_babel import gettext
from sqlalchemy.exc import DBAPIError, OperationalError
from werkzeug.exceptions import HTTPException

from server.evening.refusal import Refused
from server.storage.database import DatabaseUnusable
from server.wordings.refusals import REFUSALS
from server.wordings.troubles import TROUBLES

log = logging.getLogger(__name__)

# HTTP status -> (code for programs, wording).
CODES = {
    400: "bad-request",
    403: "foreign-origin",
    404: "not-found",
    405: "not-found",
    413: "upload-too-big",
    415: "bad-request",
    421: "foreign-host",
    503: "busy",
}


def handle(app: Flask) -> None:
    """Answer every exception with a sentence."""
    app.register_error_handler(HTTPException, _answer)
    app.register_error_handler(Refused, _refuse)
    app.register_error_handler(DBAPIError, _storage_failed)
    app.register_error_handler(DatabaseUnusable, _storage_failed)
    # Flask logs the exception itself before it asks for this answer.
    app.register_error_handler(500, _answer)


def say(code: str) -> str:
    """Return the sentence for one of our own codes, in the visitor's language."""
    texts = {
        "bad-request": gettext("This request was not understood."),
        "foreign-origin": gettext("This request came from another site and was refused."),
        "not-found": gettext("There is nothing here."),
        "upload-too-big": gettext("This photo is too big: 60 MB is the most."),
        "foreign-host": gettext(
            "meldcam is not known under this name. Use the address it printed."
        ),
        "busy": gettext("Many photos are waiting just now. Try again in a moment."),
        "internal": gettext("Something went wrong here. Try again."),
    }
    return str(texts[code])


def trouble(code: str) -> str:
    """Return what is wrong with a photo and what to do, in the visitor's language."""
    key = f"trouble.{code}" if f"trouble.{code}" in TROUBLES else "trouble.internal"
    told, then = TROUBLES[key], TROUBLES[f"{key}.do"]
    return " ".join(str(gettext(text)) for text in (told, then) if isinstance(text, str))


def refusal(why: str, **values: object) -> str:
    """Return the sentence for something that does not go, in the visitor's language."""
    return str(gettext(REFUSALS[why])).format(**values)


def _answer(problem: HTTPException) -> tuple[Response | str, int]:
    status = problem.code or 500
    code = CODES.get(status, "internal")
    return _tell(code, say(code), status)


def _refuse(problem: Refused) -> tuple[Response | str, int]:
    text = refusal(problem.why, **problem.values)
    return _tell(problem.why, text, problem.code or 422, tiles=problem.values.get("tiles"))


def _storage_failed(trouble: Exception) -> tuple[Response | str, int]:
    log.error("the database failed: %s", trouble)
    if not isinstance(trouble, OperationalError | DatabaseUnusable):
        return _tell("internal", say("internal"), 500)
    why = "storage-full" if "full" in str(trouble).lower() else "storage-away"
    return _tell(why, refusal(why), 503)


def _tell(code: str, text: str, status: int, *, tiles: object = None) -> tuple[Response | str, int]:
    if request.path.startswith("/api/"):
        # The page has the tiles' names; the sentence has their notation.
        concerned = {"tiles": tiles} if tiles else {}
        return jsonify(error={"code": code, "text": text, **concerned}), status
    return render_template("error.html", text=text), status
