"""Addresses, ports and the picture to scan."""

import socket
from ipaddress import IPv4Address

import pytest

from server import network


def _ranked(*found: tuple[str, str], preferred: str | None = None) -> list[str]:
    return list(network.rank([(name, IPv4Address(ip)) for name, ip in found], preferred))


def test_the_address_of_the_default_route_comes_first() -> None:
    found = (("eth0", "10.0.0.2"), ("wlan0", "192.168.1.4"))
    assert _ranked(*found, preferred="192.168.1.4") == ["192.168.1.4", "10.0.0.2"]


def test_bridges_of_containers_come_last_but_are_not_hidden() -> None:
    found = (("docker0", "172.17.0.1"), ("br-1a", "172.18.0.1"), ("wlan0", "192.168.1.4"))
    assert _ranked(*found)[0] == "192.168.1.4"
    assert len(_ranked(*found)) == 3


def test_loopback_is_no_address_for_a_phone() -> None:
    assert _ranked(("lo", "127.0.0.1"), ("eth0", "10.0.0.2")) == ["10.0.0.2"]


def test_without_a_network_the_machine_itself_can_still_look(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("ifaddr.get_adapters", list)
    assert network.usable_addresses() == ("127.0.0.1",)


def test_a_taken_port_leads_to_the_next() -> None:
    with network.listen("127.0.0.1", 18484) as first:
        port = first.getsockname()[1]
        with network.listen("127.0.0.1", port) as second:
            assert second.getsockname()[1] > port


def test_a_taken_port_is_an_error_where_only_one_will_do() -> None:
    with socket.socket() as first:
        first.bind(("127.0.0.1", 0))
        first.listen()
        with pytest.raises(OSError, match="in use"):
            network.listen("127.0.0.1", first.getsockname()[1], tries=1)


def test_an_ipv6_address_is_bracketed() -> None:
    assert network.url("fe80::1", 8484) == "http://[fe80::1]:8484"
    assert network.url("10.0.0.2", 8484) == "http://10.0.0.2:8484"


def test_the_qr_code_is_drawn_with_blocks() -> None:
    assert "▀" in network.qr_code("http://192.168.1.4:8484")
