"""Tables, their seats, their logs, the commands carried out, and sessions."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the first schema."""
    op.create_table(
        "sessions",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("token_hash", sa.LargeBinary, nullable=False, unique=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("opened_at", sa.Text, nullable=False),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("opener", sa.Text, nullable=False),
        sa.Column("visibility", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("server_seed", sa.LargeBinary, nullable=False),
        sa.Column("opened_at", sa.Text, nullable=False),
        sa.Column("changed_at", sa.Text, nullable=False),
    )
    op.create_index("tables_by_status", "tables", ["status", "visibility", "opened_at"])
    op.create_index("tables_by_opener", "tables", ["opener", "changed_at"])
    op.create_table(
        "seats",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("session", sa.Text),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("seed", sa.Text),
        sqlite_with_rowid=False,
    )
    op.create_index("seats_by_session", "seats", ["session"])
    # The number of an event in its table is the only lock there is: it can be taken once.
    op.create_table(
        "events",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("type", sa.Text, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("data", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "commands",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("session", sa.Text, primary_key=True),
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("seq", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    if op.get_bind().dialect.name == "sqlite":
        op.execute("PRAGMA application_id = 0x50617363")
