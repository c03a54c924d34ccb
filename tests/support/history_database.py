"""The content of the database, read by plain SQL instead of the storage code under test."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

import asyncpg

from pasch.service.ids import SessionId, TableId, handle_of
from pasch.service.log import LogEvent
from pasch.service.ports import SeatRow, TableRow
from pasch.service.requests import Visibility
from tests.support.history import StoredTable

QUERIES = (
    "SELECT id, opener, visibility, server_seed FROM tables WHERE id = ?",
    "SELECT seat, session, name, seed FROM seats WHERE table_id = ? ORDER BY seat",
    "SELECT seq, type, at, seat, data FROM events WHERE table_id = ? ORDER BY seq",
    "SELECT session, id, seq FROM commands WHERE table_id = ?",
)
"""The table, its seats, its log, and the executed commands."""

Row = tuple[Any, ...]


def read_sqlite(file: Path, tables: Iterable[str]) -> dict[str, StoredTable]:
    """The content of a SQLite file for some tables; the server may be running."""
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True, isolation_level=None)) as db:
        db.execute("BEGIN")  # one consistent moment
        results = {table: [db.execute(query, (table,)).fetchall() for query in QUERIES] for table in tables}
    return {table: assemble(*rows) for table, rows in results.items() if rows[0]}


async def read_postgres(url: str, tables: Iterable[str]) -> dict[str, StoredTable]:
    """The content of a PostgreSQL database for some tables."""
    db = await asyncpg.connect(url)
    try:
        async with db.transaction(isolation="repeatable_read", readonly=True):
            results = {
                table: [[tuple(row) for row in await db.fetch(query.replace("?", "$1"), table)] for query in QUERIES]
                for table in tables
            }
    finally:
        await db.close()
    return {table: assemble(*rows) for table, rows in results.items() if rows[0]}


def assemble(table: list[Row], seats: list[Row], events: list[Row], commands: list[Row]) -> StoredTable:
    """The result of the four queries."""
    ((name, opener, visibility, server_seed),) = table
    return StoredTable(
        TableRow(
            TableId(name),
            SessionId(opener),
            Visibility(visibility),
            tuple(
                SeatRow(seat, session and SessionId(session), player_name, seed)
                for seat, session, player_name, seed in seats
            ),
            bytes(server_seed),
        ),
        [
            LogEvent(seq, kind, datetime.fromisoformat(at), seat, json.loads(data))
            for seq, kind, at, seat, data in events
        ],
        [(handle_of(SessionId(session)), command, seq) for session, command, seq in commands],
    )
