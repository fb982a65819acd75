"""The command line: `meldcam serve | read | watch | teach | advise | close | meld | check | score | batch`.

Exit codes: 0 yes, 1 no, 2 misuse.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from server import asking, photographs, serving, teaching, watching
from server.asking import ASKS
from server.network import DEFAULT_PORT

Run = Callable[[argparse.Namespace], int]


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    args = parse_args(argv)
    run: Run = args.run
    try:
        return run(args)
    except BrokenPipeError:
        # The reader of our output (`| head`) has enough; that is no failure.
        sys.stderr.close()
        return 0
    except KeyboardInterrupt:
        return 130


def parse_args(argv: Sequence[str] | None = None) -> argparse.Namespace:
    """Read the arguments; misuse ends with a message and exit code 2."""
    parser = argparse.ArgumentParser(
        prog="meldcam", description="Photograph a rack of tiles and see what you can play."
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _add_serve(commands)
    _add_read(commands)
    _add_watch(commands)
    _add_teach(commands)
    for name, ask in ASKS.items():
        command = commands.add_parser(name, help=ask.summary, description=ask.summary)
        for option in ask.options:
            command.add_argument(option.flag, **option.settings)
        command.add_argument("--json", action="store_true", help="print one JSON object")
        command.set_defaults(run=asking.run_ask, ask=name)
    batch = commands.add_parser(
        "batch", help="answer many questions", description="Answer one JSON question a line."
    )
    batch.add_argument("file", type=Path, metavar="FILE.jsonl", help="the questions; - reads stdin")
    batch.set_defaults(run=asking.run_batch)
    return parser.parse_args(argv)


def _add_serve(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    serve = commands.add_parser(
        "serve", help="show the page in the local network", description="Serve the page."
    )
    serve.add_argument("--host", default="0.0.0.0", help="address to listen on (default: all)")
    serve.add_argument(
        "--port",
        type=_port,
        help=f"port to listen on (default: {DEFAULT_PORT}, or the next one that is free)",
    )
    serve.add_argument(
        "--name",
        action="append",
        default=[],
        metavar="HOST",
        help="a further name this machine is visited under, such as one of your router",
    )
    serve.add_argument(
        "--data",
        type=Path,
        metavar="FOLDER",
        help="where the games are kept (default: your user's data folder); "
        "the variable MELDCAM_DATABASE names a PostgreSQL instead",
    )
    serve.add_argument(
        "--camera",
        metavar="SOURCE",
        help="a camera that the phones of a game may watch: a number such as 0, "
        "or an http:// or rtsp:// address",
    )
    serve.add_argument(
        "--https",
        action="store_true",
        help="encrypt, with a certificate made for this machine: for the live camera",
    )
    serve.add_argument(
        "--workers",
        type=_workers,
        default=1,
        metavar="N",
        help="how many processes answer, for a club with many tables (default: 1)",
    )
    serve.set_defaults(run=serving.run)


def _add_read(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    read = commands.add_parser(
        "read", help="read photos", description="Read photos of racks and tables."
    )
    read.add_argument("photos", nargs="+", type=Path, metavar="PHOTO")
    read.add_argument("--pack", choices=("tiles", "cards"), default="tiles")
    read.add_argument(
        "--decks",
        type=int,
        choices=(1, 2),
        default=2,
        help="how often the pack has each tile or card: 2, or 1 for a single deck",
    )
    read.add_argument(
        "--set", type=Path, metavar="FILE.meldset", help="the set of tiles, as `teach` wrote it"
    )
    read.add_argument("--draw", type=Path, metavar="DIR", help="write the photos as read there")
    read.add_argument("--json", action="store_true", help="print one JSON object a photo")
    read.set_defaults(run=photographs.run)


def _add_teach(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    teach = commands.add_parser(
        "teach",
        help="learn a set of tiles from a photo",
        description="Learn a set of tiles or a deck from a photo of known ones. "
        "Without --tiles it only tells what it sees, row by row.",
    )
    teach.add_argument("photo", type=Path, metavar="PHOTO")
    teach.add_argument(
        "--tiles",
        metavar="ROWS",
        help='what the photo shows, row by row: "r1 r2 r3 / b1 b2 b3"; "as-seen" for what is told',
    )
    teach.add_argument("--pack", choices=("tiles", "cards"), default="tiles")
    teach.add_argument("--name", default="our set", help="what the set is called")
    teach.add_argument(
        "--add-to", type=Path, metavar="FILE.meldset", help="add this photo to a set taught before"
    )
    teach.add_argument("--out", type=Path, metavar="FILE.meldset", help="where the set is written")
    teach.add_argument("--json", action="store_true", help="print one JSON object")
    teach.set_defaults(run=teaching.run)


def _add_watch(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    watch = commands.add_parser(
        "watch", help="follow a camera", description="Follow a camera and print what it shows."
    )
    watch.add_argument(
        "--camera",
        required=True,
        metavar="SOURCE",
        help="a number such as 0, an http:// or rtsp:// address, a video file or a folder",
    )
    watch.add_argument("--pack", choices=("tiles", "cards"), default="tiles")
    watch.add_argument(
        "--decks",
        type=int,
        choices=(1, 2),
        default=2,
        help="how often the pack has each tile or card: 2, or 1 for a single deck",
    )
    watch.add_argument("--once", action="store_true", help="end at the first stable answer")
    watch.add_argument("--json", action="store_true", help="print one JSON object a change")
    watch.set_defaults(run=watching.run)


def _workers(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 32:
        raise argparse.ArgumentTypeError("the number of workers is from 1 to 32")
    return int(text)


def _port(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError("a port is a number from 1 to 65535")
    return int(text)
