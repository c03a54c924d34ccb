"""How long matches are kept, and the work of deleting them afterwards.

Theory of operation. Every process looks through the tables at its start and then again and again; an operator does it
by command. What is overdue is found in batches, and each table is deleted in a transaction of its own together with a
line in the log of deletions, unless somebody has played on meanwhile. Rows of results stay: high scores and
statistics do not depend on tables.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Protocol

from pasch.service.ids import TableId
from pasch.service.ports import Clock
from pasch.service.requests import Status
from pasch.service.system import report

BATCH = 100
"""Tables that are looked up at once."""

PATIENCE = 60.0
"""Seconds to wait after something went wrong."""

log = logging.getLogger("pasch.service")


class Why(StrEnum):
    """Why a table is deleted."""

    ABORTED = "aborted"
    INTERRUPTED = "interrupted"
    FINISHED = "finished"


def why_of(status: Status) -> Why:
    """Why a table in this state is deleted when its time is over."""
    match status:
        case Status.ABORTED:
            return Why.ABORTED
        case Status.FINISHED:
            return Why.FINISHED
        case Status.WAITING | Status.RUNNING | Status.PAUSED:
            return Why.INTERRUPTED


@dataclass(frozen=True)
class Retention:
    """How long matches are kept after the last thing that happened there.

    `interrupted` is for all that have not ended, `finished` for those that nobody with an account played in: the
    others are kept. `pause` is the seconds between two looks.
    """

    interrupted: timedelta = timedelta(days=28)
    aborted: timedelta = timedelta(days=1)
    finished: timedelta = timedelta(days=90)
    pause: float = 3600.0

    def until(self, status: Status, changed_at: datetime) -> datetime:
        """When a table is overdue if nothing more happens there."""
        match status:
            case Status.ABORTED:
                return changed_at + self.aborted
            case Status.FINISHED:
                return changed_at + self.finished
            case Status.WAITING | Status.RUNNING | Status.PAUSED:
                return changed_at + self.interrupted

    def at_most(self, age: timedelta) -> "Retention":
        """The same with everything kept no longer than this."""
        return Retention(min(self.interrupted, age), min(self.aborted, age), min(self.finished, age), self.pause)


KEEP = Retention()
"""How long matches are kept where nothing else is said."""


@dataclass(frozen=True)
class Overdue:
    """A table whose time is over: when it was opened, and when the last thing happened there."""

    table: TableId
    why: Why
    opened_at: datetime
    changed_at: datetime


@dataclass(frozen=True)
class Deletion:
    """A table that is gone. Nobody is named."""

    at: datetime
    was: Overdue


class RetentionStore(Protocol):
    """Finds and deletes tables. A write that returned is on the disk."""

    async def overdue(self, keep: Retention, now: datetime, limit: int) -> Sequence[Overdue]:
        """Tables whose time is over, those longest unchanged first; none whose results are still due."""

    async def delete(self, overdue: Overdue, now: datetime) -> bool:
        """Delete a table with its log, chat and keys, and take note of it; false when it has changed meanwhile."""

    async def deletions(self, limit: int) -> Sequence[Deletion]:
        """What was deleted last, the latest first."""


class Purge:
    """Deletes what is overdue. `forgotten` is told of every table that is gone."""

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

    @asynccontextmanager
    async def working(self) -> AsyncIterator[None]:
        """Delete what is overdue now, and again and again while the context is open."""
        task = asyncio.get_running_loop().create_task(self._again())
        try:
            yield
        finally:
            task.cancel()
            await asyncio.wait([task])

    async def _again(self) -> None:
        """A store that fails for a while ends nothing."""
        while True:
            try:
                await self.once()
            except Exception as error:  # noqa: BLE001 - told, and tried again
                report("Old tables cannot be deleted just now", error)
                await self._clock.sleep(PATIENCE)
            else:
                await self._clock.sleep(self._keep.pause)

    async def once(self, older_than: timedelta | None = None) -> list[Deletion]:
        """Delete everything that is overdue; with `older_than` nothing is kept longer than that."""
        keep = self._keep if older_than is None else self._keep.at_most(older_than)
        now, gone = self._clock.now(), list[Deletion]()
        while found := await self._store.overdue(keep, now, BATCH):
            deleted = [each for each in found if await self._store.delete(each, now)]
            for each in deleted:
                self._forgotten(each.table)
                log.info("table_deleted", extra={"table": each.table, "why": each.why.value})
            gone += [Deletion(now, each) for each in deleted]
            if not deleted:
                break  # all of them are being played on just now
        return gone
