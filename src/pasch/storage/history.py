"""Somebody's past matches, found in the tables of a database.

Nothing is kept beside them: what is asked for stands in the rows of tables and seats, and in the first event of each
log. A question costs some microseconds for every match of the person.
"""

from collections.abc import Collection, Mapping, Sequence

from pasch.service.archive.store import Past, PastCounts, PastWish
from pasch.service.ids import SessionId, TableId
from pasch.service.ports import Append, TableRow
from pasch.service.requests import Status
from pasch.storage.database import Connection, Database
from pasch.storage.tables import put_table


class SqlHistory:
    """The service's `HistoryStore` over a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def past(self, person: SessionId, wish: PastWish, limit: int) -> Sequence[Past]:
        """Matches at whose table a person sat, the latest first. None, when there is no `before` among them."""
        values = {**_of(person), "variant": wish.variant, "name": wish.name, "before": wish.before, "limit": limit}
        rows = await self._database.rows(_PAST, values)
        return [Past(TableId(table), when) for table, when in rows]

    async def counts(self, person: SessionId, most: int) -> PastCounts:
        """What can be asked for, at most so many names."""

        async def find(db: Connection) -> PastCounts:
            variants: dict[str, int] = dict(await db.rows(_VARIANTS, _of(person)))
            names: dict[str, int] = dict(await db.rows(_NAMES, {**_of(person), "limit": most}))
            return PastCounts(sum(variants.values()), variants, names)

        return await self._database.read(find)

    async def imported(self, person: SessionId, fingerprints: Collection[str]) -> Mapping[str, TableId]:
        """Those of these records that somebody has imported before, by fingerprint."""
        rows = await self._database.rows(_IMPORTED, _of(person))
        return {fingerprint: TableId(table) for fingerprint, table in rows if fingerprint in fingerprints}

    async def take_in(self, tables: Sequence[tuple[TableRow, Append]]) -> None:
        """Keep imported matches, all of them or none. No results are due of them."""

        async def job(db: Connection) -> None:
            for row, append in tables:
                await put_table(db, row, append)
            await db.run_many("DELETE FROM results_due WHERE table_id = ?", [(row.id,) for row, _ in tables])

        await self._database.write(job)


def _of(person: SessionId) -> dict[str, str | int | None]:
    return {"person": person, "finished": Status.FINISHED.value, "aborted": Status.ABORTED.value}


_MINE = (
    "WITH mine AS (SELECT t.id, json_extract(e.data, '$.variant') AS variant,"
    " json_extract(e.data, '$.imported.fingerprint') AS fingerprint,"
    " coalesce(nullif(json_extract(e.data, '$.imported.date'), ''), t.changed_at) AS played"
    " FROM tables t JOIN events e ON e.table_id = t.id AND e.seq = 1"
    " WHERE t.id IN (SELECT table_id FROM seats WHERE session = :person)"
    " AND (t.status = :finished OR t.status = :aborted"
    " AND EXISTS (SELECT 1 FROM events g WHERE g.table_id = t.id AND g.type = 'game_finished')))"
)
# ruff: disable[S608] - texts of ours alone
_PAST = (
    f"{_MINE} SELECT id, played FROM mine WHERE (CAST(:variant AS TEXT) IS NULL OR variant = :variant)"
    " AND (CAST(:name AS TEXT) IS NULL OR EXISTS (SELECT 1 FROM seats s WHERE s.table_id = id AND s.name = :name))"
    " AND (CAST(:before AS TEXT) IS NULL OR (played, id) < (SELECT played, id FROM mine WHERE id = :before))"
    " ORDER BY played DESC, id DESC LIMIT :limit"
)
_VARIANTS = f"{_MINE} SELECT variant, count(*) FROM mine GROUP BY variant ORDER BY count(*) DESC, variant"
_NAMES = (
    f"{_MINE} SELECT s.name, count(DISTINCT s.table_id) AS often FROM mine JOIN seats s ON s.table_id = mine.id"
    " WHERE s.name != '' GROUP BY s.name ORDER BY often DESC, s.name LIMIT :limit"
)
_IMPORTED = f"{_MINE} SELECT fingerprint, id FROM mine WHERE fingerprint IS NOT NULL"
# ruff: enable[S608]
