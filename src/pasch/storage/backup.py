"""Writes a backup into one file and restores it."""

import gzip
import hashlib
import json
import re
import zlib
from base64 import b64decode, b64encode
from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence
from contextlib import aclosing, contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import BinaryIO, Protocol, cast

from pasch.rules.errors import PaschError
from pasch.storage.database import CannotStore, Database, Transaction, Value
from pasch.storage.opening import revision_of
from pasch.storage.schema import HEAD

FORMAT, VERSION = "pasch-backup", 1

TABLES = {
    "sessions": "0001",
    "tokens": "0003",
    "accounts": "0003",
    "name_looks": "0010",
    "device_links": "0003",
    "tables": "0001",
    "seats": "0001",
    "seat_keys": "0006",
    "events": "0001",
    "commands": "0001",
    "chat_changes": "0007",
    "chat": "0004",
    "mutes": "0004",
    "reports": "0004",
    "results": "0005",
    "results_due": "0005",
    "luck_due": "0005",
    "deletions": "0006",
    "daily_chains": "0012",
    "daily_attempts": "0012",
    "shared_events": "0015",
    "attempts": "0015",
    "ratings": "0013",
    "puzzle_attempts": "0014",
    "puzzle_people": "0014",
    "puzzle_ratings": "0014",
}
"""The tables of a backup, each after those that it refers to, with the schema that introduced it."""
RENAMED = {"daily_attempts": "0015"}
"""Tables that later schemas lack, with the schema that renamed them."""
LEFT_OUT = ("connections",)
COUNTER = "chat_changes"
"""Migrations insert its only row."""
FLAGS = frozenset({"bot", "whole", "public", "hints", "correct", "deleted"})
"""The boolean columns; a file stores them as 1 or 0."""

BATCH = 500
LONGEST = 64_000_000
"""The longest line, in bytes."""
_NAME = re.compile(r"[a-z_]+")

Row = list[Value]


class BadBackup(PaschError):
    """An invalid backup file, or a database into which it cannot be restored."""

    code = "invalid_input"


@dataclass(frozen=True)
class Header:
    """The content of the first line: the schema of the rows, and the time at which they were read."""

    schema: str
    made_at: str


def tables_of(schema: str) -> Sequence[str]:
    """The tables that a backup of a database with that schema contains."""
    return [table for table, since in TABLES.items() if since <= schema < RENAMED.get(table, "9999")]


# ------------------------------------------------------------------------------- writing


class Destination(Protocol):
    """The destination of a backup."""

    def write(self, data: bytes, /) -> object:
        """Write a part of it."""


async def write_backup(database: Database, file: Destination, now: datetime) -> Mapping[str, int]:
    """Write all rows into a file and return their number by table. Other connections may write meanwhile.

    The database may have an older schema: the backup contains its tables and names its schema.
    """

    async def job(db: Transaction) -> Mapping[str, int]:
        schema = await revision_of(db)
        with gzip.GzipFile(fileobj=cast("BinaryIO", file), mode="wb", compresslevel=6, mtime=0) as packed:
            lines = _Lines(packed)
            lines.put({"format": FORMAT, "version": VERSION, "schema": schema, "made_at": now.isoformat()})
            counts = {table: await _put_table(db, table, lines) for table in tables_of(schema)}
            lines.put({"rows": counts, "sha256": lines.checksum()})
        return counts

    return await database.read(job)


class _Lines:
    """Writes lines of JSON and computes their checksum."""

    def __init__(self, out: gzip.GzipFile) -> None:
        self._out = out
        self._sum = hashlib.sha256()

    def put(self, value: object) -> None:
        line = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass") + b"\n"
        self._sum.update(line)
        self._out.write(line)

    def checksum(self) -> str:
        return self._sum.hexdigest()


async def _put_table(db: Transaction, table: str, lines: _Lines) -> int:
    count = 0
    async with aclosing(cast("AsyncGenerator[Mapping[str, Value]]", db.each(table))) as rows:
        async for row in rows:
            if not count:
                lines.put({"table": table, "columns": [*row]})
            lines.put([_plain(name, value) for name, value in row.items()])
            count += 1
    return count


def _plain(name: str, value: Value) -> object:
    """A value as JSON; bytes become an object with base 64, and no other value becomes an object."""
    if isinstance(value, bytes):
        return {"base64": b64encode(value).decode("ascii")}
    return bool(value) if name in FLAGS and value is not None else value


# ------------------------------------------------------------------------------- reading


def header_of(path: Path, shown: str | None = None) -> Header:
    """The header of a backup. `shown` is the file's name in errors. Raises `BadBackup`, `OSError`."""
    with _unpacked(path, shown or str(path)) as lines:
        return lines.header


async def read_backup(database: Database, path: Path, shown: str | None = None) -> Mapping[str, int]:
    """Write all rows of a backup, or none, into a database with the schema of the backup.

    Returns the number of rows by table. `shown` is the file's name in errors. Raises `BadBackup`, `OSError`.
    """
    shown = shown or str(path)

    async def job(db: Transaction) -> Mapping[str, int]:
        with _unpacked(path, shown) as lines:
            tables = tables_of(lines.header.schema)
            await _refuse_used(db, lines.header.schema, tables)
            if COUNTER in tables:
                await db.run(f"DELETE FROM {COUNTER}")  # noqa: S608 - a name of ours
            counts = dict.fromkeys(tables, 0)
            for batch in lines.batches():
                await batch.put(db)
                counts[batch.table] += len(batch.rows)
            lines.finish(counts)
        for query in database.after_copy:
            await db.rows(query)
        return counts

    try:
        return await database.write(job)
    except CannotStore as error:
        # The tables refuse these rows: the file was edited by hand, and its checksum too.
        raise BadBackup("The backup {file} does not fit: {reason}", file=shown, reason=str(error)) from None


async def _refuse_used(db: Transaction, schema: str, tables: Sequence[str]) -> None:
    if await revision_of(db) != schema:
        raise BadBackup("The backup is older than the database; restore it into a database without any tables")
    for table in tables:
        if table != COUNTER and await db.row(f"SELECT 1 FROM {table} LIMIT 1"):  # noqa: S608 - names of ours
            raise BadBackup("The database is not empty; restore the backup into a new one")


@dataclass(frozen=True)
class _Batch:
    """Rows of one table."""

    table: str
    columns: tuple[str, ...]
    rows: list[Row] = field(default_factory=list)

    async def put(self, db: Transaction) -> None:
        marks = ", ".join("?" * len(self.columns))
        query = f"INSERT INTO {self.table} ({', '.join(self.columns)}) VALUES ({marks})"  # noqa: S608 - validated names
        await db.run_many(query, self.rows)


@contextmanager
def _unpacked(path: Path, shown: str) -> "Iterator[_Backup]":
    """The lines of a backup. Errors name the number of the line."""
    with path.open("rb") as file, gzip.GzipFile(fileobj=file) as packed:
        lines = _Backup(packed, shown)
        try:
            lines.begin()
            yield lines
        except (EOFError, gzip.BadGzipFile, zlib.error, ValueError, KeyError, TypeError) as error:
            if lines.number <= 1:
                raise BadBackup("{file} is no backup of Pasch", file=shown) from error
            raise BadBackup(
                "The backup {file} is damaged or cut off at line {line}", file=shown, line=lines.number
            ) from error


class _Backup:
    """Reads a backup line by line. Raises `ValueError` and similar exceptions for invalid content."""

    header: Header

    def __init__(self, packed: gzip.GzipFile, shown: str) -> None:
        self.number = 0
        self._packed = packed
        self._shown = shown
        self._sum = hashlib.sha256()
        self._last: dict[str, object] = {}

    def begin(self) -> None:
        """Read the first line."""
        header = self._next()
        if not isinstance(header, dict) or header["format"] != FORMAT:
            raise ValueError
        self.header = Header(str(header["schema"]), str(header["made_at"]))
        if header["version"] != VERSION or self.header.schema > HEAD:
            raise BadBackup(
                "The backup {file} was written by a newer version (schema {revision}, this one knows {head})",
                file=self._shown,
                revision=self.header.schema,
                head=HEAD,
            )

    def batches(self) -> Iterator[_Batch]:
        """The rows, up to the last line."""
        batch: _Batch | None = None
        while True:
            checksum = self._sum.hexdigest()
            line = self._next()
            if isinstance(line, list):
                if batch is None or len(line) != len(batch.columns):
                    raise ValueError
                batch.rows.append([_value(each) for each in line])
                if len(batch.rows) < BATCH:
                    continue
            if batch is not None and batch.rows:
                yield batch
                batch = _Batch(batch.table, batch.columns)
            if isinstance(line, dict):
                if "sha256" in line:
                    self._last = {**line, "found": checksum}
                    return
                batch = _begun(line)

    def finish(self, counts: Mapping[str, int]) -> None:
        """Compare the rows read with the counts in the last line, which must end the file."""
        last = self._last
        if last["sha256"] != last["found"] or last["rows"] != counts or self._packed.read(1):
            raise ValueError

    def _next(self) -> object:
        self.number += 1
        line = self._packed.readline(LONGEST)
        if not line.endswith(b"\n"):
            raise EOFError
        self._sum.update(line)
        return json.loads(line.decode("utf-8", "surrogatepass"))


def _begun(line: dict[str, object]) -> _Batch:
    """The line before the rows of a table. The query contains its names, so they must be plain identifiers."""
    table, columns = line["table"], line["columns"]
    if table not in TABLES or not isinstance(columns, list) or not all(map(_NAME.fullmatch, columns)):
        raise ValueError
    return _Batch(str(table), tuple(columns))


def _value(value: object) -> Value:
    match value:
        case None | bool() | int() | float() | str():
            return value
        case {"base64": str(text)}:
            return b64decode(text, validate=True)
        case _:
            raise ValueError
