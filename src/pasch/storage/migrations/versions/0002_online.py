"""Tables with people from afar: who opened the next match, and for whom a seat is kept."""

import sqlalchemy as sa
from alembic import op

from pasch.storage.kinds import TEXT

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add what a rematch needs."""
    op.add_column("tables", sa.Column("rematch", TEXT))
    op.add_column("seats", sa.Column("kept_for", TEXT))
    op.create_index("seats_by_kept_for", "seats", ["kept_for"])
