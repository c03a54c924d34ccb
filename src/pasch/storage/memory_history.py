"""Somebody's past matches, found in tables in memory."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from pasch.service.history_store import Past, PastCounts, PastWish
from pasch.service.ids import SessionId, TableId
from pasch.service.imported import imported_from_data
from pasch.service.ports import Append, TableRow
from pasch.service.requests import Status
from pasch.storage.memory import Kept, MemoryStore


class MemoryHistory:
    """The service's `HistoryStore` over a `MemoryStore`."""

    def __init__(self, store: MemoryStore) -> None:
        self._store = store

    async def past(self, person: SessionId, wish: PastWish, limit: int) -> Sequence[Past]:
        """Matches at whose table a person sat, the latest first. None, when there is no `before` among them."""
        mine = self._mine(person)
        chosen = sorted((key for key, kept in mine.items() if _wished(kept, wish)), reverse=True)
        if wish.before is not None:
            end = next((key for key, kept in mine.items() if kept.row.id == wish.before), ("", ""))
            chosen = [key for key in chosen if key < end]
        return [Past(TableId(table), when) for when, table in chosen[:limit]]

    async def counts(self, person: SessionId, most: int) -> PastCounts:
        """What can be asked for, at most so many names."""
        mine = [*self._mine(person).values()]
        variants = Counter(_variant(kept) for kept in mine)
        names = Counter(name for kept in mine for name in {seat.name for seat in kept.row.seats if seat.name})
        return PastCounts(len(mine), _ordered(variants), dict([*_ordered(names).items()][:most]))

    async def imported(self, person: SessionId, fingerprints: Collection[str]) -> Mapping[str, TableId]:
        """Those of these records that somebody has imported before, by fingerprint."""
        found = ((imported_from_data(kept.log[0].data), kept.row.id) for kept in self._mine(person).values())
        return {it.fingerprint: table for it, table in found if it is not None and it.fingerprint in fingerprints}

    async def take_in(self, tables: Sequence[tuple[TableRow, Append]]) -> None:
        """Keep imported matches. Whoever asks what results are due passes over them."""
        for row, append in tables:
            await self._store.create(row, append)

    def _mine(self, person: SessionId) -> dict[tuple[str, str], Kept]:
        """The matches of a person by the time they were played."""
        ended = (kept for kept in self._store.all() if _has_ended(kept))
        return {
            (_played(kept), kept.row.id): kept for kept in ended if any(s.session == person for s in kept.row.seats)
        }


def _has_ended(kept: Kept) -> bool:
    whole = any(event.type == "game_finished" for event in kept.log)
    return kept.status is Status.FINISHED or (kept.status is Status.ABORTED and whole)


def _played(kept: Kept) -> str:
    imported = imported_from_data(kept.log[0].data)
    day = "" if imported is None else imported.origin.date
    return day or kept.changed_at.isoformat(timespec="microseconds")


def _wished(kept: Kept, wish: PastWish) -> bool:
    named = wish.name is None or any(seat.name == wish.name for seat in kept.row.seats)
    return named and wish.variant in {None, _variant(kept)}


def _variant(kept: Kept) -> str:
    return str(kept.log[0].data["variant"])


def _ordered(counts: Counter[str]) -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda each: (-each[1], each[0])))
