"""Expired times and graces: what happens to the seat, and how its owner gets it back. Pure.

Also pauses. A pause may have an end, which is requested with it; the match then resumes at that
time.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import assert_never

from pasch.bots import least_loss_entry
from pasch.rules.actions import EnterPoints, TakeBack
from pasch.rules.errors import IllegalAction, InvalidInput
from pasch.rules.fingerprint import Plain
from pasch.rules.game import blind
from pasch.service.ids import SessionId
from pasch.service.log import NewEvent
from pasch.service.ports import TableRow
from pasch.service.requests import AbsenceDecision, Aside, SeatKind, Status
from pasch.service.runtime.connections import Connections, Departure, present_players
from pasch.service.table.moves import new_events, running
from pasch.service.table.options import Absent
from pasch.service.table.place import Place
from pasch.service.table.presence import Away, Graces, SubstituteReason, time_text
from pasch.service.table.seats import DEFAULT_BOT
from pasch.service.table.state import TableState


def deadline(state: TableState) -> datetime | None:
    """When the next time or grace of a player expires; None while nothing runs out."""
    if not state.awake:
        return None
    times = [place.away.until for seat, place in _awaited(state) if place.away]
    if state.clock is not None and state.clock.runs:
        times.append(state.clock.ends_at)
    return min(times, default=None)


def over(state: TableState, row: TableRow, now: datetime) -> list[NewEvent]:
    """The events for everything that has expired by now; empty while nothing has.

    May compute the entry of least loss: some milliseconds.
    """
    if not state.awake:
        return []
    clock = state.clock
    if clock is not None and clock.runs and clock.ends_at <= now and clock.thinking is not None:
        return _time_up(state, row, clock.thinking.seat)
    gone = [seat for seat, place in _awaited(state) if place.away and place.away.until <= now]
    substituted = [_held(seat, SubstituteReason.AWAY) for seat in gone if absence(state, seat) is Absent.BOT]
    return substituted if substituted or not gone else _entered(state, row, gone[0])


def absence(state: TableState, seat: int) -> Absent:
    """What happens in the turns of a seat whose owner is away, or whose time is up."""
    return state.places[seat - 1].choice or state.options.absent


def decided(state: TableState, decision: AbsenceDecision, by: int, now: datetime) -> list[NewEvent]:
    """The remaining players choose what happens in an absent player's turns. Raises `IllegalAction`."""
    running(state)
    seat, choice = decision.target, decision.choice
    if seat > len(state.places):
        raise IllegalAction("There is no seat {seat}", seat=seat)
    place = state.places[seat - 1]
    if not place.person or place.away is None:
        raise IllegalAction("The player of seat {seat} is present or has left", seat=seat)
    if not state.overdue(place, now):
        raise IllegalAction("The others still wait for seat {seat}", seat=seat)
    if absence(state, seat) is choice and (place.substitute is not None) is (choice is Absent.BOT):
        raise IllegalAction("This is already the case")
    return [NewEvent("absence_decided", by, {"target": seat, "choice": choice.value})]


def returned(state: TableState) -> tuple[NewEvent, ...]:
    """The seat to move plays for itself again, if a bot holds it: its owner has made a move."""
    seat = state.to_move
    return () if seat is None or state.places[seat - 1].substitute is None else (NewEvent("seat_returned", seat, {}),)


def called_back(state: TableState, mine: tuple[int, ...]) -> list[NewEvent]:
    """Seats that play for themselves again. Raises `IllegalAction` when a bot holds none of them."""
    running(state)
    events = [NewEvent("seat_returned", seat, {}) for seat in mine if state.places[seat - 1].substitute]
    if not events:
        raise IllegalAction("No bot plays for you")
    return events


def _awaited(state: TableState) -> list[tuple[int, Place]]:
    """Absent players that the table waits for; where it makes entries for them, only in their own turn."""
    return [
        (seat, place)
        for seat, place in enumerate(state.places, start=1)
        if place.kind is not SeatKind.BOT
        and place.away is not None
        and place.substitute is None
        and (absence(state, seat) is Absent.BOT or seat == state.to_move)
    ]


def _time_up(state: TableState, row: TableRow, seat: int) -> list[NewEvent]:
    if absence(state, seat) is Absent.ENTRY:
        return _entered(state, row, seat)
    return [NewEvent("time_up", seat, {"then": Absent.BOT.value}), _held(seat, SubstituteReason.TIME)]


def _held(seat: int, why: SubstituteReason) -> NewEvent:
    return NewEvent("seat_held", seat, {"bot": DEFAULT_BOT, "why": why.value})


def _entered(state: TableState, row: TableRow, seat: int) -> list[NewEvent]:
    """The turn, ended with as little loss as possible: one roll if there was no roll, then the entry."""
    thinking, events = state.thinking, [NewEvent("time_up", seat, {"then": Absent.ENTRY.value})]
    while state.match is not None and state.thinking is not None and state.thinking == thinking:
        action = least_loss_entry(blind(state.match.game, seat))
        assert not isinstance(action, EnterPoints | TakeBack)  # never legal at a table with the server's dice
        caused = new_events(state, row.id, row.server_seed, action, seat)
        events += caused
        state = state.following(caused)
    return events


LONGEST = timedelta(days=90)
"""The maximum time until the end of a pause."""
KEPT = 3 / 4
"""The share of an interrupted table's retention that a pause may last; the rest is for the return."""


def said(  # noqa: PLR0913 - all of the table, and all of the request
    state: TableState,
    row: TableRow,
    mine: tuple[int, ...],
    aside: Aside,
    seat: int | None = None,
    *,
    until: datetime | None = None,
) -> list[NewEvent]:
    """The events when the owner of the seats `mine` says this, for one of them when `seat` is given.

    A requested pause ends at `until`.

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


def check_end(state: TableState, until: datetime, now: datetime, retention: timedelta) -> None:
    """Raise `InvalidInput` for an impossible end of a pause, `IllegalAction` where pauses have no end.

    `kept` is how long a table is retained after its last event.
    """
    if state.one_device:
        raise IllegalAction("Only a match with people at other devices can continue at a set time")
    longest = min(LONGEST, KEPT * retention)
    if not now < until <= now + longest:
        raise InvalidInput("A pause ends within the next {days} days", days=longest.days)


def begun(ends: datetime | None) -> NewEvent:
    """All players have agreed."""
    return NewEvent("table_paused", None, _end(ends))


def pause_over(state: TableState, now: datetime) -> list[NewEvent]:
    """The match resumes when the end of its pause has come."""
    ended = state.resumes is not None and state.resumes <= now
    return [NewEvent("table_resumed", None, {"planned": True})] if ended else []


def all_agree(state: TableState, row: TableRow, seats: tuple[int, ...]) -> bool:
    """Whether all present players who play for themselves agree, if the owners of these seats do."""
    agreed = {_session(row, seat) for seat in seats}
    return all(
        _session(row, seat) in agreed
        for seat, place in enumerate(state.places, start=1)
        if place.person and place.present and place.substitute is None
    )


def _asked(state: TableState, row: TableRow, by: int, until: datetime | None) -> list[NewEvent]:
    running(state)
    return _with_pause(state, row, NewEvent("pause_asked", by, _end(until)), (by,), until)


def _agreed(state: TableState, row: TableRow, by: int, until: datetime | None = None) -> list[NewEvent]:
    running(state)
    if until not in {None, state.pause_ends}:
        raise IllegalAction("Another pause has been requested: agree to it, or refuse it")
    if _session(row, by) in {_session(row, seat) for seat in state.pause}:
        raise IllegalAction("You have already agreed to the pause")
    return _with_pause(state, row, NewEvent("pause_agreed", by, {}), (*state.pause, by), state.pause_ends)


def _with_pause(
    state: TableState, row: TableRow, event: NewEvent, seats: tuple[int, ...], ends: datetime | None
) -> list[NewEvent]:
    """The pause begins with the last consent."""
    return [event, begun(ends)] if all_agree(state, row, seats) else [event]


def _resumed(state: TableState, by: int) -> list[NewEvent]:
    if state.status is not Status.PAUSED:
        raise IllegalAction("The match is not paused")
    return [NewEvent("table_resumed", by, {})]


def _end(ends: datetime | None) -> dict[str, Plain]:
    return {} if ends is None else {"until": time_text(ends)}


def _must_be_asked(state: TableState) -> None:
    if not state.pause:
        raise IllegalAction("No pause was requested")


def _session(row: TableRow, seat: int) -> SessionId | None:
    return row.seats[seat - 1].session


@dataclass(frozen=True)
class Outlook:
    """A table and its connections, at a moment. `kept`: this process owns the table."""

    state: TableState
    row: TableRow
    here: Connections
    now: datetime
    graces: Graces
    kept: bool

    def due(self, *, entries: bool = True) -> list[NewEvent]:
        """The events due now, one kind at a time: applying them may change what else is due.

        Without `entries` it is cheap: the consequences of expired times are left out.
        """
        state, row = self.state, self.row
        if not state.in_play or state.one_device:
            return []
        if not self.kept:
            return self._back() or self._woken() or pause_over(state, self.now)
        if self.here.restarted:
            return [self._restarted()]
        events = [*self._back(), *self.away()] or self._woken() or pause_over(state, self.now) or self._idle()
        if not events and state.pause and all_agree(state, row, state.pause):
            events = [begun(state.pause_ends)]
        return events or (over(state, row, self.now) if entries else [])

    def next(self) -> datetime | None:
        """When the next event is due; at once when one is due already."""
        if self.due(entries=False):
            return self.now
        if not self.kept:
            return None
        times = [gone.announce_at for gone in self.here.gone.values()]
        times += [gone.announce_at for _, gone in self.here.without_connection() if gone.announce_at > self.now]
        ends = self.state.resumes or deadline(self.state)
        return min([*times, ends] if ends else times, default=None)

    def away(self) -> list[NewEvent]:
        """The departures of players whom the log shows as present."""
        events: list[NewEvent] = []
        left = dict(self.here.without_connection())
        for seat, session in present_players(self.state, self.row).items():
            gone = left.get(session)
            if gone is None or gone.announce_at > self.now:
                continue
            until = gone.at + timedelta(seconds=self.graces.after(gone.why))
            events.append(NewEvent("seat_away", seat, {"why": gone.why.value, "until": time_text(until)}))
        return events

    def _restarted(self) -> NewEvent:
        """The server has restarted. The clock rests for as long as the player to move may need to reconnect."""
        mover = None if self.state.to_move is None else self.row.owner_of(self.state.to_move)
        until = self.here.missed(mover)
        return NewEvent("clock_restarted", None, {} if until is None else {"until": time_text(until)})

    def _idle(self) -> list[NewEvent]:
        """The match pauses when no player is present: otherwise bots would finish it among themselves."""
        idle = self.state.status is Status.RUNNING and not self.state.attended
        return [NewEvent("table_paused", None, {"idle": True})] if idle else []

    def _woken(self) -> list[NewEvent]:
        """The match resumes with the first player who returns."""
        woken = self.state.idle and self.state.attended
        return [NewEvent("table_resumed", None, {"idle": True})] if woken else []

    def _back(self) -> list[NewEvent]:
        """The returns of players whom the log shows as away, after a connection or a sign of life."""
        events: list[NewEvent] = []
        for seat, place in enumerate(self.state.places, start=1):
            if place.away is None or not self._there(self.row.owner_of(seat), place.away):
                continue
            events.append(NewEvent("seat_back", seat, {}))
            if place.substitute is not None and place.substitute.why is SubstituteReason.AWAY:
                events.append(NewEvent("seat_returned", seat, {}))
        return events

    def _there(self, session: SessionId | None, away: Away) -> bool:
        if session is None:
            return False
        return self.here.is_connected(session) or any(
            each == session and self._alive(gone, away) for each, gone in self.here.without_connection()
        )

    def _alive(self, sign: Departure, away: Away) -> bool:
        """Whether a sign of life shows presence. A departure does not, even where clocks differ."""
        return sign.announce_at > self.now and sign.found_at >= away.since
