"""Opens the database at a URL: on a PostgreSQL server, or one SQLite file.

A file uses a write-ahead log, synchronises every commit, and serves any number of processes.
"""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from pathlib import Path
from queue import LifoQueue
from typing import TypeVar

from pasch.storage.database import (
    CannotStore,
    Conflict,
    Connection,
    Database,
    Job,
    Unwritable,
    is_postgres,
    reason_of,
    sqlite_path,
)
from pasch.storage.schema import HEAD, bring_up_to_date, read_only
from pasch.storage.writer import BUSY_SECONDS, ERASE_AFTER, FileIdentity, Outcome, Writer, finished, undone

READERS = 2
PRIMARY_CODE = 0xFF
"""The bits of SQLite's extended codes that hold the kind of an error."""

T = TypeVar("T")


class SqliteFile(Database):
    """The `Database` in a file. `SqliteFile.opened(url)` migrates the file first."""

    after_copy: Sequence[str] = ()
    groups = True

    def __init__(self, path: Path, erase_after: float = ERASE_AFTER) -> None:
        self.unwritable: Unwritable | None = None
        self._path = path
        self._identity = FileIdentity(path)
        self._writer = Writer(self._connect, self._identity, erase_after)
        self._pool = ThreadPoolExecutor(READERS, thread_name_prefix="pasch-reader")
        self._readers: LifoQueue[sqlite3.Connection | None] = LifoQueue()  # None: to be reopened
        for _ in range(READERS):
            self._readers.put(self._connect())

    @classmethod
    @contextmanager
    def opened(cls, url: str, revision: str | None = HEAD) -> "Iterator[SqliteFile]":
        """The file at a URL, closed when the context ends. Raises `CannotStore`.

        `revision` is the schema to migrate to; with None the file must exist and is not changed.
        """
        path = sqlite_path(url)
        bring_up_to_date(path, revision)
        file = cls(path)
        try:
            yield file
        finally:
            file.close()

    def close(self) -> None:
        """Finish pending writes, then close every connection."""
        self._writer.close()
        self._pool.shutdown()
        for _ in range(READERS):
            db = self._readers.get()
            if db is not None:
                db.close()

    def _connect(self) -> sqlite3.Connection:
        self._identity.check()  # SQLite would create a missing file
        db = sqlite3.connect(self._path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA foreign_keys = ON")
        db.execute("PRAGMA secure_delete = ON")
        return db

    # --------------------------------------------------------------------------- jobs

    async def write(self, job: Job[T], *, erase: bool = False) -> T:
        """Run a job in a transaction; it is on the disk when this returns."""
        loop = asyncio.get_running_loop()
        written: asyncio.Future[T] = loop.create_future()
        # Cancelling the caller does not undo a write that may already be on the disk.
        self._writer.submit(job, partial(_settle_from_thread, loop, written), erase=erase)
        with _plainly():
            try:
                return await written
            except sqlite3.Error as error:
                if (full := _full(error, self._path)) is None:
                    raise
                self.unwritable = Unwritable(name=error.sqlite_errorname, reason=reason_of(error), full=full)
                raise self.unwritable from error

    async def read(self, query: Job[T]) -> T:
        """Run a job that writes nothing and return its result."""
        with _plainly():
            return await asyncio.wrap_future(self._pool.submit(self._with_reader, query))

    def _with_reader(self, query: Job[T]) -> T:
        db = self._readers.get()
        try:
            self._identity.check()
            db = db or self._connect()
            db.execute("BEGIN")
            return finished(query, db)
        finally:
            self._readers.put(db if db is not None and undone(db) else None)


def _settle_from_thread(loop: asyncio.AbstractEventLoop, written: asyncio.Future[T], outcome: Outcome) -> None:
    with suppress(RuntimeError):  # the loop has been closed: nothing waits any more
        loop.call_soon_threadsafe(_settle, written, outcome)


def _settle(written: asyncio.Future[T], outcome: Outcome) -> None:
    result, error = outcome
    if written.done():
        return  # its caller was cancelled
    if error is None:
        written.set_result(result)
    else:
        written.set_exception(error)


def _full(error: sqlite3.Error, path: Path) -> bool | None:
    """Whether an error of SQLite means a full disk (True) or a read-only one (False); None for other errors."""
    match getattr(error, "sqlite_errorcode", sqlite3.SQLITE_OK) & PRIMARY_CODE:
        case sqlite3.SQLITE_FULL:
            return True
        case sqlite3.SQLITE_READONLY:
            return False
        case sqlite3.SQLITE_IOERR if read_only(path):
            return False  # the file became read-only after it was opened
        case _:
            return None


@contextmanager
def _plainly() -> Iterator[None]:
    """Report a full disk or a lost file in one sentence."""
    try:
        yield
    except sqlite3.IntegrityError as error:
        raise Conflict("The database rejected the write: {reason}", reason=reason_of(error)) from error
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise CannotStore("The database is not available: {reason}", reason=reason_of(error)) from error


@asynccontextmanager
async def opened(url: str, revision: str | None = HEAD) -> AsyncIterator[Database]:
    """The database at a URL, closed when the context ends. It is created and migrated to a revision.

    With None the database must exist and is not changed. Raises `CannotStore`.
    """
    if is_postgres(url):
        from pasch.storage.postgres import PostgresDatabase

        async with PostgresDatabase.opened(url, revision) as database:
            yield database
    else:
        with SqliteFile.opened(url, revision) as file:
            yield file


@asynccontextmanager
async def opened_at_head(url: str) -> AsyncIterator[Database]:
    """The database at a URL, which must have the current schema: nothing is created or migrated.

    So a newer program that only reads cannot migrate the database of an older server. Raises `CannotStore`.
    """
    async with opened(url, None) as database:
        revision = await revision_of(database)
        if revision != HEAD:
            raise CannotStore(
                "The database is of an older version (schema {revision}, this one knows {head}); start the server of"
                " this version once, or use the older program",
                revision=revision,
                head=HEAD,
            )
        yield database


async def revision_of(db: Connection) -> str:
    """The schema revision of a database."""
    found = await db.row("SELECT version_num FROM alembic_version")
    return "" if found is None else str(found[0])
