"""`meldcam serve`: the page in the local network, and how to get there."""

import argparse
import signal
import socket
import sys
import threading

from server.network import DEFAULT_PORT, TRIES, listen, qr_code, url, usable_addresses

# Streams hold their thread until the reading is done; eight phones must not block the page.
# An open page of the evening holds one all the time: see evening.live.MOST_STREAMS.
THREADS = 96
ANY = ("0.0.0.0", "::", "")


def run(args: argparse.Namespace) -> int:
    """Serve until interrupted."""
    # Here, so that `meldcam advise` does not wait for the web framework.
    import waitress

    from server.app import LARGEST_UPLOAD, create_app
    from server.storage.database import Database, DatabaseUnusable

    try:
        database = Database.of_the_house(args.data)
        database.open()
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
    server = waitress.create_server(
        create_app(names=args.name, database=database),
        sockets=[listener],
        threads=THREADS,
        ident=None,
        max_request_body_size=LARGEST_UPLOAD + 1,
        # Larger bodies would be put on disk: photos stay in memory.
        inbuf_overflow=LARGEST_UPLOAD + 2,
    )
    print(_welcome(args.host, listener, wanted), flush=True)
    signal.signal(signal.SIGTERM, _interrupt)
    threading.Thread(target=_warm_up, name="warm-up", daemon=True).start()
    try:
        server.run()
    finally:
        server.close()
        database.close()
    return 0


def _welcome(host: str, listener: socket.socket, wanted: int) -> str:
    port = listener.getsockname()[1]
    addresses = usable_addresses() if host in ANY else (host,)
    lines = []
    if port != wanted:
        lines.append(f"Port {wanted} is taken, so this is port {port}.")
    lines.append("meldcam is ready. Open it on a phone in the same network:")
    lines.extend(f"  {url(address, port)}" for address in addresses)
    if _can_draw():
        lines.append("")
        lines.append(qr_code(url(addresses[0], port)))
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


def _warm_up() -> None:
    # The first player should not wait for the networks to load.
    import vision.reading  # noqa: F401 - imports what decodes photos
    from vision.sessions import session

    try:
        for role in ("detector", "classifier"):
            session("tiles", role)
    except Exception as trouble:
        print(f"The networks cannot be loaded: {trouble}", file=sys.stderr, flush=True)
