"""How often a caller may do something, and how much of it at once; kept in this process's memory."""

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import ceil
from time import monotonic

from pasch.server.settings import Rate
from pasch.service.errors import RateLimited


class Limiter:
    """Counts by key (an address, a session). Costs constant time; remembers at most `keys` of them.

    A bucket fills by one with every event and leaks `per_second`; full, it refuses. Forgetting the longest unseen key
    is safe: after that long its bucket has leaked empty, or so many callers are active that memory matters more.
    """

    def __init__(self, rate: Rate, keys: int, clock: Callable[[], float] = monotonic) -> None:
        self._rate = rate
        self._keys = keys
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def check(self, key: str) -> None:
        """Raise `RateLimited` when the key's bucket is full; counts nothing."""
        level = self._level(key)
        if level + 1 > self._rate.burst:
            raise RateLimited(max(1, ceil((level + 1 - self._rate.burst) / self._rate.per_second)))

    def count(self, key: str) -> None:
        """Count one event, whatever the level."""
        self._buckets[key] = (min(self._level(key) + 1, self._rate.burst), self._clock())
        self._buckets.move_to_end(key)
        if len(self._buckets) > self._keys:
            self._buckets.popitem(last=False)

    def spend(self, key: str) -> None:
        """Count one event, or raise `RateLimited` and count nothing."""
        self.check(key)
        self.count(key)

    def _level(self, key: str) -> float:
        level, since = self._buckets.get(key, (0.0, 0.0))
        return max(0.0, level - (self._clock() - since) * self._rate.per_second)


LATER = 5
"""Seconds after which somebody who holds too much may ask again."""


class Held:
    """What each key holds at this moment, at most `most`. Costs constant time, and no memory for who holds nothing."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._count: Counter[str] = Counter()

    @contextmanager
    def held(self, key: str) -> Iterator[None]:
        """One more while the context is open. Raises `RateLimited`."""
        if self._count[key] >= self._most:
            raise RateLimited(LATER)
        self._count[key] += 1
        try:
            yield
        finally:
            self._count[key] -= 1
            if not self._count[key]:
                del self._count[key]
