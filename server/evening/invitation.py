"""Addresses for other devices, and pictures of them to scan."""

from __future__ import annotations

import io
import ipaddress

import segno
from flask import request

from server.network import usable_addresses


def invitation(path: str) -> str:
    """Return the address of a page as another device reaches it.

    What the visitor typed is what works, unless it means "this very machine".
    """
    host, _, port = request.host.rpartition(":") if ":" in request.host else (request.host, "", "")
    if not port.isdecimal():
        host, port = request.host, ""
    if _is_this_machine(host.strip("[]")):
        host = usable_addresses()[0]
    return f"{request.scheme}://{host}{f':{port}' if port else ''}{path}"


def qr_svg(text: str) -> bytes:
    """Draw a QR code, dark on white whatever the page's colours."""
    out = io.BytesIO()
    _code(text).save(out, kind="svg", border=3, light="#fff", xmldecl=False, scale=8)
    return out.getvalue()


def qr_uri(text: str) -> str:
    """Draw a QR code as an address that holds the picture itself."""
    return str(_code(text).svg_data_uri(border=3, light="#fff", scale=8))


def _code(text: str) -> segno.QRCode:
    return segno.make(text, error="m", micro=False)


def _is_this_machine(name: str) -> bool:
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost"
