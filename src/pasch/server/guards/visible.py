"""Tables that a caller may not see."""

from collections.abc import Iterator
from contextlib import contextmanager

from pasch.service.errors import Unauthenticated, UnknownTable
from pasch.service.requests import Session


@contextmanager
def hidden_from(session: Session | None) -> Iterator[None]:
    """Ask callers without a session to open one where others learn that there is no such table.

    A table they may look at, a public one, they see all the same.
    """
    try:
        yield
    except UnknownTable:
        if session is None:
            raise Unauthenticated from None
        raise
