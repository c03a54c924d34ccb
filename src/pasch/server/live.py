"""One open WebSocket: a feeder that sends what happens, a reader that takes commands.

Theory of operation. The log lies in the store, so nothing is queued for a reader who is slow: the feeder takes the next
batch when the last has gone out, and that batch then holds all that has happened since. A reader who takes nothing for
`patience` seconds is disconnected with the code 1013 and resumes by `after`.

Order: the events of a batch, then the snapshot, then the answers to the commands that caused them. So the answer to an
accepted command waits in `_unanswered` until the feeder has sent the snapshot that holds its events; a refused command
is answered at once. The first message is always the snapshot, so the first batch comes with its snapshot in front.
"""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import aclosing, suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

from pasch.rules.errors import PaschError
from pasch.server.context import Context
from pasch.server.play import command_id, take_command
from pasch.server.problem import problem_of
from pasch.service.errors import Unauthenticated
from pasch.service.ids import TableId
from pasch.service.requests import Session
from pasch.service.views import Batch

GOING_AWAY, TRY_AGAIN = 1001, 1013

Message = dict[str, object]
"""What is sent, before it is text; `pasch.server.wire.socket` tells the shapes."""


class Live:
    """A caller's line to one table. `session` None: somebody who only watches a public table."""

    def __init__(self, context: Context, socket: WebSocket, session: Session | None, table: TableId, lang: str) -> None:
        self._context = context
        self._socket = socket
        self._session = session
        self._table = table
        self._lang = lang
        self._shown = -1
        self._unanswered: list[tuple[int, Message]] = []

    async def run(self, first: Batch, batches: AsyncIterator[Batch]) -> None:
        """Until one side goes. `first` is the batch that was read to let the caller in."""
        feeder = asyncio.ensure_future(self._feed(first, batches))
        reader = asyncio.ensure_future(self._read())
        try:
            done, _ = await asyncio.wait({feeder, reader}, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        except TimeoutError:
            self._context.metrics.slow_readers += 1
            await self._close(TRY_AGAIN)
        finally:
            feeder.cancel()
            reader.cancel()
            await asyncio.wait({feeder, reader})

    async def _feed(self, first: Batch, batches: AsyncIterator[Batch]) -> None:
        await self._say({"kind": "snapshot", "snapshot": first["snapshot"]})
        for event in first["events"]:
            await self._say({"kind": "event", "event": event})
        await self._answer_up_to(first["snapshot"]["seq"])
        async with aclosing(self._context.closing.through(batches)) as coming:
            async for batch in coming:
                if batch is not None and batch["events"]:
                    await self._show(batch)
        # The log has ended, or the server does; on an ended table commands still get their refusals.
        await self._context.closing.wait()
        await self._close(GOING_AWAY)

    async def _show(self, batch: Batch) -> None:
        for event in batch["events"]:
            await self._say({"kind": "event", "event": event})
        await self._say({"kind": "snapshot", "snapshot": batch["snapshot"]})
        await self._answer_up_to(batch["snapshot"]["seq"])

    async def _answer_up_to(self, seq: int) -> None:
        self._shown = seq
        due = [answer for at, answer in self._unanswered if at <= seq]
        self._unanswered = [(at, answer) for at, answer in self._unanswered if at > seq]
        for answer in due:
            await self._say(answer)

    async def _read(self) -> None:
        """Take commands, one after the other."""
        while True:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            await self._take(message.get("text") or message.get("bytes") or b"")

    async def _take(self, text: str | bytes) -> None:
        """Carry out what a message asks for, and answer it."""
        name = command_id(text)
        try:
            if self._session is None:
                raise Unauthenticated
            body = await take_command(self._context, self._session, self._table, text)
        except PaschError as error:
            problem = problem_of(error, self._lang, self._context.tables.known_variant(self._table))
            await self._say(_answer(name, problem.status, problem.model_dump(exclude_none=True)))
            return
        answer, seq = _answer(name, 200, dict(body)), body["seq"]
        if seq <= self._shown:
            await self._say(answer)
        else:
            self._unanswered.append((seq, answer))

    async def _say(self, message: Message) -> None:
        text = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
        async with asyncio.timeout(self._context.settings.patience):
            await self._socket.send_text(text)

    async def _close(self, code: int) -> None:
        """Say goodbye, unless the other side does not listen even to that."""
        with suppress(TimeoutError, WebSocketDisconnect, RuntimeError):
            async with asyncio.timeout(1):
                await self._socket.close(code)


def _answer(name: str | None, status: int, body: dict[str, object]) -> Message:
    """The answer to a message; `id` is null when the message had none that could be read."""
    return {"kind": "answer", "id": name, "status": status, "body": body}
