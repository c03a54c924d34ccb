"""The seats of a table: taking seats, getting ready, bots in open seats, and leaving. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from pasch.bots import find_bot
from pasch.fairness.stream import commitment, seat_seed
from pasch.rules.errors import IllegalAction, InvalidInput
from pasch.rules.fingerprint import Plain
from pasch.rules.game import hides_dice
from pasch.rules.variants import variant_with
from pasch.service.errors import BotsUnwelcome, NoOpenSeat, NotSeated, SeatOfAnother
from pasch.service.ids import SessionId, TableId
from pasch.service.log import NewEvent
from pasch.service.people.names import clean_name
from pasch.service.ports import SeatRow, TableRow
from pasch.service.requests import Afterwards, JoinTable, OpenSeat, OpenTable, SeatKind, Session, Status
from pasch.service.table.moves import aborted, frozen
from pasch.service.table.options import check_time
from pasch.service.table.place import Place, on_one_device
from pasch.service.table.state import TableState, opening

DEFAULT_BOT = "simple"


@dataclass(frozen=True)
class Change:
    """What an action causes: events, and the parts of the table's row that are rewritten."""

    events: tuple[NewEvent, ...]
    seats: tuple[SeatRow, ...] = ()
    opener: SessionId | None = None
    rematch: TableId | None = None


# ------------------------------------------------------------------------------- opening


def new_table(opener: Session, table: TableId, server_seed: bytes, request: OpenTable) -> tuple[TableRow, TableState]:
    """A table before its first event. Raises `UnknownVariant`, `InvalidInput`."""
    check_time(request.options.time)
    variant = variant_with(request.variant, request.rules)
    if len(request.seats) > variant.table_seats[1]:
        raise InvalidInput("A table for this game has at most {most} seats", field="seats", most=variant.table_seats[1])
    seats = tuple(_seat_row(number, seat, opener.id) for number, seat in enumerate(request.seats, start=1))
    places = tuple(_place(seat, opener) for seat in request.seats)
    if hides_dice(variant) and any(place.real for place in places):
        raise InvalidInput("Dice under a real cup cannot be entered: this game needs server dice")
    final = variant.customs.final if request.take_back is None else not request.take_back
    state = TableState(
        seq=0,
        status=Status.WAITING,
        variant=variant,
        games=request.games,
        visibility=request.visibility,
        places=places,
        starts=request.start,
        commitment=commitment(server_seed),
        rules_name=clean_name(request.rules_name),
        hints=on_one_device(places) if request.hints is None else request.hints,
        options=replace(request.options, final=final),
    )
    state.begun()  # refuses what cannot be played: too few or many seats, too many games
    return TableRow(table, opener.id, request.visibility, seats, server_seed), state


def opened_with(row: TableRow, state: TableState, *, computer: bool = False) -> Change:
    """The first events of a new table. `computer`: the player already seated is a bot's account."""
    events = [NewEvent("table_opened", None, opening(state))]
    for seat, place in zip(row.seats, state.places, strict=True):
        if place.kind is SeatKind.HUMAN and seat.session is not None:
            events.append(_seat_taken(seat.seat, computer=computer))
            state = state.put(seat.seat, replace(place, taken=True))
    return Change((*events, *starting(state, row.seats)))


def _seat_row(number: int, seat: OpenSeat, opener: SessionId) -> SeatRow:
    session = opener if seat.kind is SeatKind.LOCAL else None
    return SeatRow(number, session, clean_name(seat.name))


def _seat_taken(seat: int, *, computer: bool, shared: bool = False, mark: int | None = None) -> NewEvent:
    data: dict[str, Plain] = {"computer": computer, "shared": shared, "mark": mark}
    return NewEvent("seat_taken", seat, {name: value for name, value in data.items() if value})


def _place(seat: OpenSeat, opener: Session) -> Place:
    if seat.kind is SeatKind.BOT:
        return Place(SeatKind.BOT, find_bot(seat.bot or DEFAULT_BOT).key)
    local = seat.kind is SeatKind.LOCAL
    computer = local and opener.computer
    return Place(seat.kind, taken=local, computer=computer, real=seat.real, shared=seat.shared, mark=seat.mark)


# ------------------------------------------------------------------------------- joining and starting


def joined(state: TableState, row: TableRow, caller: Session, request: JoinTable) -> tuple[int, Change]:
    """The first seat taken, and the change: every seat that is reserved for the caller is taken at once.

    Raises `NoOpenSeat`, `BotsUnwelcome`, `InvalidInput`.
    """
    if caller.computer and not state.options.bots:
        raise BotsUnwelcome("This table allows no bots")
    seats = _open_seats(state, row, caller, request.seat)
    rows = list(row.seats)
    for seat in seats:
        rows[seat - 1] = _taken(row.seats[seat - 1], caller, request)
        state = state.put(seat, replace(state.places[seat - 1], taken=True))
    shared = request.shared and bool(row.seats_of(caller.id))
    events = (_seat_taken(seat, computer=caller.computer, shared=shared, mark=request.mark) for seat in seats)
    return seats[0], Change((*events, *starting(state, rows)), tuple(rows[seat - 1] for seat in seats))


def _open_seats(state: TableState, row: TableRow, caller: Session, wanted: int | None) -> list[int]:
    """The seats to take: the requested one, else all that are reserved for the caller, else the first."""
    if state.status is not Status.WAITING:
        raise NoOpenSeat("The match has begun: no one can join any more")
    vacant = [seat for seat, place in zip(row.seats, state.places, strict=True) if not place.taken]
    reserved = [seat.seat for seat in vacant if seat.kept_for == caller.id]
    free = [seat.seat for seat in vacant if seat.kept_for is None]
    if wanted is not None:
        if wanted not in (*reserved, *free):
            raise NoOpenSeat("Seat {seat} is not open", seat=wanted)
        return [wanted]
    if reserved or free:
        return reserved or free[:1]
    raise NoOpenSeat("The open seats are kept for others" if vacant else "Every seat is taken")


def _taken(seat: SeatRow, caller: Session, request: JoinTable) -> SeatRow:
    name = clean_name(request.name) or seat.name or caller.name
    return SeatRow(seat.seat, caller.id, name, None if request.seed is None else seat_seed(request.seed))


def started(state: TableState, row: TableRow, caller: Session) -> Change:
    """The match begins. Raises `NotSeated`, `IllegalAction`."""
    if caller.id != row.opener:
        raise NotSeated("Only who opened the table can start the match")
    must_wait(state)
    if state.open_seats:
        raise IllegalAction("The match can begin when every seat is taken")
    return Change((_beginning(state, row.seats),))


def starting(state: TableState, rows: Iterable[SeatRow]) -> list[NewEvent]:
    """The start of the match when no player is awaited, and it starts automatically or all are ready."""
    due = not state.open_seats and (state.starts or state.all_ready)
    return [_beginning(state, rows)] if due else []


def _beginning(state: TableState, rows: Iterable[SeatRow]) -> NewEvent:
    seeds: list[Plain] = [row.seed for row in rows if row.seed is not None]
    return NewEvent("table_started", None, {"commitment": state.commitment, "seeds": seeds})


# ------------------------------------------------------------------------------- checks


def must_be_seated(mine: tuple[int, ...], wanted: int | None, last: int) -> None:
    """Raise `SeatOfAnother` unless the caller sits at the table, and on the seat it names; `last` is the last seat."""
    if not mine:
        raise SeatOfAnother("You do not sit at this table")
    if wanted is not None and wanted not in mine:
        raise SeatOfAnother("Seat {seat} is not yours" if wanted <= last else "There is no seat {seat}", seat=wanted)


def check_bounds(request: OpenTable, most_seats: int) -> None:
    """Refuse more seats than any game has, before checking each of them."""
    if len(request.seats) > most_seats:
        given = len(request.seats)
        raise InvalidInput("A table has at most {most} seats, not {given}", field="seats", most=most_seats, given=given)


def set_ready(state: TableState, row: TableRow, seats: tuple[int, ...], *, ready: bool) -> Change:
    """Seats become ready or unready; the match begins when all are ready and no player is awaited.

    Raises `IllegalAction` once it has begun.
    """
    must_wait(state)
    news = [seat for seat in seats if state.places[seat - 1].ready is not ready]
    after = state
    for seat in news:
        after = after.put(seat, replace(after.places[seat - 1], ready=ready))
    return Change((*(NewEvent("seat_ready", seat, {"ready": ready}) for seat in news), *starting(after, row.seats)))


def filled(state: TableState, row: TableRow, caller: Session, seat: int, bot: str | None) -> Change:
    """A bot takes an open seat, even a reserved one.

    Raises `NotSeated` for all but the opener, `BotsUnwelcome`, `NoOpenSeat`, `InvalidInput`, `IllegalAction`.
    """
    _must_open(row, caller)
    must_wait(state)
    if not state.options.bots:
        raise BotsUnwelcome("This table allows no bots")
    if not _exists(state, seat) or state.places[seat - 1].taken:
        raise NoOpenSeat("Seat {seat} is not open", seat=seat)
    place = Place(SeatKind.BOT, find_bot(bot or DEFAULT_BOT).key)
    rows = (*row.seats[: seat - 1], SeatRow(seat, None), *row.seats[seat:])
    event = NewEvent("seat_taken", seat, {"bot": place.bot})
    return Change((event, *starting(state.put(seat, place), rows)), (rows[seat - 1],))


def reopened(state: TableState, row: TableRow, caller: Session, seat: int) -> Change:
    """A bot's seat or a reserved seat becomes open to everyone.

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
        raise IllegalAction("The match has already begun")


def _must_open(row: TableRow, caller: Session) -> None:
    if caller.id != row.opener:
        raise NotSeated("Only who opened the table can do that")


def _exists(state: TableState, seat: int) -> bool:
    return 1 <= seat <= len(state.places)


def _can_be_opened(place: Place, row: SeatRow) -> bool:
    return place.kind is SeatKind.BOT or row.kept_for is not None


def departed(state: TableState, row: TableRow, caller: Session, then: Afterwards | None) -> Change:
    """The caller leaves every seat, and gives up reserved ones.

    `then` None: a bot plays on where bots are allowed, else the sheet stays as it is. Raises `NotSeated`, and
    `IllegalAction` when the match is over.
    """
    mine = [seat for seat in row.seats if seat.session == caller.id]
    reserved = [seat for seat in row.seats if seat.kept_for == caller.id]
    if not mine and not reserved:
        raise NotSeated("You do not sit at this table")
    if state.status.ended:
        raise IllegalAction("The match is over")
    waiting = state.status is Status.WAITING
    heir = next((seat for seat in row.seats if seat.session not in {None, caller.id}), None)
    if mine and heir is None and (caller.id == row.opener or not waiting):
        return _over(state, row, mine)
    moves_on = heir if caller.id == row.opener else None
    data = _departure_data(state, waiting=waiting, then=then)
    freed = (NewEvent("seat_opened", seat.seat, {"declined": True}) for seat in reserved)
    return Change(
        (*_departures(state, row, mine, data, moves_on), *freed),
        tuple(_vacated(seat, waiting=waiting) for seat in (*mine, *reserved)),
        opener=None if moves_on is None else moves_on.session,
    )


def _over(state: TableState, row: TableRow, mine: Sequence[SeatRow]) -> Change:
    """The end, because no person is left to play or to start."""
    waiting = state.status is Status.WAITING
    events = [] if waiting else [NewEvent("seat_left", seat.seat, {"bot": DEFAULT_BOT}) for seat in mine]
    return Change((*events, *aborted(state, row.server_seed, mine[0].seat)))


def _departure_data(state: TableState, *, waiting: bool, then: Afterwards | None) -> dict[str, Plain]:
    if waiting:
        return {}
    wanted = then or (Afterwards.BOT if state.options.bots else Afterwards.FREEZE)
    return {"frozen": True} if wanted is Afterwards.FREEZE else {"bot": DEFAULT_BOT}


def _departures(
    state: TableState, row: TableRow, mine: Sequence[SeatRow], data: dict[str, Plain], heir: SeatRow | None
) -> list[NewEvent]:
    events: list[NewEvent] = []
    for seat in mine:
        role: dict[str, Plain] = {"opener": heir.seat} if heir is not None and not events else {}
        step = [NewEvent("seat_left", seat.seat, {**data, **role})]
        if "frozen" in data and not state.status.ended:
            step += frozen(state, row.server_seed, seat.seat)
        state = state.following(step)
        events += step
    return events


def _vacated(seat: SeatRow, *, waiting: bool) -> SeatRow:
    # A substitute bot plays under the name of its person; an open seat has no name.
    return SeatRow(seat.seat, None) if waiting else SeatRow(seat.seat, None, seat.name, moved_from=seat.session)
