"""Databases behind the service's ports: gapless logs, commands executed once, no acknowledged event lost."""

import asyncio
import itertools
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pasch.service.chat.store import Listener, Room
from pasch.service.ids import TableId
from pasch.service.ports import CommandKnown, SeqTaken
from pasch.storage.chat import SqlChat
from pasch.storage.database import CannotStore, Conflict, Connection, Database
from pasch.storage.opening import opened
from pasch.storage.people import SqlPeople
from pasch.storage.schema import HEAD
from pasch.storage.tables import SqlTables
from tests.storage.logs import ANNA, AT, TABLE, row, seqs, step

pytestmark = pytest.mark.anyio
WRITER = Path(__file__).parent / "endless_writer.py"
FRESH = itertools.count()


async def test_data_survives_reopening(url: str) -> None:
    async with opened(url) as database:
        await SqlTables(database).create(row(), step(0, "table_opened", "table_started"))
    async with opened(url) as database:
        store = SqlTables(database)
        assert await store.find(TABLE) == row()
        events = await store.read(TABLE, 1)
        assert [(e.seq, e.type, e.at, e.seat, e.data) for e in events] == [(2, "table_started", AT, 1, {"n": 0})]


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.integers(0, 3), st.integers(1, 3)), max_size=40))
def test_concurrent_writers_leave_gapless_logs(url: str, work: list[tuple[int, int]]) -> None:
    """Each writer reads the last number of a table and appends. The second writer is refused and retries."""

    async def one(store: SqlTables, table: TableId, events: int) -> None:
        while True:
            at = len(await store.read(table, 0))
            try:
                return await store.append(step(at, *["dice_rolled"] * events, table=table))
            except SeqTaken:
                continue

    async def all_of_it(tables: list[TableId]) -> None:
        async with opened(url) as first, opened(url) as second:
            stores = [SqlTables(first), SqlTables(second)]
            for table in tables:
                await stores[0].create(row(table), step(0, "table_opened", table=table))
            await asyncio.gather(*(one(stores[i % 2], tables[t], n) for i, (t, n) in enumerate(work)))
            for i, table in enumerate(tables):
                written = 1 + sum(n for t, n in work if t == i)
                assert await seqs(stores[1], table) == list(range(1, written + 1))

    asyncio.run(all_of_it([TableId(f"t{next(FRESH)}") for _ in range(4)]))


async def test_concurrent_duplicate_commands_share_one_answer(url: str) -> None:
    async with opened(url) as first, opened(url) as second:
        stores = [SqlTables(first), SqlTables(second)]
        await stores[0].create(row(), step(0, "table_opened"))
        for after in range(1, 20):
            tries = [stores[i % 2].append(step(after, "dice_rolled", command=f"c{after}")) for i in range(6)]
            outcomes = Counter(map(repr, await asyncio.gather(*tries, return_exceptions=True)))
            assert outcomes == {"None": 1, repr(CommandKnown(after + 1)): 5}
        assert await seqs(stores[1]) == list(range(1, 21))


async def test_one_of_several_concurrent_commands_succeeds(url: str) -> None:
    async with opened(url) as first, opened(url) as second:
        stores = [SqlTables(first), SqlTables(second)]
        await stores[0].create(row(), step(0, "table_opened"))
        tries = [stores[i % 2].append(step(1, "dice_rolled", command=f"c{i}")) for i in range(8)]
        outcomes = Counter(map(type, await asyncio.gather(*tries, return_exceptions=True)))
        assert outcomes == {type(None): 1, SeqTaken: 7}
        assert await seqs(stores[1]) == [1, 2]


@pytest.mark.slow
def test_killed_writers_lose_no_acknowledged_events(url: str, long: bool) -> None:
    for _ in range(100 if long else 5):
        with subprocess.Popen([sys.executable, str(WRITER), url], stdout=subprocess.PIPE, text=True) as writer:
            assert writer.stdout is not None
            lines = [writer.stdout.readline() for _ in range(40)]
            writer.send_signal(signal.SIGKILL)
            lines += writer.stdout.readlines()
        table, acknowledged = lines[0].strip(), max(int(line) for line in lines[1:] if line.endswith("\n"))
        written = asyncio.run(_written(url, TableId(table)))
        assert written == list(range(1, len(written) + 1))
        assert len(written) >= acknowledged


async def _written(url: str, table: TableId) -> list[int]:
    async with opened(url) as database:
        return await seqs(SqlTables(database), table)


# ------------------------------------------------------------------------------- jobs


async def test_exception_rolls_back_the_job(database: Database) -> None:
    async def job(db: Connection) -> None:
        await db.run("INSERT INTO results_due (table_id, seq) VALUES (?, ?)", ("a", 1))
        raise KeyError

    with pytest.raises(KeyError):
        await database.write(job)
    assert await database.rows("SELECT * FROM results_due") == []


async def test_changes_are_counted_and_conflicts_raised(database: Database) -> None:
    query = "INSERT INTO results_due (table_id, seq) VALUES (:table, :seq)"
    await database.run_many(query, [{"table": name, "seq": 1} for name in "abc"])
    assert await database.run("UPDATE results_due SET seq = seq + ? WHERE table_id < ?", (1, "c")) == 2
    with pytest.raises(Conflict):
        await database.run(query, {"seq": 1, "table": "a"})
    with pytest.raises(CannotStore):
        await database.run("UPDATE no_such_table SET x = 1")
    assert await database.row("SELECT table_id, seq FROM results_due ORDER BY table_id") == ("a", 2)
    assert await database.row("SELECT 1 FROM results_due WHERE table_id = '?:x'") is None


async def test_queries_accept_nul_characters_and_64_bit_numbers(database: Database) -> None:
    """Callers may send NUL characters and 64-bit numbers, so every database must accept them."""
    assert await SqlTables(database).find(TableId("a\0b")) is None
    assert await SqlChat(database).find(2**63 - 1) is None
    assert await SqlChat(database).lines(Listener(None, None, frozenset({Room.LOBBY})), 2**63 - 1, 9) == []
    assert await SqlTables(database).read(TABLE, 2**63 - 1) == []
    await SqlPeople(database).rename(ANNA, "A\0", "a\0")


async def test_queries_of_a_read_job_share_one_snapshot(url: str) -> None:
    async with opened(url) as one, opened(url) as other:
        await one.run("INSERT INTO results_due (table_id, seq) VALUES ('a', 1)")
        asked, written = asyncio.Event(), asyncio.Event()
        loop = asyncio.get_running_loop()

        async def both(db: Connection) -> list[object]:
            first = await db.rows("SELECT seq FROM results_due")
            loop.call_soon_threadsafe(asked.set)
            if loop is asyncio._get_running_loop():  # with SQLite the job runs in a thread and may block it
                await written.wait()
            else:
                asyncio.run_coroutine_threadsafe(written.wait(), loop).result()
            return [first, await db.rows("SELECT seq FROM results_due")]

        reading = asyncio.ensure_future(one.read(both))
        await asked.wait()
        await other.run("UPDATE results_due SET seq = 2")
        written.set()
        assert await reading == [[(1,)], [(1,)]]


# ------------------------------------------------------------------------------- opening


async def test_a_newer_schema_is_refused(new_url: str) -> None:
    async with opened(new_url) as database:
        await database.run("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(CannotStore, match="newer version"):
        async with opened(new_url):
            pass


def test_head_is_the_newest_migration() -> None:
    folder = Path(sys.modules["pasch.storage"].__path__[0]) / "migrations" / "versions"
    assert max(path.name.split("_")[0] for path in folder.glob("*.py")) == HEAD


@pytest.mark.slow
def test_servers_starting_together_share_a_new_database(new_url: str) -> None:
    program = (
        "import asyncio\nfrom pasch.storage.opening import opened\n"
        f"async def main():\n    async with opened({new_url!r}):\n        print('open')\nasyncio.run(main())"
    )
    command = [sys.executable, "-c", program]
    starts = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(4)]
    assert [start.communicate()[0].strip() for start in starts] == ["open"] * 4
