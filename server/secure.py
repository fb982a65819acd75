"""HTTPS in front of the server: takes TLS off every connection and hands the rest through."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import ssl
import threading
from typing import Any

log = logging.getLogger(__name__)

# Bytes handed on at a time.
PIECE = 64 * 1024


def put_before(listener: socket.socket, inner: int, context: ssl.SSLContext) -> None:
    """Answer TLS on the listener, in a thread, and pass everything to the local port `inner`."""
    ready = threading.Event()
    threading.Thread(
        target=lambda: asyncio.run(_serve(listener, inner, context, ready)),
        name="https",
        daemon=True,
    ).start()
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

    # A phone that does not trust the certificate yet hangs up: that is no news.
    asyncio.get_running_loop().set_exception_handler(_quietly)
    listener.setblocking(False)
    server = await asyncio.start_server(hand_through, sock=listener, ssl=context)
    ready.set()
    async with server:
        await server.serve_forever()


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError, ssl.SSLError):
        while piece := await reader.read(PIECE):
            writer.write(piece)
            await writer.drain()


def _quietly(_: asyncio.AbstractEventLoop, told: dict[str, Any]) -> None:
    log.debug("https: %s", told.get("exception") or told.get("message"))
