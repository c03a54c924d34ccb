"""Tables on two kinds of server, as played by `bench.load`, with a socket for each person at the table."""

import asyncio
import json
import time
import uuid
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from websockets.asyncio.client import ClientConnection, connect

from bench.server import SEATS, VARIANT, Http


@dataclass(frozen=True)
class Move:
    """A roll of all dice, or an entry in a cell."""

    type: str
    cell: str = ""


TIMEOUT = 30.0
"""Seconds after which an answer or an event counts as lost."""


class TableConnection(ABC):
    """One socket. It notes the times of the first event and of the answer, and drops the rest.

    A close by the other side raises an error in every waiting caller.
    """

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self._error: Exception | None = None
        self.event_time: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        self.answer: asyncio.Future[tuple[float, str]] = asyncio.get_running_loop().create_future()
        self.reader = asyncio.create_task(self._read())

    def reset(self) -> None:
        """Reset the noted times."""
        if self._error is not None:
            raise self._error
        loop = asyncio.get_running_loop()
        self.event_time, self.answer = loop.create_future(), loop.create_future()

    async def close(self) -> None:
        self.reader.cancel()
        await self.socket.close()

    async def _read(self) -> None:
        try:
            async for text in self.socket:
                assert isinstance(text, str)
                await self.classify(text)
        except Exception as error:  # noqa: BLE001 - the waiting caller raises it
            self._fail(error)
        else:
            reason = f"{self.socket.close_code} {self.socket.close_reason}"
            self._fail(ConnectionError(f"a line was closed by the server: {reason}"))

    def _fail(self, error: Exception) -> None:
        self._error = error
        for future in (self.event_time, self.answer):
            if not future.done():
                future.set_exception(error)
                future.exception()  # marks the exception as handled, since the future may have no waiting caller

    @abstractmethod
    async def classify(self, text: str) -> None:
        """Classify a message: event, answer, or neither."""

    def _event_arrived(self) -> None:
        if not self.event_time.done():
            self.event_time.set_result(time.perf_counter())

    def _answer_arrived(self, text: str) -> None:
        if not self.answer.done():
            self.answer.set_result((time.perf_counter(), text))


class Table(Protocol):
    """A place where a game is played."""

    async def send(self, seat: int, move: Move) -> tuple[float, float]:
        """Seconds until the answer, and until all others have received the event."""

    async def close(self) -> None: ...


class GameServer(Protocol):
    """A server; `process` is its number."""

    process: int

    async def table(self) -> Table:
        """A new table with all seats taken."""


async def send_timed(connections: Sequence[TableConnection], seat: int, text: str) -> tuple[float, float, str]:
    """Send on a seat's socket: seconds until the answer, until all others have the event, and the answer."""
    for connection in connections:
        connection.reset()
    began = time.perf_counter()
    try:
        async with asyncio.timeout(TIMEOUT):
            await connections[seat].socket.send(text)
            answered_at, answer = await connections[seat].answer
            event_time = [
                await connection.event_time for connection in connections if connection is not connections[seat]
            ]
    except TimeoutError:
        raise TimeoutError(
            f"after {TIMEOUT:.0f} s a command was not answered, or a listener received no event"
        ) from None
    return answered_at - began, max(event_time) - began, answer


# ------------------------------------------------------------------------------- pasch


class PaschConnection(TableConnection):
    """Messages begin with their kind."""

    async def classify(self, text: str) -> None:
        if text.startswith('{"kind":"batch"'):
            self._event_arrived()
        elif text.startswith('{"kind":"answer"'):
            self._answer_arrived(text)


@dataclass
class PaschTable:
    id: str
    seq: int
    connections: Sequence[TableConnection]

    async def send(self, seat: int, move: Move) -> tuple[float, float]:
        command = {"type": move.type, "id": str(uuid.uuid4()), "expect_seq": self.seq}
        body = json.dumps({**command, "cell": move.cell} if move.cell else command)
        answered, live, text = await send_timed(self.connections, seat, body)
        answer = json.loads(text)
        assert answer["status"] == 200, answer
        self.seq = answer["body"]["seq"]
        return answered, live

    async def close(self) -> None:
        await asyncio.gather(*(connection.close() for connection in self.connections))


@dataclass
class Pasch:
    """`pasch serve`, with a session for each person."""

    port: int
    process: int
    watchers: int
    own_addresses: bool = False
    """Whether every table plays from a separate address, as a reverse proxy on this machine would name it."""
    seats: int = SEATS
    games: int = 1
    _tables: int = 0

    async def table(self) -> PaschTable:
        self._tables += 1
        people = [await self._new_session() for _ in range(self.seats)]
        request = {
            "variant": VARIANT,
            "games": self.games,
            "seats": [{"kind": "local"}, *[{"kind": "human"}] * (self.seats - 1)],
            "visibility": "public",
            "start": True,
        }
        _, opened = await people[0].call("POST", "/api/v1/tables", request)
        path = f"/api/v1/tables/{opened['id']}"
        for person in people[1:]:
            _, opened = await person.call("POST", f"{path}/seats", {})
        if opened["status"] == "waiting":
            _, opened = await people[0].call("POST", f"{path}/start", {})
        connections = [await self._connect(path, person.token) for person in people]
        connections += [await self._connect(path, "") for _ in range(self.watchers)]
        for person in people:
            person.writer.close()
        return PaschTable(opened["id"], opened["seq"], connections)

    async def _new_session(self) -> Http:
        http = Http("127.0.0.1", self.port, address=self._address())
        await http.open()
        _, session = await http.call("POST", "/api/v1/session")
        http.token = session["token"]
        return http

    def _address(self) -> str:
        number = self._tables
        return f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}" if self.own_addresses else ""

    async def _connect(self, path: str, token: str) -> TableConnection:
        # `after` a future event, so the server sends no past ones
        address = f"ws://127.0.0.1:{self.port}{path}/ws?after={10**9}&version=3"
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        if forwarded_for := self._address():
            headers["X-Forwarded-For"] = forwarded_for
        socket = await connect(address, additional_headers=headers, compression=None, max_queue=None)
        await socket.recv()  # hello
        return PaschConnection(socket)


# ------------------------------------------------------------------------------- boardgame.io


class BoardgameConnection(TableConnection):
    """Socket.IO over Engine.IO 4: `2` is a ping, `42/kniffel,[…]` a message on the game's channel."""

    async def classify(self, text: str) -> None:
        if text == "2":
            await self.socket.send("3")
        elif text.startswith('42/kniffel,["update"'):
            self._event_arrived()
            self._answer_arrived(text)


@dataclass
class BoardgameTable:
    id: str
    credentials: Sequence[str]
    connections: Sequence[TableConnection]
    state: int = 0

    async def send(self, seat: int, move: Move) -> tuple[float, float]:
        arguments = [move.cell] if move.cell else []
        payload = {"type": move.type, "args": arguments, "playerID": str(seat), "credentials": self.credentials[seat]}
        update = ["update", {"type": "MAKE_MOVE", "payload": payload}, self.state, self.id, str(seat)]
        answered, live, text = await send_timed(self.connections, seat, f"42/kniffel,{json.dumps(update)}")
        state = json.loads(text.partition(",")[2])[2]
        assert state["_stateID"] > self.state, "the move was refused"
        self.state = state["_stateID"]
        return answered, live

    async def close(self) -> None:
        await asyncio.gather(*(connection.close() for connection in self.connections))


@dataclass
class Boardgame:
    """A boardgame.io server with the game of `boardgame.cjs`; matches are opened at another port."""

    port: int
    opening_port: int
    process: int
    watchers: int

    async def table(self) -> BoardgameTable:
        http = Http("localhost", self.opening_port)
        await http.open()
        _, made = await http.call("POST", "/games/kniffel/create", {"numPlayers": SEATS})
        match = made["matchID"]
        credentials = []
        for seat in range(SEATS):
            _, joined = await http.call(
                "POST", f"/games/kniffel/{match}/join", {"playerID": str(seat), "playerName": f"Player {seat}"}
            )
            credentials.append(joined["playerCredentials"])
        http.writer.close()
        connections = [await self._connect(match, str(seat), credentials[seat]) for seat in range(SEATS)]
        connections += [await self._connect(match, None, None) for _ in range(self.watchers)]
        return BoardgameTable(match, credentials, connections)

    async def _connect(self, match: str, player: str | None, credentials: str | None) -> TableConnection:
        address = f"ws://localhost:{self.port}/socket.io/?EIO=4&transport=websocket"
        socket = await connect(address, compression=None, max_queue=None)
        await socket.recv()
        await socket.send("40/kniffel,")
        await socket.recv()
        await socket.send("42/kniffel," + json.dumps(["sync", match, player, credentials, SEATS]))
        while not str(await socket.recv()).startswith('42/kniffel,["sync"'):
            pass
        return BoardgameConnection(socket)
