"""A pause by consent: one asks, it begins when everybody who is there has agreed, and anybody ends it. Pure.

It may have an end of its own, which is asked for together with it; then the match goes on at that time.
"""

from datetime import datetime, timedelta
from typing import assert_never

from pasch.rules.errors import IllegalAction, InvalidInput
from pasch.rules.fingerprint import Plain
from pasch.service.ids import SessionId
from pasch.service.log import NewEvent
from pasch.service.ports import TableRow
from pasch.service.requests import Aside, Status
from pasch.service.table.moves import running
from pasch.service.table.presence import time_text
from pasch.service.table.state import TableState
from pasch.service.table.substitutes import called_back

LONGEST = timedelta(days=90)
"""How far away the end of a pause may be."""
KEPT = 3 / 4
"""The part of the time for which an interrupted table is kept that a pause may last: the rest is to come back in."""


def said(  # noqa: PLR0913 - all of the table, and all of the request
    state: TableState,
    row: TableRow,
    mine: tuple[int, ...],
    aside: Aside,
    seat: int | None = None,
    *,
    until: datetime | None = None,
) -> list[NewEvent]:
    """What it causes that the owner of the seats `mine` says this, for one of them when `seat` is given.

    A pause that is asked for ends at `until`.

    Raises `IllegalAction`.
    """
    mover = None if state.match is None else state.match.game.to_move
    by = seat or (mover if mover in mine else mine[0])
    match aside:
        case Aside.RETURN:
            return called_back(state, mine if seat is None else (seat,))
        case Aside.RESUME:
            return _resumed(state, by)
        case Aside.PAUSE:
            return _agreed(state, row, by, until) if state.pause else _asked(state, row, by, until)
        case Aside.AGREE:
            _must_be_asked(state)
            return _agreed(state, row, by)
        case Aside.REFUSE:
            _must_be_asked(state)
            withdrawn = _session(row, state.pause[0]) == _session(row, by)
            return [NewEvent("pause_refused", by, {"withdrawn": withdrawn})]
    assert_never(aside)


def check_end(state: TableState, until: datetime, now: datetime, kept: timedelta) -> None:
    """Raise `InvalidInput` for a time at which no pause can end, `IllegalAction` where none ends at a time.

    `kept` is how long a table stays where nothing happens.
    """
    if state.one_device:
        raise IllegalAction("Only a match with people at other devices goes on at a set time")
    longest = min(LONGEST, KEPT * kept)
    if not now < until <= now + longest:
        raise InvalidInput("A pause ends within the next {days} days", days=longest.days)


def begun(ends: datetime | None) -> NewEvent:
    """Everybody has agreed."""
    return NewEvent("table_paused", None, _end(ends))


def over(state: TableState, now: datetime) -> list[NewEvent]:
    """The match goes on when the end of its pause has come."""
    ended = state.resumes is not None and state.resumes <= now
    return [NewEvent("table_resumed", None, {"planned": True})] if ended else []


def consented(state: TableState, row: TableRow, seats: tuple[int, ...]) -> bool:
    """Whether everybody who is there and plays for themselves agrees, when the owners of these seats do."""
    agreed = {_session(row, seat) for seat in seats}
    return all(
        _session(row, seat) in agreed
        for seat, place in enumerate(state.places, start=1)
        if place.person and place.present and place.held is None
    )


def _asked(state: TableState, row: TableRow, by: int, until: datetime | None) -> list[NewEvent]:
    running(state)
    return _with_pause(state, row, NewEvent("pause_asked", by, _end(until)), (by,), until)


def _agreed(state: TableState, row: TableRow, by: int, until: datetime | None = None) -> list[NewEvent]:
    running(state)
    if until not in {None, state.pause_ends}:
        raise IllegalAction("Another pause has been asked for: agree to it, or refuse it")
    if _session(row, by) in {_session(row, seat) for seat in state.pause}:
        raise IllegalAction("You have agreed to the pause already")
    return _with_pause(state, row, NewEvent("pause_agreed", by, {}), (*state.pause, by), state.pause_ends)


def _with_pause(
    state: TableState, row: TableRow, told: NewEvent, seats: tuple[int, ...], ends: datetime | None
) -> list[NewEvent]:
    """The pause begins with the last consent."""
    return [told, begun(ends)] if consented(state, row, seats) else [told]


def _resumed(state: TableState, by: int) -> list[NewEvent]:
    if state.status is not Status.PAUSED:
        raise IllegalAction("The match is not paused")
    return [NewEvent("table_resumed", by, {})]


def _end(ends: datetime | None) -> dict[str, Plain]:
    return {} if ends is None else {"until": time_text(ends)}


def _must_be_asked(state: TableState) -> None:
    if not state.pause:
        raise IllegalAction("Nobody has asked for a pause")


def _session(row: TableRow, seat: int) -> SessionId | None:
    return row.seats[seat - 1].session
