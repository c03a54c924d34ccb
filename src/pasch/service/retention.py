"""Retention periods of matches, and the deletion after them.

Theory of operation. Every process scans the tables at its start and at intervals; an operator does
so by command. The scan finds overdue tables in batches. Each table is deleted in a separate
transaction, together with a line in the log of deletions, unless a player has continued the match
meanwhile. Rows of results remain: high scores and statistics do not depend on tables.
"""

import logging
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Protocol

from pasch.service.ids import TableId
from pasch.service.ports import Clock
from pasch.service.requests import Status
from pasch.service.system import report, working

BATCH = 100
"""Tables read at once."""

PATIENCE = 60.0
"""Seconds to wait after an error."""

log = logging.getLogger("pasch.service")


class Why(StrEnum):
    """The reason for deleting a table."""

    ABORTED = "aborted"
    INTERRUPTED = "interrupted"
    FINISHED = "finished"


def why_of(status: Status) -> Why:
    """The reason for deleting a table with this status when its time is over."""
    return Why(status) if status.ended else Why.INTERRUPTED


@dataclass(frozen=True)
class Retention:
    """How long matches are retained after their last event.

    `interrupted` applies to all that have not ended, `finished` to those without an account among the players: the
    others are retained. `pause` is the seconds between two scans.
    """

    interrupted: timedelta = timedelta(days=28)
    aborted: timedelta = timedelta(days=1)
    finished: timedelta = timedelta(days=90)
    pause: float = 3600.0

    def until(self, status: Status, changed_at: datetime) -> datetime:
        """When a table becomes overdue if nothing more happens there."""
        periods = {Status.ABORTED: self.aborted, Status.FINISHED: self.finished}
        return changed_at + periods.get(status, self.interrupted)

    def at_most(self, age: timedelta) -> "Retention":
        """The same, with no period longer than this."""
        return Retention(min(self.interrupted, age), min(self.aborted, age), min(self.finished, age), self.pause)


KEEP = Retention()
"""The default retention periods."""


@dataclass(frozen=True)
class Overdue:
    """An overdue table: when it was opened, and when its last event happened."""

    table: TableId
    why: Why
    opened_at: datetime
    changed_at: datetime


@dataclass(frozen=True)
class Deletion:
    """A deleted table. The record names no person."""

    at: datetime
    was: Overdue


class RetentionStore(Protocol):
    """Finds and deletes tables. A write that has returned is on disk."""

    async def overdue(self, keep: Retention, now: datetime, limit: int) -> Sequence[Overdue]:
        """Overdue tables, longest unchanged first; those with results still due are left out."""

    async def delete(self, overdue: Overdue, now: datetime) -> bool:
        """Delete a table with its log, chat and keys, and log the deletion; false when it has changed meanwhile."""

    async def deletions(self, limit: int) -> Sequence[Deletion]:
        """The last deletions, latest first."""


class Purge:
    """Deletes overdue tables. `forgotten` is called with every deleted table."""

    def __init__(
        self,
        store: RetentionStore,
        clock: Clock,
        keep: Retention = KEEP,
        forgotten: Callable[[TableId], None] = lambda _: None,
    ) -> None:
        self._store = store
        self._clock = clock
        self._keep = keep
        self._forgotten = forgotten

    def working(self) -> AbstractAsyncContextManager[None]:
        """Delete overdue tables now and at intervals while the context is open."""
        return working(self._run())

    async def _run(self) -> None:
        """A temporary store failure does not end this."""
        while True:
            try:
                await self.once()
            except Exception as error:  # noqa: BLE001 - reported and retried
                report("Old tables cannot be deleted just now", error)
                await self._clock.sleep(PATIENCE)
            else:
                await self._clock.sleep(self._keep.pause)

    async def once(self, older_than: timedelta | None = None) -> list[Deletion]:
        """Delete all overdue tables; with `older_than`, nothing is retained longer than that."""
        keep = self._keep if older_than is None else self._keep.at_most(older_than)
        now, gone = self._clock.now(), list[Deletion]()
        while found := await self._store.overdue(keep, now, BATCH):
            deleted = [each for each in found if await self._store.delete(each, now)]
            for each in deleted:
                self._forgotten(each.table)
                log.info("table_deleted", extra={"table": each.table, "why": each.why.value})
            gone += [Deletion(now, each) for each in deleted]
            if not deleted:
                break  # players have just continued all of them
        return gone
