"""Writers and readers of a SQLite file recover from every SQLite error."""

import asyncio
import sqlite3
from contextlib import closing, suppress
from queue import SimpleQueue
from typing import ClassVar

import pytest

from pasch.storage.database import CannotStore
from pasch.storage.opening import READERS, SqliteFile
from pasch.storage.writer import FileIdentity, Writer


class FailingConnection(sqlite3.Connection):
    """A connection that fails some statements, as when the disk is missing."""

    failing: ClassVar[set[str]] = set()
    unclosed: ClassVar[set[sqlite3.Connection]] = set()

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.unclosed.add(self)

    def close(self):
        self.unclosed.discard(self)
        super().close()

    def execute(self, query, *values):
        fail(query.split()[0])
        return super().execute(query, *values)


def fail(what):
    if what in FailingConnection.failing:
        raise sqlite3.OperationalError("disk I/O error")


@pytest.fixture
def path(tmp_path):
    with closing(sqlite3.connect(tmp_path / "file")) as db:
        db.execute("CREATE TABLE things (thing)")
    yield tmp_path / "file"
    left, FailingConnection.unclosed = FailingConnection.unclosed, set()
    FailingConnection.failing.clear()
    assert left == set()


@pytest.fixture
def writer(path):
    def connect():
        fail("connect")
        return sqlite3.connect(path, isolation_level=None, check_same_thread=False, factory=FailingConnection)

    return lambda: Writer(connect, FileIdentity(path))


def result(writing, job):
    """The result of a job, or its error."""
    outcomes = SimpleQueue()
    writing.submit(job, outcomes.put)
    value, error = outcomes.get(timeout=10)
    if error is not None:
        raise error
    return value


async def put(db):
    await db.run("INSERT INTO things VALUES (1)")
    return (await db.row("SELECT count(*) FROM things"))[0]


TROUBLES = [{"connect"}, {"SELECT"}, {"BEGIN"}, {"COMMIT"}, {"COMMIT", "ROLLBACK"}]


@pytest.mark.parametrize("failing", TROUBLES, ids=lambda words: " and ".join(sorted(words)))
def test_writer_recovers_from_errors_without_partial_writes(writer, failing):
    FailingConnection.failing |= failing
    writing = writer()
    try:
        for _ in range(2):
            with pytest.raises(sqlite3.OperationalError):
                result(writing, put)
        FailingConnection.failing.clear()
        assert [result(writing, put) for _ in range(2)] == [1, 2]
    finally:
        writing.close()


class FailingFile(SqliteFile):
    def _connect(self):
        fail("connect")
        return sqlite3.connect(self._path, isolation_level=None, check_same_thread=False, factory=FailingConnection)


@pytest.mark.parametrize(
    "failing",
    [{"BEGIN"}, {"SELECT"}, {"SELECT", "ROLLBACK"}, {"ROLLBACK"}],
    ids=lambda words: " and ".join(sorted(words)),
)
def test_reader_recovers_from_errors(path, failing):
    async def story():
        for _ in range(2 * READERS):
            FailingConnection.failing |= failing
            with suppress(CannotStore):
                await file.rows("SELECT * FROM things")
            FailingConnection.failing.add("connect")
            with suppress(CannotStore):
                await file.rows("SELECT * FROM things")
        FailingConnection.failing.clear()
        async with asyncio.timeout(10):
            for _ in range(2 * READERS):
                assert await file.rows("SELECT * FROM things") == []

    file = FailingFile(path)
    try:
        asyncio.run(story())
    finally:
        FailingConnection.failing.clear()
        file.close()
