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
AT_ONCE = 50
"""Concurrent handshakes per process."""
GLANCE = 0.02
"""Seconds between two readings of the clock, which show the process's own delay."""

Heard = dict[int, list[float]]
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

    heard: Heard
    late: Sequence[float]
    lost: int


class Watcher(asyncio.Protocol):
    """One connection. `seated` is done after hello; `lost`: the connection ended after that."""

    def __init__(self, head: str, heard: Heard) -> None:
        self.seated = asyncio.get_running_loop().create_future()
        self.lost = False
        self._head = head
        self._heard = heard
        self._open = False
        self._read = bytearray()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self._transport.write(self._head.encode())

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost = self.seated.done()
        if not self.lost:
            self.seated.set_exception(exc or ConnectionError(f"refused: {bytes(self._read[:300])!r}"))

    def data_received(self, data: bytes) -> None:
        now = time.perf_counter()
        self._read += data
        if not self._open:
            self._shake()
        while self._open and (frame := _frame(self._read)) is not None:
            kind, start, end = frame
            self._take(kind, memoryview(self._read)[start:end].tobytes(), now)
            del self._read[:end]

    def _shake(self) -> None:
        head, end, rest = self._read.partition(b"\r\n\r\n")
        if end and head.startswith(b"HTTP/1.1 101"):
            self._open, self._read = True, rest

    def _take(self, kind: int, said: bytes, now: float) -> None:
        if kind == PING:
            self._transport.write(bytes((0x80 | PONG, 0x80 | len(said), 0, 0, 0, 0)) + said)
        elif kind == TEXT and said.startswith(EVENT):
            self._heard.setdefault(int(said[len(EVENT) : said.index(b",", len(EVENT))]) + 1, []).append(now)
        elif kind == TEXT and said.startswith(HELLO) and not self.seated.done():
            self.seated.set_result(None)


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


async def _watch(audience: Audience, talk: Connection) -> None:
    """Connect, report that, and watch until the parent sends a message; then report the results."""
    loop, heard = asyncio.get_running_loop(), cast("Heard", {})
    turnstile = asyncio.Semaphore(AT_ONCE)

    async def sit(number: int) -> Watcher:
        async with turnstile:
            origin = (audience.address, 0)
            _, watcher = await loop.create_connection(
                lambda: Watcher(_handshake(audience, number), heard), "127.0.0.1", audience.port, local_addr=origin
            )
            await watcher.seated
        return watcher

    watchers = await asyncio.gather(*map(sit, range(len(audience.tables))))
    talk.send(None)
    late: list[float] = []
    clock = asyncio.create_task(_watch_the_clock(late))
    await asyncio.to_thread(talk.recv)
    clock.cancel()
    talk.send(Report(heard, late, sum(watcher.lost for watcher in watchers)))


async def _watch_the_clock(late: list[float]) -> None:
    while True:
        began = time.perf_counter()
        await asyncio.sleep(GLANCE)
        late.append(time.perf_counter() - began - GLANCE)


def _live(audience: Audience, talk: Connection) -> None:
    import uvloop

    uvloop.run(_watch(audience, talk))


# ------------------------------------------------------------------------------- from outside


@dataclass
class Watching:
    """A connected audience. `report` returns its results and ends it."""

    talk: Connection
    process: multiprocessing.process.BaseProcess = field(repr=False)

    def report(self) -> Report:
        self.talk.send(None)
        report = self.talk.recv()
        assert isinstance(report, Report)
        return report


@contextmanager
def watching(*audiences: Audience) -> Iterator[list[Watching]]:
    """Audiences, each in a process, for as long as the context is open; all are connected on entry."""
    context = multiprocessing.get_context("spawn")
    with ExitStack() as stack:
        seated = []
        for audience in audiences:
            ours, theirs = context.Pipe()
            process = context.Process(target=_live, args=(audience, theirs), daemon=True)
            process.start()
            theirs.close()
            stack.callback(_end, process)
            seated.append(Watching(ours, process))
        for each in seated:
            each.talk.recv()
        yield seated


def _end(process: multiprocessing.process.BaseProcess) -> None:
    process.terminate()
    process.join()


def delays(heard: Mapping[int, Sequence[float]], sent: Mapping[int, float]) -> list[float]:
    """Seconds from the command to each watcher's first byte of its event, by the event's number."""
    return [at - sent[seq] for seq, times in heard.items() if seq in sent for at in times]
