"""Shared events: games for which everyone gets the same dice. Attempts at the daily game become attempts at events."""

import sqlalchemy as sa
from alembic import op

from pasch.storage.kinds import INTEGER, TEXT

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Add the events. An attempt belongs to an event by the name that the event has in its dice."""
    op.create_table(
        "shared_events",
        sa.Column("event", TEXT, primary_key=True),
        sa.Column("owner", TEXT, sa.ForeignKey("sessions.id", ondelete="SET NULL")),
        sa.Column("name", TEXT, nullable=False),
        sa.Column("variant", TEXT, nullable=False),
        sa.Column("rules", TEXT, nullable=False),
        sa.Column("games", INTEGER, nullable=False),
        sa.Column("seed", sa.LargeBinary, nullable=False),
        sa.Column("opened_at", TEXT, nullable=False),
        sa.Column("ends_at", TEXT, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("shared_events_by_owner", "shared_events", ["owner", "opened_at"])
    op.drop_index("daily_attempts_by_session", "daily_attempts")
    op.execute("ALTER TABLE daily_attempts RENAME TO attempts")
    op.execute("ALTER TABLE attempts RENAME COLUMN day TO event")
    op.execute("UPDATE attempts SET event = 'daily-' || event")
    op.add_column("attempts", sa.Column("name", TEXT, nullable=False, server_default=""))
    op.add_column("attempts", sa.Column("games", TEXT))
    op.add_column("attempts", sa.Column("loss", sa.Double))
    op.add_column("attempts", sa.Column("deleted", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_index("attempts_by_session", "attempts", ["session", "event"])
