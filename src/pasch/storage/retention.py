"""Old tables in a database: search, deletion, log of deletions."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from pasch.service.ids import TableId
from pasch.service.requests import Status
from pasch.service.retention import Deletion, Overdue, Retention, Why, why_of
from pasch.storage.database import Connection, Store, Values, moment


class SqlRetention(Store):
    """The service's `RetentionStore` over a database. Deleting the row of a table deletes its chat, keys and log."""

    async def overdue(self, keep: Retention, now: datetime, limit: int) -> Sequence[Overdue]:
        """Tables past their retention time, those longest unchanged first. Tables with results due are left out."""
        values: Values = {
            "limit": limit,
            "aborted": _before(now, keep.aborted),
            "finished": _before(now, keep.finished),
            "interrupted": _before(now, keep.interrupted),
        }
        rows = await self._database.rows(_OVERDUE, values)
        return [
            Overdue(TableId(table), why_of(Status(status)), datetime.fromisoformat(opened), datetime.fromisoformat(at))
            for table, status, opened, at in rows
        ]

    async def delete(self, overdue: Overdue, now: datetime) -> bool:
        """Delete a table with its log, chat and keys, and record the deletion; false when it has changed meanwhile."""
        changed_at = moment(overdue.changed_at)

        async def job(db: Connection) -> bool:
            query = "DELETE FROM tables WHERE id = ? AND changed_at = ?"
            if not await db.run(query, (overdue.table, changed_at)):
                return False
            # A later request for a rematch opens a new table.
            await db.run("UPDATE tables SET rematch = NULL WHERE rematch = ?", (overdue.table,))
            await db.run("UPDATE attempts SET deleted = TRUE WHERE table_id = ?", (overdue.table,))
            values = (moment(now), overdue.table, overdue.why.value, moment(overdue.opened_at), changed_at)
            await db.run(_NOTE, values)
            return True

        return await self._database.write(job, erase=True)

    async def deletions(self, limit: int) -> Sequence[Deletion]:
        """The latest deletions, newest first."""
        query = "SELECT at, table_id, why, opened_at, changed_at FROM deletions ORDER BY id DESC LIMIT ?"
        rows = await self._database.rows(query, (limit,))
        return [_deletion(*row) for row in rows]


_KEPT = "EXISTS (SELECT 1 FROM seats s JOIN accounts a ON a.session = s.session WHERE s.table_id = t.id AND NOT a.bot)"
"""Whether a player's account retains a finished match. A bot's account retains none."""
_LONG_AGO = "changed_hour <= {since} AND changed_at <= {since}"
"""Only the hour is indexed; as a text, the hour of a moment is less than the moment."""
_OVERDUE = (
    "SELECT id, status, opened_at, changed_at FROM tables t WHERE ("  # noqa: S608 - constant words alone
    f" (status = '{Status.ABORTED}' AND {_LONG_AGO.format(since=':aborted')})"
    f" OR (status = '{Status.FINISHED}' AND {_LONG_AGO.format(since=':finished')} AND NOT {_KEPT})"
    f" OR (status IN ('{Status.WAITING}', '{Status.RUNNING}', '{Status.PAUSED}')"
    f" AND {_LONG_AGO.format(since=':interrupted')}))"
    " AND NOT EXISTS (SELECT 1 FROM results_due d WHERE d.table_id = t.id)"
    " ORDER BY changed_at, id LIMIT :limit"
)
_NOTE = "INSERT INTO deletions (at, table_id, why, opened_at, changed_at) VALUES (?, ?, ?, ?, ?)"


def _deletion(at: str, table: str, why: str, opened_at: str, changed_at: str) -> Deletion:
    was = Overdue(TableId(table), Why(why), datetime.fromisoformat(opened_at), datetime.fromisoformat(changed_at))
    return Deletion(datetime.fromisoformat(at), was)


def _before(now: datetime, age: timedelta) -> str:
    return moment(now - age)
