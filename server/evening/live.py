"""Tells open pages that their game changed, whichever worker process changed it.

One thread in each process looks at the versions of the games that its pages follow: one small
query several times a second, however many pages are open.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import Counter
from collections.abc import Iterator

from sqlalchemy import select

from server.evening.refusal import Refused
from server.storage.database import Database
from server.storage.tables import Game

log = logging.getLogger(__name__)

# Seconds between two looks; everyone is to follow within one.
LOOK = 0.3
# A phone that hears nothing for longer takes the connection for dead. Seconds.
BEAT = 10.0
# Each stream holds a thread of the server, and the rest must answer: see serving.THREADS.
MOST_STREAMS = 72


class Live:
    """The versions of the games that are followed here."""

    def __init__(self, database: Database, *, most: int = MOST_STREAMS) -> None:
        self._database = database
        self._most = most
        self._changed = threading.Condition()
        self._versions: dict[int, int] = {}
        self._followers: Counter[int] = Counter()
        self._gone: set[int] = set()
        self._watching = False
        self._stopped = False

    def tell(self, game: int, version: int) -> None:
        """Tell at once what this process changed itself."""
        with self._changed:
            if version > self._versions.get(game, 0):
                self._versions[game] = version
                self._changed.notify_all()

    def follow(self, game: int, version: int) -> Iterator[str]:
        """Return server-sent events: each change, and a beat while there is none."""
        with self._changed:
            if self._followers.total() >= self._most:
                raise Refused("too-many-pages", 503)
            self._followers[game] += 1
            self._versions[game] = max(version, self._versions.get(game, 0))
            if not self._watching:
                self._watching = True
                threading.Thread(target=self._watch, name="watch-games", daemon=True).start()
        return self._events(game)

    def stop(self) -> None:
        """End every stream: the server closes."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()

    def _events(self, game: int) -> Iterator[str]:
        told = 0
        try:
            # Soon after a broken connection, but not all phones in one moment.
            yield "retry: 1000\n\n"
            while not self._stopped:
                version = self._next(game, told)
                kind = "change" if version > told else "beat"
                told = version
                yield f"event: {kind}\ndata: {version}\n\n"
        finally:
            with self._changed:
                self._followers[game] -= 1
                self._followers += Counter()

    def _next(self, game: int, told: int) -> int:
        with self._changed:
            self._changed.wait_for(
                lambda: self._stopped or self._versions.get(game, 0) > told, timeout=BEAT
            )
            return self._versions.get(game, 0)

    def _watch(self) -> None:
        while not self._stopped:
            with self._changed:
                games = list(self._followers)
                if not games:
                    self._watching = False
                    self._versions.clear()
                    return
            try:
                self._look(games)
            except Exception:
                # The database may be away for a while; the pages keep their last state.
                log.exception("the games could not be looked at")
                time.sleep(2)
            time.sleep(LOOK)

    def _look(self, games: list[int]) -> None:
        with self._database.reading() as session:
            rows = session.execute(select(Game.id, Game.version).where(Game.id.in_(games))).all()
        with self._changed:
            # A game that was deleted changes one last time.
            gone = set(games) - {game for game, _ in rows}
            for game in gone - self._gone:
                self._versions[game] = self._versions.get(game, 0) + 1
                self._changed.notify_all()
            self._gone = gone
            for game, version in rows:
                if version > self._versions.get(game, 0):
                    self._versions[game] = version
                    self._changed.notify_all()
