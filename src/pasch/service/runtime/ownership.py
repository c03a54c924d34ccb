"""Which process owns a table.

Each table has one owner process. It runs the bots of the table, announces absences and applies timeouts.
`SoleOwner` serves a single process, `pasch.service.runtime.shared_ownership` several.
"""

from collections.abc import AsyncIterator, Callable, Collection, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from typing import Protocol

from pasch.service.ids import ProcessId, TableId
from pasch.service.runtime.connections import NO_PROCESSES, OtherProcesses, ProcessConnections


class Host(Protocol):
    """What a process does for the tables that it owns."""

    async def resume_all(self) -> None:
        """Resume the work at every running table."""

    async def running(self) -> Sequence[TableId]:
        """Every running table, regardless of its owner. Raises what the store raises."""

    async def acquired(self, table: TableId, others: OtherProcesses, *, lost: bool) -> None:
        """This process has become the owner; `lost`: the previous owner died, or there was none.

        Raises what the store raises; the caller then tries again.
        """

    def lost(self, table: TableId) -> None:
        """This process no longer owns the table."""

    async def advanced(self, table: TableId, seq: int) -> None:
        """A table that this process owns may have reached an event."""

    def connections_changed(self, table: TableId, others: OtherProcesses) -> None:
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

    def want(self, table: TableId) -> None:
        """The table needs an owner."""

    def publish(self, table: TableId, connections: ProcessConnections) -> None:
        """Publish the connections of this process to a table."""

    async def other_processes(self, table: TableId) -> OtherProcesses:
        """What the other processes publish about a table at this moment."""

    def serving(self, host: Host) -> AbstractAsyncContextManager[None]:
        """While the context is open, this process owns its share of the tables."""


class SoleOwner:
    """The ownership of a single process: it owns every table."""

    slack = 0.0

    def owns(self, _table: TableId) -> bool:
        """Always."""
        return True

    def want(self, table: TableId) -> None:
        """This process owns it already."""

    def publish(self, table: TableId, connections: ProcessConnections) -> None:
        """There is no other process."""

    async def other_processes(self, _table: TableId) -> OtherProcesses:
        """There is no other process."""
        return NO_PROCESSES

    @asynccontextmanager
    async def serving(self, host: Host) -> AsyncIterator[None]:
        """Resume every running table."""
        await host.resume_all()
        yield


# ------------------------------------------------------------------------------- several processes


@dataclass(frozen=True)
class Holders:
    """The processes that hold their own lock, and the owner of each shard that has one."""

    processes: frozenset[ProcessId] = frozenset()
    shards: Mapping[int, ProcessId] = field(default_factory=dict)


class LockConnection(Protocol):
    """The locks of one process, under a name that no other process had before. They last as long as the connection.

    Every call may raise; the connection is useless then.
    """

    @property
    def process(self) -> ProcessId:
        """The process that these locks belong to."""

    async def holders(self) -> Holders:
        """Who holds which lock at this moment."""

    async def acquire(self, shards: Collection[int]) -> Sequence[int]:
        """Lock those of the shards that are free; returns them."""

    async def release(self, shards: Collection[int]) -> None:
        """Unlock shards, and notify the other processes."""

    async def call(self, tables: Sequence[TableId]) -> None:
        """Notify all processes that these tables need their owner."""

    async def close(self) -> None:
        """Release every lock, notify the other processes, and close the connection."""

    def abandon(self) -> None:
        """Close the connection without waiting for an answer."""


class Locks(Protocol):
    """Where processes hold locks."""

    async def connect(self, called: Callable[[TableId | None], None], closed: Callable[[], None]) -> LockConnection:
        """A connection that holds the lock of a new process. Raises where that is not possible.

        `called` receives each table that needs its owner, and None when locks have changed hands. `closed` is called
        when the connection has closed without `close` or `abandon`.
        """


class ConnectionStore(Protocol):
    """The connections that processes have published. Every call may raise `CannotStore`; then nothing was written."""

    async def publish(self, process: ProcessId, connections: Mapping[TableId, ProcessConnections]) -> None:
        """Publish the connections of a process to tables."""

    async def published(self, process: ProcessId, tables: Iterable[TableId]) -> Mapping[TableId, OtherProcesses]:
        """What all other processes, alive or dead, have published of the tables; those without any are left out."""

    async def processes(self) -> Collection[ProcessId]:
        """The processes that have published something, alive or dead."""

    async def forget(self, processes: Collection[ProcessId]) -> None:
        """Delete what processes have published."""
