"""Tables with remote players: the opener of the next match, and the reservations of seats."""

import sqlalchemy as sa
from alembic import op

from pasch.storage.kinds import TEXT

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the columns for a rematch."""
    op.add_column("tables", sa.Column("rematch", TEXT))
    op.add_column("seats", sa.Column("kept_for", TEXT))
    op.create_index("seats_by_kept_for", "seats", ["kept_for"])
