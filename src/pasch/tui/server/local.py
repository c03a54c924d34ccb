"""A table in this process: the service itself, without a server."""

import asyncio
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from typing import TypeVar

from pasch.i18n import translator
from pasch.rules.errors import PaschError
from pasch.service.coach import Coach
from pasch.service.ids import TableId
from pasch.service.requests import Afterwards, Command, JoinTable, Session
from pasch.service.runtime.tables import Tables
from pasch.service.views.schema.coach import Advice
from pasch.service.views.schema.lists import SeatKey
from pasch.service.views.schema.people import ChatLines
from pasch.tui.server.link import Body, Happened, Link, LinkRefused, News, Shown
from pasch.words import error_text

Answer = TypeVar("Answer")


class LocalLink:
    """A connection of `session` to a table of this process. `read` decodes a command."""

    address = None

    def __init__(  # noqa: PLR0913, PLR0917 - each is a part of the service
        self,
        tables: Tables,
        coach: Coach,
        session: Session,
        table: TableId,
        lang: str,
        read: Callable[[Body], Command],
    ) -> None:
        self._tables = tables
        self._coach = coach
        self._session = session
        self._table = table
        self._read = read
        self._shown_seq = -1
        self._progress = asyncio.Condition()
        self.lang = lang

    async def news(self) -> AsyncIterator[News]:
        """The news of the table."""
        follow = self._tables.follow(self._session, self._table, 0, self.lang, linger=True)
        async with aclosing(follow) as batches:
            fresh = False
            async for batch in batches:
                for event in batch.events:
                    yield Happened(event, fresh=fresh)
                yield Shown(batch.snapshot)
                fresh = True
                async with self._progress:
                    self._shown_seq = batch.snapshot["seq"]
                    self._progress.notify_all()

    async def do(self, body: Body) -> None:
        """Execute a command."""
        await self._asked(self._act(body))

    async def _act(self, body: Body) -> None:
        command = self._read({"id": _new_id(), **body})
        answer = await self._tables.act(self._session, self._table, command)
        async with self._progress:
            await self._progress.wait_for(lambda: self._shown_seq >= answer.seq)

    async def advice(self) -> Advice:
        """The coach's advice. The tables it needs are computed on the first request."""
        return await self._asked(self._coach.advice_at(self._session, self._table, self.lang, "terminal"))

    async def sit(self, name: str) -> None:
        """Take an open seat."""
        await self._asked(self._tables.join(self._session, self._table, JoinTable(name)))

    async def fill(self, seat: int) -> None:
        """Let a bot take an open seat."""
        await self._asked(self._tables.fill(self._session, self._table, seat))

    async def start(self) -> None:
        """Begin the match."""
        await self._asked(self._tables.start(self._session, self._table))

    async def leave(self, then: str | None) -> None:
        """Leave the seat for good."""
        await self._asked(self._tables.leave(self._session, self._table, Afterwards(then) if then else None))

    async def interrupt(self) -> SeatKey:
        """Refused: a table of this process ends with it."""
        raise LinkRefused("illegal_action", translator(self.lang).text("tui", "This table ends with the terminal."))

    async def rematch(self) -> Link:
        """The table for a rematch of the same people."""
        table = await self._asked(self._tables.rematch(self._session, self._table))
        return LocalLink(self._tables, self._coach, self._session, table, self.lang, self._read)

    async def chat(self) -> ChatLines:
        """Empty: all players are here."""
        raise LinkRefused("room_closed", translator(self.lang).text("tui", "All players share this terminal."))

    async def speak(self, room: str, text: str) -> None:  # noqa: ARG002 - the protocol's parameters
        """Refused: all players are here."""
        await self.chat()

    async def end(self) -> None:
        """End the match here, unfinished, once no client follows it."""
        await self._asked(self._tables.act(self._session, self._table, self._read({"id": _new_id(), "type": "abort"})))

    async def record(self) -> str:
        """The match so far."""
        return await self._asked(self._tables.record(self._session, self._table, self.lang))

    async def _asked(self, doing: Awaitable[Answer]) -> Answer:
        try:
            return await doing
        except PaschError as error:
            variant = self._tables.known_variant(self._table)
            raise LinkRefused(error.code, error_text(error, self.lang, variant)) from None


def _new_id() -> str:
    return str(uuid.uuid4())
