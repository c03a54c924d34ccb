"""One SQLite file behind the service's ports: gapless logs, commands once, nothing acknowledged lost."""

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pasch.service.ids import TableId
from pasch.service.log import Happening
from pasch.service.ports import Append, SeqTaken
from pasch.service.requests import Status
from pasch.storage.bus import LocalBus
from pasch.storage.errors import CannotStore
from pasch.storage.schema import HEAD
from pasch.storage.sqlite import SqliteStore
from tests.storage.logs import AT, TABLE, row, seqs, step

WRITER = Path(__file__).parent / "endless_writer.py"


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'pasch.sqlite3'}"


@pytest.fixture
def store(url: str) -> Iterator[SqliteStore]:
    with SqliteStore.opened(url) as opened:
        yield opened


def test_what_was_written_is_read_after_opening_again(url: str) -> None:
    with SqliteStore.opened(url) as store:
        asyncio.run(store.create(row(), step(0, "table_opened", "table_started")))
    with SqliteStore.opened(url) as store:
        assert asyncio.run(store.find(TABLE)) == row()
        events = asyncio.run(store.read(TABLE, 1))
        assert [(e.seq, e.type, e.at, e.seat, e.data) for e in events] == [(2, "table_started", AT, 1, {"n": 0})]


@settings(max_examples=15)
@given(st.lists(st.tuples(st.integers(0, 3), st.integers(1, 3)), max_size=40))
def test_many_writers_at_once_leave_gapless_logs(tmp_path_factory: pytest.TempPathFactory, work: list[tuple[int, int]]):
    """Each writer reads how far a table is and appends; whoever comes second is refused and tries again."""

    async def one(store: SqliteStore, table: TableId, events: int) -> None:
        while True:
            at = len(await store.read(table, 0))
            try:
                return await store.append(step(at, *["dice_rolled"] * events, table=table))
            except SeqTaken:
                continue

    async def all_of_it(stores: list[SqliteStore], tables: list[TableId]) -> None:
        for table in tables:
            await stores[0].create(row(table), step(0, "table_opened", table=table))
        await asyncio.gather(*(one(stores[i % 2], tables[t], n) for i, (t, n) in enumerate(work)))

    url = f"sqlite:///{tmp_path_factory.mktemp('store') / 'pasch.sqlite3'}"
    tables = [TableId(f"t{i}") for i in range(4)]
    with SqliteStore.opened(url) as first, SqliteStore.opened(url) as second:
        asyncio.run(all_of_it([first, second], tables))
        for i, table in enumerate(tables):
            written = 1 + sum(n for t, n in work if t == i)
            assert seqs(second, table) == list(range(1, written + 1))


def test_killed_writers_lose_nothing_they_acknowledged(url: str, long: bool) -> None:
    for _ in range(100 if long else 5):
        with subprocess.Popen(
            [sys.executable, str(WRITER), url], stdout=subprocess.PIPE, text=True, env={**os.environ}
        ) as writer:
            assert writer.stdout is not None
            lines = [writer.stdout.readline() for _ in range(40)]
            writer.send_signal(signal.SIGKILL)
            lines += writer.stdout.readlines()
        table, acknowledged = lines[0].strip(), max(int(line) for line in lines[1:] if line.endswith("\n"))
        with SqliteStore.opened(url) as store:
            written = seqs(store, TableId(table))
        assert written == list(range(1, len(written) + 1))
        assert len(written) >= acknowledged


def test_a_full_disk_refuses_and_keeps_what_was_there(url: str, store: SqliteStore) -> None:
    asyncio.run(store.create(row(), step(0, "table_opened")))
    with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as db:
        (pages,) = db.execute("PRAGMA page_count").fetchone()
    limit = store._writer.submit(lambda db: db.execute(f"PRAGMA max_page_count = {pages}") and None)
    limit.result()
    big = Append(TABLE, 1, (Happening("x", 1, {"much": "y" * 50_000}),), AT, Status.RUNNING)
    with pytest.raises(CannotStore, match="full"):
        asyncio.run(store.append(big))
    assert seqs(store) == [1]


# ------------------------------------------------------------------------------- the file


def refusal(url: str) -> str:
    with pytest.raises(CannotStore) as refused, SqliteStore.opened(url):
        pass
    return str(refused.value)


def test_files_that_are_none_of_ours_are_refused(tmp_path: Path) -> None:
    text, foreign = tmp_path / "text", tmp_path / "foreign"
    text.write_text("no database" * 1000)
    with closing(sqlite3.connect(foreign)) as db:
        db.execute("CREATE TABLE x (a)")
    assert "not a database" in refusal(f"sqlite:///{text}")
    assert "another program" in refusal(f"sqlite:///{foreign}")
    assert "cannot be opened" in refusal(f"sqlite:///{tmp_path / 'missing' / 'folder'}")
    assert "sqlite:////absolute/path" in refusal("mysql://x")


def test_a_newer_schema_is_refused(url: str) -> None:
    with SqliteStore.opened(url):
        pass
    with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as db, db:
        db.execute("UPDATE alembic_version SET version_num = '9999'")
    assert "newer version" in refusal(url)


def test_the_newest_migration_is_the_one_the_program_knows() -> None:
    folder = Path(sys.modules["pasch.storage"].__path__[0]) / "migrations" / "versions"
    assert max(path.name.split("_")[0] for path in folder.glob("*.py")) == HEAD


# ------------------------------------------------------------------------------- the bus


def test_the_bus_tells_the_latest_number_once() -> None:
    async def scenario() -> list[int]:
        bus = LocalBus()
        with bus.subscribe(TABLE) as reader, bus.subscribe(TableId("other")) as other:
            for seq in (3, 5, 4):
                await bus.publish(TABLE, seq)
            heard = [await reader.news()]
            waiting = asyncio.ensure_future(reader.news())
            await bus.publish(TABLE, 5)
            await asyncio.wait([waiting], timeout=0)
            assert not waiting.done()
            await bus.publish(TABLE, 6)
            heard.append(await waiting)
            quiet = asyncio.ensure_future(other.news())
            await asyncio.wait([quiet], timeout=0)
            assert not quiet.done()
            quiet.cancel()
        return heard

    assert asyncio.run(scenario()) == [5, 6]


def test_servers_that_start_at_once_on_a_new_file_share_it(url: str) -> None:
    program = f"from pasch.storage.sqlite import SqliteStore\nwith SqliteStore.opened({url!r}): print('open')"
    command = [sys.executable, "-c", program]
    starts = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(4)]
    assert [start.communicate()[0].strip() for start in starts] == ["open"] * 4
