"""Teaching a set on the phone, with the real networks."""

from collections.abc import Iterator

import cv2
import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from server.desk import read_with_vision
from tests.browser.conftest import SAMPLES, Open, serving
from vision.teaching.negative import negative

pytestmark = pytest.mark.browser

READ = 60_000  # ms: the networks are opened at the first photo


@pytest.fixture(scope="module")
def house() -> Iterator[str]:
    with serving(read_with_vision, port=18700) as address:
        yield address


def dark(name: str) -> dict[str, object]:
    """A sample as a set of dark tiles would show it."""
    picture = cv2.imread(str(SAMPLES / name), cv2.IMREAD_COLOR_RGB)
    assert picture is not None
    black = cv2.cvtColor(negative(picture.astype(np.uint8)), cv2.COLOR_RGB2BGR)
    return {
        "name": "photo.png",
        "mimeType": "image/png",
        "buffer": cv2.imencode(".png", black)[1].tobytes(),
    }


def show_set(page: Page, photo: object) -> None:
    page.set_input_files("[data-key=photo-set-tiles-new]", photo)  # type: ignore[arg-type]
    confirm = page.locator("[data-key=confirm-set-tiles-new]")
    expect(confirm).to_be_visible(timeout=READ)
    confirm.click()
    expect(page.locator(".notice.is-good")).to_be_visible(timeout=READ)


def test_a_dark_set_is_shown_once_and_read_from_then_on(house: str, open_phone: Open) -> None:
    phone = open_phone(f"{house}sets")
    phone.fill("#set-name", "Black ones")
    show_set(phone, dark("rack.jpg"))
    expect(phone.locator(".notice.is-good")).to_contain_text("14 tiles of Black ones")
    expect(phone.locator(".notice.is-good")).to_contain_text("Not shown yet")
    expect(phone.locator("input[name=set]:checked + span")).to_contain_text("Black ones")
    assert Axe().run(phone).response["violations"] == []
    # The same phone now reads its racks with it.
    phone.click("[data-key=back]")
    phone.set_input_files("[data-key=photo-rack]", dark("rack.jpg"))  # type: ignore[arg-type]
    expect(phone.locator(".rack .tile")).to_have_count(14, timeout=READ)
    expect(phone.locator(".photo .outline.is-unsure")).to_have_count(0)
    # Light tiles are another set: said, and read all the same.
    phone.set_input_files("[data-key=photo-rack]", str(SAMPLES / "rack.jpg"))
    expect(phone.locator(".notice")).to_contain_text("do not look like Black ones", timeout=READ)
    expect(phone.locator(".rack .tile")).to_have_count(14)


def test_a_correction_is_remembered_for_the_set(house: str, open_phone: Open) -> None:
    phone = open_phone(house)
    phone.set_input_files("[data-key=photo-rack]", str(SAMPLES / "rack.jpg"))
    expect(phone.locator(".rack .tile")).to_have_count(14, timeout=READ)
    expect(phone.locator("[data-key=remember-rack]")).to_have_count(0)
    phone.locator(".rack .tile").first.click()
    phone.click("[data-key=pad-13]")
    phone.click("[data-key=pad-done]")
    remember = phone.locator("[data-key=remember-rack]")
    expect(remember).to_contain_text("Remember this for our set")
    remember.click()
    expect(phone.locator(".remember")).to_contain_text("Remembered.", timeout=READ)
    phone.goto(f"{house}sets")
    expect(phone.locator("input[name=set]:checked + span")).to_contain_text("Our set")


def test_a_game_is_played_with_a_set_on_all_phones(house: str, open_phone: Open) -> None:
    anna = open_phone(f"{house}games/new")
    for at, name in enumerate(("Anna", "Ben")):
        anna.fill(f"#name-{at}", name)
    anna.click("[data-key=start]")
    anna.click("[data-key=who-0]")
    expect(anna.locator(".standing")).to_be_visible()
    table = anna.url.split("#")[0]
    code = table.rsplit("/", 1)[1]
    ben = open_phone(table)
    ben.click("[data-key=who-1]")
    anna.click(f"[data-key='go-/sets?game={code}']")
    anna.fill("#set-name", "Grandma's")
    show_set(anna, str(SAMPLES / "rack.jpg"))
    expect(ben.locator(f"[data-key='go-/sets?game={code}']")).to_contain_text(
        "Read with Grandma's", timeout=20_000
    )
    # Ben may use it, not change it.
    ben.click(f"[data-key='go-/sets?game={code}']")
    expect(ben.locator('section[aria-label="Grandma\'s"]')).to_contain_text("another phone")
    expect(ben.locator("[data-key^=delete-]")).to_have_count(0)
    # Deleted, the game goes on without.
    anna.locator("[data-key^=delete-]").first.click()
    anna.click("[data-key=sure-yes]")
    expect(anna.locator('section[aria-label="Grandma\'s"]')).to_have_count(0)
    ben.click("[data-key=back]")
    expect(ben.locator(f"[data-key='go-/sets?game={code}']")).to_contain_text("Our set")
