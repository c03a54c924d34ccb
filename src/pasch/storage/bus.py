"""The bus of a single process: everybody who waits learns how far a table is."""

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

from pasch.service.ids import TableId


class _Inbox:
    """The latest news for one reader: a number and a flag, however much is published."""

    def __init__(self) -> None:
        self._seq = 0
        self._told = 0
        self._further = asyncio.Event()

    def tell(self, seq: int) -> None:
        self._seq = max(self._seq, seq)
        if self._seq > self._told:
            self._further.set()

    async def news(self) -> int:
        await self._further.wait()
        self._further.clear()
        self._told = self._seq
        return self._seq


class LocalBus:
    """The service's `Bus` within one event loop."""

    def __init__(self) -> None:
        self._readers: dict[TableId, set[_Inbox]] = defaultdict(set)

    async def publish(self, table: TableId, seq: int) -> None:
        """Tell everybody who listens to the table."""
        for inbox in self._readers.get(table, ()):
            inbox.tell(seq)

    @contextmanager
    def subscribe(self, table: TableId) -> Iterator[_Inbox]:
        """Listen to a table while the context is open."""
        inbox = _Inbox()
        self._readers[table].add(inbox)
        try:
            yield inbox
        finally:
            self._readers[table].discard(inbox)
            if not self._readers[table]:
                del self._readers[table]
