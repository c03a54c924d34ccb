"""A database by its URL: statements, transactions and errors."""

import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol, TypeVar
from urllib.parse import urlsplit

from pasch.rules.errors import PaschError
from pasch.service.addresses import without_password
from pasch.service.errors import DatabaseUnwritable


class CannotStore(PaschError):
    """The database cannot be opened, or belongs to another program."""

    code = "not_ready"


class Damaged(CannotStore):
    """SQLite finds damage in the file; a part of it can often still be read."""


class Unwritable(CannotStore, DatabaseUnwritable):
    """The disk of the database is full or read-only. Its content can still be read."""


def reason_of(error: object) -> str:
    """A database's error message as a part of a sentence: one line of limited length. It may quote damaged data."""
    return " ".join(str(error).split())[:200] or type(error).__name__


PREFIX = "sqlite:///"
POSTGRES = re.compile(r"postgres(ql)?(\+asyncpg)?://")


def sqlite_path(url: str) -> Path:
    """The file that `sqlite:////absolute/path` (or `sqlite:///relative`) names, as an absolute path.

    Raises `CannotStore` for any other URL.
    """
    path = url.removeprefix(PREFIX)
    if path == url or not path or "\0" in path:
        raise CannotStore(
            "The database “{url}” is not possible; write sqlite:////absolute/path or postgresql://user@host/name",
            url=without_password(url)[:200],
        )
    return Path(path).absolute()


@dataclass(frozen=True)
class Address:
    """A database on a server: its address with the password, and the form for display."""

    dsn: str = field(repr=False)
    shown: str


def is_postgres(url: str) -> bool:
    """Whether a URL names a database on a PostgreSQL server."""
    return POSTGRES.match(url) is not None


def postgres_url(url: str) -> Address:
    """The database that `postgresql://user:password@host:port/name` names. Raises `CannotStore`."""
    dsn = POSTGRES.sub("postgresql://", url, count=1)
    try:
        parts = urlsplit(dsn)
        usable = "\0" not in dsn and parts.port != 0 and bool(parts.path.strip("/"))
    except ValueError:
        usable = False
    if not usable:
        # Not shown: any part of an invalid URL may be the password.
        raise CannotStore(
            "The address of the database is not possible; write postgresql://user:password@host:5432/name, with"
            " %40 for an @ and %2F for a / in the password"
        )
    return Address(dsn, without_password(dsn))


def moment(at: datetime) -> str:
    """A moment as stored: texts that sort by time."""
    return at.isoformat(timespec="microseconds")


Value = str | int | float | bytes | None
Values = Sequence[Value] | Mapping[str, Value]
Row = tuple[Any, ...]
T = TypeVar("T")


class Conflict(CannotStore):
    """The rows exist already, or the rows that they refer to do not: nothing was written."""


class Connection(Protocol):
    """Executes queries one after the other."""

    async def rows(self, query: str, values: Values = ()) -> Sequence[Row]:
        """All rows that a query finds."""

    async def row(self, query: str, values: Values = ()) -> Row | None:
        """The first row that a query finds."""

    async def run(self, query: str, values: Values = ()) -> int:
        """Execute a statement; returns the number of rows changed."""

    async def run_many(self, query: str, values: Sequence[Values]) -> None:
        """Execute a statement with each of the values, if any."""

    async def rows_many(self, query: str, values: Sequence[Values]) -> Sequence[Row]:
        """All rows that a query finds with each of the values, in one round trip."""


class Transaction(Connection, Protocol):
    """The connection of a job."""

    def each(self, table: str) -> AsyncIterator[Mapping[str, Value]]:
        """All rows of a table as mappings from column to value, fetched in small batches."""


Job = Callable[[Transaction], Awaitable[T]]


class Database(Protocol):
    """Runs jobs in transactions. A query called directly on it is one transaction.

    All calls raise `Conflict`, and `CannotStore` for every other trouble; then nothing was written. `after_copy` are
    queries to run after inserting rows whose numbers the database would have generated. `groups` says whether
    concurrent jobs share a transaction. `unwritable` is the last write that failed because the disk was full or
    read-only; the caller clears it.
    """

    after_copy: Sequence[str]
    groups: bool
    unwritable: Unwritable | None

    async def write(self, job: Job[T], *, erase: bool = False) -> T:
        """Run a job and return its result, once it is on the disk. An exception of the job undoes it.

        With `erase` the content that the job deletes also leaves the files of the database as soon as it can. A
        file takes seconds, a server its next vacuum.
        """

    async def read(self, query: Job[T]) -> T:
        """Run a job that writes nothing and return its result. All its queries see the same snapshot."""

    async def rows(self, query: str, values: Values = ()) -> Sequence[Row]:
        """All rows that a query finds."""
        return await self.read(lambda db: db.rows(query, values))

    async def row(self, query: str, values: Values = ()) -> Row | None:
        """The first row that a query finds."""
        return await self.read(lambda db: db.row(query, values))

    async def run(self, query: str, values: Values = ()) -> int:
        """Execute a statement; returns the number of rows changed."""
        return await self.write(lambda db: db.run(query, values))

    async def run_many(self, query: str, values: Sequence[Values]) -> None:
        """Execute a statement with each of the values, if any."""
        await self.write(lambda db: db.run_many(query, values))

    async def rows_many(self, query: str, values: Sequence[Values]) -> Sequence[Row]:
        """All rows that a query finds with each of the values."""
        return await self.write(lambda db: db.rows_many(query, values))


class Store:
    """Base of what reads and writes one subject of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database
