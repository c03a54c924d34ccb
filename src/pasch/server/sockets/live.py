"""One open WebSocket: a reader that takes commands, and beside it tasks that tell what happens.

Theory of operation. The log lies in the store, so nothing is queued for a reader who is slow: the feeder takes the next
batch when the last has gone out, and that batch then holds all that has happened since. A reader who takes nothing for
`patience` seconds is disconnected with the code 1013 and resumes by `after`.

Order: hello with the whole table, then batches: events with a patch, then the answers to the commands that caused them.
After events that came in several batches hello is said again.
So the answer to an accepted command waits in `_unanswered` until the feeder has sent the patch that holds its events; a
refused command is answered at once. `_held` is the snapshot that the other side holds: the next patch starts there.
Whoever has lost a message asks for another hello.

Most lines are idle most of the time, and there may be thousands. So the reader is the task that the line came with, it
also breaks the silence, and of what was said only that snapshot is kept; those who only watch share it.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Iterable, MutableMapping
from contextlib import AsyncExitStack, aclosing, suppress
from dataclasses import dataclass
from random import random
from time import perf_counter
from typing import Any, NoReturn

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from pasch.rules.errors import PaschError
from pasch.server.api.problem import problem_of
from pasch.server.api.texts import Message, batch_text, brief_by, hello_text
from pasch.server.context import Context
from pasch.server.guards.callers import address_of
from pasch.server.sockets.commands import Sent, take_command
from pasch.server.sockets.speaker import GOING_AWAY, REVOKED, TRY_AGAIN, Speaker
from pasch.service.errors import Unauthenticated
from pasch.service.ids import TableId
from pasch.service.requests import Session
from pasch.service.runtime.connections import Connection
from pasch.service.table.presence import AbsenceReason
from pasch.service.views.batch import Batch
from pasch.service.views.brief import Brief
from pasch.service.views.schema import LineView

CLOSED = frozenset({1000, 1001, 1005})
"""With these a page that is closed says goodbye; everything else is a line that broke."""

HELLO = {"type": "hello"}
"""What is sent by somebody who has lost a message."""

COUNTS = 0.5
"""The fewest seconds between two numbers of watchers: while hundreds come, each of them is told a few, not hundreds."""
CROWD = 50
"""More watchers than this are not all told of a new number in the same moment, but each at some time in `COUNTS`."""


@dataclass(frozen=True)
class Visit:
    """Who came to which table, to be answered in `lang`. `session` None: somebody who only watches a public table."""

    session: Session | None
    table: TableId
    lang: str
    line: Connection


@dataclass(frozen=True, slots=True)
class _Answer:
    """An answer to what came at `since`, which is not to be said before the snapshot after event `seq`."""

    message: Message
    since: float
    seq: int = 0


class _Over(Exception):
    """The line has ended as lines do."""


class Live:
    """A caller's line to one table. `first` is the batch that was read to let the caller in, `batches` are the next."""

    def __init__(
        self, context: Context, socket: WebSocket, visit: Visit, first: Batch, batches: AsyncGenerator[Batch]
    ) -> None:
        self._context = context
        self._socket = socket
        self._speaker = Speaker(socket, context.settings.patience)
        self._visit = visit
        self._first: Batch | None = first
        self._batches = batches
        self._held: Brief = brief_by(first)
        self._shown = -1
        self._unanswered: list[_Answer] = []
        self._waiting: asyncio.Timeout | None = None
        self._leaving = AsyncExitStack()

    async def run(self) -> None:
        """Until one side goes."""
        async with self._leaving:
            await self._run()

    async def _run(self) -> None:
        chat, visit = self._context.chat, self._visit
        try:
            async with AsyncExitStack() as stack:
                await stack.enter_async_context(aclosing(self._batches))
                await self._socket.accept()
                follows = await chat.follow_with_earlier(visit.session, visit.table, visit.lang)
                talks = [await stack.enter_async_context(aclosing(lines)) for lines in follows]
                for lines in talks:  # those said before the first message are asked for by HTTP, all others come here
                    await anext(lines)
                try:
                    await self._greet()
                    await self._serve(talks)
                except* WebSocketDisconnect:  # the other side closed while something was sent
                    await self._hear_the_end()
        except* (_Over, WebSocketDisconnect):
            pass
        except* TimeoutError:
            self._context.metrics.slow_readers += 1
            await self._speaker.close(TRY_AGAIN)
        except* PaschError:  # the store does not answer just now; whoever comes back goes on where they were
            await self._speaker.close(TRY_AGAIN)

    async def _greet(self) -> None:
        assert self._first is not None
        first, self._first = self._first, None
        await self._speaker.pass_on(hello_text(self._held), *([batch_text(first, None)] if first.events else []))
        self._shown = first.snapshot["seq"] if first.whole else 0

    async def _serve(self, talks: Iterable[AsyncIterator[list[LineView]]]) -> None:
        async with asyncio.TaskGroup() as sides:
            for side in (self._feed(), self._count(), *map(self._talk, talks), self._end_when_revoked()):
                sides.create_task(side)
            with self._context.closing.calling(self._stop_waiting):
                await self._read()

    # --------------------------------------------------------------------------- telling

    async def _feed(self) -> NoReturn:
        async for batch in self._batches:
            if batch.events:
                await self._show(batch)
            del batch  # else it would be kept until the next one comes
        await self._say_goodbye()  # the caller may not see the table any more

    async def _show(self, batch: Batch) -> None:
        if not batch.whole:
            await self._speaker.pass_on(batch_text(batch, None))
            return
        held, self._held = self._held, brief_by(batch)
        if held["seq"] == batch.events[0]["seq"] - 1:
            await self._speaker.pass_on(batch_text(batch, held))
        else:  # the end of a long past, or of more than one batch may tell
            await self._speaker.pass_on(batch_text(batch, None), hello_text(self._held))
        self._shown = seq = batch.snapshot["seq"]
        due = [answer for answer in self._unanswered if answer.seq <= seq]
        self._unanswered = [answer for answer in self._unanswered if answer.seq > seq]
        for answer in due:
            await self._reply(answer)

    async def _reply(self, answer: _Answer) -> None:
        await self._speaker.say(answer.message)
        self._context.observer.command_answered("socket", answer.since, self._visit.table)

    async def _talk(self, lines: AsyncIterator[list[LineView]]) -> None:
        """Pass on what is said at the table, as long as the caller sees it."""
        async for said in lines:
            for line in said:
                await self._speaker.say({"kind": "chat", "line": line})

    async def _count(self) -> None:
        """Tell how many people watch, whenever that changes."""
        async with aclosing(self._context.tables.watchers(self._visit.table)) as counts:
            async for watchers in counts:
                if watchers > CROWD:
                    await asyncio.sleep(random() * COUNTS)  # noqa: S311 - no secret
                await self._speaker.say({"kind": "watchers", "watchers": watchers})
                await asyncio.sleep(COUNTS)

    async def _end_when_revoked(self) -> None:
        if self._visit.session is not None:
            await self._context.sessions.revoked(self._visit.session)
            await self._say_goodbye(REVOKED)

    async def _say_goodbye(self, code: int = GOING_AWAY) -> NoReturn:
        await self._speaker.close(code)
        raise _Over

    # --------------------------------------------------------------------------- listening

    async def _read(self) -> NoReturn:
        """Take commands, one after the other, until the other side or the server ends."""
        while (message := await self._next()) is not None:
            if message["type"] == "websocket.disconnect":
                self._ended(message)
                # Hundreds that close at once are let go a few at a time.
                await self._leaving.enter_async_context(self._context.turnstile.passing(address_of(self._socket)))
                raise _Over
            await self._take(message.get("text") or message.get("bytes") or b"")
        await self._say_goodbye()

    def _ended(self, message: MutableMapping[str, Any]) -> None:
        self._visit.line.why = AbsenceReason.CLOSED if message.get("code") in CLOSED else AbsenceReason.LOST

    async def _hear_the_end(self) -> None:
        """Read on to how the other side ended. What it asked for before is not answered any more."""
        with suppress(TimeoutError):
            async with asyncio.timeout(1):
                while self._socket.client_state is WebSocketState.CONNECTED:
                    message = await self._socket.receive()
                    if message["type"] == "websocket.disconnect":
                        self._ended(message)

    async def _next(self) -> MutableMapping[str, Any] | None:
        """What the other side says next; None when the server ends. Meanwhile every silence is broken by a word."""
        silence, clock = self._context.settings.heartbeat, asyncio.get_running_loop().time
        while not self._context.closing.begun:
            try:
                async with asyncio.timeout_at(self._speaker.said_at + silence) as self._waiting:
                    return await self._socket.receive()
            except TimeoutError:
                pass
            finally:
                self._waiting = None
            if clock() >= self._speaker.said_at + silence:
                await self._speaker.say({"kind": "alive"})
        return None

    def _stop_waiting(self) -> None:
        if self._waiting is not None and not self._waiting.expired():  # else it is about to look by itself
            self._waiting.reschedule(asyncio.get_running_loop().time())

    async def _take(self, text: str | bytes) -> None:
        """Carry out what a message asks for, and answer it."""
        sent, since = Sent.read(text), perf_counter()
        if sent.value == HELLO:
            await self._greet_again(sent, since)
            return
        answer = await self._answer(sent, since)
        if answer.seq <= self._shown:
            await self._reply(answer)
        else:
            self._unanswered.append(answer)

    async def _greet_again(self, sent: Sent, since: float) -> None:
        """Tell the whole table anew; whoever asks too often is refused as for any other mistake."""
        session, address = self._visit.session, address_of(self._socket)
        try:
            self._context.refusal_limit.spend(address if session is None else session.id)
        except PaschError as error:
            await self._reply(self._refusal(error, sent, since))
        else:
            await self._speaker.pass_on(hello_text(self._held))

    async def _answer(self, sent: Sent, since: float) -> _Answer:
        try:
            if self._visit.session is None:
                self._context.refusal_limit.spend(address_of(self._socket))
                raise Unauthenticated
            body = await take_command(
                self._context, self._visit.session, self._visit.table, sent, address_of(self._socket)
            )
        except PaschError as error:
            return self._refusal(error, sent, since)
        return _Answer(_answer(sent.id, 200, dict(body)), since, body["seq"])

    def _refusal(self, error: PaschError, sent: Sent, since: float) -> _Answer:
        problem = problem_of(error, self._visit.lang, self._context.tables.known_variant(self._visit.table))
        return _Answer(_answer(sent.id, problem.status, problem.model_dump(exclude_none=True)), since)


def _answer(name: str | None, status: int, body: dict[str, object]) -> Message:
    """The answer to a message; `id` is null when the message had none that could be read."""
    return {"kind": "answer", "id": name, "status": status, "body": body}
