"""The machine's clock, randomness and error log."""

import asyncio
import secrets
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from pasch.fairness.stream import SEED_BYTES
from pasch.service.ids import TableId

PATIENCE = 1.0
"""Seconds to wait after an error."""


def report(message: str, error: Exception, table: TableId | None = None) -> None:
    """Report to the handler of the event loop, which writes the log. `table` is where it happened."""
    where = {} if table is None else {"table": table}
    asyncio.get_running_loop().call_exception_handler({"message": message, **where, "exception": error})


JUMP = timedelta(seconds=1)
"""The tolerated difference between machine time and elapsed time; slowly corrected clocks stay within it."""


def _machine_time() -> datetime:
    return datetime.now(UTC)


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
        steady = self._last + timedelta(seconds=at - self._at)
        self._last, self._at = (max(machine, self._last) if abs(machine - steady) <= JUMP else steady), at
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
