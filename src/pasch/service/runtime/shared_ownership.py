"""Ownership of tables by several processes: each owns the tables of the shards that it has locked.

Locks save work, and let one process know all connections. A wrong owner does no harm: appending with the expected
number stays the only guard.

Requests to publish, read or acquire are queued. One task processes them together, so a thousand broken connections
cost a few transactions. The bus announces which connections to read; a process that missed an announcement reads them
at the next sweep. What a dead process published counts as departures only. While a table has an owner, they count only
if the process ended in order.
"""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterable, Mapping
from contextlib import asynccontextmanager
from itertools import islice

from pasch.service.bus import watchers_topic
from pasch.service.ids import ProcessId, TableId
from pasch.service.ports import Bus, Clock
from pasch.service.runtime.connections import NO_PROCESSES, OtherProcesses, ProcessConnections
from pasch.service.runtime.ownership import ConnectionStore, Host, LockConnection, Locks
from pasch.service.runtime.shards import ShardLocks, shard_of
from pasch.service.system import PATIENCE, cancelled, report

SWEEP = 3
"""Pings after which a process reads all connections again."""
TRIES = 3
"""Failed attempts to load a table from a store that answers, before the table is left alone until the next sweep."""
BATCH = 100
"""The most tables that are processed at a time."""

NOTHING = ProcessConnections()


class SharedOwnership:
    """The ownership of one of several processes."""

    slack = 0.25

    def __init__(
        self,
        locks: Locks,
        store: ConnectionStore,
        bus: Bus,
        clock: Clock,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._locks = ShardLocks(locks, clock, self._pinged, self._lost, self._called, monotonic)
        self._store = store
        self._bus = bus
        self._clock = clock
        self._host: Host | None = None
        self._turn = asyncio.Lock()
        self._work = asyncio.Event()
        self._listeners: dict[str, asyncio.Task[None]] = {}
        self._sweeping = False
        self._known_dead: set[ProcessId] = set()
        """The processes that were dead at the last sweep."""
        self._shards: set[int] = set()
        """The locked shards whose running tables have been found."""
        self._acquirable: dict[TableId, bool] = {}
        """The tables to acquire, and whether their last owner was lost."""
        self._failed: Counter[TableId] = Counter()
        self._owned: set[TableId] = set()
        self._requested: set[TableId] = set()
        self._wanted: set[TableId] = set()
        self._published: dict[TableId, ProcessConnections] = {}
        self._unpublished: dict[TableId, ProcessConnections] = {}
        self._unread: set[TableId] = set()

    # --------------------------------------------------------------------------- as the tables see it

    def owns(self, table: TableId) -> bool:
        """Whether this process owns a table at this moment."""
        return table in self._owned and self._locks.trusted

    def want(self, table: TableId) -> None:
        """The table needs an owner."""
        if table not in self._owned and table not in self._requested:
            self._requested.add(table)
            self._wanted.add(table)
            self._work.set()

    def publish(self, table: TableId, connections: ProcessConnections) -> None:
        """Publish the connections of this process to a table."""
        if connections == self._published.get(table, NOTHING):
            return
        self._published[table] = self._unpublished[table] = connections
        if connections.empty:
            del self._published[table]
        self._subscribe(table)
        self._work.set()

    async def other_processes(self, table: TableId) -> OtherProcesses:
        """What the other processes publish about a table at this moment. Raises what the store and the locks raise."""
        return (await self._read([table])).get(table, NO_PROCESSES)

    @asynccontextmanager
    async def serving(self, host: Host) -> AsyncIterator[None]:
        """While the context is open, this process owns its share of the tables."""
        self._host = host
        tasks = [asyncio.create_task(self._locks.run()), asyncio.create_task(self._run_queue())]
        try:
            yield
        finally:
            await cancelled(tasks)
            await self._leave(host)
            await cancelled(self._listeners.values())
            self._listeners.clear()
            self._host = None

    async def round(self) -> None:
        """Ping once. Raises what the locks raise; then this process owns nothing."""
        await self._locks.round()

    # --------------------------------------------------------------------------- what happens to the locks

    def _pinged(self) -> None:
        if self._locks.rounds == 1:
            self._unpublished = dict(self._published)  # under another name
        self._sweeping |= self._locks.rounds % SWEEP == 1
        self._work.set()

    def _called(self, table: TableId) -> None:
        if table not in self._owned:
            self._acquirable.setdefault(table, False)
            self._work.set()

    def _lost(self, shards: Collection[int]) -> None:
        self._shards.difference_update(shards)
        self._lose({table for table in self._owned if shard_of(table) in shards})

    def _lose(self, tables: Collection[TableId]) -> None:
        self._owned.difference_update(tables)
        for table in tables:
            if self._host is not None:
                self._host.lost(table)
            self._subscribe(table)

    async def _leave(self, host: Host) -> None:
        """Publish the last connections, and let the other processes take over at once."""
        host.leaving()
        tables, connection = self._owned | self._unpublished.keys(), self._locks.leave()
        if connection is None:
            return
        try:
            await self._store.publish(connection.process, self._unpublished)
            for table in tables:
                await self._bus.publish(watchers_topic(table), 1)
            await connection.close()
        except Exception as error:  # noqa: BLE001 - the other processes will notice
            report("The tables of this process could not be handed over", error)
            connection.abandon()

    # --------------------------------------------------------------------------- the queue

    async def _run_queue(self) -> None:
        while True:
            await self._work.wait()
            self._work.clear()
            try:
                await self.run_queued()
            except Exception as error:  # noqa: BLE001 - a temporary store failure must not end this
                report("What this process publishes or owns could not be processed", error)
                await self._clock.sleep(PATIENCE)
                self._work.set()

    async def run_queued(self) -> None:
        """Publish, call, read and take up everything queued. Raises the store's errors; the rest stays queued."""
        async with self._turn:
            connection, host = self._locks.connection, self._host
            if connection is None or host is None:
                return  # the next successful round handles it
            if self._sweeping:
                await self._sweep(host)
            await self._publish_all(connection)
            await self._find_tables(host)
            await self._call_owners(connection)
            await self._read_all(host)
            await self._acquire(host)

    async def _sweep(self, host: Host) -> None:
        """Read all connections, release tables that need no owner, and delete what dead processes have published."""
        self._requested.clear()
        tables = self._published.keys() | self._owned
        others = await self._read(tables)
        for table in tables:
            host.connections_changed(table, others.get(table, NO_PROCESSES))
            if table not in self._owned and host.wants(table):
                self.want(table)
        self._lose({table for table in self._owned if not host.wants(table)})
        host.tidy()
        dead = {*await self._store.processes()} - self._locks.alive
        await self._store.forget(dead & self._known_dead)  # the process that took up their tables has read that by now
        self._known_dead, self._sweeping = dead, False

    async def _publish_all(self, connection: LockConnection) -> None:
        batch = dict(islice(self._unpublished.items(), BATCH))
        if not batch:
            return
        await self._store.publish(connection.process, batch)
        for table, connections in batch.items():
            if self._unpublished.get(table) is connections:
                del self._unpublished[table]
            await self._bus.publish(watchers_topic(table), 1)
        if self._unpublished:
            self._work.set()

    async def _find_tables(self, host: Host) -> None:
        """Take up the running tables of new shards."""
        if self._locks.shards.keys() <= self._shards:
            return
        before = set(self._locks.shards)
        for table in await host.running():
            if (shard := shard_of(table)) in self._locks.shards and shard not in self._shards:
                self._acquirable[table] = self._locks.shards[shard]
        self._shards |= before & self._locks.shards.keys()

    async def _call_owners(self, connection: LockConnection) -> None:
        wanted, self._wanted = self._wanted, set()
        for table in [table for table in wanted if shard_of(table) in self._shards]:
            wanted.discard(table)
            self._acquirable.setdefault(table, False)
        if wanted:
            await connection.call(sorted(wanted))

    async def _read_all(self, host: Host) -> None:
        tables = sorted(islice(self._unread, BATCH))
        if not tables:
            return
        self._unread.difference_update(tables)
        try:
            others = await self._read(tables)
        except BaseException:
            self._unread.update(tables)
            raise
        for table in tables:
            host.connections_changed(table, others.get(table, NO_PROCESSES))
            if host.wants(table):
                self.want(table)
        if self._unread:
            self._work.set()

    async def _acquire(self, host: Host) -> None:
        tables = [*islice(self._acquirable, BATCH)]
        others = await self._read(tables, departed=True) if tables else {}
        trouble: Exception | None = None
        for table in tables:
            lost = self._acquirable.pop(table, None)
            if lost is None or table in self._owned or shard_of(table) not in self._locks.shards:
                continue
            self._owned.add(table)
            try:
                await host.acquired(table, others.get(table, NO_PROCESSES), lost=lost)
            except Exception as error:  # noqa: BLE001 - raised, or reported, when all others are acquired
                self._owned.discard(table)
                self._failed[table] += 1
                if self._failed[table] < TRIES:
                    self._acquirable[table], trouble = lost, error
                else:
                    report("A table cannot be read", error, table)
            else:
                self._failed.pop(table, None)
            if table in self._owned:
                self._subscribe(table)
            else:
                host.lost(table)  # its shard was lost meanwhile
        if trouble is not None:
            raise trouble
        if self._acquirable:
            self._work.set()

    async def _read(self, tables: Iterable[TableId], *, departed: bool = False) -> Mapping[TableId, OtherProcesses]:
        """What the living processes publish of tables; with `departed` also whose departures dead ones published."""
        connection = self._locks.connection
        if connection is None:
            return {}
        published = await self._store.published(connection.process, tables)
        if not all(others.keys() <= self._locks.alive for others in published.values()):
            await self._locks.refresh()  # they are dead, or have just started
        return {table: self._relevant(others, departed=departed) for table, others in published.items()}

    def _relevant(self, others: OtherProcesses, *, departed: bool) -> OtherProcesses:
        alive = {process: connections for process, connections in others.items() if process in self._locks.alive}
        # Without sessions the process ended in order: its last row says that the players it had lose no time.
        gone = {process: connections for process, connections in others.items() if departed or not connections.sessions}
        return {process: ProcessConnections(gone=connections.gone) for process, connections in gone.items()} | alive

    # --------------------------------------------------------------------------- listening

    def _subscribe(self, table: TableId) -> None:
        """Listen to what concerns a table at this moment: its connections, and its events if it is owned here."""
        owned = table in self._owned
        self._listen(watchers_topic(table), owned or table in self._published, lambda _: self._queue_reading(table))
        self._listen(table, owned, lambda seq: self._advance(table, seq))

    def _listen(self, topic: str, wanted: bool, handle: Callable[[int], Awaitable[None]]) -> None:  # noqa: FBT001
        if wanted and topic not in self._listeners:
            self._listeners[topic] = asyncio.create_task(self._follow(topic, handle))
        elif not wanted and topic in self._listeners:
            self._listeners.pop(topic).cancel()

    async def _follow(self, topic: str, handle: Callable[[int], Awaitable[None]]) -> None:
        with self._bus.subscribe(topic) as subscription:
            seq = 0  # what happened before this began
            while True:
                try:
                    await handle(seq)
                except Exception as error:  # noqa: BLE001 - a temporary store failure must not end this
                    report("What happened at a table could not be read", error)
                    await self._clock.sleep(PATIENCE)
                    continue
                seq = await subscription.news()

    async def _queue_reading(self, table: TableId) -> None:
        self._unread.add(table)
        self._work.set()

    async def _advance(self, table: TableId, seq: int) -> None:
        if self._host is not None and table in self._owned:
            await self._host.advanced(table, seq)
