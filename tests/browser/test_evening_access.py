"""Everybody can use the evening's pages: axe-core, narrow screens, large text."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from tests.browser.conftest import PHONE
from tests.browser.evening_walk import Eyes, walk_evening

pytestmark = pytest.mark.browser

SMALL = {"width": 320, "height": 640}


def _wider(page: Page) -> int:
    """Return by how many pixels the page is wider than the screen."""
    return int(page.evaluate("document.documentElement.scrollWidth - window.innerWidth"))


def _violations(page: Page) -> list[Any]:
    found = Axe().run(page).response["violations"]
    return [(one["id"], one["nodes"][0]["html"][:200]) for one in found]


@pytest.mark.parametrize(
    "eyes", [Eyes("phone", PHONE, "light"), Eyes("small", SMALL, "dark")], ids=lambda e: e.size
)
def test_every_page_can_be_used_by_everybody(browser: Browser, eyes: Eyes) -> None:
    troubles: list[Any] = []

    def visit(page: Page, scene: str) -> None:
        if found := _violations(page):
            troubles.append((scene, found))
        if (wider := _wider(page)) > 0:
            troubles.append((scene, f"{wider} px too wide"))
        # 200 % of the browser's text.
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        if (wider := _wider(page)) > 0:
            troubles.append((scene, f"{wider} px too wide with large text"))
        page.evaluate("document.documentElement.style.fontSize = ''")

    walk_evening(browser, eyes, visit)
    assert not troubles, "\n".join(map(str, troubles))
