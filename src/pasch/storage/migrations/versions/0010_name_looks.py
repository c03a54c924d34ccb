"""Store the skeletons of protected names, to refuse names that look like one of them."""

import sqlalchemy as sa
from alembic import op

from pasch.service.people.names import skeletons
from pasch.storage.kinds import TEXT

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Add the table of skeletons, and compute those of the names protected already."""
    op.create_table(
        "name_looks",
        sa.Column("look", TEXT, primary_key=True),
        sa.Column("session", TEXT, sa.ForeignKey("accounts.session", ondelete="CASCADE"), primary_key=True),
        sqlite_with_rowid=False,
    )
    op.create_index("name_looks_by_session", "name_looks", ["session"])
    db = op.get_bind()
    put = sa.text("INSERT INTO name_looks (look, session) VALUES (:look, :session)")
    for session, name in db.execute(sa.text("SELECT session, name FROM accounts")).all():
        db.execute(put, [{"look": look, "session": session} for look in sorted(skeletons(name))])
