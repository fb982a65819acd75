"""Taught sets, and which of them a game is played with."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Make the table, and the column that names a game's set."""
    op.create_table(
        "sets",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("pack", sa.String(8), nullable=False),
        sa.Column("owner", sa.String(64), nullable=False, index=True),
        sa.Column("faces", sa.Integer, nullable=False),
        sa.Column("lessons", sa.Integer, nullable=False),
        sa.Column("profile", sa.LargeBinary, nullable=False),
        sa.Column("changed", TIME, nullable=False),
    )
    with op.batch_alter_table("games") as games:
        games.add_column(sa.Column("set_id", sa.Integer))
        games.create_foreign_key("games_set", "sets", ["set_id"], ["id"], ondelete="SET NULL")
