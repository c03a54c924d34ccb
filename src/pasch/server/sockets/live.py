"""One open WebSocket: a reader that takes commands, and tasks that send what happens.

Theory of operation. The store contains the log, so the server queues nothing for a slow reader. The feeder takes the
next batch when the last has gone out, and that batch then holds all events since. A client that accepts nothing for
`patience` seconds is disconnected with the code 1013 and resumes by `after`.

Order: hello with the whole table, then batches: events with a patch, then the answers to the commands that caused them.
Events that came in several batches are followed by another hello.
So the answer to an accepted command waits in `_unanswered` for the patch that holds its events. While a command is
decided, the feeder leaves its messages in `_ready`, and the reader sends them with the answer in one write. A refused
command is answered at once.
`_view` is the view that the client holds: the next patch starts there.
A client that has lost a message requests another hello.

Most connections are idle most of the time, and there may be thousands. So the connection's own task is the reader. Of
the sent messages only that view is stored; watchers share it. The reader holds `_taking` while it handles a message,
and the shutdown waits for that.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterable, MutableMapping
from contextlib import AsyncExitStack, aclosing, suppress
from dataclasses import dataclass
from functools import partial
from random import random
from time import perf_counter
from typing import Any, NoReturn

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from pasch.rules.errors import PaschError
from pasch.server.api.answers import batch_text, hello_text, text_of
from pasch.server.api.problem import problem_of
from pasch.server.context import Context
from pasch.server.guards.callers import address_of
from pasch.server.sockets.commands import Sent, take_command
from pasch.server.sockets.speaker import GOING_AWAY, REVOKED, TRY_AGAIN, Speaker
from pasch.service.errors import Unauthenticated
from pasch.service.ids import TableId
from pasch.service.requests import Session
from pasch.service.runtime.connections import Connection
from pasch.service.table.presence import AbsenceReason
from pasch.service.views.schema.people import ChatLine
from pasch.service.views.schema.problems import Accepted, Problem
from pasch.service.views.schema.socket import AnswerMessage
from pasch.service.views.view import Batch

CLOSED = frozenset({1000, 1001, 1005})
"""The codes of a page that closes deliberately; all others mean a broken connection."""

HELLO = {"type": "hello"}
"""The request of a client that has lost a message."""

COUNTS = 0.5
"""The least time between two counts of watchers, in seconds: while hundreds come, each client gets few messages."""
CROWD = 50
"""The number of watchers beyond which each receives a new count at a random time within `COUNTS`."""


@dataclass(frozen=True)
class Visit:
    """A caller at a table, with the language `lang` of answers. `session` is None for a watcher of a public table."""

    session: Session | None
    table: TableId
    lang: str
    connection: Connection


@dataclass(frozen=True, slots=True)
class _Answer:
    """An answer to a message received at `since`, which must not precede the snapshot after event `seq`."""

    message: AnswerMessage
    since: float
    seq: int = 0


class _Over(Exception):
    """The connection has ended normally."""


class Live:
    """A caller's connection to one table. `first` is the batch read for its admission, `batches` are the next."""

    def __init__(
        self, context: Context, socket: WebSocket, visit: Visit, first: Batch, batches: AsyncGenerator[Batch]
    ) -> None:
        self._context = context
        self._socket = socket
        self._speaker = Speaker(socket, context.settings.patience)
        self._visit = visit
        self._first: Batch | None = first
        self._batches = batches
        self._view = first.view
        self._shown = -1
        self._unanswered: list[_Answer] = []
        self._deciding = False
        self._ready: list[str] = []
        self._sent = asyncio.Event()
        self._taking = asyncio.Lock()
        self._leaving = AsyncExitStack()

    async def run(self) -> None:
        """Serve until either side ends."""
        async with self._leaving:
            await self._run()

    async def _run(self) -> None:
        chat, visit = self._context.chat, self._visit
        try:
            async with AsyncExitStack() as stack:
                await stack.enter_async_context(aclosing(self._batches))
                await self._socket.accept()
                follows = await chat.follow_with_earlier(visit.session, visit.table, visit.lang)
                chats = [await stack.enter_async_context(aclosing(lines)) for lines in follows]
                for lines in chats:  # clients request earlier lines by HTTP, all others come here
                    await anext(lines)
                try:
                    await self._greet()
                    await self._serve(chats)
                except* WebSocketDisconnect:  # the client closed during a send
                    await self._await_close()
        except* (_Over, WebSocketDisconnect):
            pass
        except* TimeoutError:
            self._context.metrics.slow_readers.inc()
            await self._speaker.close(TRY_AGAIN)
        except* PaschError:  # the store does not answer at the moment; a client that reconnects resumes where it was
            await self._speaker.close(TRY_AGAIN)

    async def _greet(self) -> None:
        assert self._first is not None
        first, self._first = self._first, None
        await self._speaker.pass_on(hello_text(self._view), *([batch_text(first, None)] if first.events else []))
        self._shown = first.view.seq if first.whole else 0

    async def _serve(self, chats: Iterable[AsyncIterator[list[ChatLine]]]) -> None:
        async with asyncio.TaskGroup() as group:
            works = (
                self._feed(),
                self._count(),
                *map(self._pass_on_chat, chats),
                self._keep_alive(),
                self._end_when_revoked(),
            )
            sides = [group.create_task(work) for work in works]
            await self._read()
            # An exception would end them too, but the group's frame and its exception would refer to each other. All
            # objects of the connection would then wait for the garbage collector.
            for side in sides:
                side.cancel()

    # --------------------------------------------------------------------------- sending

    async def _feed(self) -> NoReturn:
        async for batch in self._batches:
            if batch.events:
                await self._show(batch)
            del batch  # frees it before the next one comes
        await self._say_goodbye()  # the caller has lost access to the table

    async def _show(self, batch: Batch) -> None:
        if not batch.whole:
            await self._speaker.feed(batch_text(batch, None))
            return
        base, self._view = self._view, batch.view
        if base.seq == batch.events[0]["seq"] - 1:
            texts = [batch_text(batch, base)]
        else:  # the end of a long history, or of more than one batch may reveal
            texts = [batch_text(batch, None), hello_text(self._view)]
        if self._deciding:
            self._ready = texts
            self._sent.clear()
            await self._sent.wait()
        else:
            await self._send(self._speaker.feed, texts)
        if late := self._take_answers(self._shown):  # they came while the client was slow
            await self._reply(*late)

    async def _send(self, send: Callable[..., Awaitable[None]], texts: Iterable[str]) -> None:
        """Send the view that the client will hold, and the answers that wait for it."""
        answers = self._take_answers(self._view.seq)
        await send(*texts, *(text_of(answer.message) for answer in answers))
        self._observe(answers)
        self._shown = self._view.seq

    def _take_answers(self, seq: int) -> list[_Answer]:
        """Take the answers that wait for an event up to this one."""
        if not self._unanswered:
            return []
        taken = [answer for answer in self._unanswered if answer.seq <= seq]
        self._unanswered = [answer for answer in self._unanswered if answer.seq > seq]
        return taken

    async def _reply(self, *answers: _Answer) -> None:
        await self._speaker.pass_on(*(text_of(answer.message) for answer in answers))
        self._observe(answers)

    def _observe(self, answers: Iterable[_Answer]) -> None:
        for answer in answers:
            self._context.metrics.answered("socket", answer.since, self._visit.table)

    async def _pass_on_chat(self, lines: AsyncIterator[list[ChatLine]]) -> None:
        """Send the table's chat, as long as the caller has access."""
        async for new_lines in lines:
            for line in new_lines:
                await self._speaker.say({"kind": "chat", "line": line})

    async def _count(self) -> None:
        """Send the number of watchers, whenever it changes."""
        async with aclosing(self._context.tables.watchers(self._visit.table)) as counts:
            async for watchers in counts:
                if watchers > CROWD:
                    await asyncio.sleep(random() * COUNTS)  # noqa: S311 - not a secret
                await self._speaker.say({"kind": "watchers", "watchers": watchers})
                await asyncio.sleep(COUNTS)

    async def _keep_alive(self) -> NoReturn:
        """Send a heartbeat after each silence until the server ends; close then, after the current command's answer.

        Raises `TimeoutError` for a client that does not accept what is fed.
        """
        speaker, silence, loop = self._speaker, self._context.settings.heartbeat, asyncio.get_running_loop()
        ended: asyncio.Future[None] = loop.create_future()
        with self._context.closing.calling(partial(ended.set_result, None)):
            while not ended.done():
                check_at = min(speaker.said_at + silence, speaker.deadline)
                await asyncio.wait([ended], timeout=check_at - loop.time())
                if loop.time() >= speaker.deadline:
                    raise TimeoutError
                if loop.time() >= speaker.said_at + silence:
                    await speaker.say({"kind": "alive"})
        async with self._taking:
            await self._say_goodbye()

    async def _end_when_revoked(self) -> None:
        if self._visit.session is not None:
            await self._context.sessions.revoked(self._visit.session)
            await self._say_goodbye(REVOKED)

    async def _say_goodbye(self, code: int = GOING_AWAY) -> NoReturn:
        await self._speaker.close(code)
        raise _Over

    # --------------------------------------------------------------------------- receiving

    async def _read(self) -> None:
        """Take commands in turn, until the client closes."""
        while (message := await self._socket.receive())["type"] != "websocket.disconnect":
            async with self._taking:
                await self._take(message.get("text") or message.get("bytes") or b"")
        self._ended(message)
        # Connections that close together leave a few at a time.
        await self._leaving.enter_async_context(self._context.turnstile.passing(address_of(self._socket)))

    def _ended(self, message: MutableMapping[str, Any]) -> None:
        self._visit.connection.why = AbsenceReason.CLOSED if message.get("code") in CLOSED else AbsenceReason.LOST

    async def _await_close(self) -> None:
        """Read on for the client's close code. Earlier requests are not answered any more."""
        with suppress(TimeoutError):
            async with asyncio.timeout(1):
                while self._socket.client_state is WebSocketState.CONNECTED:
                    message = await self._socket.receive()
                    if message["type"] == "websocket.disconnect":
                        self._ended(message)

    async def _take(self, text: str | bytes) -> None:
        """Execute a message's request, and answer it."""
        sent, since = Sent.read(text), perf_counter()
        if sent.value == HELLO:
            await self._resend_table(sent, since)
            return
        self._deciding = True
        answer = await self._answer(sent, since)
        self._deciding = False
        if answer.seq <= self._shown:
            await self._reply(answer)
        else:
            self._unanswered.append(answer)
        if self._ready:
            texts, self._ready = self._ready, []
            await self._send(self._speaker.pass_on, texts)
            self._sent.set()

    async def _resend_table(self, sent: Sent, since: float) -> None:
        """Send the whole table again; too many requests are refused like any other mistake."""
        session, address = self._visit.session, address_of(self._socket)
        try:
            self._context.refusal_limit.spend(address if session is None else session.id)
        except PaschError as error:
            await self._reply(self._refusal(error, sent, since))
        else:
            await self._speaker.pass_on(hello_text(self._view))

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
        return _Answer(_answer(sent.id, 200, body), since, body["seq"])

    def _refusal(self, error: PaschError, sent: Sent, since: float) -> _Answer:
        problem = problem_of(error, self._visit.lang, self._context.tables.known_variant(self._visit.table))
        return _Answer(_answer(sent.id, problem["status"], problem), since)


def _answer(name: str | None, status: int, body: Accepted | Problem) -> AnswerMessage:
    """The answer to a message; `id` is null when the message had no readable one."""
    return {"kind": "answer", "id": name, "status": status, "body": body}
