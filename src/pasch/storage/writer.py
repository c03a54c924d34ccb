"""One SQLite connection that writes in groups, and the identity of its file."""

import os
import sqlite3
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from typing import Any, TypeVar

from pasch.service.errors import DatabaseReplaced
from pasch.storage.database import CannotStore, Job, Row, Value, Values

Entry = tuple[int, int]
"""The identity of a file on this machine: its device and its inode number."""


class FileReplaced(CannotStore, DatabaseReplaced):
    """The file at the path was replaced or truncated: nothing more is read or written."""

    def __init__(self) -> None:
        super().__init__(
            "The database file was replaced or cut while it was in use: the server stops, and confirms nothing that it"
            " cannot keep. Run pasch admin check before the next start"
        )


class FileIdentity:
    """Remembers the file at a path, and its write-ahead log. Once either has changed, every check raises."""

    def __init__(self, path: Path) -> None:
        self._path, self._log_path = str(path), f"{path}-wal"
        self._file, self._size = _entry(self._path)
        self._log: Entry | None = None
        self.lost = False

    def note_log(self) -> None:
        """Remember the log that the connection for writing has just opened and holds open."""
        self._log, _ = _entry(self._log_path)

    def forget_log(self) -> None:
        """Accept any log: the connection for writing may close, and SQLite then deletes the log."""
        self._log = None

    def check(self, most: int | None = None) -> None:
        """Compare the files with the remembered ones; `most` is the greatest size that SQLite gives the file.

        SQLite shortens a file only in a VACUUM, which is forbidden under a server. Raises `FileReplaced`.
        """
        known, log = self._size, self._log  # before the check: another thread may change files and sizes meanwhile
        file, size = _entry(self._path)
        same = file == self._file and known <= size and (log is None or log == _entry(self._log_path)[0])
        if not same or (most is not None and size > max(most, known)):
            self.lost = True
        if self.lost:
            raise FileReplaced
        self._size = max(size, self._size)


def _entry(path: str) -> tuple[Entry | None, int]:
    """The identity and size of the file at a path; a missing file has the size 0."""
    try:
        found = os.stat(path)  # noqa: PTH116 - twice as fast as Path.stat, four times a command
    except OSError:
        return None, 0
    return (found.st_dev, found.st_ino), found.st_size


T = TypeVar("T")

GROUP = 256
"""The most jobs of one transaction."""
ERASE_AFTER = 1.0
"""Seconds between a deletion and the truncation of the write-ahead log, which covers all deletions meanwhile."""
RETRY = 1.0
"""Seconds until the next attempt, if a reader such as a backup still needs the log."""
BUSY_SECONDS = 10
"""The longest wait for another process's transaction, in seconds."""


Outcome = tuple[Any, Exception | None]
"""The result of a job, or its error."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A job, what takes its outcome, and whether its deleted content must leave the disk."""

    job: Job[Any]
    done: Callable[[Outcome], object]
    erase: bool


class Writer:
    """Owns the connection that writes. `close` finishes submitted jobs."""

    def __init__(
        self, connect: Callable[[], sqlite3.Connection], identity: FileIdentity, erase_after: float = ERASE_AFTER
    ) -> None:
        self._jobs: SimpleQueue[Waiting | None] = SimpleQueue()
        self._connect = connect
        self._identity = identity
        self._erase_after = erase_after
        self._erase_at: float | None = None
        self._thread = Thread(target=self._work, name="pasch-writer", daemon=True)
        self._thread.start()

    def submit(self, job: Job[Any], done: Callable[[Outcome], object], *, erase: bool = False) -> None:
        """Submit a job. The thread calls `done` with its outcome: the result is on the disk then.

        With `erase` the log, which still holds the content that the job deletes, is truncated soon.
        """
        self._jobs.put(Waiting(job, done, erase))

    def close(self) -> None:
        """Write the waiting jobs and end the thread.

        After the file was replaced the thread holds its connection until the process ends. The last connection to
        close copies the write-ahead log into whatever file is at the path now.
        """
        if self._identity.lost:
            return
        self._jobs.put(None)
        self._thread.join()

    def _work(self) -> None:
        db: sqlite3.Connection | None = None
        ending = False
        with suppress(sqlite3.Error, FileReplaced):  # the first job meets the same trouble, and reports it
            db = self._opened()
        while not ending and (first := self._next(db)) is not None:
            group, ending = self._waiting(first)
            db = self._served(db, group)
        if db is not None:
            self._erase(db)
            db.close()

    def _next(self, db: sqlite3.Connection | None) -> Waiting | None:
        """The next job; None at the end. Truncates the log meanwhile when that is due."""
        while db is not None and self._erase_at is not None:
            if (left := self._erase_at - monotonic()) <= 0:
                self._erase(db)
                continue
            with suppress(Empty):
                return self._jobs.get(timeout=left)
        return self._jobs.get()

    def _erase(self, db: sqlite3.Connection) -> None:
        """Truncate the log if that is due. Retry while a reader needs the log."""
        if self._erase_at is None or self._identity.lost:
            return
        db.execute("PRAGMA busy_timeout = 0")
        try:
            [(busy, _, _)] = db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        except sqlite3.Error:
            busy = True
        db.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}")
        self._erase_at = monotonic() + RETRY if busy else None

    def _served(self, db: sqlite3.Connection | None, group: list[Waiting]) -> sqlite3.Connection | None:
        """Write a group, over a new connection if there is none. Returns the connection; None: it is unusable."""
        try:
            db = db or self._opened()
        except (sqlite3.Error, FileReplaced) as error:
            _resolve(group, [(None, error)] * len(group))
            return None
        if self._erase_at is None and any(each.erase for each in group):
            self._erase_at = monotonic() + self._erase_after
        return db if _write(db, group, self._identity) else None

    def _opened(self) -> sqlite3.Connection:
        """A connection with an open write-ahead log, which the identity remembers."""
        db = self._connect()
        try:
            db.execute("SELECT 1 FROM sqlite_master").fetchone()
        except sqlite3.Error:
            db.close()
            raise
        self._identity.note_log()
        return db

    def _waiting(self, first: Waiting) -> tuple[list[Waiting], bool]:
        """The waiting jobs, and whether a request to end follows them."""
        group = [first]
        while len(group) < GROUP:
            try:
                waiting = self._jobs.get_nowait()
            except Empty:
                break
            if waiting is None:
                return group, True
            group.append(waiting)
        return group, False


def _write(db: sqlite3.Connection, group: list[Waiting], identity: FileIdentity) -> bool:
    """Run the jobs in one transaction and complete their futures. Returns whether the connection is still usable."""
    outcomes: list[Outcome]
    whole = True
    try:
        db.execute("BEGIN IMMEDIATE")
        identity.check(_most_bytes(db))
        outcomes = [_attempt(db, each.job) for each in group]
        db.execute("COMMIT")
        identity.check()
    except (sqlite3.Error, FileReplaced) as error:
        # The disk is full or gone, or the file was replaced: the whole group fails, and every caller gets the error.
        identity.forget_log()
        whole = undone(db)
        if whole:
            identity.note_log()
        outcomes = [(None, error)] * len(group)
    _resolve(group, outcomes)
    return whole


def _most_bytes(db: sqlite3.Connection) -> int:
    """The length of the file after a full checkpoint of the write-ahead log."""
    [(pages, size)] = db.execute("SELECT page_count, page_size FROM pragma_page_count, pragma_page_size")
    return int(pages * size)


def undone(db: sqlite3.Connection) -> bool:
    """Roll back the transaction; False: even that failed, and the connection is closed."""
    try:
        if db.in_transaction:
            db.execute("ROLLBACK")
    except sqlite3.Error:
        db.close()
        return False
    return True


def _resolve(group: list[Waiting], outcomes: Sequence[Outcome]) -> None:
    for each, outcome in zip(group, outcomes, strict=True):
        each.done(outcome)


def _attempt(db: sqlite3.Connection, job: Job[Any]) -> Outcome:
    """Run one job in a savepoint; a refusal undoes it and does not affect its neighbours."""
    db.execute("SAVEPOINT job")
    try:
        result = finished(job, db)
    except sqlite3.OperationalError:
        raise  # the cause is not the job: the whole transaction is in doubt
    except Exception as error:  # noqa: BLE001 - passed to the caller that waits for the job
        db.execute("ROLLBACK TO job")
        db.execute("RELEASE job")
        return None, error
    db.execute("RELEASE job")
    return result, None


def finished(job: Job[T], db: sqlite3.Connection) -> T:
    """The result of a job, whose coroutine never suspends here."""
    try:
        next(job(FileConnection(db)).__await__())
    except StopIteration as end:
        result: T = end.value
        return result
    raise RuntimeError("a job waits for nothing but its connection")


class FileConnection:
    """The `Connection` of jobs over a file."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    async def rows(self, query: str, values: Values = ()) -> Sequence[Row]:
        """All rows that a query finds."""
        return self._db.execute(query, values).fetchall()

    async def row(self, query: str, values: Values = ()) -> Row | None:
        """The first row that a query finds."""
        with closing(self._db.execute(query, values)) as found:
            row: Row | None = found.fetchone()
        return row

    async def run(self, query: str, values: Values = ()) -> int:
        """Execute a statement; returns the number of rows changed."""
        return self._db.execute(query, values).rowcount

    async def run_many(self, query: str, values: Sequence[Values]) -> None:
        """Execute a statement with each of the values, if any."""
        if values:
            self._db.executemany(query, values)

    async def rows_many(self, query: str, values: Sequence[Values]) -> Sequence[Row]:
        """All rows that a query finds with each of the values."""
        return [row for each in values for row in self._db.execute(query, each)]

    async def each(self, table: str) -> AsyncIterator[Mapping[str, Value]]:
        """All rows of a table."""
        with closing(self._db.execute(f"SELECT * FROM {table}")) as found:  # noqa: S608 - a constant name
            names = [column[0] for column in found.description]
            for row in found:
                yield dict(zip(names, row, strict=True))
