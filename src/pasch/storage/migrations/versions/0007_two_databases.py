"""Changes for code that runs on both kinds of database."""

import sqlalchemy as sa
from alembic import op

from pasch.storage.kinds import INTEGER

revision = "0007"
down_revision = "0006"

# JSON can hold NUL, which an imported record may contain. PostgreSQL cannot.
_JSON_EXTRACT = r"""
CREATE FUNCTION json_extract(document text, path text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
AS $$ SELECT jsonb_path_query_first(replace(document, '\u0000', '\ufffd')::jsonb, path::jsonpath) #>> '{}' $$
"""


def upgrade() -> None:
    """Count the changes of the chat in a separate row, and give PostgreSQL a function that SQLite has."""
    # A transaction that adds a line locks this row until its commit. So changes become visible in the order of their
    # numbers, whatever the number of processes, and no number is reused when the latest line is deleted.
    op.create_table("chat_changes", sa.Column("number", INTEGER, nullable=False))
    op.execute("INSERT INTO chat_changes (number) SELECT coalesce(max(change), 0) FROM chat")
    if op.get_bind().dialect.name == "postgresql":
        op.execute(_JSON_EXTRACT)
