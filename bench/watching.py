"""Watchers only, many in one separate process, with a minimal WebSocket client.

A library's client costs more per message than the server, so a bench would measure the client. This client reads
frames, answers pings, and notes when the first byte of an event arrived. Times are those of `time.perf_counter`,
which on Linux is the same in all processes.
"""

import asyncio
import multiprocessing
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import cast

LANGUAGES = ("de", "en")
TEXT, PING, PONG = 1, 9, 10
EVENT = b'{"kind":"batch","from":'
HELLO = b'{"kind":"hello"'
MAX_HANDSHAKES = 50
"""Concurrent handshakes per process."""
LAG_INTERVAL = 0.02
"""Seconds between two readings of the clock, which show the process's own delay."""

Arrivals = dict[int, list[float]]
"""The times of an event's arrival, by its number: one for every watcher."""


@dataclass(frozen=True)
class Audience:
    """Watchers of a process: their tables (watcher by watcher), and their loopback address."""

    port: int
    tables: Sequence[str]
    address: str = "127.0.0.1"


@dataclass(frozen=True)
class Report:
    """The arrivals at an audience, the delays of its process, in seconds, and the number of lost connections."""

    arrivals: Arrivals
    lags: Sequence[float]
    lost: int


class Watcher(asyncio.Protocol):
    """One connection. `connected` is done after hello; `lost`: the connection ended after that."""

    def __init__(self, head: str, arrivals: Arrivals) -> None:
        self.connected = asyncio.get_running_loop().create_future()
        self.lost = False
        self._head = head
        self._arrivals = arrivals
        self._upgraded = False
        self._buffer = bytearray()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self._transport.write(self._head.encode())

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost = self.connected.done()
        if not self.lost:
            self.connected.set_exception(exc or ConnectionError(f"refused: {bytes(self._buffer[:300])!r}"))

    def data_received(self, data: bytes) -> None:
        now = time.perf_counter()
        self._buffer += data
        if not self._upgraded:
            self._finish_handshake()
        while self._upgraded and (frame := _frame(self._buffer)) is not None:
            kind, start, end = frame
            self._handle_frame(kind, memoryview(self._buffer)[start:end].tobytes(), now)
            del self._buffer[:end]

    def _finish_handshake(self) -> None:
        head, end, rest = self._buffer.partition(b"\r\n\r\n")
        if end and head.startswith(b"HTTP/1.1 101"):
            self._upgraded, self._buffer = True, rest

    def _handle_frame(self, kind: int, payload: bytes, now: float) -> None:
        if kind == PING:
            self._transport.write(bytes((0x80 | PONG, 0x80 | len(payload), 0, 0, 0, 0)) + payload)
        elif kind == TEXT and payload.startswith(EVENT):
            self._arrivals.setdefault(int(payload[len(EVENT) : payload.index(b",", len(EVENT))]) + 1, []).append(now)
        elif kind == TEXT and payload.startswith(HELLO) and not self.connected.done():
            self.connected.set_result(None)


def _frame(read: bytearray) -> tuple[int, int, int] | None:
    """The first whole frame: its kind, and the start and end of its content. None while it is incomplete."""
    if len(read) < 2:
        return None
    length, start = read[1] & 0x7F, 2
    for mark, size in ((126, 2), (127, 8)):
        if length == mark:
            start = 2 + size
            length = int.from_bytes(read[2:start], "big") if len(read) >= start else mark
            break
    end = start + length
    return (read[0] & 0x0F, start, end) if len(read) >= end else None


def _handshake(audience: Audience, number: int) -> str:
    lang = LANGUAGES[number % len(LANGUAGES)]
    path = f"/api/v1/tables/{audience.tables[number]}/ws?after={10**9}&version=3&lang={lang}"
    head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{audience.port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    return f"{head}Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"


# ------------------------------------------------------------------------------- in a separate process


async def _watch(audience: Audience, pipe: Connection) -> None:
    """Connect, report that, and watch until the parent sends a message; then report the results."""
    loop, arrivals = asyncio.get_running_loop(), cast("Arrivals", {})
    semaphore = asyncio.Semaphore(MAX_HANDSHAKES)

    async def connect(number: int) -> Watcher:
        async with semaphore:
            origin = (audience.address, 0)
            _, watcher = await loop.create_connection(
                lambda: Watcher(_handshake(audience, number), arrivals), "127.0.0.1", audience.port, local_addr=origin
            )
            await watcher.connected
        return watcher

    watchers = await asyncio.gather(*map(connect, range(len(audience.tables))))
    pipe.send(None)
    lags: list[float] = []
    clock = asyncio.create_task(_measure_lag(lags))
    await asyncio.to_thread(pipe.recv)
    clock.cancel()
    pipe.send(Report(arrivals, lags, sum(watcher.lost for watcher in watchers)))


async def _measure_lag(lags: list[float]) -> None:
    while True:
        began = time.perf_counter()
        await asyncio.sleep(LAG_INTERVAL)
        lags.append(time.perf_counter() - began - LAG_INTERVAL)


def _run(audience: Audience, pipe: Connection) -> None:
    import uvloop

    uvloop.run(_watch(audience, pipe))


# ------------------------------------------------------------------------------- from outside


@dataclass
class RunningAudience:
    """A connected audience. `report` returns its results and ends it."""

    pipe: Connection
    process: multiprocessing.process.BaseProcess = field(repr=False)

    def report(self) -> Report:
        self.pipe.send(None)
        report = self.pipe.recv()
        assert isinstance(report, Report)
        return report


@contextmanager
def start_audiences(*audiences: Audience) -> Iterator[list[RunningAudience]]:
    """Audiences, each in a process, for as long as the context is open; all are connected on entry."""
    context = multiprocessing.get_context("spawn")
    with ExitStack() as stack:
        connected = []
        for audience in audiences:
            local, remote = context.Pipe()
            process = context.Process(target=_run, args=(audience, remote), daemon=True)
            process.start()
            remote.close()
            stack.callback(_end, process)
            connected.append(RunningAudience(local, process))
        for audience_ in connected:
            audience_.pipe.recv()
        yield connected


def _end(process: multiprocessing.process.BaseProcess) -> None:
    process.terminate()
    process.join()


def delays(arrivals: Mapping[int, Sequence[float]], sent: Mapping[int, float]) -> list[float]:
    """Seconds from the command to each watcher's first byte of its event, by the event's number."""
    return [arrived - sent[seq] for seq, times in arrivals.items() if seq in sent for arrived in times]
