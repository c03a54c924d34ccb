"""One SQLite file: WAL, every commit synchronised, any number of processes."""

import asyncio
import sqlite3
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from queue import LifoQueue
from typing import TypeVar

from pasch.storage.database import CannotStore, Conflict, Job, Row, Unwritable, Values, reason_of, sqlite_path
from pasch.storage.schema import HEAD, bring_up_to_date, read_only
from pasch.storage.writer import BUSY_SECONDS, ERASE_AFTER, FileIdentity, Writer, finished, undone

READERS = 2
PRIMARY_CODE = 0xFF
"""Where the kind of an error stands in SQLite's extended codes."""

T = TypeVar("T")


class SqliteFile:
    """The `Database` in a file. `SqliteFile.opened(url)` brings the file up to date first."""

    after_copy: Sequence[str] = ()

    def __init__(self, path: Path, erase_after: float = ERASE_AFTER) -> None:
        self.unwritable: Unwritable | None = None
        self._path = path
        self._identity = FileIdentity(path)
        self._writer = Writer(self._connect, self._identity, erase_after)
        self._pool = ThreadPoolExecutor(READERS, thread_name_prefix="pasch-reader")
        self._readers: LifoQueue[sqlite3.Connection | None] = LifoQueue()  # None: one is to be opened again
        for _ in range(READERS):
            self._readers.put(self._connect())

    @classmethod
    @contextmanager
    def opened(cls, url: str, revision: str | None = HEAD) -> "Iterator[SqliteFile]":
        """The file at a URL, closed in the end. Raises `CannotStore`.

        `revision` is what it is brought to; with None it must be there, and stays as it is.
        """
        path = sqlite_path(url)
        bring_up_to_date(path, revision)
        file = cls(path)
        try:
            yield file
        finally:
            file.close()

    def close(self) -> None:
        """Finish what is being written, then close every connection."""
        self._writer.close()
        self._pool.shutdown()
        for _ in range(READERS):
            db = self._readers.get()
            if db is not None:
                db.close()

    def _connect(self) -> sqlite3.Connection:
        self._identity.check()  # SQLite would make a missing file
        db = sqlite3.connect(self._path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA foreign_keys = ON")
        db.execute("PRAGMA secure_delete = ON")
        return db

    # --------------------------------------------------------------------------- jobs

    async def write(self, job: Job[T], *, erase: bool = False) -> T:
        """Run a job in a transaction; it is on the disk when this returns."""
        # Shielded: whoever stops waiting does not take back what may already be on the disk.
        with _plainly():
            try:
                return await asyncio.shield(asyncio.wrap_future(self._writer.submit(job, erase=erase)))
            except sqlite3.Error as error:
                if (full := _full(error, self._path)) is None:
                    raise
                self.unwritable = Unwritable(name=error.sqlite_errorname, reason=reason_of(error), full=full)
                raise self.unwritable from error

    async def read(self, query: Job[T]) -> T:
        """What a job that writes nothing returns."""
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

    # --------------------------------------------------------------------------- single queries

    async def rows(self, query: str, values: Values = ()) -> Sequence[Row]:
        """All rows that a query finds."""
        return await self.read(lambda db: db.rows(query, values))

    async def row(self, query: str, values: Values = ()) -> Row | None:
        """The first row that a query finds."""
        return await self.read(lambda db: db.row(query, values))

    async def run(self, query: str, values: Values = ()) -> int:
        """Change something; how many rows were changed."""
        return await self.write(lambda db: db.run(query, values))

    async def run_many(self, query: str, values: Sequence[Values]) -> None:
        """Change something with each of the values, or with none of them."""
        await self.write(lambda db: db.run_many(query, values))

    async def rows_many(self, query: str, values: Sequence[Values]) -> Sequence[Row]:
        """All rows that a query finds with each of the values."""
        return await self.write(lambda db: db.rows_many(query, values))


def _full(error: sqlite3.Error, path: Path) -> bool | None:
    """Whether the disk is full or else read-only, if an error of SQLite says so."""
    match getattr(error, "sqlite_errorcode", sqlite3.SQLITE_OK) & PRIMARY_CODE:
        case sqlite3.SQLITE_FULL:
            return True
        case sqlite3.SQLITE_READONLY:
            return False
        case sqlite3.SQLITE_IOERR if read_only(path):
            return False  # the system made it so after the file was opened
        case _:
            return None


@contextmanager
def _plainly() -> Iterator[None]:
    """Say in one sentence that the database does not work just now: a full disk, a lost file."""
    try:
        yield
    except sqlite3.IntegrityError as error:
        raise Conflict("The database rejected the write: {reason}", reason=reason_of(error)) from error
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise CannotStore("The database is not available: {reason}", reason=reason_of(error)) from error
