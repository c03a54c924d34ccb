"""What a process does for the tables it owns: it plays their bots and runs their timers.

A bot plays one step at a time, at a pace people can follow. Each step is decided for the current table, and
appended after the event it was decided on. So each step happens once, however many processes run bots. Only the owner
of the table decides, which saves work. A restart loses nothing that this module holds.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta

from pasch.bots import bot_action
from pasch.bots.play import Bot
from pasch.rules.actions import EnterPoints, NextGame, TakeBack
from pasch.service.errors import NotReady, UnknownTable
from pasch.service.ids import TableId
from pasch.service.ports import Clock, TableRow, TableStore
from pasch.service.runtime.cache import LiveTable, LiveTables
from pasch.service.runtime.connections import OtherProcesses
from pasch.service.runtime.ownership import Ownership
from pasch.service.runtime.timers import Timers
from pasch.service.system import PATIENCE, cancelled, report
from pasch.service.table.moves import new_events
from pasch.service.table.seats import Change
from pasch.service.table.state import TableState

GLANCE = 0.25
"""Seconds between two checks whether a bot has what it needs."""

Changer = Callable[[TableState, TableRow], Change]
Step = Callable[[TableId, Changer], Awaitable[None]]


class BotRunner:
    """Plays for bots while `playing` is open. `step` applies a change to a table."""

    def __init__(self, step: Step, clock: Clock, pause: float, bots: Mapping[str, Bot], ownership: Ownership) -> None:
        self._step = step
        self._clock = clock
        self._pause = pause
        self._bots = bots
        self._ownership = ownership
        self._tasks: dict[TableId, asyncio.Task[bool]] = {}
        self._open = False

    @asynccontextmanager
    async def playing(self) -> AsyncIterator[None]:
        """Play at tables that are checked from now on."""
        self._open = True
        try:
            yield
        finally:
            self._open = False
            await cancelled(self._tasks.values())

    def schedule(self, live: LiveTable) -> None:
        """Let a bot act at the table if it has to."""
        if not self._open or live.id in self._tasks or not live.state.waits_for_bot:
            return
        if not self._ownership.owns(live.id):
            self._ownership.want(live.id)
        else:
            task = asyncio.get_running_loop().create_task(self._play(live))
            self._tasks[live.id] = task
            task.add_done_callback(lambda _: self._done(live, task))

    def drop(self, table: TableId) -> None:
        """Another process plays at the table from now on."""
        if table in self._tasks:
            self._tasks[table].cancel()

    def _done(self, live: LiveTable, task: asyncio.Task[bool]) -> None:
        self._tasks.pop(live.id, None)
        if task.cancelled() or task.result():
            self.schedule(live)  # something may have happened after the bot's last check

    async def _play(self, live: LiveTable) -> bool:
        """Play until it is no bot's turn, or not for this process to play; false when the table is gone."""
        while live.state.waits_for_bot and self._ownership.owns(live.id):
            try:
                await self._clock.sleep(self._pause)
                state = live.state
                # Decided outside the event loop: a bot may think for some hundredths of a second.
                change = await asyncio.to_thread(_change, state, live.row, self._bots)
                if not self._ownership.owns(live.id):
                    break
                await self._step(live.id, _if_still_at(state.seq, change))
            except UnknownTable:
                return False  # the table has been deleted
            except NotReady:
                await self._clock.sleep(max(self._pause, GLANCE))  # the bot's tables are being computed
            except Exception as error:  # noqa: BLE001 - a temporary store failure must not end the bot's game
                report("A bot stumbled at a table", error, live.id)
                await self._clock.sleep(max(self._pause, PATIENCE))
        return True


def _change(state: TableState, row: TableRow, bots: Mapping[str, Bot]) -> Change:
    """The next step of the bot that is to move; bots without people also begin the next game."""
    bot, match = state.bot_to_move, state.match
    if match is None or not state.waits_for_bot:
        return Change(())
    action = NextGame() if bot is None else bot_action(bot, match.game, bots)
    if isinstance(action, EnterPoints | TakeBack):
        raise TypeError(f"{bot} chose {action!r}")
    return Change(tuple(new_events(state, row.id, row.server_seed, action, state.to_move)))


def _if_still_at(seq: int, change: Change) -> Changer:
    """The change, unless another event has happened since it was decided."""
    return lambda state, _: change if state.seq == seq else Change(())


AFTERWARDS = timedelta(seconds=60)
"""How long a process owns a table after its last event."""


class OwnerDuties:
    """The `Host` of a process: its timers, bots and tables."""

    def __init__(self, store: TableStore, tables: LiveTables, timers: Timers, bots: BotRunner, clock: Clock) -> None:
        self._store = store
        self._tables = tables
        self._timers = timers
        self._bots = bots
        self._clock = clock
        self._owned: dict[TableId, LiveTable] = {}

    async def resume_all(self) -> None:
        """Let bots take up every table that is running."""
        for table in await self._store.running():
            live = await self._tables.find_whole(table)
            if live is not None:
                self._bots.schedule(live)

    async def running(self) -> Sequence[TableId]:
        """Every running table, regardless of its owner. Raises what the store raises."""
        return await self._store.running()

    async def acquired(self, table: TableId, others: OtherProcesses, *, lost: bool) -> None:
        """This process has become the owner of the table, if it still exists. Raises what the store raises."""
        known = self._tables.known(table)
        live = await self._tables.find(table)
        if live is None:
            return
        if live is known:
            await self._tables.refresh(live)
        self._owned[table] = live
        self._timers.acquired(live, others, lost=lost)
        self._bots.schedule(live)

    def lost(self, table: TableId) -> None:
        """This process no longer owns the table."""
        self._owned.pop(table, None)
        self._timers.lost(table)
        self._bots.drop(table)

    async def advanced(self, table: TableId, seq: int) -> None:
        """Catch up with an owned table that may have reached event `seq`; 0: unknown. Raises what the store raises."""
        live = self._owned.get(table)
        if live is None:
            return
        await self._tables.catch_up(live, seq or live.state.seq + 1)
        self._timers.schedule(live)
        self._bots.schedule(live)

    def connections_changed(self, table: TableId, others: OtherProcesses) -> None:
        """The connections of other processes to a table have changed."""
        live = self._known(table)
        if live is not None:
            self._timers.connections_changed(live, others)

    def wants(self, table: TableId) -> bool:
        """Whether a table that this process knows needs an owner."""
        live = self._known(table)
        if live is None or not live.state.in_play:
            return False
        state, recent = live.state, self._clock.now() - live.state.at < AFTERWARDS
        if state.one_device:
            return state.waits_for_bot or (recent and any(place.player for place in state.places))
        return state.waits_for_bot or recent or self._timers.busy(table)

    def tidy(self) -> None:
        """Drop tables from memory that are no longer used."""
        for table in self._timers.tables:
            live = self._known(table)
            if live is None:
                self._timers.forget(table)
            else:
                self._timers.tidy(live)

    def leaving(self) -> None:
        """The process ends: publish its connections."""
        for table in self._timers.tables:
            live = self._known(table)
            if live is not None:
                self._timers.leaving(live)

    def _known(self, table: TableId) -> LiveTable | None:
        return self._owned.get(table) or self._tables.known(table)
