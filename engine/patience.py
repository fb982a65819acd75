"""A limit to how long an answer may take."""

from __future__ import annotations

import time


class OutOfTime(Exception):  # noqa: N818 - an answer that was not found in time
    """The time given is over and nothing was found yet."""


def deadline_in(seconds: float | None) -> float | None:
    """Give the moment (``time.monotonic``) so many seconds from now; None for no limit."""
    return None if seconds is None else time.monotonic() + seconds


def is_late(deadline: float | None) -> bool:
    """Tell whether a deadline is over."""
    return deadline is not None and time.monotonic() > deadline
