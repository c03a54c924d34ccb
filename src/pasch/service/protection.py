"""Names that belong to somebody, and names that nobody may take for good."""

from collections.abc import Iterable

from pasch.bots import BOTS
from pasch.rules.validation import MOST_SEATS
from pasch.service.errors import NameProtected
from pasch.service.ids import SessionId
from pasch.service.names import folded
from pasch.service.people import PeopleStore
from pasch.words import names_of_nobody


async def check_names(store: PeopleStore, person: SessionId | None, names: Iterable[str]) -> None:
    """Raise `NameProtected` when a name belongs to somebody else. Costs nothing where no name is given."""
    wanted = {folded(name): name for name in names if name}
    if not wanted:
        return
    for name, owner in (await store.owners(wanted)).items():
        if owner != person:
            raise NameProtected(wanted[name])


def can_be_protected(name: str) -> bool:
    """Whether a name may belong to one person: not those of the bots, nor of whoever has none."""
    return folded(name) not in {folded(each) for each in names_of_nobody(BOTS, MOST_SEATS)}
