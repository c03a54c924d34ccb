"""The machine's own clock and entropy, behind the service's ports."""

import asyncio
import secrets
from datetime import UTC, datetime


class SystemClock:
    """The time as the machine has it."""

    def now(self) -> datetime:
        """The time in UTC."""
        return datetime.now(UTC)

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)


class SystemEntropy:
    """Chance from the operating system."""

    def token(self) -> str:
        """256 random bits, safe in an address."""
        return secrets.token_urlsafe(32)

    def seed(self) -> bytes:
        """32 random bytes."""
        return secrets.token_bytes(32)
