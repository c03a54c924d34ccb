"""The daily game in a database: the secrets of its seeds."""

from collections.abc import Sequence
from datetime import date

from pasch.service.daily import Chain
from pasch.storage.database import Database


class SqlDaily:
    """The service's `DailyStore` over a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def chains(self) -> Sequence[Chain]:
        """All chains, the earliest first."""
        rows = await self._database.rows("SELECT first_day, secret FROM daily_chains ORDER BY first_day")
        return [Chain(date.fromisoformat(first_day), secret) for first_day, secret in rows]

    async def add_chain(self, chain: Chain) -> None:
        """Store a chain, unless one with the same first day exists."""
        query = "INSERT INTO daily_chains (first_day, secret) VALUES (?, ?) ON CONFLICT DO NOTHING"
        await self._database.run(query, (str(chain.first_day), chain.secret))
