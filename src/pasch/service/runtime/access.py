"""Who may see a table."""

from collections import OrderedDict

from pasch.rules.errors import PaschError
from pasch.service.errors import ContinuedElsewhere, NotReady, UnknownTable
from pasch.service.ids import TableId
from pasch.service.ports import CommandKey, TableRow
from pasch.service.requests import Session, Status, Visibility
from pasch.service.runtime.cache import LiveTable


def may_see(caller: Session | None, live: LiveTable) -> bool:
    """Everybody sees a public table, and one that still waits for people: they were given its id.

    A private table that waits for nobody is seen by those who sit there and who opened it, after the match also by
    those who left it.
    """
    row, state = live.row, live.state
    if row.visibility is Visibility.PUBLIC:
        return True
    if state.status is Status.WAITING and state.open_seats:
        return True
    if caller is None:
        return False
    left = state.status.ended and _had(row, caller, left=True)
    return left or caller.id == row.opener or any(seat.session == caller.id for seat in row.seats)


def refusal(caller: Session | None, live: LiveTable) -> PaschError:
    """What somebody is told who may not see a table: one who went on with a key elsewhere, where it is."""
    moved = caller is not None and _had(live.row, caller, left=False)
    return ContinuedElsewhere() if moved else UnknownTable()


def _had(row: TableRow, caller: Session, *, left: bool) -> bool:
    """Whether the caller had a seat, and has left it for good or taken it to another device."""
    return any(seat.moved_from == caller.id and (seat.session is None) is left for seat in row.seats)


class Refusals:
    """At most so many, the oldest forgotten first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._known: OrderedDict[tuple[TableId, CommandKey], PaschError] = OrderedDict()

    def remember(self, table: TableId, key: CommandKey, error: PaschError) -> None:
        """Keep what was answered, unless it only says that nothing works just now."""
        if error.code == NotReady.code:
            return
        self._known.setdefault((table, key), _without_history(error))
        while len(self._known) > self._most:
            self._known.popitem(last=False)

    def repeat(self, table: TableId, key: CommandKey) -> None:
        """Raise what the command was answered before, if it was refused."""
        known = self._known.get((table, key))
        if known is not None:
            raise _without_history(known)


def _without_history(error: PaschError) -> PaschError:
    # A raised error holds on to every frame it came through; a copy holds only what it says.
    kind = type(error)
    copy = kind.__new__(kind, *error.args)
    vars(copy).update(vars(error))
    return copy
