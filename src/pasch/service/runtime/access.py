"""Who may see a table."""

from collections import OrderedDict
from copy import copy

from pasch.rules.errors import PaschError
from pasch.service.errors import ContinuedElsewhere, NotReady, UnknownTable
from pasch.service.ids import TableId
from pasch.service.ports import Clock, CommandKey, TableRow
from pasch.service.requests import Session, Status, Visibility
from pasch.service.runtime.cache import LiveTable


def may_see(caller: Session | None, live: LiveTable, clock: Clock) -> bool:
    """Everyone may see a public table, and one that waits for people, because they were given its id.

    The same applies to an ended attempt at a shared event that is over.

    A private table that waits for no player is visible to its opener and its players. After the match it is also
    visible to players who left it.
    """
    row, state = live.row, live.state
    if row.visibility is Visibility.PUBLIC:
        return True
    if state.status is Status.WAITING and state.open_seats:
        return True
    if state.status.ended and row.event_ends_at is not None and row.event_ends_at <= clock.now():
        return True
    if caller is None:
        return False
    left = state.status.ended and _had_seat(row, caller, left=True)
    return left or caller.id == row.opener or any(seat.session == caller.id for seat in row.seats)


def refusal(caller: Session | None, live: LiveTable) -> PaschError:
    """`ContinuedElsewhere` for a caller who continued on another device with a key, otherwise `UnknownTable`."""
    moved = caller is not None and _had_seat(live.row, caller, left=False)
    return ContinuedElsewhere() if moved else UnknownTable()


def _had_seat(row: TableRow, caller: Session, *, left: bool) -> bool:
    """Whether the caller had a seat, and has left it for good or moved it to another device."""
    return any(seat.moved_from == caller.id and (seat.session is None) is left for seat in row.seats)


class Refusals:
    """Remembered refusals, up to a limit; the oldest is forgotten first.

    A raised error refers to every frame that it passed. Its copy only has its content.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._known: OrderedDict[tuple[TableId, CommandKey], PaschError] = OrderedDict()

    def remember(self, table: TableId, key: CommandKey, error: PaschError) -> None:
        """Remember the answer, unless it only reports a temporary failure."""
        if error.code == NotReady.code:
            return
        self._known.setdefault((table, key), copy(error))
        while len(self._known) > self._most:
            self._known.popitem(last=False)

    def repeat(self, table: TableId, key: CommandKey) -> None:
        """Raise the earlier refusal of the command, if there is one."""
        known = self._known.get((table, key))
        if known is not None:
            raise copy(known)
