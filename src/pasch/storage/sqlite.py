"""Tables and sessions in one SQLite file: WAL, every commit synchronised, any number of processes."""

import asyncio
import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from queue import LifoQueue
from typing import TypeVar

from pasch.service.ids import SessionId, TableId
from pasch.service.log import LogEvent
from pasch.service.ports import Append, CommandKey, CommandKnown, SeatRow, SeqTaken, TableRow
from pasch.service.requests import Session, Status, Visibility
from pasch.storage.errors import CannotStore
from pasch.storage.schema import bring_up_to_date
from pasch.storage.urls import sqlite_path
from pasch.storage.writer import Writer

BUSY_SECONDS = 10
"""How long a process waits for another one's transaction."""

READERS = 2

T = TypeVar("T")


class SqliteStore:
    """The service's `TableStore` and `SessionStore` over one file.

    `SqliteStore.opened(url)` brings the file up to date and closes it in the end.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._writer = Writer(self._connect)
        self._pool = ThreadPoolExecutor(READERS, thread_name_prefix="pasch-reader")
        self._readers: LifoQueue[sqlite3.Connection] = LifoQueue()
        for _ in range(READERS):
            self._readers.put(self._connect())

    @classmethod
    @contextmanager
    def opened(cls, url: str) -> "Iterator[SqliteStore]":
        """The store at a URL. Raises `CannotStore`."""
        path = sqlite_path(url)
        bring_up_to_date(path)
        store = cls(path)
        try:
            yield store
        finally:
            store.close()

    def close(self) -> None:
        """Finish what is being written, then close every connection."""
        self._writer.close()
        self._pool.shutdown()
        for _ in range(READERS):
            self._readers.get().close()

    def _connect(self) -> sqlite3.Connection:
        db = sqlite3.connect(self._path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA foreign_keys = ON")
        return db

    async def _write(self, job: Callable[[sqlite3.Connection], None]) -> None:
        # Shielded: whoever stops waiting does not take back what may already be on the disk.
        with _plainly():
            await asyncio.shield(asyncio.wrap_future(self._writer.submit(job)))

    async def _read(self, query: Callable[[sqlite3.Connection], T]) -> T:
        with _plainly():
            return await asyncio.wrap_future(self._pool.submit(self._with_reader, query))

    def _with_reader(self, query: Callable[[sqlite3.Connection], T]) -> T:
        db = self._readers.get()
        try:
            return query(db)
        finally:
            self._readers.put(db)

    # --------------------------------------------------------------------------- tables

    async def create(self, row: TableRow, append: Append) -> None:
        """Keep a new table with its first events; `append.after` is 0."""

        def job(db: sqlite3.Connection) -> None:
            at = append.at.isoformat(timespec="microseconds")
            db.execute(
                "INSERT INTO tables (id, opener, visibility, status, server_seed, opened_at, changed_at)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                (row.id, row.opener, row.visibility.value, append.status.value, row.server_seed, at, at),
            )
            _put_seats(db, row.id, row.seats)
            _append(db, append)

        await self._write(job)

    async def append(self, append: Append) -> None:
        """Add events. Raises `CommandKnown`, `SeqTaken`; then nothing was written."""
        await self._write(lambda db: _append(db, append))

    async def find(self, table: TableId) -> TableRow | None:
        """The row of a table with its seats in order."""
        return await self._read(lambda db: _find(db, table))

    async def read(self, table: TableId, after: int) -> Sequence[LogEvent]:
        """The events after a number, in order."""
        query = "SELECT seq, type, at, seat, data FROM events WHERE table_id = ? AND seq > ? ORDER BY seq"
        rows = await self._read(lambda db: db.execute(query, (table, after)).fetchall())
        return [
            LogEvent(seq, kind, datetime.fromisoformat(at), seat, json.loads(data))
            for seq, kind, at, seat, data in rows
        ]

    async def answer(self, table: TableId, command: CommandKey) -> int | None:
        """The answer a command got when it was carried out."""
        return await self._read(lambda db: _answer(db, table, command))

    async def of_session(self, session: SessionId, limit: int) -> Sequence[TableId]:
        """Unfinished tables that a session opened or sits at, those changed last first."""
        query = (
            "SELECT id FROM tables WHERE status NOT IN (?, ?) AND"
            " (opener = ? OR id IN (SELECT table_id FROM seats WHERE session = ?))"
            " ORDER BY changed_at DESC, id LIMIT ?"
        )
        return await self._ids(query, (*_ENDED, session, session, limit))

    async def lobby(self, limit: int) -> Sequence[TableId]:
        """Public tables waiting or running, those opened last first."""
        query = "SELECT id FROM tables WHERE status IN (?, ?) AND visibility = ? ORDER BY opened_at DESC, id LIMIT ?"
        return await self._ids(query, (Status.WAITING.value, Status.RUNNING.value, Visibility.PUBLIC.value, limit))

    async def running(self) -> Sequence[TableId]:
        """Every table that is running."""
        return await self._ids("SELECT id FROM tables WHERE status = ?", (Status.RUNNING.value,))

    async def _ids(self, query: str, values: tuple[str | int, ...]) -> list[TableId]:
        rows = await self._read(lambda db: db.execute(query, values).fetchall())
        return [TableId(table) for (table,) in rows]

    # --------------------------------------------------------------------------- sessions

    async def add_session(self, session: Session, token_hash: bytes) -> None:
        """Keep a new session."""
        values = (session.id, token_hash, session.name, session.opened_at.isoformat(timespec="microseconds"))
        query = "INSERT INTO sessions (id, token_hash, name, opened_at) VALUES (?, ?, ?, ?)"

        def job(db: sqlite3.Connection) -> None:
            db.execute(query, values)

        await self._write(job)

    async def find_session(self, token_hash: bytes) -> Session | None:
        """The session whose token has this hash."""
        query = "SELECT id, name, opened_at FROM sessions WHERE token_hash = ?"
        row = await self._read(lambda db: db.execute(query, (token_hash,)).fetchone())
        return None if row is None else Session(SessionId(row[0]), row[1], datetime.fromisoformat(row[2]))


@contextmanager
def _plainly() -> Iterator[None]:
    """Say in one sentence that the database does not work just now: a full disk, a lost file."""
    try:
        yield
    except sqlite3.Error as error:
        raise CannotStore("The database cannot be used just now: {reason}", reason=str(error)) from error


_ENDED = tuple(status.value for status in Status if status.ended)


def _append(db: sqlite3.Connection, append: Append) -> None:
    table = append.table
    if append.command is not None:
        known = _answer(db, table, append.command)
        if known is not None:
            raise CommandKnown(known)
    (latest,) = db.execute("SELECT coalesce(max(seq), 0) FROM events WHERE table_id = ?", (table,)).fetchone()
    if latest != append.after:
        raise SeqTaken
    at = append.at.isoformat(timespec="microseconds")
    db.executemany(
        "INSERT INTO events (table_id, seq, type, at, seat, data) VALUES (?, ?, ?, ?, ?, ?)",
        [
            (table, seq, event.type, at, event.seat, json.dumps(event.data, separators=(",", ":")))
            for seq, event in enumerate(append.events, start=append.after + 1)
        ],
    )
    db.execute("UPDATE tables SET status = ?, changed_at = ? WHERE id = ?", (append.status.value, at, table))
    _put_seats(db, table, append.seats)
    if append.command is not None:
        db.execute(
            "INSERT INTO commands (table_id, session, id, seq) VALUES (?, ?, ?, ?)",
            (table, append.command.session, append.command.id, append.after + len(append.events)),
        )


def _put_seats(db: sqlite3.Connection, table: TableId, seats: tuple[SeatRow, ...]) -> None:
    db.executemany(
        "INSERT OR REPLACE INTO seats (table_id, seat, session, name, seed) VALUES (?, ?, ?, ?, ?)",
        [(table, seat.seat, seat.session, seat.name, seat.seed) for seat in seats],
    )


def _find(db: sqlite3.Connection, table: TableId) -> TableRow | None:
    row = db.execute("SELECT opener, visibility, server_seed FROM tables WHERE id = ?", (table,)).fetchone()
    if row is None:
        return None
    seats = db.execute("SELECT seat, session, name, seed FROM seats WHERE table_id = ? ORDER BY seat", (table,))
    return TableRow(
        table,
        SessionId(row[0]),
        Visibility(row[1]),
        tuple(
            SeatRow(seat, None if session is None else SessionId(session), name, seed)
            for seat, session, name, seed in seats
        ),
        row[2],
    )


def _answer(db: sqlite3.Connection, table: TableId, command: CommandKey) -> int | None:
    query = "SELECT seq FROM commands WHERE table_id = ? AND session = ? AND id = ?"
    row = db.execute(query, (table, command.session, command.id)).fetchone()
    return None if row is None else int(row[0])
