"""The server as its own process: killed in the middle, with several workers, over HTTPS."""

import os
import socket
import ssl
import stat
import subprocess
import sys
import threading
import time
from datetime import timedelta
from pathlib import Path

import pytest
from cryptography import x509

from server.certificates import certificate_for
from server.cli import parse_args
from server.desk import WAITING
from server.secure import put_before
from server.serving import _prepared
from tests.server.house import ROOT, kill, running
from tests.server.visitor import Visitor, start_game

CLOSED = {"end": "closed", "winner": 0}


@pytest.fixture(autouse=True)
def _without_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MELDCAM_DATABASE", raising=False)


def _confirm_rounds(phones: list[Visitor], path: str, told: list[int]) -> None:
    """Enter round after round until the server is gone; note each that was acknowledged."""
    number = len(told) + 1
    try:
        while True:
            phones[0].ask("PUT", f"{path}/rounds/{number}", CLOSED)
            phones[1].ask(
                "PUT", f"{path}/rounds/{number}/rests/1", {"tiles": f"r{number % 13 + 1}"}
            )
            told.append(number % 13 + 1)
            number += 1
    except ConnectionError:
        return


def test_a_kill_in_the_middle_of_confirming_loses_nothing_confirmed(tmp_path: Path) -> None:
    with running(tmp_path) as (address, process):
        path, phones = start_game(address, "zahlen", ["Anna", "Ben"])
        told: list[int] = []
        player = threading.Thread(target=_confirm_rounds, args=(phones, path, told))
        player.start()
        while len(told) < 5:
            time.sleep(0.01)
        kill(process)
        player.join()
    with running(tmp_path, port=int(address.strip("/").rsplit(":", 1)[1])):
        seen = phones[0].ask("GET", path)
        kept = [row["points"][0] for row in seen["book"]["rounds"]]
        # The last one may have been entered without the answer getting through.
        assert kept[: len(told)] == told
        assert len(kept) - len(told) in (0, 1)
        # And the evening goes on.
        number = len(kept) + 1
        phones[0].ask("PUT", f"{path}/rounds/{number}", CLOSED)
        seen = phones[1].ask("PUT", f"{path}/rounds/{number}/rests/1", {"tiles": "*"})
        assert seen["book"]["rounds"][-1]["points"] == [30, 0]
    for phone in phones:
        phone.close()


@pytest.mark.parametrize("options", [(), ("--workers", "2")])
def test_it_ends_open_streams_before_it_ends(tmp_path: Path, options: tuple[str, ...]) -> None:
    with running(tmp_path, *options) as (address, process):
        path, phones = start_game(address, "zahlen", ["Anna", "Ben"])
        stream = phones[0].follow(f"{path}/events")
        stream.readline()
        process.terminate()
        # A stream that is cut off raises IncompleteRead.
        stream.read()
        assert process.wait(timeout=60) in (0, 1, 130)
        for phone in phones:
            phone.close()


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_with_several_workers_a_change_reaches_pages_of_all(
    kind: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> None:
    if kind == "postgresql":
        monkeypatch.setenv("MELDCAM_DATABASE", request.getfixturevalue("postgres"))
    with running(tmp_path, "--workers", "2") as (address, _):
        path, phones = start_game(address, "zahlen", ["Anna", "Ben"])
        # So many streams that both workers have some.
        streams = [phones[at % 2].follow(f"{path}/events") for at in range(8)]
        for stream in streams:
            assert stream.readline().startswith(b"retry")
            _until_change(stream)
        phones[0].ask("PUT", f"{path}/rounds/1", CLOSED)
        version = phones[1].ask("GET", path)["version"]
        for stream in streams:
            assert _until_change(stream) == version
        for phone in phones:
            phone.close()


def _until_change(stream: object) -> int:
    lines = iter(stream.readline, b"")  # type: ignore[attr-defined]
    for line in lines:
        if line == b"event: change\n":
            return int(next(lines).split()[1])
    raise AssertionError("the stream ended")


def test_the_page_is_served_over_https_to_who_trusts_the_house(tmp_path: Path) -> None:
    with running(tmp_path, "--https", scheme="https") as (address, _):
        authority = tmp_path / "https" / "authority.pem"
        visitor = Visitor(address, trusts=str(authority))
        told = visitor.ask("POST", "/api/games", {"system": "zahlen", "players": ["A", "B"]})
        path = f"/api/games/{told['code']}"
        assert visitor.ask("GET", path)["version"] >= 1
        assert visitor.page("/authority.pem") == authority.read_text()
        stream = visitor.follow(f"{path}/events")
        assert stream.readline().startswith(b"retry")
        visitor.close()
        other = certificate_for(["127.0.0.1"], tmp_path / "other").authority
        with pytest.raises(ConnectionError, match="CERTIFICATE_VERIFY_FAILED"):
            Visitor(address, trusts=str(other))


def test_a_certificate_is_kept_while_it_fits(tmp_path: Path) -> None:
    first = certificate_for(["127.0.0.1", "table.test"], tmp_path)
    chain = first.chain.read_bytes()
    assert certificate_for(["table.test"], tmp_path).chain.read_bytes() == chain
    authority = first.authority.read_bytes()
    assert certificate_for(["192.168.7.5"], tmp_path).chain.read_bytes() != chain
    # Whoever trusted the house once does so still.
    assert first.authority.read_bytes() == authority


def test_a_certificate_is_short_enough_for_apple_and_its_key_is_private(tmp_path: Path) -> None:
    found = certificate_for(["127.0.0.1"], tmp_path)
    leaf = x509.load_pem_x509_certificate(found.chain.read_bytes())
    assert leaf.not_valid_after_utc - leaf.not_valid_before_utc < timedelta(days=825)
    for key in tmp_path.glob("*.key"):
        assert stat.S_IMODE(key.stat().st_mode) == 0o600


def test_a_broken_handshake_does_not_disturb_the_others(tmp_path: Path) -> None:
    found = certificate_for(["127.0.0.1"], tmp_path)
    inside = socket.create_server(("127.0.0.1", 0))
    outside = socket.create_server(("127.0.0.1", 0))
    put_before(outside, inside.getsockname()[1], found.context())
    where = outside.getsockname()
    with socket.create_connection(where) as plain:
        plain.sendall(b"GET / HTTP/1.1\r\n\r\n")
        plain.settimeout(10)
        while plain.recv(1000):
            pass
    trusting = ssl.create_default_context(cafile=str(found.authority))
    with trusting.wrap_socket(socket.create_connection(where), server_hostname="127.0.0.1") as good:
        good.sendall(b"hello")
        there, _ = inside.accept()
        assert there.recv(5) == b"hello"
        there.sendall(b"world")
        assert good.recv(5) == b"world"
        there.close()
        assert good.recv(5) == b""
    inside.close()


def test_a_folder_that_cannot_be_written_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    command = [sys.executable, "-m", "server", "serve", "--data", str(tmp_path / "file" / "x")]
    ended = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=False, env={**os.environ}
    )
    assert ended.returncode == 1
    assert "The games cannot be kept" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_plain_http_on_the_port_of_https_is_led_to_https(tmp_path: Path) -> None:
    with running(tmp_path, "--https", scheme="https") as (address, _):
        port = int(address.strip("/").rsplit(":", 1)[1])
        for head, status in (
            (f"GET /games?x=1 HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n", "307"),
            ("GET /games HTTP/1.0\r\n\r\n", "400"),
            ("nonsense\r\n\r\n", "400"),
        ):
            with socket.create_connection(("127.0.0.1", port), timeout=10) as plain:
                plain.sendall(head.encode())
                said = b"".join(iter(lambda: plain.recv(4096), b"")).decode()
            assert said.split()[1] == status
            assert "meldcam speaks https here" in said
            if status == "307":
                assert f"Location: https://127.0.0.1:{port}/games?x=1\r\n" in said


@pytest.mark.parametrize("workers", [1, 2, 4, 12])
def test_many_workers_keep_no_more_photos_waiting_than_one(workers: int) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        args = parse_args(["serve", "--workers", str(workers)])
        _, settings = _prepared(args, listener)
    assert 0 < settings.waiting * workers <= WAITING
