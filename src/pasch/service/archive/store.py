"""What the service needs to find somebody's past, as a protocol."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from pasch.service.ids import SessionId, TableId
from pasch.service.ports import Append, TableRow


@dataclass(frozen=True)
class Past:
    """A match that somebody played: its table, and when it was, as a text that sorts by time.

    `when` is the moment (ISO 8601) in which the table changed last, of imported ones the day that the record tells.
    """

    table: TableId
    when: str


@dataclass(frozen=True)
class PastWish:
    """Which matches are asked for: of a variant by its key, with somebody by name, older than that of a table."""

    variant: str | None = None
    name: str | None = None
    before: TableId | None = None


@dataclass(frozen=True)
class PastCounts:
    """How many matches there are, in all, by variant, and by the names at their tables, the most frequent first."""

    matches: int
    variants: Mapping[str, int]
    names: Mapping[str, int]


class HistoryStore(Protocol):
    """Finds matches that have ended: those finished, and those aborted after a game that was played to its end."""

    async def past(self, person: SessionId, wish: PastWish, limit: int) -> Sequence[Past]:
        """Matches at whose table a person sat, the latest first. None, when there is no `before` among them."""

    async def counts(self, person: SessionId, most: int) -> PastCounts:
        """What can be asked for, at most so many names."""

    async def imported(self, person: SessionId, fingerprints: Collection[str]) -> Mapping[str, TableId]:
        """Those of these records that somebody has imported before, by fingerprint."""

    async def take_in(self, tables: Sequence[tuple[TableRow, Append]]) -> None:
        """Keep imported matches, all of them or none. No results are due of them."""
