"""Photograph every scene of the page: `python -m tests.browser.screenshots [FOLDER]`."""

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from server.desk import Reader, read_with_vision
from tests.browser.conftest import ARGUMENTS, PHONE, SAMPLES, chromium_path, serving
from tests.browser.evening_walk import Eyes, walk_evening
from tests.browser.rack import BOARD, RACK, photo, reader

ROOT = Path(__file__).parent.parent.parent
SIZES = {
    "phone": PHONE,
    "small": {"width": 320, "height": 640},
    "wide": {"width": 1280, "height": 860},
}
TABLE = "r3 r4 r5 r6 | b7 y7 k7 | y11 y12 y13"

Take = Callable[[str], None]


def main(folder: Path) -> None:
    """Write one picture for each scene, size and colour scheme."""
    path = chromium_path()
    if not path:
        sys.exit("no Chromium here: apt install chromium, or name one in CHROMIUM")
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        for size in SIZES:
            for scheme in ("light", "dark"):
                _photograph(browser, folder, size, scheme, _rack, reader(RACK))
                _photograph(browser, folder, size, scheme, _board, reader(BOARD), locale="de-DE")
                _photograph(browser, folder, size, scheme, _cards, reader(RACK), locale="es-ES")
        for size, viewport in SIZES.items():
            for scheme in ("light", "dark"):
                eyes = Eyes(size, viewport, scheme)
                walk_evening(browser, eyes, partial(_shoot_evening, folder, f"{size}-{scheme}"))
        if list((ROOT / "models").glob("*.onnx")):
            _photograph(browser, folder, "phone", "light", _sample, read_with_vision)
        browser.close()


def _photograph(
    browser: Browser,
    folder: Path,
    size: str,
    scheme: str,
    scenes: Callable[[Page, Take], None],
    read: Reader,
    *,
    locale: str = "en-GB",
) -> None:
    with serving(read) as address:
        context = browser.new_context(
            viewport=SIZES[size],  # type: ignore[arg-type]
            device_scale_factor=1 if size == "wide" else 2,
            color_scheme=scheme,  # type: ignore[arg-type]
            locale=locale,
            reduced_motion="reduce",
        )
        page = context.new_page()
        page.goto(address)

        def take(scene: str) -> None:
            page.wait_for_timeout(400)
            _shoot(page, folder, f"{scene}-{size}-{scheme}")

        scenes(page, take)
        context.close()


def _shoot_evening(folder: Path, name: str, page: Page, scene: str) -> None:
    page.wait_for_timeout(300)
    _shoot(page, folder, f"evening-{scene}-{name}")


def _shoot(page: Page, folder: Path, name: str) -> None:
    page.screenshot(path=folder / f"{name}.png")
    _unstick(page)
    page.screenshot(path=folder / f"{name}-full.png", full_page=True)
    page.evaluate("document.adoptedStyleSheets = []")


# In a picture of the whole page what sticks to the screen would lie across its middle.
def _unstick(page: Page) -> None:
    page.evaluate(
        """() => {
            const sheet = new CSSStyleSheet();
            sheet.replaceSync(".top, .bar { position: static }");
            document.adoptedStyleSheets = [sheet];
        }"""
    )


def _rack(page: Page, take: Take) -> None:
    take("start")
    _upload(page)
    page.wait_for_selector(".question")
    take("question")
    page.click("[data-key=choice-r9]")
    page.click("[data-key=choice-b6]")
    take("covered")
    page.click("[data-key=uncover]")
    page.wait_for_selector("#answer .verdict")
    take("advice")
    page.click(".rack .tile >> nth=3")
    take("pad")
    page.keyboard.press("Escape")
    page.check("[data-key=opened]")
    page.click("[data-key=type-table]")
    page.fill("#text-table", TABLE)
    page.click("[data-key=take-table]")
    page.wait_for_selector(".steps")
    take("steps")
    page.set_input_files(
        "[data-photo=rack-file]", {"name": "x.jpg", "mimeType": "image/jpeg", "buffer": b"x"}
    )
    page.wait_for_selector("[role=alert] h2")
    take("trouble")


def _board(page: Page, take: Take) -> None:
    page.check("[data-key=game-brett]")
    take("board-start")
    _upload(page, BOARD)
    page.click("[data-key=hint-close]")
    page.click("[data-key=opponents1]")
    page.wait_for_selector(".lines .is-sum")
    take("closed")
    page.click(".rack .tile >> nth=0")
    page.click("[data-key=pad-1]")
    page.keyboard.press("Escape")
    page.wait_for_selector(".verdict.is-no")
    take("open")


def _cards(page: Page, take: Take) -> None:
    page.check("[data-key=game-lite]")
    page.click("[data-key=house]")
    take("cards-start")
    page.click("[data-key=type]")
    page.fill("#text-hand", "7c 8c 9c Kt Kd Kp 2d Qp *")
    page.click("[data-key=take-hand]")
    page.click("[data-key=type-cards]")
    page.fill("#text-cards", "Ac 2c 3c | 10t 10d 10p")
    page.click("[data-key=take-cards]")
    page.click("[data-key=uncover]")
    page.wait_for_selector(".throws")
    take("cards-answer")
    page.click(".rack .tile >> nth=3")
    take("cards-pad-first-page")


def _sample(page: Page, take: Take) -> None:
    page.set_input_files("[data-photo=rack-file]", SAMPLES / "rack.jpg")
    page.wait_for_selector(".photo .outline", timeout=60_000)
    take("sample")
    while page.locator(".question").count():
        page.click(".question .choices .tile >> nth=0")
    page.click("[data-key=hint-reveal]")
    page.wait_for_selector("#answer .verdict")
    take("sample-answer")


def _upload(page: Page, rows: tuple[str, ...] = RACK) -> None:
    page.set_input_files(
        "[data-photo=rack-file]",
        {"name": "rack.jpg", "mimeType": "image/jpeg", "buffer": photo(rows)},
    )


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "build/screenshots"))
