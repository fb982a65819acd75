"""The pages of the evening: my games, a new game, the table, the shared screen."""

from __future__ import annotations

from flask import Blueprint, current_app, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from server.evening import people, sheet
from server.evening.place import database
from server.language import phrases
from server.storage.games import device_of, find_game
from server.storage.tables import CODE_LENGTH
from server.wordings import EVENING_PARTS
from server.wordings.camera import CAMERA
from server.wordings.sets import SETS

blueprint = Blueprint("evening", __name__, url_prefix="/games")
taught = Blueprint("taught", __name__)
# What only one page says.
MORE = {"sets": (SETS,), "camera": (CAMERA,)}


@blueprint.get("")
def games() -> str:
    """Show the games of this device, and the way into another one."""
    return _page("games", systems=sheet.names())


@blueprint.get("/new")
def new() -> str:
    """Show how to start a game."""
    return _page("new", systems=sheet.sheet())


@blueprint.get("/<code>")
def table(code: str) -> str | Response:
    """Show a game to who plays in it; who has only its code is asked in first."""
    return _at_table(code, "table")


@blueprint.get("/<code>/screen")
def screen(code: str) -> str | Response:
    """Show a game in large type, for everybody."""
    return _at_table(code, "screen")


@blueprint.get("/<code>/camera")
def camera(code: str) -> str | Response:
    """Show what the camera of the house sees, to who plays in the game."""
    return _at_table(code, "camera")


@taught.get("/sets")
def sets() -> str:
    """Show the sets of the house and how to teach one; `?game=CODE` for the phones of a game."""
    code = request.args.get("game", "")
    with database().reading() as session:
        game = find_game(session, code) if len(code) == CODE_LENGTH else None
        known = game is not None and device_of(game, people.secret()) is not None
    return _page("sets", code=code.upper() if known else "")


def _at_table(code: str, scene: str) -> str | Response:
    if code != code.upper():
        return redirect(url_for(f"evening.{scene}", code=code.upper()))
    with database().reading() as session:
        game = find_game(session, code)
        known = game is not None and device_of(game, people.secret()) is not None
    # The page itself enters with the code: a change needs the page's token.
    return _page(scene, code=code, known=known)


def _page(scene: str, *, code: str = "", known: bool = True, systems: object = None) -> str:
    return render_template(
        "evening/page.html",
        scene=scene,
        code=code,
        known=known,
        token=people.token(),
        systems=systems,
        camera=current_app.extensions["meldcam-camera"] is not None,
        phrases=phrases(*EVENING_PARTS, *MORE.get(scene, ())),
    )
