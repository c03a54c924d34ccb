"""Support for tests of buses: a store with topic numbers, a reader, and clocks."""

import asyncio
from contextlib import asynccontextmanager

from pasch.service.runtime.bus_settings import BusSettings
from pasch.storage.bus.redis import Address, RedisBus
from pasch.storage.database import CannotStore
from tests.service.hall import HandClock

TABLE = "table"
SLOW = BusSettings(silence=60, gather=0)
"""Settings for tests with stopped clocks: a component is silent only because its clock is stopped."""


class Ledger:
    """Stores topic numbers and records the queries. Queries fail while `failing` is set."""

    def __init__(self, **truth):
        self.truth = truth
        self.asked = []
        self.failing = False
        self.questions = asyncio.Event()

    async def progress(self, topics):
        self.asked.append(sorted(topics))
        self.questions.set()
        if self.failing:
            raise CannotStore("The database is not available: {reason}", reason="it is a test")
        return {topic: self.truth[topic] for topic in topics if topic in self.truth}

    async def next_question(self):
        self.questions.clear()
        await self.questions.wait()


class Follower:
    """Reads a log like the service: queries the ledger after a notification of a higher number.

    `heard` holds the numbers from the bus, `seen` the ledger's numbers at those times.
    """

    def __init__(self, bus, ledger, topic=TABLE):
        self.heard = []
        self.seen = [ledger.truth[topic]]
        self._further = asyncio.Event()
        self._task = asyncio.ensure_future(self._follow(bus, ledger, topic))

    async def _follow(self, bus, ledger, topic):
        with bus.subscribe(topic) as subscription:
            while True:
                self.heard.append(await subscription.news())
                if self.heard[-1] > self.seen[-1] and ledger.truth[topic] != self.seen[-1]:
                    self.seen.append(ledger.truth[topic])
                    self._further.set()

    async def at(self, seq):
        """Wait until the follower has seen an event."""
        while self.seen[-1] < seq:
            self._further.clear()
            await self._further.wait()

    async def stop(self):
        self._task.cancel()
        await asyncio.wait([self._task])


@asynccontextmanager
async def following(bus, ledger, topic=TABLE):
    follower = Follower(bus, ledger, topic)
    await asyncio.sleep(0)
    try:
        yield follower
    finally:
        await follower.stop()


@asynccontextmanager
async def carried(url, ledger, settings=SLOW, *, prefix, clock=None):
    """Run a Redis bus that is not connected yet."""
    bus = RedisBus(Address.of(f"{url}?prefix={prefix}"), ledger, clock or HandClock(), settings)
    async with bus.running():
        yield bus


async def until(happened):
    """Let other tasks run until a condition holds."""
    while not happened():  # noqa: ASYNC110 - some of the awaited conditions have no event
        await asyncio.sleep(0)
