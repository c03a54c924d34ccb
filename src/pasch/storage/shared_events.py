"""Shared events in a database."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime, timedelta

from pasch.service.ids import SessionId
from pasch.service.shared_events import SharedEvent
from pasch.storage.database import Connection, Database, Row, moment


class SqlSharedEvents:
    """The service's `SharedEventStore` over a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

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


_COLUMNS = "event, owner, name, variant, rules, games, seed, opened_at, ends_at"
# ruff: disable[S608] - constant texts alone
_ADD = (
    f"INSERT INTO shared_events ({_COLUMNS})"
    " SELECT :id, :owner, :name, :variant, :rules, :games, :seed, :opened_at, :ends_at"
    " WHERE (SELECT count(*) FROM shared_events WHERE owner = :owner"
    " AND (ends_at > :opened_at OR opened_at > :fresh)) < :most RETURNING event"
)
_FIND = f"SELECT {_COLUMNS} FROM shared_events WHERE event = ?"
_OF_PERSON = (
    f"SELECT {_COLUMNS} FROM shared_events WHERE owner = :person"
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
