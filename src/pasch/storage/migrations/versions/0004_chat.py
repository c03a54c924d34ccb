"""Chat: a separate log."""

import sqlalchemy as sa
from alembic import op

from pasch.storage.kinds import INTEGER, TEXT

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add tables for lines, mutes and reports. Their rows are deleted with the person or the table."""
    op.create_table(
        "chat",
        sa.Column("id", INTEGER, primary_key=True, autoincrement=True),
        # Counts new and removed lines: readers ask for changes after a number.
        sa.Column("change", INTEGER, nullable=False, unique=True),
        sa.Column("table_id", TEXT, sa.ForeignKey("tables.id", ondelete="CASCADE")),
        sa.Column("room", TEXT, nullable=False),
        sa.Column("at", TEXT, nullable=False),
        sa.Column("session", TEXT, _person(), nullable=False),
        sa.Column("seat", INTEGER),
        sa.Column("recipient", TEXT, _person()),
        sa.Column("text", TEXT, nullable=False),
        sa.Column("removed_at", TEXT),
    )
    op.create_index("chat_by_table", "chat", ["table_id", "id"])
    op.create_index("chat_by_change", "chat", ["table_id", "change"])
    op.create_index("chat_by_session", "chat", ["session", "id"])
    op.create_index("chat_by_recipient", "chat", ["recipient"])
    op.create_table(
        "mutes",
        sa.Column("session", TEXT, _person(), primary_key=True),
        sa.Column("muted", TEXT, _person(), primary_key=True),
        sqlite_with_rowid=False,
    )
    op.create_index("mutes_by_muted", "mutes", ["muted"])
    op.create_table(
        "reports",
        sa.Column("line", INTEGER, sa.ForeignKey("chat.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("session", TEXT, _person(), primary_key=True),
        sa.Column("at", TEXT, nullable=False),
        sa.Column("reason", TEXT, nullable=False),
        sa.Column("done_at", TEXT),
        sqlite_with_rowid=False,
    )
    op.create_index("reports_by_session", "reports", ["session"])


def _person() -> sa.ForeignKey:
    return sa.ForeignKey("sessions.id", ondelete="CASCADE")
