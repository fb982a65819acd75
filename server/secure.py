"""HTTPS in front of the server: takes TLS off every connection and hands the rest through."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import socket
import ssl
import threading
from collections.abc import Awaitable, Callable
from typing import Any

log = logging.getLogger(__name__)

# Bytes handed on at a time.
PIECE = 64 * 1024
# A request in plain HTTP, as much of it as tells what was asked for. Bytes.
HEAD = 8 * 1024
# The first byte of a connection that speaks TLS.
TLS_GREETING = b"\x16"
# How long a caller may keep silent. Seconds.
PATIENCE = 30.0
PAUSE = 0.2


def put_before(listener: socket.socket, inner: int, context: ssl.SSLContext) -> None:
    """Answer TLS on the listener, in a thread, and pass everything to the local port `inner`."""
    ready = threading.Event()

    def serve() -> None:
        # The loop that can watch a socket without reading from it, also on Windows.
        with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
            runner.run(_serve(listener, inner, context, ready))

    threading.Thread(target=serve, name="https", daemon=True).start()
    ready.wait()


async def _serve(
    listener: socket.socket, inner: int, context: ssl.SSLContext, ready: threading.Event
) -> None:
    async def hand_through(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            inside = await asyncio.open_connection("127.0.0.1", inner)
        except OSError:
            writer.close()
            return
        there = asyncio.create_task(_pump(reader, inside[1]))
        back = asyncio.create_task(_pump(inside[0], writer))
        # When one side has gone the other has nobody left to talk to.
        await asyncio.wait({there, back}, return_when=asyncio.FIRST_COMPLETED)
        for task, end in ((there, inside[1]), (back, writer)):
            task.cancel()
            end.close()

    loop = asyncio.get_running_loop()
    # A phone that does not trust the certificate yet hangs up: that is no news.
    loop.set_exception_handler(_quietly)
    listener.setblocking(False)
    ready.set()
    calls: set[asyncio.Task[None]] = set()
    while True:
        try:
            caller, _ = await loop.sock_accept(listener)
        except OSError:
            # Too many open files, or the caller has gone: the next one may be luckier.
            await asyncio.sleep(PAUSE)
            continue
        caller.setblocking(False)
        call = loop.create_task(_answer(caller, context, hand_through))
        calls.add(call)
        call.add_done_callback(calls.discard)


Handler = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


async def _answer(caller: socket.socket, context: ssl.SSLContext, hand_through: Handler) -> None:
    """Speak TLS with who does, and lead there who spoke plain HTTP to this port."""
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout(PATIENCE):
            if not await _greets(caller):
                with caller:
                    asked = await loop.sock_recv(caller, HEAD)
                    await loop.sock_sendall(caller, _lead(asked))
                return
        reader = asyncio.StreamReader(loop=loop)
        protocol = asyncio.StreamReaderProtocol(reader, hand_through, loop=loop)
        await loop.connect_accepted_socket(lambda: protocol, caller, ssl=context)
    except (OSError, TimeoutError, ssl.SSLError) as trouble:
        caller.close()
        log.debug("https: %s", trouble)


async def _greets(caller: socket.socket) -> bool:
    """Wait for the first byte and tell, without taking it, whether TLS begins with it."""
    loop = asyncio.get_running_loop()
    there = asyncio.Event()
    loop.add_reader(caller, there.set)
    try:
        await there.wait()
    finally:
        loop.remove_reader(caller)
    first = caller.recv(1, socket.MSG_PEEK)
    return first in (TLS_GREETING, b"")


def _lead(asked: bytes) -> bytes:
    """Answer a request in plain HTTP: the same address with https."""
    path = re.match(rb"[A-Z]+ (/[\x21-\x7e]*) HTTP/", asked)
    host = re.search(rb"\r\n[Hh]ost:[ ]*([A-Za-z0-9.:\[\]-]+)\r\n", asked)
    where = b"https://%s%s" % (host[1] if host else b"", path[1] if path else b"/")
    text = b"meldcam speaks https here: %s\n" % where if host else b"meldcam speaks https here.\n"
    status = b"307 Temporary Redirect\r\nLocation: %s" % where if host else b"400 Bad Request"
    return (
        b"HTTP/1.1 %s\r\nContent-Type: text/plain\r\nContent-Length: %d\r\n"
        b"Connection: close\r\n\r\n%s" % (status, len(text), text)
    )


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError, ssl.SSLError):
        while piece := await reader.read(PIECE):
            writer.write(piece)
            await writer.drain()


def _quietly(_: asyncio.AbstractEventLoop, told: dict[str, Any]) -> None:
    log.debug("https: %s", told.get("exception") or told.get("message"))
