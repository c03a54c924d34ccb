"""The daily game in a database: the secrets of its seeds, and attempts."""

from collections.abc import Mapping, Sequence
from datetime import date

from pasch.service.daily import Chain, DailyAttempt
from pasch.service.ids import SessionId, TableId
from pasch.storage.database import Database


class SqlDaily:
    """The service's `DailyStore` over a database. `SqlResults` stores the scores."""

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

    async def reserve(self, person: SessionId, attempt: DailyAttempt) -> None:
        """Store an attempt, unless the person has one on its day."""
        values = {"day": str(attempt.day), "person": person, "table": attempt.table}
        await self._database.run(_RESERVE, values)

    async def attempt(self, person: SessionId, day: date) -> DailyAttempt | None:
        """The attempt that a person began, or continued with the key of its seat."""
        row = await self._database.row(f"{_ATTEMPT} LIMIT 1", {"day": str(day), "person": person})
        return None if row is None else DailyAttempt(day, TableId(row[0]), row[1])

    async def attempts(self, person: SessionId, limit: int) -> Sequence[DailyAttempt]:
        """The attempts that a person began, the latest first."""
        query = "SELECT day, table_id, score FROM daily_attempts WHERE session = ? ORDER BY day DESC LIMIT ?"
        rows = await self._database.rows(query, (person, limit))
        return [DailyAttempt(date.fromisoformat(day), TableId(table), score) for day, table, score in rows]

    async def scores(self, day: date) -> Mapping[int, int]:
        """The number of people for each score."""
        query = "SELECT score, count(*) FROM daily_attempts WHERE day = ? AND score IS NOT NULL GROUP BY score"
        return dict(await self._database.rows(query, (str(day),)))

    async def forget(self, person: SessionId) -> None:
        """Delete the attempts of a person."""
        query = "DELETE FROM daily_attempts WHERE session = ?"
        await self._database.write(lambda db: db.run(query, (person,)), erase=True)


_ATTEMPT = (
    "SELECT table_id, score FROM daily_attempts WHERE day = :day AND (session = :person OR table_id IN"
    " (SELECT table_id FROM seats WHERE session = :person)) ORDER BY session <> :person"
)
_RESERVE = (
    "INSERT INTO daily_attempts (day, session, table_id) SELECT :day, :person, :table"
    f" WHERE NOT EXISTS ({_ATTEMPT}) ON CONFLICT DO NOTHING"
)
