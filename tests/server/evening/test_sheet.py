"""The rule sheet has words for everything the engine's tables say."""

import re

import pytest
from flask import Flask

from engine.rules import OPTIONS, SYSTEMS, side_by_side
from server.app import create_app
from server.evening.sheet import pattern, sheet
from server.wordings.sheet import CHOICES, GAMES, OPTION_TEXTS, SHEET

KNOWN = {*SHEET, *OPTION_TEXTS}


def _known(text: str) -> bool:
    return not re.search("[a-z]", text) or text in KNOWN or pattern(text)[0] in KNOWN


def test_every_cell_of_the_table_has_its_words() -> None:
    cells = [cell for row in side_by_side()[2:] for cell in row]
    assert [cell for cell in cells if not all(map(_known, cell.split("; ")))] == []


def test_every_option_and_its_choices_have_their_words() -> None:
    assert [option.text for option in OPTIONS.values() if not _known(option.text)] == []
    choices = {choice for option in OPTIONS.values() for choice in option.choices}
    assert choices - set(CHOICES) == set()
    assert set(GAMES) == set(SYSTEMS)


def test_no_wording_of_the_sheet_is_left_over() -> None:
    cells = {piece for row in side_by_side()[2:] for cell in row for piece in cell.split("; ")}
    used = cells | {option.text for option in OPTIONS.values()}
    used |= {pattern(piece)[0] for piece in used}
    assert [piece for piece in KNOWN if piece not in used and piece != "name"] == []


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "104 tiles, 2 jokers"),
        ("de", "104 Steine, 2 Joker"),
        ("es", "104 fichas, 2 comodines"),
    ],
)
def test_numbers_stand_where_they_belong(language: str, words: str) -> None:
    app: Flask = create_app()
    with app.test_request_context(headers={"Accept-Language": language}):
        told = sheet()
    assert words in [cell for row in told["rows"] for cell in row]
