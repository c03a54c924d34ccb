"""PostgreSQL: statements with its placeholders, its pool, its schema and its errors."""

import asyncio
import logging
import re
import ssl
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

import asyncpg

from pasch.storage.database import (
    Address,
    CannotStore,
    Conflict,
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
"""A text, which is passed over, or where a value stands."""


@dataclass(frozen=True)
class Numbered:
    """A query with `$1`, `$2` … in it; `names` says which named value each of them is, in order."""

    text: str
    names: tuple[str, ...]

    def given(self, values: Values) -> list[Value]:
        """The values in the order of their numbers."""
        return [*map(_held, (values[name] for name in self.names) if isinstance(values, Mapping) else values)]


def _held(value: Value) -> Value:
    """A value as the server can hold it: its texts have no NUL, so whoever asks for one is asking for nothing."""
    return value.replace("\0", "\ufffd") if isinstance(value, str) and "\0" in value else value


@lru_cache(2048)
def numbered(query: str) -> Numbered:
    """A query whose values stand at `?` or `:name`. Costs nothing the second time."""
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
log.addHandler(logging.NullHandler())  # where nobody has set up a log, a command's standard error is none

LOCK = 0x50617363
"""The advisory lock of whoever migrates: “Pasc”."""

_STATE = (
    "SELECT current_setting('server_encoding'), to_regclass('alembic_version') IS NOT NULL"
    " AND to_regclass('events') IS NOT NULL AND to_regclass('commands') IS NOT NULL,"
    " EXISTS (SELECT 1 FROM pg_tables WHERE schemaname = current_schema()), current_setting('fsync')"
)


async def bring_up_to_date(address: Address, revision: str | None = HEAD) -> None:
    """Create or migrate the tables; with None they must be there, and stay as they are.

    Raises `CannotStore` for another program's database, one from a newer version, or one that cannot hold every
    name; what asyncpg raises when it cannot be reached.
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
    """Run the missing migrations while nobody else does; whoever waited finds nothing left to do."""
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
"""How long an answer may take before the connection counts as lost."""
FETCHED = 500
"""How many rows of a whole table are asked for at once."""
TRIES = 10
"""How often a job is run when the server says that it got into the way of another one."""

T = TypeVar("T")


class PostgresDatabase:
    """The `Database` on a server. `PostgresDatabase.opened(url)` brings it up to date first."""

    # An older schema may lack the tables.
    after_copy: Sequence[str] = tuple(
        f"DO $$ BEGIN IF to_regclass('{table}') IS NOT NULL THEN"
        f" PERFORM setval(pg_get_serial_sequence('{table}', 'id'), coalesce(max(id), 0) + 1, false) FROM {table};"
        " END IF; END $$"
        for table in ("chat", "deletions")
    )

    def __init__(self, pool: asyncpg.Pool) -> None:
        self.unwritable: Unwritable | None = None
        self._pool = pool

    @classmethod
    @asynccontextmanager
    async def opened(cls, url: str, revision: str | None = HEAD) -> "AsyncIterator[PostgresDatabase]":
        """The database at a URL, closed in the end. Raises `CannotStore`.

        `revision` is what it is brought to; with None it must be there, and stays as it is.
        """
        address = postgres_url(url)
        with reached(address.shown):
            await bring_up_to_date(address, revision)
            pool = await asyncpg.create_pool(
                address.dsn,
                min_size=0,  # a server that is gone is asked again when it is needed, not all the time
                max_size=POOL,
                timeout=CONNECT_SECONDS,
                command_timeout=QUERY_SECONDS,
                init=_waiting_for_the_disk,
                reset=_as_it_is,
            )
        try:
            yield cls(pool)
        finally:
            await pool.close()

    # --------------------------------------------------------------------------- jobs

    async def write(self, job: Job[T], *, erase: bool = False) -> T:  # noqa: ARG002 - the server erases by itself
        """Run a job in a transaction; it is on the disk when this returns."""
        # Shielded: whoever stops waiting does not take back what may already be on the disk.
        return await asyncio.shield(self._noted(job))

    async def _noted(self, job: Job[T]) -> T:
        try:
            return await self._written(job)
        except Unwritable as error:
            self.unwritable = error
            raise

    async def _written(self, job: Job[T]) -> T:
        with _plainly():
            for _ in range(TRIES - 1):
                try:
                    return await self._attempt(job)
                except (asyncpg.SerializationError, asyncpg.DeadlockDetectedError):
                    continue
            return await self._attempt(job)

    async def _attempt(self, job: Job[T]) -> T:
        async with self._pool.acquire() as db, db.transaction():
            return await job(PoolConnection(db))

    async def read(self, query: Job[T]) -> T:
        """What a job that writes nothing returns."""
        with _plainly():
            async with self._pool.acquire() as db, db.transaction(isolation="repeatable_read", readonly=True):
                return await query(PoolConnection(db))

    # --------------------------------------------------------------------------- single queries

    async def rows(self, query: str, values: Values = ()) -> Sequence[Row]:
        """All rows that a query finds."""
        with _plainly():
            async with self._pool.acquire() as db:
                return await PoolConnection(db).rows(query, values)

    async def row(self, query: str, values: Values = ()) -> Row | None:
        """The first row that a query finds."""
        with _plainly():
            async with self._pool.acquire() as db:
                return await PoolConnection(db).row(query, values)

    async def run(self, query: str, values: Values = ()) -> int:
        """Change something; how many rows were changed."""
        return await self.write(lambda db: db.run(query, values))

    async def run_many(self, query: str, values: Sequence[Values]) -> None:
        """Change something with each of the values, or with none of them."""
        await self.write(lambda db: db.run_many(query, values))

    async def rows_many(self, query: str, values: Sequence[Values]) -> Sequence[Row]:
        """All rows that a query finds with each of the values."""
        return await self.write(lambda db: db.rows_many(query, values))


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
        """Change something; how many rows were changed."""
        asked = numbered(query)
        done: str = await self._db.execute(asked.text, *asked.given(values))
        changed = done.rpartition(" ")[2]  # “UPDATE 3”, “INSERT 0 1”
        return int(changed) if changed.isdecimal() else 0

    async def run_many(self, query: str, values: Sequence[Values]) -> None:
        """Change something with each of the values; nothing where there are none."""
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
        async for row in self._db.cursor(f"SELECT * FROM {table}", prefetch=FETCHED):  # noqa: S608 - a name of ours
            yield dict(row)


async def _waiting_for_the_disk(db: asyncpg.Connection) -> None:
    """Have commits return when they are on the disk, whatever is set for server, database and role, now or later.

    All other ways to commit wait for that too, and what somebody has set beyond it, for standbys, stays.
    """
    await db.execute(
        "SELECT set_config('synchronous_commit', CASE set WHEN 'off' THEN 'on' ELSE set END, false)"
        " FROM current_setting('synchronous_commit') AS set"
    )


async def _as_it_is(_db: asyncpg.Connection) -> None:
    """Leave a connection that comes back as it is: jobs set nothing, and asking the server to reset it costs a trip."""


@contextmanager
def _plainly() -> Iterator[None]:
    """Say in one sentence that the database does not work just now: the server is gone, its disk is full."""
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
    """Say in one sentence why a server cannot be used at all."""
    try:
        yield
    except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, ssl.SSLError, ValueError) as error:
        raise CannotStore(
            "The database {path} cannot be opened: {reason}", path=shown, reason=reason_of(error)
        ) from None
