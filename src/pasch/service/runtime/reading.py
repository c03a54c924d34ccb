"""What callers can read of tables: snapshots, events, records and lists."""

from collections.abc import AsyncGenerator, Collection, Sequence

from pasch.rules.game import Game
from pasch.rules.notation.record import Record
from pasch.rules.variant import Variant
from pasch.service.archive.records import record_of, record_text
from pasch.service.errors import ContinuedElsewhere, HintsForbidden, NoSuchEvent, UnknownTable
from pasch.service.ids import TableId
from pasch.service.requests import Session
from pasch.service.runtime.access import may_see
from pasch.service.runtime.cache import LiveTable
from pasch.service.runtime.connections import Connection
from pasch.service.runtime.writer import Writer
from pasch.service.table.presence import time_text
from pasch.service.views import redaction
from pasch.service.views.redaction import keeps_secrets, open_to
from pasch.service.views.schema.events import Event
from pasch.service.views.schema.lists import ListedTable
from pasch.service.views.schema.table import Snapshot
from pasch.service.views.snapshot import Onlooker, event_views, is_stranger, item, seats_of, view_of
from pasch.service.views.view import Batch, News, View

PIECE = 50
"""Events sent at once: a millisecond or two of work."""

MOMENT = 0.05
"""Seconds for which strangers get the same time; less than serving hundreds of them takes."""


class Reading:
    """All queries about tables; `Tables` documents what its methods have in common."""

    def __init__(self, writer: Writer) -> None:
        self.writer = writer
        """The only way to change tables, for other parts of the service."""
        self.pace = writer.pace
        """Schedules long work, for other parts of the service."""
        self._store = writer.store
        self._bus = writer.bus
        self._clock = writer.clock
        self._settings = writer.settings
        self._live = writer.tables
        self._timers = writer.timers

    def watchers(self, table: TableId) -> AsyncGenerator[int]:
        """The number of watchers of a table, whenever it changes."""
        return self._timers.watching(table)

    def known_variant(self, table: TableId) -> Variant | None:
        """The variant at a table, as far as this process remembers it, for the text of a refusal."""
        live = self._live.known(table)
        return None if live is None else live.state.variant

    async def sits(self, caller: Session, table: TableId) -> bool:
        """Whether the caller opened a table or has a seat there; false for unknown tables."""
        live = await self._live.find(table)
        return live is not None and (caller.id == live.row.opener or bool(seats_of(caller, live)))

    async def find(self, caller: Session | None, table: TableId) -> LiveTable:
        """The table, if the caller may see it, for other parts of the service. Raises `UnknownTable`."""
        return await self.writer.visible(caller, table)

    async def earlier(self, caller: Session | None, table: TableId) -> LiveTable | None:
        """The table that this one is the rematch of, if the caller may see it."""
        live = await self._live.find(table)
        if live is None or live.row.earlier is None:
            return None
        try:
            return await self.find(caller, live.row.earlier)
        except (UnknownTable, ContinuedElsewhere):
            return None

    async def snapshot(self, caller: Session | None, table: TableId, lang: str, at: int | None = None) -> Snapshot:
        """The current table with the caller's actions, or the table as of event `at`.

        Raises `InvalidInput` when there is no event `at`.
        """
        live = await self.writer.visible(caller, table, fresh=True)
        if caller is not None:
            await self._timers.seen(live, caller)
        return self._view(caller, live, lang, await self._timers.count(live.id), at).snapshot

    def _view(self, caller: Session | None, live: LiveTable, lang: str, watchers: int, at: int | None = None) -> View:
        onlooker = Onlooker(caller, lang, self._clock.now())
        return view_of(onlooker, live, watchers=watchers, at=at, keep=self._settings.keep)

    async def _piece(self, caller: Session | None, live: LiveTable, after: int, lang: str) -> Batch:
        """A part of the past events, when it is the caller's turn."""
        async with self.pace.turn():
            return self._batch(caller, live, lang, _events(caller, live, after, lang))

    def _batch(self, caller: Session | None, live: LiveTable, lang: str, news: News) -> Batch:
        return Batch(news, self._view(caller, live, lang, self._timers.watchers(live.id)))

    def _news(self, caller: Session | None, live: LiveTable, after: int, lang: str) -> Batch:
        """The latest events; `caller` is None for all strangers. Sentences are made once for all who may know the same.

        All strangers who ask at the same moment get one batch.
        """
        seats = open_to(seats_of(caller, live)) if keeps_secrets(live.state) else ()
        news = live.once(("events", after, lang, seats), lambda: _events(caller, live, after, lang))
        if caller is not None:
            return self._batch(caller, live, lang, news)
        moment, watchers = self._clock.now().timestamp() // MOMENT, self._timers.watchers(live.id)
        return live.once(("news", after, lang, watchers, moment), lambda: self._batch(None, live, lang, news))

    async def events(
        self, caller: Session | None, table: TableId, after: int, lang: str
    ) -> AsyncGenerator[Sequence[Event]]:
        """The events after a given one, in pieces; the first piece always comes. Raises `NoSuchEvent`."""
        live = await self.writer.visible(caller, table, fresh=True)
        _check_event(after, live)
        seen, last = max(after, 0), live.state.seq
        while True:
            async with self.pace.turn():
                piece = event_views(caller, live, seen, lang, PIECE)
            yield piece
            seen += PIECE
            if seen >= last or not may_see(caller, live, self._clock):
                return

    async def follow(  # noqa: PLR0913 - two of them have defaults
        self,
        caller: Session | None,
        table: TableId,
        after: int,
        lang: str,
        *,
        linger: bool = False,
        connection: Connection | None = None,
    ) -> AsyncGenerator[Batch]:
        """Past events after a given one, then new ones; ends with the match unless the caller lingers.

        The caller is present meanwhile, by this `connection`. Raises `NoSuchEvent`.

        The first batch comes at once, without events when there are none yet. A long past comes in several batches. A
        slow reader gets fewer, larger ones and takes no memory meanwhile. Ends also for a caller who may no longer see
        the table.
        """
        with self._bus.subscribe(table) as subscription:
            live = await self.writer.visible(caller, table, fresh=True)
            _check_event(after, live)
            subscription.late = is_stranger(caller, live)  # else answers to commands would wait for hundreds
            with self._timers.connected(live, caller, connection or Connection()):
                first, ended = await self._piece(caller, live, after, lang), live.state.status.ended
                seen = _last(first, live.state.seq)
                yield first
                while linger or not ended or live.state.seq > seen:
                    if live.state.seq <= seen and (news := await subscription.news()) > live.state.seq:
                        await self._live.catch_up(live, news)
                        self._timers.schedule(live)
                    if not may_see(caller, live, self._clock):
                        return
                    if live.state.seq > seen:
                        subscription.late = stranger = is_stranger(caller, live)
                        if live.state.seq - seen > PIECE:
                            batch = await self._piece(caller, live, seen, lang)
                        else:
                            batch = self._news(None if stranger else caller, live, seen, lang)
                        ended, seen = live.state.status.ended, _last(batch, live.state.seq)
                        yield batch

    async def record(self, caller: Session | None, table: TableId, lang: str) -> str:
        """The match so far as a record, with the seeds once it has ended; until then without hidden dice.

        Raises `IllegalAction` before the start.
        """
        live = await self.writer.visible(caller, table, fresh=True)
        return await self.pace.in_thread(record_text, live.still(), seats_of(caller, live), lang, self._clock.now())

    async def record_to_print(self, caller: Session | None, table: TableId, lang: str) -> Record:
        """The match of a table for its printed sheets: only its entries are shown.

        Raises `IllegalAction` before the start.
        """
        live = await self.writer.visible(caller, table, fresh=True)
        return await self.pace.in_thread(record_of, live.still(), lang)

    async def game_to_advise(self, caller: Session, table: TableId) -> Game:
        """The game at a table in which the caller is to move.

        Raises `NotSeated`, `HintsForbidden`, `IllegalAction`, `NotYourTurn`.
        """
        live = await self.writer.visible(caller, table, fresh=True)
        return redaction.game_to_advise(live.state, seats_of(caller, live))

    async def check_question(self, caller: Session | None, variant: Variant) -> None:
        """Raise `HintsForbidden` when the caller plays by these rules at a table where hints are forbidden.

        Only the caller's own tables are checked. A caller with too many is refused, because one could hide among them.
        """
        most = self._settings.listed_tables
        tables = [] if caller is None else await self._store.of_session(caller.id, most + 1)
        if len(tables) > most:
            raise HintsForbidden("You have more than {most} unfinished tables: end some of them first", most=most)
        for table in tables:
            live = await self._live.find(table)
            if live is not None and redaction.is_about(live.state, variant):
                await self._live.refresh(live)
                redaction.check_question(live.state, seats_of(caller, live), variant)

    async def record_to_analyse(self, caller: Session | None, table: TableId, lang: str) -> Record:
        """The match of a table that has ended, or that the caller plays with hints allowed.

        Raises `NotSeated`, `HintsForbidden`, `IllegalAction` before the start.
        """
        live = await self.writer.visible(caller, table, fresh=True)
        if live.state.imported is not None:
            await self.check_question(caller, live.state.variant)
        elif not live.state.status.ended:
            redaction.check_player(live.state, seats_of(caller, live))
        return await self.pace.in_thread(record_of, live.still(), lang, self._clock.now())

    def rows_changed(self) -> None:
        """A person was renamed or deleted, or a shared event closed: rely on no row that was read before."""
        self._live.rows_changed()

    async def mine(self, caller: Session, lang: str) -> Sequence[ListedTable]:
        """The caller's unfinished tables, latest changed first."""
        return await self._items(await self._store.of_session(caller.id, self._settings.listed_tables), lang)

    async def lobby(self, lang: str) -> Sequence[ListedTable]:
        """Public tables waiting or running: the newest of every opener, then the second newest of each, and so on."""
        return await self._items(await self._store.lobby(self._settings.listed_tables), lang)

    async def interrupted(self, lang: str) -> Sequence[ListedTable]:
        """Every interrupted match of the server, regardless of its players; only a household may see them."""
        return await self._items(await self._store.paused(self._settings.listed_tables), lang)

    async def unended(self, tables: Sequence[TableId]) -> Collection[TableId]:
        """Those of the tables whose match has not ended."""
        return await self._store.unended(tables)

    async def _items(self, tables: Sequence[TableId], lang: str) -> list[ListedTable]:
        return [item(live, lang, self._settings.keep) for live in await self._live.find_all(tables)]


def _events(caller: Session | None, live: LiveTable, after: int, lang: str) -> News:
    return News(event_views(caller, live, after, lang, PIECE), time_text(live.log[0].event.at))


def _check_event(after: int, live: LiveTable) -> None:
    """Raise `NoSuchEvent` for a number beyond the last event: the caller knows another log."""
    if after > live.state.seq:
        raise NoSuchEvent(after, live.state.seq)


def _last(batch: Batch, otherwise: int) -> int:
    """The number of the last event in a batch, if there is any."""
    return batch.events[-1]["seq"] if batch.events else otherwise
