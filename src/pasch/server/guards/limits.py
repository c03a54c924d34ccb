"""Rate and concurrency limits for callers, in this process's memory."""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterator, Sequence
from contextlib import ExitStack, asynccontextmanager, contextmanager
from math import ceil
from time import monotonic
from weakref import WeakValueDictionary

from pasch.server.configuration.settings import Rate, ServerSettings
from pasch.service.errors import RateLimited, TooManyTables
from pasch.service.ids import TableId


class Limiter:
    """Counts by key (an address, a session). Costs constant time; remembers at most `keys` of them.

    A bucket fills by one with every event and leaks `per_second`; when full, it refuses. Forgetting the longest unseen
    key is safe: its bucket has leaked empty by then, or the number of active callers makes memory more important.
    """

    def __init__(self, rate: Rate, keys: int, clock: Callable[[], float] = monotonic) -> None:
        self._rate = rate
        self._keys = keys
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def check(self, key: str, amount: int = 1) -> None:
        """Raise `RateLimited` if the key's bucket has no room for this many events; counts nothing."""
        over = min(self._level(key) + amount - self._rate.burst, self._rate.burst)
        if over > 0:
            raise RateLimited(max(1, ceil(over / self._rate.per_second)))

    def count(self, key: str, amount: int = 1) -> None:
        """Count events, even beyond the limit."""
        self._buckets[key] = (min(self._level(key) + amount, self._rate.burst), self._clock())
        self._buckets.move_to_end(key)
        if len(self._buckets) > self._keys:
            self._buckets.popitem(last=False)

    def spend(self, *keys: str) -> None:
        """Count one event for each key in turn, or raise `RateLimited` and count it for no further key."""
        for key in keys:
            self.check(key)
            self.count(key)

    def _level(self, key: str) -> float:
        level, since = self._buckets.get(key, (0.0, 0.0))
        return max(0.0, level - (self._clock() - since) * self._rate.per_second)


LATER = 5
"""Seconds after which a caller at its limit may retry."""


class ConcurrencyLimit:
    """Limits concurrent uses of each key to `most`. Costs constant time, and no memory for unused keys."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._count: Counter[str] = Counter()

    @contextmanager
    def slot(self, key: str) -> Iterator[None]:
        """Hold one use while the context is open. Raises `RateLimited`."""
        if self._count[key] >= self._most:
            raise RateLimited(LATER)
        self._count[key] += 1
        try:
            yield
        finally:
            self._count[key] -= 1
            if not self._count[key]:
                del self._count[key]


class Turnstile:
    """Lets one request of a key run at a time; its others queue in the order of arrival.

    So the shared event loop does little for one key before it serves the others. A request that takes longer than
    `moment` seconds waits for something other than the loop, and lets the next one pass. Costs no memory for absent
    keys.
    """

    def __init__(self, moment: float) -> None:
        self._moment = moment
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def passing(self, key: str) -> AsyncIterator[Callable[[], None]]:
        """Wait for the key's turn, and keep it while the context is open, but no longer than a moment.

        A call of the result ends the turn earlier.
        """
        lock = self._locks.setdefault(key, asyncio.Lock())
        await lock.acquire()
        turn = ExitStack()
        turn.callback(lock.release)
        moment = asyncio.get_running_loop().call_later(self._moment, turn.close)
        try:
            yield turn.close
        finally:
            moment.cancel()
            turn.close()  # a second call does nothing


class OpenTables:
    """The unfinished public tables that each address has opened, at most `most`.

    It remembers `keys` addresses. It asks the store which tables have ended only once an address is at its limit.
    """

    def __init__(
        self, most: int, keys: int, unended: Callable[[Sequence[TableId]], Awaitable[Collection[TableId]]]
    ) -> None:
        self._most = most
        self._keys = keys
        self._unended = unended
        self._opened: OrderedDict[str, set[TableId]] = OrderedDict()
        self._opening: Counter[str] = Counter()

    @asynccontextmanager
    async def opening(self, address: str) -> AsyncIterator[set[TableId]]:
        """Room for one more table of an address, which the caller adds to the yielded set. Raises `TooManyTables`."""
        opened = self._opened.setdefault(address, set())
        self._opened.move_to_end(address)
        if len(self._opened) > self._keys:
            self._opened.popitem(last=False)
        self._opening[address] += 1
        try:
            if self._full(address, opened):
                opened.intersection_update(await self._unended(sorted(opened)))
            if self._full(address, opened):
                raise TooManyTables(self._most)
            yield opened
        finally:
            self._opening[address] -= 1
            if not self._opening[address]:
                del self._opening[address]

    def _full(self, address: str, opened: set[TableId]) -> bool:
        return len(opened) + self._opening[address] > self._most


class Guesses:
    """Counts every guess, correct or not. Every method raises `RateLimited`."""

    def __init__(self, settings: ServerSettings) -> None:
        self._together = Limiter(settings.guesses, settings.callers)
        self._address = Limiter(settings.address_guesses, settings.callers)
        self._account = Limiter(settings.account_guesses, settings.callers)

    def password(self, account: str, address: str, device: str | None) -> None:
        """Count an attempt at a password; `account` is the account's lookup name, `device` one that it knows."""
        if device is not None:
            self._together.spend(f"device {device}")
            return
        self._together.spend(f"account {account} from {address}")
        self._address.spend(address)
        self._account.spend(account)

    def code(self, address: str) -> None:
        """Count an attempt at a code or key, each of which fits one person or seat."""
        self._together.spend(f"code from {address}")
