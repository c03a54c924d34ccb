"""Tables and their logs in SQL."""

import json
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from pasch.service.errors import TooManyTables
from pasch.service.ids import SessionId, TableId
from pasch.service.log import LogEvent
from pasch.service.ports import Append, CommandKey, SeatRow, TableRow
from pasch.service.requests import Status, Visibility
from pasch.storage.appends import answer_of, append_one, appender, first_or_refused, hour_of, put_seats
from pasch.storage.database import CannotStore, Connection, Database, Row, moment
from pasch.storage.people import lock_person
from pasch.storage.progress import ENDED, LOBBY_QUERY, latest_events, lobby_values, unended_tables


class SqlTables:
    """The service's `TableStore` over a database."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._append = appender(database)

    async def create(
        self, row: TableRow, append: Append, elsewhere: Append | None = None, most_public: int | None = None
    ) -> None:
        """Store a new table with its first events, and append `elsewhere`.

        Raises `SeqTaken`, and `TooManyTables` when the opener has `most_public` open ones; then nothing was written.
        """

        async def job(db: Connection) -> None:
            if most_public is not None:
                await _check_public(db, row.opener, most_public)
            await put_table(db, row, append)
            if elsewhere is not None:
                await append_one(db, elsewhere)

        await first_or_refused(self.database, job)

    async def append(self, append: Append) -> None:
        """Add events. Raises a `Refusal`; then nothing was written."""
        await self._append(append)

    async def writable(self) -> None:
        """Return if no write has failed, else attempt one.

        Raises `DatabaseUnwritable` while the disk is full or read-only, and `CannotStore` for other trouble.
        """
        if self.database.unwritable is not None:
            await self.database.write(_try_space)
            self.database.unwritable = None

    async def find(self, table: TableId) -> TableRow | None:
        """The row of a table with its seats in order."""
        rows = await self.database.rows(_FIND, (table,))
        return _table(table, rows) if rows else None

    async def read(self, table: TableId, after: int) -> Sequence[LogEvent]:
        """The events after a number, in order."""
        query = "SELECT seq, type, at, seat, data FROM events WHERE table_id = ? AND seq > ? ORDER BY seq"
        rows = await self.database.rows(query, (table, after))
        return [_event(*row) for row in rows]

    async def latest(self, tables: Sequence[TableId]) -> Mapping[TableId, int]:
        """The number of the latest event of each of the tables."""
        return await latest_events(self.database, tables)

    async def answer(self, table: TableId, command: CommandKey) -> int | None:
        """The stored answer to an executed command."""
        return await answer_of(self.database, table, command)

    async def of_session(self, session: SessionId, limit: int) -> Sequence[TableId]:
        """Unfinished tables that a session opened, sits at or has a reserved seat at, those changed last first."""
        query = (
            "SELECT id FROM tables WHERE status NOT IN (?, ?) AND"
            " (opener = ? OR id IN (SELECT table_id FROM seats WHERE session = ? OR kept_for = ?))"
            " ORDER BY changed_at DESC, id LIMIT ?"
        )
        return await self._ids(query, (*ENDED, session, session, session, limit))

    async def lobby(self, limit: int) -> Sequence[TableId]:
        """Public tables waiting or running: the newest of each opener, then the second newest of each, and so on."""
        return await self._ids(LOBBY_QUERY, lobby_values(limit))

    async def unended(self, tables: Sequence[TableId]) -> Collection[TableId]:
        """The tables among these whose match has not ended."""
        return await self.database.read(lambda db: unended_tables(db, tables))

    async def running(self) -> Sequence[TableId]:
        """Every table that is running."""
        return await self._ids("SELECT id FROM tables WHERE status = ?", (Status.RUNNING.value,))

    async def paused(self, limit: int) -> Sequence[TableId]:
        """Tables with an interrupted match, those changed last first."""
        query = "SELECT id FROM tables WHERE status = ? ORDER BY changed_at DESC, id LIMIT ?"
        return await self._ids(query, (Status.PAUSED.value, limit))

    async def _ids(self, query: str, values: tuple[str | int, ...]) -> list[TableId]:
        rows = await self.database.rows(query, values)
        return [TableId(table) for (table,) in rows]


PROBE_BYTES = 65_536
"""More than erased rows may have left free in existing pages."""


async def _try_space(db: Connection) -> None:
    """Write and delete a row that needs new pages."""
    row = await db.row(
        "INSERT INTO deletions (at, table_id, why, opened_at, changed_at) VALUES ('', '', ?, '', '') RETURNING id",
        ("x" * PROBE_BYTES,),
    )
    if row is not None:
        await db.run("DELETE FROM deletions WHERE id = ?", row)


async def _check_public(db: Connection, opener: SessionId, most: int) -> None:
    """Raise `TooManyTables` if a person has this many unfinished public tables.

    Transactions that open tables for the same person count in turn.
    """
    await lock_person(db, opener)
    query = "SELECT count(*) FROM tables WHERE opener = ? AND visibility = ? AND status NOT IN (?, ?)"
    row = await db.row(query, (opener, Visibility.PUBLIC.value, *ENDED))
    if row is not None and row[0] >= most:
        raise TooManyTables(most)


async def put_table(db: Connection, row: TableRow, append: Append) -> None:
    """Write a new table with its first events, in the caller's transaction."""
    at = moment(append.at)
    await db.run(
        "INSERT INTO tables (id, opener, visibility, status, server_seed, opened_at, changed_at, changed_hour)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (row.id, row.opener, row.visibility.value, append.status.value, row.server_seed, at, at, hour_of(at)),
    )
    await put_seats(db, [(row.id, row.seats)])
    await append_one(db, append)


def _event(seq: int, kind: str, at: str, seat: int | None, data: str) -> LogEvent:
    """A row of the log. Raises `CannotStore` for damage that SQLite does not detect."""
    try:
        return LogEvent(seq, kind, datetime.fromisoformat(at), seat, json.loads(data))
    except (TypeError, ValueError):
        raise CannotStore("Event {seq} of the table is damaged in the database", seq=str(seq)) from None


_FIND = (
    "SELECT t.opener, t.visibility, t.server_seed, t.rematch, e.ends_at, b.id, s.seat, s.session, s.name, s.seed,"
    " s.kept_for, s.moved_from FROM tables t LEFT JOIN seats s ON s.table_id = t.id"
    " LEFT JOIN attempts a ON a.table_id = t.id LEFT JOIN shared_events e ON e.event = a.event"
    " LEFT JOIN tables b ON b.rematch = t.id WHERE t.id = ? ORDER BY s.seat"
)


def _table(table: TableId, rows: Sequence[Row]) -> TableRow:
    """A table, built from the rows of its seats."""
    opener, visibility, server_seed, rematch, ends_at, earlier = rows[0][:6]
    seats = (row[6:] for row in rows if row[6] is not None)
    return TableRow(
        table,
        SessionId(opener),
        Visibility(visibility),
        tuple(
            SeatRow(seat, _person(session), name, seed, _person(kept_for), _person(moved_from))
            for seat, session, name, seed, kept_for, moved_from in seats
        ),
        server_seed,
        rematch and TableId(rematch),
        ends_at and datetime.fromisoformat(ends_at),
        earlier and TableId(earlier),
    )


def _person(session: str | None) -> SessionId | None:
    return None if session is None else SessionId(session)
