"""Keys of seats in a database. They go with the table, and with whoever gets up (`pasch.storage.tables`)."""

from collections.abc import Mapping

from pasch.service.ids import TableId
from pasch.storage.database import Database


class SqlKeys:
    """The service's `KeyStore` over a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def salts(self, table: TableId) -> Mapping[int, str]:
        """What the keys at a table are worked out from, by seat."""
        query = "SELECT seat, salt FROM seat_keys WHERE table_id = ? ORDER BY seat"
        return dict(await self._database.rows(query, (table,)))

    async def keep(self, table: TableId, seat: int, salt: str, proof: bytes) -> None:
        """Give a seat a key; one that it has stays. Does nothing where nobody sits."""
        await self._database.run(_KEEP, {"table": table, "seat": seat, "salt": salt, "proof": proof})

    async def find(self, proof: bytes) -> tuple[TableId, int] | None:
        """Which seat a key belongs to."""
        query = "SELECT table_id, seat FROM seat_keys WHERE key_hash = ?"
        row = await self._database.row(query, (proof,))
        return None if row is None else (TableId(row[0]), int(row[1]))


_KEEP = (
    "INSERT INTO seat_keys (table_id, seat, salt, key_hash) SELECT :table, :seat, :salt, :proof"
    " FROM seats WHERE table_id = :table AND seat = :seat AND session IS NOT NULL ON CONFLICT DO NOTHING"
)
