"""Everybody can use the first page: axe-core, narrow screens, large text, in every language."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from tests.browser.conftest import PATIENCE, PHONE, serving
from tests.browser.rack import BOARD, RACK, photo, reader

pytestmark = pytest.mark.browser

Look = Callable[[Page, str], None]
SMALL = {"width": 320, "height": 640}
WIDE = {"width": 1920, "height": 1080}


@pytest.fixture(scope="module")
def house() -> Iterator[str]:
    with serving(reader(RACK), port=19100) as address:
        yield address


@pytest.mark.parametrize(
    ("view", "scheme", "language"),
    [(PHONE, "light", "de-DE"), (SMALL, "dark", "es-ES"), (WIDE, "light", "en-GB")],
    ids=["phone", "small", "wide"],
)
def test_the_first_page_can_be_used_by_everybody(
    browser: Browser, house: str, view: Any, scheme: Any, language: str
) -> None:
    context = browser.new_context(
        viewport=view, color_scheme=scheme, locale=language, reduced_motion="reduce"
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    troubles: list[Any] = []

    def look(page: Page, scene: str) -> None:
        found = Axe().run(page).response["violations"]
        troubles.extend((scene, one["id"], one["nodes"][0]["html"][:200]) for one in found)
        for size in ("100%", "200%"):
            page.evaluate(f"document.documentElement.style.fontSize = '{size}'")
            wider = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
            if wider > 0:
                troubles.append((scene, f"{wider} px too wide with text at {size}"))
        page.evaluate("document.documentElement.style.fontSize = ''")

    page.goto(house)
    _tiles(page, look)
    _cards(page, look)
    context.close()
    assert not troubles, "\n".join(map(str, troubles))


def _tiles(page: Page, look: Look) -> None:
    page.click("[data-key=house]")
    look(page, "start")
    page.set_input_files("[data-photo=rack-camera]", _file(photo(RACK)))
    page.wait_for_selector(".question")
    look(page, "question")
    page.click("[data-key=choice-r9]")
    page.click("[data-key=choice-b6]")
    look(page, "covered")
    page.click(".rack .tile >> nth=3")
    look(page, "pad")
    page.keyboard.press("Escape")
    page.check("[data-key=opened]")
    page.click("[data-key=type-table]")
    page.fill("#text-table", "r3 r4 r5 r6 | b7 y7 k7 | y11 y12 y13")
    page.click("[data-key=take-table]")
    page.click("[data-key=uncover]")
    page.wait_for_selector("#answer .steps")
    look(page, "steps")
    page.set_input_files("[data-photo=rack-file]", _file(b"no photo"))
    page.wait_for_selector("[role=alert] h2")
    look(page, "trouble")


def _cards(page: Page, look: Look) -> None:
    page.click("#game-now")
    page.check("[data-key=game-klassisch]")
    look(page, "cards-start")
    page.click("[data-key=type]")
    page.fill("#text-hand", "7c 8c 9c")
    look(page, "cards-text")
    page.click("[data-key=add-hand]")
    look(page, "cards-pad")
    for key in ("pad-s", "pad-Q", "pad-h", "pad-2"):
        page.click(f"[data-key={key}]")
    page.keyboard.press("Escape")
    page.click("[data-key=uncover]")
    page.wait_for_selector("#answer .throws")
    look(page, "cards-answer")


def test_a_board_is_judged_for_everybody(browser: Browser) -> None:
    with serving(reader(BOARD), port=19200) as address:
        page = browser.new_page(viewport=PHONE, color_scheme="dark", locale="de-DE")  # type: ignore[arg-type]
        page.set_default_timeout(PATIENCE)
        page.goto(address)
        page.check("[data-key=game-brett]")
        page.set_input_files("[data-photo=rack-camera]", _file(photo(BOARD)))
        page.click("[data-key=uncover]")
        page.wait_for_selector(".lines")
        assert Axe().run(page).response["violations"] == []
        page.close()


def _file(data: bytes) -> Any:
    return {"name": "photo.jpg", "mimeType": "image/jpeg", "buffer": data}
