"""Column types for migrations."""

import sqlalchemy as sa

TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
"""Text compared and sorted byte by byte, on every server as in a file."""
INTEGER = sa.Integer().with_variant(sa.BigInteger(), "postgresql")
"""A number of 64 bits, like every number in a file."""
