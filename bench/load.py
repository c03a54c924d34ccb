"""Full games over real WebSockets: `.venv/bin/python -m bench.load` from the root folder.

Starts `pasch serve` with an empty SQLite file and lets more and more tables play until the 99th percentile of a
command exceeds 100 ms. Each table has two players on separate devices and a watcher, all on separate sockets. A table
plays one full game after the other. Between an answer and the next command, a player thinks for a while (`--pace`, on
average). The time of a command runs from the first byte sent to its answer, which follows the events and the new
snapshot. *live* is the time until the last of the others at the table receives its first event.

The same script of moves then runs on a boardgame.io server, installed into a temporary folder with the npm of Node's
wheel. It stores its matches in memory, its default, and sends every player the whole state; ours waits until SQLite
has the command on disk.

The client is one process on the same machine. *lag* is the delay of its timers (99th percentile); with a large lag, a
row measures the client instead. *cpu* is the server's processor time per command. Times are milliseconds. The printed
server limits differ from the defaults, because all tables come from one address. A stalled table ends the bench.
"""

import argparse
import asyncio
import os
import random
import shutil
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from bench.connections import TIMEOUT, Boardgame, GameServer, Move, Pasch, Table
from bench.server import CELLS, SEATS, processor_time
from tests.support.server import Server, free_port

LIMITS = (
    *("connections=1000000", "idle_connections=1000000", "sessions=1000000,1000000", "openings=1000000,1000000"),
    *("public_tables=1000000", "address_tables=1000000", "changes=1000000,1000000"),
    "asides=1000000,1000000",
)
BOARDGAME = "boardgame.io@0.50.2"
STEPS = (25, 50, 100, 200, 300, 350, 400, 500, 600, 800, 1200, 1600, 2400)
WARM_UP = 2.0
"""Seconds after a step's tables are seated that are not counted."""
LONGEST_PAUSE = 1.5
"""In paces; the shortest thought is as much below one pace."""
STALL_TIMEOUT = 3.0
"""Seconds without an answer, beyond the longest thought, after which a table counts as stalled."""


def game(seats: int = SEATS) -> Iterator[tuple[int, Move]]:
    """Every move of a game, with its seat (from 0)."""
    for cell in CELLS:
        for seat in range(seats):
            yield seat, Move("roll")
            yield seat, Move("score", cell)


@dataclass
class Measurements:
    """Measurements of a step, in seconds; `began` by the clock of `time.perf_counter`."""

    answered: list[float] = field(default_factory=list)
    live: list[float] = field(default_factory=list)
    lags: list[float] = field(default_factory=list)
    games: int = 0
    began: float = field(default_factory=time.perf_counter)


class TablesStalled(Exception):
    """Some tables have stalled, so the measurements are invalid."""


class LoadGenerator:
    """All tables of a server; each plays until the hall closes."""

    def __init__(self, game_server: GameServer, pace: float) -> None:
        self.game_server = game_server
        self.pace = pace
        self.measurements = Measurements()
        self._players: list[asyncio.Task[None]] = []
        self._answered: list[float] = []
        """When each table had its last answer, or sat down."""

    @asynccontextmanager
    async def open(self) -> AsyncIterator["LoadGenerator"]:
        self._players.append(asyncio.create_task(self._measure_lag()))
        try:
            yield self
        finally:
            for player in self._players:
                player.cancel()
            await asyncio.gather(*self._players, return_exceptions=True)

    async def grow(self, tables: int) -> None:
        """Grow to this many tables, counted from the first one; new ones are seated a few at a time."""
        while (now := len(self._players) - 1) < tables:
            seated = [await self._table() for _ in range(min(10, tables - now))]
            for number, table in enumerate(seated, start=now):
                self._answered.append(time.perf_counter())
                self._players.append(asyncio.create_task(self._play(number, table)))

    def check(self) -> None:
        """Raise the error of a table. Raises `TablesStalled` when a table has finished no command in this step."""
        for player in self._players:
            if player.done():
                player.result()
        now = time.perf_counter()
        latest = min(self.measurements.began, now - LONGEST_PAUSE * self.pace - STALL_TIMEOUT)
        if stalled := [now - at for at in self._answered if at < latest]:
            problem = f"{len(stalled)} of {len(self._answered)} tables have stopped"
            raise TablesStalled(f"{problem}: no command was answered there for {max(stalled):.1f} s")

    async def _table(self) -> Table:
        async with asyncio.timeout(TIMEOUT):
            return await self.game_server.table()

    async def _play(self, number: int, table: Table) -> None:
        while True:
            async with AsyncExitStack() as stack:
                stack.push_async_callback(table.close)
                for seat, move in game():
                    await asyncio.sleep(self.pace * random.uniform(2 - LONGEST_PAUSE, LONGEST_PAUSE))
                    answered, live = await table.send(seat, move)
                    self._answered[number] = time.perf_counter()
                    self.measurements.answered.append(answered)
                    self.measurements.live.append(live)
            self.measurements.games += 1
            table = await self._table()

    async def _measure_lag(self) -> None:
        while True:
            began = time.perf_counter()
            await asyncio.sleep(0.02)
            self.measurements.lags.append(time.perf_counter() - began - 0.02)


def percentile(seconds: Sequence[float], share: float) -> float:
    """In milliseconds."""
    return sorted(seconds)[int(len(seconds) * share)] * 1000


def memory(process: int) -> int:
    """Bytes a process has in memory; 0 where the system has no /proc."""
    file = Path(f"/proc/{process}/statm")
    return int(file.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") if file.exists() else 0


async def measure(name: str, game_server: GameServer, wanted: argparse.Namespace) -> None:
    """Let more and more tables play, with a row for each number."""
    print(f"{name}\n tables  games  commands/s      p50      p99 live p50 live p99      lag      cpu     MB  kB/table")
    await (await game_server.table()).close()  # the first table loads what all tables share
    empty = memory(game_server.process)
    async with LoadGenerator(game_server, wanted.pace).open() as generator:
        for tables in (step for step in STEPS if step <= wanted.most):
            await generator.grow(tables)
            await asyncio.sleep(WARM_UP)
            generator.measurements, began, before = (
                Measurements(),
                time.perf_counter(),
                processor_time(game_server.process),
            )
            await asyncio.sleep(wanted.seconds)
            duration, measurements, used = (
                time.perf_counter() - began,
                generator.measurements,
                processor_time(game_server.process) - before,
            )
            generator.check()
            print(
                f"{tables:>7} {row(measurements, duration, used)} {memory_columns(game_server.process, empty, tables)}",
                flush=True,
            )
            if percentile(measurements.answered, 0.99) > wanted.until:
                break


def row(measurements: Measurements, duration: float, cpu: float) -> str:
    """The results of a step; `duration` and the server's processor time in seconds."""
    count = len(measurements.answered)
    times = [percentile(times, share) for times in (measurements.answered, measurements.live) for share in (0.5, 0.99)]
    times.append(percentile(measurements.lags, 0.99))
    columns = "".join(f"{figure:>9.1f}" for figure in times)
    return f"{measurements.games:>6} {count / duration:>11.0f} {columns} {cpu / count * 1e3:>8.2f}"


def memory_columns(process: int, empty: int, tables: int) -> str:
    """The total memory, and the memory per table."""
    now = memory(process)
    return f"{now / 1e6:>6.0f} {(now - empty) / tables / 1e3:>9.0f}"


@contextmanager
def boardgame(folder: Path) -> Iterator[tuple[int, int, int]]:
    """Install boardgame.io and start its server: the socket port, the port for opening matches, and the process."""
    from build_client import node, node_environment, npm

    install = [*npm(), "install", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error", BOARDGAME]
    subprocess.run(install, cwd=folder, env=node_environment(), check=True, stdout=subprocess.DEVNULL)
    shutil.copy(Path(__file__).with_name("boardgame.cjs"), folder)
    port, opening_port = free_port(), free_port()
    environment = {**node_environment(), "NODE_ENV": "production"}
    command = [*node(), "boardgame.cjs", str(port), str(opening_port)]
    process = subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    try:
        assert process.stdout is not None
        while b"ready" not in (output := process.stdout.readline()):
            assert output, "boardgame.io has ended"
        yield port, opening_port, process.pid
    finally:
        process.kill()
        process.wait()


def main() -> None:
    parser = argparse.ArgumentParser(description="Full games over real WebSockets, until they get slow.")
    parser.add_argument("--seconds", type=float, default=15.0, help="how long each number of tables is measured")
    parser.add_argument("--pace", type=float, default=0.5, help="seconds between an answer and the next command")
    parser.add_argument("--until", type=float, default=100.0, help="milliseconds of the 99th percentile to stop at")
    parser.add_argument("--most", type=int, default=STEPS[-1], help="the greatest number of tables")
    parser.add_argument("--watchers", type=int, default=1)
    parser.add_argument("--only", choices=("pasch", "boardgame.io"))
    wanted = parser.parse_args()
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}; {SEATS} people and {wanted.watchers} watching at")
    print(f"each table, {wanted.pace:g} s between two commands; limits: {' '.join(LIMITS)}\n")
    with tempfile.TemporaryDirectory() as folder:
        if wanted.only in {None, "pasch"}:
            with Server(Path(folder), [f"--limit={limit}" for limit in LIMITS]) as server:
                assert server.process is not None
                game_server = Pasch(server.port, server.process.pid, wanted.watchers)
                asyncio.run(measure("pasch, SQLite with synchronous FULL", game_server, wanted))
        if wanted.only in {None, "boardgame.io"}:
            with boardgame(Path(folder)) as (port, opening_port, process):
                boardgame_server = Boardgame(port, opening_port, process, wanted.watchers)
                asyncio.run(measure(f"\n{BOARDGAME}, in memory", boardgame_server, wanted))
    print(f"load at the end {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
