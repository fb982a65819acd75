"""A photo above the limit is refused in words, before all of it was sent."""

import http.client
import json
import threading
from contextlib import suppress

import waitress

from server.oversize import Channel


def test_a_body_above_the_limit_is_refused_in_words() -> None:
    def app(environ: object, start: object) -> list[bytes]:
        raise AssertionError("never asked")

    server = waitress.create_server(app, host="127.0.0.1", port=0, max_request_body_size=1000)
    server.channel_class = Channel

    def run() -> None:
        # Closing takes the socket from under the loop.
        with suppress(OSError, ValueError):
            server.run()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        visitor = http.client.HTTPConnection("127.0.0.1", server.effective_port, timeout=10)
        visitor.putrequest("POST", "/api/read")
        visitor.putheader("Content-Length", "5000")
        visitor.endheaders(b"the first bytes of many")
        reply = visitor.getresponse()
        error = json.loads(reply.read())["error"]
        assert reply.status == 413
        assert error == {
            "code": "upload-too-big",
            "text": "This photo is too big: 60 MB is the most.",
        }
        visitor.close()
    finally:
        server.task_dispatcher.shutdown(timeout=5)
        server.close()
        thread.join(10)
