"""The write path of tables: what is appended to their logs, in which order, and who is notified.

Any process may serve any table, and its copy of a table may be old. So nothing is refused before
the store was read, and nothing is accepted that the store has not written.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from pasch.bots.play import Bot
from pasch.rules.errors import PaschError
from pasch.service.bus import LOBBY
from pasch.service.errors import UnknownTable
from pasch.service.ids import TableId
from pasch.service.log import GAME_ENDS
from pasch.service.pace import Budget, Pace
from pasch.service.ports import Append, Bus, Clock, CommandKey, CommandKnown, SeqTaken, TableRow, TableStore
from pasch.service.requests import Answer, Session, Status, Visibility
from pasch.service.retention import KEEP, Retention
from pasch.service.runtime.access import may_see, refusal
from pasch.service.runtime.bots import BotRunner, OwnerDuties
from pasch.service.runtime.cache import LiveTable, LiveTables
from pasch.service.runtime.ownership import Ownership, SoleOwner
from pasch.service.runtime.timers import Timers
from pasch.service.table.presence import Graces
from pasch.service.table.seats import Change
from pasch.service.table.state import TableState


@dataclass(frozen=True)
class TableSettings:
    """Settings of the service.

    `bot_pause` is the seconds before each step of a bot, `graces` how long people wait for each other, `keep` how long
    tables are retained. `cached_tables` and `remembered_refusals` limit memory, `listed_tables` the length of a list,
    `public_tables` the open public tables of one person, `work` each caller's long work. `sole_writer`: no other
    process adds events, so what this process knows is never old.
    """

    bot_pause: float = 0.9
    cached_tables: int = 500
    remembered_refusals: int = 10_000
    listed_tables: int = 100
    public_tables: int = 20
    sole_writer: bool = False
    graces: Graces = field(default_factory=Graces)
    work: Budget = field(default_factory=Budget)
    keep: Retention = KEEP


Making = Callable[[TableState, TableRow], Change]
"""Decides what to append to a table from its known state. Raises the refusal."""


class Writer:
    """The tables of a process, and the only way to change them.

    After every change, bots and clocks are asked for their next step, which comes back here.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - ports and settings
        self,
        store: TableStore,
        bus: Bus,
        clock: Clock,
        settings: TableSettings,
        bots: Mapping[str, Bot],
        ownership: Ownership | None = None,
    ) -> None:
        self.settings = settings
        self.store = store
        self.bus = bus
        self.clock = clock
        self.pace = Pace(clock, settings.work)
        self.tables = LiveTables(store, settings.cached_tables, clock, self.pace)
        self.ownership = ownership = ownership or SoleOwner()
        self.timers = Timers(self._step, clock, settings.graces, ownership)
        self.games_over = asyncio.Event()
        self.conflicts = 0
        """Appends of this process that lost to another append at the same table."""
        self._bots = BotRunner(self._step, clock, settings.bot_pause, bots, ownership)
        self._duties = OwnerDuties(store, self.tables, self.timers, self._bots, clock)
        self._lobby_changes = 0
        self._unfinished: set[asyncio.Task[Answer]] = set()

    @asynccontextmanager
    async def playing_bots(self) -> AsyncIterator[None]:
        """While the context is open, bots and timers run for the tables that this process owns."""
        async with self._bots.playing(), self.timers.running(), self.ownership.serving(self._duties):
            try:
                yield
            finally:
                # Their callers have gone; they are still carried out and published.
                await asyncio.gather(*self._unfinished, return_exceptions=True)

    async def visible(self, caller: Session | None, table: TableId, *, fresh: bool = False) -> LiveTable:
        """A table that the caller may see, as this process knows it or `fresh` from the store.

        The only process that writes need not ask the store.

        Raises `UnknownTable`, `ContinuedElsewhere`.
        """
        live = await self.tables.find(table)
        if live is None:
            raise UnknownTable
        if (self.settings.sole_writer or not fresh) and may_see(caller, live, self.clock):
            return live
        await self.tables.refresh(live)
        if not may_see(caller, live, self.clock):
            raise refusal(caller, live)
        return live

    def forget(self, table: TableId) -> None:
        """The table has been deleted."""
        self.tables.forget(table)
        self.timers.forget(table)

    async def create(
        self,
        caller: Session,
        row: TableRow,
        opening: Change,
        elsewhere: tuple[LiveTable, Change] | None = None,
        most_public: int | None = None,
    ) -> LiveTable:
        """Open a table. The change `elsewhere`, at another table, is written together with it or not at all.

        Raises `SeqTaken` when something else happened meanwhile at that other table, `TooManyTables` when the opener of
        a public table has `most_public` of them open, and `Unauthenticated`.
        """
        first = self._append_of(row.id, 0, opening, token=_token(caller))
        before = news = None
        if elsewhere is not None:
            other, change = elsewhere
            before = other.state
            news = self._append_of(other.id, before.seq, change, before)
        await self.store.create(row, first, news, most_public if row.visibility is Visibility.PUBLIC else None)
        live = self.tables.add(LiveTable(row, first.as_log()))
        self._bots.schedule(live)
        await self._announce(live, None)
        if elsewhere is not None and news is not None and before is not None:
            await self._appended(elsewhere[0], news, before)
        return live

    async def change(
        self, live: LiveTable, change: Making, caller: Session | None = None, key: CommandKey | None = None
    ) -> Answer:
        """Append what `change` makes of the current table; repeated whenever another append came first.

        `caller` is the requester, None for a bot or a clock. With a `key` the change happens once, however often it is
        requested. Raises what `change` raises for the table as it is in the store, and `Unauthenticated` when the
        caller's token is no longer valid.
        """
        # A caller that stops waiting does not cancel what may already have been written.
        task = asyncio.ensure_future(self._carry_out(live, change, _token(caller), key))
        self._unfinished.add(task)
        task.add_done_callback(self._unfinished.discard)
        try:
            return await asyncio.shield(task)
        finally:
            del task  # the traceback of its error refers to this frame: only a collection would free such a cycle

    async def _carry_out(self, live: LiveTable, change: Making, token: str | None, key: CommandKey | None) -> Answer:
        async with live.turnstile:
            while True:
                try:
                    wanted = change(live.state, live.row)
                except PaschError:
                    if await self.tables.refresh(live):
                        continue  # another process was faster: this table is not the one that refused
                    known = None if key is None else await self.store.answer(live.id, key)
                    if known is None:
                        raise
                    return Answer(known)
                if not wanted.events:
                    return Answer(live.state.seq)
                try:
                    return Answer(await self._append(live, wanted, token, key))
                except CommandKnown as known_command:
                    return Answer(known_command.seq)
                except SeqTaken:
                    self.conflicts += 1
                    await self.tables.refresh(live)

    async def _step(self, table: TableId, change: Making) -> None:
        """Apply the step of a bot or a clock. Raises `UnknownTable` when the table has been deleted."""
        live = await self.tables.find(table)
        if live is None:
            raise UnknownTable
        await self.change(live, change)

    async def _append(self, live: LiveTable, wanted: Change, token: str | None, key: CommandKey | None) -> int:
        """The number of the last event; the table may have advanced when this returns."""
        before = live.state
        append = self._append_of(live.id, before.seq, wanted, before, key, token)
        try:
            await self.store.append(append)
        except UnknownTable:
            self.forget(live.id)
            raise
        await self._appended(live, append, before)
        return append.after + len(append.events)

    async def _appended(self, live: LiveTable, append: Append, before: TableState) -> None:
        if live.state.seq == append.after:  # else another caller has already caught up
            live.row = live.row.after(append)
        live.take(append)
        self._bots.schedule(live)
        if any(event.type in GAME_ENDS for event in append.events):
            self.games_over.set()
        if not _keeps_timers(before, live.state, append):
            self.timers.schedule(live, begun=before.status is Status.WAITING)
        await self.bus.publish(live.id, live.state.seq)
        await self._announce(live, before)

    async def _announce(self, live: LiveTable, before: TableState | None) -> None:
        """Publish to the lobby that a table has changed; None: it is new. Single rolls and entries are no news.

        Any process may publish it: its numbers are never compared with those of others.
        """
        if live.row.visibility is Visibility.PUBLIC and (before is None or _shown(before) != _shown(live.state)):
            self._lobby_changes += 1
            await self.bus.publish(LOBBY, self._lobby_changes)

    def _append_of(  # noqa: PLR0913, PLR0917 - all of an append
        self,
        table: TableId,
        after: int,
        change: Change,
        state: TableState | None = None,
        key: CommandKey | None = None,
        token: str | None = None,
    ) -> Append:
        return Append(
            table=table,
            after=after,
            events=change.events,
            at=self.clock.now(),
            status=_status_after(change, state),
            seats=change.seats,
            command=key,
            opener=change.opener,
            rematch=change.rematch,
            token=token,
        )


def _shown(state: TableState) -> tuple[object, ...]:
    """What the lobby shows of a table."""
    return state.status, state.places, state.game_number, state.round


def _token(caller: Session | None) -> str | None:
    """The id of the caller's token; None without one, as in a process without sessions."""
    return (caller and caller.access.id) or None


def _status_after(change: Change, state: TableState | None) -> Status:
    """The status after these events, by which the store lists tables."""
    statuses = [_BEGIN[event.type] for event in change.events if event.type in _BEGIN]
    return statuses[-1] if statuses else state.status if state else Status.WAITING


_BEGIN = {
    "table_started": Status.RUNNING,
    "table_paused": Status.PAUSED,
    "table_resumed": Status.RUNNING,
    "match_finished": Status.FINISHED,
    "table_aborted": Status.ABORTED,
}
"""The status of a table from these events on."""


def _keeps_timers(before: TableState, after: TableState, append: Append) -> bool:
    """Whether no timer depends on these events: rolls and entries within a turn, or where turns set no timer.

    Turns set timers where there is a clock, and where a player is away.
    """
    timed = after.clock is not None or any(place.away for place in after.places)
    same_turn = before.to_move == after.to_move
    return (same_turn or not timed) and all(event.type in {"dice_rolled", "scored"} for event in append.events)
