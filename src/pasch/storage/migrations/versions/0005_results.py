"""Results of finished games, for high scores and statistics; they outlive their tables."""

import sqlalchemy as sa
from alembic import op

from pasch.storage.kinds import INTEGER, TEXT

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add one row for each seat of each finished game, and the tables with results still due."""
    op.create_table(
        "results",
        sa.Column("table_id", TEXT, primary_key=True),
        sa.Column("game", INTEGER, primary_key=True),
        sa.Column("seat", INTEGER, primary_key=True),
        sa.Column("ended_at", TEXT, nullable=False),
        sa.Column("variant", TEXT, nullable=False),
        sa.Column("rules", TEXT, nullable=False),
        sa.Column("session", TEXT),
        sa.Column("name", TEXT, nullable=False),
        sa.Column("player", TEXT, nullable=False),
        sa.Column("bot", TEXT),
        sa.Column("whole", sa.Boolean, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("dice", TEXT, nullable=False),
        sa.Column("hints", sa.Boolean, nullable=False),
        sa.Column("score", INTEGER, nullable=False),
        sa.Column("rank", INTEGER, nullable=False),
        sa.Column("seats", INTEGER, nullable=False),
        sa.Column("faces", TEXT, nullable=False),
        sa.Column("luck", sa.Float),
        sqlite_with_rowid=False,
    )
    op.create_index("results_by_score", "results", ["variant", "rules", "player", "score"])
    op.create_index("results_by_time", "results", ["variant", "rules", "player", "ended_at"])
    op.create_index("results_by_session", "results", ["session", "ended_at"])
    # Written together with the events that end a game: a crash right after them loses no result.
    op.create_table(
        "results_due",
        sa.Column("table_id", TEXT, primary_key=True),
        sa.Column("seq", INTEGER, nullable=False),
        sqlite_with_rowid=False,
    )
    op.execute(
        "INSERT INTO results_due (table_id, seq) SELECT table_id, max(seq) FROM events"
        " WHERE type IN ('game_finished', 'table_aborted') GROUP BY table_id"
    )
    op.create_table(
        "luck_due",
        sa.Column("table_id", TEXT, primary_key=True),
        sa.Column("game", INTEGER, primary_key=True),
        sa.Column("ended_at", TEXT, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("luck_due_by_time", "luck_due", ["ended_at"])
