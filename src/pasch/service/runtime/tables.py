"""Tables: the public face of the service."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from pasch.bots import BOTS
from pasch.bots.play import Bot
from pasch.rules.errors import PaschError
from pasch.rules.facts import know_possible_points
from pasch.rules.game import Game
from pasch.rules.notation.record import Record
from pasch.rules.validation import MOST_SEATS
from pasch.rules.variant import Variant
from pasch.service.archive.records import record_of, record_text
from pasch.service.errors import ContinuedElsewhere, HintsForbidden, NoSuchEvent, Unauthenticated, UnknownTable
from pasch.service.ids import TableId
from pasch.service.pace import Budget, Pace
from pasch.service.ports import Bus, Clock, CommandKey, Entropy, SeqTaken, TableRow, TableStore
from pasch.service.requests import Afterwards, Answer, Command, JoinTable, OpenTable, Session
from pasch.service.retention import KEEP, Retention
from pasch.service.runtime.access import Refusals, may_see
from pasch.service.runtime.cache import LiveTable
from pasch.service.runtime.connections import Connection
from pasch.service.runtime.ownership import Ownership
from pasch.service.runtime.writer import Writer
from pasch.service.table import rematch, seats
from pasch.service.table.decisions import decide
from pasch.service.table.presence import Graces
from pasch.service.table.seats import Change, departed
from pasch.service.table.state import TableState
from pasch.service.views import hints
from pasch.service.views.redaction import keeps_secrets, open_to
from pasch.service.views.schema import Batch, EventView, Snapshot, TableItem
from pasch.service.views.snapshot import Onlooker, event_views, is_stranger, item, seats_of, snapshot

TABLE_ID_BYTES = 16

PIECE = 50
"""Events that are told at once: a millisecond or two of work."""

MOMENT = 0.05
"""Seconds for which strangers are told the same time; less than it takes to tell hundreds of them."""


@dataclass(frozen=True)
class TableSettings:
    """How the service runs.

    `bot_pause` is the seconds a bot takes before each step, `graces` how long people wait
    for each other, `keep` how long tables are kept. `cached_tables` and `remembered_refusals`
    bound what stays in memory, `listed_tables` what a list shows, `public_tables` how many of these
    one person may have open, `work` what each caller's long work may take. `behind` is the seconds
    by which strangers hear of an event later than players: else the answer to a command would wait
    until hundreds have been told.
    """

    bot_pause: float = 0.9
    cached_tables: int = 500
    remembered_refusals: int = 10_000
    listed_tables: int = 100
    public_tables: int = 20
    behind: float = 0.002
    graces: Graces = field(default_factory=Graces)
    work: Budget = field(default_factory=Budget)
    keep: Retention = KEEP


class Tables:
    """Everything that can be done with tables.

    A caller is a `Session`; None is somebody without one, who may look at what is public.
    `lang` is one of `pasch.i18n.LANGUAGES`. Every method may raise `UnknownTable` for a table
    the caller may not see, answered like one that does not exist, and `ContinuedElsewhere` for one
    that the caller went on with on another device.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - each is a port
        self,
        store: TableStore,
        bus: Bus,
        clock: Clock,
        entropy: Entropy,
        settings: TableSettings | None = None,
        bots: Mapping[str, Bot] = BOTS,
        ownership: Ownership | None = None,
    ) -> None:
        self._store = store
        self._bus = bus
        self._clock = clock
        self._entropy = entropy
        self._settings = settings = settings or TableSettings()
        self.pace = pace = Pace(clock, settings.work)
        """When long work goes on, for other parts of the service."""
        self.writer = Writer(
            store, bus, clock, bots, settings.bot_pause, settings.graces, settings.cached_tables, pace, ownership
        )
        """The one way to change tables, for other parts of the service."""
        self._live = self.writer.tables
        self._timers = self.writer.timers
        self._refusals = Refusals(settings.remembered_refusals)

    @property
    def games_over(self) -> asyncio.Event:
        """Set whenever a game ends at a table of this process; whoever takes note of it clears it."""
        return self.writer.games_over

    @asynccontextmanager
    async def playing_bots(self) -> AsyncIterator[None]:
        """While the context is open, bots make their turns at all tables that this process keeps, and time is kept."""
        async with self.writer.playing_bots():
            yield

    # --------------------------------------------------------------------------- opening and seats

    async def open(self, caller: Session, request: OpenTable) -> TableId:
        """Open a table; it starts at once when nobody is waited for and `start` is set.

        Raises `UnknownVariant`, `InvalidVariant`, `InvalidInput`, `TooManyTables`.
        """
        seats.check_bounds(request, MOST_SEATS)
        row, state = self._new(caller, request)
        if any(seat.real for seat in request.seats):
            await self.pace.apart(know_possible_points, state.variant)
        most = self._settings.public_tables
        live = await self.writer.create(caller, row, seats.opened_with(row, state), most_public=most)
        await self._timers.seen(live, caller)
        return live.id

    async def join(self, caller: Session, table: TableId, request: JoinTable) -> int:
        """Take an open seat; the number of it. Whoever sits already keeps the seat.

        Raises `NoOpenSeat`, `InvalidInput`.
        """
        live = await self.writer.visible(caller, table)
        taken = 0

        def change(state: TableState, row: TableRow) -> Change:
            nonlocal taken
            mine = seats_of(caller, live)
            if mine and request.seat in {None, *mine}:
                taken = mine[0] if request.seat is None else request.seat
                return Change(())
            taken, joined = seats.joined(state, row, caller, request)
            return joined

        await self.writer.change(live, change, caller)
        await self._timers.seen(live, caller)
        return taken

    async def start(self, caller: Session, table: TableId) -> None:
        """Begin the match. Raises `NotSeated` for all but the opener, `IllegalAction`."""
        live = await self.writer.visible(caller, table)
        await self.writer.change(live, lambda state, row: seats.started(state, row, caller), caller)

    async def leave(self, caller: Session, table: TableId, then: Afterwards | None = None) -> None:
        """Get up from every seat the caller has. Raises `NotSeated`, `IllegalAction`.

        Before the start the seats are open again; later a bot plays on for them or the sheets stay
        as they are, and when no person is left the match is aborted. Who may start the match is
        another then.
        """
        live = await self.writer.visible(caller, table)
        await self.writer.change(live, lambda state, row: departed(state, row, caller, then), caller)

    async def fill(self, caller: Session, table: TableId, seat: int, bot: str | None = None) -> None:
        """Let a bot take an open seat.

        Raises `NotSeated` for all but the opener, `BotsUnwelcome`, `NoOpenSeat`, `InvalidInput`, `IllegalAction`.
        """
        live = await self.writer.visible(caller, table)
        await self.writer.change(live, lambda state, row: seats.filled(state, row, caller, seat, bot), caller)

    async def reopen(self, caller: Session, table: TableId, seat: int) -> None:
        """Let anybody take a seat that a bot has or that is kept. Raises `NotSeated`, `IllegalAction`."""
        live = await self.writer.visible(caller, table)
        await self.writer.change(live, lambda state, row: seats.reopened(state, row, caller, seat), caller)

    async def rematch(self, caller: Session, table: TableId) -> TableId:
        """Play again when the match has ended: whoever asks first opens the table, the others sit down there.

        Raises `NotSeated`, `IllegalAction`, `TooManyTables`, and `NoOpenSeat` for who comes when their seat was given
        away.
        """
        live = await self.writer.visible(caller, table, fresh=True)
        async with live.turnstile:
            while live.row.rematch is None:
                try:
                    return await self._open_again(caller, live)
                except SeqTaken:
                    await self._live.refresh(live)
        await self.join(caller, live.row.rematch, JoinTable())
        return live.row.rematch

    async def _open_again(self, caller: Session, live: LiveTable) -> TableId:
        """The new table, and the news of it at the old one, together or not at all. Raises `SeqTaken`."""
        before = rematch.before_the_start(told.event for told in live.log)
        row, state = self._new(caller, rematch.once_more(live.state.status, before, live.row, caller))
        row = rematch.kept(row, live.row, caller)
        opening = seats.opened_with(row, state, computer=caller.computer)
        news = (live, rematch.asked(live.row, row, caller))
        await self.writer.create(caller, row, opening, news, self._settings.public_tables)
        return row.id

    def _new(self, caller: Session, wish: OpenTable) -> tuple[TableRow, TableState]:
        table = TableId(self._entropy.token(TABLE_ID_BYTES))
        return seats.new_table(caller, table, self._entropy.seed(), wish)

    # --------------------------------------------------------------------------- playing

    async def act(self, caller: Session, table: TableId, command: Command) -> Answer:
        """Carry a command out, once however often it is sent.

        Refusals, in this order: `Unauthenticated`, `UnknownTable`, `Stale`, `NotSeated`, `NotYourTurn`, then the
        errors of the rules. What is refused has changed nothing.
        """
        live = await self.writer.visible(caller, table)
        key = CommandKey(caller.id, command.id)
        self._refusals.repeat(table, key)
        await self._timers.seen(live, caller)

        def change(state: TableState, row: TableRow) -> Change:
            now, keep = self._clock.now(), self._settings.keep
            return decide(state, row, seats_of(caller, live), caller, now, keep, command)

        try:
            return await self.writer.change(live, change, caller, key)
        except Unauthenticated:
            raise  # the same command is welcome by another token of the person
        except PaschError as error:
            self._refusals.remember(table, key, error)
            raise

    # --------------------------------------------------------------------------- looking

    def watchers(self, table: TableId) -> AsyncGenerator[int]:
        """How many people watch a table, whenever that changes."""
        return self._timers.watching(table)

    def known_variant(self, table: TableId) -> Variant | None:
        """What is played at a table, as far as this process remembers it: what a refusal is worded with."""
        live = self._live.known(table)
        return None if live is None else live.state.variant

    async def sits(self, caller: Session, table: TableId) -> bool:
        """Whether the caller opened a table or has a seat there; of tables that are not there: no."""
        live = await self._live.find(table)
        return live is not None and (caller.id == live.row.opener or bool(seats_of(caller, live)))

    async def look(self, caller: Session | None, table: TableId) -> LiveTable:
        """The table as this process knows it, for other parts of the service."""
        return await self.writer.visible(caller, table)

    async def earlier(self, caller: Session | None, table: TableId) -> LiveTable | None:
        """The table whose people play again at this one; None where there is none that the caller may see."""
        found = await self._store.earlier(table)
        try:
            return None if found is None else await self.look(caller, found)
        except (UnknownTable, ContinuedElsewhere):
            return None

    async def snapshot(self, caller: Session | None, table: TableId, lang: str, at: int | None = None) -> Snapshot:
        """The table as it is now, with what the caller may do; or as it stood after event `at`.

        Raises `InvalidInput` when there is no event `at`.
        """
        live = await self.writer.visible(caller, table, fresh=True)
        if caller is not None:
            await self._timers.seen(live, caller)
        return self._snapshot(caller, live, lang, await self._timers.count(live.id), at)

    def _snapshot(
        self, caller: Session | None, live: LiveTable, lang: str, watchers: int, at: int | None = None
    ) -> Snapshot:
        onlooker = Onlooker(caller, lang, self._clock.now())
        return snapshot(onlooker, live, watchers=watchers, at=at, keep=self._settings.keep)

    async def _piece(self, caller: Session | None, live: LiveTable, after: int, lang: str) -> Batch:
        """A part of what has happened, when it is the caller's turn."""
        async with self.pace.turn():
            return self._batch(caller, live, lang, event_views(caller, live, after, lang, PIECE))

    def _batch(self, caller: Session | None, live: LiveTable, lang: str, events: Sequence[EventView]) -> Batch:
        return Batch(events, self._snapshot(caller, live, lang, self._timers.watchers(live.id)))

    def _news(self, caller: Session | None, live: LiveTable, after: int, lang: str) -> Batch:
        """What has just happened. Its sentences are made once for each language and for all who may know the same.

        All strangers who ask in the same moment get one and the same batch.
        """
        seats = open_to(seats_of(caller, live)) if keeps_secrets(live.state) else ()
        events = live.once(("events", after, lang, seats), lambda: event_views(caller, live, after, lang, PIECE))
        if not is_stranger(caller, live):
            return self._batch(caller, live, lang, events)
        moment, watchers = self._clock.now().timestamp() // MOMENT, self._timers.watchers(live.id)
        return live.once(("news", after, lang, watchers, moment), lambda: self._batch(None, live, lang, events))

    async def events(
        self, caller: Session | None, table: TableId, after: int, lang: str
    ) -> AsyncGenerator[Sequence[EventView]]:
        """What has happened after an event, in pieces; the first one comes in any case. Raises `NoSuchEvent`."""
        live = await self.writer.visible(caller, table, fresh=True)
        _check_event(after, live)
        seen, last = max(after, 0), live.state.seq
        while True:
            async with self.pace.turn():
                piece = event_views(caller, live, seen, lang, PIECE)
            yield piece
            seen += PIECE
            if seen >= last or not may_see(caller, live):
                return

    async def follow(  # noqa: PLR0913 - two of them have defaults
        self,
        caller: Session | None,
        table: TableId,
        after: int,
        lang: str,
        *,
        linger: bool = False,
        line: Connection | None = None,
    ) -> AsyncGenerator[Batch]:
        """What has happened after an event, and what will: ends with the match unless the caller lingers.

        Meanwhile the caller is there, by this `line`. Raises `NoSuchEvent`.

        The first batch comes at once, without events when there are none yet. Much that has happened comes in several
        batches. A slow reader gets fewer, larger ones and takes no room while it is slow. Ends also for a caller who
        may not see the table any more.
        """
        with self._bus.subscribe(table) as subscription:
            live = await self.writer.visible(caller, table, fresh=True)
            _check_event(after, live)
            with self._timers.attending(live, caller, line or Connection()):
                first, ended = await self._piece(caller, live, after, lang), live.state.status.ended
                seen = _last(first, live.state.seq)
                yield first
                while linger or not ended or live.state.seq > seen:
                    if live.state.seq <= seen and (told := await subscription.news()) > live.state.seq:
                        await self._live.catch_up(live, told)
                        self._timers.look(live)
                    if not may_see(caller, live):
                        return
                    if live.state.seq > seen:
                        if is_stranger(caller, live):
                            await self._clock.sleep(self._settings.behind)
                        if live.state.seq - seen > PIECE:
                            batch = await self._piece(caller, live, seen, lang)
                        else:
                            batch = self._news(caller, live, seen, lang)
                        ended, seen = live.state.status.ended, _last(batch, live.state.seq)
                        yield batch

    async def record(self, caller: Session | None, table: TableId, lang: str) -> str:
        """The match so far as a record, with the seeds once it has ended; until then without hidden dice.

        Raises `IllegalAction` before the start.
        """
        live = await self.writer.visible(caller, table, fresh=True)
        return await self.pace.apart(record_text, live.still(), seats_of(caller, live), lang)

    async def record_to_print(self, caller: Session | None, table: TableId, lang: str) -> Record:
        """The match of a table for its sheets: only its entries are to be shown.

        Raises `IllegalAction` before the start.
        """
        live = await self.writer.visible(caller, table, fresh=True)
        return await self.pace.apart(record_of, live.still(), lang)

    async def game_to_advise(self, caller: Session, table: TableId) -> Game:
        """The game at a table in which the caller is to move.

        Raises `NotSeated`, `HintsForbidden`, `IllegalAction`, `NotYourTurn`.
        """
        live = await self.writer.visible(caller, table, fresh=True)
        return hints.game_to_advise(live.state, seats_of(caller, live))

    async def check_question(self, caller: Session | None, variant: Variant) -> None:
        """Raise `HintsForbidden` when the caller plays by these rules at a table where hints are forbidden.

        Only the caller's own tables are looked at. So that nobody hides one among many, too many are refused.
        """
        most = self._settings.listed_tables
        tables = [] if caller is None else await self._store.of_session(caller.id, most + 1)
        if len(tables) > most:
            raise HintsForbidden("You have more than {most} unfinished tables: end some of them first", most=most)
        for table in tables:
            live = await self._live.find(table)
            if live is not None and hints.is_about(live.state, variant):
                await self._live.refresh(live)
                hints.check_question(live.state, seats_of(caller, live), variant)

    async def record_to_analyse(self, caller: Session | None, table: TableId, lang: str) -> Record:
        """The match of a table: one that has ended, or one that the caller plays and may have hints in.

        Raises `NotSeated`, `HintsForbidden`, `IllegalAction` before the start.
        """
        live = await self.writer.visible(caller, table, fresh=True)
        if live.state.imported is not None:
            await self.check_question(caller, live.state.variant)
        elif not live.state.status.ended:
            hints.check_player(live.state, seats_of(caller, live))
        return await self.pace.apart(record_of, live.still(), lang)

    def names_changed(self) -> None:
        """Somebody was renamed or deleted: show no name that was read before."""
        self._live.names_changed()

    async def mine(self, caller: Session, lang: str) -> Sequence[TableItem]:
        """The caller's unfinished tables, those changed last first."""
        return await self._items(await self._store.of_session(caller.id, self._settings.listed_tables), lang)

    async def lobby(self, lang: str) -> Sequence[TableItem]:
        """Public tables waiting or running: the newest of every opener, then the second newest of each, and so on."""
        return await self._items(await self._store.lobby(self._settings.listed_tables), lang)

    async def interrupted(self, lang: str) -> Sequence[TableItem]:
        """Every interrupted match of the server, whoever plays it: a household alone may see them."""
        return await self._items(await self._store.paused(self._settings.listed_tables), lang)

    async def unended(self, tables: Sequence[TableId]) -> Collection[TableId]:
        """Those of the tables whose match has not ended."""
        return await self._store.unended(tables)

    async def _items(self, tables: Sequence[TableId], lang: str) -> list[TableItem]:
        return [item(live, lang, self._settings.keep) for live in await self._live.find_all(tables)]


def _check_event(after: int, live: LiveTable) -> None:
    """Raise `NoSuchEvent` for a number beyond the last event: its caller knows another log."""
    if after > live.state.seq:
        raise NoSuchEvent(after, live.state.seq)


def _last(batch: Batch, otherwise: int) -> int:
    """The number of the last event in a batch, if there is any."""
    return batch.events[-1]["seq"] if batch.events else otherwise
