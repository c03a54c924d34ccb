"""Idle connections: `.venv/bin/python -m bench.idle` from the root folder.

Starts `pasch serve` with an empty SQLite file and opens `--tables` public tables. More and more watchers without a
session follow, each on a separate WebSocket and the same number at every table. They run in separate processes and
use separate loopback addresses.

*Sockets* is the number of connections at the end of the row, from `/metrics`; fewer connections than watchers end the
bench. *MB* is the server's memory, *MB/1,000* the growth per thousand watchers since the row without any. *ping* is
the time of a request to `/healthz` meanwhile, in milliseconds (median, 99th percentile, slowest). *cpu* is the share
of one core that the server spends on maintaining the connections.
"""

import argparse
import asyncio
import os
import re
import tempfile
import time
import urllib.request
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from bench.load import LIMITS, memory, percentile
from bench.server import Http, processor_time
from bench.watching import Audience, start_audiences
from tests.support.server import Server

PROCESSES = 4
STEPS = (0.0, 0.1, 0.5, 1.0)
"""The rows, as shares of all watchers."""
PING_EVERY = 0.05


async def open_tables(port: int, count: int) -> list[str]:
    """Public tables at which two players share one device."""
    http = await guest(port)
    seats = [{"kind": "local", "name": name} for name in ("Anna", "Bernd")]
    request = {"variant": "kniffel", "seats": seats, "visibility": "public"}
    return [(await http.call("POST", "/api/v1/tables", request))[1]["id"] for _ in range(count)]


async def guest(port: int) -> Http:
    """A guest with a session."""
    http = Http("127.0.0.1", port)
    await http.open()
    _, session = await http.call("POST", "/api/v1/session")
    http.token = session["token"]
    return http


async def ping(port: int, seconds: float) -> list[float]:
    """Request the server's health for `seconds`; the time of each answer, in seconds."""
    http = Http("127.0.0.1", port)
    await http.open()
    durations, end = [], time.perf_counter() + seconds
    while (began := time.perf_counter()) < end:
        await http.call("GET", "/healthz")
        durations.append(time.perf_counter() - began)
        await asyncio.sleep(PING_EVERY)
    return durations


def open_sockets(port: int) -> int:
    """The number of the server's connections."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
        sockets = re.findall(r"^pasch_sockets (\S+)", answer.read().decode(), re.MULTILINE)
    return round(float(sockets[0]))


def audiences(port: int, tables: Sequence[str], first: int, last: int) -> list[Audience]:
    """The watchers of a range of numbers, spread over processes, addresses, and tables."""
    tables_by_watcher = [tables[number % len(tables)] for number in range(first, last)]
    tables_by_process = [tables_by_watcher[process::PROCESSES] for process in range(PROCESSES)]
    return [
        Audience(port, figure, f"127.0.{process + 1}.1") for process, figure in enumerate(tables_by_process) if figure
    ]


def measure(server: Server, wanted: argparse.Namespace) -> None:
    """A row for each number of watchers. The watchers of a row must stay for the next."""
    assert server.process is not None
    process, seated, empty = server.process.pid, 0, 0
    tables = asyncio.run(open_tables(server.port, wanted.tables))
    with ExitStack() as stack:
        for share in STEPS:
            watchers = round(wanted.lines * share)
            stack.enter_context(start_audiences(*audiences(server.port, tables, seated, watchers)))
            seated = watchers
            asyncio.run(ping(server.port, wanted.seconds))  # the messages caused by sitting down have passed
            before = processor_time(process)
            durations = asyncio.run(ping(server.port, wanted.seconds))
            cpu = (processor_time(process) - before) / wanted.seconds
            now, sockets = memory(process), open_sockets(server.port)
            empty = empty or now
            print(row(watchers, sockets, now, empty, durations, cpu), flush=True)
            if sockets < watchers:
                raise SystemExit(
                    f"{watchers - sockets:,} of {watchers:,} lines are gone: the rows are not what they say"
                )


def row(  # noqa: PLR0917 - the columns
    watchers: int, sockets: int, now: int, empty: int, durations: Sequence[float], cpu: float
) -> str:
    added = f"{(now - empty) / watchers / 1e3:>9.1f}" if watchers else " " * 9
    times = "".join(
        f"{figure:>8.1f}" for figure in (percentile(durations, 0.5), percentile(durations, 0.99), max(durations) * 1e3)
    )
    return f"{watchers:>8} {sockets:>7} {now / 1e6:>7.0f}{added}{times}{cpu:>8.1%}"


def main() -> None:
    parser = argparse.ArgumentParser(description="Lines on which nothing happens.")
    parser.add_argument("--lines", type=int, default=10_000)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=20.0, help="how long a row is measured, after as long a rest")
    wanted = parser.parse_args()
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}; {wanted.tables} tables, limits: {' '.join(LIMITS)}")
    print("watchers sockets      MB MB/1,000 ping 50 ping 99 slowest     cpu")
    limits = [f"--limit={limit}" for limit in LIMITS]
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder), limits) as server:
        measure(server, wanted)
    print(f"load at the end {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
