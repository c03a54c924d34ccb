"""A follower of a log converges for any order of delivery.

The follower hears the highest number immediately, never goes back, and ends at the newest event.
"""

import asyncio
from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st

from pasch.storage.bus.redis import Address, Message, RedisBus, to_bytes
from tests.service.harness import ManualClock
from tests.storage.bus_fixtures import TABLE, TopicNumbers, reading_log


@dataclass(frozen=True)
class Commit:
    """A writer appends an event, and its notification is in transit from now on."""


@dataclass(frozen=True)
class Deliver:
    """A notification of any age arrives. It may arrive again; one that never arrives is lost."""

    which: int


@dataclass(frozen=True)
class WrongNumber:
    """A sender publishes a wrong number, about our table or another."""

    seq: int
    topic: str


@dataclass(frozen=True)
class Garbage:
    data: bytes


@dataclass(frozen=True)
class StartQuery:
    """A query reads the store now and answers later."""


@dataclass(frozen=True)
class FinishQuery:
    pass


@dataclass(frozen=True)
class Read:
    """The reader gets its turn."""


steps = st.lists(
    st.one_of(
        st.builds(Commit),
        st.builds(Deliver, st.integers(0, 40)),
        st.builds(WrongNumber, st.integers(0, 2**63 - 1), st.sampled_from([TABLE, "other"])),
        st.builds(Garbage, st.binary(max_size=20)),
        st.builds(StartQuery),
        st.builds(FinishQuery),
        st.builds(Read),
    ),
    max_size=40,
)


class SlowTopicNumbers(TopicNumbers):
    """Answers when the test allows it."""

    def __init__(self):
        super().__init__(table=1)
        self.may = asyncio.Event()

    async def progress(self, topics):
        found = await super().progress(topics)
        await self.may.wait()
        return found


class World:
    """A process that reads a log, and the events around it.

    `announced` are the numbers written to the log. `known` is the highest number that was delivered or that the store
    has answered, true or not.
    """

    def __init__(self):
        self.ledger = SlowTopicNumbers()
        self.bus = RedisBus(Address("redis://nowhere", "channel"), self.ledger, ManualClock())
        self.announced = [1]
        self.known = 0
        self.poll = None
        self.asked = 0

    async def take(self, step, reader):
        match step:
            case Commit():
                self.ledger.stored[TABLE] += 1
                self.announced.append(self.ledger.stored[TABLE])
            case Deliver(which):
                self.hear({TABLE: self.announced[which % len(self.announced)]})
            case WrongNumber(seq, topic):
                self.hear({topic: seq})
            case Garbage(data):
                self.bus._receive(data)
            case StartQuery():
                await self.ask()
            case FinishQuery():
                await self.answer()
            case Read():
                await self.rest()
                self.check(reader)

    def check(self, reader):
        """Every delivered number is heard, whether or not the store is queried."""
        assert max(reader.notified, default=0) == self.known
        assert reader.notified == sorted(reader.notified)
        if self.known <= self.ledger.stored[TABLE]:  # no wrong number was published
            assert reader.seen[-1] >= self.known

    def hear(self, news):
        self.known = max(self.known, news.get(TABLE, 0))
        self.bus._receive(to_bytes(Message("other", 0.5, news)))

    async def ask(self):
        if self.poll is None:
            self.ledger.may.clear()
            self.asked = self.ledger.stored[TABLE]
            self.poll = asyncio.ensure_future(self.bus._poller.poll())
            await asyncio.sleep(0)

    async def answer(self):
        if self.poll is not None:
            self.ledger.may.set()
            await self.poll
            self.poll = None
            self.known = max(self.known, self.asked)

    @staticmethod
    async def rest():
        for _ in range(3):
            await asyncio.sleep(0)


async def played(taken):
    world = World()
    async with reading_log(world.bus, world.ledger) as reader:
        for step in taken:
            await world.take(step, reader)
        await world.rest()
        world.check(reader)
        await world.answer()
        await world.ask()  # the regular poll
        await world.answer()
        await world.rest()
        world.check(reader)
    return world.ledger.stored[TABLE], reader.seen


@given(steps)
def test_follower_hears_highest_number_and_ends_at_newest_event(taken):
    newest, seen = asyncio.run(played(taken))
    assert seen[-1] == newest
