"""Open connections to a table: those of this process, and those that other processes have published.

Each process publishes only its own connections (`ProcessConnections`). A connection in any process means presence. Of
several departures, or signs of life without a connection, the latest counts.
"""

import asyncio
from collections import Counter, defaultdict
from collections.abc import AsyncGenerator, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from pasch.service.ids import ProcessId, SessionId, TableId
from pasch.service.ports import TableRow
from pasch.service.table.presence import AbsenceReason
from pasch.service.table.state import TableState


@dataclass
class Connection:
    """One connection of a person to a table. `why` is set before it ends, unless it was lost."""

    why: AbsenceReason = AbsenceReason.LOST


@dataclass(frozen=True)
class Departure:
    """A person without a connection: since when, how it ended, and when it may be announced (`announce_at`).

    `found_at` is when this was found. `restarted`: the server restarted, so the person has lost no time.
    """

    at: datetime
    why: AbsenceReason
    announce_at: datetime
    found_at: datetime
    restarted: bool = False


@dataclass(frozen=True)
class ProcessConnections:
    """The connections of one process to a table: connected players, the number of watchers, and departed players."""

    sessions: frozenset[SessionId] = frozenset()
    watchers: int = 0
    gone: Mapping[SessionId, Departure] = field(default_factory=dict)

    @property
    def empty(self) -> bool:
        """Whether there is nothing to publish."""
        return not self.sessions and not self.watchers and not self.gone


OtherProcesses = Mapping[ProcessId, ProcessConnections]
"""What the other processes publish about a table."""

NO_PROCESSES: OtherProcesses = {}


@dataclass
class Connections:
    """What a process knows about the connections to a table.

    `strangers` are connections without a session, `others` what other processes publish, `watchers` the number that
    this process published last. `restarts` counts restarts of the server, `restarts_logged` those that the log holds or
    need not hold; both only grow. `waiting`: the match had not begun at the last check. `settled`: departures found up
    to this time are in the log.
    """

    waiting: bool = False
    sessions: Counter[SessionId] = field(default_factory=Counter)
    gone: dict[SessionId, Departure] = field(default_factory=dict)
    strangers: int = 0
    others: OtherProcesses = field(default_factory=dict)
    settled: dict[SessionId, datetime] = field(default_factory=dict)
    watchers: int = 0
    restarts: int = 0
    restarts_logged: int = 0
    turnstile: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def empty(self) -> bool:
        """Whether this process has no connection to the table and expects no return."""
        return not self.sessions and not self.gone and not self.strangers

    @property
    def restarted(self) -> bool:
        """Whether a restart is not in the log yet."""
        return self.restarts > self.restarts_logged

    def logged_restarts(self, number: int) -> None:
        """Record that this many restarts are in the log, or need not be."""
        self.restarts_logged = max(self.restarts_logged, number)

    def is_connected(self, session: SessionId) -> bool:
        """Whether a session has a connection in any process."""
        return session in self.sessions or any(session in each.sessions for each in self.others.values())

    def without_connection(self) -> Iterator[tuple[SessionId, Departure]]:
        """Sessions without a connection that had one or gave a sign of life: the latest departure of each."""
        latest = dict(self.gone)
        for each in self.others.values():
            for session, gone in each.gone.items():
                if session not in latest or latest[session].found_at < gone.found_at:
                    latest[session] = gone
        return (
            (each, gone)
            for each, gone in latest.items()
            if not self.is_connected(each) and not self._settled(each, gone)
        )

    def settle(self, now: datetime) -> None:
        """Departures that were due are in the log: forget them.

        A session that the log shows as present without a known connection is left to other processes.
        """
        self.settled.update(
            (each, gone.found_at) for each, gone in self.without_connection() if gone.announce_at <= now
        )
        self.gone = {session: gone for session, gone in self.gone.items() if gone.announce_at > now}

    def _settled(self, session: SessionId, gone: Departure) -> bool:
        return session in self.settled and gone.found_at <= self.settled[session]

    def missed(self, session: SessionId | None) -> datetime | None:
        """Until when a session is expected back after a restart; None once it is back."""
        return next(
            (gone.announce_at for each, gone in self.without_connection() if each == session and gone.restarted), None
        )

    @property
    def watching(self) -> int:
        """The number of watchers, in all processes."""
        return self.watchers + sum(each.watchers for each in self.others.values())

    def published(self, row: TableRow) -> ProcessConnections:
        """What this process publishes."""
        players = {seat.session for seat in row.seats if seat.session is not None}
        return ProcessConnections(
            frozenset(players & self.sessions.keys()),
            self.strangers + sum(session not in players for session in self.sessions),
            {session: gone for session, gone in self.gone.items() if session in players},
        )

    def end(self, now: datetime, blink: timedelta) -> None:
        """The process ends: its connections are lost, and losses within a blink before it count as caused by it."""
        for session in self.sessions:
            self.gone[session] = Departure(now, AbsenceReason.LOST, now + blink, now)
        self.sessions.clear()
        self.strangers = 0
        for session, gone in self.gone.items():
            if gone.why is AbsenceReason.LOST and now - blink <= gone.at <= now:
                self.gone[session] = replace(gone, restarted=True)


def present_players(state: TableState, row: TableRow) -> dict[int, SessionId]:
    """The seats that are present by the log, with their owners' sessions."""
    seats = enumerate(state.places, start=1)
    pairs = ((seat, row.owner_of(seat)) for seat, place in seats if place.person and place.present)
    return {seat: session for seat, session in pairs if session is not None}


class Watching:
    """Watcher counts, and the readers that wait for changes. Uses memory only for watched tables."""

    def __init__(self) -> None:
        self._counts: dict[TableId, int] = {}
        self._readers: dict[TableId, set[asyncio.Event]] = defaultdict(set)

    def count(self, table: TableId) -> int:
        """The number of watchers of a table."""
        return self._counts.get(table, 0)

    def set_count(self, table: TableId, count: int) -> None:
        """Set the number of watchers of a table."""
        if count == self.count(table):
            return
        self._counts[table] = count
        if not count:
            del self._counts[table]
        for news in self._readers.get(table, ()):
            news.set()

    async def counts(self, table: TableId) -> AsyncGenerator[int]:
        """The count of a table, whenever it changes; a slow reader gets the latest."""
        news = asyncio.Event()
        self._readers[table].add(news)
        try:
            while True:
                await news.wait()
                news.clear()
                yield self.count(table)
        finally:
            self._readers[table].discard(news)
            if not self._readers[table]:
                del self._readers[table]
