"""The page."""

from flask import Blueprint, Response, abort, current_app, render_template, send_file

from server.evening import people, sheet
from server.language import phrases

blueprint = Blueprint("pages", __name__)


@blueprint.get("/")
def home() -> str:
    """Show the one page: photograph, correct, answer."""
    return render_template(
        "home.html", phrases=phrases(), systems=sheet.sheet()["systems"], token=people.token()
    )


@blueprint.get("/authority.pem")
def authority() -> Response:
    """Return the certificate of this house's authority, for phones that shall trust it."""
    path = current_app.extensions["meldcam-authority"]
    if path is None:
        abort(404)
    return send_file(path, mimetype="application/x-x509-ca-cert")
