"""The database opens where it may, says why where it may not, and keeps what it was given."""

from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text

from server.storage.database import Database, DatabaseUnusable
from server.storage.games import find_game, new_game
from server.storage.tables import Base


@pytest.fixture(autouse=True)
def _without_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MELDCAM_DATABASE", raising=False)


def test_the_migrations_make_what_the_code_expects(tmp_path: Path) -> None:
    database = Database.of_the_house(tmp_path)
    with database.open().connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        differences = compare_metadata(context, Base.metadata)
    database.close()
    assert differences == []


def test_a_commit_outlives_a_power_cut(tmp_path: Path) -> None:
    database = Database.of_the_house(tmp_path)
    with database.open().connect() as connection:
        modes = [
            connection.execute(text(f"pragma {name}")).scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        ]
    database.close()
    # 2 is FULL: the log is on the disk before a commit returns.
    assert modes == ["wal", 2, 1]


def test_games_are_there_when_the_house_opens_again(tmp_path: Path) -> None:
    first = Database.of_the_house(tmp_path / "new" / "folder")
    with first.session() as session:
        code = new_game(session, "zahlen", "", ["Anna", "Ben"]).code
    first.close()
    second = Database.of_the_house(tmp_path / "new" / "folder")
    with second.reading() as session:
        game = find_game(session, code.lower())
        assert game is not None
        assert [player.name for player in game.players] == ["Anna", "Ben"]
        assert game.created.tzinfo is not None
    second.close()


def test_what_fails_in_the_middle_changes_nothing(tmp_path: Path) -> None:
    database = Database.of_the_house(tmp_path)
    with pytest.raises(ZeroDivisionError), database.session() as session:
        code = new_game(session, "zahlen", "", ["Anna", "Ben"]).code
        raise ZeroDivisionError
    with database.reading() as session:
        assert find_game(session, code) is None
    database.close()


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(DatabaseUnusable, match="file"):
        Database.of_the_house(tmp_path / "file" / "inside")


def test_a_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    (tmp_path / "meldcam.sqlite").write_bytes(b"something else entirely" * 100)
    with pytest.raises(DatabaseUnusable, match=r"meldcam\.sqlite.*not a database"):
        Database.of_the_house(tmp_path).open()


def test_a_password_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MELDCAM_DATABASE", "postgresql://anna:secret@nowhere.invalid/games")
    database = Database.of_the_house()
    assert "secret" not in database.where
    assert database.where.startswith("postgresql+psycopg://anna:")


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("no address at all", "MELDCAM_DATABASE"),
        ("mysql+nothere://host/games", "mysql"),
        ("postgresql://anna:secret@127.0.0.1:1/games", "refused"),
    ],
)
def test_a_database_that_cannot_be_reached_is_named(
    address: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MELDCAM_DATABASE", address)
    with pytest.raises(DatabaseUnusable, match=told) as trouble:
        Database.of_the_house().open()
    assert "secret" not in str(trouble.value)
