"""The effect of abusive clients on other players: `.venv/bin/python -m bench.abuse` from the root folder.

Starts `pasch serve` with its default limits and an empty SQLite file. Each of some tables has two players and a
watcher, and plays at human pace. Meanwhile the abuse runs, one kind after the other: refused commands and malformed
messages, 2,000 in five seconds each; a thousand sockets from one address; guesses at tables; a flood of forged
tokens; chat messages of a megabyte; and a hundred sockets that read nothing while their table plays on. The floods of
`bench.floods` follow.

Each row shows the answers to the abuse, and the time that the players waited for the answers to their commands. The
target is a 99th percentile under 100 ms; each p99 appears next to the undisturbed one. The abuse comes from a
separate process on the same machine and shares its processors. `lag` is the greatest delay of the measuring loop.
Each row ends with the share of time in which the server's loop had a processor, and in which it waited for a busy
one: that is the machine's part. Players have other addresses, as a reverse proxy on this machine would name.
"""

import argparse
import asyncio
import json
import os
import secrets
import socket
import tempfile
import time
import uuid
from collections import Counter
from collections.abc import Awaitable, Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus

from bench.connections import Pasch, PaschTable
from bench.floods import FLOODS, Attacker, LongTables, prepare
from bench.load import LoadGenerator, Measurements, percentile
from bench.server import Http, processor_time, processor_wait
from tests.support.server import Server

COMMANDS = 2000
SECONDS = 5.0
SOCKETS = 1000
STALLED_CLIENTS = 100
Statuses = Counter[str]


class AbusiveClient:
    """An abusive client with a session, at a public table where it has no seat."""

    def __init__(self, port: int, table: str, token: str) -> None:
        self.port = port
        self.table = table
        self.token = token

    @property
    def address(self) -> str:
        """The address of the table's socket."""
        return f"ws://127.0.0.1:{self.port}/api/v1/tables/{self.table}/ws?after={10**9}&version=3"

    @property
    def headers(self) -> dict[str, str]:
        """The headers that identify the client."""
        return {"Authorization": f"Bearer {self.token}"}

    async def http(self) -> Http:
        """A separate connection."""
        http = Http("127.0.0.1", self.port, self.token)
        await http.open()
        return http

    async def messages(self, make: Callable[[], str]) -> Statuses:
        """Send messages on one socket, as fast as the flood requires."""
        statuses = Statuses()
        async with connect(self.address, additional_headers=self.headers, max_queue=None) as connection:
            reader = asyncio.create_task(self._count(connection, statuses))
            began = time.perf_counter()
            for number in range(COMMANDS):
                await asyncio.sleep(max(0.0, began + number * SECONDS / COMMANDS - time.perf_counter()))
                await connection.send(make())
            with suppress(TimeoutError):
                await asyncio.wait_for(reader, 10)
        return statuses

    @staticmethod
    async def _count(connection: ClientConnection, statuses: Statuses) -> None:
        while statuses.total() < COMMANDS:
            message = json.loads(await connection.recv())
            if message["kind"] == "answer":
                statuses[str(message["status"])] += 1

    async def refused_commands(self) -> Statuses:
        """Rolls at a table without a seat there."""
        return await self.messages(lambda: json.dumps({"id": str(uuid.uuid4()), "type": "roll"}))

    async def broken_messages(self) -> Statuses:
        """Brackets without a closing bracket."""
        return await self.messages(lambda: "[" * 10_000)

    async def sockets(self) -> Statuses:
        """A thousand sockets at once, held for a while."""
        statuses, connections = Statuses(), []
        for _ in range(SOCKETS):
            try:
                connections.append(await connect(self.address, additional_headers=self.headers, max_queue=1))
                statuses["101"] += 1
            except InvalidStatus as refused:
                statuses[str(refused.response.status_code)] += 1
        await asyncio.gather(*(connection.close() for connection in connections))
        return statuses

    async def requests(self, path: Callable[[], str], body: object = None, *, forged: bool = False) -> Statuses:
        """Send requests, one after the other on one connection."""
        statuses, http = Statuses(), await self.http()
        for _ in range(COMMANDS):
            if forged:
                http.token = secrets.token_hex(32)
            status, _ = await http.call("GET" if body is None else "POST", path(), body)
            statuses[str(status)] += 1
        return statuses

    async def guesses(self) -> Statuses:
        """Guesses at existing tables."""
        return await self.requests(lambda: f"/api/v1/tables/{secrets.token_hex(16)}")

    async def forged_tokens(self) -> Statuses:
        """Tokens that belong to no session."""
        return await self.requests(lambda: "/api/v1/session", forged=True)

    async def long_chat(self) -> Statuses:
        """Messages of a megabyte, each on a separate connection."""
        statuses = Statuses()
        for _ in range(50):
            http = await self.http()
            status, _ = await http.call("POST", "/api/v1/chat", {"text": "x" * 1_000_000})
            statuses[str(status)] += 1
            http.writer.close()
        return statuses

    async def stalled_clients(self) -> Statuses:
        """Sockets with small buffers that read nothing at a table that plays on."""
        sockets_ = [await self._stalled_client() for _ in range(STALLED_CLIENTS)]
        await asyncio.sleep(SECONDS)
        for client in sockets_:
            client.close()
        return Statuses({"asleep": len(sockets_)})

    async def _stalled_client(self) -> socket.socket:
        client = socket.socket()
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        client.setblocking(False)
        loop = asyncio.get_running_loop()
        await loop.sock_connect(client, ("127.0.0.1", self.port))
        head = f"GET /api/v1/tables/{self.table}/ws?version=3 HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
        head += "Upgrade: websocket\r\nConnection: Upgrade\r\n"
        head += "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
        await loop.sock_sendall(client, f"{head}Authorization: Bearer {self.token}\r\n\r\n".encode())
        return client


@dataclass(frozen=True)
class Target:
    """The target of the abuse: the server, the session, and the long tables."""

    port: int
    table: str
    token: str
    long: LongTables

    def floods(self) -> dict[str, Callable[[], Awaitable[Statuses]]]:
        """All floods by their names, in order."""
        abusive_client = AbusiveClient(self.port, self.table, self.token)
        attacker = Attacker(self.port, self.token, self.long)
        return {
            "2,000 refused commands": abusive_client.refused_commands,
            "2,000 broken messages": abusive_client.broken_messages,
            "1,000 sockets": abusive_client.sockets,
            "2,000 guesses at tables": abusive_client.guesses,
            "2,000 forged tokens": abusive_client.forged_tokens,
            "50 chat lines of 1 MB": abusive_client.long_chat,
            "100 sockets that read nothing": abusive_client.stalled_clients,
            **{name: partial(flood, attacker) for name, flood in FLOODS},
        }


def wait_for_import() -> None:
    """Return once the process has imported this module."""


def flood_of(target: Target, name: str) -> Statuses:
    """Run one flood in a separate process, so its work does not delay the measured players."""

    async def flood() -> Statuses:
        return await target.floods()[name]()

    return asyncio.run(flood())


async def run(game_server: Pasch, tables: int, pace: float, long: LongTables, name_part: str) -> None:
    """Run every kind of abuse in turn, while the tables play."""
    loop = asyncio.get_running_loop()
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as executor:
        async with LoadGenerator(game_server, pace).open() as generator:
            await generator.grow(tables)
            public_table = await game_server.table()
            assert isinstance(public_table, PaschTable)
            session_http = Http("127.0.0.1", game_server.port)
            await session_http.open()
            _, session = await session_http.call("POST", "/api/v1/session")
            target = Target(game_server.port, public_table.id, session["token"], long)
            await loop.run_in_executor(executor, wait_for_import)
            quiet_p99 = None
            heads = "".join(f"{head:>9}" for head in ("took", "commands", "p50", "p99", "quiet", "slowest", "lag"))
            print(f"{'meanwhile':<32}{heads}   answered")
            for name in ("nothing", *(name for name in target.floods() if name_part in name), "nothing"):
                work = quiet if name == "nothing" else partial(loop.run_in_executor, executor, flood_of, target, name)
                generator.measurements, began, before = (
                    Measurements(),
                    time.perf_counter(),
                    processor_time(game_server.process),
                )
                waited_before = processor_wait(game_server.process)
                answers, _, lag = await asyncio.gather(work(), quiet(), lag_of_this_loop())
                duration, times = time.perf_counter() - began, generator.measurements.answered
                generator.check()
                quiet_p99 = quiet_p99 or percentile(times, 0.99)
                figures = (percentile(times, 0.5), percentile(times, 0.99), quiet_p99, max(times) * 1000, lag * 1000)
                columns = "".join(f"{figure:>9.1f}" for figure in figures)
                answered = ", ".join(f"{status}: {count}" for status, count in sorted(answers.items()))
                busy = f"{(processor_time(game_server.process) - before) / duration:.0%} of a processor"
                busy += f", {(processor_wait(game_server.process) - waited_before) / duration:.0%} waiting for one"
                print(f"{name:<32}{duration:>7.1f} s{len(times):>9}{columns}   {answered} ({busy})", flush=True)


async def lag_of_this_loop() -> float:
    """The greatest delay of the measuring loop within some seconds."""
    loop, lag = asyncio.get_running_loop(), 0.0
    end = loop.time() + SECONDS
    while (now := loop.time()) < end:
        await asyncio.sleep(0.01)
        lag = max(lag, loop.time() - now - 0.01)
    return lag


async def quiet() -> Statuses:
    """No abuse."""
    await asyncio.sleep(SECONDS)
    return Statuses()


def main() -> None:
    parser = argparse.ArgumentParser(description="The delay of ordinary players while a nuisance floods the server.")
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--pace", type=float, default=0.5, help="seconds between an answer and the next command")
    parser.add_argument("--only", default="", help="the floods whose names contain this")
    wanted = parser.parse_args()
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}; {wanted.tables} tables play; default limits; ms")
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        long = asyncio.run(prepare(f"sqlite:///{server.database.absolute()}"))
        with server:
            attack(server, wanted, long)


def attack(server: Server, wanted: argparse.Namespace, long: LongTables) -> None:
    assert server.process is not None
    game_server = Pasch(server.port, server.process.pid, watchers=1, own_addresses=True)
    asyncio.run(run(game_server, wanted.tables, wanted.pace, long, wanted.only))


if __name__ == "__main__":
    main()
