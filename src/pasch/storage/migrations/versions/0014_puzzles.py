"""Puzzles: attempts, and the ratings of people and of puzzles."""

import sqlalchemy as sa
from alembic import op

from pasch.storage.kinds import TEXT

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Add one row for each attempt, for each person who has tried a puzzle, and for each puzzle tried."""
    op.create_table(
        "puzzle_attempts",
        _person(),
        sa.Column("puzzle", TEXT, primary_key=True),
        sa.Column("action", TEXT, nullable=False),
        sa.Column("correct", sa.Boolean, nullable=False),
        sa.Column("at", TEXT, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table("puzzle_people", _person(), *_rating(), sqlite_with_rowid=False)
    # Ratings of puzzles outlive the people who tried them.
    op.create_table("puzzle_ratings", sa.Column("puzzle", TEXT, primary_key=True), *_rating(), sqlite_with_rowid=False)


def _person() -> sa.Column[str]:
    return sa.Column("session", TEXT, sa.ForeignKey("sessions.id", ondelete="CASCADE"), primary_key=True)


def _rating() -> list[sa.Column[float]]:
    return [sa.Column(name, sa.Double, nullable=False) for name in ("rating", "deviation", "volatility")]
