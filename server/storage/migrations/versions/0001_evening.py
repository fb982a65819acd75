"""The tables of an evening: games, players, devices, rounds, the log, photos."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

TIME = sa.DateTime(timezone=True)


def _game() -> sa.Column[int]:
    return sa.Column(
        "game_id", sa.Integer, sa.ForeignKey("games.id", ondelete="CASCADE"), nullable=False
    )


def _player(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer, sa.ForeignKey("players.id", ondelete="SET NULL"))


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "games",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("code", sa.String(6), nullable=False, unique=True),
        sa.Column("system", sa.String(16), nullable=False),
        sa.Column("house", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("created", TIME, nullable=False),
        sa.Column("changed", TIME, nullable=False),
        sa.Column("shown", sa.JSON),
    )
    op.create_table(
        "players",
        sa.Column("id", sa.Integer, primary_key=True),
        _game(),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("private", sa.JSON),
        sa.Column("handover", sa.String(64)),
        sa.Column("handover_until", TIME),
        sa.UniqueConstraint("game_id", "seat"),
    )
    op.create_table(
        "devices",
        sa.Column("id", sa.Integer, primary_key=True),
        _game(),
        sa.Column("secret", sa.String(64), nullable=False),
        _player("player_id"),
        _player("wants_id"),
        sa.Column("joined", TIME, nullable=False),
        sa.UniqueConstraint("game_id", "secret"),
    )
    op.create_index("ix_devices_game_id", "devices", ["game_id"])
    op.create_index("ix_devices_secret", "devices", ["secret"])
    op.create_table(
        "rounds",
        sa.Column("id", sa.Integer, primary_key=True),
        _game(),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("facts", sa.JSON, nullable=False),
        sa.Column("confirmed", sa.JSON, nullable=False),
        sa.Column("entered", TIME),
        sa.UniqueConstraint("game_id", "number"),
    )
    op.create_table(
        "changes",
        sa.Column("id", sa.Integer, primary_key=True),
        _game(),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("what", sa.String(16), nullable=False),
        sa.Column("by", sa.String(24), nullable=False),
        sa.Column("at", TIME, nullable=False),
        sa.Column("before", sa.JSON),
        sa.Column("after", sa.JSON),
        sa.Column("undone", sa.Boolean, nullable=False),
    )
    op.create_index("ix_changes_game_id", "changes", ["game_id"])
    op.create_table(
        "photos",
        sa.Column("id", sa.Integer, primary_key=True),
        _game(),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("kept", sa.Boolean, nullable=False),
        sa.Column("width", sa.Integer, nullable=False),
        sa.Column("height", sa.Integer, nullable=False),
        sa.Column("jpeg", sa.LargeBinary, nullable=False),
        sa.Column("taken", TIME, nullable=False),
    )
    op.create_index("ix_photos_game_id", "photos", ["game_id"])


def downgrade() -> None:
    """Drop the tables."""
    for name in ("photos", "changes", "rounds", "devices", "players", "games"):
        op.drop_table(name)
