"""Tables, their seats, their logs, the executed commands, and sessions."""

import sqlalchemy as sa
from alembic import op

from pasch.storage.kinds import INTEGER, TEXT

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create the first schema."""
    op.create_table(
        "sessions",
        sa.Column("id", TEXT, primary_key=True),
        sa.Column("token_hash", sa.LargeBinary, nullable=False, unique=True),
        sa.Column("name", TEXT, nullable=False),
        sa.Column("opened_at", TEXT, nullable=False),
    )
    op.create_table(
        "tables",
        sa.Column("id", TEXT, primary_key=True),
        sa.Column("opener", TEXT, nullable=False),
        sa.Column("visibility", TEXT, nullable=False),
        sa.Column("status", TEXT, nullable=False),
        sa.Column("server_seed", sa.LargeBinary, nullable=False),
        sa.Column("opened_at", TEXT, nullable=False),
        sa.Column("changed_at", TEXT, nullable=False),
    )
    op.create_index("tables_by_status", "tables", ["status", "visibility", "opened_at"])
    op.create_index("tables_by_opener", "tables", ["opener", "changed_at"])
    op.create_table(
        "seats",
        sa.Column("table_id", TEXT, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", INTEGER, primary_key=True),
        sa.Column("session", TEXT),
        sa.Column("name", TEXT, nullable=False),
        sa.Column("seed", TEXT),
        sqlite_with_rowid=False,
    )
    op.create_index("seats_by_session", "seats", ["session"])
    # The number of an event in its table is the only lock: it can be taken once.
    op.create_table(
        "events",
        sa.Column("table_id", TEXT, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seq", INTEGER, primary_key=True),
        sa.Column("type", TEXT, nullable=False),
        sa.Column("at", TEXT, nullable=False),
        sa.Column("seat", INTEGER),
        sa.Column("data", TEXT, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "commands",
        sa.Column("table_id", TEXT, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("session", TEXT, primary_key=True),
        sa.Column("id", TEXT, primary_key=True),
        sa.Column("seq", INTEGER, nullable=False),
        sqlite_with_rowid=False,
    )
    if op.get_bind().dialect.name == "sqlite":
        op.execute("PRAGMA application_id = 0x50617363")
