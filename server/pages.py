"""The page."""

from flask import Blueprint, render_template

from server.language import phrases
from server.wordings import HOME_PARTS

blueprint = Blueprint("pages", __name__)


@blueprint.get("/")
def home() -> str:
    """Show the one page: photograph, correct, answer."""
    return render_template("home.html", phrases=phrases(*HOME_PARTS))
