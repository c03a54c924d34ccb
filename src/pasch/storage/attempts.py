"""Games for which everyone gets the same dice, in a database: attempts, and the secrets of the daily seeds."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import date

from pasch.service.attempts import Attempt
from pasch.service.daily import Chain
from pasch.service.ids import SessionId, TableId
from pasch.storage.database import Database, Row


class SqlAttempts:
    """The service's `AttemptStore` over a database. `SqlResults` stores the scores."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def reserve(self, attempt: Attempt) -> None:
        """Store an attempt, unless the person has one at its event."""
        await self._database.run(_RESERVE, asdict(attempt))

    async def attempt(self, person: SessionId, event: str) -> Attempt | None:
        """The attempt that a person began, or continued with the key of its seat."""
        row = await self._database.row(_ATTEMPT, {"event": event, "person": person})
        return None if row is None else _attempt(row)

    async def attempts(self, person: SessionId, prefix: str, limit: int) -> Sequence[Attempt]:
        """The attempts that a person began at events with a prefix, the latest name first."""
        rows = await self._database.rows(_ATTEMPTS, (person, f"{prefix}%", limit))
        return [*map(_attempt, rows)]

    async def count(self, event: str) -> int:
        """The number of attempts at an event."""
        row = await self._database.row("SELECT count(*) FROM attempts WHERE event = ?", (event,))
        return 0 if row is None else int(row[0])

    async def finished(self, event: str) -> Sequence[Attempt]:
        """The attempts that were finished in time."""
        return [*map(_attempt, await self._database.rows(_FINISHED, (event,)))]

    async def scores(self, event: str) -> Mapping[int, int]:
        """The number of people for each score."""
        query = "SELECT score, count(*) FROM attempts WHERE event = ? AND score IS NOT NULL GROUP BY score"
        return dict(await self._database.rows(query, (event,)))

    async def rename(self, person: SessionId, name: str) -> None:
        """Rename a person in all attempts."""
        query = "UPDATE attempts SET name = ? WHERE session = ?"
        await self._database.write(lambda db: db.run(query, (name, person)), erase=True)

    async def forget(self, person: SessionId) -> None:
        """Delete the attempts of a person."""
        query = "DELETE FROM attempts WHERE session = ?"
        await self._database.write(lambda db: db.run(query, (person,)), erase=True)


_COLUMNS = "event, session, table_id, name, score, games, loss, deleted"
_MINE = (
    " FROM attempts WHERE event = :event AND (session = :person OR table_id IN"
    " (SELECT table_id FROM seats WHERE session = :person)) ORDER BY session <> :person"
)
# ruff: disable[S608] - constant texts alone
_ATTEMPT = f"SELECT {_COLUMNS}{_MINE} LIMIT 1"
_ATTEMPTS = f"SELECT {_COLUMNS} FROM attempts WHERE session = ? AND event LIKE ? ORDER BY event DESC LIMIT ?"
_FINISHED = f"SELECT {_COLUMNS} FROM attempts WHERE event = ? AND score IS NOT NULL ORDER BY score DESC, table_id"
_RESERVE = (
    "INSERT INTO attempts (event, session, table_id, name) SELECT :event, :person, :table, :name"
    f" WHERE NOT EXISTS (SELECT 1{_MINE}) ON CONFLICT DO NOTHING"
)
# ruff: enable[S608]


def _attempt(row: Row) -> Attempt:
    event, person, table, name, score, games, loss, deleted = row
    points = () if games is None else tuple(json.loads(games))
    return Attempt(event, SessionId(person), TableId(table), name, score, points, loss, bool(deleted))


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
