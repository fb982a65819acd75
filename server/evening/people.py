"""Who is asking: a secret in a cookie for each device, and a token that other sites cannot know."""

import hashlib
import hmac
import secrets
import threading
import time
from collections import deque

from flask import Response, current_app, g, request

from server.evening.refusal import Refused

COOKIE = "meldcam"
TOKEN_HEADER = "X-Meldcam-Token"
# The most that browsers keep a cookie. Seconds.
LASTS = 400 * 24 * 3600
SECRET_LENGTH = 43
# So many wrong codes may come from one address in a minute.
WRONG_CODES = 20
MINUTE = 60.0


def secret() -> str:
    """Return this device's secret; a new one is given with the answer."""
    if "secret" not in g:
        known = request.cookies.get(COOKIE, "")
        g.secret = known if len(known) == SECRET_LENGTH else secrets.token_urlsafe(32)
    return str(g.secret)


def token() -> str:
    """Return what this device's own page sends along with every change."""
    return hmac.new(secret().encode(), b"change", hashlib.sha256).hexdigest()


def check_token() -> None:
    """Refuse a change that does not come from a page of ours."""
    if not hmac.compare_digest(request.headers.get(TOKEN_HEADER, ""), token()):
        raise Refused("no-token", 403)


def remember(response: Response) -> Response:
    """Give a device that came without a secret its own."""
    if "secret" in g and request.cookies.get(COOKIE) != g.secret:
        response.set_cookie(
            COOKIE,
            g.secret,
            max_age=LASTS,
            httponly=True,
            secure=request.is_secure,
            samesite="Lax",
        )
    return response


class Guesses:
    """Counts wrong codes by address, so that nobody tries them all."""

    def __init__(self, most: int = WRONG_CODES) -> None:
        self._most = most
        self._wrong: dict[str, deque[float]] = {}
        self._lock = threading.Lock()

    def check(self, address: str) -> None:
        """Refuse who guessed wrong too often just now."""
        with self._lock:
            recent = self._recent(address)
            if len(recent) >= self._most:
                raise Refused("too-many-guesses", 429)

    def wrong(self, address: str) -> None:
        """Count a wrong code."""
        with self._lock:
            self._recent(address).append(time.monotonic())

    def _recent(self, address: str) -> deque[float]:
        recent = self._wrong.setdefault(address, deque(maxlen=self._most))
        while recent and recent[0] < time.monotonic() - MINUTE:
            recent.popleft()
        if not recent and len(self._wrong) > 1000:
            self._wrong = {address: recent}
        return recent


def guesses() -> Guesses:
    """Return the application's count of wrong codes."""
    counted: Guesses = current_app.extensions["meldcam-guesses"]
    return counted
