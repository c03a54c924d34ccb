"""Getting up from a table for good: who plays on, who may start the match now. Pure."""

from collections.abc import Sequence

from pasch.rules.errors import IllegalAction
from pasch.rules.fingerprint import Plain
from pasch.service.errors import NotSeated
from pasch.service.log import LogEvent, NewEvent
from pasch.service.ports import SeatRow, TableRow
from pasch.service.requests import Afterwards, Session, Status
from pasch.service.table.moves import aborted, frozen
from pasch.service.table.seats import DEFAULT_BOT, Change
from pasch.service.table.state import TableState


def departed(state: TableState, row: TableRow, caller: Session, then: Afterwards | None) -> Change:
    """The caller gets up from every seat, and gives up those that are kept for them.

    `then` None: a bot plays on where bots are welcome, else the sheet stays as it is. Raises `NotSeated`, and
    `IllegalAction` when the match is over.
    """
    mine = [seat for seat in row.seats if seat.session == caller.id]
    kept = [seat for seat in row.seats if seat.kept_for == caller.id]
    if not mine and not kept:
        raise NotSeated("You do not sit at this table")
    if state.status.ended:
        raise IllegalAction("The match is over")
    waiting = state.status is Status.WAITING
    heir = next((seat for seat in row.seats if seat.session not in {None, caller.id}), None)
    if mine and heir is None and (caller.id == row.opener or not waiting):
        return _over(state, row, mine)
    moves_on = heir if caller.id == row.opener else None
    told = _told(state, waiting=waiting, then=then)
    freed = (NewEvent("seat_opened", seat.seat, {"declined": True}) for seat in kept)
    return Change(
        (*_departures(state, row, mine, told, moves_on), *freed),
        tuple(_vacated(seat, waiting=waiting) for seat in (*mine, *kept)),
        opener=None if moves_on is None else moves_on.session,
    )


def _over(state: TableState, row: TableRow, mine: Sequence[SeatRow]) -> Change:
    """Nobody is left to play, nor to start: that is the end."""
    waiting = state.status is Status.WAITING
    events = [] if waiting else [NewEvent("seat_left", seat.seat, {"bot": DEFAULT_BOT}) for seat in mine]
    return Change((*events, *aborted(state, row.server_seed, mine[0].seat)))


def _told(state: TableState, *, waiting: bool, then: Afterwards | None) -> dict[str, Plain]:
    if waiting:
        return {}
    wanted = then or (Afterwards.BOT if state.options.bots else Afterwards.FREEZE)
    return {"frozen": True} if wanted is Afterwards.FREEZE else {"bot": DEFAULT_BOT}


def _departures(
    state: TableState, row: TableRow, mine: Sequence[SeatRow], told: dict[str, Plain], heir: SeatRow | None
) -> list[NewEvent]:
    events: list[NewEvent] = []
    for seat in mine:
        role: dict[str, Plain] = {"opener": heir.seat} if heir is not None and not events else {}
        step = [NewEvent("seat_left", seat.seat, {**told, **role})]
        if "frozen" in told and not state.status.ended:
            step += frozen(state, row.server_seed, seat.seat)
        state = _after(state, step)
        events += step
    return events


def _after(state: TableState, step: Sequence[NewEvent]) -> TableState:
    """The state in which the next seat is left; what time it is then does not matter."""
    for number, event in enumerate(step, start=state.seq + 1):
        state = state.evolve(LogEvent(number, event.type, state.at, event.seat, event.data))
    return state


def _vacated(seat: SeatRow, *, waiting: bool) -> SeatRow:
    # A bot goes on under the name of the person it stands in for; an open seat has no name.
    return SeatRow(seat.seat, None) if waiting else SeatRow(seat.seat, None, seat.name, moved_from=seat.session)
