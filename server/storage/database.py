"""The database: SQLite in a file of the house, or PostgreSQL; the same code for both."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
import threading
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import alembic.command
import platformdirs
from alembic.config import Config
from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.orm import Session, sessionmaker

VARIABLE = "MELDCAM_DATABASE"
FILE = "meldcam.sqlite"
MIGRATIONS = Path(__file__).parent / "migrations"
# How long a change waits for another one to finish. Seconds.
PATIENCE = 20
# Workers that start at once bring one PostgreSQL up to date one after the other.
LOCK = 4242001


class DatabaseUnusable(Exception):  # noqa: N818 - the house name
    """The database cannot be opened; the text says which and why."""


class Database:
    """Opens the database when it is first used and hands out sessions."""

    def __init__(self, url: str | None = None) -> None:
        """Take an address as SQLAlchemy writes it; None: one that is gone with the process."""
        self._url = url
        self._lock = threading.Lock()
        self._engine: Engine | None = None

    @classmethod
    def of_the_house(cls, folder: Path | None = None) -> Database:
        """Choose the database: MELDCAM_DATABASE, or a file in the folder (default: the user's)."""
        if named := os.environ.get(VARIABLE):
            return cls(_with_driver(named))
        folder = data_folder(folder)
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as trouble:
            raise DatabaseUnusable(f"{folder}: {trouble.strerror}") from trouble
        return cls(f"sqlite:///{folder / FILE}")

    @property
    def where(self) -> str:
        """Say where the games are kept: a file, or an address without its password."""
        try:
            url = make_url(self._url or "sqlite://")
            if url.get_backend_name() == "sqlite":
                return url.database or "memory"
            return url.render_as_string(hide_password=True)
        except ArgumentError:
            return VARIABLE

    def open(self) -> Engine:
        """Connect and bring the tables up to date; raises DatabaseUnusable."""
        with self._lock:
            if self._engine is None:
                try:
                    self._engine = self._opened()
                except (SQLAlchemyError, OSError) as trouble:
                    raise DatabaseUnusable(f"{self.where}: {_reason(trouble)}") from trouble
                except ImportError as missing:
                    told = f'{missing}; install it with: pip install "meldcam[postgresql]"'
                    raise DatabaseUnusable(f"{self.where}: {told}") from missing
        return self._engine

    def close(self) -> None:
        """Let go of every connection."""
        with self._lock:
            if self._engine is not None:
                self._engine.dispose()
                self._engine = None

    @contextmanager
    def session(self) -> Iterator[Session]:
        """Work in one transaction: kept when the block ends, undone when it raises."""
        with sessionmaker(self.open(), expire_on_commit=False).begin() as session:
            yield session

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """Look without holding up anybody who writes."""
        with sessionmaker(self.open(), expire_on_commit=False).begin() as session:
            session.connection(execution_options={"reads": True})
            yield session

    def _opened(self) -> Engine:
        url = self._url
        if url is None:
            folder = tempfile.mkdtemp(prefix="meldcam-")
            weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
            url = f"sqlite:///{Path(folder) / FILE}"
        engine = make_engine(url)
        migrate(engine)
        return engine


def data_folder(named: Path | None = None) -> Path:
    """Return the folder for what meldcam keeps: the one named, or the user's own for programs."""
    return named or platformdirs.user_data_path("meldcam", appauthor=False)


def make_engine(url: str) -> Engine:
    """Make an engine whose commits outlive a power cut."""
    if make_url(url).get_backend_name() != "sqlite":
        # A restarted server of the database must not cost anybody an error.
        return create_engine(url, pool_pre_ping=True, pool_size=10, max_overflow=60)
    engine = create_engine(
        url,
        connect_args={"timeout": PATIENCE},
        pool_size=10,
        max_overflow=60,
        pool_timeout=PATIENCE,
    )
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def migrate(engine: Engine) -> None:
    """Bring the tables up to date."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("select pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        config.attributes["connection"] = connection
        alembic.command.upgrade(config, "head")


def _prepare(connection: sqlite3.Connection, _: Any) -> None:
    # The driver's own idea of when a transaction begins would read before it locks.
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute("pragma journal_mode = wal")
    # With WAL, NORMAL may lose the last commits when the power goes.
    cursor.execute("pragma synchronous = full")
    cursor.execute("pragma foreign_keys = on")
    cursor.close()


def _begin(connection: Connection) -> None:
    # Who is going to write takes the lock at once: two that read first and write then would
    # refuse each other. Readers say so by the option.
    reads = connection.get_execution_options().get("reads", False)
    connection.exec_driver_sql("begin" if reads else "begin immediate")


def _with_driver(url: str) -> str:
    # What people write; SQLAlchemy would look for another driver then.
    for name in ("postgres://", "postgresql://"):
        if url.startswith(name):
            return f"postgresql+psycopg://{url.removeprefix(name)}"
    return url


def _reason(trouble: Exception) -> str:
    return str(getattr(trouble, "orig", None) or trouble).strip().splitlines()[0]
