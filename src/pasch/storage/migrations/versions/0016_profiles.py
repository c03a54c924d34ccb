"""Public profiles."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Add the consent of a person to a public profile; it is off."""
    op.add_column("sessions", sa.Column("public", sa.Boolean, nullable=False, server_default=sa.false()))
