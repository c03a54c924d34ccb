"""One thread that writes, with group commit.

Whoever wants something written hands over a job and waits. The thread takes all jobs that are waiting, runs each
in a savepoint of one transaction, commits once, and only then tells everybody: a write that returned is on the
disk, and a hundred writers pay for one synchronisation.
"""

import sqlite3
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import closing
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from pasch.storage.database import Job, Row, Value, Values

T = TypeVar("T")
Waiting = tuple[Job[Any], "Future[Any]"]

GROUP = 256
"""The most jobs of one transaction."""


class Writer:
    """Owns the connection that writes. `close` finishes what was handed over before."""

    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        self._jobs: SimpleQueue[Waiting | None] = SimpleQueue()
        self._connect = connect
        self._thread = Thread(target=self._work, name="pasch-writer", daemon=True)
        self._thread.start()

    def submit(self, job: Job[T]) -> "Future[T]":
        """Hand a job over. The future is done when it is on the disk, or says why it is not."""
        done: Future[T] = Future()
        self._jobs.put((job, done))
        return done

    def close(self) -> None:
        """Write what is waiting and end the thread."""
        self._jobs.put(None)
        self._thread.join()

    def _work(self) -> None:
        db: sqlite3.Connection | None = None
        ending = False
        while not ending and (first := self._jobs.get()) is not None:
            group, ending = self._waiting(first)
            db = self._served(db, group)
        if db is not None:
            db.close()

    def _served(self, db: sqlite3.Connection | None, group: list[Waiting]) -> sqlite3.Connection | None:
        """Write a group, over a new connection if there is none. The connection; None: it cannot be used again."""
        try:
            db = db or self._connect()
        except sqlite3.Error as error:
            _tell(group, [(None, error)] * len(group))
            return None
        return db if _write(db, group) else None

    def _waiting(self, first: Waiting) -> tuple[list[Waiting], bool]:
        """The jobs that are waiting, and whether the end was asked for behind them."""
        group = [first]
        while len(group) < GROUP:
            try:
                job = self._jobs.get_nowait()
            except Empty:
                break
            if job is None:
                return group, True
            group.append(job)
        return group, False


def _write(db: sqlite3.Connection, group: list[Waiting]) -> bool:
    """Run the jobs in one transaction and tell their owners. Whether the connection can be used again."""
    outcomes: list[tuple[Any, Exception | None]]
    whole = True
    try:
        db.execute("BEGIN IMMEDIATE")
        outcomes = [_attempt(db, job) for job, _ in group]
        db.execute("COMMIT")
    except sqlite3.Error as error:
        # The disk is full or gone: nothing of the group was written, and everybody learns it.
        whole = undone(db)
        outcomes = [(None, error)] * len(group)
    _tell(group, outcomes)
    return whole


def undone(db: sqlite3.Connection) -> bool:
    """End the transaction; a connection that cannot even do that is closed: False."""
    try:
        if db.in_transaction:
            db.execute("ROLLBACK")
    except sqlite3.Error:
        db.close()
        return False
    return True


def _tell(group: list[Waiting], outcomes: Sequence[tuple[Any, Exception | None]]) -> None:
    for (_, done), (result, trouble) in zip(group, outcomes, strict=True):
        if not done.set_running_or_notify_cancel():
            continue
        if trouble is None:
            done.set_result(result)
        else:
            done.set_exception(trouble)


def _attempt(db: sqlite3.Connection, job: Job[T]) -> tuple[T | None, Exception | None]:
    """Run one job in a savepoint; what it refuses is undone and does not touch its neighbours."""
    db.execute("SAVEPOINT job")
    try:
        result = finished(job, db)
    except sqlite3.OperationalError:
        raise  # not the job's fault: the whole transaction is in question
    except Exception as error:  # noqa: BLE001 - handed to whoever waits for the job
        db.execute("ROLLBACK TO job")
        db.execute("RELEASE job")
        return None, error
    db.execute("RELEASE job")
    return result, None


def finished(job: Job[T], db: sqlite3.Connection) -> T:
    """What a job returns. Nothing that it may wait for suspends it here."""
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
        """Change something; how many rows were changed."""
        return self._db.execute(query, values).rowcount

    async def run_many(self, query: str, values: Sequence[Values]) -> None:
        """Change something with each of the values; nothing where there are none."""
        self._db.executemany(query, values)

    async def rows_many(self, query: str, values: Sequence[Values]) -> Sequence[Row]:
        """All rows that a query finds with each of the values."""
        return [row for each in values for row in self._db.execute(query, each)]

    async def each(self, table: str) -> AsyncIterator[Mapping[str, Value]]:
        """All rows of a table."""
        with closing(self._db.execute(f"SELECT * FROM {table}")) as found:  # noqa: S608 - a name of ours
            names = [column[0] for column in found.description]
            for row in found:
                yield dict(zip(names, row, strict=True))
