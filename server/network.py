"""Where a phone finds this machine: addresses, a port, a picture to scan."""

import errno
import ipaddress
import socket
from collections.abc import Iterable
from io import StringIO

import ifaddr
import segno

DEFAULT_PORT = 8484
# How many ports to try after the wanted one.
TRIES = 20
# Bridges of containers and virtual machines: real addresses, but no phone is behind them.
INNER = ("docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "lxc", "podman", "cni")

Address = ipaddress.IPv4Address


def own_addresses() -> frozenset[str]:
    """Return every IP address of this machine, loopback and IPv6 included."""
    return frozenset(
        ip.ip if isinstance(ip.ip, str) else ip.ip[0]
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
    )


def own_names() -> set[str]:
    """Return the names under which this machine may be visited."""
    name = socket.gethostname().lower()
    short = name.split(".")[0]
    return {"localhost", name, short, f"{short}.local"}


def usable_addresses() -> tuple[str, ...]:
    """Return the IPv4 addresses a phone may try, the likeliest first; else loopback."""
    found = [
        (adapter.nice_name, Address(ip.ip))
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
        if isinstance(ip.ip, str)
    ]
    return rank(found, _address_of_default_route()) or ("127.0.0.1",)


def rank(found: Iterable[tuple[str, Address]], preferred: str | None) -> tuple[str, ...]:
    """Sort (interface, address) by how likely a phone reaches it, without loopback."""

    def order(item: tuple[str, Address]) -> tuple[bool, bool, bool, Address]:
        name, address = item
        return (
            address.is_link_local,
            name.lower().startswith(INNER),
            str(address) != preferred,
            address,
        )

    outside = (item for item in found if not item[1].is_loopback)
    return tuple(dict.fromkeys(str(address) for _, address in sorted(outside, key=order)))


def listen(host: str, port: int, *, tries: int = TRIES) -> socket.socket:
    """Bind the wanted port or one of the next that is free; raises OSError if none is."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for number in range(port, port + tries):
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, number))
            # A bound port is only known to be ours once it listens.
            listener.listen(1024)
        except OSError as trouble:
            listener.close()
            last = number in (port + tries - 1, 65535)
            if trouble.errno != errno.EADDRINUSE or last:
                raise
        else:
            return listener
    raise AssertionError("the loop above returns or raises")


def url(address: str, port: int, scheme: str = "http") -> str:
    """Return what to type into the browser."""
    host = f"[{address}]" if ":" in address else address
    return f"{scheme}://{host}:{port}"


def qr_code(text: str) -> str:
    """Draw a QR code for the terminal, two rows of it in one line of text."""
    out = StringIO()
    segno.make(text, error="m", micro=False).terminal(out, border=2, compact=True)
    return out.getvalue()


def _address_of_default_route() -> str | None:
    # Connecting a datagram socket sends nothing; it only asks the system which way it would go.
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])
