"""The bus of a single process, and the part of every other bus that reaches readers in this process."""

import asyncio
import itertools
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

from pasch.service.runtime.bus_settings import BusFigures
from pasch.service.topics import counted


class _Inbox:
    """The latest news for one reader: a number and a flag, however much is published."""

    def __init__(self) -> None:
        self._seq = 0
        self._further = asyncio.Event()

    def tell(self, seq: int) -> None:
        if seq > self._seq:
            self._seq = seq
            self._further.set()

    def settle(self, seq: int) -> None:
        """What the store says. Less than was told is old, or shows that the telling was wrong: look once more."""
        if seq < self._seq:
            self._further.set()
        self.tell(seq)

    async def news(self) -> int:
        await self._further.wait()
        self._further.clear()
        return self._seq


class LocalBus:
    """The service's `Bus` within one event loop."""

    def __init__(self) -> None:
        self.figures = BusFigures()
        self._readers: dict[str, set[_Inbox]] = defaultdict(set)
        self._signs = itertools.count(1)

    @property
    def topics(self) -> list[str]:
        """What has readers here."""
        return list(self._readers)

    async def publish(self, topic: str, seq: int) -> None:
        """Tell everybody who listens to the topic."""
        self.tell(topic, seq)

    def tell(self, topic: str, seq: int) -> None:
        """What somebody says: the topic is at `seq`, or there is news of a topic that is not counted."""
        number = seq if counted(topic) else next(self._signs)
        for inbox in self._readers.get(topic, ()):
            inbox.tell(number)

    def settle(self, topic: str, seq: int) -> None:
        """What the store says, which knows better than anybody who has told something."""
        number = seq if counted(topic) else next(self._signs)
        for inbox in self._readers.get(topic, ()):
            inbox.settle(number)

    @contextmanager
    def subscribe(self, topic: str) -> Iterator[_Inbox]:
        """Listen to a topic while the context is open."""
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
        """There is nobody else to tell."""
        yield
