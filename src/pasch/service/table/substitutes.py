"""When time or grace is over: what happens to the seat, and how its owner gets it back. Pure."""

from datetime import datetime

from pasch.bots import least_loss_entry
from pasch.rules.actions import EnterPoints, TakeBack
from pasch.rules.errors import IllegalAction
from pasch.rules.game import blind
from pasch.service.log import LogEvent, NewEvent
from pasch.service.ports import TableRow
from pasch.service.requests import AbsenceDecision, SeatKind
from pasch.service.table.moves import new_events, running
from pasch.service.table.options import Absent
from pasch.service.table.presence import SubstituteReason
from pasch.service.table.seats import DEFAULT_BOT
from pasch.service.table.state import Place, TableState


def deadline(state: TableState) -> datetime | None:
    """When somebody's time or grace is over next; None while nothing runs out."""
    if not state.awake:
        return None
    times = [place.away.until for seat, place in _awaited(state) if place.away]
    if state.clock is not None and state.clock.runs:
        times.append(state.clock.ends_at)
    return min(times, default=None)


def over(state: TableState, row: TableRow, now: datetime) -> list[NewEvent]:
    """What follows from everything that is over by now; empty while nothing is.

    May compute the entry of least loss: some milliseconds.
    """
    if not state.awake:
        return []
    clock = state.clock
    if clock is not None and clock.runs and clock.ends_at <= now and clock.thinking is not None:
        return _out_of_time(state, row, clock.thinking.seat)
    gone = [seat for seat, place in _awaited(state) if place.away and place.away.until <= now]
    held = [_held(seat, SubstituteReason.AWAY) for seat in gone if absence(state, seat) is Absent.BOT]
    return held if held or not gone else _entered(state, row, gone[0])


def absence(state: TableState, seat: int) -> Absent:
    """What happens in the turns of a seat whose owner is away, or whose time is up."""
    return state.places[seat - 1].choice or state.options.absent


def decided(state: TableState, decision: AbsenceDecision, by: int, now: datetime) -> list[NewEvent]:
    """Those who are left choose what happens in somebody's turns. Raises `IllegalAction`."""
    running(state)
    seat, choice = decision.target, decision.choice
    if seat > len(state.places):
        raise IllegalAction("There is no seat {seat}", seat=seat)
    place = state.places[seat - 1]
    if not place.person or place.away is None:
        raise IllegalAction("Nobody is missed on seat {seat}: its player is there, or has left", seat=seat)
    if not state.overdue(place, now):
        raise IllegalAction("The others still wait for seat {seat}", seat=seat)
    if absence(state, seat) is choice and (place.held is not None) is (choice is Absent.BOT):
        raise IllegalAction("This happens already")
    return [NewEvent("absence_decided", by, {"target": seat, "choice": choice.value})]


def returned(state: TableState) -> tuple[NewEvent, ...]:
    """The seat to move plays for itself again, if a bot holds it: its owner has made a move."""
    seat = state.to_move
    return () if seat is None or state.places[seat - 1].held is None else (NewEvent("seat_returned", seat, {}),)


def called_back(state: TableState, mine: tuple[int, ...]) -> list[NewEvent]:
    """Seats that play for themselves again. Raises `IllegalAction` when a bot holds none of them."""
    running(state)
    told = [NewEvent("seat_returned", seat, {}) for seat in mine if state.places[seat - 1].held]
    if not told:
        raise IllegalAction("No bot plays for you")
    return told


def _awaited(state: TableState) -> list[tuple[int, Place]]:
    """People who are away and whom the table waits for: where an entry is made for them, only in their own turn."""
    return [
        (seat, place)
        for seat, place in enumerate(state.places, start=1)
        if place.kind is not SeatKind.BOT
        and place.away is not None
        and place.held is None
        and (absence(state, seat) is Absent.BOT or seat == state.to_move)
    ]


def _out_of_time(state: TableState, row: TableRow, seat: int) -> list[NewEvent]:
    if absence(state, seat) is Absent.ENTRY:
        return _entered(state, row, seat)
    return [NewEvent("time_up", seat, {"then": Absent.BOT.value}), _held(seat, SubstituteReason.TIME)]


def _held(seat: int, why: SubstituteReason) -> NewEvent:
    return NewEvent("seat_held", seat, {"bot": DEFAULT_BOT, "why": why.value})


def _entered(state: TableState, row: TableRow, seat: int) -> list[NewEvent]:
    """The turn, brought to its end with as little loss as possible: one roll where there was none, then the entry."""
    thinking, told = state.thinking, [NewEvent("time_up", seat, {"then": Absent.ENTRY.value})]
    while state.match is not None and state.thinking is not None and state.thinking == thinking:
        action = least_loss_entry(blind(state.match.game, seat))
        assert not isinstance(action, EnterPoints | TakeBack)  # never legal at a table with dice of its own
        caused = new_events(state, row.id, row.server_seed, action, seat)
        told += caused
        for each in caused:
            state = state.evolve(LogEvent(state.seq + 1, each.type, state.at, each.seat, each.data), each.fold)
    return told
