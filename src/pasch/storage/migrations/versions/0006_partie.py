"""Matches interrupted and continued elsewhere: keys of seats, the former players, and deletions."""

import sqlalchemy as sa
from alembic import op

from pasch.storage.kinds import INTEGER, TEXT

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add keys and the log of deletions."""
    # Only the salt of a key and its hash: the key itself is not stored.
    op.create_table(
        "seat_keys",
        sa.Column("table_id", TEXT, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", INTEGER, primary_key=True),
        sa.Column("salt", TEXT, nullable=False),
        sa.Column("key_hash", sa.LargeBinary, nullable=False, unique=True),
        sqlite_with_rowid=False,
    )
    op.add_column("seats", sa.Column("moved_from", TEXT))
    op.create_index("tables_by_rematch", "tables", ["rematch"])
    op.create_index("tables_by_change", "tables", ["status", "changed_at"])
    op.create_table(
        "deletions",
        sa.Column("id", INTEGER, primary_key=True),
        sa.Column("at", TEXT, nullable=False),
        sa.Column("table_id", TEXT, nullable=False),
        sa.Column("why", TEXT, nullable=False),
        sa.Column("opened_at", TEXT, nullable=False),
        sa.Column("changed_at", TEXT, nullable=False),
    )
