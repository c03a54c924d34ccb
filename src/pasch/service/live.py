"""A table in memory: its rows, its log and the fold of it, as far as this process knows.

Nothing here is the truth; all of it can be read from the store again at any time. A table is
further when `extend` was given the next events, whoever appended them.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from weakref import WeakValueDictionary

from pasch.service.ids import TableId
from pasch.service.log import LogEvent
from pasch.service.ports import TableRow, TableStore
from pasch.service.state import SEATING, TableState, opened


@dataclass(frozen=True, slots=True)
class Told:
    """An event with what its sentence needs: the game it belongs to, who is to move after it."""

    event: LogEvent
    game: int
    next_seat: int | None
    game_over: bool


class LiveTable:
    """One table.

    `turnstile` lets this process's commands through one at a time; between processes the
    store decides.
    """

    def __init__(self, row: TableRow, events: Iterable[LogEvent]) -> None:
        first, *rest = events
        self.row = row
        self.turnstile = asyncio.Lock()
        self.state: TableState = opened(first)
        self.log = [_told(first, self.state)]
        self.extend(rest)

    @property
    def id(self) -> TableId:
        """The table's name."""
        return self.row.id

    def extend(self, events: Iterable[LogEvent]) -> None:
        """Take the next events; those known already are passed over."""
        for event in events:
            if event.seq == self.state.seq + 1:
                self.state = self.state.evolve(event)
                self.log.append(_told(event, self.state))


def _told(event: LogEvent, after: TableState) -> Told:
    over = after.match is not None and after.match.game.over
    return Told(event, after.game_number, after.to_move, over)


class LiveTables:
    """The tables that are in memory, at most so many besides those in use."""

    def __init__(self, store: TableStore, capacity: int) -> None:
        self._store = store
        self._capacity = capacity
        self._recent: OrderedDict[TableId, LiveTable] = OrderedDict()
        self._alive: WeakValueDictionary[TableId, LiveTable] = WeakValueDictionary()

    def add(self, live: LiveTable) -> LiveTable:
        """Keep a table; the one there already, if any, wins."""
        live = self._alive.setdefault(live.id, live)
        self._recent[live.id] = live
        self._recent.move_to_end(live.id)
        while len(self._recent) > self._capacity:
            self._recent.popitem(last=False)
        return live

    def known(self, table: TableId) -> LiveTable | None:
        """The table if it is in memory."""
        return self._alive.get(table)

    async def find(self, table: TableId) -> LiveTable | None:
        """The table as this process knows it, read from the store the first time."""
        known = self._alive.get(table)
        if known is not None:
            return self.add(known)
        # The log first: a row that is newer than the log is put right by the next event, not the other way round.
        events = await self._store.read(table, 0)
        row = await self._store.find(table) if events else None
        return None if row is None else self.add(LiveTable(row, events))

    async def refresh(self, live: LiveTable) -> bool:
        """Catch up with the store. Returns whether anything was new."""
        seen = live.state.seq
        events = await self._store.read(live.id, seen)
        if any(event.type in SEATING for event in events):
            row = await self._store.find(live.id)
            live.row = row or live.row
        live.extend(events)
        return live.state.seq > seen
