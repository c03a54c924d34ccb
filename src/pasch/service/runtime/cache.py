"""A table in memory: its rows, its log and their fold, as far as this process knows.

The store has the truth: everything here can be read again. `extend` advances a table by the next
events, whichever process appended them.
"""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable, Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from datetime import datetime, timedelta
from operator import is_not
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
from pasch.service.views.parts import Results

MARK = 64
"""Events between two stored states, so that a past state is found quickly."""

LONG = 200
"""A log of this many events is not replayed in the event loop, because that takes too long."""

T = TypeVar("T")

ROW_FRESH = timedelta(seconds=5)
"""How long a name may still be shown after another process has removed it."""


@dataclass(frozen=True, slots=True)
class EventContext:
    """An event with its context: its game, who is to move after it, and whether a computer rolled its dice."""

    event: LogEvent
    game: int
    next_seat: int | None
    game_over: bool
    new_round: bool = False
    by_computer: bool = False


class LiveTable:
    """One table.

    `turnstile` admits this process's commands one at a time; between processes the store decides. `reading` is held
    while one caller catches up with the store for all who wait, `renewing` while one reads the row again.
    """

    def __init__(self, row: TableRow, events: Iterable[LogEvent]) -> None:
        first, *rest = events
        self.row = row
        self.row_seen: datetime | None = None
        self.turnstile = asyncio.Lock()
        self.reading = asyncio.Lock()
        self.renewing = asyncio.Lock()
        self.state: TableState = opened(first)
        self.log = [_context(first, self.state, self.state)]
        self._marks = [self.state]
        self._made_of: tuple[TableState, TableRow] = self.state, row
        self._made: dict[Hashable, object] = {}
        self._reused: dict[Hashable, tuple[tuple[object, ...], object]] = {}
        self.results = Results()
        self.extend(rest)

    @property
    def id(self) -> TableId:
        """The id of the table."""
        return self.row.id

    def extend(self, events: Iterable[LogEvent]) -> None:
        """Append the next events; known ones are skipped."""
        for event in events:
            self._take(event)

    def take(self, append: Append) -> None:
        """Apply what this process has appended. The decision has folded its events; nothing is parsed again."""
        for event, decided in zip(append.as_log(), append.events, strict=True):
            self._take(event, decided.fold)

    def _take(self, event: LogEvent, fold: Fold | None = None) -> None:
        if event.seq != self.state.seq + 1:
            return
        before, self.state = self.state, self.state.evolve(event, fold)
        self.log.append(_context(event, self.state, before))
        if event.seq % MARK == 0:
            self._marks.append(self.state)

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """The result of `make` for the current table: made once for each key, and again after a change.

        A key always identifies the same kind of result. Results are stored, without a limit, until the next event.
        """
        state, row = self._made_of
        if state is not self.state or row is not self.row:
            self._made_of, self._made = (self.state, self.row), {}
        if key not in self._made:
            self._made[key] = make()
        return cast("T", self._made[key])

    def reused(self, key: Hashable, parts: tuple[object, ...], make: Callable[[], T]) -> T:
        """The result of `make`, which depends on these parts: made again only when one of them is another object.

        A key always identifies the same kind of result, with the same number of parts.
        """
        known = self._reused.get(key)
        if known is None or any(map(is_not, known[0], parts)):
            known = self._reused[key] = parts, make()
        return cast("T", known[1])

    def still(self) -> "LiveTable":
        """A snapshot of the table for another thread: later changes do not reach it."""
        still = copy(self)
        still.log = self.log[:]
        return still

    def state_at(self, seq: int) -> TableState:
        """The state after an event. Raises `InvalidInput` when there is no event of this number (yet)."""
        if not 1 <= seq <= self.state.seq:
            raise InvalidInput("There is no event {seq}", field="at", seq=seq)
        state = self._marks[seq // MARK]
        for logged in self.log[state.seq : seq]:
            state = state.evolve(logged.event)
        return state


def _context(event: LogEvent, after: TableState, before: TableState) -> EventContext:
    over = after.match is not None and after.match.game.over
    seat = event.seat if event.type == "dice_rolled" else None
    computer = seat is not None and (before.bot_to_move is not None or before.places[seat - 1].computer)
    return EventContext(event, after.game_number, after.to_move, over, after.round != before.round, computer)


class LiveTables:
    """The tables in memory: those in use, and a limited number of others."""

    def __init__(self, store: TableStore, capacity: int, clock: Clock, pace: Pace) -> None:
        self._store = store
        self._clock = clock
        self._pace = pace
        self._rows_changed = clock.now()
        self._capacity = capacity
        self._recent: OrderedDict[TableId, LiveTable] = OrderedDict()
        self._alive: WeakValueDictionary[TableId, LiveTable] = WeakValueDictionary()

    def add(self, live: LiveTable) -> LiveTable:
        """Add a table; an existing one wins."""
        return self._used(self._alive.setdefault(live.id, live))

    def _used(self, live: LiveTable) -> LiveTable:
        self._recent[live.id] = live
        self._recent.move_to_end(live.id)
        while len(self._recent) > self._capacity:
            self._recent.popitem(last=False)
        return live

    def known(self, table: TableId) -> LiveTable | None:
        """The table if it is in memory."""
        return self._alive.get(table)

    def by_status(self) -> Counter[Status]:
        """The number of tables in memory, by status."""
        return Counter(live.state.status for live in self._alive.values())

    def forget(self, table: TableId) -> None:
        """The table has been deleted."""
        self._recent.pop(table, None)
        self._alive.pop(table, None)

    async def find(self, table: TableId) -> LiveTable | None:
        """The table as this process knows it, read from the store the first time."""
        known = self._alive.get(table)
        if known is not None:
            if self._is_fresh(known) or await self._renew(known):
                return self._used(known)
            return None
        async with self._pace.exclusive():
            return self._alive.get(table) or await self._read(table)

    async def _read(self, table: TableId) -> LiveTable | None:
        # The log first: the next event corrects a row that is newer than the log, but not vice versa.
        events = await self._store.read(table, 0)
        row = await self._store.find(table) if events else None
        if row is None:
            return None
        live = LiveTable(row, events) if len(events) < LONG else await self._pace.in_thread(LiveTable, row, events)
        if any(place.real for place in live.state.places):
            await self._pace.in_thread(know_possible_points, live.state.variant)
        return self.add(live)

    async def find_all(self, tables: Sequence[TableId]) -> Sequence[LiveTable]:
        """Those of the tables that exist and are intact, as in the store."""
        latest = await self._store.latest(tables)
        found = [await self.find_whole(table, latest.get(table, 0)) for table in tables]
        return [live for live in found if live is not None]

    async def find_whole(self, table: TableId, seq: int = 0) -> LiveTable | None:
        """One intact table, up to an event at least.

        A table whose log cannot be read or replayed is reported and left out.
        """
        try:
            live = await self.find(table)
            if live is not None and live.state.seq < seq:
                await self.refresh(live)
        except Exception as error:  # noqa: BLE001 - any error at one table must not affect the others
            report("A table cannot be read", error, table)
            return None
        return live

    def rows_changed(self) -> None:
        """Read the row of every table again before its next use."""
        self._rows_changed = self._clock.now()

    async def _renew(self, live: LiveTable) -> bool:
        """Read the row again, since names change without an event, perhaps by another process. False: it is deleted."""
        async with live.renewing:  # of many concurrent callers one reads, the others wait
            while not self._is_fresh(live):
                seq, now = live.state.seq, self._clock.now()
                row = await self._store.find(live.id)
                if row is None:
                    self.forget(live.id)
                    return False
                if live.state.seq == seq:  # else this row may be older than what was appended meanwhile
                    live.row, live.row_seen = row, now
                    return True
            return True

    def _is_fresh(self, live: LiveTable) -> bool:
        seen = live.row_seen
        return seen is not None and seen > self._rows_changed and self._clock.now() - seen < ROW_FRESH

    async def refresh(self, live: LiveTable) -> bool:
        """Catch up with the store. Returns whether anything was new."""
        seen = live.state.seq
        events = await self._store.read(live.id, seen)
        if any(event.type in SEATING for event in events):
            row = await self._store.find(live.id)
            live.row = row or live.row
        if len(events) < LONG:
            live.extend(events)
        for start in range(0, len(events), LONG):  # known events are skipped
            async with self._pace.turn():
                live.extend(events[start : start + LONG])
        return live.state.seq > seen

    async def catch_up(self, live: LiveTable, seq: int) -> None:
        """Catch up to event `seq`, if it exists. Concurrent callers cause one query."""
        async with live.reading:
            if live.state.seq < seq:
                await self.refresh(live)
