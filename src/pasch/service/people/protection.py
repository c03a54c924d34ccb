"""Protected names, and reserved ones."""

from collections.abc import Iterable

from pasch.bots import BOTS
from pasch.rules.validation import MOST_SEATS
from pasch.service.errors import NameProtected, NameReserved
from pasch.service.ids import SessionId
from pasch.service.people.confusables import skeletons
from pasch.service.people.store import PeopleStore
from pasch.words import names_of_nobody

STAFF = ("Admin", "Administrator", "Administratorin", "Moderator", "Moderatorin", "System")
"""Names by which a person would seem to run the server."""


def _looks_of(names: Iterable[str]) -> frozenset[str]:
    return frozenset(look for name in names for look in skeletons(name))


_RESERVED = _looks_of((*STAFF, *names_of_nobody(BOTS, 0)))
_NOT_FOR_ACCOUNTS = _looks_of(names_of_nobody(BOTS, MOST_SEATS))


async def check_names(store: PeopleStore, person: SessionId | None, names: Iterable[str]) -> None:
    """Raise `NameProtected` when a name looks like another person's, and `NameReserved` for a reserved one.

    An account keeps its name, also where an older account looks alike. The check costs nothing where no name is given.
    """
    wanted = {look: name for name in names if name for look in skeletons(name)}
    if not wanted:
        return
    owners = await store.owners(wanted)
    for look, theirs in owners.items():
        if person not in theirs:
            raise NameProtected(wanted[look])
    for look, name in wanted.items():
        if look in _RESERVED and look not in owners:
            raise NameReserved(name)


def can_be_protected(name: str) -> bool:
    """Whether a name may belong to one person: not those of the bots, nor of whoever has none."""
    return _NOT_FOR_ACCOUNTS.isdisjoint(skeletons(name))
