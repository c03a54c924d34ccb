"""Rematch: the same table again, with its seats reserved for its players. Pure.

The first player who asks opens the table and sits down. The others' seats are reserved for them
until the opener gives them away. The seats move up by one, so that another player begins.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import TypeVar

from pasch.rules.errors import IllegalAction
from pasch.service.errors import NotSeated
from pasch.service.log import LogEvent, NewEvent
from pasch.service.ports import SeatRow, TableRow
from pasch.service.requests import OpenSeat, OpenTable, SeatKind, Session, Status
from pasch.service.table.place import Place
from pasch.service.table.seats import Change
from pasch.service.table.state import TableState, opened

T = TypeVar("T")


def announcement(row: TableRow, new_row: TableRow, caller: Session) -> Change:
    """The change at the ended table when its caller opens `new_row`."""
    mine = next((seat.seat for seat in row.seats if seat.session == caller.id), None)
    return Change((NewEvent("rematch_asked", mine, {}),), rematch=new_row.id)


def before_the_start(log: Iterable[LogEvent]) -> TableState:
    """The table when its match began: with the bots that filled seats, without later substitutes."""
    first, *rest = log
    state = opened(first)
    for event in rest:
        if event.type == "table_started":
            break
        state = state.evolve(event)
    return state


def same_table(status: Status, before: TableState, row: TableRow, caller: Session) -> OpenTable:
    """The request that opens the same table again. `before` is the state in which its match began.

    Raises `NotSeated`, `IllegalAction`.
    """
    if caller.id != row.opener and all(seat.session != caller.id for seat in row.seats):
        raise NotSeated("You do not sit at this table")
    if not status.ended:
        raise IllegalAction("The match is still being played")
    if before.imported is not None:
        raise IllegalAction("This match was played elsewhere; its names belong to no player here")
    pairs = zip(before.places, row.seats, strict=True)
    return OpenTable(
        variant=before.variant.key,
        rules=dict(before.variant.switches),
        seats=_moved_up(_open_seat(place, seat, caller) for place, seat in pairs),
        games=before.games,
        visibility=row.visibility,
        rules_name=before.rules_name,
        hints=before.hints,
        take_back=not before.options.final,
        options=replace(before.options, shared_seed=None),
    )


def _open_seat(place: Place, seat: SeatRow, caller: Session) -> OpenSeat:
    if place.kind is SeatKind.BOT:
        return OpenSeat(SeatKind.BOT, seat.name, place.bot)
    if seat.session == caller.id:
        return OpenSeat(place.kind, seat.name, real=place.real, shared=place.shared, mark=place.mark)
    return OpenSeat(SeatKind.HUMAN, real=place.real, shared=place.shared, mark=place.mark)


def with_reserved_seats(row: TableRow, ended: TableRow, caller: Session) -> TableRow:
    """The row of the new table, with the caller seated and the others' seats reserved for them."""
    pairs = zip(row.seats, _moved_up(ended.seats), strict=True)
    return replace(row, seats=tuple(_reserved_seat(seat, before, caller) for seat, before in pairs), earlier=ended.id)


def _reserved_seat(seat: SeatRow, before: SeatRow, caller: Session) -> SeatRow:
    if before.session is None:
        return seat
    if before.session == caller.id:
        return replace(seat, session=caller.id)
    return replace(seat, name=before.name, kept_for=before.session)


def _moved_up(seats: Iterable[T]) -> tuple[T, ...]:
    first, *others = seats
    return (*others, first)
