"""Several processes that serve the same tables: each a hall with a plug that can be pulled."""

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
from pasch.storage.connections import SqlConnections
from pasch.storage.database import CannotStore
from pasch.storage.tables import SqlTables
from tests.service.hall import CountedEntropy, HandClock
from tests.service.together import hall_of_time
from tests.support.memory import MemoryDatabase


class Plug:
    """The connection between a process and its store; nothing passes while it is unplugged."""

    def __init__(self, inner):
        self._inner = inner
        self.pulled = False

    def check(self):
        if self.pulled:
            raise CannotStore("The database is not available: {reason}", reason="the plug is pulled")

    def __getattr__(self, name):
        asked = getattr(self._inner, name)

        async def ask(*values):
            self.check()
            return await asked(*values)

        return ask


class Wire(LocalBus):
    """A bus that carries nothing while it is cut."""

    cut = False

    def deliver(self, topic, seq):
        if not self.cut:
            super().deliver(topic, seq)


@dataclass
class LockServer:
    """Locks as a PostgreSQL server has them, without the server. `tests/faults/test_locks.py` uses real ones."""

    lines: list = field(default_factory=list)
    names: itertools.count = field(default_factory=itertools.count)

    @property
    def holders(self):
        owned = {shard: line.process for line in self.lines for shard in line.shards}
        return Holders(frozenset(line.process for line in self.lines), owned)

    def tell(self, table):
        for line in self.lines:
            asyncio.get_running_loop().call_soon(line.called, table)

    def expire(self, plug):
        """Nothing was heard for too long on the lines that go through a plug."""
        for line in [line for line in self.lines if line.plug is plug]:
            line.abandon()


@dataclass(eq=False)
class Line:
    """The service's `LockConnection`."""

    server: LockServer
    plug: Plug
    process: ProcessId
    called: object
    shards: set = field(default_factory=set)

    def check(self):
        self.plug.check()
        if self not in self.server.lines:
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
        self.server.tell(None)

    async def call(self, tables):
        self.check()
        for table in tables:
            self.server.tell(table)

    async def close(self):
        self.check()
        self.abandon()
        self.server.tell(None)

    def abandon(self):
        if self in self.server.lines:
            self.server.lines.remove(self)


@dataclass
class MemoryLocks:
    """The service's `Locks`, through a plug."""

    server: LockServer
    plug: Plug

    async def connect(self, called, closed):  # noqa: ARG002 - these lines end in silence
        self.plug.check()
        line = Line(self.server, self.plug, ProcessId(f"process-{next(self.server.names)}"), called)
        self.server.lines.append(line)
        self.server.tell(None)
        return line


class OwnEntropy(CountedEntropy):
    """Names tables so that the process that opens them owns them."""

    def __init__(self, start, process):
        super().__init__(start)
        self.process = process

    def token(self, size=32):
        shared = shares(self.process.locks.holders.processes)
        while shared.get(shard_of(token := super().token(size))) != self.process.name:
            pass
        return token


class CountingBot:
    """The simple bot, and the requests to it."""

    key = "simple"

    def __init__(self):
        self.asked = []

    def choose(self, game):
        self.asked.append(game)
        return BOTS["simple"].choose(game)


class Process:
    """A hall over shared stores. The test advances its rounds of ownership."""

    def __init__(self, number, store, locks, bus, **settings):
        self.store, self.connections = Plug(store), Plug(SqlConnections(store.database))
        self.locks = locks
        self.bot = CountingBot()
        self.watch = HandClock()
        self.ownership = SharedOwnership(
            MemoryLocks(locks, self.store),
            self.connections,
            bus,
            self.watch,
            lambda: self.watch.time.timestamp(),  # noqa: PLW0108 - the time of each moment
        )
        self.hall = hall_of_time(
            store=self.store,
            bus=bus,
            first=1000 * number,
            bots={"simple": self.bot},
            ownership=self.ownership,
            entropy=OwnEntropy(1000 * number, self),
            **settings,
        )
        self.life = AsyncExitStack()
        self.pulled = False

    @property
    def name(self):
        line = self.ownership._locks.connection
        return line and line.process

    def pull(self):
        """The process is gone, or has lost its database: nothing it does reaches another one."""
        self.pulled = self.store.pulled = self.connections.pulled = True

    def plug(self):
        self.pulled = self.store.pulled = self.connections.pulled = False

    def owns(self, table):
        return not self.pulled and self.ownership.owns(table)


@dataclass
class Several:
    """The living processes."""

    processes: list
    store: object
    locks: LockServer
    bus: Wire
    settings: dict

    async def starts(self):
        """One more process."""
        process = Process(len(self.processes), self.store, self.locks, self.bus, **self.settings)
        if self.processes:
            process.hall.clock.time = self.processes[0].hall.clock.time
        self.processes.append(process)
        await process.life.enter_async_context(process.hall.tables.playing_bots())

    @property
    def halls(self):
        return [process.hall for process in self.processes]

    @property
    def live(self):
        return [process for process in self.processes if not process.pulled]

    async def tick(self, times=1):
        """Every process that lives has a round, twice so that shards change hands, and runs its errands."""
        for _ in range(times):
            for process in [*self.live, *self.live]:
                await process.ownership.round()
            await self.errands()

    async def errands(self):
        """A message from one process gives work to another."""
        for _ in range(3):
            for process in self.live:
                await process.ownership.errands()
                await asyncio.sleep(0)

    async def passes(self, seconds):
        """Time passes everywhere, at once; then there is a round."""
        await self.errands()
        for process in self.processes:
            process.hall.clock.advance(seconds)
        await self.tick()

    async def buries(self):
        """The server has waited long enough for dead processes."""
        for process in self.processes:
            if process.pulled:
                self.locks.expire(process.store)
        await self.tick(2)

    def timers(self, table):
        """The process that owns a table; None without an owner."""
        owners = [process for process in self.live if process.owns(table)]
        assert len(owners) <= 1
        return owners[0] if owners else None


@asynccontextmanager
async def several(count, store=None, **settings):
    """This many processes that play bots and run clocks. A process without its store reports only that error."""
    errors = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: errors.append(context))
    ownership = Several([], store or SqlTables(MemoryDatabase()), LockServer(), Wire(), settings)
    for _ in range(count):
        await ownership.starts()
    await ownership.tick()
    try:
        yield ownership
    finally:
        for process in ownership.processes:
            await process.life.aclose()
    assert [context for context in errors if not isinstance(context.get("exception"), CannotStore)] == []
