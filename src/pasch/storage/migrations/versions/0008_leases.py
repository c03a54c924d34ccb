"""Several processes: the live ones, the owner of each table, and the connections of each process."""

import sqlalchemy as sa
from alembic import op

from pasch.storage.kinds import TEXT

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add tables for the state that processes share."""
    op.create_table(
        "processes",
        sa.Column("id", TEXT, primary_key=True),
        sa.Column("beat", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    # Without a process: the owner has ended, with or without a handover.
    op.create_table(
        "leases",
        sa.Column("table_id", TEXT, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("process", TEXT, sa.ForeignKey("processes.id", ondelete="SET NULL")),
        sa.Column("handed", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("leases_by_process", "leases", ["process"])
    # One process's state of one table, in JSON: always read and written as a whole.
    op.create_table(
        "presence",
        sa.Column("table_id", TEXT, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("process", TEXT, sa.ForeignKey("processes.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("told", TEXT, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("presence_by_process", "presence", ["process"])
