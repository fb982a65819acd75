"""Print what a camera above the table makes of an evening: ``python -m tests.bench_evening_film``.

Found: a turn that ended, with the right table before and after. Missed: a turn that was not noticed.
Misjudged: one that was noticed with other tiles, in parts, or with the wrong verdict.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter

from datasets.evenings import RATE, Evening
from datasets.fonts import find_typefaces
from datasets.render import weighted
from engine.rules import SYSTEMS
from server.camera.turns import EndedTurn, TableTurns
from vision.camera.camera import Frame
from vision.following.follower import Follower, View


def see(turns: TableTurns, view: View) -> EndedTurn | None:
    """Show a view of the table."""
    table = tuple(tuple(s.tile for s in meld) for meld in view.now.melds)
    sure = not any(s.unsure for s in view.now.sightings)
    return turns.see(table, sure=sure, stable=view.stable, seconds=view.frame.seconds)


def words(table: tuple[tuple[object, ...], ...]) -> Counter[tuple[str, ...]]:
    """Return a table in notation, wherever its melds lie."""
    return Counter(tuple(sorted(map(str, meld))) for meld in table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--turns", type=int, default=22)
    parser.add_argument("--verbose", action="store_true")
    args = parser.parse_args()
    faces = [f for f in weighted(find_typefaces()) if f.held_out]
    evening = Evening(faces, args.seed, args.turns)
    follower, turns = Follower(), TableTurns(SYSTEMS["zahlen"])
    ended: list[tuple[int, EndedTurn]] = []
    times = []
    for i, pixels in enumerate(evening.frames()):
        start = time.perf_counter()
        view = follower.see(Frame(pixels, i, i / RATE))
        times.append(time.perf_counter() - start)
        turn = see(turns, view)
        if turn is not None:
            # The frame after which a turn is over in the film comes later than its end is seen.
            ended.append((len(evening.played), turn))
            if args.verbose:
                print(len(evening.played), turn.to_json(), flush=True)
        elif args.verbose and i % 20 == 0:
            doubts = [str(s.tile) for s in view.now.sightings if s.unsure]
            print(i, view.hint, len(view.now.sightings), "unsure", doubts, flush=True)
    found = misjudged = 0
    noticed = set()
    for at, turn in ended:
        true = evening.played[at] if at < len(evening.played) else None
        right = (
            true is not None
            and words(turn.after) == words(true.after)
            and turn.verdict.valid == true.legal
            and at not in noticed
        )
        found += right
        misjudged += not right
        noticed.add(at)
    missed = len(evening.played) - len(noticed)
    illegal = sum(not turn.legal for turn in evening.played)
    print(
        f"an evening of {len(evening.played)} turns ({illegal} not legal), {len(times)} frames: "
        f"found {found}, missed {missed}, misjudged {misjudged}; "
        f"{1000 * sum(times) / len(times):.0f} ms a frame"
    )


if __name__ == "__main__":
    main()
