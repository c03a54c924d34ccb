"""Several processes that serve the same tables: each is a harness whose store can be disconnected."""

import asyncio
import itertools
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field

from pasch.bots import BOTS
from pasch.service.ids import ProcessId
from pasch.service.runtime.ownership import Holders
from pasch.service.runtime.shards import shard_of, shares
from pasch.service.runtime.shared_ownership import SharedOwnership
from pasch.storage.bus import LocalBus
from pasch.storage.database import CannotStore
from pasch.storage.ownership import SqlConnections
from pasch.storage.tables import SqlTables
from tests.service.harness import ManualClock, SequentialEntropy
from tests.service.multiplayer import presence_harness
from tests.support.memory import MemoryDatabase


class StoreConnection:
    """A process's connection to its store; calls fail while it is disconnected."""

    def __init__(self, store):
        self._store = store
        self.disconnected = False

    def check(self):
        if self.disconnected:
            raise CannotStore("The database is not available: {reason}", reason="the plug is pulled")

    def __getattr__(self, name):
        method = getattr(self._store, name)

        async def call(*values):
            self.check()
            return await method(*values)

        return call


class CuttableBus(LocalBus):
    """A bus that drops messages while `cut` is set."""

    cut = False

    def deliver(self, topic, seq):
        if not self.cut:
            super().deliver(topic, seq)


@dataclass
class LockServer:
    """Locks as a PostgreSQL server has them, without the server. `tests/faults/test_locks.py` uses real ones."""

    connections: list = field(default_factory=list)
    numbers: itertools.count = field(default_factory=itertools.count)

    @property
    def holders(self):
        owned = {shard: connection.process for connection in self.connections for shard in connection.shards}
        return Holders(frozenset(connection.process for connection in self.connections), owned)

    def notify(self, table):
        for connection in self.connections:
            asyncio.get_running_loop().call_soon(connection.on_call, table)

    def expire(self, store):
        """End the connections of a store that sent no heartbeat for too long."""
        for connection in [connection for connection in self.connections if connection.store is store]:
            connection.abandon()


@dataclass(eq=False)
class FakeLockConnection:
    """The service's `LockConnection`."""

    server: LockServer
    store: StoreConnection
    process: ProcessId
    on_call: object
    shards: set = field(default_factory=set)

    def check(self):
        self.store.check()
        if self not in self.server.connections:
            raise ConnectionError("the line has closed")

    async def holders(self):
        self.check()
        return self.server.holders

    async def acquire(self, shards):
        self.check()
        free = set(shards) - self.server.holders.shards.keys()
        self.shards |= free
        return free

    async def release(self, shards):
        self.check()
        self.shards -= shards
        self.server.notify(None)

    async def call(self, tables):
        self.check()
        for table in tables:
            self.server.notify(table)

    async def close(self):
        self.check()
        self.abandon()
        self.server.notify(None)

    def abandon(self):
        if self in self.server.connections:
            self.server.connections.remove(self)


@dataclass
class MemoryLocks:
    """The service's `Locks`, over a store that can be disconnected."""

    server: LockServer
    store: StoreConnection

    async def connect(self, on_call, closed):  # noqa: ARG002 - these lines end in silence
        self.store.check()
        connection = FakeLockConnection(
            self.server, self.store, ProcessId(f"process-{next(self.server.numbers)}"), on_call
        )
        self.server.connections.append(connection)
        self.server.notify(None)
        return connection


class OwnedTableEntropy(SequentialEntropy):
    """Gives new tables ids that the opening process owns."""

    def __init__(self, start, process):
        super().__init__(start)
        self.process = process

    def token(self, size=32):
        owners_by_shard = shares(self.process.locks.holders.processes)
        while owners_by_shard.get(shard_of(token := super().token(size))) != self.process.name:
            pass
        return token


class RecordingBot:
    """The simple bot; records its requests."""

    key = "simple"

    def __init__(self):
        self.requests = []

    def choose(self, game):
        self.requests.append(game)
        return BOTS["simple"].choose(game)


class Process:
    """A harness over shared stores. The test runs its ownership rounds."""

    def __init__(self, number, store, locks, bus, **settings):
        self.store, self.connections = StoreConnection(store), StoreConnection(SqlConnections(store.database))
        self.locks = locks
        self.bot = RecordingBot()
        self.ownership_clock = ManualClock()
        self.ownership = SharedOwnership(
            MemoryLocks(locks, self.store),
            self.connections,
            bus,
            self.ownership_clock,
            lambda: self.ownership_clock.time.timestamp(),  # noqa: PLW0108 - the time of each moment
        )
        self.harness = presence_harness(
            store=self.store,
            bus=bus,
            first=1000 * number,
            bots={"simple": self.bot},
            ownership=self.ownership,
            entropy=OwnedTableEntropy(1000 * number, self),
            **settings,
        )
        self.exit_stack = AsyncExitStack()
        self.disconnected = False

    @property
    def name(self):
        connection = self.ownership._locks.connection
        return connection and connection.process

    def disconnect(self):
        """End the process, or cut it off from its database: its changes reach no other process."""
        self.disconnected = self.store.disconnected = self.connections.disconnected = True

    def reconnect(self):
        self.disconnected = self.store.disconnected = self.connections.disconnected = False

    def owns(self, table):
        return not self.disconnected and self.ownership.owns(table)


@dataclass
class Cluster:
    """The processes of a cluster."""

    processes: list
    store: object
    locks: LockServer
    bus: CuttableBus
    settings: dict

    async def start_process(self):
        """Start another process."""
        process = Process(len(self.processes), self.store, self.locks, self.bus, **self.settings)
        if self.processes:
            process.harness.clock.time = self.processes[0].harness.clock.time
        self.processes.append(process)
        await process.exit_stack.enter_async_context(process.harness.tables.playing_bots())

    @property
    def harnesses(self):
        return [process.harness for process in self.processes]

    @property
    def live(self):
        return [process for process in self.processes if not process.disconnected]

    async def tick(self, times=1):
        """Run two ownership rounds in each live process, so that shards move, and then its queue."""
        for _ in range(times):
            for process in [*self.live, *self.live]:
                await process.ownership.round()
            await self.run_queued()

    async def run_queued(self):
        """Run what is queued in all live processes; messages between them may queue more."""
        for _ in range(3):
            for process in self.live:
                await process.ownership.run_queued()
                await asyncio.sleep(0)

    async def advance(self, seconds):
        """Advance all clocks together, then run a round."""
        await self.run_queued()
        for process in self.processes:
            process.harness.clock.advance(seconds)
        await self.tick()

    async def expire_dead_processes(self):
        """Let the lock server drop the connections of dead processes."""
        for process in self.processes:
            if process.disconnected:
                self.locks.expire(process.store)
        await self.tick(2)

    def owner(self, table):
        """The process that owns a table; None without an owner."""
        owners = [process for process in self.live if process.owns(table)]
        assert len(owners) <= 1
        return owners[0] if owners else None


@asynccontextmanager
async def start_cluster(count, store=None, **settings):
    """Start processes that run bots and clocks. A disconnected process may report only `CannotStore`."""
    errors = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: errors.append(context))
    ownership = Cluster([], store or SqlTables(MemoryDatabase()), LockServer(), CuttableBus(), settings)
    for _ in range(count):
        await ownership.start_process()
    await ownership.tick()
    try:
        yield ownership
    finally:
        for process in ownership.processes:
            await process.exit_stack.aclose()
    assert [context for context in errors if not isinstance(context.get("exception"), CannotStore)] == []
