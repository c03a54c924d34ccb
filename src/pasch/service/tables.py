"""Tables: the public face of the service."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace

from pasch.bots import BOTS
from pasch.bots.protocol import Bot
from pasch.rules.errors import PaschError
from pasch.rules.game import Game
from pasch.rules.notation.record import Record
from pasch.rules.validation import MOST_SEATS
from pasch.rules.variant import Variant
from pasch.service import hints, seating
from pasch.service.decide import decide
from pasch.service.errors import UnknownTable
from pasch.service.ids import TableId
from pasch.service.live import LiveTable, LiveTables
from pasch.service.ports import Append, Bus, Clock, CommandKey, CommandKnown, Entropy, SeqTaken, TableRow, TableStore
from pasch.service.present import event_views, item, seats_of, snapshot
from pasch.service.records import record_of, record_text
from pasch.service.refusals import Refusals
from pasch.service.requests import Answer, Command, JoinTable, OpenTable, Session, Status
from pasch.service.runner import BotRunner
from pasch.service.seating import Change
from pasch.service.state import TableState, opened
from pasch.service.views import Batch, EventView, Snapshot, TableItem
from pasch.service.visible import may_see

TABLE_ID_BYTES = 16


@dataclass(frozen=True)
class TableSettings:
    """How the service runs.

    `bot_pause` is the seconds a bot takes before each step. `cached_tables` and
    `remembered_refusals` bound what stays in memory, `listed_tables` what a list shows.
    """

    bot_pause: float = 0.9
    cached_tables: int = 500
    remembered_refusals: int = 10_000
    listed_tables: int = 100


class Tables:
    """Everything that can be done with tables.

    A caller is a `Session`; None is somebody without one, who may look at what is public.
    `lang` is one of `pasch.i18n.LANGUAGES`. Every method may raise `UnknownTable` for a table
    the caller may not see, answered like one that does not exist.

    Any process may serve any table: what a process knows of a table may be old, so nothing is
    refused before the store was asked, and nothing is accepted that the store has not taken.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - each is a port
        self,
        store: TableStore,
        bus: Bus,
        clock: Clock,
        entropy: Entropy,
        settings: TableSettings | None = None,
        bots: Mapping[str, Bot] = BOTS,
    ) -> None:
        self._store = store
        self._bus = bus
        self._clock = clock
        self._entropy = entropy
        self._settings = settings or TableSettings()
        self._live = LiveTables(store, self._settings.cached_tables)
        self._refusals = Refusals(self._settings.remembered_refusals)
        self._bots = BotRunner(self._bot_step, clock, self._settings.bot_pause, bots)
        self._unfinished: set[asyncio.Task[Answer]] = set()

    def playing_bots(self) -> AbstractAsyncContextManager[None]:
        """While the context is open, bots make their turns at all tables that are running."""
        return self._bots.playing(self._running)

    # --------------------------------------------------------------------------- opening and seats

    async def open(self, caller: Session, request: OpenTable) -> TableId:
        """Open a table; it starts at once when nobody is waited for and `start` is set.

        Raises `UnknownVariant`, `InvalidVariant`, `InvalidInput`.
        """
        seating.check_bounds(request, MOST_SEATS)
        return await self._create(*self._new(caller, request))

    async def join(self, caller: Session, table: TableId, request: JoinTable) -> int:
        """Take an open seat; the number of it. Whoever sits already keeps the seat.

        Raises `NoOpenSeat`, `InvalidInput`.
        """
        live = await self._visible(caller, table)
        taken = 0

        def change(state: TableState, row: TableRow) -> Change:
            nonlocal taken
            mine = seats_of(caller, live)
            if mine and request.seat in {None, *mine}:
                taken = mine[0] if request.seat is None else request.seat
                return Change(())
            taken, joined = seating.joined(state, row, caller, request)
            return joined

        await self._change(live, change)
        return taken

    async def start(self, caller: Session, table: TableId) -> None:
        """Begin the match. Raises `NotSeated` for all but the opener, `IllegalAction`."""
        live = await self._visible(caller, table)
        await self._change(live, lambda state, row: seating.started(state, row, caller))

    async def leave(self, caller: Session, table: TableId) -> None:
        """Get up from every seat the caller has. Raises `NotSeated`, `IllegalAction`.

        Before the start the seats are open again; later a bot plays on for them, and when no
        person is left the match is aborted.
        """
        live = await self._visible(caller, table)
        await self._change(live, lambda state, row: seating.left(state, row, caller))

    async def rematch(self, caller: Session, table: TableId) -> TableId:
        """Open the same table once more when the match has ended. Raises `NotSeated`, `IllegalAction`."""
        live = await self._visible(caller, table, fresh=True)
        first = opened(live.log[0].event)
        wish = seating.once_more(live.state, first, live.row, caller)
        row, state = self._new(caller, wish)
        return await self._create(seating.seated(row, wish, caller, seats_of(caller, live)), state)

    def _new(self, caller: Session, wish: OpenTable) -> tuple[TableRow, TableState]:
        table = TableId(self._entropy.token(TABLE_ID_BYTES))
        return seating.new_table(caller.id, table, self._entropy.seed(), wish)

    async def _create(self, row: TableRow, state: TableState) -> TableId:
        change = seating.opened_with(row, state)
        append = self._append_of(row.id, 0, change, None)
        await self._store.create(row, append)
        self._bots.look(self._live.add(LiveTable(row, append.as_log())))
        return row.id

    # --------------------------------------------------------------------------- playing

    async def act(self, caller: Session, table: TableId, command: Command) -> Answer:
        """Carry a command out, once however often it is sent.

        Refusals, in this order: `UnknownTable`, `Stale`, `NotSeated`, `NotYourTurn`, then the
        errors of the rules. What is refused has changed nothing.
        """
        live = await self._visible(caller, table)
        key = CommandKey(caller.id, command.id)
        self._refusals.repeat(table, key)

        def change(state: TableState, row: TableRow) -> Change:
            return Change(tuple(decide(state, row, seats_of(caller, live), caller, command)))

        try:
            return await self._change(live, change, key)
        except PaschError as error:
            self._refusals.remember(table, key, error)
            raise

    async def _bot_step(self, table: TableId, change: Callable[[TableState, TableRow], Change]) -> None:
        live = await self._live.find(table)
        if live is not None:
            await self._change(live, change)

    async def _change(
        self, live: LiveTable, change: Callable[[TableState, TableRow], Change], key: CommandKey | None = None
    ) -> Answer:
        # Whoever stops waiting does not stop what may already have been written.
        task = asyncio.ensure_future(self._carry_out(live, change, key))
        self._unfinished.add(task)
        task.add_done_callback(self._unfinished.discard)
        return await asyncio.shield(task)

    async def _carry_out(
        self, live: LiveTable, change: Callable[[TableState, TableRow], Change], key: CommandKey | None
    ) -> Answer:
        async with live.turnstile:
            while True:
                try:
                    wanted = change(live.state, live.row)
                except PaschError:
                    if await self._live.refresh(live):
                        continue  # another process was faster: this table is not the one that refused
                    known = None if key is None else await self._store.answer(live.id, key)
                    if known is None:
                        raise
                    return Answer(known)
                if not wanted.events:
                    return Answer(live.state.seq)
                try:
                    await self._append(live, wanted, key)
                except CommandKnown as known_command:
                    return Answer(known_command.seq)
                except SeqTaken:
                    await self._live.refresh(live)
                    continue
                return Answer(live.state.seq)

    async def _append(self, live: LiveTable, wanted: Change, key: CommandKey | None) -> None:
        append = self._append_of(live.id, live.state.seq, wanted, key, live.state)
        await self._store.append(append)
        rewritten = {seat.seat: seat for seat in append.seats}
        live.row = replace(live.row, seats=tuple(rewritten.get(seat.seat, seat) for seat in live.row.seats))
        live.extend(append.as_log())
        self._bots.look(live)
        await self._bus.publish(live.id, live.state.seq)

    def _append_of(
        self, table: TableId, after: int, change: Change, key: CommandKey | None, state: TableState | None = None
    ) -> Append:
        return Append(
            table=table,
            after=after,
            events=change.events,
            at=self._clock.now(),
            status=_status_after(change, state),
            seats=change.seats,
            command=key,
        )

    # --------------------------------------------------------------------------- looking

    def known_variant(self, table: TableId) -> Variant | None:
        """What is played at a table, as far as this process remembers it: what a refusal is worded with."""
        live = self._live.known(table)
        return None if live is None else live.state.variant

    async def snapshot(self, caller: Session | None, table: TableId, lang: str) -> Snapshot:
        """The table as it is now, with what the caller may do."""
        return snapshot(caller, await self._visible(caller, table, fresh=True), lang)

    async def events(self, caller: Session | None, table: TableId, after: int, lang: str) -> Sequence[EventView]:
        """What has happened after an event."""
        return event_views(caller, await self._visible(caller, table, fresh=True), after, lang)

    async def follow(self, caller: Session | None, table: TableId, after: int, lang: str) -> AsyncGenerator[Batch]:
        """What has happened after an event, and what will: ends with the table's last event.

        The first batch comes at once, without events when there are none yet. A slow reader
        gets fewer, larger batches and takes no room while it is slow. Ends also for a caller
        who may not see the table any more.
        """
        with self._bus.subscribe(table) as subscription:
            live = await self._visible(caller, table, fresh=True)
            seen, ended = max(after, live.state.seq), live.state.status.ended
            yield _batch(caller, live, after, lang)
            while not ended:
                if live.state.seq <= seen and await subscription.news() > live.state.seq:
                    await self._live.refresh(live)
                if not may_see(caller, live):
                    return
                if live.state.seq > seen:
                    ended = live.state.status.ended
                    seen, before = live.state.seq, seen
                    yield _batch(caller, live, before, lang)

    async def record(self, caller: Session | None, table: TableId, lang: str) -> str:
        """The match so far as a record, with the seeds once it has ended; until then without hidden dice.

        Raises `IllegalAction` before the start.
        """
        live = await self._visible(caller, table, fresh=True)
        return record_text(live, seats_of(caller, live), lang)

    async def game_to_advise(self, caller: Session, table: TableId) -> Game:
        """The game at a table in which the caller is to move.

        Raises `NotSeated`, `HintsForbidden`, `IllegalAction`, `NotYourTurn`.
        """
        live = await self._visible(caller, table, fresh=True)
        return hints.game_to_advise(live.state, seats_of(caller, live))

    async def check_question(self, caller: Session | None, game: Game) -> None:
        """Raise `HintsForbidden` when this is what lies on a table of the caller's where hints are forbidden."""
        tables = [] if caller is None else await self._store.of_session(caller.id, self._settings.listed_tables)
        for table in tables:
            live = await self._live.find(table)
            if live is not None and not live.state.hints:
                await self._live.refresh(live)
                hints.check_question(live.state, seats_of(caller, live), game)

    async def record_to_analyse(self, caller: Session | None, table: TableId, lang: str) -> Record:
        """The match of a table: one that has ended, or one that the caller plays and may have hints in.

        Raises `NotSeated`, `HintsForbidden`, `IllegalAction` before the start.
        """
        live = await self._visible(caller, table, fresh=True)
        if not live.state.status.ended:
            hints.check_player(live.state, seats_of(caller, live))
        return record_of(live, lang)

    async def mine(self, caller: Session, lang: str) -> Sequence[TableItem]:
        """The caller's unfinished tables, those changed last first."""
        return await self._items(await self._store.of_session(caller.id, self._settings.listed_tables), lang)

    async def lobby(self, lang: str) -> Sequence[TableItem]:
        """Public tables waiting or running, those opened last first."""
        return await self._items(await self._store.lobby(self._settings.listed_tables), lang)

    async def _items(self, tables: Sequence[TableId], lang: str) -> list[TableItem]:
        found = [await self._live.find(table) for table in tables]
        return [item(live, lang) for live in found if live is not None]

    async def _running(self) -> list[LiveTable]:
        found = [await self._live.find(table) for table in await self._store.running()]
        return [live for live in found if live is not None]

    async def _visible(self, caller: Session | None, table: TableId, *, fresh: bool = False) -> LiveTable:
        live = await self._live.find(table)
        if live is not None and (fresh or not may_see(caller, live)):
            await self._live.refresh(live)
        if live is None or not may_see(caller, live):
            raise UnknownTable
        return live


def _batch(caller: Session | None, live: LiveTable, after: int, lang: str) -> Batch:
    return {"events": event_views(caller, live, after, lang), "snapshot": snapshot(caller, live, lang)}


def _status_after(change: Change, state: TableState | None) -> Status:
    """What the table is doing after these events, for the store to list tables by."""
    ends = {"table_started": Status.RUNNING, "match_finished": Status.FINISHED, "table_aborted": Status.ABORTED}
    told = [ends[event.type] for event in change.events if event.type in ends]
    return told[-1] if told else state.status if state else Status.WAITING
