"""The bus that polls the store."""

import asyncio
from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager, AbstractContextManager

from pasch.rules.errors import PaschError
from pasch.service.ports import Clock, Progress, Subscription
from pasch.service.runtime.bus_settings import BusFigures, BusSettings
from pasch.service.system import first_of, working
from pasch.storage.bus.local import LocalBus


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
