"""Games for which everyone gets the same dice, in a database: events, attempts, and the secrets of the daily seeds."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import date, datetime, timedelta

from pasch.service.attempts import Attempt
from pasch.service.daily import Chain
from pasch.service.ids import SessionId, TableId
from pasch.service.shared_events import SharedEvent
from pasch.storage.database import Connection, Row, Store, moment


class SqlAttempts(Store):
    """The service's `AttemptStore` over a database. `SqlResults` stores the scores."""

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


_ATTEMPT_COLUMNS = "event, session, table_id, name, score, games, loss, deleted"
_MINE = (
    " FROM attempts WHERE event = :event AND (session = :person OR table_id IN"
    " (SELECT table_id FROM seats WHERE session = :person)) ORDER BY session <> :person"
)
# ruff: disable[S608] - constant texts alone
_ATTEMPT = f"SELECT {_ATTEMPT_COLUMNS}{_MINE} LIMIT 1"
_ATTEMPTS = f"SELECT {_ATTEMPT_COLUMNS} FROM attempts WHERE session = ? AND event LIKE ? ORDER BY event DESC LIMIT ?"
_FINISHED = (
    f"SELECT {_ATTEMPT_COLUMNS} FROM attempts WHERE event = ? AND score IS NOT NULL ORDER BY score DESC, table_id"
)
_RESERVE = (
    "INSERT INTO attempts (event, session, table_id, name) SELECT :event, :person, :table, :name"
    f" WHERE NOT EXISTS (SELECT 1{_MINE}) ON CONFLICT DO NOTHING"
)
# ruff: enable[S608]


def _attempt(row: Row) -> Attempt:
    event, person, table, name, score, games, loss, deleted = row
    points = () if games is None else tuple(json.loads(games))
    return Attempt(event, SessionId(person), TableId(table), name, score, points, loss, bool(deleted))


class SqlDaily(Store):
    """The service's `DailyStore` over a database."""

    async def chains(self) -> Sequence[Chain]:
        """All chains, the earliest first."""
        rows = await self._database.rows("SELECT first_day, secret FROM daily_chains ORDER BY first_day")
        return [Chain(date.fromisoformat(first_day), secret) for first_day, secret in rows]

    async def add_chain(self, chain: Chain) -> None:
        """Store a chain, unless one with the same first day exists."""
        query = "INSERT INTO daily_chains (first_day, secret) VALUES (?, ?) ON CONFLICT DO NOTHING"
        await self._database.run(query, (str(chain.first_day), chain.secret))


class SqlSharedEvents(Store):
    """The service's `SharedEventStore` over a database."""

    async def add(self, event: SharedEvent, most: int, fresh: timedelta) -> bool:
        """Store an event, unless its owner has too many."""
        values = {
            **asdict(event),
            "rules": json.dumps(event.rules),
            "opened_at": moment(event.opened_at),
            "ends_at": moment(event.ends_at),
            "most": most,
            "fresh": moment(event.opened_at - fresh),
        }
        return await self._database.write(lambda db: db.row(_ADD, values)) is not None

    async def find(self, event: str) -> SharedEvent | None:
        """An event by its name in the dice."""
        row = await self._database.row(_FIND, (event,))
        return None if row is None else _event(row)

    async def of_person(self, person: SessionId, limit: int) -> Sequence[SharedEvent]:
        """The events that a person created or plays, the latest first."""
        rows = await self._database.rows(_OF_PERSON, {"person": person, "limit": limit})
        return [*map(_event, rows)]

    async def close(self, event: str, now: datetime) -> None:
        """End an event, unless it is over."""
        await self._database.run(
            f"{_END} WHERE event = :event AND ends_at > :now", {"event": event, "now": moment(now)}
        )

    async def forget(self, person: SessionId, now: datetime) -> None:
        """End the events of a person, and remove the person and the names of the events."""
        values = {"person": person, "now": moment(now)}

        async def job(db: Connection) -> None:
            await db.run(f"{_END} WHERE owner = :person AND ends_at > :now", values)
            await db.run("UPDATE shared_events SET owner = NULL, name = '' WHERE owner = ?", (person,))

        await self._database.write(job, erase=True)


_EVENT_COLUMNS = "event, owner, name, variant, rules, games, seed, opened_at, ends_at"
# ruff: disable[S608] - constant texts alone
_ADD = (
    f"INSERT INTO shared_events ({_EVENT_COLUMNS})"
    " SELECT :id, :owner, :name, :variant, :rules, :games, :seed, :opened_at, :ends_at"
    " WHERE (SELECT count(*) FROM shared_events WHERE owner = :owner"
    " AND (ends_at > :opened_at OR opened_at > :fresh)) < :most RETURNING event"
)
_FIND = f"SELECT {_EVENT_COLUMNS} FROM shared_events WHERE event = ?"
_OF_PERSON = (
    f"SELECT {_EVENT_COLUMNS} FROM shared_events WHERE owner = :person"
    " OR event IN (SELECT event FROM attempts WHERE session = :person) ORDER BY opened_at DESC, event LIMIT :limit"
)
# ruff: enable[S608]
_END = "UPDATE shared_events SET ends_at = :now"


def _event(row: Row) -> SharedEvent:
    event, owner, name, variant, rules, games, seed, opened_at, ends_at = row
    return SharedEvent(
        event,
        owner and SessionId(owner),
        name,
        variant,
        json.loads(rules),
        games,
        seed,
        datetime.fromisoformat(opened_at),
        datetime.fromisoformat(ends_at),
    )
