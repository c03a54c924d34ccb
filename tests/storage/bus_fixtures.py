"""Support for tests of buses: a store with topic numbers, a reader, and clocks."""

import asyncio
from contextlib import asynccontextmanager

from pasch.service.bus import BusSettings
from pasch.storage.bus.redis import Address, RedisBus
from pasch.storage.database import CannotStore
from tests.service.harness import ManualClock

TABLE = "table"
NO_POLLING = BusSettings(silence=60, gather=0)
"""Settings for tests with stopped clocks: a component is silent only because its clock is stopped."""


class TopicNumbers:
    """Stores topic numbers and records the queries. Queries fail while `failing` is set."""

    def __init__(self, **stored):
        self.stored = stored
        self.queries = []
        self.failing = False
        self.queried = asyncio.Event()

    async def progress(self, topics):
        self.queries.append(sorted(topics))
        self.queried.set()
        if self.failing:
            raise CannotStore("The database is not available: {reason}", reason="it is a test")
        return {topic: self.stored[topic] for topic in topics if topic in self.stored}

    async def next_query(self):
        self.queried.clear()
        await self.queried.wait()


class LogReader:
    """Reads a log like the service: queries the ledger after a notification of a higher number.

    `notified` holds the numbers from the bus, `seen` the ledger's numbers at those times.
    """

    def __init__(self, bus, ledger, topic=TABLE):
        self.notified = []
        self.seen = [ledger.stored[topic]]
        self._progressed = asyncio.Event()
        self._task = asyncio.ensure_future(self._follow(bus, ledger, topic))

    async def _follow(self, bus, ledger, topic):
        with bus.subscribe(topic) as subscription:
            while True:
                self.notified.append(await subscription.news())
                if self.notified[-1] > self.seen[-1] and ledger.stored[topic] != self.seen[-1]:
                    self.seen.append(ledger.stored[topic])
                    self._progressed.set()

    async def wait_for(self, seq):
        """Wait until the follower has seen an event."""
        while self.seen[-1] < seq:
            self._progressed.clear()
            await self._progressed.wait()

    async def stop(self):
        self._task.cancel()
        await asyncio.wait([self._task])


@asynccontextmanager
async def reading_log(bus, ledger, topic=TABLE):
    follower = LogReader(bus, ledger, topic)
    await asyncio.sleep(0)
    try:
        yield follower
    finally:
        await follower.stop()


@asynccontextmanager
async def running_redis_bus(url, ledger, settings=NO_POLLING, *, prefix, clock=None):
    """Run a Redis bus that is not connected yet."""
    bus = RedisBus(Address.of(f"{url}?prefix={prefix}"), ledger, clock or ManualClock(), settings)
    async with bus.running():
        yield bus


async def until(condition):
    """Let other tasks run until a condition holds."""
    while not condition():  # noqa: ASYNC110 - some of the awaited conditions have no event
        await asyncio.sleep(0)
