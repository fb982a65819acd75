"""What a person names as a camera, and how it is opened."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

from vision.camera.feeds import Feed, NoCamera, open_device, open_file, open_folder, open_stream
from vision.camera.web import open_web

WEB, STREAMS = ("http", "https"), ("rtsp", "rtsps")


@dataclass(frozen=True, slots=True)
class Source:
    """A named camera: ``shown`` to people, without its password.

    ``live`` sources are opened again when they break off; the others have an end.
    """

    shown: str
    live: bool
    open: Callable[[], Feed]


def source_of(text: str, *, files: bool = True) -> Source:
    """Return the source that a text names: ``0``, ``/dev/video0``, an address, a file or a folder.

    ``files``: also files and folders of this machine, which is not for everyone in the network.
    Raises NoCamera.
    """
    named = text.strip()
    number = named.removeprefix("/dev/video")
    if number.isascii() and number.isdecimal() and len(number) < 4:
        return Source(f"camera {int(number)}", True, partial(open_device, int(number)))
    scheme = named.partition("://")[0].lower() if "://" in named else ""
    if scheme in (*WEB, *STREAMS):
        shown = without_password(named)
        opened = open_web if scheme in WEB else open_stream
        return Source(shown, True, partial(opened, named, shown))
    path = Path(named)
    if files and not scheme and named and path.exists():
        return Source(named, False, partial(open_folder if path.is_dir() else open_file, path))
    raise NoCamera(_unknown(named, scheme, files=files))


def without_password(address: str) -> str:
    """Return an address as it may be shown and logged."""
    try:
        parts = urlsplit(address)
        if not parts.hostname:
            raise ValueError(address)
        port = f":{parts.port}" if parts.port else ""
    except ValueError:
        raise NoCamera("This is no complete address of a camera.") from None
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return f"{parts.scheme}://{host}{port}{parts.path}"


def _unknown(named: str, scheme: str, *, files: bool) -> str:
    ways = "a number such as 0, or an address that begins with http:// or rtsp://"
    if not named:
        return f"Name a camera: {ways}."
    if scheme:
        return f"Addresses that begin with {scheme}:// are no cameras. Name {ways}."
    if files:
        return f"There is no file or folder {named}. A camera is {ways}."
    return f"I know no such camera. Name {ways}."
