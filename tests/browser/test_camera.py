"""The camera of the house on a phone: its picture, and its reading taken into the game."""

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Page, expect

from server.camera.watch import Watch
from tests.browser.conftest import Open, serving
from tests.server.fakes import fake_read
from tests.vision.stream import Stream, jpeg, streaming
from vision.camera.sources import source_of
from vision.photo import load

pytestmark = pytest.mark.browser

SAMPLES = Path(__file__).parents[2] / "datasets" / "samples"
RUNNING = 60_000  # ms until networks are loaded and an answer is stable, on a busy machine


@pytest.fixture(scope="module")
def stream() -> Iterator[Stream]:
    pixels = load((SAMPLES / "rack.jpg").read_bytes()).pixels
    smaller = cv2.resize(pixels, (960, 720)).astype(np.uint8)
    with streaming(Stream(jpeg(smaller), rate=10)) as running:
        yield running


@pytest.fixture(scope="module")
def house(stream: Stream) -> Iterator[str]:
    with serving(fake_read, watch=Watch(source_of(stream.address))) as address:
        yield address


def game(house: str, open_phone: Open) -> Page:
    phone = open_phone(f"{house}games")
    phone.click("[data-key=new]")
    phone.check("[data-key=system-zahlen]")
    for at, name in enumerate(("Ada", "Ben")):
        phone.fill(f"#name-{at}", name)
    phone.click("[data-key=start]")
    phone.click("[data-key=who-0]")
    expect(phone.locator(".standing")).to_be_visible()
    return phone


def test_the_stable_reading_becomes_the_rack_of_one_s_turn(house: str, open_phone: Open) -> None:
    phone = game(house, open_phone)
    phone.get_by_role("link", name="The camera").click()
    expect(phone.get_by_role("heading", name="The camera")).to_be_visible()
    take = phone.locator("[data-key=camera-rack]")
    expect(take).to_be_visible(timeout=RUNNING)
    expect(phone.locator("[data-key=camera-hint]")).to_contain_text("14 tiles")
    picture = phone.locator(".camera-picture")
    assert picture.evaluate("one => one.naturalWidth") == 960
    take.click()
    phone.wait_for_url("**#mine")
    # The photo with its fourteen readings, to be corrected or taken as it is.
    photo = phone.locator(".entry .photo image")
    expect(photo).to_be_visible()
    photo.evaluate("one => one.decode()")
    expect(phone.locator(".entry .photo .outline")).to_have_count(14)
    phone.locator("[data-key^=confirm-rack]").click()
    expect(phone.locator("[data-key^=confirm-rack]")).to_have_count(0)


def test_the_table_goes_to_the_check_of_a_turn(house: str, open_phone: Open) -> None:
    phone = game(house, open_phone)
    address = phone.url.split("#")[0]
    phone.goto(f"{address}/camera")
    check = phone.locator("[data-key=camera-turn]")
    expect(check).to_be_visible(timeout=RUNNING)
    check.click()
    phone.wait_for_url("**#turn")
    # What was before is asked first; an empty table before the first turn.
    phone.click("[data-key=no-table]")
    expect(phone.locator(".entry img, .entry svg, .entry .photo").first).to_be_visible()


def test_a_house_without_a_camera_shows_no_button_for_it(open_phone: Open) -> None:
    with serving(fake_read) as address:
        phone = game(address, open_phone)
        expect(phone.get_by_role("link", name="The camera")).to_have_count(0)
