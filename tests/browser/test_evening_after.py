"""After a game, and in the middle of one with cards: in a real Chromium."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Open, serving
from tests.browser.rack import BOARD, photo, reader
from tests.browser.test_evening import FOLLOWS, _close_for, _go, _leave, _start

pytestmark = pytest.mark.browser

CARDS = ("7h 8h 9h", "2c Kd?Kh Ks")
FILE: Any = {"name": "x.jpg", "mimeType": "image/jpeg", "buffer": photo(BOARD)}


def test_the_same_people_play_on_and_the_old_game_can_be_deleted(open_phone: Open) -> None:
    with serving(reader(BOARD)) as house:
        table = _start(house, open_phone, "zahlen", ("Anna", "Ben"))
        _close_for(table.anna, 0)
        _leave(table.ben, 1, "r7")
        _go(table.anna, "book")
        table.anna.click("[data-key=again]")
        expect(table.anna.locator(".standing .is-me")).to_contain_text("Anna")
        assert table.anna.url.split("#")[0] != table.address
        # The tablet goes along by itself, the other phone with one tap; nobody joins anew.
        code = table.anna.url.rsplit("/", 1)[1].strip("#")
        table.screen.wait_for_url(f"**/games/{code}/screen", timeout=FOLLOWS)
        _go(table.ben, "")
        table.ben.click("[data-key=to-next]")
        expect(table.ben.locator(".standing .is-me")).to_contain_text("Ben")
        # The old one is deleted by one of them, once it is sure.
        watching = open_phone(house)
        watching.context.add_cookies(table.ben.context.cookies())  # type: ignore[arg-type]
        watching.goto(table.address)
        expect(watching.locator(".standing .is-me")).to_contain_text("Ben")
        table.anna.goto(f"{table.address}#book")
        table.anna.click("[data-key=delete]")
        table.anna.click("[data-key=sure-yes]")
        expect(table.anna.locator("[data-key=new]")).to_be_visible()
        expect(table.anna.locator(".games-list li")).to_have_count(1)
        expect(watching.locator("main")).to_contain_text("was deleted", timeout=FOLLOWS)


def test_cards_are_photographed_at_ones_turn_and_when_the_round_is_over(open_phone: Open) -> None:
    with serving(reader(CARDS)) as house:
        table = _start(house, open_phone, "klassisch", ("Anna", "Ben"))
        _go(table.anna, "mine")
        table.anna.set_input_files("[data-key^=photo-rack-]", FILE)
        # One is unsure: asked first, with the names of cards.
        question = table.anna.locator(".question")
        expect(question).to_be_visible()
        question.locator("[data-key=choice-Kd]").click()
        table.anna.click("[data-key^=confirm-rack-]")
        table.anna.click("[data-key=hint-reveal]")
        expect(table.anna.locator(".mine .answer")).to_contain_text("You can play 3 cards")
        _close_for(table.anna, 0)
        _go(table.ben, "over")
        table.ben.set_input_files("[data-key^=photo-rest-1-]", FILE)
        table.ben.locator("[data-key=choice-Kd]").click()
        table.ben.click("[data-key^=confirm-rest-1-]")
        # 7 + 8 + 9 + 2 + 10 + 10
        total = table.screen.locator(".standing tr").nth(1)
        expect(total).to_contain_text("46", timeout=FOLLOWS)


@pytest.mark.parametrize(
    ("locale", "words"),
    [("de-DE", "Rot 7: So viele"), ("es-ES", "7 rojo: el juego"), ("en-GB", "red 7: the pack")],
)
def test_tiles_that_the_pack_has_not_are_named_in_ones_language(
    open_phone: Open, locale: str, words: str
) -> None:
    with serving(reader(BOARD)) as house:
        table = _start(house, open_phone, "brett", ("Anna", "Ben"))
        other = open_phone(house, locale=locale)
        other.context.add_cookies(table.anna.context.cookies())  # type: ignore[arg-type]
        other.goto(f"{table.address}#board")
        other.click("[data-key^=type-board-]")
        other.fill("[id^=text-board-]", "r7 r7 r7 r8")
        other.click("[data-key^=confirm-board-]")
        expect(other.locator(".notice[role=alert]")).to_contain_text(words)


def test_two_phones_that_confirm_at_once_enter_the_round_once(open_phone: Open) -> None:
    with serving(reader(BOARD)) as house:
        table = _start(house, open_phone, "klassisch", ("Anna", "Ben"))
        _close_for(table.anna, 0)
        # The same player on two devices, and both confirm what is left in the same moment.
        put = """async (path) => {
            const token = document.querySelector('meta[name="meldcam-token"]').content;
            const headers = { "X-Meldcam-Token": token, "Content-Type": "application/json" };
            const body = JSON.stringify({ tiles: "7h 2c" });
            const both = [1, 2].map(() => fetch(path, { method: "PUT", headers, body }));
            return (await Promise.all(both)).map((reply) => reply.status).sort();
        }"""
        path = f"/api{table.address.removeprefix(house.rstrip('/'))}/rounds/1/rests/1"
        # The second one is told that the round is in the book, and changes nothing.
        assert table.ben.evaluate(put, path) == [200, 409]
        expect(table.screen.locator(".standing tr").nth(1)).to_contain_text("9", timeout=FOLLOWS)
        _go(table.ben, "book")
        expect(table.ben.locator(".book tbody tr")).to_have_count(1)
