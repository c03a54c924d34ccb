"""Names of things that are not guessable, kept apart by the type checker."""

from typing import NewType

TableId = NewType("TableId", str)
"""A table: at least 128 random bits, safe in an address. Who holds it was shown it."""

SessionId = NewType("SessionId", str)
"""A browser or program that plays, whatever token it shows."""
