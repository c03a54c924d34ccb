"""The bus of a single process, and the part of every other bus that reaches readers in this process."""

import asyncio
import itertools
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager

from pasch.service.runtime.bus_settings import BusFigures
from pasch.service.topics import counted

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
