"""`meldcam serve`: the page in the local network, and how to get there."""

import argparse
import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from server.desk import WAITING
from server.network import (
    DEFAULT_PORT,
    TRIES,
    listen,
    own_addresses,
    own_names,
    qr_code,
    url,
    usable_addresses,
)

if TYPE_CHECKING:
    from server.camera.watch import Watch
    from server.evening.live import Live
    from server.storage.database import Database

# An open page of the evening holds a thread all the time (see evening.live.MOST_STREAMS), a photo
# while it is read; the page must not wait for either.
THREADS = 96
# Seconds.
A_DAY = 24 * 3600.0
ANY = ("0.0.0.0", "::", "")


@dataclass(frozen=True, slots=True)
class Settings:
    """What a worker process needs to know."""

    names: tuple[str, ...]
    data: Path | None
    scheme: str
    readers: int | None
    waiting: int
    authority: Path | None
    camera: str | None = None


def run(args: argparse.Namespace) -> int:
    """Serve until interrupted."""
    # Here, so that `meldcam advise` does not wait for the database's packages.
    from server.storage.database import Database, DatabaseUnusable

    reason = _camera_trouble(args)
    if reason is not None:
        print(reason, file=sys.stderr)
        return 2
    try:
        # Once, before the workers: they find the tables as they should be.
        database = Database.of_the_house(args.data)
        database.open()
        database.close()
    except DatabaseUnusable as trouble:
        print(f"The games cannot be kept: {trouble}", file=sys.stderr)
        print("Name another folder with --data FOLDER.", file=sys.stderr)
        return 1
    wanted = args.port or DEFAULT_PORT
    try:
        # A port that was asked for is meant; the usual one may be the next.
        listener = listen(args.host, wanted, tries=1 if args.port else TRIES)
    except OSError as trouble:
        print(f"Cannot listen on {args.host}:{wanted}: {trouble.strerror}.", file=sys.stderr)
        return 1
    try:
        inner, settings = _prepared(args, listener)
    except OSError as trouble:
        print(f"The certificate cannot be made: {trouble}", file=sys.stderr)
        return 1
    print(_welcome(args.host, listener, wanted, settings.scheme), flush=True)
    print(f"The games are kept in {database.where}", flush=True)
    if args.workers > 1:
        signal.signal(signal.SIGTERM, _interrupt)
        return _serve_with_workers(inner, settings, args.workers)
    serve(inner, settings)
    return 0


def serve(listener: socket.socket, settings: Settings) -> None:
    """Serve in this process until interrupted."""
    import waitress

    from server.app import LARGEST_UPLOAD, create_app
    from server.oversize import Channel
    from server.storage.database import Database

    database = Database.of_the_house(settings.data)
    watch = _watch(settings.camera)
    app = create_app(
        names=settings.names,
        readers=settings.readers,
        waiting=settings.waiting,
        database=database,
        authority=settings.authority,
        watch=watch,
    )
    server = waitress.create_server(
        app,
        sockets=[listener],
        threads=THREADS,
        ident=None,
        url_scheme=settings.scheme,
        # Each stream holds a connection too.
        connection_limit=THREADS * 4,
        max_request_body_size=LARGEST_UPLOAD + 1,
        # Larger bodies would be put on disk: photos stay in memory.
        inbuf_overflow=LARGEST_UPLOAD + 2,
    )
    server.channel_class = Channel
    live = app.extensions["meldcam-live"]
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: _end(live, watch))
    warming = threading.Thread(target=_warm_up, name="warm-up", daemon=True)
    warming.start()
    threading.Thread(target=_forget, args=(database,), name="forget", daemon=True).start()
    try:
        server.run()
    finally:
        server.close()
        database.close()
        if watch is not None:
            watch.close()
        # Python ending under a library that is being loaded would end in an abort.
        warming.join(timeout=10)


def _prepared(args: argparse.Namespace, listener: socket.socket) -> tuple[socket.socket, Settings]:
    """Return the socket that the workers serve: with HTTPS one that only this machine reaches."""
    # The house reads and keeps no more photos at a time with many workers than with one.
    readers = max(1, (os.cpu_count() or 1) // 2 // args.workers) if args.workers > 1 else None
    waiting = max(1, WAITING // max(1, args.workers))
    if not args.https:
        named = tuple(args.name)
        return listener, Settings(named, args.data, "http", readers, waiting, None, args.camera)
    from server.certificates import certificate_for
    from server.secure import put_before
    from server.storage.database import data_folder

    found = certificate_for(_named(args.name), data_folder(args.data) / "https")
    inner = listen("127.0.0.1", 0, tries=1)
    put_before(listener, inner.getsockname()[1], found.context())
    return inner, Settings(
        tuple(args.name), args.data, "https", readers, waiting, found.authority, args.camera
    )


def _named(names: Iterable[str]) -> list[str]:
    # An IPv6 address with a zone (fe80::1%eth0) is only good on this machine.
    addresses = [address for address in own_addresses() if "%" not in address]
    return [*addresses, *own_names(), *names]


def _serve_with_workers(listener: socket.socket, settings: Settings, count: int) -> int:
    start = multiprocessing.get_context("spawn").Process
    workers = [start(target=_worker, args=(listener, settings)) for _ in range(count)]
    for worker in workers:
        worker.start()
    try:
        for worker in workers:
            worker.join()
    finally:
        for worker in workers:
            worker.terminate()
    # They end only when they are told to.
    return 1


def _worker(listener: socket.socket, settings: Settings) -> None:
    try:
        serve(listener, settings)
    except KeyboardInterrupt:
        sys.exit(0)


def _welcome(host: str, listener: socket.socket, wanted: int, scheme: str) -> str:
    port = listener.getsockname()[1]
    addresses = usable_addresses() if host in ANY else (host,)
    lines = []
    if port != wanted:
        lines.append(f"Port {wanted} is taken, so this is port {port}.")
    lines.append("meldcam is ready. Open it on a phone in the same network:")
    lines.extend(f"  {url(address, port, scheme)}" for address in addresses)
    if scheme == "https":
        lines.append("The phone warns once that it does not know the certificate: go on anyway,")
        lines.append(f"or trust the one of {url(addresses[0], port, scheme)}/authority.pem first.")
    if _can_draw():
        lines.append("")
        lines.append(qr_code(url(addresses[0], port, scheme)))
    lines.append("Ctrl+C ends it.")
    return "\n".join(lines)


def _can_draw() -> bool:
    try:
        "▀▄█".encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def _interrupt(*_: object) -> None:
    raise KeyboardInterrupt


def _watch(camera: str | None) -> "Watch | None":
    """Return what follows the camera of the house; it is opened when somebody looks."""
    if camera is None:
        return None
    from server.camera.watch import Watch
    from vision.camera.sources import source_of

    return Watch(source_of(camera))


def _camera_trouble(args: argparse.Namespace) -> str | None:
    """Say why the camera that was named cannot be shown."""
    if args.camera is None:
        return None
    if args.workers > 1:
        return "One camera is followed by one process: leave --workers or --camera out."
    from vision.camera.feeds import NoCamera
    from vision.camera.sources import source_of

    try:
        source_of(args.camera)
    except NoCamera as problem:
        return problem.text
    return None


def _end(live: "Live", watch: "Watch | None") -> None:
    # Otherwise the server would wait for the open pages.
    live.stop()
    if watch is not None:
        watch.stop()
    raise KeyboardInterrupt


def _forget(database: "Database") -> None:
    """Delete old photos once a day: what is stated holds in quiet weeks too."""
    from sqlalchemy.exc import SQLAlchemyError

    from server.storage.photos import forget_old

    while True:
        try:
            with database.session() as session:
                forget_old(session)
        except SQLAlchemyError as trouble:
            print(f"Old photos could not be deleted: {trouble}", file=sys.stderr, flush=True)
        time.sleep(A_DAY)


def _warm_up() -> None:
    # The first player should not wait for the networks to load.
    import vision.reading  # noqa: F401 - imports what decodes photos
    from vision.sessions import session

    try:
        for role in ("detector", "classifier"):
            session("tiles", role)
    except Exception as trouble:
        print(f"The networks cannot be loaded: {trouble}", file=sys.stderr, flush=True)
