"""The phone's own camera: a rendered film plays the part of the camera."""

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from tests.browser.conftest import ARGUMENTS, chromium_path, serving
from tests.server.fakes import fake_read
from tests.vision.stream import jpeg
from vision.photo import load

pytestmark = pytest.mark.browser

SAMPLES = Path(__file__).parents[2] / "datasets" / "samples"
RUNNING = 60_000  # ms until an answer is stable, on a busy machine


@pytest.fixture(scope="module")
def filming(driver: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A Chromium whose camera films the rack, held by a hand that moves a little."""
    path = chromium_path()
    if not path:
        pytest.skip("no Chromium here: apt install chromium, or name one in CHROMIUM")
    pixels = load((SAMPLES / "rack.jpg").read_bytes()).pixels
    pixels = cv2.resize(pixels, (960, 720)).astype(np.uint8)
    film = tmp_path_factory.mktemp("film") / "rack.mjpeg"
    shifts = [round(3 * np.sin(i / 3)) for i in range(19)]
    film.write_bytes(b"".join(jpeg(np.roll(pixels, shift, 1)) for shift in shifts))
    camera = [
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
        f"--use-file-for-fake-video-capture={film}",
        "--host-resolver-rules=MAP table.test 127.0.0.1",
    ]
    browser = driver.chromium.launch(executable_path=path, args=[*ARGUMENTS, *camera])
    yield browser
    browser.close()


def opened(browser: Browser, address: str, complaints: list[str]) -> Page:
    page = browser.new_context(locale="en-GB").new_page()
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(address)
    expect(page.locator("[data-key=photo-rack]")).to_be_attached()
    return page


def test_a_good_moment_is_taken_by_itself_and_can_be_corrected(filming: Browser) -> None:
    complaints: list[str] = []
    with serving(fake_read) as address:
        page = opened(filming, address, complaints)
        page.click("[data-key=live-rack]")
        expect(page.locator("dialog.live")).to_be_visible()
        outlines = page.locator("svg.photo[data-part=rack] .outline")
        expect(outlines).to_have_count(14, timeout=RUNNING)
        expect(page.locator("dialog.live")).to_have_count(0)
        assert page.evaluate("() => localStorage.getItem('meldcam.part.rack')")
    assert complaints == []


def test_closing_the_camera_leaves_the_page_as_it_was(filming: Browser) -> None:
    complaints: list[str] = []
    with serving(fake_read) as address:
        page = opened(filming, address, complaints)
        page.click("[data-key=live-rack]")
        page.click("[data-key=live-close]")
        expect(page.locator("dialog.live")).to_have_count(0)
        expect(page.locator("[data-key=live-rack]")).to_be_visible()
    assert complaints == []


def test_over_http_there_is_no_button_that_cannot_work(filming: Browser) -> None:
    complaints: list[str] = []
    with serving(fake_read, names=["table.test"]) as address:
        page = opened(filming, address.replace("127.0.0.1", "table.test"), complaints)
        expect(page.locator("[data-key=live-rack]")).to_have_count(0)
    assert complaints == []
