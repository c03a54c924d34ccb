"""Who may see a table."""

from pasch.rules.errors import PaschError
from pasch.service.errors import ContinuedElsewhere, UnknownTable
from pasch.service.live import LiveTable
from pasch.service.requests import Session, Status, Visibility


def may_see(caller: Session | None, live: LiveTable) -> bool:
    """Everybody sees a public table, and one that still waits for people: they were given its id.

    A private table that waits for nobody is seen by those who sit there and who opened it.
    """
    row, state = live.row, live.state
    if row.visibility is Visibility.PUBLIC:
        return True
    if state.status is Status.WAITING and state.open_seats:
        return True
    return caller is not None and (caller.id == row.opener or any(seat.session == caller.id for seat in row.seats))


def refusal(caller: Session | None, live: LiveTable) -> PaschError:
    """What somebody is told who may not see a table: one who went on with a key elsewhere, where it is."""
    moved = caller is not None and any(seat.moved_from == caller.id for seat in live.row.seats)
    return ContinuedElsewhere() if moved else UnknownTable()
