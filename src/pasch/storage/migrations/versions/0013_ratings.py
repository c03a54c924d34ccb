"""Results ratings, and losses by kind of decision."""

import sqlalchemy as sa
from alembic import op

from pasch.storage.kinds import INTEGER, TEXT

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Add one rating for each person and set of rules. Games that ended earlier have no part in it."""
    op.create_table(
        "ratings",
        sa.Column("session", TEXT, sa.ForeignKey("sessions.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("variant", TEXT, primary_key=True),
        sa.Column("rules", TEXT, primary_key=True),
        sa.Column("mean", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("games", INTEGER, nullable=False),
        sqlite_with_rowid=False,
    )
    op.add_column("results", sa.Column("losses", TEXT))
