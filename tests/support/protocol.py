"""A small client of the socket protocol. The attack tests know the message format only from here.

`at_table` and `in_lobby` open a connection to an app in this process, or to a server by its address. Tests of the
protocol use the far end of a socket directly: `Socket` and `connect`.
"""

from __future__ import annotations

import asyncio
import json
import uuid
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Any, Protocol

from starlette.types import ASGIApp, Message
from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as dial
from websockets.exceptions import ConnectionClosed, InvalidStatus

from pasch.service.views.rows import events_of, followed, snapshot_of
from pasch.service.views.schema.socket import PROTOCOL

API = "/api/v1"
HOST = "pasch.test"
TIMEOUT = 30.0
"""Seconds allowed for a message."""

Json = Any
"""The content of a message."""


class Caller(Protocol):
    """A person with a session, or without one."""

    @property
    def token(self) -> str | None:
        """The proof of the caller's identity."""

    @property
    def language(self) -> str:
        """The requested language of texts."""


class World(Protocol):
    """An app in this process."""

    @property
    def app(self) -> ASGIApp:
        """The app under test."""


@dataclass(frozen=True)
class Answer:
    """The server's answer to a command; `code` is the reason of a refusal, otherwise empty."""

    id: str | None
    status: int
    code: str = ""


class Listener:
    """A client's view of a table: `hello` and patches, expanded to snapshots and single events."""

    def __init__(self) -> None:
        self.table_state: Json = None

    def expand(self, message: Json) -> list[Json]:
        """The parts of a message: each of its events, and the resulting snapshot."""
        match message:
            case {"kind": "hello", "table": table}:
                self.table_state = table
                return [{"kind": "snapshot", "snapshot": snapshot_of(table)}]
            case {"kind": "batch", "from": before, "events": rows}:
                events = events_of(rows, before, self.table_state["opened_at"])
                messages = [{"kind": "event", "event": event} for event in events]
                return messages + self._patched(before, events[-1]["seq"], message.get("set"))
            case _:
                return [message]

    def _patched(self, before: int, seq: int, changes: Json) -> list[Json]:
        if changes is None:
            return []
        assert before == self.table_state["seq"], "a message is missing"
        self.table_state = followed(self.table_state, changes, seq)
        return [{"kind": "snapshot", "snapshot": snapshot_of(self.table_state)}]


def as_sent(snapshot: Json) -> Json:
    """An HTTP snapshot in the socket's form, which does not list the keeps."""
    legal = [action for action in snapshot["legal_actions"] if "keep" not in action]
    return {**snapshot, "legal_actions": legal}


class Connection:
    """Messages from the server, and the way it closed the connection.

    `raw_messages` holds the messages as received, `parts` their parts (`Listener`). `refused` holds the status and the
    headers of a refused handshake, `code` and `reason` those of a close.
    """

    def __init__(self) -> None:
        self.raw_messages: list[Json] = []
        self.parts: list[Json] = []
        self._listener = Listener()
        self.received = asyncio.Event()
        self.closed = asyncio.Event()
        self.refused: tuple[int, dict[str, str]] | None = None
        self.code: int | None = None
        self.reason = ""

    async def send_text(self, text: str) -> None:
        """Send a text."""
        raise NotImplementedError

    # --------------------------------------------------------------------------- what has come

    async def opened(self) -> None:
        """Wait for the table, or the list of tables."""
        await self._find(lambda message: message["kind"] in {"snapshot", "lobby"})

    async def until_event(self, seq: int) -> Sequence[int]:
        """Wait for an event by its number; returns the numbers of all received events."""
        await self._find(lambda message: message["kind"] == "event" and message["event"]["seq"] == seq)
        return [message["event"]["seq"] for message in self.parts if message["kind"] == "event"]

    async def ask(self, type: str, **body: Json) -> Answer:
        """Send a command, with a new id unless one is given; returns the answer."""
        return await self.ask_text(json.dumps({"id": str(uuid.uuid4()), "type": type, **body}))

    async def ask_text(self, text: str) -> Answer:
        """Send a text that may be no command; returns the next answer."""
        before = len(self._of_kind("answer"))
        await self.send_text(text)
        answer = (await self.until("answer", before + 1))[before]
        return Answer(answer["id"], answer["status"], answer["body"].get("code", ""))

    async def revoked(self, within: float) -> bool:
        """Whether the server closes the connection because its session has ended. Raises `TimeoutError`."""
        await asyncio.wait_for(self.closed.wait(), within)
        return self.code == 1008

    # --------------------------------------------------------------------------- messages by their kind

    async def until(self, kind: str, count: int) -> list[Json]:
        """Wait for this many messages of a kind; returns all of them."""
        while len(found := self._of_kind(kind)) < count:
            await self._more()
        return found

    async def until_at(self, seq: int) -> None:
        """Wait for the snapshot after an event."""
        await self._find(lambda message: message["kind"] == "snapshot" and message["snapshot"]["seq"] >= seq)

    def take(self, text: str) -> None:
        """Record a message."""
        message = json.loads(text)
        self.raw_messages.append(message)
        self.parts += self._listener.expand(message)
        self.received.set()

    def _of_kind(self, kind: str) -> list[Json]:
        return [message for message in self.parts if message["kind"] == kind]

    async def _find(self, wanted: Callable[[Json], bool]) -> None:
        seen = 0
        while not any(map(wanted, self.parts[seen:])):
            seen = len(self.parts)
            await self._more()

    async def _more(self) -> None:
        self.received.clear()
        await asyncio.wait_for(self.received.wait(), TIMEOUT)


class Socket(Connection):
    """The far end of a socket in this process.

    It accepts `capacity` messages and then no more, like a phone that fell asleep.
    """

    def __init__(self, capacity: int = 1_000_000) -> None:
        super().__init__()
        self.capacity = capacity
        self.outgoing: asyncio.Queue[Message] = asyncio.Queue()
        self.outgoing.put_nowait({"type": "websocket.connect"})

    async def send(self, message: Message) -> None:
        """Accept a message from the app."""
        if message["type"] == "websocket.close":
            self.code, self.reason = message["code"], message.get("reason", "")
            self.closed.set()
        elif message["type"] == "websocket.http.response.start":
            self.refused = message["status"], {name.decode(): value.decode() for name, value in message["headers"]}
        elif message["type"] == "websocket.send":
            for text in (*message["before"], message["text"]):
                if len(self.raw_messages) == self.capacity:
                    await asyncio.Event().wait()
                self.take(text)

    async def send_text(self, text: str) -> None:
        """Send a text."""
        self.outgoing.put_nowait({"type": "websocket.receive", "text": text})

    def command(self, **body: Json) -> None:
        """Send a command."""
        text = json.dumps({"id": str(uuid.uuid4()), **body})
        self.outgoing.put_nowait({"type": "websocket.receive", "text": text})

    def disconnect(self) -> None:
        """Close the page."""
        self.outgoing.put_nowait({"type": "websocket.disconnect", "code": 1000})


def connect(
    world: World,
    person: Caller,
    table: str,
    socket: Socket,
    *,
    path: str | None = None,
    origin: str | None = None,
    host: str = HOST,
    query: str = f"version={PROTOCOL}",
) -> asyncio.Task[None]:
    """Open a person's connection to a table, or to another address."""
    headers = [(b"host", host.encode()), (b"accept-language", person.language.encode())]
    if person.token:
        headers.append((b"authorization", f"Bearer {person.token}".encode()))
    if origin:
        headers.append((b"origin", origin.encode()))
    scope = {
        "type": "websocket",
        "scheme": "ws",
        "path": path or f"{API}/tables/{table}/ws",
        "query_string": query.encode(),
        "headers": headers,
        "client": ("10.0.0.9", 1),
        "subprotocols": [],
        "extensions": {"websocket.http.response": {}},
    }

    async def run() -> None:
        await world.app(scope, socket.outgoing.get, socket.send)

    return asyncio.create_task(run())


class NetworkConnection(Connection):
    """A connection over the network."""

    def __init__(self, socket: ClientConnection) -> None:
        super().__init__()
        self._socket = socket

    async def send_text(self, text: str) -> None:
        """Send a text."""
        await self._socket.send(text)

    async def read(self) -> None:
        """Read messages until the connection closes."""
        try:
            while True:
                self.take(await self._socket.recv(decode=True))
        except ConnectionClosed:
            self.code = self._socket.close_code
            self.closed.set()


# ------------------------------------------------------------------------------- opening


def at_table(
    target: World | str, person: Caller, table: str, *, host: str = HOST
) -> AbstractAsyncContextManager[Connection]:
    """A person's connection to a table while the context is open. `target` is a world, or the address of a server."""
    return _opened(target, person, f"{API}/tables/{table}/ws?version={PROTOCOL}", host)


def in_lobby(target: World | str, person: Caller) -> AbstractAsyncContextManager[Connection]:
    """A person's connection to the lobby while the context is open."""
    return _opened(target, person, f"{API}/lobby/ws", HOST)


@asynccontextmanager
async def _opened(target: World | str, person: Caller, path: str, host: str) -> AsyncIterator[Connection]:
    async with AsyncExitStack() as stack:
        if isinstance(target, str):
            yield await _dialled(stack, target, person, path)
            return
        socket = Socket()
        task = connect(target, person, "", socket, path=path.partition("?")[0], host=host)
        first = asyncio.create_task(socket.opened())
        await asyncio.wait({task, first}, return_when=asyncio.FIRST_COMPLETED)
        first.cancel()
        yield socket
        socket.disconnect()
        await asyncio.wait_for(task, TIMEOUT)


async def _dialled(stack: AsyncExitStack, url: str, person: Caller, path: str) -> Connection:
    headers = {"Authorization": f"Bearer {person.token}", "Accept-Language": person.language}
    try:
        socket = await stack.enter_async_context(dial(url.replace("http", "ws", 1) + path, additional_headers=headers))
    except InvalidStatus as refused:
        connection = Connection()
        connection.refused = refused.response.status_code, dict(refused.response.headers)
        return connection
    connection = NetworkConnection(socket)
    reading = asyncio.create_task(connection.read())
    stack.callback(reading.cancel)
    await connection.opened()
    return connection


# ------------------------------------------------------------------------------- logs


def kinds_of(lines: Iterable[str]) -> list[str]:
    """The kinds of events in the lines of a log."""
    return [json.loads(line)["type"] for line in lines]
