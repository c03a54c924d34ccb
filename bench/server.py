"""Commands per second through a real server: `.venv/bin/python -m bench.server` from the root folder.

Starts `pasch serve` with an empty SQLite file, seats two players at each of 50 tables, and lets all tables play at
once. Every table sends its next command after the last answer, over a separate connection. Latency runs from the
first byte sent to the last byte of the answer. Over the WebSocket the answer follows the events and the new snapshot,
which are included. Client and server share the machine and compete for its cores, so only the server's processor time
per command is comparable between machines under load. The server's limits are the defaults.
"""

import argparse
import asyncio
import json
import os
import tempfile
import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from tests.support.server import Server

VARIANT = "kniffel-plain"
CELLS = (
    *("ones", "twos", "threes", "fours", "fives", "sixes", "three_of_a_kind", "four_of_a_kind"),
    *("full_house", "small_straight", "large_straight", "kniffel", "chance"),
)
GAMES = 6
SEATS = 2


@dataclass
class Http:
    """The subset of HTTP/1.1 for a benchmark: one keep-alive connection, bodies of known length."""

    host: str
    port: int
    token: str = ""
    address: str = ""
    """The address that a reverse proxy would name; empty without a proxy."""
    reader: asyncio.StreamReader = field(init=False)
    writer: asyncio.StreamWriter = field(init=False)

    async def open(self) -> None:
        self.reader, self.writer = await asyncio.open_connection(self.host, self.port)

    async def call(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        content = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: {self.host}\r\nContent-Length: {len(content)}\r\n"
        head += "Content-Type: application/json\r\n"
        head += f"X-Forwarded-For: {self.address}\r\n" if self.address else ""
        head += f"Authorization: Bearer {self.token}\r\n\r\n" if self.token else "\r\n"
        self.writer.write(head.encode() + content)
        answer = await self.reader.readuntil(b"\r\n\r\n")
        lines = answer.decode().split("\r\n")
        headers = dict(line.lower().split(": ", 1) for line in lines[1:] if line)
        text = await self.reader.readexactly(int(headers.get("content-length", 0)))
        return int(lines[0].split()[1]), json.loads(text) if text else None


def commands() -> Iterator[dict[str, object]]:
    """The commands of one table: every seat rolls once and fills its cells in order, for six games."""
    for game in range(GAMES):
        if game:
            yield {"type": "next_game"}
        for cell in CELLS:
            for _ in range(SEATS):
                yield {"type": "roll"}
                yield {"type": "score", "cell": cell}


@dataclass
class Table:
    """One table that plays for as long as the clock runs."""

    http: Http
    stop_at: float
    over_socket: bool
    seconds: list[float] = field(default_factory=list)
    id: str = ""
    seq: int = 0
    socket: ClientConnection | None = None

    async def play(self) -> None:
        while time.perf_counter() < self.stop_at:
            await self.sit_down()
            for command in commands():
                if time.perf_counter() >= self.stop_at:
                    break
                await self.send(command)
            if self.socket is not None:
                await self.socket.close()

    async def sit_down(self) -> None:
        seats = [{"kind": "local", "name": name} for name in ("Anna", "Bernd")]
        wish = {"variant": VARIANT, "games": GAMES, "seats": seats}
        status, snapshot = await self.http.call("POST", "/api/v1/tables", wish)
        assert status == 201, snapshot
        self.id, self.seq = snapshot["id"], snapshot["seq"]
        if self.over_socket:
            address = f"ws://{self.http.host}:{self.http.port}/api/v1/tables/{self.id}/ws?after={self.seq}&version=3"
            headers = {"Authorization": f"Bearer {self.http.token}"}
            self.socket = await connect(address, additional_headers=headers, compression=None)
            await self.socket.recv()  # hello

    async def send(self, command: dict[str, object]) -> None:
        body = {**command, "id": str(uuid.uuid4()), "expect_seq": self.seq}
        began = time.perf_counter()
        status, answer = await (self.by_socket(body) if self.socket else self.by_http(body))
        self.seconds.append(time.perf_counter() - began)
        assert status == 200, answer
        self.seq = answer["seq"]

    async def by_http(self, body: dict[str, object]) -> tuple[int, Any]:
        return await self.http.call("POST", f"/api/v1/tables/{self.id}/commands", body)

    async def by_socket(self, body: dict[str, object]) -> tuple[int, Any]:
        assert self.socket is not None
        await self.socket.send(json.dumps(body))
        while True:
            text = await self.socket.recv()
            assert isinstance(text, str)
            if text.startswith('{"kind":"answer"'):
                message = json.loads(text)
                return message["status"], message["body"]


async def measure(server: Server, tables: int, seconds: float, *, over_socket: bool) -> tuple[float, list[float]]:
    """Let the tables play; the time taken and the latency of every command, both in seconds."""
    connections = [Http("127.0.0.1", server.port) for _ in range(tables)]
    for connection in connections:
        await connection.open()
        _, session = await connection.call("POST", "/api/v1/session")
        connection.token = session["token"]
    began = time.perf_counter()
    playing = [Table(connection, began + seconds, over_socket) for connection in connections]
    await asyncio.gather(*(table.play() for table in playing))
    return time.perf_counter() - began, [each for table in playing for each in table.seconds]


def report(name: str, took: float, latencies: list[float], tables: int, cpu: float) -> None:
    ordered = sorted(latencies)
    p50, p99 = (ordered[int(len(ordered) * share)] * 1000 for share in (0.5, 0.99))
    figures = f"p50 {p50:.1f} ms  p99 {p99:.1f} ms  slowest {ordered[-1] * 1000:.1f} ms"
    figures += f"  server {cpu / len(ordered) * 1000:.2f} ms processor time each"
    print(f"{name:<10} {tables} tables  {len(ordered):>7} commands  {len(ordered) / took:>7.0f} a second  {figures}")


def processor_time(process: int) -> float:
    """Seconds of processor time that a process has used so far; 0 where the system has no /proc."""
    file = Path(f"/proc/{process}/stat")
    if not file.exists():
        return 0.0
    fields = file.read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def processor_wait(process: int) -> float:
    """Seconds in which the main thread of a process was ready but had no processor; 0 without /proc."""
    file = Path(f"/proc/{process}/task/{process}/schedstat")
    return int(file.read_text().split()[1]) / 1e9 if file.exists() else 0.0


def main() -> None:
    parser = argparse.ArgumentParser(description="Commands per second through a real server.")
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=10.0)
    wanted = parser.parse_args()
    print(f"one server process, SQLite with synchronous FULL, {os.cpu_count()} cores shared with this client")
    for name, over_socket in (("HTTP", False), ("WebSocket", True)):
        with tempfile.TemporaryDirectory() as folder, Server(Path(folder)) as server:
            assert server.process is not None
            before = processor_time(server.process.pid)
            took, latencies = asyncio.run(measure(server, wanted.tables, wanted.seconds, over_socket=over_socket))
            used = processor_time(server.process.pid) - before
        report(name, took, latencies, wanted.tables, used)


if __name__ == "__main__":
    main()
