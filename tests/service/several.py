"""Several processes that serve the same tables: each a hall with a plug that can be pulled."""

import asyncio
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from pasch.bots import BOTS
from pasch.service.runtime.leases import LeasedOwnership
from pasch.storage.bus import LocalBus
from pasch.storage.database import CannotStore
from pasch.storage.leases import SqlLeases
from pasch.storage.tables import SqlTables
from tests.service.hall import CountedEntropy, HandClock
from tests.service.together import hall_of_time
from tests.support.memory import MemoryDatabase


class Plug:
    """What connects a process with its store; nothing passes while it is pulled."""

    def __init__(self, inner):
        self._inner = inner
        self.pulled = False

    def __getattr__(self, name):
        asked = getattr(self._inner, name)

        async def ask(*values):
            if self.pulled:
                raise CannotStore("The database cannot be used just now: {reason}", reason="the plug is pulled")
            return await asked(*values)

        return ask


class Wire(LocalBus):
    """A bus that carries nothing while it is cut."""

    cut = False

    def tell(self, topic, seq):
        if not self.cut:
            super().tell(topic, seq)


class CountingBot:
    """The simple bot, and what it was asked."""

    key = "simple"

    def __init__(self):
        self.asked = []

    def choose(self, game):
        self.asked.append(game)
        return BOTS["simple"].choose(game)


class Process:
    """A hall of its own over shared stores. `rounds` of its company happen when a test says so."""

    def __init__(self, number, store, leases, bus, **settings):
        self.store, self.leases = Plug(store), Plug(leases)
        self.bot = CountingBot()
        self.watch = HandClock()
        self.ownership = LeasedOwnership(self.leases, bus, self.watch, CountedEntropy(1000 * number))
        self.hall = hall_of_time(
            store=self.store,
            bus=bus,
            first=1000 * number,
            bots={"simple": self.bot},
            ownership=self.ownership,
            **settings,
        )
        self.life = AsyncExitStack()
        self.pulled = False

    def pull(self):
        """The process is gone, or has lost its database: whatever it does reaches nobody."""
        self.pulled = self.store.pulled = self.leases.pulled = True

    def plug(self):
        self.pulled = self.store.pulled = self.leases.pulled = False

    def owns(self, table):
        return not self.pulled and self.ownership.owns(table)


@dataclass
class Several:
    """Processes, those that live."""

    processes: list
    store: object
    leases: object
    bus: Wire
    settings: dict

    async def starts(self):
        """One more process."""
        process = Process(len(self.processes), self.store, self.leases, self.bus, **self.settings)
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
        """Every process that lives has a round, and runs its errands."""
        for _ in range(times):
            for process in self.live:
                await process.ownership.round()
            await self.errands()

    async def errands(self):
        """What one process tells is an errand for another."""
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
        """So many rounds that those who died are buried."""
        await self.tick(5)

    def timers(self, table):
        """The process that keeps a table; None: nobody does."""
        owners = [process for process in self.live if process.owns(table)]
        assert len(owners) <= 1
        return owners[0] if owners else None


@asynccontextmanager
async def several(count, store=None, leases=None, **settings):
    """So many processes that play bots and keep time. Who has lost the store says so; there is no other trouble."""
    told = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: told.append(context))
    store = store or SqlTables(MemoryDatabase())
    ownership = Several([], store, leases or SqlLeases(store.database), Wire(), settings)
    for _ in range(count):
        await ownership.starts()
    await ownership.tick()
    try:
        yield ownership
    finally:
        for process in ownership.processes:
            await process.life.aclose()
    assert [context for context in told if not isinstance(context.get("exception"), CannotStore)] == []
