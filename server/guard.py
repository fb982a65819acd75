"""Who may talk to the server: this house, from its own page."""

import ipaddress
from collections.abc import Callable, Iterable
from urllib.parse import urlsplit

from flask import Flask, Response, abort, request

from server.network import own_addresses, own_names

# No inline script, nothing from elsewhere; photos are shown from memory (blob:).
CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob: data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "geolocation=(), microphone=()",
}


def protect(
    app: Flask, names: Iterable[str], addresses: Callable[[], frozenset[str]] = own_addresses
) -> None:
    """Refuse foreign hosts and origins, and send the security headers with everything."""
    known = {name.lower() for name in names} | own_names()

    @app.before_request
    def check_host_and_origin() -> None:
        # A foreign name that points here (DNS rebinding) would make its page one of ours.
        if not _is_ours(_name_in(f"//{request.host}"), known, addresses):
            abort(421)
        if request.method not in ("GET", "HEAD", "OPTIONS") and not _from_our_page():
            abort(403)

    @app.after_request
    def add_headers(response: Response) -> Response:
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        return response


def _is_ours(name: str, known: set[str], addresses: Callable[[], frozenset[str]]) -> bool:
    if name in known:
        return True
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return False
    # Asked afresh: the address of a laptop changes when it joins another network.
    return address.is_loopback or str(address) in addresses()


def _from_our_page() -> bool:
    origin = request.headers.get("Origin")
    if origin is not None:
        return origin == f"{request.scheme}://{request.host}"
    # Browsers send one of the two; what sends neither is a script, which no site can forge.
    return request.headers.get("Sec-Fetch-Site", "same-origin") in ("same-origin", "none")


def _name_in(url: str) -> str:
    try:
        return (urlsplit(url).hostname or "").lower()
    except ValueError:
        return ""
