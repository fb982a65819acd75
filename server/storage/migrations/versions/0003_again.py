"""The game that the same people play after this one."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the column."""
    with op.batch_alter_table("games") as games:
        games.add_column(sa.Column("next", sa.String(6)))


def downgrade() -> None:
    """Drop the column."""
    with op.batch_alter_table("games") as games:
        games.drop_column("next")
