"""Which processes live and who keeps which table, in memory: for several of them in one event loop."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pasch.service.attendance import Others, Through
from pasch.service.company import Found
from pasch.service.ids import ProcessId, TableId
from pasch.storage.memory import MemoryStore


@dataclass
class Lease:
    """Who keeps a table; None: nobody, and the last one has gone. `handed`: having told so."""

    process: ProcessId | None
    handed: bool = False


class MemoryLeases:
    """The service's `LeaseStore` beside a store of tables in memory."""

    def __init__(self, tables: MemoryStore) -> None:
        self._tables = tables
        self._beats: dict[ProcessId, int] = {}
        self._leases: dict[TableId, Lease] = {}
        self._told: dict[TableId, dict[ProcessId, Through]] = {}

    async def register(self, process: ProcessId) -> None:
        """A process begins."""
        self._beats[process] = 0

    async def renew(self, process: ProcessId) -> Mapping[ProcessId, int] | None:
        """A process lives: how often every process has said so. None: it was buried meanwhile."""
        if process not in self._beats:
            return None
        self._beats[process] += 1
        return dict(self._beats)

    async def bury(self, process: ProcessId, beat: int) -> bool:
        """A process has died, if it has not been heard of since. Returns whether it had."""
        if self._beats.get(process) != beat:
            return False
        del self._beats[process]
        self._free(process, handed=False)
        for table in list(self._told):
            self._tell(table, process, Through())
        return True

    async def end(self, process: ProcessId) -> None:
        """Hand over what a process kept. What it has told stays until it is buried."""
        self._free(process, handed=True)

    async def claim(self, process: ProcessId, tables: Sequence[TableId]) -> Mapping[TableId, Found]:
        """Keep those of the tables that nobody keeps: `HANDED` over or `LOST`."""
        if process not in self._beats:
            return {}
        got: dict[TableId, Found] = {}
        for table in tables:
            lease = self._leases.get(table, Lease(None))
            if lease.process is None and await self._tables.find(table) is not None:
                got[table] = Found.HANDED if lease.handed else Found.LOST
                self._leases[table] = Lease(process)
        return got

    async def claim_free(self, process: ProcessId, limit: int) -> Mapping[TableId, Found]:
        """Keep tables whose keeper has gone."""
        free = sorted(table for table, lease in self._leases.items() if lease.process is None)
        return await self.claim(process, free[:limit])

    async def claim_running(self, process: ProcessId, after: str, limit: int) -> Mapping[TableId, Found | None]:
        """Keep running tables that nobody has ever kept, in the order of their names after one; None: too late."""
        found = sorted(t for t in await self._tables.running() if t > after and t not in self._leases)[:limit]
        got = await self.claim(process, found)
        return {table: got.get(table) for table in found}

    async def let_go(self, process: ProcessId, tables: Sequence[TableId]) -> None:
        """Nothing is to be kept there any more."""
        for table in tables:
            if table in self._leases and self._leases[table].process == process:
                del self._leases[table]

    async def declare(self, process: ProcessId, told: Mapping[TableId, Through]) -> None:
        """Who is at tables through a process."""
        for table, through in told.items():
            if process in self._beats and await self._tables.find(table) is not None:
                self._tell(table, process, through)

    async def told(self, process: ProcessId, tables: Sequence[TableId]) -> Mapping[TableId, Others]:
        """Who is at tables through all other processes; tables where nobody is are left out."""
        found: dict[TableId, Others] = {}
        for table in tables:
            others = {each: through for each, through in self._told.get(table, {}).items() if each != process}
            if others:
                found[table] = others
        return found

    async def told_of_all(self, process: ProcessId) -> Mapping[TableId, Others]:
        """The same for every table that a process keeps or has told of."""
        kept = {table for table, lease in self._leases.items() if lease.process == process}
        return await self.told(process, sorted(kept | {t for t, told in self._told.items() if process in told}))

    async def unkept(self, process: ProcessId) -> Sequence[TableId]:
        """The tables that a process has told of and nobody keeps."""
        lease = Lease(None)
        tables = (table for table, told in self._told.items() if process in told)
        return [table for table in tables if self._leases.get(table, lease).process is None]

    def _free(self, process: ProcessId, *, handed: bool) -> None:
        for table, lease in self._leases.items():
            if lease.process == process:
                self._leases[table] = Lease(None, handed)

    def _tell(self, table: TableId, process: ProcessId, through: Through) -> None:
        told = self._told.setdefault(table, {})
        told[process] = through
        if through.empty:
            del told[process]
        if not told:
            del self._told[table]
