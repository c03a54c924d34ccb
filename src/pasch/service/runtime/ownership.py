"""Which process owns a table.

Each table has one owner process. It runs the bots of the table, announces absences and applies timeouts.
`SoleOwner` serves a single process, `pasch.service.runtime.leases` several.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from enum import Enum, auto
from math import ceil
from typing import Protocol

from pasch.service.ids import ProcessId, TableId
from pasch.service.runtime.connections import NOBODY, OtherProcesses, ProcessConnections


class Takeover(Enum):
    """How a process became the owner of a table.

    `BEGUN`: the match has just begun. `HANDED`: the previous owner shut down and published its connections. `LOST`:
    there was no previous owner, or it died.
    """

    BEGUN = auto()
    HANDED = auto()
    LOST = auto()


class Host(Protocol):
    """What a process does for the tables that it owns."""

    async def resume_all(self) -> None:
        """Resume the work at every running table."""

    async def taken(self, table: TableId, found: Takeover, others: OtherProcesses) -> None:
        """This process has become the owner. Raises what the store raises; the caller then tries again a few times."""

    def lost(self, table: TableId) -> None:
        """This process no longer owns the table."""

    async def further(self, table: TableId, seq: int) -> None:
        """A table that this process owns may have reached an event."""

    def heard(self, table: TableId, others: OtherProcesses) -> None:
        """The connections of other processes to a table have changed."""

    def wants(self, table: TableId) -> bool:
        """Whether a table that this process knows needs an owner."""

    def tidy(self) -> None:
        """Drop tables from memory that are no longer used."""

    def leaving(self) -> None:
        """The process ends: publish its connections."""


class Ownership(Protocol):
    """Which process owns which table, and what the processes publish about their connections."""

    @property
    def slack(self) -> float:
        """The fraction by which a sign of life is extended, so that processes publish fewer of them."""

    def owns(self, table: TableId) -> bool:
        """Whether this process owns a table at this moment."""

    def want(self, table: TableId, *, begun: bool = False) -> None:
        """The table needs an owner. `begun`: the match has just begun."""

    def declare(self, table: TableId, through: ProcessConnections) -> None:
        """Publish the connections of this process to a table."""

    async def ask(self, table: TableId) -> OtherProcesses:
        """What the other processes publish about a table at this moment."""

    def together(self, host: Host) -> AbstractAsyncContextManager[None]:
        """While the context is open, this process owns its share of the tables."""


class SoleOwner:
    """The ownership of a single process: it owns every table."""

    slack = 0.0

    def owns(self, _table: TableId) -> bool:
        """Always."""
        return True

    def want(self, table: TableId, *, begun: bool = False) -> None:
        """This process owns it already."""

    def declare(self, table: TableId, through: ProcessConnections) -> None:
        """There is no other process."""

    async def ask(self, _table: TableId) -> OtherProcesses:
        """There is no other process."""
        return NOBODY

    @asynccontextmanager
    async def together(self, host: Host) -> AsyncIterator[None]:
        """Resume every running table."""
        await host.resume_all()
        yield


# ------------------------------------------------------------------------------- several processes


@dataclass(frozen=True)
class LeaseTimes:
    """How long leases last, in seconds.

    A process counts as dead when its heartbeat has not advanced while a lease `lasts`; it advances every `renew`.
    `batch` bounds how many tables are processed at a time.
    """

    lasts: float = 6.0
    renew: float = 2.0
    batch: int = 100

    @property
    def looks(self) -> int:
        """How many unchanged heartbeats mean death: no less time than the process may believe that it lives."""
        return max(2, ceil(self.lasts / self.renew))


class LeaseStore(Protocol):
    """Which processes live, which tables they own, and which connections they have.

    A process exists from `register` until `bury`, which deletes its connections and frees its tables. Every call may
    raise `CannotStore`; then nothing was written.
    """

    async def register(self, process: ProcessId) -> None:
        """A process begins."""

    async def renew(self, process: ProcessId) -> Mapping[ProcessId, int] | None:
        """A process lives: how often every process has said so. None: it was buried meanwhile."""

    async def bury(self, process: ProcessId, beat: int) -> bool:
        """A process has died, if it has not been heard of since. Returns whether it had."""

    async def end(self, process: ProcessId) -> None:
        """Hand over what a process kept. What it has told stays until it is buried."""

    async def claim(self, process: ProcessId, tables: Sequence[TableId]) -> Mapping[TableId, Takeover]:
        """Keep those of the tables that nobody keeps: `HANDED` over or `LOST`."""

    async def claim_free(self, process: ProcessId, limit: int) -> Mapping[TableId, Takeover]:
        """Keep tables whose keeper has gone."""

    async def claim_running(self, process: ProcessId, after: str, limit: int) -> Mapping[TableId, Takeover | None]:
        """Keep running tables that nobody has ever kept, in the order of their names after one; None: too late."""

    async def let_go(self, process: ProcessId, tables: Sequence[TableId]) -> None:
        """Nothing is to be kept there any more."""

    async def declare(self, process: ProcessId, told: Mapping[TableId, ProcessConnections]) -> None:
        """Who is at tables through a process."""

    async def told(self, process: ProcessId, tables: Sequence[TableId]) -> Mapping[TableId, OtherProcesses]:
        """Who is at tables through all other processes; tables where nobody is are left out."""

    async def told_of_all(self, process: ProcessId) -> Mapping[TableId, OtherProcesses]:
        """The same for every table that a process keeps or has told of."""

    async def unkept(self, process: ProcessId) -> Sequence[TableId]:
        """The tables that a process has told of and nobody keeps."""
