"""What tables keep about people, in a database: who sat where, and under which name."""

from collections.abc import Mapping

from pasch.rules.fingerprint import Plain
from pasch.service.ids import SessionId
from pasch.storage.database import Connection, Database


class SqlTraces:
    """The service's `Keeper` for tables, over a database. The log speaks of seats alone and stays as it is."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def told(self, person: SessionId) -> Mapping[str, Plain]:
        """The tables somebody opened or sat at, with the seats and their names."""

        async def find(db: Connection) -> list[Plain]:
            return [await _table(db, person, *row) for row in await db.rows(_TABLES, (person, person, person))]

        return {"tables": await self._database.read(find)}

    async def rename(self, person: SessionId, name: str) -> None:  # noqa: ARG002 - names at tables come back as defaults
        """Take the person's names off every seat. Which of them was the bad one, nobody can know."""
        await self._database.write(lambda db: _unname(db, person), erase=True)

    async def forget(self, person: SessionId) -> None:
        """Leave nobody on the person's seats, under no name."""

        async def job(db: Connection) -> None:
            await _unname(db, person)
            await db.run(_DROP_KEYS, (person,))
            await db.run("UPDATE seats SET session = NULL WHERE session = ?", (person,))
            await db.run("UPDATE seats SET moved_from = NULL WHERE moved_from = ?", (person,))
            await db.run("UPDATE seats SET kept_for = NULL WHERE kept_for = ?", (person,))
            await db.run("UPDATE seats SET named_by = NULL WHERE named_by = ?", (person,))
            await db.run("UPDATE tables SET opener = '' WHERE opener = ?", (person,))

        await self._database.write(job, erase=True)


_DROP_KEYS = (
    "DELETE FROM seat_keys WHERE EXISTS (SELECT 1 FROM seats s"
    " WHERE s.table_id = seat_keys.table_id AND s.seat = seat_keys.seat AND s.session = ?)"
)
_TABLES = (
    "SELECT id, opened_at, status, visibility, opener = ? FROM tables"
    " WHERE opener = ? OR id IN (SELECT table_id FROM seats WHERE named_by = ?) ORDER BY opened_at, id"
)


async def _table(  # noqa: PLR0913, PLR0917 - the columns of the row
    db: Connection, person: SessionId, table: str, opened_at: str, status: str, visibility: str, opener: int
) -> Plain:
    seats = await db.rows(
        "SELECT seat, name, session IS NOT NULL FROM seats"
        " WHERE table_id = ? AND named_by = ? AND (name != '' OR session IS NOT NULL) ORDER BY seat",
        (table, person),
    )
    return {
        "id": table,
        "opened_at": opened_at,
        "status": status,
        "visibility": visibility,
        "opener": bool(opener),
        "seats": [{"seat": seat, "name": name, "sitting": bool(sitting)} for seat, name, sitting in seats],
    }


async def _unname(db: Connection, person: SessionId) -> None:
    await db.run("UPDATE seats SET name = '' WHERE named_by = ?", (person,))
