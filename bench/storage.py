"""Both databases under the same appends: `python -m bench.storage`.

Every append equals that of a table command: one event, the row of the table, the number of the command. It is on disk
before the next one begins. PostgreSQL comes from the path or from the wheel, with its usual settings; `--postgres
URL` names another.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from pasch.service.ids import SessionId, TableId
from pasch.service.log import NewEvent
from pasch.service.ports import Append, CommandKey, SeatRow, TableRow
from pasch.service.requests import Status, Visibility
from pasch.storage.database import Database
from pasch.storage.opening import opened
from pasch.storage.tables import SqlTables
from tests.support.postgres import MISSING, Databases, Postgres, find_programs

TABLES = (1, 10, 50, 500)
PERSON = SessionId("bench")


@dataclass(frozen=True)
class Row:
    """Measurements with this many concurrent tables."""

    tables: int
    rate: float
    median: float
    late: float


async def appends(store: SqlTables, tables: int, seconds: float, run: str) -> Row:
    """Every table appends as fast as it can, for some seconds."""
    took: list[float] = []
    names = [TableId(f"{run}-{number}") for number in range(tables)]
    seats = (SeatRow(1, PERSON, "Anna"), SeatRow(2, None, "Bernd"))
    for name in names:
        await store.create(TableRow(name, PERSON, Visibility.PRIVATE, seats, b"s" * 32), _append(name, 0))
    begin = time.perf_counter()

    async def play(table: TableId) -> None:
        seq = 1
        while (start := time.perf_counter()) < begin + seconds:
            await store.append(_append(table, seq))
            took.append(time.perf_counter() - start)
            seq += 1

    await asyncio.gather(*map(play, names))
    took.sort()
    return Row(tables, len(took) / (time.perf_counter() - begin), took[len(took) // 2], took[int(len(took) * 0.99)])


def _append(table: TableId, after: int) -> Append:
    rolled = NewEvent("dice_rolled", 1, {"dice": "13356", "keep": "k33", "rolls_left": 1})
    key = CommandKey(PERSON, f"0f3b0a7e-5d5c-4a3e-9b57-{after:012d}")
    return Append(table, after, (rolled,), datetime.now(UTC), Status.RUNNING, command=key)


async def measured(url: str, seconds: float) -> tuple[list[Row], float]:
    """The rows for a database, and its growth in bytes per event."""
    async with opened(url) as database:
        before = await size_of(url, database)
        store = SqlTables(database)
        rows = [await appends(store, tables, seconds, f"run{number}") for number, tables in enumerate(TABLES)]
        found = await database.row("SELECT count(*) FROM events")
        assert found is not None
        return rows, (await size_of(url, database) - before) / found[0]


async def size_of(url: str, database: Database) -> int:
    """The bytes of the tables, without the journals, which are overwritten."""
    if url.startswith("postgresql"):
        row = await database.row("SELECT pg_database_size(current_database())")
    else:
        row = await database.row("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
    assert row is not None
    return int(row[0])


def show(results: Sequence[tuple[str, list[Row], float]]) -> None:
    """Print the databases side by side."""
    print("appends a second, and milliseconds until one is durable: the median, and 99 of 100")
    print(f"{'tables at once':>16}" + "".join(f"{name:>34}" for name, _, _ in results))
    for number, tables in enumerate(TABLES):
        cells = (rows[number] for _, rows, _ in results)
        print(f"{tables:>16}" + "".join(f"{c.rate:>18,.0f}{c.median * 1e3:>8.2f}{c.late * 1e3:>8.2f}" for c in cells))
    print(f"{'bytes an event':>16}" + "".join(f"{size:>34,.0f}" for _, _, size in results))


def main() -> None:
    """Measure a file and a server, and print both."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=5.0, help="how long each number of tables is measured")
    parser.add_argument("--postgres", metavar="URL", help="an empty database on a server of your own")
    parser.add_argument("--folder", type=Path, help="where the file is made: the disk to measure")
    wanted = parser.parse_args()
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    with ExitStack() as open_until_shown:
        folder = open_until_shown.enter_context(TemporaryDirectory(dir=wanted.folder))
        url = wanted.postgres
        if url is None:
            programs = find_programs()
            if programs is None:
                raise SystemExit(MISSING)
            url = Databases(open_until_shown.enter_context(Postgres(programs, durable=True)).address).new()
        databases = (("SQLite", f"sqlite:///{folder}/pasch.sqlite3"), ("PostgreSQL", url))
        show([(name, *asyncio.run(measured(place, wanted.seconds))) for name, place in databases])


if __name__ == "__main__":
    main()
