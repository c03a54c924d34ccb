"""A table in memory: its rows, its log and the fold of it, as far as this process knows.

Nothing here is the truth; all of it can be read from the store again at any time. A table is
further when `extend` was given the next events, whoever appended them.
"""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable, Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeVar, cast
from weakref import WeakValueDictionary

from pasch.rules.errors import InvalidInput
from pasch.rules.facts import know_possible_points
from pasch.service.ids import TableId
from pasch.service.log import SEATING, Fold, LogEvent
from pasch.service.pace import Pace
from pasch.service.ports import Append, Clock, TableRow, TableStore
from pasch.service.requests import Status
from pasch.service.system import report
from pasch.service.table.state import TableState, opened
from pasch.service.views.sheets import Results

MARK = 64
"""After every so many events the state is kept, so that a moment long ago is soon found again."""

LONG = 200
"""A log of so many events is not replayed in the event loop: that takes too long."""

T = TypeVar("T")

ROW_FRESH = timedelta(seconds=5)
"""How long a name may still be shown after another process has taken it away."""


@dataclass(frozen=True, slots=True)
class EventContext:
    """An event with what its sentence needs: the game it belongs to, who is to move after it."""

    event: LogEvent
    game: int
    next_seat: int | None
    game_over: bool
    new_round: bool = False


class LiveTable:
    """One table.

    `turnstile` lets this process's commands through one at a time; between processes the
    store decides. `reading` is held by whoever catches up with the store for all who wait, `renewing`
    by whoever reads the row again.
    """

    def __init__(self, row: TableRow, events: Iterable[LogEvent]) -> None:
        first, *rest = events
        self.row = row
        self.row_seen: datetime | None = None
        self.turnstile = asyncio.Lock()
        self.reading = asyncio.Lock()
        self.renewing = asyncio.Lock()
        self.state: TableState = opened(first)
        self.log = [_told(first, self.state)]
        self._marks = [self.state]
        self._made_of: tuple[TableState, TableRow] = self.state, row
        self._made: dict[Hashable, object] = {}
        self.results = Results()
        self.extend(rest)

    @property
    def id(self) -> TableId:
        """The table's name."""
        return self.row.id

    def extend(self, events: Iterable[LogEvent]) -> None:
        """Take the next events; those known already are passed over."""
        for event in events:
            self._take(event)

    def take(self, append: Append) -> None:
        """Take what this process has appended. The decision has folded its events; nothing is parsed again."""
        for event, decided in zip(append.as_log(), append.events, strict=True):
            self._take(event, decided.fold)

    def _take(self, event: LogEvent, fold: Fold | None = None) -> None:
        if event.seq != self.state.seq + 1:
            return
        before, self.state = self.state.round, self.state.evolve(event, fold)
        self.log.append(_told(event, self.state, new_round=self.state.round != before))
        if event.seq % MARK == 0:
            self._marks.append(self.state)

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """What `make` makes of the table as it stands: made once for each key, and anew when something has changed.

        A key tells what it is made for, so that the same one always stands for the same kind of thing. As many are kept
        as are asked for before the next event.
        """
        state, row = self._made_of
        if state is not self.state or row is not self.row:
            self._made_of, self._made = (self.state, self.row), {}
        if key not in self._made:
            self._made[key] = make()
        return cast("T", self._made[key])

    def still(self) -> "LiveTable":
        """The table as it stands, for another thread: what happens later does not reach it."""
        still = copy(self)
        still.log = self.log[:]
        return still

    def state_at(self, seq: int) -> TableState:
        """The state after an event. Raises `InvalidInput` when there is none of this number (yet)."""
        if not 1 <= seq <= self.state.seq:
            raise InvalidInput("There is no event {seq}", seq=seq)
        state = self._marks[seq // MARK]
        for told in self.log[state.seq : seq]:
            state = state.evolve(told.event)
        return state


def _told(event: LogEvent, after: TableState, *, new_round: bool = False) -> EventContext:
    over = after.match is not None and after.match.game.over
    return EventContext(event, after.game_number, after.to_move, over, new_round)


class LiveTables:
    """The tables that are in memory, at most so many besides those in use."""

    def __init__(self, store: TableStore, capacity: int, clock: Clock, pace: Pace) -> None:
        self._store = store
        self._clock = clock
        self._pace = pace
        self._names_changed = clock.now()
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

    def by_status(self) -> Counter[Status]:
        """How many tables are in memory, by what they are doing."""
        return Counter(live.state.status for live in self._alive.values())

    def forget(self, table: TableId) -> None:
        """The table has been deleted."""
        self._recent.pop(table, None)
        self._alive.pop(table, None)

    async def find(self, table: TableId) -> LiveTable | None:
        """The table as this process knows it, read from the store the first time."""
        known = self._alive.get(table)
        if known is not None:
            await self._renew(known)
            if table in self._alive:
                return self.add(known)
            return None
        async with self._pace.alone():
            return self._alive.get(table) or await self._read(table)

    async def _read(self, table: TableId) -> LiveTable | None:
        # The log first: a row that is newer than the log is put right by the next event, not the other way round.
        events = await self._store.read(table, 0)
        row = await self._store.find(table) if events else None
        if row is None:
            return None
        live = LiveTable(row, events) if len(events) < LONG else await self._pace.apart(LiveTable, row, events)
        if any(place.real for place in live.state.places):
            await self._pace.apart(know_possible_points, live.state.variant)
        return self.add(live)

    async def find_all(self, tables: Sequence[TableId]) -> Sequence[LiveTable]:
        """Those of the tables that are there and whole, as they stand in the store."""
        latest = await self._store.latest(tables)
        found = [await self.find_whole(table, latest.get(table, 0)) for table in tables]
        return [live for live in found if live is not None]

    async def find_whole(self, table: TableId, seq: int = 0) -> LiveTable | None:
        """The same for one among many, up to an event at least.

        One whose log cannot be read or replayed is reported and left out.
        """
        try:
            live = await self.find(table)
            if live is not None and live.state.seq < seq:
                await self.refresh(live)
        except Exception as error:  # noqa: BLE001 - whatever is wrong with one table, the others go on
            report("A table cannot be read", error, table)
            return None
        return live

    def names_changed(self) -> None:
        """Look at the row of every table again before it is used."""
        self._names_changed = self._clock.now()

    async def _renew(self, live: LiveTable) -> None:
        """Names change without an event: somebody was renamed or deleted, perhaps by another process."""
        async with live.renewing:  # of many who ask at once one looks, and the others wait for it
            now = self._clock.now()
            if live.row_seen is not None and live.row_seen > self._names_changed and now - live.row_seen < ROW_FRESH:
                return
            while True:
                seq = live.state.seq
                row = await self._store.find(live.id)
                if row is None:
                    self.forget(live.id)
                    return
                if live.state.seq == seq:  # else this row may be older than what was appended meanwhile
                    live.row, live.row_seen = row, now
                    return

    async def refresh(self, live: LiveTable) -> bool:
        """Catch up with the store. Returns whether anything was new."""
        seen = live.state.seq
        events = await self._store.read(live.id, seen)
        if any(event.type in SEATING for event in events):
            row = await self._store.find(live.id)
            live.row = row or live.row
        if len(events) < LONG:
            live.extend(events)
        for start in range(0, len(events), LONG):  # those known by now are passed over
            async with self._pace.turn():
                live.extend(events[start : start + LONG])
        return live.state.seq > seen

    async def catch_up(self, live: LiveTable, seq: int) -> None:
        """Be at event `seq`, if it is there. However many ask at the same time, the store is asked once."""
        async with live.reading:
            if live.state.seq < seq:
                await self.refresh(live)
