"""Commands change no index: PostgreSQL rewrites the row of a table in place, and no index grows."""

import sqlalchemy as sa
from alembic import op

from pasch.storage.kinds import TEXT

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Index old tables by the hour of their latest change, which most commands do not alter."""
    op.add_column("tables", sa.Column("changed_hour", TEXT, nullable=False, server_default=""))
    op.execute("UPDATE tables SET changed_hour = substr(changed_at, 1, 13)")
    op.drop_index("tables_by_change", "tables")
    op.drop_index("tables_by_opener", "tables")
    op.create_index("tables_by_change", "tables", ["status", "changed_hour"])
    op.create_index("tables_by_opener", "tables", ["opener"])
    if op.get_bind().dialect.name == "postgresql":
        op.execute("ALTER TABLE tables SET (fillfactor = 75)")  # room for the next version of a row on its page
