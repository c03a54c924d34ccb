"""What the same code over two kinds of database needs."""

import sqlalchemy as sa
from alembic import op

from pasch.storage.kinds import INTEGER

revision = "0007"
down_revision = "0006"

# NUL, which a record that somebody imports may name, is possible in JSON and not in PostgreSQL.
_JSON_EXTRACT = r"""
CREATE FUNCTION json_extract(document text, path text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
AS $$ SELECT jsonb_path_query_first(replace(document, '\u0000', '\ufffd')::jsonb, path::jsonpath) #>> '{}' $$
"""


def upgrade() -> None:
    """Count the changes of the chat in a row of its own, and give PostgreSQL a function that SQLite has."""
    # Whoever says something holds this row until it is committed. So changes become visible in the order of their
    # numbers, however many processes write, and no number is given twice when the latest line is deleted.
    op.create_table("chat_changes", sa.Column("number", INTEGER, nullable=False))
    op.execute("INSERT INTO chat_changes (number) SELECT coalesce(max(change), 0) FROM chat")
    if op.get_bind().dialect.name == "postgresql":
        op.execute(_JSON_EXTRACT)
