"""What processes share about the ownership of tables: advisory locks on a PostgreSQL server, and their connections.

One connection outside any pool holds all locks of a process. PostgreSQL 14 and newer closes it, and so releases them,
once the process has not pinged it for `IDLE` seconds. Then the process died or is frozen, or the network between them
is cut. A lock has two numbers: its kind, and the process or shard.
"""

import asyncio
import json
import secrets
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from datetime import datetime

import asyncpg

from pasch.service.ids import ProcessId, SessionId, TableId
from pasch.service.runtime.connections import Departure, OtherProcesses, ProcessConnections
from pasch.service.runtime.ownership import Holders
from pasch.service.table.presence import AbsenceReason
from pasch.storage.database import CannotStore, Connection, Database, Store, postgres_url
from pasch.storage.postgres import reached
from pasch.storage.progress import rows_of

PROCESS, SHARD = 0x50617370, 0x50617373
"""The kinds of locks: “Pasp” and “Pass”."""
IDLE = "6s"
CHANNEL = "pasch_locks"
CONNECT_SECONDS = 5
ANSWER_SECONDS = 5
NEWEST_KEY = 2**31

_MINE = (
    "locktype = 'advisory' AND objsubid = 2 AND granted"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)
_HOLDERS = f"SELECT classid::bigint, objid::bigint, pid FROM pg_locks WHERE {_MINE} AND classid::bigint = ANY($1)"  # noqa: S608
_ACQUIRE = "SELECT shard FROM unnest($2::int[]) AS shard WHERE pg_try_advisory_lock($1, shard)"
_RELEASE = "SELECT pg_advisory_unlock($1, shard) FROM unnest($2::int[]) AS shard"
_CALL = "SELECT pg_notify($1, called) FROM unnest($2::text[]) AS called"
_SEEN = f"SELECT 1 FROM pg_locks WHERE {_MINE} AND classid::bigint = ? AND objid::bigint = ?"  # noqa: S608
_PID = "SELECT pg_backend_pid()"


class PostgresLocks:
    """The service's `Locks` on the server at a URL."""

    def __init__(self, url: str) -> None:
        self._address = postgres_url(url)

    async def check(self, database: Database) -> None:
        """Raise `CannotStore` where the server cannot hold locks for the processes that serve a database."""
        with reached(self._address.shown):
            async with self._connected() as db:
                if await self._pooled(db):
                    raise CannotStore(
                        "The database {path} is behind a transaction pooler, which keeps no locks: set"
                        " ownership_database to the address of PostgreSQL itself",
                        path=self._address.shown,
                    )
                connection = await _prepared(db, self._address.shown)
                if await database.row(_SEEN, (PROCESS, int(connection.process))) is None:
                    raise CannotStore(
                        "ownership_database ({path}) is another database: set it to a direct address of the same one",
                        path=self._address.shown,
                    )

    async def _pooled(self, db: asyncpg.Connection) -> bool:
        """Whether another client's transaction can take over the server process that served this one before."""
        async with self._connected() as other:
            try:
                before = await db.fetchval(_PID)
                async with other.transaction():
                    taken = await other.fetchval(_PID)
                    return bool(taken == before or await db.fetchval(_PID) != before)
            except (TimeoutError, asyncpg.InvalidSQLStatementNameError):
                return True  # it waits for the other transaction, or another server process has the prepared query

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[asyncpg.Connection]:
        db = await self._connect()
        try:
            yield db
        finally:
            db.terminate()

    async def _connect(self) -> asyncpg.Connection:
        # Behind a pooler, which `check` refuses, another server process would hold the prepared statements.
        return await asyncpg.connect(
            self._address.dsn, timeout=CONNECT_SECONDS, command_timeout=ANSWER_SECONDS, statement_cache_size=0
        )

    async def connect(
        self, called: Callable[[TableId | None], None], closed: Callable[[], None]
    ) -> "PostgresLockConnection":
        """A connection that holds the lock of a new process. Raises `CannotStore`."""
        with reached(self._address.shown):
            db = await self._connect()
            try:
                connection = await _prepared(db, self._address.shown)
                await db.add_listener(CHANNEL, lambda *notice: called(TableId(notice[3]) if notice[3] else None))
                connection.on_close(closed)
                await connection.call([TableId("")])
            except BaseException:
                db.terminate()
                raise
        return connection


async def _prepared(db: asyncpg.Connection, shown: str) -> "PostgresLockConnection":
    """A connection that marks its process as alive."""
    try:
        await db.execute(f"SET idle_session_timeout = '{IDLE}'")
    except asyncpg.UndefinedObjectError:
        raise CannotStore("Several processes need PostgreSQL 14 or newer; {path} is older", path=shown) from None
    key = 1 + secrets.randbelow(NEWEST_KEY - 1)
    while not await db.fetchval("SELECT pg_try_advisory_lock($1, $2)", PROCESS, key):
        key = 1 + secrets.randbelow(NEWEST_KEY - 1)
    return PostgresLockConnection(db, ProcessId(str(key)))


class PostgresLockConnection:
    """The service's `LockConnection`."""

    def __init__(self, db: asyncpg.Connection, process: ProcessId) -> None:
        self.process = process
        self._db = db
        self._turn = asyncio.Lock()
        self._ended = False

    def on_close(self, closed: Callable[[], None]) -> None:
        """Call `closed` when another party closes the connection."""
        self._db.add_termination_listener(lambda _: None if self._ended else closed())

    async def holders(self) -> Holders:
        """The current holder of each lock."""
        rows = await self._fetch(_HOLDERS, [PROCESS, SHARD])
        processes = {pid: ProcessId(str(key)) for kind, key, pid in rows if kind == PROCESS}
        shards = {key: processes[pid] for kind, key, pid in rows if kind == SHARD and pid in processes}
        return Holders(frozenset(processes.values()), shards)

    async def acquire(self, shards: Collection[int]) -> Sequence[int]:
        """Lock the free shards among these and return them."""
        return [shard for (shard,) in await self._fetch(_ACQUIRE, SHARD, list(shards))]

    async def release(self, shards: Collection[int]) -> None:
        """Unlock shards, and notify the other processes."""
        await self._fetch(_RELEASE, SHARD, list(shards))
        await self.call([TableId("")])

    async def call(self, tables: Sequence[TableId]) -> None:
        """Notify all processes that these tables need their owner."""
        await self._fetch(_CALL, CHANNEL, list(tables))

    async def close(self) -> None:
        """Release every lock, notify the other processes, and close the connection."""
        self._ended = True
        await self._fetch("SELECT pg_advisory_unlock_all()")
        await self.call([TableId("")])
        await self._db.close(timeout=ANSWER_SECONDS)

    def abandon(self) -> None:
        """Close the connection without waiting for an answer."""
        self._ended = True
        with suppress(asyncpg.InterfaceError):
            self._db.terminate()

    async def _fetch(self, query: str, *values: object) -> Sequence[asyncpg.Record]:
        async with self._turn:
            rows: Sequence[asyncpg.Record] = await self._db.fetch(query, *values)
        return rows


class SqlConnections(Store):
    """The service's `ConnectionStore` over a database."""

    async def publish(self, process: ProcessId, connections: Mapping[TableId, ProcessConnections]) -> None:
        """Publish the connections of a process to tables; deleted tables are left out."""
        # Sorted by name: processes that write rows of the same tables wait for each other without a deadlock.
        rows = [
            {"table": table, "process": process, "told": to_text(published)}
            for table, published in sorted(connections.items())
            if not published.empty
        ]
        nothing = [(table, process) for table, published in sorted(connections.items()) if published.empty]

        async def job(db: Connection) -> None:
            await db.run_many(_PUBLISH, rows)
            await db.run_many("DELETE FROM connections WHERE table_id = ? AND process = ?", nothing)

        await self._database.write(job)

    async def published(self, process: ProcessId, tables: Iterable[TableId]) -> Mapping[TableId, OtherProcesses]:
        """The published connections of all other processes, alive or dead; tables without any are left out."""
        found: dict[TableId, dict[ProcessId, ProcessConnections]] = defaultdict(dict)
        for table, other, text in await rows_of(self._database, _PUBLISHED, [*tables], process):
            found[TableId(table)][ProcessId(other)] = from_text(text)
        return found

    async def processes(self) -> Collection[ProcessId]:
        """The processes that have published connections, alive or dead."""
        return [ProcessId(each) for (each,) in await self._database.rows("SELECT DISTINCT process FROM connections")]

    async def forget(self, processes: Collection[ProcessId]) -> None:
        """Delete the connections that processes have published."""
        query = "DELETE FROM connections WHERE process = ?"
        if processes:
            await self._database.run_many(query, [(process,) for process in sorted(processes)])


_PUBLISHED = "SELECT table_id, process, told FROM connections WHERE table_id IN ({tables}) AND process <> ?"
_PUBLISH = (
    "INSERT INTO connections (table_id, process, told) SELECT :table, :process, :told FROM tables WHERE id = :table"
    " ON CONFLICT (table_id, process) DO UPDATE SET told = excluded.told"
)


def to_text(published: ProcessConnections) -> str:
    """The connections of a process to a table, as stored."""
    gone = {
        session: [
            gone.found_at.isoformat(),
            gone.at.isoformat(),
            gone.announce_at.isoformat(),
            gone.why.value,
            gone.restarted,
        ]
        for session, gone in sorted(published.gone.items())
    }
    data = {"lines": sorted(published.sessions), "watchers": published.watchers, "gone": gone}
    return json.dumps(data, separators=(",", ":"))


def from_text(text: str) -> ProcessConnections:
    """The connections in a stored text."""
    data = json.loads(text)
    gone = {SessionId(session): _gone(*each) for session, each in data["gone"].items()}
    return ProcessConnections(frozenset(map(SessionId, data["lines"])), data["watchers"], gone)


def _gone(found_at: str, at: str, announce_at: str, why: str, restarted: bool) -> Departure:  # noqa: FBT001 - the stored fields
    said_at, went_at, known_at = map(datetime.fromisoformat, (found_at, at, announce_at))
    return Departure(went_at, AbsenceReason(why), known_at, said_at, restarted)
