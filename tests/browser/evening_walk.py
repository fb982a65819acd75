"""A walk through every page of the evening, to photograph it or to look closely."""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, Page

from tests.browser.conftest import serving
from tests.browser.rack import BOARD, photo, reader

# On a phone people see the evening in these sizes; the shared screen stands on a tablet.
TABLET = {"width": 1280, "height": 800}
LANGUAGES = {"phone": "de-DE", "small": "es-ES", "wide": "en-GB"}
NAMES = ("Änne", "Ben", "Oma Cleo")

Visit = Callable[[Page, str], None]


@dataclass(frozen=True, slots=True)
class Eyes:
    """How the pages are looked at: a name of the size, its pixels, light or dark."""

    size: str
    viewport: Any
    scheme: str


def walk_evening(browser: Browser, eyes: Eyes, visit: Visit) -> None:
    """Play an evening of `brett` and one of `zahlen`; `visit(page, scene)` sees every page."""
    with ExitStack() as stack:
        house = stack.enter_context(serving(reader(BOARD), port=18900))

        def phone(view: Any = eyes.viewport) -> Page:
            context = browser.new_context(
                viewport=view,
                color_scheme=eyes.scheme,  # type: ignore[arg-type]
                locale=LANGUAGES[eyes.size],
                reduced_motion="reduce",
            )
            stack.callback(context.close)
            return context.new_page()

        _brett(house, phone, visit)
        _zahlen(house, phone, visit)
        _lite(house, phone, visit)


def _brett(house: str, phone: Callable[..., Page], take: Visit) -> None:
    anna, ben, screen = phone(), phone(), phone(TABLET)
    anna.goto(f"{house}games")
    anna.wait_for_selector("[data-key=new]")
    take(anna, "games")
    anna.click("[data-key=new]")
    anna.check("[data-key=system-brett]")
    anna.click("[data-key=more-players]")
    for at, name in enumerate(NAMES):
        anna.fill(f"#name-{at}", name)
    anna.click("[data-key=sheet]")
    anna.click("[data-key=rules]")
    anna.uncheck("[data-key=pair_of_jokers]")
    take(anna, "new")
    anna.click("[data-key=start]")
    anna.wait_for_selector("[data-key=who-0]")
    take(anna, "who")
    anna.click("[data-key=who-0]")
    anna.wait_for_selector(".standing")
    take(anna, "table")
    address = anna.url.split("#")[0]
    ben.goto(address)
    ben.click("[data-key=who-1]")
    screen.goto(f"{address}/screen")
    screen.wait_for_selector(".qr")
    take(screen, "screen-join")
    anna.goto(f"{address}#invite")
    anna.click("[data-key=handover]")
    anna.wait_for_selector(".address")
    take(anna, "invite")
    _board(anna, address, screen, take)
    _rounds(anna, ben, address, take)
    take(screen, "screen-chart")


def _board(anna: Page, address: str, screen: Page, take: Visit) -> None:
    anna.goto(f"{address}#board")
    file: Any = {"name": "x.jpg", "mimeType": "image/jpeg", "buffer": photo(BOARD)}
    anna.set_input_files("[data-key^=photo-board-]", file)
    anna.wait_for_selector("[data-key^=confirm-board-]")
    take(anna, "board")
    anna.click("[data-key^=confirm-board-]")
    screen.wait_for_selector(".verdict")
    take(anna, "table-verdict")
    take(screen, "screen-verdict")
    anna.click("[data-key=board-over]")
    anna.wait_for_selector("[data-key=tell-end]")
    take(anna, "over")
    anna.click("[data-key=tell-end]")
    anna.wait_for_selector(".waiting")
    take(anna, "waiting")
    screen.wait_for_timeout(500)


def _rounds(anna: Page, ben: Page, address: str, take: Visit) -> None:
    ben.wait_for_selector("[data-key=to-over]")
    take(ben, "table-asked")
    ben.click("[data-key=to-over]")
    take(ben, "agree")
    ben.click("[data-key=agree]")
    ben.click("[data-key=agree-2]")
    for price, winner in ((500, 1), (1000, 2), (250, 1)):
        ben.goto(f"{address}#over")
        ben.check(f"[data-key=winner-{winner}]")
        ben.click(f"[data-key=price-{price}]")
        ben.click("[data-key=tell-end]")
        # Ben told it, so he has agreed.
        ben.click("[data-key=agree-0]")
        ben.click("[data-key=agree-2]")
        ben.wait_for_selector(".waiting", state="detached")
    anna.goto(f"{address}#book")
    anna.wait_for_selector(".chart")
    take(anna, "book")
    anna.goto(f"{address}#round-1")
    anna.wait_for_selector(".log")
    take(anna, "round")
    anna.click("[data-key=correct]")
    anna.wait_for_selector(".ending")
    take(anna, "correct")


def _lite(house: str, phone: Callable[..., Page], take: Visit) -> None:
    anna = phone()
    anna.goto(f"{house}games/new")
    anna.check("[data-key=system-lite]")
    for at, name in enumerate(NAMES[:2]):
        anna.fill(f"#name-{at}", name)
    anna.click("[data-key=start]")
    anna.click("[data-key=who-0]")
    anna.wait_for_selector(".standing")
    address = anna.url.split("#")[0]
    anna.goto(f"{address}#over")
    anna.check("[data-key=winner-1]")
    anna.click("[data-key=tell-end]")
    anna.click("[data-key^=type-rest-0-]")
    anna.click("[data-key^=add-rest-0-]")
    for key in ("h", "A", "d", "10", "c", "Q", "s", "7"):
        anna.click(f"[data-key=pad-{key}]")
    anna.click("[data-key=pad-joker]")
    take(anna, "cards-pad")
    anna.keyboard.press("Escape")
    take(anna, "cards-rest")
    anna.click("[data-key^=confirm-rest-0-]")
    anna.click("[data-key=agree-1]")
    anna.wait_for_selector(".waiting", state="detached")
    anna.goto(f"{address}#round-1")
    anna.wait_for_selector(".log")
    take(anna, "cards-round")


def _private(anna: Page, address: str, take: Visit) -> None:
    anna.goto(f"{address}#mine")
    anna.click("[data-key^=type-rack-]")
    anna.fill("[id^=text-rack-]", "r7 r8 r9 b1 b5 k5 y5 y10 k13 *")
    take(anna, "mine-typed")
    anna.click("[data-key^=confirm-rack-]")
    anna.wait_for_selector(".is-covered")
    take(anna, "mine-covered")
    anna.click("[data-key^=type-table-]")
    anna.fill("[id^=text-table-]", "b2 b3 b4 | r10 b10 k10")
    anna.click("[data-key^=confirm-table-]")
    anna.check("[data-key=mine-opened]")
    anna.click("[data-key=hint-reveal]")
    anna.wait_for_selector(".steps")
    take(anna, "mine-hint")


def _zahlen(house: str, phone: Callable[..., Page], take: Visit) -> None:
    anna, screen = phone(), phone(TABLET)
    anna.goto(f"{house}games/new")
    for at, name in enumerate(NAMES[:2]):
        anna.fill(f"#name-{at}", name)
    anna.click("[data-key=start]")
    anna.click("[data-key=who-0]")
    anna.wait_for_selector(".standing")
    address = anna.url.split("#")[0]
    screen.goto(f"{address}/screen")
    _private(anna, address, take)
    anna.goto(f"{address}#turn")
    take(anna, "turn")
    anna.click("[data-key^=type-before-]")
    anna.fill("[id^=text-before-]", "r1 r2 r3 | b5 b6 b7")
    anna.click("[data-key^=confirm-before-]")
    anna.click("[data-key^=type-after-]")
    anna.fill("[id^=text-after-]", "r1 r2 | b5 b6 b7 b8")
    take(anna, "turn-after")
    anna.click("[data-key^=confirm-after-]")
    screen.wait_for_selector(".faults")
    take(anna, "table-faults")
    take(screen, "screen-faults")
    anna.goto(f"{address}#over")
    anna.check("[data-key=end-passed]")
    anna.click("[data-key=tell-end]")
    anna.click("[data-key^=type-rest-0-]")
    anna.fill("[id^=text-rest-0-]", "r7 b13 *")
    take(anna, "rest")
    anna.click("[data-key^=confirm-rest-0-]")
    anna.wait_for_selector(".is-done")
    take(anna, "rest-told")
    take(screen, "screen-waiting")
    anna.goto(f"{house}games")
    anna.wait_for_selector(".games-list")
    take(anna, "games-found")
