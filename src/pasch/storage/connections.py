"""The connections that processes have published, in a database."""

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime

from pasch.service.ids import ProcessId, SessionId, TableId
from pasch.service.runtime.connections import Departure, OtherProcesses, ProcessConnections
from pasch.service.table.presence import AbsenceReason
from pasch.storage.database import Connection, Database
from pasch.storage.progress import rows_of


class SqlConnections:
    """The service's `ConnectionStore` over a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def publish(self, process: ProcessId, connections: Mapping[TableId, ProcessConnections]) -> None:
        """Publish the connections of a process to tables; deleted tables are left out."""
        # Sorted by name: processes that write rows of the same tables wait for each other without a deadlock.
        rows = [
            {"table": table, "process": process, "told": to_text(published)}
            for table, published in sorted(connections.items())
            if not published.empty
        ]
        nothing = [(table, process) for table, published in sorted(connections.items()) if published.empty]

        async def job(db: Connection) -> None:
            await db.run_many(_PUBLISH, rows)
            await db.run_many("DELETE FROM connections WHERE table_id = ? AND process = ?", nothing)

        await self._database.write(job)

    async def published(self, process: ProcessId, tables: Iterable[TableId]) -> Mapping[TableId, OtherProcesses]:
        """The published connections of all other processes, alive or dead; tables without any are left out."""
        found: dict[TableId, dict[ProcessId, ProcessConnections]] = defaultdict(dict)
        for table, other, text in await rows_of(self._database, _PUBLISHED, [*tables], process):
            found[TableId(table)][ProcessId(other)] = from_text(text)
        return found

    async def processes(self) -> Collection[ProcessId]:
        """The processes that have published connections, alive or dead."""
        return [ProcessId(each) for (each,) in await self._database.rows("SELECT DISTINCT process FROM connections")]

    async def forget(self, processes: Collection[ProcessId]) -> None:
        """Delete the connections that processes have published."""
        query = "DELETE FROM connections WHERE process = ?"
        if processes:
            await self._database.run_many(query, [(process,) for process in sorted(processes)])


_PUBLISHED = "SELECT table_id, process, told FROM connections WHERE table_id IN ({tables}) AND process <> ?"
_PUBLISH = (
    "INSERT INTO connections (table_id, process, told) SELECT :table, :process, :told FROM tables WHERE id = :table"
    " ON CONFLICT (table_id, process) DO UPDATE SET told = excluded.told"
)


def to_text(published: ProcessConnections) -> str:
    """The connections of a process to a table, as stored."""
    gone = {
        session: [
            gone.found_at.isoformat(),
            gone.at.isoformat(),
            gone.announce_at.isoformat(),
            gone.why.value,
            gone.restarted,
        ]
        for session, gone in sorted(published.gone.items())
    }
    data = {"lines": sorted(published.sessions), "watchers": published.watchers, "gone": gone}
    return json.dumps(data, separators=(",", ":"))


def from_text(text: str) -> ProcessConnections:
    """The connections in a stored text."""
    data = json.loads(text)
    gone = {SessionId(session): _gone(*each) for session, each in data["gone"].items()}
    return ProcessConnections(frozenset(map(SessionId, data["lines"])), data["watchers"], gone)


def _gone(found_at: str, at: str, announce_at: str, why: str, restarted: bool) -> Departure:  # noqa: FBT001 - the stored fields
    said_at, went_at, known_at = map(datetime.fromisoformat, (found_at, at, announce_at))
    return Departure(went_at, AbsenceReason(why), known_at, said_at, restarted)
