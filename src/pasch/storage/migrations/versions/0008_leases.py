"""Several processes: which of them live, who keeps which table, and who is at a table through which of them."""

import sqlalchemy as sa
from alembic import op

from pasch.storage.kinds import TEXT

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Make room for what processes tell each other."""
    op.create_table(
        "processes",
        sa.Column("id", TEXT, primary_key=True),
        sa.Column("beat", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    # Without a process: whoever kept the table has gone, having handed it over or not.
    op.create_table(
        "leases",
        sa.Column("table_id", TEXT, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("process", TEXT, sa.ForeignKey("processes.id", ondelete="SET NULL")),
        sa.Column("handed", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("leases_by_process", "leases", ["process"])
    # What one process tells of one table, in JSON: it is only ever read and written as a whole.
    op.create_table(
        "presence",
        sa.Column("table_id", TEXT, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("process", TEXT, sa.ForeignKey("processes.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("told", TEXT, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("presence_by_process", "presence", ["process"])
