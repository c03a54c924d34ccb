"""The clock, the chance and the error log of the machine."""

import asyncio
import secrets
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from pasch.fairness.stream import SEED_BYTES
from pasch.service.ids import TableId

PATIENCE = 1.0
"""Seconds to wait after something went wrong."""


def report(message: str, error: Exception, table: TableId | None = None) -> None:
    """Tell the handler of the event loop, which writes the log. `table` is the one that it happened at."""
    where = {} if table is None else {"table": table}
    asyncio.get_running_loop().call_exception_handler({"message": message, **where, "exception": error})


JUMP = timedelta(seconds=1)
"""How far the machine's time may be off the seconds that have passed; clocks that are put right slowly stay within."""


def _machine_time() -> datetime:
    return datetime.now(UTC)


class SystemClock:
    """The machine's time, which never goes back and does not jump while this process runs.

    What passes between two events decides whose turn is over, so what counts is the seconds that have really passed:
    when somebody sets the machine's clock, or it wakes from sleep, this one goes on as before.
    """

    def __init__(
        self, machine: Callable[[], datetime] = _machine_time, passed: Callable[[], float] = time.monotonic
    ) -> None:
        self._machine = machine
        self._passed = passed
        self._told, self._at = machine(), passed()

    def now(self) -> datetime:
        """The time in UTC."""
        at, machine = self._passed(), self._machine()
        steady = self._told + timedelta(seconds=at - self._at)
        self._told, self._at = (max(machine, self._told) if abs(machine - steady) <= JUMP else steady), at
        return self._told

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)


class SystemEntropy:
    """The operating system's source of chance."""

    def token(self, size: int = 32) -> str:
        """So many random bytes as text that is safe in an address, and on a command line: no dash begins it."""
        while (token := secrets.token_urlsafe(size)).startswith("-"):
            pass
        return token

    def seed(self) -> bytes:
        """32 random bytes."""
        return secrets.token_bytes(SEED_BYTES)
