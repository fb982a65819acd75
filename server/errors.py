"""Every failure in words: JSON for the programs, a page for people, never a stack trace."""

from flask import Flask, Response, jsonify, render_template, request
from flask_babel import gettext
from werkzeug.exceptions import HTTPException

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


def _answer(problem: HTTPException) -> tuple[Response | str, int]:
    status = problem.code or 500
    code = CODES.get(status, "internal")
    if request.path.startswith("/api/"):
        return jsonify(error={"code": code, "text": say(code)}), status
    return render_template("error.html", text=say(code)), status
