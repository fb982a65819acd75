"""From the photo to the answer, as a player taps through it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from server.desk import read_with_vision
from tests.browser.conftest import SAMPLES, Open, serving
from tests.browser.rack import BOARD, RACK, SIZE, photo, reader

pytestmark = pytest.mark.browser
ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(scope="module")
def rack_server() -> Iterator[str]:
    with serving(reader(RACK)) as address:
        yield address


@pytest.fixture(scope="module")
def board_server() -> Iterator[str]:
    with serving(reader(BOARD)) as address:
        yield address


def _upload(page: Page, data: bytes, part: str = "rack", kind: str = "image/jpeg") -> None:
    file: Any = {"name": "photo.jpg", "mimeType": kind, "buffer": data}
    page.set_input_files(f"[data-photo={part}-camera]", file)


def _reveal(page: Page, level: str = "reveal") -> None:
    page.click(f"[data-key=hint-{level}]")


def _settle(page: Page) -> None:
    for choice in ("r9", "b6"):
        page.click(f"[data-key=choice-{choice}]")
    expect(page.locator(".question")).to_have_count(0)


def test_a_rack_is_photographed_corrected_and_answered(rack_server: str, open_phone: Open) -> None:
    page = open_phone(rack_server)
    _upload(page, photo(RACK))
    # No answer while a tile is unsure: the questions come first, with a look at the tile.
    expect(page.locator(".question h2")).to_have_text("9 or 6?")
    expect(page.locator(".question .cut-out image")).to_be_visible()
    expect(page.locator("#answer")).to_contain_text("2 tiles are still unsure")
    expect(page.locator(".photo .outline")).to_have_count(14)
    _settle(page)
    # Nobody reads along: it is covered until the player asks.
    expect(page.locator("#answer .verdict")).to_have_count(0)
    _reveal(page)
    expect(page.locator("#answer h2")).to_have_text("You can open with 9 tiles")
    # A tile is corrected with two taps, and the answer follows.
    page.click(".rack .tile >> nth=0")
    page.click("[data-key=pad-2]")
    page.click("[data-key=pad-done]")
    expect(page.locator(".rack .tile").first).to_have_accessible_name("red 2")
    expect(page.locator("#answer h2")).to_have_text("You can open with 6 tiles")
    page.click("[data-key=undo-rack]")
    expect(page.locator("#answer h2")).to_have_text("You can open with 9 tiles")
    page.click("[data-key=redo-rack]")
    expect(page.locator(".rack .tile").first).to_have_accessible_name("red 2")


def test_a_missed_tile_is_added_where_it_stands_and_a_false_one_removed(
    rack_server: str, open_phone: Open
) -> None:
    page = open_phone(rack_server)
    _upload(page, photo(RACK))
    _settle(page)
    # To the right of the first row, on the photo.
    _tap_photo(page, 1030, 255)
    page.click("[data-key=pad-k]")
    page.click("[data-key=pad-12]")
    expect(page.locator(".rack .row").first.locator(".tile")).to_have_count(8)
    expect(page.locator(".photo .outline")).to_have_count(15)
    last = page.locator(".rack .row").first.locator(".tile").last
    expect(last).to_have_accessible_name("black 12")
    last.click()
    page.click("[data-key=pad-remove]")
    expect(page.locator(".rack .tile")).to_have_count(14)


def _tap_photo(page: Page, x: float, y: float) -> None:
    where = page.locator(".photo").evaluate(
        """(drawing, [x, y]) => {
            const at = new DOMPoint(x, y).matrixTransform(drawing.getScreenCTM());
            return [at.x, at.y];
        }""",
        [x, y],
    )
    assert 0 < x < SIZE[0] and 0 < y < SIZE[1]
    page.mouse.click(*where)


def test_everything_survives_a_reload(rack_server: str, open_phone: Open) -> None:
    page = open_phone(rack_server)
    _upload(page, photo(RACK))
    _settle(page)
    page.check("[data-key=opened]")
    _reveal(page)
    expect(page.locator("#answer h2")).to_have_text("You can play 9 tiles")
    page.reload()
    _reveal(page)
    expect(page.locator("#answer h2")).to_have_text("You can play 9 tiles")
    expect(page.locator(".photo image")).to_be_visible()
    expect(page.locator(".rack .tile")).to_have_count(14)
    page.click("[data-key=undo-rack]")
    expect(page.locator(".question h2")).to_contain_text("6")


def test_the_table_is_typed_and_the_play_comes_in_steps(rack_server: str, open_phone: Open) -> None:
    page = open_phone(rack_server)
    page.click("[data-key=type]")
    page.fill("#text-rack", "R7 r8, b4 K5")
    page.click("[data-key=take-rack]")
    page.check("[data-key=opened]")
    page.click("[data-key=type-table]")
    page.fill("#text-table", "r3 r4 r5 r6 | r5 b5 y5 | x11 y12 *")
    page.click("[data-key=take-table]")
    expect(page.locator("#problem-table")).to_contain_text("x11")
    page.fill("#text-table", "r3 r4 r5 r6 | r5 b5 y5\ny11 y12 *")
    page.click("[data-key=take-table]")
    _reveal(page)
    expect(page.locator("#answer h2")).to_have_text("You can play 3 tiles")
    expect(page.locator(".steps > li")).to_have_count(2)
    expect(page.locator(".steps > li").first).to_contain_text("Add red 7 and red 8")
    expect(page.locator("#answer")).to_contain_text("Stays on your rack")


def test_what_is_being_typed_outlives_an_answer(rack_server: str, open_phone: Open) -> None:
    page = open_phone(rack_server)
    page.click("[data-key=type]")
    page.fill("#text-rack", "r7 r8 r9")
    page.click("[data-key=take-rack]")
    _reveal(page)
    expect(page.locator("#answer .verdict h2")).to_be_visible()
    page.fill("#text-rack", "r7 r8 r9 b1")
    page.check("[data-key=opened]")
    expect(page.locator("#answer h2")).to_have_text("You can lay everything!")
    expect(page.locator("#text-rack")).to_have_value("r7 r8 r9 b1")


def test_a_closed_board_is_priced_line_by_line_in_german(
    board_server: str, open_phone: Open
) -> None:
    page = open_phone(board_server, locale="de-DE")
    page.check("[data-key=game-brett]")
    expect(page.locator("h1")).to_have_text("Kann ich schließen?")
    _upload(page, photo(BOARD))
    _reveal(page, "close")
    expect(page.locator("#answer h2")).to_have_text("Geschlossen!")
    expect(page.locator("#answer")).to_contain_text("Einfach")
    page.click("[data-key=multiplier1]")
    page.click("[data-key=opponents1]")
    expect(page.locator(".lines .is-sum td")).to_have_text("600")
    expect(page.locator(".lines")).to_contain_text("−100")
    page.click(".rack .tile >> nth=0")
    page.click("[data-key=pad-1]")
    page.keyboard.press("Escape")
    expect(page.locator("#answer h2")).to_have_text("Nicht geschlossen")
    expect(page.locator("#answer")).to_contain_text("Mit einem passenden Stein mehr")


def test_three_of_a_kind_are_named(rack_server: str, open_phone: Open) -> None:
    page = open_phone(rack_server)
    page.click("[data-key=type]")
    page.fill("#text-rack", "r7 r7 r7")
    page.keyboard.press("Enter")
    _reveal(page)
    expect(page.locator("#answer .notice")).to_contain_text("red 7: the pack does not have so many")


@pytest.mark.parametrize(
    ("data", "words"),
    [(b"", "This file is empty."), (b"a letter", "This file is no photo that I can open.")],
)
def test_a_bad_file_is_refused_in_words(
    rack_server: str, open_phone: Open, data: bytes, words: str
) -> None:
    page = open_phone(rack_server)
    _upload(page, data)
    expect(page.locator("[role=alert] h2")).to_have_text(words)
    expect(page.locator("[data-photo=rack-camera]")).to_be_enabled()


def test_a_server_that_is_gone_is_told_and_the_photo_is_kept(
    rack_server: str, open_phone: Open
) -> None:
    page = open_phone(rack_server)
    page.route("**/api/read*", lambda route: route.abort())
    _upload(page, photo(RACK))
    expect(page.locator("[role=alert] h2")).to_contain_text("cannot reach the computer")
    page.unroute("**/api/read*")
    page.click("[data-key=retry-rack]")
    expect(page.locator(".question h2")).to_be_visible()


def test_the_page_works_with_the_keyboard_alone(rack_server: str, open_phone: Open) -> None:
    page = open_phone(rack_server)
    _upload(page, photo(RACK))
    page.focus("[data-key=choice-r9]")
    page.keyboard.press("Enter")
    page.focus("[data-key=choice-b6]")
    page.keyboard.press("Enter")
    first = page.locator(".rack .tile").first
    first.focus()
    page.keyboard.press("Enter")
    page.focus("[data-key=pad-3]")
    page.keyboard.press("Space")
    page.keyboard.press("Escape")
    expect(first).to_be_focused()
    expect(first).to_have_accessible_name("red 3")


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_nothing_is_wider_than_the_screen(rack_server: str, open_phone: Open, width: int) -> None:
    page = open_phone(rack_server, viewport={"width": width, "height": 700}, locale="de-DE")
    _assert_fits(page, width)
    _upload(page, photo(RACK))
    _settle(page)
    _reveal(page)
    expect(page.locator("#answer .verdict h2")).to_be_visible()
    _assert_fits(page, width)


def _assert_fits(page: Page, width: int) -> None:
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_networks_read_a_rendered_photo(open_phone: Open) -> None:
    if not list((ROOT / "models").glob("*.onnx")):
        pytest.skip("no weights in models/")
    with serving(read_with_vision) as address:
        page = open_phone(address)
        page.set_input_files("[data-photo=rack-file]", SAMPLES / "rack.jpg")
        expect(page.locator(".photo .outline").first).to_be_visible(timeout=60_000)
        while page.locator(".question").count():
            before = page.locator(".tile.is-unsure").count()
            page.click(".question .choices .tile >> nth=0")
            expect(page.locator(".tile.is-unsure")).to_have_count(before - 1)
        _reveal(page)
        expect(page.locator("#answer .verdict h2")).to_be_visible()


def test_a_hint_says_no_more_than_was_asked_for(rack_server: str, open_phone: Open) -> None:
    page = open_phone(rack_server)
    _upload(page, photo(RACK))
    _settle(page)
    answer = page.locator("#answer")
    _reveal(page, "nudge")
    expect(answer).to_contain_text("There is something to play")
    expect(answer.locator(".tile")).to_have_count(0)
    _reveal(page, "point")
    expect(answer.locator(".tile")).to_have_count(9)
    page.click("[data-key=cover]")
    expect(answer.locator(".tile")).to_have_count(0)
    # Who goes back to the start has covered it too.
    _reveal(page)
    expect(answer.locator(".verdict")).to_be_visible()
    page.click(".brand")
    page.go_back()
    expect(answer.locator(".verdict")).to_have_count(0)


def test_a_hand_of_cards_is_typed_in_german_and_answered(
    rack_server: str, open_phone: Open
) -> None:
    page = open_phone(rack_server, locale="de-DE")
    page.check("[data-key=game-klassisch]")
    page.click("[data-key=type]")
    page.fill("#text-hand", "7H 8H 9H KX 2K DP")
    page.click("[data-key=take-hand]")
    expect(page.locator(".rack .tile").nth(3)).to_have_accessible_name("Kreuz König")
    page.click("[data-key=type-cards]")
    page.fill("#text-cards", "KH KK KP | 2H 3H 4H")
    page.click("[data-key=take-cards]")
    _reveal(page)
    answer = page.locator("#answer")
    expect(answer.locator(".verdict h2")).to_have_text("Du kannst 4 Karten legen")
    expect(answer.locator(".steps > li")).to_have_count(2)
    expect(answer.locator(".throws li")).to_have_count(2)
    # The tiles of the other game are still there, and so are the cards after a reload.
    page.reload()
    expect(page.locator(".rack .tile")).to_have_count(6)


def test_a_house_rule_changes_the_answer(rack_server: str, open_phone: Open) -> None:
    page = open_phone(rack_server)
    page.click("[data-key=house]")
    for _ in range(2):
        page.click("[data-key=first_meld-5]")
    expect(page.locator(".rule.is-other")).to_contain_text("printed is: 30")
    page.click("[data-key=type]")
    page.fill("#text-rack", "r4 r5 r6")
    page.keyboard.press("Enter")
    _reveal(page)
    expect(page.locator("#answer")).to_contain_text("20 are needed")


def test_a_tile_is_dragged_and_moved_with_the_arrow_keys(
    rack_server: str, open_phone: Open
) -> None:
    page = open_phone(rack_server)
    page.click("[data-key=type]")
    page.fill("#text-rack", "r1 r2 r3 r4")
    page.keyboard.press("Enter")
    tiles = page.locator(".rack .tile")
    last = tiles.nth(3).bounding_box()
    first = tiles.nth(0).bounding_box()
    assert last and first
    page.mouse.move(first["x"] + 20, first["y"] + 20)
    page.mouse.down()
    page.mouse.move(last["x"] + last["width"] - 4, last["y"] + 20, steps=6)
    page.mouse.up()
    expect(tiles.nth(3)).to_have_accessible_name("red 1")
    # The pad of the tile that was dragged stays closed.
    expect(page.locator("#pad")).not_to_be_visible()
    tiles.nth(3).focus()
    page.keyboard.press("ArrowLeft")
    expect(tiles.nth(2)).to_have_accessible_name("red 1")
    expect(tiles.nth(2)).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.locator(".rack .row")).to_have_count(2)
    page.click("[data-key=undo-rack]")
    page.click("[data-key=undo-rack]")
    page.click("[data-key=undo-rack]")
    expect(tiles.nth(0)).to_have_accessible_name("red 1")


def test_a_tile_is_dragged_with_a_finger_that_rests_on_it_first(
    rack_server: str, open_phone: Open
) -> None:
    page = open_phone(rack_server)
    page.click("[data-key=type]")
    page.fill("#text-rack", "r1 r2 r3 r4")
    page.keyboard.press("Enter")
    tiles = page.locator(".rack .tile")
    first, last = tiles.nth(0).bounding_box(), tiles.nth(3).bounding_box()
    assert first and last
    finger = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        at = [{"x": x, "y": y} for x, y in points]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    start = (first["x"] + 20, first["y"] + 20)
    touch("touchStart", start)
    expect(page.locator(".tile.is-held")).to_have_count(1)
    touch("touchMove", (start[0] + 60, start[1]))
    touch("touchMove", (last["x"] + last["width"] - 4, start[1]))
    touch("touchEnd")
    expect(tiles.nth(3)).to_have_accessible_name("red 1")
    # The pad stays closed, and the next tap opens it again.
    expect(page.locator("#pad")).not_to_be_visible()
    tiles.nth(0).tap()
    expect(page.locator("#pad")).to_be_visible()


def test_what_is_kept_outlives_the_change_of_game(rack_server: str, open_phone: Open) -> None:
    page = open_phone(rack_server)
    _upload(page, photo(RACK))
    _settle(page)
    page.click("#game-now")
    page.check("[data-key=game-zwei]")
    page.click("[data-key=type]")
    page.fill("#text-hand", "7h 8h 9h joker")
    page.click("[data-key=take-hand]")
    expect(page.locator("#problem-hand")).to_contain_text("joker")
    page.fill("#text-hand", "7h 8h 9h *")
    page.click("[data-key=take-hand]")
    page.click("#game-now")
    page.check("[data-key=game-zahlen]")
    page.click(".start a[href='#rack']")
    expect(page.locator(".rack .tile")).to_have_count(14)
    expect(page.locator(".photo image")).to_be_visible()
