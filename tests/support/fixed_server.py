"""A real server with fixed chance: every start has the same tables and dice, for pictures."""

from __future__ import annotations

import hashlib
import itertools

from pasch.service.results.results import ResultSettings
from pasch.service.runtime.writer import TableSettings
from tests.support.altered_server import serve


class FixedEntropy:
    """The same sequence of "random" bytes every time. It is predictable: never serve real players with it."""

    def __init__(self) -> None:
        self._numbers = itertools.count()

    def token(self, size: int = 32) -> str:
        """Hexadecimal digits."""
        return self.seed().hex()[: 2 * size]

    def seed(self) -> bytes:
        """32 bytes."""
        return hashlib.sha256(b"pictures %d" % next(self._numbers)).digest()


if __name__ == "__main__":
    serve(TableSettings(bot_pause=0), ResultSettings(luck_pause=None), FixedEntropy())
