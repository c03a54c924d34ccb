"""Checks the integrity of logs, and salvages a damaged SQLite file."""

import sqlite3
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pasch.rules.errors import PaschError
from pasch.service.ids import TableId
from pasch.service.log import LogEvent
from pasch.service.ports import TableRow
from pasch.service.runtime.cache import LiveTable
from pasch.storage.backup import COUNTER, tables_of
from pasch.storage.database import PREFIX, CannotStore, Database, reason_of
from pasch.storage.opening import opened
from pasch.storage.schema import HEAD
from pasch.storage.tables import SqlTables

PAGE = 500


@dataclass(frozen=True)
class Broken:
    """A table with an incomplete log, and the last intact event."""

    table: TableId
    after: int
    why: str


@dataclass(frozen=True)
class Checked:
    """The number of tables and of their events, the defects by table, and the intact tables.

    `incomplete` names the kinds with unreadable rows.
    """

    tables: int
    events: int
    broken: Sequence[Broken]
    intact: Sequence[TableId]
    incomplete: Sequence[str] = ()


async def check(database: Database) -> Checked:
    """Read and replay every table in turn; each takes some milliseconds."""
    store, events = SqlTables(database), 0
    broken, intact = list[Broken](), list[TableId]()
    async for table in _every(database):
        row = await store.find(table)
        if row is None:
            continue  # deleted meanwhile
        try:
            answered = await _answered(database, table)  # before the log, which may grow meanwhile
            log = await store.read(table, 0)
            events += len(log)
            _whole(log, answered)
            _seated(row, LiveTable(row, log))
            intact.append(table)
        except _Gap as gap:
            if await store.find(table) is None:
                continue  # deleted meanwhile, and its log with it
            broken.append(Broken(table, gap.after, "gap"))
        except Exception as error:  # noqa: BLE001 - replaying a damaged log can raise anything
            reason = str(error) if isinstance(error, PaschError) else type(error).__name__
            broken.append(Broken(table, 0, reason))
    return Checked(len(intact) + len(broken), events, broken, intact)


class _Gap(Exception):
    """The event after number `after` is missing."""

    def __init__(self, after: int) -> None:
        super().__init__(after)
        self.after = after


async def _answered(database: Database, table: TableId) -> int:
    """The latest event that answers a command."""
    found = await database.row("SELECT max(seq) FROM commands WHERE table_id = ?", (table,))
    return (found and found[0]) or 0


def _whole(log: Sequence[LogEvent], answered: int) -> None:
    for expected, event in enumerate(log, start=1):
        if event.seq != expected:
            raise _Gap(expected - 1)
    if not log or answered > len(log):
        raise _Gap(len(log))


def _seated(row: TableRow, live: LiveTable) -> None:
    if len(row.seats) != len(live.state.places):
        raise CannotStore("Rows of its seats are missing")


async def _every(database: Database) -> AsyncIterator[TableId]:
    last = ""
    while rows := await database.rows("SELECT id FROM tables WHERE id > ? ORDER BY id LIMIT ?", (last, PAGE)):
        for (table,) in rows:
            yield TableId(table)
        last = rows[-1][0]


BY_TABLE = {"tables": "id", "seats": "table_id", "events": "table_id", "commands": "table_id"}
"""Kinds of rows that belong to tables, with the column that names the table."""


@dataclass(frozen=True)
class Salvaged:
    """The tables copied and damaged, the number of rows copied, and the incomplete kinds."""

    intact: Sequence[str]
    damaged: Sequence[str]
    rows: Mapping[str, int]
    incomplete: Sequence[str]


async def salvage(source: Path, target: Path) -> Salvaged:
    """Copy the intact data into a new file, and leave the source unchanged. Raises `CannotStore`."""
    url = f"{PREFIX}{target}"
    with _reading(source) as old:
        schema = _schema(old)
        async with opened(url, schema):
            pass
        known, incomplete = _copied_into(target, old, tables_of(schema))
    async with opened(url) as database:
        intact = await _keep_intact(database)
        rows = {kind: await _count(database, kind) for kind in tables_of(HEAD)}
    return Salvaged(intact, sorted({*known} - {*intact}), rows, incomplete)


@contextmanager
def _reading(source: Path) -> Iterator[sqlite3.Connection]:
    """A read-only connection to a snapshot of the file. Raises `CannotStore` if SQLite finds no tables in it."""
    with closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)) as db:
        try:
            db.execute("BEGIN")
            db.execute("SELECT count(*) FROM sqlite_master").fetchone()
        except sqlite3.Error as error:
            reason = reason_of(error)
            raise CannotStore("Nothing can be read in {path}: {reason}", path=str(source), reason=reason) from None
        yield db


def _schema(db: sqlite3.Connection) -> str:
    """The schema that the file names, or the current one if that is lost."""
    found = [*_Readable(db, "SELECT version_num FROM alembic_version")]
    return min(str(found[0][0]), HEAD) if found else HEAD


# ------------------------------------------------------------------------------- reading around the damage


@dataclass
class _Readable:
    """The rows of a query up to the first damaged one; `whole` if there is none."""

    db: sqlite3.Connection
    query: str
    values: tuple[str, ...] = ()
    whole: bool = True

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        try:
            yield from self.db.execute(self.query, self.values)
        except sqlite3.Error:
            self.whole = False


def _copied_into(target: Path, old: sqlite3.Connection, kinds: Sequence[str]) -> tuple[list[str], list[str]]:
    """Copy the readable rows; returns every table that they name, and the incomplete kinds."""
    try:
        with closing(sqlite3.connect(target)) as new, new:
            incomplete = _copy(old, new, kinds)
            known = _known(new)
            _remove_orphans(new, kinds)
    except sqlite3.Error as error:
        raise CannotStore("The database is not available: {reason}", reason=reason_of(error)) from None
    return known, incomplete


def _copy(old: sqlite3.Connection, new: sqlite3.Connection, kinds: Sequence[str]) -> list[str]:
    """Copy all readable rows; returns the incomplete kinds."""
    new.execute(f"DELETE FROM {COUNTER}")  # noqa: S608 - a constant name
    incomplete = [kind for kind in kinds if not _copied(old, new, kind, f"ORDER BY {_key(new, kind)}")]
    for kind in incomplete:
        _copied(old, new, kind, f"ORDER BY {_key(new, kind, ' DESC')}")
    for table in _known(new):
        for kind in BY_TABLE.keys() & {*incomplete}:
            _copied(old, new, kind, f"WHERE {BY_TABLE[kind]} = ?", (table,))
    return incomplete


def _copied(
    old: sqlite3.Connection, new: sqlite3.Connection, kind: str, which: str, values: tuple[str, ...] = ()
) -> bool:
    """Copy rows up to the first damaged one, except existing ones; returns whether all were intact."""
    rows = _Readable(old, f"SELECT * FROM {kind} {which}", values)  # noqa: S608 - constant names
    marks = ", ".join("?" * len(_columns(new, kind)))
    new.executemany(f"INSERT OR IGNORE INTO {kind} VALUES ({marks})", rows)  # noqa: S608 - as above
    return rows.whole


def _columns(db: sqlite3.Connection, kind: str) -> list[tuple[Any, ...]]:
    return db.execute(f"PRAGMA table_info({kind})").fetchall()


def _key(db: sqlite3.Connection, kind: str, order: str = "") -> str:
    """The primary key columns of a kind, each with an order."""
    parts = sorted((place, name) for _, name, *_, place in _columns(db, kind) if place)
    [(stored,)] = db.execute("SELECT wr FROM pragma_table_list WHERE name = ?", (kind,))
    return ", ".join(f"{name}{order}" for _, name in parts) if stored else f"rowid{order}"


def _known(db: sqlite3.Connection) -> list[str]:
    """Every table that a row names."""
    names = " UNION ".join(f"SELECT {column} FROM {kind}" for kind, column in BY_TABLE.items())  # noqa: S608 - as above
    return [table for (table,) in db.execute(names)]


# ------------------------------------------------------------------------------- intact data


def _remove_orphans(db: sqlite3.Connection, kinds: Sequence[str]) -> None:
    """Delete rows with a missing owner; `kinds` name every owner before its dependants."""
    for kind in kinds:
        for _, _, owner, column, named, *_ in db.execute(f"PRAGMA foreign_key_list({kind})").fetchall():
            lost = f"{column} NOT IN (SELECT {named} FROM {owner})"  # noqa: S608 - constant names
            db.execute(f"DELETE FROM {kind} WHERE {column} IS NOT NULL AND {lost}")  # noqa: S608 - as above


async def _keep_intact(database: Database) -> list[str]:
    """Delete tables whose log is incomplete or does not replay; returns the ids of the others."""
    found = await check(database)
    cut = await database.rows(
        "SELECT id FROM tables t WHERE changed_at <> (SELECT max(at) FROM events e WHERE e.table_id = t.id)"
    )
    for table in {*(each.table for each in found.broken), *(table for (table,) in cut)}:
        await database.run("DELETE FROM tables WHERE id = ?", (table,))
    return [table for (table,) in await database.rows("SELECT id FROM tables ORDER BY id")]


async def _count(database: Database, kind: str) -> int:
    [(count,)] = await database.rows(f"SELECT count(*) FROM {kind}")  # noqa: S608 - a constant name
    return int(count)
