"""The company of processes that serve the same tables, as one of them sees it.

One of them *keeps* a table: it plays the bots there, tells who is away, and lets what is over have its consequences.
`Alone` is the company of a single process; `pasch.service.runtime.leases` that of several.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from enum import Enum, auto
from math import ceil
from typing import Protocol

from pasch.service.ids import ProcessId, TableId
from pasch.service.runtime.connections import NOBODY, Others, Through


class Found(Enum):
    """How a process finds a table that it keeps from now on.

    `BEGUN`: the match has just begun. `HANDED`: whoever kept it before has ended, and told who was there. `LOST`:
    whoever kept it before, if anybody did, was gone without a word.
    """

    BEGUN = auto()
    HANDED = auto()
    LOST = auto()


class Host(Protocol):
    """What a process does for the tables that it keeps."""

    async def look_at_all(self) -> None:
        """Take up what is to be done at every table that is running."""

    async def taken(self, table: TableId, found: Found, others: Others) -> None:
        """From now on this process keeps the table. Raises what the store does; then it is asked again, a few times."""

    def lost(self, table: TableId) -> None:
        """This process does not keep the table any more."""

    async def further(self, table: TableId, seq: int) -> None:
        """A table that is kept here may have reached an event."""

    def heard(self, table: TableId, others: Others) -> None:
        """Who is at a table through other processes."""

    def wants(self, table: TableId) -> bool:
        """Whether somebody has to keep a table that this process knows of."""

    def tidy(self) -> None:
        """Forget what nobody asks for any more."""

    def leaving(self) -> None:
        """The process ends: tell who was there."""


class Company(Protocol):
    """Who keeps which table, and what the processes tell each other of who is there."""

    @property
    def slack(self) -> float:
        """By which part a sign of life counts for longer, so that not each of them has to be told."""

    def keeps(self, table: TableId) -> bool:
        """Whether this process keeps a table at this moment."""

    def want(self, table: TableId, *, begun: bool = False) -> None:
        """Somebody has to keep the table. `begun`: the match has just begun."""

    def declare(self, table: TableId, through: Through) -> None:
        """Tell the others who is at a table through this process."""

    async def ask(self, table: TableId) -> Others:
        """What the others tell of a table at this moment."""

    def together(self, host: Host) -> AbstractAsyncContextManager[None]:
        """While the context is open, this process keeps its part of the tables."""


class Alone:
    """The company of a single process: it keeps every table, and asks nobody."""

    slack = 0.0

    def keeps(self, _table: TableId) -> bool:
        """Always."""
        return True

    def want(self, table: TableId, *, begun: bool = False) -> None:
        """It is kept already."""

    def declare(self, table: TableId, through: Through) -> None:
        """There is nobody to tell."""

    async def ask(self, _table: TableId) -> Others:
        """There is nobody else."""
        return NOBODY

    @asynccontextmanager
    async def together(self, host: Host) -> AsyncIterator[None]:
        """Take up whatever is running."""
        await host.look_at_all()
        yield


# ------------------------------------------------------------------------------- several processes


@dataclass(frozen=True)
class LeaseTimes:
    """How long leases last, in seconds.

    A process is taken for dead when nothing was heard of it for as long as a lease `lasts`; it tells every `renew` that
    it lives. `batch` bounds how many tables are dealt with at a time.
    """

    lasts: float = 6.0
    renew: float = 2.0
    batch: int = 100

    @property
    def looks(self) -> int:
        """How often in a row nothing is new of a process that has died: for no less than it may believe it lives."""
        return max(2, ceil(self.lasts / self.renew))


class LeaseStore(Protocol):
    """Which processes live, who of them keeps which table, and who is where through which.

    A process is there from `register` until `bury`; with it goes what it has told, and what it kept is free. Every call
    may raise `CannotStore`; then nothing was written.
    """

    async def register(self, process: ProcessId) -> None:
        """A process begins."""

    async def renew(self, process: ProcessId) -> Mapping[ProcessId, int] | None:
        """A process lives: how often every process has said so. None: it was buried meanwhile."""

    async def bury(self, process: ProcessId, beat: int) -> bool:
        """A process has died, if it has not been heard of since. Returns whether it had."""

    async def end(self, process: ProcessId) -> None:
        """Hand over what a process kept. What it has told stays until it is buried."""

    async def claim(self, process: ProcessId, tables: Sequence[TableId]) -> Mapping[TableId, Found]:
        """Keep those of the tables that nobody keeps: `HANDED` over or `LOST`."""

    async def claim_free(self, process: ProcessId, limit: int) -> Mapping[TableId, Found]:
        """Keep tables whose keeper has gone."""

    async def claim_running(self, process: ProcessId, after: str, limit: int) -> Mapping[TableId, Found | None]:
        """Keep running tables that nobody has ever kept, in the order of their names after one; None: too late."""

    async def let_go(self, process: ProcessId, tables: Sequence[TableId]) -> None:
        """Nothing is to be kept there any more."""

    async def declare(self, process: ProcessId, told: Mapping[TableId, Through]) -> None:
        """Who is at tables through a process."""

    async def told(self, process: ProcessId, tables: Sequence[TableId]) -> Mapping[TableId, Others]:
        """Who is at tables through all other processes; tables where nobody is are left out."""

    async def told_of_all(self, process: ProcessId) -> Mapping[TableId, Others]:
        """The same for every table that a process keeps or has told of."""

    async def unkept(self, process: ProcessId) -> Sequence[TableId]:
        """The tables that a process has told of and nobody keeps."""
