"""Timers: presence, and the consequences of timeouts.

The log holds absences, graces and clocks as a fold, so every process and every later start reads
the same. Open connections are not in the log: each process holds them in memory (`Connections`),
one object for each table in use. Both together determine the next event and its time
(`pasch.service.table.substitutes`). A timer is one task for one table. It decides under the lock of
the table and appends with the expected number, so two processes with the same timer cause one
event.

Each table has one owner process (`Ownership`). It knows all connections, announces absences and
applies timeouts. A return is announced at once by the process with the new connection.

A process may acquire a match whose log says that players are present. Then the server was restarted
or another process died: no player has lost time. `clock_restarted` records that once, every player
has a moment to come back, and the clock of the player to move rests for that long.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import datetime, timedelta

from pasch.service.errors import UnknownTable
from pasch.service.ids import SessionId, TableId
from pasch.service.ports import Clock, TableRow
from pasch.service.requests import Session, Status
from pasch.service.runtime.cache import LiveTable
from pasch.service.runtime.connections import (
    Connection,
    Connections,
    Departure,
    OtherProcesses,
    ProcessConnections,
    Watching,
    present_players,
)
from pasch.service.runtime.ownership import Ownership
from pasch.service.system import PATIENCE, cancelled, report
from pasch.service.table.presence import AbsenceReason, Graces
from pasch.service.table.seats import Change
from pasch.service.table.state import TableState
from pasch.service.table.substitutes import Outlook

REMEMBERED = timedelta(seconds=60)
"""How long a process that does not own a table remembers a departure."""

Step = Callable[[TableId, Callable[[TableState, TableRow], Change]], Awaitable[None]]


class Timers:
    """Runs presence and clocks while `keeping` is open. `step` applies a change to a table."""

    def __init__(self, step: Step, clock: Clock, graces: Graces, ownership: Ownership) -> None:
        self._step = step
        self._clock = clock
        self._graces = graces
        self._ownership = ownership
        self._watching = Watching()
        self._connections: dict[TableId, Connections] = {}
        self._timers: dict[TableId, tuple[datetime, asyncio.Task[None]]] = {}
        self._announcing: set[asyncio.Task[None]] = set()
        self._open = False

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Run the timers of every table that people come to."""
        self._open = True
        try:
            yield
        finally:
            self._open = False
            await cancelled({task for _, task in self._timers.values()} | self._announcing)
            self._timers.clear()

    # --------------------------------------------------------------------------- arrivals and departures

    @contextmanager
    def connected(self, live: LiveTable, caller: Session | None, connection: Connection) -> Iterator[None]:
        """A person follows the table while the context is open: a player is present, anyone else watches."""
        if not self._open:
            yield
            return
        player = None if caller is None else caller.id
        here = self._connections_to(live)
        self._arrive(here, player)
        self.schedule(live)
        try:
            yield
        finally:
            if self._open:
                self._depart(live, here, player, connection.why)
                self.schedule(live)

    async def seen(self, live: LiveTable, caller: Session) -> None:
        """A person without a connection has given a sign of life; returns when the log shows them as present."""
        seats = live.row.seats_of(caller.id)
        if not self._open or not seats:
            return
        here = self._connections_to(live)
        if not here.is_connected(caller.id):
            self._extend(live, here, caller.id)
        elif not any(live.state.places[seat - 1].away for seat in seats):
            return  # the beginning of the connection has scheduled what follows from it
        if self._outlook(live, here).due(entries=False):
            await self._announce_due(live)
        else:
            self.schedule(live)

    def watchers(self, table: TableId) -> int:
        """The number of watchers of a table, as far as this process knows."""
        return self._watching.count(table)

    async def count(self, table: TableId) -> int:
        """The number of watchers, requested from other processes if unknown here. Raises what the store raises."""
        if table in self._connections:
            return self._watching.count(table)
        return sum(each.watchers for each in (await self._ownership.other_processes(table)).values())

    def watching(self, table: TableId) -> AsyncGenerator[int]:
        """The number of watchers of a table, whenever it changes."""
        return self._watching.counts(table)

    def all_watchers(self) -> int:
        """The number of watchers of all tables through this process."""
        return sum(here.watchers for here in self._connections.values())

    def forget(self, table: TableId) -> None:
        """The table has been deleted: nothing is due there any more."""
        self._connections.pop(table, None)
        self._ownership.publish(table, ProcessConnections())
        self.lost(table)

    def _arrive(self, here: Connections, player: SessionId | None) -> None:
        if player is None:
            here.strangers += 1
            return
        here.gone.pop(player, None)
        here.sessions[player] += 1

    def _depart(self, live: LiveTable, here: Connections, player: SessionId | None, why: AbsenceReason) -> None:
        if player is None:
            here.strangers -= 1
            return
        here.sessions[player] -= 1
        if not here.sessions[player]:
            del here.sessions[player]
            now = self._clock.now()
            if live.row.seats_of(player):
                here.gone[player] = Departure(now, why, now + timedelta(seconds=self._graces.blink), now)

    def _extend(self, live: LiveTable, here: Connections, player: SessionId) -> None:
        """Extend the time in which a player is expected; a small extension is not published."""
        before, now, linger = here.gone.get(player), self._clock.now(), timedelta(seconds=self._graces.linger)
        away = any(live.state.places[seat - 1].away for seat in live.row.seats_of(player))
        if away or before is None or before.restarted or before.announce_at > before.at or before.at < now + linger:
            here.gone[player] = self._expected(self._graces.linger * (1 + self._ownership.slack))

    # --------------------------------------------------------------------------- tables owned here

    def acquired(self, live: LiveTable, others: OtherProcesses, *, lost: bool) -> None:
        """This process has become the owner of the table; `lost`: the previous one died, or there was none."""
        here = self._connections.setdefault(live.id, _new(live))
        here.others = others
        self._expect_players(live, here, lost=lost)
        self.schedule(live)

    def lost(self, table: TableId) -> None:
        """This process no longer owns the table."""
        here = self._connections.get(table)
        if here is not None:
            here.logged_restarts(here.restarts)
        timer = self._timers.pop(table, None)
        if timer is not None:
            timer[1].cancel()

    def connections_changed(self, live: LiveTable, others: OtherProcesses) -> None:
        """The connections of other processes to the table have changed."""
        here = self._connections.get(live.id)
        owns = self._ownership.owns(live.id)
        if here is None and owns and others:
            here = self._connections[live.id] = _new(live)
        if here is None or here.others == others:
            return
        mover = None if live.state.to_move is None else live.row.owner_of(live.state.to_move)
        missed = here.missed(mover)
        if owns:
            self._inherit(live, here, others)
        here.others = others
        if owns and missed is None and here.missed(mover):
            here.restarts += _time_runs(live.state)
        for session in [each for each in here.gone if here.is_connected(each)]:
            del here.gone[session]  # they have connected elsewhere
        self.schedule(live)

    def busy(self, table: TableId) -> bool:
        """Whether a person is at the table or expected, or something is due there."""
        here = self._connections.get(table)
        return table in self._timers or (here is not None and bool(not here.empty or here.others))

    def tidy(self, live: LiveTable) -> None:
        """Forget old departures from a table; its owner has received them."""
        here, until = self._connections.get(live.id), self._clock.now() - REMEMBERED
        if here is not None and any(gone.announce_at < until for gone in here.gone.values()):
            here.gone = {session: gone for session, gone in here.gone.items() if gone.announce_at >= until}
            self.schedule(live)

    def leaving(self, live: LiveTable) -> None:
        """This process ends: publish its connections to the table."""
        here = self._connections.get(live.id)
        if here is not None:
            here.end(self._clock.now(), timedelta(seconds=self._graces.blink))
            self._ownership.publish(live.id, here.published(live.row))

    @property
    def tables(self) -> list[TableId]:
        """The tables with connections through this process, or owned here and not left by all players."""
        return list(self._connections)

    def _connections_to(self, live: LiveTable) -> Connections:
        here = self._connections.get(live.id)
        if here is None:
            here = self._connections[live.id] = _new(live)
            if self._ownership.owns(live.id):
                self._expect_players(live, here, lost=True)
        return here

    def _expect_players(self, live: LiveTable, here: Connections, *, lost: bool) -> None:
        """Wait a moment for all players whom the log shows as present, but of whom there is no sign.

        After the owner was `lost`, a departure that should have been announced meanwhile was not received in time.
        """
        here.waiting = live.state.status is Status.WAITING
        if not live.state.in_play or live.state.one_device:
            return
        here.restarts += lost and _time_runs(live.state)
        now = self._clock.now()
        known = {session for session, gone in here.without_connection() if not lost or gone.announce_at > now}
        for session in present_players(live.state, live.row).values():
            if session not in known and not here.is_connected(session):
                here.gone[session] = self._expected(self._graces.linger, restarted=lost)

    def _inherit(self, live: LiveTable, here: Connections, others: OtherProcesses) -> None:
        """Continue from what ended processes have published; connections they had to the end went with them."""
        for process in here.others.keys() - others.keys():
            published = here.others[process]
            for session, gone in published.gone.items():
                if session not in here.gone or here.gone[session].found_at < gone.found_at:
                    here.gone[session] = gone
            for session in filter(live.row.seats_of, published.sessions):
                here.gone[session] = self._expected(self._graces.linger, restarted=True)

    def _expected(self, seconds: float, *, restarted: bool = False) -> Departure:
        now = self._clock.now()
        due = now + timedelta(seconds=seconds)
        return Departure(due, AbsenceReason.LOST, due, now, restarted)

    # --------------------------------------------------------------------------- what is due, and when

    def schedule(self, live: LiveTable, *, begun: bool = False) -> None:
        """Schedule the next work at the table; its state or its connections have changed.

        `begun`: the match may just have begun here.
        """
        if not self._open:
            return
        here = self._begin(live, begun=begun)
        if here is None:
            return
        if live.state.status.ended or live.state.one_device:
            here.gone.clear()
        published = here.published(live.row)
        here.watchers = published.watchers
        self._watching.set_count(live.id, here.watching)
        self._ownership.publish(live.id, published)
        at = self._outlook(live, here).next()
        if at is None and here.empty and not (here.others and self._ownership.owns(live.id)):
            del self._connections[live.id]
            self._watching.set_count(live.id, 0)
        self._set_timer(live, at)

    def _begin(self, live: LiveTable, *, begun: bool) -> Connections | None:
        """The connections; a match that has begun meanwhile waits a moment for absent players."""
        here = self._connections.get(live.id)
        begun = live.state.in_play and (begun or (here is not None and here.waiting))
        if live.state.one_device or not live.state.in_play:
            return here
        if not self._ownership.owns(live.id):
            if begun or here is not None:
                self._ownership.want(live.id)
        elif begun:
            here = self._connections.setdefault(live.id, here or _new(live))
            self._expect_players(live, here, lost=False)
        if here is not None:
            here.waiting = False
        return here

    def _set_timer(self, live: LiveTable, at: datetime | None) -> None:
        timer = self._timers.get(live.id)
        if timer is not None and timer[0] == at:
            return
        if timer is not None:
            timer[1].cancel()
            del self._timers[live.id]
        if at is not None:
            self._start_timer(live, at)

    def _start_timer(self, live: LiveTable, at: datetime) -> None:
        task = asyncio.get_running_loop().create_task(self._wait(live, at))
        self._timers[live.id] = (at, task)

    async def _wait(self, live: LiveTable, at: datetime) -> None:
        await self._clock.sleep((at - self._clock.now()).total_seconds())
        # From here on nothing cancels it: the decision is carried out.
        _, task = self._timers.pop(live.id)
        self._announcing.add(task)
        try:
            await self._announce_due(live)
        except UnknownTable:
            self.forget(live.id)
        except Exception as error:  # noqa: BLE001 - a temporary store failure must not stop the clocks
            report("The time of a table could not be kept", error, live.id)
            self._start_timer(live, self._clock.now() + timedelta(seconds=PATIENCE))
        finally:
            self._announcing.discard(task)

    async def _announce_due(self, live: LiveTable) -> None:
        """Announce everything that is due."""
        here = self._connections_to(live)
        async with here.turnstile:
            while (outlook := self._outlook(live, here)).due():
                if outlook.kept and outlook.away():
                    # They may be present through another process whose message has not arrived yet.
                    self.connections_changed(live, await self._ownership.other_processes(live.id))
                restarts = here.restarts
                await self._step(live.id, lambda state, row: Change(tuple(self._outlook_of(state, row, here).due())))
                here.logged_restarts(restarts)
        if self._ownership.owns(live.id):
            here.settle(outlook.now)
        self.schedule(live)

    def _outlook(self, live: LiveTable, here: Connections) -> Outlook:
        return self._outlook_of(live.state, live.row, here)

    def _outlook_of(self, state: TableState, row: TableRow, here: Connections) -> Outlook:
        return Outlook(state, row, here, self._clock.now(), self._graces, self._ownership.owns(row.id))


# ------------------------------------------------------------------------------- reading state and connections


def _new(live: LiveTable) -> Connections:
    return Connections(waiting=live.state.status is Status.WAITING)


def _time_runs(state: TableState) -> bool:
    """Whether a time would run out if the log did not record that the process was restarted."""
    return state.awake and (state.clock is not None or any(place.away for place in state.places))
