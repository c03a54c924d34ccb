"""While a table waits: seats become ready, are filled with bots, or are opened again. Pure."""

from dataclasses import replace

from pasch.bots import find_bot
from pasch.rules.errors import IllegalAction
from pasch.service.errors import BotsUnwelcome, NoOpenSeat, NotSeated
from pasch.service.log import NewEvent
from pasch.service.ports import SeatRow, TableRow
from pasch.service.requests import SeatKind, Session, Status
from pasch.service.table.seats import DEFAULT_BOT, Change, starting
from pasch.service.table.state import Place, TableState


def readied(state: TableState, row: TableRow, seats: tuple[int, ...], *, ready: bool) -> Change:
    """Seats are ready, or are not any more; when all are and nobody is waited for, the match begins.

    Raises `IllegalAction` once it has begun.
    """
    must_wait(state)
    news = [seat for seat in seats if state.places[seat - 1].ready is not ready]
    after = state
    for seat in news:
        after = after.put(seat, replace(after.places[seat - 1], ready=ready))
    return Change((*(NewEvent("seat_ready", seat, {"ready": ready}) for seat in news), *starting(after, row.seats)))


def filled(state: TableState, row: TableRow, caller: Session, seat: int, bot: str | None) -> Change:
    """A bot takes an open seat, also one that is kept for somebody.

    Raises `NotSeated` for all but the opener, `BotsUnwelcome`, `NoOpenSeat`, `InvalidInput`, `IllegalAction`.
    """
    _must_open(row, caller)
    must_wait(state)
    if not state.options.bots:
        raise BotsUnwelcome("At this table bots are not welcome")
    if not _exists(state, seat) or state.places[seat - 1].taken:
        raise NoOpenSeat("Seat {seat} is not open", seat=seat)
    place = Place(SeatKind.BOT, find_bot(bot or DEFAULT_BOT).key)
    rows = (*row.seats[: seat - 1], SeatRow(seat, None), *row.seats[seat:])
    event = NewEvent("seat_taken", seat, {"bot": place.bot})
    return Change((event, *starting(state.put(seat, place), rows)), (rows[seat - 1],))


def reopened(state: TableState, row: TableRow, caller: Session, seat: int) -> Change:
    """A seat that a bot has, or that is kept for somebody, is there for everybody.

    Raises `NotSeated` for all but the opener, `IllegalAction`.
    """
    _must_open(row, caller)
    must_wait(state)
    if not _exists(state, seat) or not _can_be_opened(state.places[seat - 1], row.seats[seat - 1]):
        raise IllegalAction("Seat {seat} cannot be opened", seat=seat)
    return Change((NewEvent("seat_opened", seat, {}),), (SeatRow(seat, None),))


def must_wait(state: TableState) -> None:
    """Raise `IllegalAction` once the match has begun."""
    if state.status is not Status.WAITING:
        raise IllegalAction("The match has begun already")


def _must_open(row: TableRow, caller: Session) -> None:
    if caller.id != row.opener:
        raise NotSeated("Only who opened the table can do that")


def _exists(state: TableState, seat: int) -> bool:
    return 1 <= seat <= len(state.places)


def _can_be_opened(place: Place, row: SeatRow) -> bool:
    return place.kind is SeatKind.BOT or row.kept_for is not None
