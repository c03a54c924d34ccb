"""The machine's clock, randomness and error log, and background tasks."""

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import TypeVar

from pasch.fairness.stream import SEED_BYTES
from pasch.service.ids import TableId

T = TypeVar("T")

PATIENCE = 1.0
"""Seconds to wait after an error."""


def report(message: str, error: Exception, table: TableId | None = None) -> None:
    """Report to the handler of the event loop, which writes the log. `table` is where it happened."""
    where = {} if table is None else {"table": table}
    asyncio.get_running_loop().call_exception_handler({"message": message, **where, "exception": error})


CANCEL_SECONDS = 0.1
"""Seconds between cancellations of a task: `asyncio.wait_for`, which libraries use, occasionally swallows one."""


@asynccontextmanager
async def working(*works: Coroutine[None, None, None]) -> AsyncIterator[None]:
    """Run the coroutines in the background while the context is open. One that raises is reported."""
    tasks = [asyncio.ensure_future(work) for work in works]
    for task in tasks:
        task.add_done_callback(_report)
    try:
        yield
    finally:
        await cancelled(tasks)


async def cancelled(tasks: Iterable[asyncio.Future[T]]) -> None:
    """Cancel tasks, and return when all have ended."""
    waiting = set(tasks)
    while waiting:
        for task in waiting:
            task.cancel()
        _, waiting = await asyncio.wait(waiting, timeout=CANCEL_SECONDS)


def _report(task: asyncio.Future[None]) -> None:
    if not task.cancelled() and (error := task.exception()):
        task.get_loop().call_exception_handler({"message": "A background task has stopped", "exception": error})


async def first_of(*works: Coroutine[None, None, object]) -> None:
    """Return when one of the coroutines has ended; the others are cancelled."""
    tasks = [asyncio.ensure_future(work) for work in works]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()


JUMP = 1.0
"""The tolerated difference between machine time and elapsed time, in seconds. Slow corrections stay within it."""


_machine_time = partial(datetime.now, UTC)


class SystemClock:
    """The machine's time, which never goes back and does not jump while this process runs.

    The time between two events decides whose turn is over, so elapsed seconds count. When the machine's clock is set or
    the machine wakes from sleep, this clock continues as before.
    """

    def __init__(
        self, machine: Callable[[], datetime] = _machine_time, passed: Callable[[], float] = time.monotonic
    ) -> None:
        self._machine = machine
        self._passed = passed
        self._last, self._at = machine(), passed()

    def now(self) -> datetime:
        """The time in UTC."""
        at, machine = self._passed(), self._machine()
        elapsed, last = at - self._at, self._last
        if abs((machine - last).total_seconds() - elapsed) > JUMP:
            machine = last + timedelta(seconds=elapsed)
        self._last, self._at = max(machine, last), at
        return self._last

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)


class SystemEntropy:
    """The operating system's random source."""

    def token(self, size: int = 32) -> str:
        """This many random bytes as text that is safe in a URL and on a command line: it never begins with a dash."""
        while (token := secrets.token_urlsafe(size)).startswith("-"):
            pass
        return token

    def seed(self) -> bytes:
        """32 random bytes."""
        return secrets.token_bytes(SEED_BYTES)
