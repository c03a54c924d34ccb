"""The buses without a server: the bus of a single process, on which all others build, and one that polls the store."""

import asyncio
import itertools
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, AbstractContextManager, asynccontextmanager, contextmanager

from pasch.rules.errors import PaschError
from pasch.service.bus import BusFigures, BusSettings, counted
from pasch.service.ports import Clock, Progress, Subscription
from pasch.service.system import first_of, working

CROWD = 20
"""The number of late readers from which on they wait, so that the others have been served before."""
BEHIND = 0.002
"""How long a crowd waits, in seconds."""


class _Inbox:
    """The latest news for one reader. Its size is constant: a number and two flags."""

    def __init__(self) -> None:
        self.late = False
        self._seq = 0
        self._changed = asyncio.Event()

    def deliver(self, seq: int) -> None:
        if seq > self._seq:
            self._seq = seq
            self._changed.set()

    def settle(self, seq: int) -> None:
        """Take the stored number. One below the announced number is stale or corrects the announcement: read again."""
        if seq < self._seq:
            self._changed.set()
        self.deliver(seq)

    async def news(self) -> int:
        await self._changed.wait()
        self._changed.clear()
        return self._seq


class LocalBus:
    """The service's `Bus` within one event loop."""

    def __init__(self) -> None:
        self.figures = BusFigures()
        self._readers: dict[str, set[_Inbox]] = defaultdict(set)
        self._signs = itertools.count(1)

    @property
    def topics(self) -> list[str]:
        """The topics with subscribers in this process."""
        return list(self._readers)

    async def publish(self, topic: str, seq: int) -> None:
        """Notify all subscribers of the topic."""
        self.deliver(topic, seq)

    def deliver(self, topic: str, seq: int) -> None:
        """Take an announcement: the topic is at `seq`, or an uncounted topic has changed."""
        number = seq if counted(topic) else next(self._signs)
        readers = self._readers.get(topic, set())
        late = {inbox for inbox in readers if inbox.late}
        _deliver(readers - late, number)
        if len(late) < CROWD:
            _deliver(late, number)
        else:  # one timer for hundreds
            asyncio.get_running_loop().call_later(BEHIND, _deliver, late, number)

    def settle(self, topic: str, seq: int) -> None:
        """Take the number in the store, which overrides every announcement."""
        number = seq if counted(topic) else next(self._signs)
        for inbox in self._readers.get(topic, ()):
            inbox.settle(number)

    @contextmanager
    def subscribe(self, topic: str) -> Iterator[_Inbox]:
        """Subscribe to a topic while the context is open."""
        inbox = _Inbox()
        self._readers[topic].add(inbox)
        try:
            yield inbox
        finally:
            self._readers[topic].discard(inbox)
            if not self._readers[topic]:
                del self._readers[topic]

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Does nothing: no other process needs news."""
        yield


def _deliver(inboxes: Iterable[_Inbox], number: int) -> None:
    for inbox in inboxes:
        inbox.deliver(number)


class Poller:
    """Polls the store at an interval while `polling` is open, and at once after `pace`. `here` receives the news."""

    def __init__(self, here: LocalBus, progress: Progress, clock: Clock, settings: BusSettings) -> None:
        self._here = here
        self._progress = progress
        self._clock = clock
        self._settings = settings
        self._seconds = settings.poll
        self._wake = asyncio.Event()
        self._numbers: Mapping[str, int] = {}
        self._polled_at = clock.now()

    @property
    def age(self) -> float:
        """The age of the store's latest answer, in seconds since the request."""
        return max(0.0, (self._clock.now() - self._polled_at).total_seconds())

    def pace(self, seconds: float) -> None:
        """Poll now, and then at this interval."""
        self._seconds = seconds
        self._wake.set()

    def polling(self) -> AbstractAsyncContextManager[None]:
        """Poll while the context is open."""
        return working(self._work())

    async def poll(self) -> bool:
        """Query the store once and publish the news. Returns whether the store answered."""
        figures, before = self._here.figures, self._numbers
        topics, begun = self._here.topics, self._clock.now()
        figures.polls += bool(topics)
        try:
            self._numbers = await self._progress.progress(topics) if topics else {}
        except PaschError:
            figures.failed_polls += 1
            return False
        self._polled_at = begun
        for topic, number in self._numbers.items():
            if before.get(topic) != number:
                self._here.settle(topic, number)
        return True

    async def _work(self) -> None:
        while True:
            self._wake.clear()
            answered = await self.poll()
            seconds = self._seconds if answered else self._settings.poll
            await first_of(self._clock.sleep(seconds), self._wake.wait())


class PollingBus:
    """The service's `Bus` without a message broker. News takes up to one polling interval."""

    def __init__(self, progress: Progress, clock: Clock, settings: BusSettings | None = None) -> None:
        self._here = LocalBus()
        self._poller = Poller(self._here, progress, clock, settings or BusSettings())

    @property
    def figures(self) -> BusFigures:
        """The state of the bus; its lag is the age of the last poll."""
        self._here.figures.lag = self._poller.age
        return self._here.figures

    async def publish(self, topic: str, seq: int) -> None:
        """Notify the subscribers in this process; other processes find the news in the store."""
        self._here.deliver(topic, seq)

    def subscribe(self, topic: str) -> AbstractContextManager[Subscription]:
        """Subscribe to a topic while the context is open."""
        return self._here.subscribe(topic)

    def running(self) -> AbstractAsyncContextManager[None]:
        """Poll the store while the context is open."""
        return self._poller.polling()
