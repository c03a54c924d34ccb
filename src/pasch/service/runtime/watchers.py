"""How many people watch each table, for whoever wants to be told."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncGenerator

from pasch.service.ids import TableId


class Watching:
    """Counts of watchers, and those who wait for one to change. Takes room only for tables that are watched."""

    def __init__(self) -> None:
        self._counts: dict[TableId, int] = {}
        self._readers: dict[TableId, set[asyncio.Event]] = defaultdict(set)

    def count(self, table: TableId) -> int:
        """How many watch a table."""
        return self._counts.get(table, 0)

    def tell(self, table: TableId, count: int) -> None:
        """So many watch a table now."""
        if count == self.count(table):
            return
        self._counts[table] = count
        if not count:
            del self._counts[table]
        for news in self._readers.get(table, ()):
            news.set()

    async def counts(self, table: TableId) -> AsyncGenerator[int]:
        """The count of a table, whenever that changes; a slow reader gets the latest."""
        news = asyncio.Event()
        self._readers[table].add(news)
        try:
            while True:
                await news.wait()
                news.clear()
                yield self.count(table)
        finally:
            self._readers[table].discard(news)
            if not self._readers[table]:
                del self._readers[table]
