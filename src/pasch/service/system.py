"""The clock and the chance of the machine."""

import asyncio
import secrets
from datetime import UTC, datetime

from pasch.fairness.stream import SEED_BYTES


class SystemClock:
    """The machine's time."""

    def now(self) -> datetime:
        """The time in UTC."""
        return datetime.now(UTC)

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)


class SystemEntropy:
    """The operating system's source of chance."""

    def token(self, size: int = 32) -> str:
        """So many random bytes as text that is safe in an address."""
        return secrets.token_urlsafe(size)

    def seed(self) -> bytes:
        """32 random bytes."""
        return secrets.token_bytes(SEED_BYTES)
