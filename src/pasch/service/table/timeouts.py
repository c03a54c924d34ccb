"""What is to be told of presence and time at a table, and when to look again. Pure."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from pasch.service.ids import SessionId
from pasch.service.log import NewEvent
from pasch.service.ports import TableRow
from pasch.service.requests import Status
from pasch.service.runtime.connections import Connections, Departure, people
from pasch.service.table import substitutes
from pasch.service.table.presence import Away, Graces, SubstituteReason, time_text
from pasch.service.table.state import TableState


@dataclass(frozen=True)
class Outlook:
    """A table and who is there, at a moment. `kept`: by the process that looks at it."""

    state: TableState
    row: TableRow
    here: Connections
    now: datetime
    graces: Graces
    kept: bool

    def due(self, *, entries: bool = True) -> list[NewEvent]:
        """What is to be told now: of all that is due the first kind, for the rest may be another afterwards.

        Without `entries` it costs no more than a look: what follows from a time that is over is left out.
        """
        state, row = self.state, self.row
        if not state.in_play or state.one_device:
            return []
        if not self.kept:
            return self._back() or self._woken() or substitutes.pause_over(state, self.now)
        if self.here.restarted:
            return [self._restarted()]
        told = [*self._back(), *self.away()] or self._woken() or substitutes.pause_over(state, self.now) or self._idle()
        if not told and state.pause and substitutes.consented(state, row, state.pause):
            told = [substitutes.begun(state.pause_ends)]
        return told or (substitutes.over(state, row, self.now) if entries else [])

    def next(self) -> datetime | None:
        """When something is due; at once when something is due already."""
        if self.due(entries=False):
            return self.now
        if not self.kept:
            return None
        times = [gone.told_at for gone in self.here.gone.values()]
        times += [gone.told_at for _, gone in self.here.without_line() if gone.told_at > self.now]
        ends = self.state.resumes or substitutes.deadline(self.state)
        return min([*times, ends] if ends else times, default=None)

    def away(self) -> list[NewEvent]:
        """Those who are there by the log, and have gone."""
        told: list[NewEvent] = []
        left = dict(self.here.without_line())
        for seat, session in people(self.state, self.row).items():
            gone = left.get(session)
            if gone is None or gone.told_at > self.now:
                continue
            until = gone.at + timedelta(seconds=self.graces.after(gone.why))
            told.append(NewEvent("seat_away", seat, {"why": gone.why.value, "until": time_text(until)}))
        return told

    def _restarted(self) -> NewEvent:
        """The server is back. The clock rests for as long as whoever is to move may need to find it again."""
        mover = None if self.state.to_move is None else self.row.owner_of(self.state.to_move)
        until = self.here.missed(mover)
        return NewEvent("clock_restarted", None, {} if until is None else {"until": time_text(until)})

    def _idle(self) -> list[NewEvent]:
        """The match pauses when no player is present: bots would finish it among themselves."""
        idle = self.state.status is Status.RUNNING and not self.state.attended
        return [NewEvent("table_paused", None, {"idle": True})] if idle else []

    def _woken(self) -> list[NewEvent]:
        """It goes on with the first player who is back."""
        woken = self.state.idle and self.state.attended
        return [NewEvent("table_resumed", None, {"idle": True})] if woken else []

    def _back(self) -> list[NewEvent]:
        """Those who are away by the log, and have a line or have given a sign of life."""
        told: list[NewEvent] = []
        for seat, place in enumerate(self.state.places, start=1):
            if place.away is None or not self._there(self.row.owner_of(seat), place.away):
                continue
            told.append(NewEvent("seat_back", seat, {}))
            if place.held is not None and place.held.why is SubstituteReason.AWAY:
                told.append(NewEvent("seat_returned", seat, {}))
        return told

    def _there(self, session: SessionId | None, away: Away) -> bool:
        if session is None:
            return False
        return self.here.here(session) or any(
            each == session and self._alive(gone, away) for each, gone in self.here.without_line()
        )

    def _alive(self, sign: Departure, away: Away) -> bool:
        """Whether this says that somebody is there: that they went does not, wherever clocks differ."""
        return sign.told_at > self.now and sign.said >= away.since
