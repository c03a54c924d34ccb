"""One thread that writes, with group commit.

Whoever wants something written hands over a job and waits. The thread takes all jobs that are waiting, runs each
in a savepoint of one transaction, commits once, and only then tells everybody: a write that returned is on the
disk, and a hundred writers pay for one synchronisation.
"""

import sqlite3
from collections.abc import Callable
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from threading import Thread

Job = Callable[[sqlite3.Connection], None]

GROUP = 256
"""The most jobs of one transaction."""


class Writer:
    """Owns the connection that writes. `close` finishes what was handed over before."""

    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        self._jobs: SimpleQueue[tuple[Job, Future[None]] | None] = SimpleQueue()
        self._connect = connect
        self._thread = Thread(target=self._work, name="pasch-writer", daemon=True)
        self._thread.start()

    def submit(self, job: Job) -> Future[None]:
        """Hand a job over. The future is done when it is on the disk, or says why it is not."""
        done: Future[None] = Future()
        self._jobs.put((job, done))
        return done

    def close(self) -> None:
        """Write what is waiting and end the thread."""
        self._jobs.put(None)
        self._thread.join()

    def _work(self) -> None:
        db = self._connect()
        try:
            while (first := self._jobs.get()) is not None:
                group, ending = self._waiting(first)
                _write(db, group)
                if ending:
                    break
        finally:
            db.close()

    def _waiting(self, first: tuple[Job, Future[None]]) -> tuple[list[tuple[Job, Future[None]]], bool]:
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


def _write(db: sqlite3.Connection, group: list[tuple[Job, Future[None]]]) -> None:
    """Run the jobs in one transaction and tell their owners."""
    try:
        db.execute("BEGIN IMMEDIATE")
        outcomes = [_attempt(db, job) for job, _ in group]
        db.execute("COMMIT")
    except sqlite3.Error as error:
        # The disk is full or gone: nothing of the group was written, and everybody learns it.
        if db.in_transaction:
            db.execute("ROLLBACK")
        outcomes = [error] * len(group)
    for (_, done), outcome in zip(group, outcomes, strict=True):
        if not done.set_running_or_notify_cancel():
            continue
        if outcome is None:
            done.set_result(None)
        else:
            done.set_exception(outcome)


def _attempt(db: sqlite3.Connection, job: Job) -> Exception | None:
    """Run one job in a savepoint; what it refuses is undone and does not touch its neighbours."""
    db.execute("SAVEPOINT job")
    try:
        job(db)
    except sqlite3.OperationalError:
        raise  # not the job's fault: the whole transaction is in question
    except Exception as error:  # noqa: BLE001 - handed to whoever waits for the job
        db.execute("ROLLBACK TO job")
        db.execute("RELEASE job")
        return error
    db.execute("RELEASE job")
    return None
