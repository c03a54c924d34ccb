"""The shards that a process has locked.

The id of a table determines its shard (`shard_of`). A process is alive while it holds its own lock. The living
processes share the shards evenly (`shares`), so a process that comes or goes moves only its share. All locks of a
process last as long as one connection, which it pings. It trusts them until `LASTS` after the start of its last ping
that was answered, by its own monotonic clock, and no longer than the connection. The database releases them later than
that. Then the process reconnects, under another name.
"""

import asyncio
import time
from collections.abc import Callable, Collection, Mapping
from hashlib import sha256
from zlib import crc32

from pasch.service.ids import ProcessId, TableId
from pasch.service.ports import Clock
from pasch.service.runtime.ownership import Holders, LockConnection, Locks
from pasch.service.system import first_of, report

SHARDS = 64
PING = 2.0
"""Seconds between two pings."""
LASTS = 5.0
"""Seconds after the start of a ping for which its answer is trusted; the database waits for the next one longer."""


def shard_of(table: TableId) -> int:
    """The shard of a table, from 0."""
    return crc32(table.encode()) % SHARDS


def shares(processes: Collection[ProcessId]) -> Mapping[int, ProcessId]:
    """The process that each shard belongs to. One more or less moves only its own shards."""

    def rank(process: ProcessId, shard: int) -> bytes:
        return sha256(f"{shard} {process}".encode()).digest()

    return {shard: max(processes, key=lambda each: rank(each, shard)) for shard in range(SHARDS) if processes}


class ShardLocks:
    """Holds the shards of one of several processes.

    `changed` is called after each ping, `lost` with the shards that this process no longer owns, and `called` with each
    table that needs its owner.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - ports and callbacks
        self,
        locks: Locks,
        clock: Clock,
        changed: Callable[[], None],
        lost: Callable[[Collection[int]], None],
        called: Callable[[TableId], None],
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._locks = locks
        self._clock = clock
        self._changed = changed
        self._lost = lost
        self._called = called
        self._monotonic = monotonic
        self._until = 0.0
        self._owners: dict[int, ProcessId] = {}
        self._turn = asyncio.Lock()
        self._ping_now = asyncio.Event()
        self.connection: LockConnection | None = None
        self.alive: frozenset[ProcessId] = frozenset()
        self.rounds = 0
        """Pings on this connection."""
        self.shards: dict[int, bool] = {}
        """The shards that this process has locked, and whether it lost their last owner."""

    @property
    def trusted(self) -> bool:
        """Whether the locks are certain at this moment."""
        return self._monotonic() < self._until

    async def run(self) -> None:
        """Ping at intervals, and whenever something has happened to the locks, without end."""
        while True:
            try:
                await self.round()
            except Exception as error:  # noqa: BLE001 - a temporary database failure must not end this
                report("The locks of this process were lost", error)
            await first_of(self._clock.sleep(PING), self._ping_now.wait())

    async def round(self) -> None:
        """Ping, and take or release shards. Raises what the locks raise; then this process owns nothing."""
        async with self._turn:
            self._ping_now.clear()
            if not self.trusted:
                self._abandon()  # the database may have released the locks
            try:
                connection = self.connection or await self._connect()
                await self._balance(connection, await self._ping(connection))
            except Exception:
                self._abandon()
                raise
            self.rounds += 1
        self._changed()

    async def refresh(self) -> None:
        """Query again which processes are alive. Raises what the locks raise."""
        async with self._turn:
            if self.connection is not None:
                await self._ping(self.connection)

    def leave(self) -> LockConnection | None:
        """Give up every shard; returns the connection, which the caller closes."""
        connection, self.connection = self.connection, None
        self._drop()
        return connection

    async def _connect(self) -> LockConnection:
        connection = self.connection = await self._locks.connect(self._notified, self._closed)
        self._until, self.rounds = self._monotonic() + LASTS, 0
        return connection

    async def _ping(self, connection: LockConnection) -> Holders:
        begun = self._monotonic()
        async with asyncio.timeout(self._until - begun):
            holders = await connection.holders()
        if self.connection is not connection or connection.process not in holders.processes:
            raise ConnectionError("the lock of this process is gone")
        self._until, self.alive = begun + LASTS, holders.processes
        return holders

    async def _balance(self, connection: LockConnection, holders: Holders) -> None:
        """Release the shards of others, and lock those of this process that are free."""
        mine = {shard for shard, process in shares(holders.processes).items() if process == connection.process}
        if foreign := self.shards.keys() - mine:
            self._release(foreign)
            await connection.release(foreign)
        free = mine - self.shards.keys() - holders.shards.keys()
        for shard in await connection.acquire(free) if free else ():
            self.shards[shard] = self._owners.get(shard) not in holders.processes
        self._owners.update(holders.shards)

    def _release(self, shards: Collection[int]) -> None:
        for shard in shards:
            del self.shards[shard]
        self._lost(shards)

    def _notified(self, table: TableId | None) -> None:
        if table is None:
            self._ping_now.set()
        elif shard_of(table) in self.shards:
            self._called(table)

    def _closed(self) -> None:
        self.leave()
        self._ping_now.set()

    def _abandon(self) -> None:
        if (connection := self.leave()) is not None:
            connection.abandon()

    def _drop(self) -> None:
        self._until = 0.0
        self._release({*self.shards})
