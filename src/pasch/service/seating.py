"""Opening a table, taking a seat, starting, getting up: what each causes. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from pasch.bots import find_bot
from pasch.fairness.stream import commitment, seat_seed
from pasch.rules.errors import IllegalAction, InvalidInput
from pasch.rules.fingerprint import Plain
from pasch.rules.variants import variant_with
from pasch.service.errors import NoOpenSeat, NotSeated
from pasch.service.ids import SessionId, TableId
from pasch.service.log import Happening
from pasch.service.moves import aborted
from pasch.service.names import clean_name
from pasch.service.ports import SeatRow, TableRow
from pasch.service.requests import JoinTable, OpenSeat, OpenTable, SeatKind, Session, Status
from pasch.service.state import Place, TableState, on_one_device, opening

DEFAULT_BOT = "simple"


@dataclass(frozen=True)
class Change:
    """What an action causes: events, and the rows of seats that are written anew."""

    events: tuple[Happening, ...]
    seats: tuple[SeatRow, ...] = ()


# ------------------------------------------------------------------------------- opening


def new_table(opener: SessionId, table: TableId, server_seed: bytes, wish: OpenTable) -> tuple[TableRow, TableState]:
    """A table before its first event. Raises `UnknownVariant`, `InvalidInput`."""
    variant = variant_with(wish.variant, wish.rules)
    seats = tuple(_seat_row(number, seat, opener) for number, seat in enumerate(wish.seats, start=1))
    places = tuple(map(_place, wish.seats))
    state = TableState(
        seq=0,
        status=Status.WAITING,
        variant=variant,
        games=wish.games,
        visibility=wish.visibility,
        places=places,
        starts=wish.start,
        commitment=commitment(server_seed),
        rules_name=clean_name(wish.rules_name),
        hints=on_one_device(places) if wish.hints is None else wish.hints,
    )
    state.begun()  # refuses what cannot be played: too few or many seats, too many games
    return TableRow(table, opener, wish.visibility, seats, server_seed), state


def opened_with(row: TableRow, state: TableState) -> Change:
    """The first events of a new table."""
    events = [Happening("table_opened", None, opening(state))]
    for seat, place in zip(row.seats, state.places, strict=True):
        if place.kind is SeatKind.HUMAN and seat.session is not None:
            events.append(Happening("seat_taken", seat.seat, {}))
            state = replace(state, places=_with(state.places, seat.seat, replace(place, taken=True)))
    return Change((*events, *_starting(state, row.seats)))


def _seat_row(number: int, seat: OpenSeat, opener: SessionId) -> SeatRow:
    session = opener if seat.kind is SeatKind.LOCAL else None
    return SeatRow(number, session, clean_name(seat.name))


def _place(seat: OpenSeat) -> Place:
    if seat.kind is SeatKind.BOT:
        return Place(SeatKind.BOT, find_bot(seat.bot or DEFAULT_BOT).key)
    return Place(seat.kind, taken=seat.kind is not SeatKind.HUMAN)


def _with(places: tuple[Place, ...], seat: int, place: Place) -> tuple[Place, ...]:
    return (*places[: seat - 1], place, *places[seat:])


# ------------------------------------------------------------------------------- joining and starting


def joined(state: TableState, row: TableRow, caller: Session, wish: JoinTable) -> tuple[int, Change]:
    """The seat taken, and what that causes. Raises `NoOpenSeat`, `InvalidInput`."""
    seat = _open_seat(state, wish.seat)
    name = clean_name(wish.name) or caller.name
    taken = SeatRow(seat, caller.id, name, None if wish.seed is None else seat_seed(wish.seed))
    full = replace(state, places=_with(state.places, seat, replace(state.places[seat - 1], taken=True)))
    rows = (*row.seats[: seat - 1], taken, *row.seats[seat:])
    return seat, Change((Happening("seat_taken", seat, {}), *_starting(full, rows)), (taken,))


def _open_seat(state: TableState, wanted: int | None) -> int:
    if state.status is not Status.WAITING:
        raise NoOpenSeat("The match has begun: nobody can join any more")
    open_seats = [number for number, place in enumerate(state.places, start=1) if not place.taken]
    if not open_seats:
        raise NoOpenSeat("Every seat is taken")
    if wanted is None:
        return open_seats[0]
    if wanted not in open_seats:
        raise NoOpenSeat("Seat {seat} is not open", seat=wanted)
    return wanted


def started(state: TableState, row: TableRow, caller: Session) -> Change:
    """The match begins. Raises `NotSeated`, `IllegalAction`."""
    if caller.id != row.opener:
        raise NotSeated("Only who opened the table can start the match")
    if state.status is not Status.WAITING:
        raise IllegalAction("The match has begun already")
    if state.open_seats:
        raise IllegalAction("The match can begin when every seat is taken")
    return Change((_beginning(state, row.seats),))


def _starting(state: TableState, rows: Iterable[SeatRow]) -> list[Happening]:
    ready = state.starts and not state.open_seats
    return [_beginning(state, rows)] if ready else []


def _beginning(state: TableState, rows: Iterable[SeatRow]) -> Happening:
    seeds: list[Plain] = [row.seed for row in rows if row.seed is not None]
    return Happening("table_started", None, {"commitment": state.commitment, "seeds": seeds})


# ------------------------------------------------------------------------------- getting up, again


def left(state: TableState, row: TableRow, caller: Session) -> Change:
    """The caller gets up. Raises `NotSeated`, and `IllegalAction` when the match is over."""
    mine = tuple(seat for seat in row.seats if seat.session == caller.id)
    if not mine:
        raise NotSeated("You do not sit at this table")
    if state.status.ended:
        raise IllegalAction("The match is over")
    kinds = {state.places[seat.seat - 1].kind for seat in mine}
    if state.status is Status.WAITING and SeatKind.LOCAL in kinds:
        return Change(tuple(aborted(state, row.server_seed, mine[0].seat)))
    running = state.status is not Status.WAITING
    events = [Happening("seat_left", seat.seat, {"bot": DEFAULT_BOT} if running else {}) for seat in mine]
    others = [seat for seat in row.seats if seat.session is not None and seat not in mine]
    if running and not others:
        events += aborted(state, row.server_seed, mine[0].seat)
        return Change(tuple(events))
    return Change(tuple(events), tuple(_vacated(seat, running=running) for seat in mine))


def _vacated(seat: SeatRow, *, running: bool) -> SeatRow:
    # A bot goes on under the name of the person it stands in for; an open seat has no name.
    return SeatRow(seat.seat, None, seat.name if running else "")


def once_more(state: TableState, first: TableState, row: TableRow, caller: Session) -> OpenTable:
    """The wish that opens the same table again. `first` is the state it was opened in.

    Raises `NotSeated`, `IllegalAction`.
    """
    mine = {seat.seat for seat in row.seats if seat.session == caller.id}
    if not mine and caller.id != row.opener:
        raise NotSeated("You do not sit at this table")
    if not state.status.ended:
        raise IllegalAction("The match is still being played")
    pairs = zip(first.places, row.seats, strict=True)
    return OpenTable(
        variant=state.variant.key,
        rules=dict(state.variant.switches),
        seats=tuple(_again(place, seat, mine=seat.seat in mine) for place, seat in pairs),
        games=state.games,
        visibility=row.visibility,
        rules_name=state.rules_name,
        hints=state.hints,
    )


def _again(place: Place, seat: SeatRow, *, mine: bool) -> OpenSeat:
    if place.kind is SeatKind.BOT:
        return OpenSeat(SeatKind.BOT, seat.name, place.bot)
    if mine:
        return OpenSeat(place.kind, seat.name)
    return OpenSeat(SeatKind.HUMAN)


def seated(row: TableRow, wish: OpenTable, caller: Session, mine: Iterable[int]) -> TableRow:
    """The row of a new table with the caller on seats that people play from afar."""
    own = set(mine)
    seats = (
        replace(seat, session=caller.id) if seat.seat in own and wished.kind is SeatKind.HUMAN else seat
        for seat, wished in zip(row.seats, wish.seats, strict=True)
    )
    return replace(row, seats=tuple(seats))


def must_be_seated(mine: tuple[int, ...], wanted: int | None) -> None:
    """Raise `NotSeated` unless the caller sits at the table, and on the seat it names."""
    if not mine:
        raise NotSeated("You do not sit at this table")
    if wanted is not None and wanted not in mine:
        raise NotSeated("Seat {seat} is not yours", seat=wanted)


def check_bounds(wish: OpenTable, most_seats: int) -> None:
    """Refuse more seats than any game has before looking at each of them."""
    if len(wish.seats) > most_seats:
        raise InvalidInput("A table has at most {most} seats, not {given}", most=most_seats, given=len(wish.seats))
