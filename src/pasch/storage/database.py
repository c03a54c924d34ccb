"""A database by its URL: statements, transactions and what can go wrong."""

import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, TypeVar
from urllib.parse import urlsplit

from pasch.rules.errors import PaschError
from pasch.service.addresses import without_password
from pasch.service.errors import DatabaseUnwritable


class CannotStore(PaschError):
    """The database cannot be opened, or it is not one of ours."""

    code = "not_ready"


class Damaged(CannotStore):
    """SQLite finds damage in the file; a part of it can often still be read."""


class Unwritable(CannotStore, DatabaseUnwritable):
    """The disk of the database is full, or it is read-only. What is there can still be read."""


def reason_of(error: object) -> str:
    """What a database says, as a part of a sentence: in one line, and not endless. It may quote what is damaged."""
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
    """A database on a server: how to reach it, which holds the password, and how it is shown."""

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
        # Not shown: where a URL is wrong, nobody can say which part of it is the password.
        raise CannotStore(
            "The address of the database is not possible; write postgresql://user:password@host:5432/name, with"
            " %40 for an @ and %2F for a / in the password"
        )
    return Address(dsn, without_password(dsn))


Value = str | int | float | bytes | None
Values = Sequence[Value] | Mapping[str, Value]
Row = tuple[Any, ...]
T = TypeVar("T")


class Conflict(CannotStore):
    """What was to be written is there already, or what it belongs to is not: nothing was written."""


class Connection(Protocol):
    """Carries out queries, one after the other."""

    async def rows(self, query: str, values: Values = ()) -> Sequence[Row]:
        """All rows that a query finds."""

    async def row(self, query: str, values: Values = ()) -> Row | None:
        """The first row that a query finds."""

    async def run(self, query: str, values: Values = ()) -> int:
        """Change something; how many rows were changed."""

    async def run_many(self, query: str, values: Sequence[Values]) -> None:
        """Change something with each of the values; nothing where there are none."""

    async def rows_many(self, query: str, values: Sequence[Values]) -> Sequence[Row]:
        """All rows that a query finds with each of the values, in one trip."""


class Transaction(Connection, Protocol):
    """The connection of a job."""

    def each(self, table: str) -> AsyncIterator[Mapping[str, Value]]:
        """All rows of a table by the names of their columns, a few at a time."""


Job = Callable[[Transaction], Awaitable[T]]


class Database(Connection, Protocol):
    """Where jobs are handed over. What is asked of it directly is a transaction of its own.

    All calls raise `Conflict`, and `CannotStore` for every other trouble; then nothing was written. `after_copy` are
    queries that are due when rows have been written whose numbers the database itself would have given. `unwritable`
    is the last write that failed for lack of space or because nothing may be written; the caller clears it.
    """

    after_copy: Sequence[str]
    unwritable: Unwritable | None

    async def write(self, job: Job[T], *, erase: bool = False) -> T:
        """What a job returns. It is on the disk when this returns; what the job raises undoes it.

        With `erase` the content that the job deletes also leaves the files of the database, as soon as it can: in a
        file within seconds, on a server after its own vacuum.
        """

    async def read(self, query: Job[T]) -> T:
        """What a job that writes nothing returns. All its queries see the same moment."""
