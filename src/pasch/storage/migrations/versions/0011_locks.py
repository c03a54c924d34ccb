"""Locks of the server instead of leases: of processes only their connections are kept."""

import sqlalchemy as sa
from alembic import op

from pasch.storage.kinds import TEXT

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Drop the leases: no process that needs them runs any more (`refuse_older_servers`)."""
    op.drop_table("presence")
    op.drop_table("leases")
    op.drop_table("processes")
    # What one process publishes of one table, in JSON: it is only ever read and written as a whole.
    op.create_table(
        "connections",
        sa.Column("table_id", TEXT, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("process", TEXT, primary_key=True),
        sa.Column("told", TEXT, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("connections_by_process", "connections", ["process"])
