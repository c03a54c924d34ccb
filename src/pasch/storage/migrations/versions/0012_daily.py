"""The daily game: the secrets of its seeds, and the attempts of people."""

import sqlalchemy as sa
from alembic import op

from pasch.storage.kinds import INTEGER, TEXT

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Add the chains of seeds, which begin with the first daily game, and one row for each attempt."""
    op.create_table(
        "daily_chains",
        sa.Column("first_day", TEXT, primary_key=True),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    # Attempts outlive their tables: streaks, and the refusal of a second attempt, depend on them.
    op.create_table(
        "daily_attempts",
        sa.Column("day", TEXT, primary_key=True),
        sa.Column("session", TEXT, sa.ForeignKey("sessions.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("table_id", TEXT, nullable=False, unique=True),
        sa.Column("score", INTEGER),
        sqlite_with_rowid=False,
    )
    op.create_index("daily_attempts_by_session", "daily_attempts", ["session", "day"])
