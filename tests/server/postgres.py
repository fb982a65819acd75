"""A PostgreSQL of our own for the tests, from the system's package."""

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

# Where Debian keeps what is not for everybody's path.
DEBIAN = Path("/usr/lib/postgresql")
USER = "postgres"


def tools() -> Path | None:
    """Return the folder of initdb and pg_ctl, or None where PostgreSQL is not installed."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    folders = sorted(DEBIAN.glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]))
    return folders[-1].parent if folders else None


@contextmanager
def running(folder: Path) -> Iterator[str]:
    """Start a server with nothing in it and yield the address of its database."""
    # The server refuses to run as root; Debian's package made this user.
    as_user = {"user": USER, "group": USER} if os.geteuid() == 0 else {}
    # The path of a socket may have about a hundred letters.
    with tempfile.TemporaryDirectory(prefix="pg-") as short:
        data = Path(short) / "data"
        if as_user:
            shutil.chown(short, USER, USER)

        def run(tool: str, *options: str) -> None:
            subprocess.run(
                [folder / tool, "-D", data, *options],
                check=True,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                cwd=short,
                **as_user,  # type: ignore[call-overload]
            )

        port = _free_port()
        run("initdb", "-U", "meldcam", "-A", "trust", "-E", "UTF8", "--no-sync")
        settings = f"-p {port} -k {short} -c listen_addresses=127.0.0.1 -c fsync=off"
        run("pg_ctl", "-w", "-l", f"{short}/log", "-o", settings, "start")
        try:
            yield f"postgresql://meldcam@127.0.0.1:{port}/postgres"
        finally:
            run("pg_ctl", "-w", "-m", "immediate", "stop")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
