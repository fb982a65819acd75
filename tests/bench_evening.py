"""An evening's load: eight phones at two tables, all looking, all photographing at once.

    python -m tests.bench_evening [--rounds 10] [--workers 1] [--photo FILE]

Starts a meldcam of its own on this machine (MELDCAM_DATABASE is respected), prints latencies in
milliseconds and every error, and ends with 1 if there was one.
"""

import argparse
import statistics
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from tests.server.house import running
from tests.server.visitor import Refusal, Visitor, start_game

SAMPLE = Path(__file__).parent.parent / "datasets" / "samples" / "rack.jpg"
TABLES = (
    ("klassisch", ["Anna", "Ben", "Cleo", "Dora"], ("Kh 5c", "As 3d", "9d")),
    ("lite", ["Emil", "Fritz", "Greta", "Hans"], ("Kh 5c *", "As 3d", "9d 9s")),
)
MOST_ROUNDS = 100


class Watch:
    """Collects how long things took, by what they were, and what went wrong."""

    def __init__(self) -> None:
        self.times: dict[str, list[float]] = defaultdict(list)
        self.errors: list[str] = []
        self._lock = threading.Lock()

    def time(self, what: str, work: Callable[[], Any]) -> Any:
        """Run and note; an error is noted and answered with None."""
        start = time.perf_counter()
        try:
            told = work()
        except (Refusal, OSError, AssertionError) as trouble:
            with self._lock:
                self.errors.append(f"{what}: {trouble}")
            return None
        self.note(what, start)
        return told

    def note(self, what: str, start: float) -> None:
        """Note how long something took until now."""
        with self._lock:
            self.times[what].append((time.perf_counter() - start) * 1000)

    def tell(self) -> None:
        """Print a line for each kind of work."""
        print(f"{'':34}{'n':>6}{'median':>9}{'95 %':>9}{'worst':>9}   ms")
        for what, times in self.times.items():
            ranked = sorted(times)
            late = ranked[min(len(ranked) - 1, int(len(ranked) * 0.95))]
            median = statistics.median(ranked)
            print(f"{what:34}{len(ranked):>6}{median:>9.1f}{late:>9.1f}{ranked[-1]:>9.1f}")
        print(f"errors: {len(self.errors)}")
        for error in self.errors[:20]:
            print(f"  {error}")


class Follower(threading.Thread):
    """A phone's stream: knows the newest version it heard of, and when."""

    def __init__(self, visitor: Visitor, path: str, watch: Watch) -> None:
        super().__init__(daemon=True)
        self._stream = watch.time("open a stream", partial(visitor.follow, f"{path}/events"))
        self.heard: dict[int, float] = {}

    def run(self) -> None:
        """Listen until the server is gone."""
        try:
            for line in iter(self._stream.readline, b""):
                if line.startswith(b"data: "):
                    self.heard.setdefault(int(line.split()[1]), time.perf_counter())
        except (OSError, ValueError, AttributeError):
            return


def main() -> int:
    """Play the evening."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--photo", type=Path, default=SAMPLE)
    args = parser.parse_args()
    rounds = min(args.rounds, MOST_ROUNDS)
    watch = Watch()
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder), "--workers", str(args.workers)) as (address, _),
        ThreadPoolExecutor(len(TABLES)) as tables,
    ):
        games = [start_game(address, system, names) for system, names, _ in TABLES]
        list(tables.map(lambda at: play(*games[at], TABLES[at][2], rounds, watch), range(2)))
        photograph([phone for _, phones in games for phone in phones], args.photo, games, watch)
    watch.tell()
    return int(bool(watch.errors))


def play(path: str, phones: list[Visitor], rests: Any, rounds: int, watch: Watch) -> None:
    """Play rounds at one table: one tells, the others leave their rests at the same moment."""
    followers = [Follower(phone, path, watch) for phone in [*phones, phones[0]]]
    for follower in followers:
        follower.start()
    for number in range(1, rounds + 1):
        facts = {"end": "closed", "winner": 0, "all_at_once": number % 3 == 0}
        target = f"{path}/rounds/{number}"
        start = time.perf_counter()
        told = watch.time("tell that a round is over", partial(phones[0].ask, "PUT", target, facts))
        if told:
            heard(followers, told["version"], start, watch)
        with ThreadPoolExecutor(len(phones)) as hands:
            for seat, rest in enumerate(rests, 1):
                leave = partial(phones[seat].ask, "PUT", f"{target}/rests/{seat}", {"tiles": rest})
                hands.submit(watch.time, "leave a rest and confirm", leave)
        for phone in phones:
            seen = watch.time("look at the game", partial(phone.ask, "GET", path))
            if seen and len(seen["book"]["rounds"]) != number:
                watch.errors.append(f"round {number} is not in the book")
        watch.time("open a round", partial(phones[1].ask, "GET", target))


def heard(followers: list[Follower], version: int, start: float, watch: Watch) -> None:
    """Note when each page heard of a change; five seconds are an error."""
    end = start + 5
    for follower in followers:
        while time.perf_counter() < end:
            moments = [at for known, at in list(follower.heard.items()) if known >= version]
            if moments:
                watch.times["until another page knows"].append((min(moments) - start) * 1000)
                break
            time.sleep(0.002)
        else:
            watch.errors.append(f"a page did not hear of version {version}")


def photograph(phones: list[Visitor], photo: Path, games: Any, watch: Watch) -> None:
    """Let all phones send a photo at once, and look at the game meanwhile."""
    data = photo.read_bytes()
    over = threading.Event()

    def read(phone: Visitor) -> None:
        told = watch.time("read a photo, eight at once", partial(_read, phone, data))
        if told is not None and "reading" not in told:
            watch.errors.append(f"a photo was not read: {told}")

    def look() -> None:
        path, (visitor, *_) = games[0]
        while not over.is_set():
            watch.time("look meanwhile", partial(visitor.ask, "GET", path))
            watch.time("load the page meanwhile", partial(visitor.page, "/games"))
            time.sleep(0.1)

    looker = threading.Thread(target=look)
    looker.start()
    with ThreadPoolExecutor(len(phones)) as hands:
        # The first phone looks; all eight of the house photograph on connections of their own.
        list(hands.map(read, [phone.twin() for phone in phones]))
    over.set()
    looker.join()


def _read(phone: Visitor, data: bytes) -> Any:
    return phone.lines("/api/read?pack=tiles", data)[-1]


if __name__ == "__main__":
    sys.exit(main())
