"""Pages, scripts and data travel compressed: a phone at the edge of the Wi-Fi waits less."""

import gzip
from functools import lru_cache

from flask import Flask, Response, request

# What shrinks; pictures are compressed already, and streams must not be collected.
KINDS = frozenset(
    {
        "application/json",
        "application/manifest+json",
        "image/svg+xml",
        "text/css",
        "text/html",
        "text/javascript",
    }
)
# Less is not worth it. Bytes.
LEAST = 700


def compress(app: Flask) -> None:
    """Compress what shrinks, for browsers that say they take it."""

    @app.after_request
    def shrink(response: Response) -> Response:
        if response.mimetype not in KINDS or response.status_code != 200 or _is_stream(response):
            return response
        response.vary.add("Accept-Encoding")
        if request.accept_encodings.quality("gzip") > 0:
            response.direct_passthrough = False
            data = response.get_data()
            if len(data) >= LEAST:
                response.set_data(_small(data))
                response.headers["Content-Encoding"] = "gzip"
        return response


def _is_stream(response: Response) -> bool:
    # A file is passed through and has its length; a stream has none.
    return response.is_streamed and response.content_length is None


@lru_cache(maxsize=200)
def _small(data: bytes) -> bytes:
    return gzip.compress(data, compresslevel=6, mtime=0)
