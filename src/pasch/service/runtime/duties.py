"""What a process does for the tables it keeps: its timekeeper and its bots, brought together with its company."""

from datetime import timedelta

from pasch.service.ids import TableId
from pasch.service.ports import Clock, TableStore
from pasch.service.runtime.bots import BotRunner
from pasch.service.runtime.cache import LiveTable, LiveTables
from pasch.service.runtime.connections import Others
from pasch.service.runtime.ownership import Found
from pasch.service.runtime.timers import Timekeeper

AFTERWARDS = timedelta(seconds=60)
"""How long a table is kept after the last thing that happened there."""


class Keeping:
    """The `Host` of a company, over the tables of a process."""

    def __init__(
        self, store: TableStore, tables: LiveTables, keeper: Timekeeper, bots: BotRunner, clock: Clock
    ) -> None:
        self._store = store
        self._tables = tables
        self._keeper = keeper
        self._bots = bots
        self._clock = clock
        self._kept: dict[TableId, LiveTable] = {}

    async def look_at_all(self) -> None:
        """Let bots take up every table that is running."""
        for table in await self._store.running():
            live = await self._tables.find_whole(table)
            if live is not None:
                self._bots.look(live)

    async def taken(self, table: TableId, found: Found, others: Others) -> None:
        """From now on this process keeps the table, if it is still there. Raises what the store does."""
        known = self._tables.known(table)
        live = await self._tables.find(table)
        if live is None:
            return
        if live is known:
            await self._tables.refresh(live)
        self._kept[table] = live
        self._keeper.taken(live, found, others)
        self._bots.look(live)

    def lost(self, table: TableId) -> None:
        """This process does not keep the table any more."""
        self._kept.pop(table, None)
        self._keeper.lost(table)
        self._bots.drop(table)

    async def further(self, table: TableId, seq: int) -> None:
        """A table that is kept here may have reached an event; 0: any. Raises what the store does."""
        live = self._kept.get(table)
        if live is None:
            return
        await self._tables.catch_up(live, seq or live.state.seq + 1)
        self._keeper.look(live)
        self._bots.look(live)

    def heard(self, table: TableId, others: Others) -> None:
        """Who is at a table through other processes."""
        live = self._known(table)
        if live is not None:
            self._keeper.heard(live, others)

    def wants(self, table: TableId) -> bool:
        """Whether somebody has to keep a table that this process knows of."""
        live = self._known(table)
        if live is None or not live.state.in_play:
            return False
        state, recent = live.state, self._clock.now() - live.state.at < AFTERWARDS
        if state.one_device:
            return state.waits_for_bot or (recent and any(place.player for place in state.places))
        return state.waits_for_bot or recent or self._keeper.busy(table)

    def tidy(self) -> None:
        """Forget what nobody asks for any more."""
        for table in self._keeper.attended:
            live = self._known(table)
            if live is None:
                self._keeper.forget(table)
            else:
                self._keeper.tidy(live)

    def leaving(self) -> None:
        """The process ends: tell who was there."""
        for table in self._keeper.attended:
            live = self._known(table)
            if live is not None:
                self._keeper.leaving(live)

    def _known(self, table: TableId) -> LiveTable | None:
        return self._kept.get(table) or self._tables.known(table)
