"""Who is at a table: by the lines of this process, and by what other processes have told of theirs.

Each process tells the others what it knows by itself (`Through`), and nothing that it was told. What follows from all
of it is put together where it is asked for: a line anywhere means that somebody is there; of several who tell that
somebody has gone, or has given a sign of life without a line, the latest is right.
"""

import asyncio
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from pasch.service.ids import ProcessId, SessionId
from pasch.service.ports import TableRow
from pasch.service.table.presence import Why
from pasch.service.table.state import TableState


@dataclass
class Line:
    """Somebody's connection to a table. Whoever ends it says `why` first, if it was not lost."""

    why: Why = Why.LOST


@dataclass(frozen=True)
class Gone:
    """Somebody without a line: since when, how it ended, and from when on everybody may know.

    `said` is when this was found. `restarted`: it was the server that went, so they have lost no time.
    """

    at: datetime
    why: Why
    told_at: datetime
    said: datetime
    restarted: bool = False


@dataclass(frozen=True)
class Through:
    """Who is at a table through one process: players with a line, others, and players who had one or need none."""

    lines: frozenset[SessionId] = frozenset()
    watchers: int = 0
    gone: Mapping[SessionId, Gone] = field(default_factory=dict)

    @property
    def empty(self) -> bool:
        """Whether there is nothing to tell."""
        return not self.lines and not self.watchers and not self.gone


Others = Mapping[ProcessId, Through]
"""What the other processes tell of a table."""

NOBODY: Others = {}


@dataclass
class Attendance:
    """What a process knows of who is at a table.

    `strangers` are lines without a session, `others` what other processes tell, `watchers` how many watch through this
    one as was last told. `restarts`: how often a process was started in between; `restarts_told`: how many of these
    need not be told any more; both only grow. `waiting`: the match had not begun when this was looked at last.
    `settled`: what was found until when about somebody who has gone is in the log.
    """

    waiting: bool = False
    lines: Counter[SessionId] = field(default_factory=Counter)
    gone: dict[SessionId, Gone] = field(default_factory=dict)
    strangers: int = 0
    others: Others = field(default_factory=dict)
    settled: dict[SessionId, datetime] = field(default_factory=dict)
    watchers: int = 0
    restarts: int = 0
    restarts_told: int = 0
    turnstile: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def empty(self) -> bool:
        """Whether nobody is there through this process, nor expected back by it."""
        return not self.lines and not self.gone and not self.strangers

    @property
    def restarted(self) -> bool:
        """Whether it is still to be told that a process was started in between."""
        return self.restarts > self.restarts_told

    def told_restarts(self, number: int) -> None:
        """So many of the restarts need not be told any more."""
        self.restarts_told = max(self.restarts_told, number)

    def here(self, session: SessionId) -> bool:
        """Whether somebody has a line, through whatever process."""
        return session in self.lines or any(session in each.lines for each in self.others.values())

    def without_line(self) -> Iterator[tuple[SessionId, Gone]]:
        """Whoever has no line but had one, or gave a sign of life: the latest that is known of each."""
        latest = dict(self.gone)
        for each in self.others.values():
            for session, gone in each.gone.items():
                if session not in latest or latest[session].said < gone.said:
                    latest[session] = gone
        return ((each, gone) for each, gone in latest.items() if not self.here(each) and not self._settled(each, gone))

    def settle(self, now: datetime) -> None:
        """What was due is in the log: from then on this process has no opinion of its own.

        If somebody whose line is known nowhere is back all the same, it is not for this process to know better.
        """
        self.settled.update((each, gone.said) for each, gone in self.without_line() if gone.told_at <= now)
        self.gone = {session: gone for session, gone in self.gone.items() if gone.told_at > now}

    def _settled(self, session: SessionId, gone: Gone) -> bool:
        return session in self.settled and gone.said <= self.settled[session]

    def missed(self, session: SessionId | None) -> datetime | None:
        """Until when somebody is expected who went because the server did; None once they are back."""
        return next((gone.told_at for each, gone in self.without_line() if each == session and gone.restarted), None)

    @property
    def watching(self) -> int:
        """How many watch, through whatever process."""
        return self.watchers + sum(each.watchers for each in self.others.values())

    def through(self, row: TableRow) -> Through:
        """What the others are to be told."""
        players = {seat.session for seat in row.seats if seat.session is not None}
        return Through(
            frozenset(players & self.lines.keys()),
            self.strangers + sum(session not in players for session in self.lines),
            {session: gone for session, gone in self.gone.items() if session in players},
        )

    def end(self, now: datetime, blink: timedelta) -> None:
        """The process ends: whoever has a line loses it, and whoever lost one within a blink did so for that."""
        for session in self.lines:
            self.gone[session] = Gone(now, Why.LOST, now + blink, now)
        self.lines.clear()
        self.strangers = 0
        for session, gone in self.gone.items():
            if gone.why is Why.LOST and now - blink <= gone.at <= now:
                self.gone[session] = replace(gone, restarted=True)


def people(state: TableState, row: TableRow) -> dict[int, SessionId]:
    """The seats of those who are there by the log, with whom they belong to."""
    seats = enumerate(state.places, start=1)
    pairs = ((seat, row.owner_of(seat)) for seat, place in seats if place.person and place.present)
    return {seat: session for seat, session in pairs if session is not None}
