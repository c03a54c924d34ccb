"""What a process does for the tables it owns: timers and bots."""

from collections.abc import Sequence
from datetime import timedelta

from pasch.service.ids import TableId
from pasch.service.ports import Clock, TableStore
from pasch.service.runtime.bots import BotRunner
from pasch.service.runtime.cache import LiveTable, LiveTables
from pasch.service.runtime.connections import OtherProcesses
from pasch.service.runtime.timers import Timers

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
        """A table that this process owns may have reached an event; 0: any. Raises what the store raises."""
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
