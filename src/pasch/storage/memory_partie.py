"""Keys of seats and old tables in memory, gone with the process."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from pasch.service.ids import SessionId, TableId
from pasch.service.requests import Status
from pasch.service.retention import Deletion, Overdue, Retention, why_of
from pasch.storage.memory import Kept, KeptKey, MemoryStore


class MemoryKeys:
    """The service's `KeyStore` over a `MemoryStore`."""

    def __init__(self, tables: MemoryStore) -> None:
        self._tables = tables

    async def salts(self, table: TableId) -> Mapping[int, str]:
        """What the keys at a table are worked out from, by seat."""
        kept = self._kept(table)
        return {} if kept is None else {seat: key.salt for seat, key in sorted(kept.keys.items())}

    async def keep(self, table: TableId, seat: int, salt: str, proof: bytes) -> None:
        """Give a seat a key; one that it has stays. Does nothing where nobody sits."""
        kept = self._kept(table)
        if kept is not None and kept.row.seats[seat - 1].session is not None:
            kept.keys.setdefault(seat, KeptKey(salt, proof))

    async def find(self, proof: bytes) -> tuple[TableId, int] | None:
        """Which seat a key belongs to."""
        keys = ((kept.row.id, seat, key) for kept in self._tables.all() for seat, key in kept.keys.items())
        return next(((table, seat) for table, seat, key in keys if key.proof == proof), None)

    def _kept(self, table: TableId) -> Kept | None:
        return next((kept for kept in self._tables.all() if kept.row.id == table), None)


class MemoryRetention:
    """The service's `RetentionStore` over a `MemoryStore`.

    `accounts` tells who has an account, `due` whose results are still to be kept.
    """

    def __init__(
        self,
        tables: MemoryStore,
        accounts: Callable[[SessionId], bool] = lambda _: False,
        due: Callable[[TableId], bool] = lambda _: False,
    ) -> None:
        self._tables = tables
        self._accounts = accounts
        self._due = due
        self._deletions: list[Deletion] = []

    async def overdue(self, keep: Retention, now: datetime, limit: int) -> Sequence[Overdue]:
        """Tables whose time is over, those longest unchanged first; none whose results are still due."""
        found = [
            Overdue(kept.row.id, why_of(kept.status), kept.opened_at, kept.changed_at)
            for kept in self._tables.all()
            if keep.until(kept.status, kept.changed_at) <= now and not self._stays(kept)
        ]
        return sorted(found, key=lambda each: (each.changed_at, each.table))[:limit]

    def _stays(self, kept: Kept) -> bool:
        people = (seat.session for seat in kept.row.seats if seat.session is not None)
        owned = kept.status is Status.FINISHED and any(self._accounts(person) for person in people)
        return owned or self._due(kept.row.id)

    async def delete(self, overdue: Overdue, now: datetime) -> bool:
        """Delete a table with its log and keys, and take note of it; false when it has changed meanwhile."""
        same = [kept for kept in self._tables.all() if kept.row.id == overdue.table]
        if not same or same[0].changed_at != overdue.changed_at:
            return False
        self._tables.delete(overdue.table)
        self._deletions.append(Deletion(now, overdue))
        return True

    async def deletions(self, limit: int) -> Sequence[Deletion]:
        """What was deleted last, the latest first."""
        return self._deletions[::-1][:limit]
