"""A real Chromium at phone size, and the server it visits, with the real networks or without."""

import os
import shutil
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
import waitress
from playwright.sync_api import Browser, Page, Playwright, sync_playwright
from waitress import wasyncore

from server.app import create_app
from server.camera.watch import Watch
from server.desk import Reader
from server.network import listen
from server.storage.database import Database

SAMPLES = Path(__file__).parent.parent.parent / "datasets" / "samples"
PHONE = {"width": 390, "height": 844}
NAMES = ("chromium", "chromium-browser", "google-chrome")
# Without a sandbox it runs as root too; the rest keeps it from calling home.
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
# On a busy machine everything takes longer. Milliseconds.
PATIENCE = 20_000

Open = Callable[..., Page]


def chromium_path() -> str | None:
    """Return where Chromium is; the variable CHROMIUM names another."""
    named = os.environ.get("CHROMIUM")
    return named or next(filter(None, map(shutil.which, NAMES)), None)


@contextmanager
def serving(
    read: Reader,
    *,
    database: Database | None = None,
    port: int = 18600,
    watch: Watch | None = None,
    names: Sequence[str] = (),
) -> Iterator[str]:
    """Serve the application on a free port of this machine and yield its address."""
    database = database or Database()
    with listen("127.0.0.1", port, tries=200) as listener:
        app = create_app(read=read, database=database, watch=watch, names=names)
        server = waitress.create_server(app, sockets=[listener], threads=24)

        def run() -> None:
            # Closing takes the sockets from under the loop.
            with suppress(OSError, ValueError):
                server.run()

        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}/"
        finally:
            app.extensions["meldcam-live"].stop()
            if watch is not None:
                watch.close()
            server.task_dispatcher.shutdown(timeout=5)
            server.close()
            thread.join(5)
            # The connections that browsers keep open.
            wasyncore.close_all(server._map, ignore_all=True)
            database.close()


@pytest.fixture(scope="session")
def driver() -> Iterator[Playwright]:
    """Start what drives browsers: there is one at a time."""
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(driver: Playwright) -> Iterator[Browser]:
    """Start the system's Chromium, or skip."""
    path = chromium_path()
    if not path:
        pytest.skip("no Chromium here: apt install chromium, or name one in CHROMIUM")
    chromium = driver.chromium.launch(executable_path=path, args=ARGUMENTS)
    yield chromium
    chromium.close()


@pytest.fixture
def open_phone(browser: Browser) -> Iterator[Open]:
    """Open an address on a phone of its own; whatever the page complains about is a failure."""
    complaints: list[str] = []
    contexts = []

    def open_page(address: str, **settings: Any) -> Page:
        settings = {"viewport": PHONE, "locale": "en-GB", "has_touch": True, **settings}
        context = browser.new_context(**settings)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "console",
            lambda message: complaints.append(message.text) if message.type == "error" else None,
        )
        page.goto(address)
        return page

    yield open_page
    for context in contexts:
        context.close()
    # A refused upload is told by its status, which the browser logs.
    assert [text for text in complaints if "Failed to load resource" not in text] == []
