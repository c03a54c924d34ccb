"""Long work in small pieces: callers take turns, and each has a budget of processor time.

Theory of operation. The event loop answers every caller, so nothing may block it for long. Work
that grows with the length of a log runs in bounded pieces (`turn`), or in a thread where it cannot
be divided (`in_thread`). The process runs one piece at a time, and each caller queues at most one. So
callers take turns, however much each requests. A caller who has used up the budget waits until part
of it has returned.
"""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial
from time import thread_time
from typing import ParamSpec, TypeVar
from weakref import WeakValueDictionary

from pasch.service.ports import Clock

P = ParamSpec("P")
T = TypeVar("T")

CALLER: ContextVar[str] = ContextVar("CALLER", default="")
"""The address that the work is done for; empty for the server's own work, which has no budget."""

BREAK = 0.001
"""Seconds before each piece, in which the event loop runs other ready tasks: a command takes ten steps."""

REMEMBERED = 20_000
"""The number of callers whose use is remembered; the one unseen longest is forgotten first."""


@dataclass(frozen=True)
class Budget:
    """Processor time of each caller: `burst` seconds at once, and `share` of a second again in every second."""

    burst: float = 5.0
    share: float = 0.25


class _Queue:
    """Admits one at a time, and queues at most one per caller."""

    def __init__(self) -> None:
        self._one = asyncio.Lock()
        self._own: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def enter(self, caller: str, rest: Callable[[], Awaitable[None]]) -> Callable[[], None]:
        """Wait for the caller's turn, and before that for `rest`; returns a function that admits the next one."""
        own = self._own.setdefault(caller, asyncio.Lock())
        await own.acquire()
        try:
            await rest()
            await self._one.acquire()
        except BaseException:
            own.release()
            raise

        def leave() -> None:
            self._one.release()
            own.release()

        return leave


class Pace:
    """Decides when long work proceeds. `used` is the processor time of the calling thread, in seconds."""

    def __init__(self, clock: Clock, budget: Budget | None = None, used: Callable[[], float] = thread_time) -> None:
        self._clock = clock
        self._budget = budget or Budget()
        self._used = used
        self._spent: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._pieces, self._threads, self._processes = _Queue(), _Queue(), _Queue()
        self._loads: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Run a piece of work on the event loop while the context is open: some milliseconds, without waiting."""
        leave = await self._pieces.enter(CALLER.get(), self._rest)
        try:
            await asyncio.sleep(BREAK)
            began = self._used()
            try:
                yield
            finally:
                self._spend(self._used() - began)
        finally:
            leave()

    async def in_thread(self, work: Callable[P, T], *args: P.args, **options: P.kwargs) -> T:
        """Run work in a thread. The next piece waits for its end, even when the caller does not."""
        return await self._queued(self._threads, partial(work, *args, **options))

    async def in_process(self, work: Callable[P, T], *args: P.args, **options: P.kwargs) -> T:
        """Wait in a thread for the work of another process. Its processor time does not count."""
        return await self._queued(self._processes, partial(work, *args, **options))

    async def _queued(self, queue: _Queue, work: Callable[[], T]) -> T:
        leave = await queue.enter(CALLER.get(), self._rest)
        measured = self._measured(work, asyncio.get_running_loop())
        done = asyncio.ensure_future(asyncio.to_thread(measured))
        done.add_done_callback(lambda _: leave())
        try:
            return await asyncio.shield(done)
        finally:
            del done  # the traceback of its error refers to this frame: only a collection would free such a cycle

    @asynccontextmanager
    async def exclusive(self) -> AsyncIterator[None]:
        """Make the caller's other loads wait while the context is open: a long log needs memory."""
        async with self._loads.setdefault(CALLER.get(), asyncio.Lock()):
            yield

    # --------------------------------------------------------------------------- the budget

    def _measured(self, work: Callable[[], T], loop: asyncio.AbstractEventLoop) -> Callable[[], T]:
        def measured() -> T:
            began = self._used()
            try:
                return work()
            finally:
                loop.call_soon_threadsafe(self._spend, self._used() - began)

        return measured

    async def _rest(self) -> None:
        """Wait until the caller has budget again."""
        over = self._level(CALLER.get()) - self._budget.burst
        if over > 0:
            await self._clock.sleep(over / self._budget.share)

    def _spend(self, seconds: float) -> None:
        if caller := CALLER.get():
            self._spent[caller] = (self._level(caller) + seconds, self._now())
            self._spent.move_to_end(caller)
            if len(self._spent) > REMEMBERED:
                self._spent.popitem(last=False)

    def _level(self, caller: str) -> float:
        level, since = self._spent.get(caller, (0.0, 0.0))
        return max(0.0, level - (self._now() - since) * self._budget.share)

    def _now(self) -> float:
        return self._clock.now().timestamp()
