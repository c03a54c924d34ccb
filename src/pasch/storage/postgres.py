"""PostgreSQL: placeholders, connection pool, schema and errors."""

import asyncio
import logging
import re
import ssl
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

import asyncpg

from pasch.storage.database import (
    Address,
    CannotStore,
    Conflict,
    Database,
    Job,
    Row,
    Unwritable,
    Value,
    Values,
    postgres_url,
    reason_of,
)
from pasch.storage.schema import HEAD, nothing_at, refuse_newer, upgrade
from pasch.storage.serving import refuse_older_servers

if TYPE_CHECKING:
    from sqlalchemy import Connection


_MARK = re.compile(r"'[^']*'|::|\?|:([a-z_]+)")
"""A text literal, which is skipped, or a placeholder."""


@dataclass(frozen=True)
class Numbered:
    """A query with placeholders `$1`, `$2` …; `names` gives the named value of each, in order."""

    text: str
    names: tuple[str, ...]

    def given(self, values: Values) -> list[Value]:
        """The values in the order of their placeholders."""
        return [*map(_without_nul, (values[name] for name in self.names) if isinstance(values, Mapping) else values)]


def _without_nul(value: Value) -> Value:
    """A value that the server can store: U+FFFD replaces NUL, so a text with NUL matches nothing."""
    return value.replace("\0", "\ufffd") if isinstance(value, str) and "\0" in value else value


@lru_cache(2048)
def numbered(query: str) -> Numbered:
    """A query with numbered placeholders in place of `?` or `:name`. Cached after the first call."""
    names: list[str] = []
    marks = 0

    def number(found: re.Match[str]) -> str:
        nonlocal marks
        name = found[1]
        if name is not None:
            if name not in names:
                names.append(name)
            return f"${names.index(name) + 1}"
        if found[0] != "?":
            return found[0]
        marks += 1
        return f"${marks}"

    return Numbered(_MARK.sub(number, query), tuple(names))


log = logging.getLogger("pasch.storage")
log.addHandler(logging.NullHandler())  # without a configured log, a command's standard error stays empty

LOCK = 0x50617363
"""The advisory lock for migrations: “Pasc”."""

_STATE = (
    "SELECT current_setting('server_encoding'), to_regclass('alembic_version') IS NOT NULL"
    " AND to_regclass('events') IS NOT NULL AND to_regclass('commands') IS NOT NULL,"
    " EXISTS (SELECT 1 FROM pg_tables WHERE schemaname = current_schema()), current_setting('fsync')"
)


async def bring_up_to_date(address: Address, revision: str | None = HEAD) -> None:
    """Create or migrate the tables; with None they must exist and are not changed.

    Raises `CannotStore` for another program's database, one from a newer version, or one that cannot store every
    name. Raises asyncpg's exceptions when the server cannot be reached.
    """
    found = await _revision(address)
    if revision is None:
        if found is None:
            raise nothing_at(address.shown)
    elif found != revision:
        await _migrate(address, revision)


async def _revision(address: Address) -> str | None:
    """The revision of the database, None for an empty one."""
    db = await asyncpg.connect(address.dsn, timeout=CONNECT_SECONDS)
    try:
        encoding, ours, used, fsync = await db.fetchrow(_STATE)
        if encoding != "UTF8":
            raise CannotStore(
                "The database {path} stores text as {encoding}; create it WITH ENCODING 'UTF8'",
                path=address.shown,
                encoding=encoding,
            )
        if used and not ours:
            raise CannotStore("The database {path} belongs to another program; name another one", path=address.shown)
        revision = await db.fetchval("SELECT version_num FROM alembic_version") if ours else None
    finally:
        await db.close()
    refuse_newer(address.shown, revision)
    if fsync == "off":
        log.warning("database_not_durable", extra={"what": "fsync is off"})
    return revision


async def _migrate(address: Address, revision: str) -> None:
    """Run the missing migrations under a lock; a process that waited for it finds none missing."""
    from sqlalchemy import text
    from sqlalchemy.exc import DBAPIError
    from sqlalchemy.ext.asyncio import create_async_engine
    from sqlalchemy.pool import NullPool

    async def connect() -> asyncpg.Connection:
        return await asyncpg.connect(address.dsn, timeout=CONNECT_SECONDS)

    engine = create_async_engine("postgresql+asyncpg://", async_creator=connect, poolclass=NullPool)

    def missing(connection: "Connection") -> None:
        connection.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))
        refuse_older_servers(connection)
        upgrade(connection, revision)

    try:
        async with engine.begin() as connection:
            await connection.run_sync(missing)
    except DBAPIError as error:
        raise CannotStore(
            "The database {path} cannot be opened: {reason}", path=address.shown, reason=str(error.orig)
        ) from None


POOL = 16
"""The most connections of a process."""
CONNECT_SECONDS = 10
QUERY_SECONDS = 60
"""The longest wait for an answer, in seconds; then the connection counts as lost."""
FETCHED = 500
"""The number of rows fetched at once from a whole table."""
TRIES = 10
"""The number of attempts for a job that conflicts with another transaction."""

T = TypeVar("T")


class PostgresDatabase(Database):
    """The `Database` on a server. `PostgresDatabase.opened(url)` migrates it first."""

    # An older schema may lack the tables.
    after_copy: Sequence[str] = tuple(
        f"DO $$ BEGIN IF to_regclass('{table}') IS NOT NULL THEN"
        f" PERFORM setval(pg_get_serial_sequence('{table}', 'id'), coalesce(max(id), 0) + 1, false) FROM {table};"
        " END IF; END $$"
        for table in ("chat", "deletions")
    )
    groups = False

    def __init__(self, pool: asyncpg.Pool) -> None:
        self.unwritable: Unwritable | None = None
        self._pool = pool

    @classmethod
    @asynccontextmanager
    async def opened(cls, url: str, revision: str | None = HEAD) -> "AsyncIterator[PostgresDatabase]":
        """The database at a URL, closed when the context ends. Raises `CannotStore`.

        `revision` is the schema to migrate to; with None the database must exist and is not changed.
        """
        address = postgres_url(url)
        with reached(address.shown):
            await bring_up_to_date(address, revision)
            pool = await asyncpg.create_pool(
                address.dsn,
                min_size=0,  # reconnect to a lost server on demand, not constantly
                max_size=POOL,
                timeout=CONNECT_SECONDS,
                command_timeout=QUERY_SECONDS,
                init=_commit_to_disk,
                reset=_as_it_is,
            )
        try:
            yield cls(pool)
        finally:
            await pool.close()

    # --------------------------------------------------------------------------- jobs

    async def write(self, job: Job[T], *, erase: bool = False) -> T:  # noqa: ARG002 - the server always erases
        """Run a job in a transaction; it is on the disk when this returns."""
        # Shielded: cancelling the caller does not undo a write that may already be on the disk.
        return await asyncio.shield(self._written(job))

    async def _written(self, job: Job[T]) -> T:
        try:
            with _readable_errors():
                for _ in range(TRIES - 1):
                    with suppress(asyncpg.SerializationError, asyncpg.DeadlockDetectedError):
                        return await self._attempt(job)
                return await self._attempt(job)
        except Unwritable as error:
            self.unwritable = error
            raise

    async def _attempt(self, job: Job[T]) -> T:
        async with self._pool.acquire() as db, db.transaction():
            return await job(PoolConnection(db))

    async def read(self, query: Job[T]) -> T:
        """Run a job that writes nothing and return its result."""
        with _readable_errors():
            async with self._pool.acquire() as db, db.transaction(isolation="repeatable_read", readonly=True):
                return await query(PoolConnection(db))

    # --------------------------------------------------------------------------- single queries, without a transaction

    async def rows(self, query: str, values: Values = ()) -> Sequence[Row]:
        """All rows that a query finds."""
        with _readable_errors():
            async with self._pool.acquire() as db:
                return await PoolConnection(db).rows(query, values)

    async def row(self, query: str, values: Values = ()) -> Row | None:
        """The first row that a query finds."""
        with _readable_errors():
            async with self._pool.acquire() as db:
                return await PoolConnection(db).row(query, values)


class PoolConnection:
    """The `Connection` of jobs on a server."""

    def __init__(self, db: "asyncpg.pool.PoolConnectionProxy") -> None:
        self._db = db

    async def rows(self, query: str, values: Values = ()) -> Sequence[Row]:
        """All rows that a query finds."""
        asked = numbered(query)
        return [tuple(row) for row in await self._db.fetch(asked.text, *asked.given(values))]

    async def row(self, query: str, values: Values = ()) -> Row | None:
        """The first row that a query finds."""
        asked = numbered(query)
        row = await self._db.fetchrow(asked.text, *asked.given(values))
        return None if row is None else tuple(row)

    async def run(self, query: str, values: Values = ()) -> int:
        """Execute a statement; returns the number of rows changed."""
        asked = numbered(query)
        done: str = await self._db.execute(asked.text, *asked.given(values))
        changed = done.rpartition(" ")[2]  # “UPDATE 3”, “INSERT 0 1”
        return int(changed) if changed.isdecimal() else 0

    async def run_many(self, query: str, values: Sequence[Values]) -> None:
        """Execute a statement with each of the values, if any."""
        if values:
            asked = numbered(query)
            await self._db.executemany(asked.text, [asked.given(each) for each in values])

    async def rows_many(self, query: str, values: Sequence[Values]) -> Sequence[Row]:
        """All rows that a query finds with each of the values."""
        if not values:
            return []
        asked = numbered(query)
        return [tuple(row) for row in await self._db.fetchmany(asked.text, [asked.given(each) for each in values])]

    async def each(self, table: str) -> AsyncIterator[Mapping[str, Value]]:
        """All rows of a table."""
        async for row in self._db.cursor(f"SELECT * FROM {table}", prefetch=FETCHED):  # noqa: S608 - a constant name
            yield dict(row)


async def _commit_to_disk(db: asyncpg.Connection) -> None:
    """Make commits return once they are on the disk, regardless of settings for server, database and role.

    All other commit modes also wait for the disk; stricter settings, for standbys, stay in force.
    """
    await db.execute(
        "SELECT set_config('synchronous_commit', CASE set WHEN 'off' THEN 'on' ELSE set END, false)"
        " FROM current_setting('synchronous_commit') AS set"
    )


async def _as_it_is(_db: asyncpg.Connection) -> None:
    """Return a connection to the pool without a reset: jobs change no settings, and a reset costs a round trip."""


@contextmanager
def _readable_errors() -> Iterator[None]:
    """Report a lost server or a full disk in one sentence."""
    try:
        yield
    except asyncpg.IntegrityConstraintViolationError as error:
        raise Conflict("The database rejected the write: {reason}", reason=reason_of(error)) from error
    except (asyncpg.DiskFullError, asyncpg.ReadOnlySQLTransactionError) as error:
        full = isinstance(error, asyncpg.DiskFullError)
        raise Unwritable(name=type(error).__name__, reason=reason_of(error), full=full) from error
    except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError) as error:
        raise CannotStore("The database is not available: {reason}", reason=reason_of(error)) from error


@contextmanager
def reached(shown: str) -> Iterator[None]:
    """Report in one sentence why a server cannot be used."""
    try:
        yield
    except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, ssl.SSLError, ValueError) as error:
        raise CannotStore(
            "The database {path} cannot be opened: {reason}", path=shown, reason=reason_of(error)
        ) from None
