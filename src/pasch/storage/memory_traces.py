"""What tables in memory keep about people: who sat where, and under which name."""

from collections.abc import Mapping
from dataclasses import replace

from pasch.rules.fingerprint import Plain
from pasch.service.ids import SessionId
from pasch.storage.memory import Kept, MemoryStore


class MemoryTraces:
    """The service's `Keeper` for tables, over a `MemoryStore`."""

    def __init__(self, store: MemoryStore) -> None:
        self._store = store

    async def told(self, person: SessionId) -> Mapping[str, Plain]:
        """The tables somebody opened or sat at, with the seats and their names."""
        mine = [kept for kept in self._store.all() if kept.row.opener == person or person in kept.named]
        return {"tables": [_told(kept, person) for kept in mine]}

    async def rename(self, person: SessionId, name: str) -> None:  # noqa: ARG002 - names at tables come back as defaults
        """Take the person's names off every seat."""
        for kept in self._store.all():
            seats = zip(kept.row.seats, kept.named, strict=True)
            named = (replace(seat, name="") if by == person else seat for seat, by in seats)
            kept.row = replace(kept.row, seats=tuple(named))

    async def forget(self, person: SessionId) -> None:
        """Leave nobody on the person's seats, under no name."""
        await self.rename(person, "")
        for kept in self._store.all():
            for seat in kept.row.seats:
                if seat.session == person:
                    kept.keys.pop(seat.seat, None)
            seats = (
                replace(
                    seat,
                    session=None if seat.session == person else seat.session,
                    kept_for=None if seat.kept_for == person else seat.kept_for,
                    moved_from=None if seat.moved_from == person else seat.moved_from,
                )
                for seat in kept.row.seats
            )
            opener = SessionId("") if kept.row.opener == person else kept.row.opener
            kept.row = replace(kept.row, seats=tuple(seats), opener=opener)
            kept.named = [None if by == person else by for by in kept.named]


def _told(kept: Kept, person: SessionId) -> Plain:
    pairs = zip(kept.row.seats, kept.named, strict=True)
    return {
        "id": kept.row.id,
        "opened_at": kept.opened_at.isoformat(timespec="microseconds"),
        "status": kept.status.value,
        "visibility": kept.row.visibility.value,
        "opener": kept.row.opener == person,
        "seats": [
            {"seat": seat.seat, "name": seat.name, "sitting": seat.session is not None}
            for seat, by in pairs
            if by == person and (seat.name or seat.session)
        ],
    }
