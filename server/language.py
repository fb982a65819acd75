"""English, German or Spanish, as the browser asks."""

from collections.abc import Mapping

from flask import Flask, request
from flask_babel import Babel, get_locale, gettext, ngettext

from server.wordings import WORDINGS, Wording

LANGUAGES = ("en", "de", "es")


def translate(app: Flask) -> None:
    """Choose the language of each request and tell the templates."""
    app.config["BABEL_TRANSLATION_DIRECTORIES"] = "translations"
    Babel(app, locale_selector=choose)

    @app.context_processor
    def add_language() -> dict[str, str]:
        return {"language": str(get_locale())}


def choose() -> str:
    """Return the visitor's preferred language among ours."""
    return request.accept_languages.best_match(LANGUAGES) or LANGUAGES[0]


def phrases(*parts: Mapping[str, Wording]) -> dict[str, str | list[str]]:
    """Return the wordings of these parts in the visitor's language, the pairs as lists."""
    chosen = parts or (WORDINGS,)
    return {key: _translated(wording) for part in chosen for key, wording in part.items()}


def _translated(wording: Wording) -> str | list[str]:
    if isinstance(wording, str):
        return str(gettext(wording))
    return [str(ngettext(*wording, 1)), str(ngettext(*wording, 2))]
