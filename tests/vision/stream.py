"""A camera on the network: pictures over HTTP, as cameras and phone apps send them."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import cv2
import numpy as np
from numpy.typing import NDArray

PATH = "/video"


def jpeg(pixels: NDArray[np.uint8]) -> bytes:
    """Return an RGB picture as a JPEG."""
    return bytes(cv2.imencode(".jpg", pixels[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 90])[1])


@dataclass
class Stream:
    """What the camera sends just now, and how."""

    picture: bytes
    lengths: bool = True  # whether it tells the length of each picture
    rate: float = 30.0
    secret: str | None = None  # the Authorization it wants
    silent: threading.Event = field(default_factory=threading.Event)
    ended: threading.Event = field(default_factory=threading.Event)
    port: int = 0
    visits: int = 0

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}{PATH}"


@contextmanager
def streaming(stream: Stream) -> Iterator[Stream]:
    """Serve the stream, on the same port each time; at the end every viewer is cut off."""

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

        def do_GET(self) -> None:
            stream.visits += 1
            if stream.secret and self.headers.get("Authorization") != stream.secret:
                self.send_error(401)
            elif self.path == PATH:
                _send(self, stream)
            elif self.path == "/shot.jpg":
                self._one("image/jpeg", stream.picture)
            elif self.path == "/":
                self._one("text/html", b"<h1>A camera</h1>")
            else:
                self.send_error(404)

        def _one(self, kind: str, data: bytes) -> None:
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

    stream.ended.clear()
    server = ThreadingHTTPServer(("127.0.0.1", stream.port), Handler)
    stream.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield stream
    finally:
        stream.ended.set()
        server.shutdown()
        server.server_close()
        thread.join(5)


def _send(handler: BaseHTTPRequestHandler, stream: Stream) -> None:
    handler.send_response(200)
    handler.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
    handler.end_headers()
    try:
        while not stream.ended.wait(1 / stream.rate):
            if stream.silent.is_set():
                continue
            head = b"--frame\r\nContent-Type: image/jpeg\r\n"
            if stream.lengths:
                head += f"Content-Length: {len(stream.picture)}\r\n".encode()
            handler.wfile.write(head + b"\r\n" + stream.picture + b"\r\n")
    except OSError:
        pass
