"""The words of the page's scripts and of the command line, each under a key.

A wording is a text, or a pair for one and for many; `{name}` is filled in where it is shown.
"""

from server.wordings.answers import ANSWERS
from server.wordings.camera import CAMERA, LIVE
from server.wordings.evening import EVENING
from server.wordings.page import PAGE
from server.wordings.sets import SET_NOTES, SETS
from server.wordings.troubles import TROUBLES

Wording = str | tuple[str, str]

EVENING_PARTS = (PAGE, TROUBLES, ANSWERS, EVENING, SET_NOTES, LIVE)

WORDINGS: dict[str, Wording] = {
    key: wording for part in (*EVENING_PARTS, SETS, CAMERA) for key, wording in part.items()
}


def english(key: str, **values: object) -> str:
    """Return one wording in English for the command line; `n` chooses between one and many."""
    wording = WORDINGS[key]
    text = wording if isinstance(wording, str) else wording[values.get("n") != 1]
    return text.format(**values)
