"""The evening as people tap through it: two phones, and the shared screen in the middle."""

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PATIENCE, Open, serving
from tests.browser.rack import BOARD, photo, reader
from tests.server.house import running

pytestmark = pytest.mark.browser

TABLET = {"width": 1280, "height": 800}
# Others follow without reloading; how fast, tests/bench_evening.py prints. Milliseconds.
FOLLOWS = PATIENCE
# A board with an unsure tile: the last joker may be a red one.
UNSURE = (BOARD[0], BOARD[1].removesuffix("*") + "*?r1")
# Every answer takes long, as on a busy machine.
SLOW_ANSWERS = """() => {
    const quick = window.fetch;
    window.fetch = async (...asked) => {
        const reply = await quick(...asked);
        await new Promise((done) => setTimeout(done, 900));
        return reply;
    };
}"""


@pytest.fixture(scope="module")
def house() -> Iterator[str]:
    with serving(reader(UNSURE)) as address:
        yield address


@dataclass(frozen=True, slots=True)
class Evening:
    """Two players' phones, the shared screen, and the address of their game."""

    anna: Page
    ben: Page
    screen: Page
    address: str


def _start(house: str, open_phone: Open, system: str, names: tuple[str, str]) -> Evening:
    anna = open_phone(f"{house}games")
    anna.click("[data-key=new]")
    anna.check(f"[data-key=system-{system}]")
    for at, name in enumerate(names):
        anna.fill(f"#name-{at}", name)
    anna.click("[data-key=start]")
    anna.click("[data-key=who-0]")
    expect(anna.locator(".standing")).to_be_visible()
    address = anna.url.split("#")[0]
    ben = open_phone(f"{house}games")
    ben.fill("#code", address.rsplit("/", 1)[1].lower())
    ben.click("[data-key=join]")
    ben.click("[data-key=who-1]")
    expect(ben.locator(".standing")).to_be_visible()
    screen = open_phone(f"{address}/screen", viewport=TABLET, has_touch=False)
    expect(screen.locator(".shared")).to_be_visible()
    return Evening(anna, ben, screen, address)


def _go(page: Page, scene: str) -> None:
    page.goto(f"{page.url.split('#')[0]}#{scene}")


def _close_for(page: Page, winner: int) -> None:
    _go(page, "over")
    page.check(f"[data-key=winner-{winner}]")
    page.click("[data-key=tell-end]")


def _leave(page: Page, seat: int, tiles: str) -> None:
    _go(page, "over")
    page.click(f"[data-key^=type-rest-{seat}-]")
    page.fill(f"[id^=text-rest-{seat}-]", tiles)
    page.click(f"[data-key^=confirm-rest-{seat}-]")


def test_a_game_is_started_with_house_rules_and_others_join(house: str, open_phone: Open) -> None:
    anna = open_phone(f"{house}games/new")
    anna.check("[data-key=system-lite]")
    anna.click("[data-key=sheet]")
    expect(anna.locator(".sheet thead")).to_contain_text("Rommé für zwei")
    anna.click("[data-key=rules]")
    anna.click("[data-key=first_meld5]")
    expect(anna.locator(".rule.is-other")).to_contain_text("40")
    anna.click("[data-key=more-players]")
    for at, name in enumerate(("Anna", "<b>Ben</b>", "Cleo")):
        anna.fill(f"#name-{at}", name)
    anna.click("[data-key=start]")
    anna.click("[data-key=who-0]")
    # What a person typed stays text.
    expect(anna.locator(".standing tr").nth(2)).to_contain_text("<b>Ben</b>")
    address = anna.url.split("#")[0]
    anna.click(".code-chip")
    expect(anna.locator(".qr").first).to_be_visible()
    assert anna.locator(".qr").first.evaluate("(image) => image.complete && image.naturalWidth")
    ben = open_phone(address)
    ben.click("[data-key=who-1]")
    expect(ben.locator(".standing .is-me")).to_contain_text("<b>Ben</b>")
    _go(anna, "")
    expect(anna.locator(".standing tr").nth(2)).not_to_contain_text("no phone", timeout=FOLLOWS)


def test_a_second_device_takes_over(house: str, open_phone: Open) -> None:
    table = _start(house, open_phone, "zahlen", ("Anna", "Ben"))
    _go(table.anna, "invite")
    table.anna.click("[data-key=handover]")
    handover = table.anna.locator(".address").inner_text()
    tablet = open_phone(house)
    # The machine's own address, as this test reaches it.
    tablet.goto(re.sub(r"^http://[^/]+/", house, handover))
    expect(tablet.locator(".standing .is-me")).to_contain_text("Anna")
    expect(table.anna.locator("h1")).to_have_text("Who are you?", timeout=FOLLOWS)
    # The old phone asks for the place again, and the new one lets it in.
    table.anna.click("[data-key=who-0]")
    tablet.locator("[data-key^=admit]").click(timeout=FOLLOWS)
    expect(table.anna.locator(".standing .is-me")).to_contain_text("Anna", timeout=FOLLOWS)


def test_a_board_is_judged_on_everybodys_screen_once_it_is_sure(
    house: str, open_phone: Open
) -> None:
    table = _start(house, open_phone, "brett", ("Anna", "Ben"))
    _go(table.anna, "board")
    file = {"name": "photo.jpg", "mimeType": "image/jpeg", "buffer": photo(UNSURE)}
    table.anna.set_input_files("[data-key^=photo-board-]", file)  # type: ignore[arg-type]
    # The question comes first; until it is answered there is nothing to check.
    expect(table.anna.locator(".question")).to_be_visible()
    expect(table.anna.locator("[data-key^=confirm-board-]")).to_have_count(0)
    table.anna.locator("[data-key='choice-*']").click()
    table.anna.click("[data-key^=confirm-board-]")
    for page in (table.screen, table.ben):
        expect(page.locator(".verdict h2")).to_have_text("Anna: closed!", timeout=FOLLOWS)
    shown = table.screen.locator(".shown")
    expect(shown.locator(".meld").first).to_be_visible()
    expect(shown.locator(".lines")).to_contain_text("150")
    expect(shown.locator(".photo image")).to_have_attribute("href", re.compile("/photos/"))
    # The price goes into the round without being typed.
    table.anna.click("[data-key=board-over]")
    table.anna.click("[data-key=tell-end]")
    expect(table.screen.locator(".shared-standing")).to_contain_text("+150", timeout=FOLLOWS)
    _go(table.ben, "over")
    table.ben.click("[data-key=agree]")
    expect(table.screen.locator(".standing tr").nth(1)).to_contain_text("150", timeout=FOLLOWS)
    expect(table.screen.locator(".shown")).to_have_count(0)


def test_an_open_board_points_at_what_fits_nowhere(house: str, open_phone: Open) -> None:
    table = _start(house, open_phone, "brett", ("Anna", "Ben"))
    _go(table.anna, "board")
    file = {"name": "photo.jpg", "mimeType": "image/jpeg", "buffer": photo(UNSURE)}
    table.anna.set_input_files("[data-key^=photo-board-]", file)  # type: ignore[arg-type]
    table.anna.locator("[data-key=choice-r1]").click()
    table.anna.click("[data-key^=confirm-board-]")
    expect(table.screen.locator(".verdict h2")).to_have_text("Anna: not closed", timeout=FOLLOWS)
    expect(table.screen.locator(".is-loose .tile").first).to_be_visible()
    assert table.screen.locator(".photo .is-fault").count() >= 1


def test_a_round_is_over_when_everyone_has_told(house: str, open_phone: Open) -> None:
    table = _start(house, open_phone, "zahlen", ("Anna", "Ben"))
    _close_for(table.anna, 0)
    waiting = table.screen.locator(".waiting")
    expect(waiting).to_contain_text("still has to tell the rest", timeout=FOLLOWS)
    expect(table.ben.locator(".is-asking")).to_contain_text("You still have to confirm")
    _leave(table.ben, 1, "r7 x9")
    expect(table.ben.locator(".field-problem")).to_contain_text("x9")
    table.ben.fill("[id^=text-rest-1-]", "r7 *")
    table.ben.click("[data-key^=confirm-rest-1-]")
    expect(table.screen.locator(".standing tr").nth(1)).to_contain_text("37", timeout=FOLLOWS)
    expect(waiting).to_have_count(0)


def test_a_player_without_a_phone_is_helped(house: str, open_phone: Open) -> None:
    table = _start(house, open_phone, "zahlen", ("Anna", "Oma"))
    _close_for(table.anna, 0)
    table.anna.click("[data-key=help-1]")
    table.anna.click("[data-key^=type-rest-1-]")
    table.anna.fill("[id^=text-rest-1-]", "b5")
    table.anna.click("[data-key^=confirm-rest-1-]")
    expect(table.screen.locator(".standing tr").nth(1)).to_contain_text("5", timeout=FOLLOWS)


def test_the_book_opens_rounds_corrects_them_and_takes_it_back(
    house: str, open_phone: Open
) -> None:
    table = _start(house, open_phone, "zahlen", ("Anna", "Ben"))
    for tiles in ("r7", "b10 k2"):
        _close_for(table.anna, 0)
        _leave(table.ben, 1, tiles)
        expect(table.ben.locator(".waiting")).to_have_count(0)
    _go(table.anna, "book")
    expect(table.anna.locator(".book tfoot")).to_contain_text("19")
    expect(table.anna.locator(".chart polyline")).to_have_count(2)
    table.anna.click("[data-key=round-1]")
    expect(table.anna.locator(".answer .lines")).to_contain_text("+7")
    table.anna.click("[data-key=correct]")
    table.anna.fill("#rest-of-1", "r9")
    table.anna.click("[data-key=tell-end]")
    expect(table.anna.locator(".log")).to_contain_text("Corrected by Anna")
    expect(table.anna.locator(".log")).to_contain_text("r9")
    _go(table.ben, "book")
    expect(table.ben.locator(".book tfoot")).to_contain_text("21")
    with table.ben.expect_download() as download:
        table.ben.click("[data-key=csv]")
    rows = list(csv.reader(io.StringIO(Path(download.value.path()).read_text("utf-8-sig"))))
    assert [row[4] for row in rows] == ["Anna", "9", "12"]
    table.ben.click("[data-key=log]")
    expect(table.ben.locator(".log li").first).to_contain_text("Round 1: Corrected by Anna")
    table.ben.click("[data-key=undo]")
    expect(table.anna.locator(".log")).to_contain_text("taken back by Ben", timeout=FOLLOWS)
    expect(table.screen.locator(".standing tr").nth(1)).to_contain_text("19", timeout=FOLLOWS)


def test_a_turn_is_checked_for_everybody(house: str, open_phone: Open) -> None:
    table = _start(house, open_phone, "zahlen", ("Anna", "Ben"))
    _go(table.ben, "turn")
    table.ben.click("[data-key^=type-before-]")
    table.ben.fill("[id^=text-before-]", "r1 r2 r3 | k5 b5 y5")
    table.ben.click("[data-key^=confirm-before-]")
    table.ben.click("[data-key^=type-after-]")
    table.ben.fill("[id^=text-after-]", "r1 r2 | k5 b5 y5 r5")
    table.ben.click("[data-key^=confirm-after-]")
    faults = table.screen.locator(".faults")
    expect(faults).to_contain_text("red 3: lay on the table and is gone", timeout=FOLLOWS)
    expect(faults).to_contain_text("this is no meld")
    _go(table.ben, "turn")
    table.ben.click("[data-key^=type-after-]")
    table.ben.fill("[id^=text-after-]", "r1 r2 r3 | k5 b5 y5 r5")
    table.ben.click("[data-key^=confirm-after-]")
    verdict = table.screen.locator(".verdict h2")
    expect(verdict).to_have_text("Ben shows: the turn is legal", timeout=FOLLOWS)
    expect(table.screen.locator(".felt .is-fresh")).to_have_count(1)


def test_the_pages_recover_when_the_server_was_away(open_phone: Open, tmp_path: Path) -> None:
    with running(tmp_path) as (house, _):
        table = _start(house, open_phone, "zahlen", ("Anna", "Ben"))
        _close_for(table.anna, 0)
        expect(table.ben.locator(".is-asking")).to_be_visible(timeout=FOLLOWS)
    expect(table.ben.locator(".notice")).to_contain_text("does not answer", timeout=20_000)
    with running(tmp_path, port=int(house.strip("/").rsplit(":", 1)[1])):
        # Nobody reloads anything.
        expect(table.ben.locator(".notice")).to_have_count(0, timeout=20_000)
        _leave(table.ben, 1, "r7")
        expect(table.screen.locator(".standing tr").nth(1)).to_contain_text("7", timeout=20_000)


def test_a_turn_is_answered_in_private_and_goes_along_to_another_device(
    open_phone: Open,
) -> None:
    with serving(reader(("r7 r8 r9 b1 k1 y1", "y10 k10 b5"))) as house:
        table = _start(house, open_phone, "zahlen", ("Anna", "Ben"))
        # Three taps to the answer when the reading is sure: my turn, the photo, how much to see.
        table.anna.click("[data-key=my-turn]")
        file = {"name": "x.jpg", "mimeType": "image/jpeg", "buffer": photo(BOARD)}
        table.anna.set_input_files("[data-key^=photo-rack-]", file)  # type: ignore[arg-type]
        card = table.anna.locator(".mine .answer")
        expect(card).to_contain_text("Your hint is ready")
        # Neighbours see neither the tiles nor the hint.
        expect(table.anna.locator(".mine .tile")).to_have_count(0)
        table.anna.click("[data-key=hint-nudge]")
        expect(card).to_contain_text("nothing to play")
        table.anna.check("[data-key=mine-opened]")
        table.anna.click("[data-key=hint-reveal]")
        expect(card).to_contain_text("You can play 6 tiles")
        expect(card.locator(".melds .worth")).to_have_count(2)
        table.anna.click("[data-key=cover]")
        expect(table.anna.locator(".mine .tile")).to_have_count(0)
        # With the table the steps show what a meld was and what becomes of it.
        table.anna.click("[data-key^=type-table-]")
        table.anna.fill("[id^=text-table-]", "b2 b3 b4")
        table.anna.click("[data-key^=confirm-table-]")
        table.anna.click("[data-key=hint-reveal]")
        expect(card).to_contain_text("You can play")
        expect(card.locator("[aria-label='Meld before'] .tile").first).to_be_visible()
        # Nothing of it is on anybody else's page.
        for page in (table.ben, table.screen):
            expect(page.locator("body")).not_to_contain_text("You can play")
        _go(table.anna, "invite")
        table.anna.click("[data-key=handover]")
        handover = table.anna.locator(".address").inner_text()
        tablet = open_phone(re.sub(r"^http://[^/]+/", house, handover))
        expect(tablet.locator(".standing .is-me")).to_contain_text("Anna")
        tablet.click("[data-key=my-turn]")
        tablet.click("[data-key=hint-point]")
        expect(tablet.locator(".mine .answer .meld .tile").first).to_be_visible()


def test_cards_are_tapped_in_and_reckoned(house: str, open_phone: Open) -> None:
    table = _start(house, open_phone, "zwei", ("Anna", "Ben"))
    _go(table.anna, "over")
    table.anna.check("[data-key=at-once]")
    table.anna.click("[data-key=tell-end]")
    _go(table.ben, "over")
    table.ben.click("[data-key^=type-rest-1-]")
    table.ben.click("[data-key^=add-rest-1-]")
    for key in ("h", "A", "s", "10"):
        table.ben.click(f"[data-key=pad-{key}]")
    table.ben.keyboard.press("Escape")
    tiles = table.ben.locator(".entry .tile")
    expect(tiles).to_have_count(2)
    expect(tiles.first).to_have_accessible_name("ace of hearts")
    # One tap more corrects it, and undo takes that back.
    tiles.last.click()
    table.ben.click("[data-key=pad-K]")
    table.ben.click("[data-key=pad-done]")
    expect(tiles.last).to_have_accessible_name("king of spades")
    table.ben.click("[data-key^=undo-rest-1-]")
    expect(tiles.last).to_have_accessible_name("10 of spades")
    table.ben.click("[data-key^=confirm-rest-1-]")
    # Handglatt counts double: 2 x (15 + 10).
    expect(table.screen.locator(".standing tr").nth(2)).to_contain_text("−50", timeout=FOLLOWS)
    _go(table.ben, "round-1")
    expect(table.ben.locator(".answer .tile").first).to_have_accessible_name("ace of hearts")


def test_a_reading_is_corrected_on_its_photo(house: str, open_phone: Open) -> None:
    table = _start(house, open_phone, "brett", ("Anna", "Ben"))
    # The photo is a change, and the board right after it another one.
    table.screen.evaluate(SLOW_ANSWERS)
    _go(table.anna, "board")
    file = {"name": "photo.jpg", "mimeType": "image/jpeg", "buffer": photo(UNSURE)}
    table.anna.set_input_files("[data-key^=photo-board-]", file)  # type: ignore[arg-type]
    outlines = table.anna.locator(".photo .outline")
    expect(outlines).to_have_count(15)
    table.anna.locator("[data-key='choice-*']").click()
    outlines.first.click()
    table.anna.click("[data-key=pad-remove]")
    expect(outlines).to_have_count(14)
    # A phone reloads the page when it likes; the reading and its photo are there again.
    table.anna.reload()
    expect(outlines).to_have_count(14)
    assert table.anna.locator(".photo image").get_attribute("href").startswith("blob:")  # type: ignore[union-attr]
    table.anna.click("[data-key^=type-board-]")
    table.anna.fill("[id^=text-board-]", f"{BOARD[0]} | {BOARD[1]}")
    table.anna.click("[data-key^=confirm-board-]")
    expect(table.screen.locator(".verdict h2")).to_have_text("Anna: closed!", timeout=FOLLOWS)


# Two boards shortly after each other, as the page would put them.
TWO_BOARDS = """async (boards) => {
    const token = document.querySelector('meta[name="meldcam-token"]').content;
    const path = `/api/games/${document.querySelector('meta[name="meldcam-code"]').content}/board`;
    for (const tiles of boards) {
        const body = JSON.stringify({ thrown: 0, thrown_by_others: 0, multiplier: 1, tiles, seen: null });
        const headers = { "X-Meldcam-Token": token, "Content-Type": "application/json" };
        const reply = await fetch(path, { method: "PUT", headers, body });
        if (!reply.ok) throw new Error(await reply.text());
        await new Promise((done) => setTimeout(done, 350));
    }
}"""


def test_a_change_during_a_slow_answer_is_not_missed(house: str, open_phone: Open) -> None:
    table = _start(house, open_phone, "brett", ("Anna", "Ben"))
    table.screen.evaluate(SLOW_ANSWERS)
    right = f"{BOARD[0]} {BOARD[1]}"
    wrong = right.replace("k8", "r1")
    table.anna.evaluate(TWO_BOARDS, [wrong, right])
    expect(table.screen.locator(".verdict h2")).to_have_text("Anna: closed!", timeout=8_000)


def test_a_hand_of_cards_gets_its_hint_and_what_to_throw(house: str, open_phone: Open) -> None:
    table = _start(house, open_phone, "klassisch", ("Anna", "Ben"))
    _go(table.anna, "mine")
    table.anna.click("[data-key^=type-rack-]")
    table.anna.fill("[id^=text-rack-]", "7h 8h 9h 2c Kd Ks Kd")
    table.anna.click("[data-key^=confirm-rack-]")
    table.anna.click("[data-key=hint-reveal]")
    # Two kings of diamonds are more than one deck has: said in words, with the card's name.
    expect(table.anna.locator("[role=alert]")).to_contain_text("king of diamonds")
    table.anna.click("[data-key=rack-again]")
    table.anna.click("[data-key^=type-rack-]")
    table.anna.fill("[id^=text-rack-]", "7h 8h 9h 2c Kd Ks")
    table.anna.click("[data-key^=confirm-rack-]")
    table.anna.click("[data-key=hint-reveal]")
    card = table.anna.locator(".mine .answer")
    expect(card).to_contain_text("You can play 3 cards")
    expect(card).to_contain_text("best to throw first")
    expect(card.locator(".throws .tile").first).to_have_accessible_name("2 of clubs")


def test_at_ones_turn_a_board_is_told_how_far_it_is_and_what_closes_it(
    house: str, open_phone: Open
) -> None:
    table = _start(house, open_phone, "brett", ("Anna", "Ben"))
    anna = table.anna
    _go(anna, "mine")
    anna.click("[data-key^=type-rack-]")
    anna.fill("[id^=text-rack-]", f"{BOARD[0]} {BOARD[1]}".replace("k8", "r1"))
    anna.click("[data-key^=confirm-rack-]")
    card = anna.locator(".mine .answer")
    anna.click("[data-key=hint-nudge]")
    expect(card).to_contain_text("One more fitting tile closes it")
    expect(card.locator(".tile")).to_have_count(0)
    anna.click("[data-key=hint-reveal]")
    expect(card.locator(".is-draws").get_by_label("black 8", exact=True)).to_be_visible()
    expect(card.locator(".is-melds .meld").first).to_be_visible()
    expect(card.locator(".is-loose .tile").first).to_be_visible()
    # Drawn: it is closed, and what it pays is there before anybody else knows.
    anna.click("[data-key=rack-again]")
    anna.click("[data-key^=type-rack-]")
    anna.fill("[id^=text-rack-]", f"{BOARD[0]} {BOARD[1]}")
    anna.click("[data-key^=confirm-rack-]")
    anna.click("[data-key=hint-reveal]")
    expect(card).to_contain_text("Closed!")
    expect(card.locator(".lines")).to_contain_text("150")
    expect(table.screen.locator(".verdict")).to_have_count(0)
    # Too few tiles for a board: said in words.
    anna.click("[data-key=rack-again]")
    anna.click("[data-key^=type-rack-]")
    anna.fill("[id^=text-rack-]", "r1 r2 r3")
    anna.click("[data-key^=confirm-rack-]")
    anna.click("[data-key=hint-nudge]")
    expect(card).to_contain_text("closing takes 15")
