"""German or English, as the browser asks."""

from flask import Flask, request
from flask_babel import Babel, get_locale

LANGUAGES = ("en", "de")


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
