"""Several servers behind one port: `.venv/bin/python -m bench.cluster` from the root folder.

Starts `pasch serve` with one process and SQLite, then with 1, 2 and 4 processes on PostgreSQL and Valkey or Redis.
All of them write durably. More and more tables play full games over WebSockets, as in `bench.load`, until the 99th
percentile of a command exceeds 100 ms. *held* is the greatest number of tables before that. *live* is the time until
the last of the others at the table receives its first event. *cpu* is the servers' processor time per command,
without the database. *clash* is the number of appends that came second at their table and were retried. *lag* is the
delay of the clients' own timers. *sockets* are the counts of the processes with the fewest and the most. A final row
per setting shows the tables and commands per second it held, all accepted commands, all second appends, and *bytes*,
the database's growth per event.

The bench then tests whether the cost of a table depends on the number of tables. It compares ten times as many live
tables at the same number of commands a second, and ten times as many stored ones. A row shows the change of the
median and of the processor time.

Clients, servers and databases share the machine, so rows with several processes are meaningful only with more
processors than processes. Times are milliseconds. The printed server limits differ from the defaults.
"""

import argparse
import asyncio
import os
import re
import tempfile
import time
import urllib.request
import uuid
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from bench.crowd import Crowd, Crowds, start_crowds
from bench.load import LIMITS, STEPS, WARM_UP, memory, percentile
from bench.server import processor_time
from bench.storage import size_of
from pasch.service.ids import SessionId, TableId
from pasch.service.log import NewEvent
from pasch.service.ports import Append, CommandKey, SeatRow, TableRow
from pasch.service.requests import Status, Visibility
from pasch.storage.opening import opened
from pasch.storage.tables import SqlTables
from tests.support.postgres import Databases, Postgres, find_programs
from tests.support.server import Server, free_ports
from tests.support.valkey import Valkey, find_redis

PROCESSES = (1, 2, 4)
HIGHEST_P99 = 100.0
"""Milliseconds of the 99th percentile up to which tables count as held."""
LIVE = (20, 200)
RATE = 100
"""Commands a second in the comparison of live tables."""
STORED = 500
COMMANDS, EACH = 52, 2
"""A stored game: its commands, and the events of each."""
AT_ONCE = 200
"""Tables stored concurrently."""
TENFOLD = 10
PERSON = SessionId("bench")
HEAD = " tables  games  commands/s      p50      p99 live p99      lag      cpu   clash     MB    sockets"


@dataclass(frozen=True)
class RunningServer:
    """A running server: the addresses of its processes, their numbers, and its database."""

    port: int
    own_ports: Sequence[int]
    processes: Sequence[int]
    database: str

    def cpu(self) -> float:
        """Seconds of processor time that the processes have used."""
        return sum(map(processor_time, self.processes))

    def memory(self) -> int:
        """Bytes in memory, with shared memory counted for each process."""
        return sum(map(memory, self.processes))

    def figures(self, name: str, labels: str = "") -> list[float]:
        """A figure of each process from `/metrics`, summed over labels that are not given."""
        line, found = re.compile(rf"^{name}(?:\{{[^}}]*{labels}[^}}]*\}})? (\S+)", re.MULTILINE), []
        for port in self.own_ports:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
                found.append(sum(map(float, line.findall(answer.read().decode()))))
        return found

    def figure(self, name: str, labels: str = "") -> float:
        """A figure summed over all processes."""
        return sum(self.figures(name, labels))


@dataclass(frozen=True)
class Size:
    """Bytes of a database, and events in it."""

    bytes: int
    events: int


@dataclass(frozen=True)
class Setting:
    """A compared setting."""

    name: str
    database: str
    bus: str
    processes: int


@dataclass(frozen=True)
class Row:
    """Measurements with this many tables.

    `rate` is commands a second. `median`, `late` (the second slowest of 100) and `cpu` (of the servers) are
    milliseconds per command.
    """

    tables: int = 0
    rate: float = 0.0
    median: float = 0.0
    late: float = 0.0
    cpu: float = 0.0


@contextmanager
def serving(setting: Setting, folder: Path) -> Iterator[RunningServer]:
    """A server over the database of a setting."""
    own = free_ports(setting.processes)
    options = [f"--limit={limit}" for limit in LIMITS] + [f"--bus={setting.bus}", f"--processes={setting.processes}"]
    several = setting.processes > 1
    environment = {"PASCH_SOLVING_AHEAD": "0", "PASCH_LOG_LEVEL": "warning"}
    environment |= {"PASCH_PROCESS_PORTS": str(own)} if several else {}
    logs = Path(tempfile.mkdtemp(dir=folder))
    with Server(logs, [*options, f"--database={setting.database}"], environment) as server:
        assert server.process is not None
        if not several:
            yield RunningServer(server.port, [server.port], [server.process.pid], setting.database)
            return
        while "Pasch is ready" not in server.output():  # the first process answers before all of them serve
            if server.process.poll() is not None:
                raise SystemExit(server.output())
            time.sleep(0.1)
        numbers = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()
        ports = range(own, own + setting.processes)
        yield RunningServer(server.port, ports, [int(number) for number in numbers], setting.database)


# ------------------------------------------------------------------------------- how much it holds


def find_most_tables(running_server: RunningServer, wanted: argparse.Namespace) -> tuple[Row, Size]:
    """Let more and more tables play, with a row for each number; the last one held, and the size before."""
    print(HEAD)
    held = Row()
    with start_crowds(Crowd(running_server.port, wanted.pace, wanted.watchers), wanted.clients) as playing:
        playing.grow(STEPS[0])
        playing.play(WARM_UP)
        before = asyncio.run(size(running_server.database))
        for tables in (step for step in STEPS if step <= wanted.most):
            playing.grow(tables)
            row = print_row(running_server, playing, tables, wanted.seconds)
            if row.late > HIGHEST_P99:
                break
            held = row
    return held, before


def print_row(running_server: RunningServer, playing: Crowds, tables: int, seconds: float) -> Row:
    """Play for `seconds`, and print the result."""
    playing.play(WARM_UP)
    cpu, clashes = running_server.cpu(), running_server.figure("pasch_append_conflicts_total")
    duration, measurements = playing.play(seconds)
    cpu, clashes = running_server.cpu() - cpu, running_server.figure("pasch_append_conflicts_total") - clashes
    count, sockets = len(measurements.answered), running_server.figures("pasch_sockets")
    median, late = percentile(measurements.answered, 0.5), percentile(measurements.answered, 0.99)
    row = Row(tables, count / duration, median, late, cpu / count * 1e3)
    times = (median, late, percentile(measurements.live, 0.99), percentile(measurements.lags, 0.99))
    print(
        f"{tables:>7} {measurements.games:>6} {row.rate:>11.0f}{''.join(f'{each:>9.1f}' for each in times)}"
        f"{row.cpu:>9.2f}{clashes:>8.0f}{running_server.memory() / 1e6:>7.0f}{min(sockets):>6.0f}–{max(sockets):.0f}",
        flush=True,
    )
    return row


async def size(url: str) -> Size:
    """The current size."""
    async with opened(url) as database:
        found = await database.row("SELECT count(*) FROM events")
        assert found is not None
        return Size(await size_of(url, database), int(found[0]))


def measure(setting: Setting, folder: Path, wanted: argparse.Namespace) -> str:
    """A setting from empty to full; the result in a line."""
    print(f"\n{setting.name}", flush=True)
    with serving(setting, folder) as running_server:
        held, before = find_most_tables(running_server, wanted)
        accepted = running_server.figure("pasch_commands_total", 'outcome="accepted"')
        conflicts = running_server.figure("pasch_append_conflicts_total")
    after = asyncio.run(size(setting.database))
    each = (after.bytes - before.bytes) / (after.events - before.events)
    return f"{setting.name:<36}{held.tables:>7}{held.rate:>12.0f}{accepted:>10.0f}{conflicts:>11.0f}{each:>7.0f}"


# ------------------------------------------------------------------------------- what a table costs


def compare_live(setting: Setting, folder: Path, wanted: argparse.Namespace) -> None:
    """Compare ten times the live tables at the same number of commands a second."""
    print(f"\n{setting.name}: {RATE} commands a second at {LIVE[0]} and {LIVE[1]} tables\n{HEAD}", flush=True)
    rows = []
    with serving(setting, folder) as running_server:
        for tables in LIVE:
            with start_crowds(Crowd(running_server.port, tables / RATE, wanted.watchers), wanted.clients) as playing:
                playing.grow(tables)
                rows.append(print_row(running_server, playing, tables, wanted.seconds))
    print(changed(*rows), flush=True)


def changed(few: Row, many: Row) -> str:
    """The difference of ten times as many tables."""
    return f"ten times as many: median × {many.median / few.median:.2f}, cpu × {many.cpu / few.cpu:.2f}"


def compare_stored(setting: Setting, folder: Path, wanted: argparse.Namespace) -> None:
    """Compare ten times the stored tables: finished games with all of their events."""
    few, many = wanted.stored, TENFOLD * wanted.stored
    print(f"\n{setting.name}: {LIVE[0]} tables next to {few:,} and {many:,} stored ones\n{HEAD}", flush=True)
    stored_before, rows = 0, []
    for stored in (few, many):
        asyncio.run(store(setting.database, stored_before, stored))
        stored_before = stored
        with ExitStack() as stack:
            running_server = stack.enter_context(serving(setting, folder))
            playing = stack.enter_context(
                start_crowds(Crowd(running_server.port, LIVE[0] / RATE, wanted.watchers), wanted.clients)
            )
            playing.grow(LIVE[0])
            rows.append(print_row(running_server, playing, LIVE[0], wanted.seconds))
    print(changed(*rows), flush=True)


async def store(url: str, first: int, last: int) -> None:
    """Store finished tables in a database, with as many commands and events as a game for two has."""
    seats = (SeatRow(1, None, "Anna"), SeatRow(2, None, "Bernd"))
    opened_at, rolled = (
        NewEvent("table_opened", None, {}),
        NewEvent("dice_rolled", 1, {"dice": "13356", "keep": "k33"}),
    )
    async with opened(url) as database:
        tables, at_once = SqlTables(database), asyncio.Semaphore(AT_ONCE)

        async def store_table(number: int) -> None:
            table, now = TableId(f"stored-{number}"), datetime.now(UTC)
            row = TableRow(table, PERSON, Visibility.PRIVATE, seats, b"s" * 32)
            async with at_once:
                await tables.create(row, Append(table, 0, (opened_at,), now, Status.ABORTED))
                for command in range(COMMANDS):
                    key = CommandKey(PERSON, f"{uuid.uuid4()}")
                    after = 1 + command * EACH
                    await tables.append(Append(table, after, (rolled,) * EACH, now, Status.ABORTED, command=key))

        await asyncio.gather(*map(store_table, range(first, last)))


# ------------------------------------------------------------------------------- all of it


@dataclass(frozen=True)
class Programs:
    """Makes settings, each with an empty database."""

    folder: Path
    databases: Databases
    bus: str

    def sqlite(self) -> Setting:
        """A single process with a file."""
        file = Path(tempfile.mkdtemp(dir=self.folder)) / "pasch.sqlite3"
        return Setting("1 process, SQLite", f"sqlite:///{file}", "local", 1)

    def postgres(self, processes: int) -> Setting:
        """This many processes, with PostgreSQL and the bus."""
        name = f"{processes} process{'es' if processes > 1 else ''}, PostgreSQL and the bus"
        return Setting(name, self.databases.new(), self.bus, processes)


@contextmanager
def start_programs() -> Iterator[Programs]:
    """PostgreSQL, Valkey or Redis, and a folder."""
    postgres, valkey = find_programs(), find_redis()
    assert postgres is not None, "PostgreSQL is missing: see requirements-dev.in"
    assert valkey is not None, "Valkey is missing: see requirements-dev.in"
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        server = stack.enter_context(Postgres(postgres, durable=True))
        bus = stack.enter_context(Valkey(valkey))
        yield Programs(folder, stack.enter_context(Databases(server.address)), bus.url)


def main() -> None:
    parser = argparse.ArgumentParser(description="Several servers behind one port, until they get slow.")
    parser.add_argument("--seconds", type=float, default=15.0, help="how long each row is measured")
    parser.add_argument("--pace", type=float, default=0.5, help="seconds between an answer and the next command")
    parser.add_argument("--most", type=int, default=STEPS[-1], help="the greatest number of tables")
    parser.add_argument("--watchers", type=int, default=1)
    parser.add_argument("--clients", type=int, default=2, help="processes that the players live in")
    parser.add_argument("--stored", type=int, default=STORED, help="stored tables, compared with ten times as many")
    parser.add_argument("--only", choices=("held", "cost"))
    wanted = parser.parse_args()
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}; limits: {' '.join(LIMITS)}")
    with start_programs() as found:
        if wanted.only in {None, "held"}:
            every = [found.sqlite(), *map(found.postgres, PROCESSES)]
            lines = [measure(setting, found.folder, wanted) for setting in every]
            print(f"\n{'':<36}   held  commands/s  accepted  conflicts  bytes", *lines, sep="\n", flush=True)
        if wanted.only in {None, "cost"}:
            for compare in (compare_live, compare_stored):
                for setting in (found.sqlite(), found.postgres(1)):
                    compare(setting, found.folder, wanted)
    print(f"load at the end {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
