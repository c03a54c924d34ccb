"""A pause by consent: one asks, it begins when everybody who is there has agreed, and anybody ends it. Pure."""

from typing import assert_never

from pasch.rules.errors import IllegalAction
from pasch.service.holding import called_back
from pasch.service.ids import SessionId
from pasch.service.log import Happening
from pasch.service.moves import running
from pasch.service.ports import TableRow
from pasch.service.requests import Aside, Status
from pasch.service.state import TableState


def said(
    state: TableState, row: TableRow, mine: tuple[int, ...], aside: Aside, seat: int | None = None
) -> list[Happening]:
    """What it causes that the owner of the seats `mine` says this, for one of them when `seat` is given.

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
            return _agreed(state, row, by) if state.pause else _asked(state, row, by)
        case Aside.AGREE:
            _must_be_asked(state)
            return _agreed(state, row, by)
        case Aside.REFUSE:
            _must_be_asked(state)
            withdrawn = _session(row, state.pause[0]) == _session(row, by)
            return [Happening("pause_refused", by, {"withdrawn": withdrawn})]
    assert_never(aside)


def consented(state: TableState, row: TableRow, seats: tuple[int, ...]) -> bool:
    """Whether everybody who is there and plays for themselves agrees, when the owners of these seats do."""
    agreed = {_session(row, seat) for seat in seats}
    return all(
        _session(row, seat) in agreed
        for seat, place in enumerate(state.places, start=1)
        if place.person and place.present and place.held is None
    )


def _asked(state: TableState, row: TableRow, by: int) -> list[Happening]:
    running(state)
    return _with_pause(state, row, Happening("pause_asked", by, {}), (by,))


def _agreed(state: TableState, row: TableRow, by: int) -> list[Happening]:
    running(state)
    if _session(row, by) in {_session(row, seat) for seat in state.pause}:
        raise IllegalAction("You have agreed to the pause already")
    return _with_pause(state, row, Happening("pause_agreed", by, {}), (*state.pause, by))


def _with_pause(state: TableState, row: TableRow, told: Happening, seats: tuple[int, ...]) -> list[Happening]:
    """The pause begins with the last consent."""
    return [told, Happening("table_paused", None, {})] if consented(state, row, seats) else [told]


def _resumed(state: TableState, by: int) -> list[Happening]:
    if state.status is not Status.PAUSED:
        raise IllegalAction("The match is not paused")
    return [Happening("table_resumed", by, {})]


def _must_be_asked(state: TableState) -> None:
    if not state.pause:
        raise IllegalAction("Nobody has asked for a pause")


def _session(row: TableRow, seat: int) -> SessionId | None:
    return row.seats[seat - 1].session
