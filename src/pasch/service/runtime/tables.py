"""Tables: the public face of the service, and the live list of public tables."""

import asyncio
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager

from pasch.bots import BOTS
from pasch.bots.play import Bot
from pasch.rules.errors import PaschError
from pasch.rules.facts import know_possible_points
from pasch.rules.validation import MOST_SEATS
from pasch.service.bus import LOBBY
from pasch.service.errors import Unauthenticated
from pasch.service.ids import TableId
from pasch.service.ports import Bus, Clock, CommandKey, Entropy, SeqTaken, TableRow, TableStore
from pasch.service.requests import Afterwards, Answer, Command, JoinTable, OpenTable, Session
from pasch.service.runtime.access import Refusals
from pasch.service.runtime.cache import LiveTable
from pasch.service.runtime.ownership import Ownership
from pasch.service.runtime.reading import Reading
from pasch.service.runtime.writer import TableSettings, Writer
from pasch.service.table import rematch, seats
from pasch.service.table.decisions import decide
from pasch.service.table.seats import Change, departed
from pasch.service.table.state import TableState
from pasch.service.views.schema.lists import ListedTable
from pasch.service.views.snapshot import seats_of

TABLE_ID_BYTES = 16


class Tables(Reading):
    """All operations on tables.

    A caller is a `Session`; None has no session and may only see public tables. `lang` is one of
    `pasch.i18n.LANGUAGES`. Every method may raise `UnknownTable` for a table that the caller may not see; a missing
    table is answered alike. Every method may raise `ContinuedElsewhere` for a table that the caller continued on
    another device.
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
        super().__init__(Writer(store, bus, clock, settings or TableSettings(), bots, ownership))
        self._entropy = entropy
        self._refusals = Refusals(self._settings.remembered_refusals)

    @property
    def games_over(self) -> asyncio.Event:
        """Set whenever a game ends at a table of this process; its consumer clears it."""
        return self.writer.games_over

    def playing_bots(self) -> AbstractAsyncContextManager[None]:
        """While the context is open, bots play at all tables that this process owns, and its timers run."""
        return self.writer.playing_bots()

    # --------------------------------------------------------------------------- opening and seats

    def check(self, caller: Session, request: OpenTable) -> None:
        """Raise what `open` raises for a table that cannot be played."""
        seats.check_bounds(request, MOST_SEATS)
        self._new(caller, request)

    async def open(
        self, caller: Session, request: OpenTable, table: TableId | None = None, server_seed: bytes | None = None
    ) -> TableId:
        """Open a table; it starts at once when no player is awaited and `start` is set.

        Its id and its seed are drawn unless they are given. Raises `UnknownVariant`, `InvalidVariant`, `InvalidInput`,
        `TooManyTables`.
        """
        seats.check_bounds(request, MOST_SEATS)
        row, state = self._new(caller, request, table, server_seed)
        if any(seat.real for seat in request.seats):
            await self.pace.in_thread(know_possible_points, state.variant)
        most = self._settings.public_tables
        live = await self.writer.create(caller, row, seats.opened_with(row, state), most_public=most)
        await self._timers.seen(live, caller)
        return live.id

    async def join(self, caller: Session, table: TableId, request: JoinTable) -> int:
        """Take an open seat; returns its number. A caller who is already seated retains the seat.

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
        """Leave every seat of the caller. Raises `NotSeated`, `IllegalAction`.

        Before the start, the seats become open again. Later a bot plays on, or the sheets stay as they are. The match
        is aborted when no person is left. Another person may then start the match.
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
        """Open a bot's seat or a reserved seat to everyone. Raises `NotSeated`, `IllegalAction`."""
        live = await self.writer.visible(caller, table)
        await self.writer.change(live, lambda state, row: seats.reopened(state, row, caller, seat), caller)

    async def rematch(self, caller: Session, table: TableId) -> TableId:
        """Play again after the match: the first caller opens the table, the others join it.

        Raises `NotSeated`, `IllegalAction`, `TooManyTables`, and `NoOpenSeat` for a caller whose seat was given away.
        """
        live = await self.writer.visible(caller, table, fresh=True)
        async with live.turnstile:
            while live.row.rematch is None:
                try:
                    return await self._open_rematch(caller, live)
                except SeqTaken:
                    await self._live.refresh(live)
        await self.join(caller, live.row.rematch, JoinTable())
        return live.row.rematch

    async def _open_rematch(self, caller: Session, live: LiveTable) -> TableId:
        """The new table, and its announcement at the old one, together or not at all. Raises `SeqTaken`."""
        before = rematch.before_the_start(logged.event for logged in live.log)
        row, state = self._new(caller, rematch.same_table(live.state.status, before, live.row, caller))
        row = rematch.with_reserved_seats(row, live.row, caller)
        opening = seats.opened_with(row, state, computer=caller.computer)
        news = (live, rematch.announcement(live.row, row, caller))
        await self.writer.create(caller, row, opening, news, self._settings.public_tables)
        return row.id

    def _new(
        self, caller: Session, request: OpenTable, table: TableId | None = None, server_seed: bytes | None = None
    ) -> tuple[TableRow, TableState]:
        table = table or TableId(self._entropy.token(TABLE_ID_BYTES))
        return seats.new_table(caller, table, server_seed or self._entropy.seed(), request)

    # --------------------------------------------------------------------------- playing

    async def act(self, caller: Session, table: TableId, command: Command) -> Answer:
        """Carry out a command, once however often it is sent.

        Refusals, in this order: `Unauthenticated`, `UnknownTable`, `Stale`, `NotSeated`, `NotYourTurn`, then the errors
        of the rules. A refused command has changed nothing.
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
            raise  # another token of the person may send the same command
        except PaschError as error:
            self._refusals.remember(table, key, error)
            raise


LOBBY_PAUSE = 0.5
"""The minimum number of seconds between two lists for the same reader."""


class Lobby:
    """Distributes the list. One change costs one list per language, however many readers there are."""

    def __init__(self, tables: Tables, bus: Bus, clock: Clock, pause: float = LOBBY_PAUSE) -> None:
        self._tables = tables
        self._bus = bus
        self._clock = clock
        self._pause = pause
        self._lists: dict[str, tuple[int, Sequence[ListedTable]]] = {}

    async def follow(self, lang: str) -> AsyncGenerator[Sequence[ListedTable]]:
        """The current list, then a new one after each change. Never ends."""
        with self._bus.subscribe(LOBBY) as subscription:
            shown = await self._tables.lobby(lang)
            yield shown
            while True:
                listed = await self._at(await subscription.news(), lang)
                if listed != shown:
                    shown = listed
                    yield shown
                await self._clock.sleep(self._pause)

    async def _at(self, number: int, lang: str) -> Sequence[ListedTable]:
        """The list after a piece of news: shared with readers who received the same news, or a new one."""
        known, listed = self._lists.get(lang, (0, ()))
        if known < number:
            listed = await self._tables.lobby(lang)
            self._lists[lang] = number, listed
        return listed
