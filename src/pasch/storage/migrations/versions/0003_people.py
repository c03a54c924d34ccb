"""Several tokens for each person, and accounts that protect names."""

import sqlalchemy as sa
from alembic import op

from pasch.service.ids import SessionId, handle_of
from pasch.storage.kinds import TEXT

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Separate tokens from sessions; a session is a person, known to others by a handle."""
    op.create_table(
        "tokens",
        sa.Column("token_hash", sa.LargeBinary, primary_key=True),
        sa.Column("id", TEXT, nullable=False, unique=True),
        sa.Column("session", TEXT, sa.ForeignKey("sessions.id", ondelete="CASCADE"), nullable=False),
        sa.Column("scopes", TEXT, nullable=False),
        sa.Column("label", TEXT, nullable=False),
        sa.Column("opened_at", TEXT, nullable=False),
        sa.Column("ends_at", TEXT),
    )
    op.create_index("tokens_by_session", "tokens", ["session"])
    op.execute(
        "INSERT INTO tokens (token_hash, id, session, scopes, label, opened_at)"
        " SELECT token_hash, id, id, '', '', opened_at FROM sessions"
    )
    with op.batch_alter_table("sessions") as sessions:
        sessions.drop_column("token_hash")
        sessions.add_column(sa.Column("handle", TEXT))
    db, give = op.get_bind(), sa.text("UPDATE sessions SET handle = :handle WHERE id = :id")
    for session in db.execute(sa.text("SELECT id FROM sessions")).scalars().all():
        db.execute(give, {"id": session, "handle": handle_of(SessionId(session))})
    op.create_index("sessions_by_handle", "sessions", ["handle"], unique=True)
    # A seat retains the name of a player who got up. This column names its owner, so that the name can be removed.
    op.add_column("seats", sa.Column("named_by", TEXT))
    op.execute("UPDATE seats SET named_by = coalesce(session, (SELECT opener FROM tables WHERE id = table_id))")
    op.create_index("seats_by_name", "seats", ["named_by"])
    op.create_table(
        "accounts",
        sa.Column("session", TEXT, sa.ForeignKey("sessions.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("name", TEXT, nullable=False),
        sa.Column("folded", TEXT, nullable=False, unique=True),
        sa.Column("password", TEXT, nullable=False),
        sa.Column("bot", sa.Boolean, nullable=False),
        sa.Column("opened_at", TEXT, nullable=False),
    )
    op.create_table(
        "device_links",
        sa.Column("code_hash", sa.LargeBinary, primary_key=True),
        sa.Column("session", TEXT, sa.ForeignKey("sessions.id", ondelete="CASCADE"), nullable=False),
        sa.Column("ends_at", TEXT, nullable=False),
    )
