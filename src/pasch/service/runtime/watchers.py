"""Watcher counts of tables, with notification of changes."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncGenerator

from pasch.service.ids import TableId


class Watching:
    """Watcher counts, and the readers that wait for changes. Uses memory only for watched tables."""

    def __init__(self) -> None:
        self._counts: dict[TableId, int] = {}
        self._readers: dict[TableId, set[asyncio.Event]] = defaultdict(set)

    def count(self, table: TableId) -> int:
        """The number of watchers of a table."""
        return self._counts.get(table, 0)

    def tell(self, table: TableId, count: int) -> None:
        """Set the number of watchers of a table."""
        if count == self.count(table):
            return
        self._counts[table] = count
        if not count:
            del self._counts[table]
        for news in self._readers.get(table, ()):
            news.set()

    async def counts(self, table: TableId) -> AsyncGenerator[int]:
        """The count of a table, whenever it changes; a slow reader gets the latest."""
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
