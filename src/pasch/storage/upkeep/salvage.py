"""Copies what a damaged SQLite file still holds into a new file: every table whose log is whole, and all other rows.

Theory of operation. Damage affects pages, so only the rows of those pages are lost. Each kind of row is read from both
ends up to the damage; tables and their logs are then also looked up one by one. The new file loses what depends on lost
rows, each log is replayed, and tables whose log is not whole are deleted from it.
"""

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pasch.storage.database import Database
from pasch.storage.errors import CannotStore, reason_of
from pasch.storage.opening import opened
from pasch.storage.schema import HEAD
from pasch.storage.upkeep.backup import COUNTER, tables_of
from pasch.storage.upkeep.checking import check
from pasch.storage.urls import PREFIX

BY_TABLE = {"tables": "id", "seats": "table_id", "events": "table_id", "commands": "table_id"}
"""Kinds of rows that are found by the table they belong to, and the column that names it."""


@dataclass(frozen=True)
class Salvaged:
    """Which tables were copied and which are damaged; how many rows were copied and which kinds lack some."""

    intact: Sequence[str]
    damaged: Sequence[str]
    rows: Mapping[str, int]
    incomplete: Sequence[str]


async def salvage(source: Path, target: Path) -> Salvaged:
    """Copy what is whole into a new file, and leave the source unchanged. Raises `CannotStore`."""
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
    """The file as it is at this moment; it is not changed. Raises `CannotStore` if SQLite finds no tables in it."""
    with closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)) as db:
        try:
            db.execute("BEGIN")
            db.execute("SELECT count(*) FROM sqlite_master").fetchone()
        except sqlite3.Error as error:
            reason = reason_of(error)
            raise CannotStore("Nothing can be read in {path}: {reason}", path=str(source), reason=reason) from None
        yield db


def _schema(db: sqlite3.Connection) -> str:
    """The schema that the file names; if that is lost, the present one."""
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
    """Copy the readable rows; every table that they name, and the kinds that lack some."""
    try:
        with closing(sqlite3.connect(target)) as new, new:
            incomplete = _copy(old, new, kinds)
            known = _known(new)
            _remove_orphans(new, kinds)
    except sqlite3.Error as error:
        raise CannotStore("The database cannot be used just now: {reason}", reason=reason_of(error)) from None
    return known, incomplete


def _copy(old: sqlite3.Connection, new: sqlite3.Connection, kinds: Sequence[str]) -> list[str]:
    """Copy all readable rows; the kinds of which some are not."""
    new.execute(f"DELETE FROM {COUNTER}")  # noqa: S608 - a name of ours
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
    """Copy rows up to the first damaged one; whether there is none. Those that are there already stay."""
    rows = _Readable(old, f"SELECT * FROM {kind} {which}", values)  # noqa: S608 - names of ours
    marks = ", ".join("?" * len(_columns(new, kind)))
    new.executemany(f"INSERT OR IGNORE INTO {kind} VALUES ({marks})", rows)  # noqa: S608 - as above
    return rows.whole


def _columns(db: sqlite3.Connection, kind: str) -> list[tuple[Any, ...]]:
    return db.execute(f"PRAGMA table_info({kind})").fetchall()


def _key(db: sqlite3.Connection, kind: str, order: str = "") -> str:
    """The columns by which the rows of a kind are stored, each with an order."""
    parts = sorted((place, name) for _, name, *_, place in _columns(db, kind) if place)
    [(stored,)] = db.execute("SELECT wr FROM pragma_table_list WHERE name = ?", (kind,))
    return ", ".join(f"{name}{order}" for _, name in parts) if stored else f"rowid{order}"


def _known(db: sqlite3.Connection) -> list[str]:
    """Every table that some row names."""
    names = " UNION ".join(f"SELECT {column} FROM {kind}" for kind, column in BY_TABLE.items())  # noqa: S608 - as above
    return [table for (table,) in db.execute(names)]


# ------------------------------------------------------------------------------- what is whole


def _remove_orphans(db: sqlite3.Connection, kinds: Sequence[str]) -> None:
    """Delete rows whose owner is lost; `kinds` name every owner before what it owns."""
    for kind in kinds:
        for _, _, owner, column, named, *_ in db.execute(f"PRAGMA foreign_key_list({kind})").fetchall():
            lost = f"{column} NOT IN (SELECT {named} FROM {owner})"  # noqa: S608 - names of ours
            db.execute(f"DELETE FROM {kind} WHERE {column} IS NOT NULL AND {lost}")  # noqa: S608 - as above


async def _keep_intact(database: Database) -> list[str]:
    """Delete tables whose log lacks events or does not replay; the ids of the others."""
    found = await check(database)
    cut = await database.rows(
        "SELECT id FROM tables t WHERE changed_at <> (SELECT max(at) FROM events e WHERE e.table_id = t.id)"
    )
    for table in {*(each.table for each in found.broken), *(table for (table,) in cut)}:
        await database.run("DELETE FROM tables WHERE id = ?", (table,))
    return [table for (table,) in await database.rows("SELECT id FROM tables ORDER BY id")]


async def _count(database: Database, kind: str) -> int:
    [(count,)] = await database.rows(f"SELECT count(*) FROM {kind}")  # noqa: S608 - a name of ours
    return int(count)
