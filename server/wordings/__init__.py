"""The words of the page's scripts and of the command line, each under a key.

A wording is a text, or a pair for one and for many; `{name}` is filled in where it is shown.
"""

from server.wordings.answers import ANSWERS
from server.wordings.page import PAGE
from server.wordings.troubles import TROUBLES

Wording = str | tuple[str, str]

WORDINGS: dict[str, Wording] = {**PAGE, **TROUBLES, **ANSWERS}


def english(key: str, **values: object) -> str:
    """Return one wording in English for the command line; `n` chooses between one and many."""
    wording = WORDINGS[key]
    text = wording if isinstance(wording, str) else wording[values.get("n") != 1]
    return text.format(**values)
