"""Why a database cannot be used, in one sentence."""

from pasch.rules.errors import PaschError
from pasch.service.errors import DatabaseUnwritable


class CannotStore(PaschError):
    """The database cannot be opened, or it is not one of ours."""

    code = "not_ready"


class Damaged(CannotStore):
    """SQLite finds damage in the file; a part of it can often still be read."""


class Unwritable(CannotStore, DatabaseUnwritable):
    """The disk of the database is full, or it is read-only. What is there can still be read."""


def reason_of(error: object) -> str:
    """What a database says, as a part of a sentence: in one line, and not endless. It may quote what is damaged."""
    return " ".join(str(error).split())[:200] or type(error).__name__
