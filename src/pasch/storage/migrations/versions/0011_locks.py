"""The server's locks replace leases: only the connections of processes remain."""

import sqlalchemy as sa
from alembic import op

from pasch.storage.kinds import TEXT

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Drop the leases: no running process needs them (`refuse_older_servers`)."""
    op.drop_table("presence")
    op.drop_table("leases")
    op.drop_table("processes")
    # One process's connections to one table, in JSON: always read and written as a whole.
    op.create_table(
        "connections",
        sa.Column("table_id", TEXT, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("process", TEXT, primary_key=True),
        sa.Column("told", TEXT, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("connections_by_process", "connections", ["process"])
