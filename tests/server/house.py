"""A meldcam of its own process, to be stopped, killed and started again."""

import os
import signal
import socket
import ssl
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
# Seconds.
PATIENCE = 60


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running(
    data: Path, *options: str, port: int | None = None, scheme: str = "http"
) -> Iterator[tuple[str, "subprocess.Popen[bytes]"]]:
    """Start `meldcam serve` and yield its address and its process; it is killed at the end."""
    port = port or free_port()
    command = [sys.executable, "-m", "server", "serve", "--host", "127.0.0.1"]
    command += ["--port", str(port), "--data", str(data), *options]
    # A group of its own, so that worker processes end with it.
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, start_new_session=True)
    address = f"{scheme}://127.0.0.1:{port}/"
    try:
        wait_for(address, process)
        yield address, process
    finally:
        kill(process)


def kill(process: "subprocess.Popen[bytes]") -> None:
    """End a meldcam as a power cut does: nothing more is written."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def wait_for(address: str, process: "subprocess.Popen[bytes]") -> None:
    """Wait until it answers."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        assert process.poll() is None, "meldcam ended"
        try:
            # It may be nobody's friend yet: see the tests of its certificate.
            anybody = ssl._create_unverified_context()
            urllib.request.urlopen(f"{address}games", timeout=5, context=anybody).close()
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            time.sleep(0.1)
        else:
            return
    raise AssertionError("meldcam does not answer")
