"""`meldcam watch`: follow a camera and print what it shows, whenever that changes."""

import argparse
import json
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from vision.camera.camera import Camera, State
    from vision.following.follower import View
    from vision.reading import Reading

HINTS = {
    "dark": "It is too dark to see anything.",
    "nothing": "I see no {pack}.",
    "hand": "A hand is in the picture.",
    "hold still": "Hold still ...",
    "reading": "Reading ...",
    "got it": "Got it.",
}


def run(args: argparse.Namespace) -> int:
    """Follow the camera until it ends or is interrupted; 1 if there was no stable answer."""
    from vision.camera.camera import Camera
    from vision.camera.feeds import NoCamera
    from vision.camera.sources import source_of

    try:
        source = source_of(args.camera)
    except NoCamera as problem:
        print(problem.text, file=sys.stderr)
        return 2
    answered = False
    try:
        with Camera(source, every=True) as camera:
            for event in changes(camera, args.pack, args.decks):
                answered = answered or event["stable"]
                print(json.dumps(event) if args.json else _describe(event, args.pack), flush=True)
                if event["stable"] and args.once:
                    break
    except KeyboardInterrupt:
        # That is how one ends watching; whoever reads our output got whole lines.
        pass
    return int(not answered)


def changes(camera: "Camera", pack: str, copies: int) -> Iterator[dict[str, Any]]:
    """Give an event whenever the camera's state, the hint or the stable answer changes.

    Ends with the source, and when a camera that never sent a picture is not there.
    """
    from vision.following.follower import Follower

    follower = Follower(pack, copies)
    told: tuple[str, str, tuple[str, ...]] | None = None
    sent = False
    shown = camera.state
    for frame in camera.frames():
        # A film may have been read to its end while its last frames still wait here.
        state = camera.state if frame is None or camera.state.name != "ended" else shown
        shown = state
        view = follower.see(frame) if frame else None
        sent = sent or frame is not None
        now = (state.name, view.hint if view else "", _words(view))
        if now != told:
            told = now
            yield _event(state, view)
        if not sent and state.name == "no camera":
            return
    yield _event(camera.state, None)


def _words(view: "View | None") -> tuple[str, ...]:
    return _rows(view.steady) if view and view.stable and view.steady else ()


def _rows(reading: "Reading") -> tuple[str, ...]:
    return tuple(
        " ".join(f"{s.tile}{'?' if s.unsure else ''}" for s in row) for row in reading.rows
    )


def _event(state: "State", view: "View | None") -> dict[str, Any]:
    stable = view is not None and view.stable
    steady = view.steady if view is not None and stable else None
    return {
        "state": state.name,
        "text": state.text,
        "seconds": round(view.frame.seconds, 3) if view else None,
        "hint": view.hint if view else None,
        "stable": stable,
        "took": round(view.took, 2) if view is not None and stable and view.took else None,
        "reading": steady.to_json(f"frame {view.frame.number}") if view and steady else None,
    }


def _describe(event: dict[str, Any], pack: str) -> str:
    if event["hint"] is None or event["state"] == "black":
        return str(event["text"])
    if not event["stable"]:
        return HINTS[event["hint"]].format(pack=pack)
    rows = event["reading"]["rows"]
    lines = ["  " + " ".join(s["tile"] + "?" * s["unsure"] for s in row) for row in rows]
    count = sum(len(row) for row in rows)
    return "\n".join([f"{count} {pack}, stable{_took(event)}:", *lines])


def _took(event: dict[str, Any]) -> str:
    return f" after {event['took']:.1f} s" if event["took"] else ""
