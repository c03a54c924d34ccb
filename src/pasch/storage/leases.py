"""Which processes live, who of them keeps which table, and who is where through which, in a database.

A burial deletes the row of a process, and the database does the rest: what the process has told goes with it, and its
leases stand there without anybody. Rows of several tables are always taken in the order of their names, so that two
processes that want the same ones wait for each other instead of standing in each other's way.
"""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from pasch.service.ids import ProcessId, SessionId, TableId
from pasch.service.runtime.connections import Departure, OtherProcesses, ProcessConnections
from pasch.service.runtime.ownership import Takeover
from pasch.service.table.presence import AbsenceReason
from pasch.storage.database import Connection, Database
from pasch.storage.progress import padded


class SqlLeases:
    """The service's `LeaseStore` over a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def register(self, process: ProcessId) -> None:
        """A process begins."""
        await self._database.run("INSERT INTO processes (id, beat) VALUES (?, 0)", (process,))

    async def renew(self, process: ProcessId) -> Mapping[ProcessId, int] | None:
        """A process lives: how often every process has said so. None: it was buried meanwhile."""

        async def job(db: Connection) -> Mapping[ProcessId, int] | None:
            if not await db.run("UPDATE processes SET beat = beat + 1 WHERE id = ?", (process,)):
                return None
            return {ProcessId(each): beat for each, beat in await db.rows("SELECT id, beat FROM processes")}

        return await self._database.write(job)

    async def bury(self, process: ProcessId, beat: int) -> bool:
        """A process has died, if it has not been heard of since. Returns whether it had."""
        return bool(await self._database.run("DELETE FROM processes WHERE id = ? AND beat = ?", (process, beat)))

    async def end(self, process: ProcessId) -> None:
        """Hand over what a process kept. What it has told stays until it is buried."""
        await self._database.run("UPDATE leases SET process = NULL, handed = 1 WHERE process = ?", (process,))

    async def claim(self, process: ProcessId, tables: Sequence[TableId]) -> Mapping[TableId, Takeover]:
        """Keep those of the tables that nobody keeps: `HANDED` over or `LOST`."""
        return await self._database.write(lambda db: _claimed(db, process, sorted(tables)))

    async def claim_free(self, process: ProcessId, limit: int) -> Mapping[TableId, Takeover]:
        """Keep tables whose keeper has gone."""
        free = await self._tables(_FREE, (limit,))
        return await self.claim(process, free) if free else {}

    async def claim_running(self, process: ProcessId, after: str, limit: int) -> Mapping[TableId, Takeover | None]:
        """Keep running tables that nobody has ever kept, in the order of their names after one; None: too late."""
        found = await self._tables(_NEVER_KEPT, (after, limit))
        got = await self.claim(process, found) if found else {}
        return {table: got.get(table) for table in found}

    async def let_go(self, process: ProcessId, tables: Sequence[TableId]) -> None:
        """Nothing is to be kept there any more."""
        query = "DELETE FROM leases WHERE table_id = ? AND process = ?"
        await self._database.run_many(query, [(table, process) for table in sorted(tables)])

    async def declare(self, process: ProcessId, told: Mapping[TableId, ProcessConnections]) -> None:
        """Who is at tables through a process."""
        rows = [
            {"table": table, "process": process, "told": to_text(through)}
            for table, through in sorted(told.items())
            if not through.empty
        ]
        nothing = [(table, process) for table, through in sorted(told.items()) if through.empty]

        async def job(db: Connection) -> None:
            await db.run_many(_SAY, rows)
            await db.run_many("DELETE FROM presence WHERE table_id = ? AND process = ?", nothing)

        await self._database.write(job)

    async def told(self, process: ProcessId, tables: Sequence[TableId]) -> Mapping[TableId, OtherProcesses]:
        """Who is at tables through all other processes; tables where nobody is are left out."""
        if not tables:
            return {}
        query = "SELECT table_id, process, told FROM presence WHERE table_id IN ({tables}) AND process <> ?"
        named = padded(tables)
        query = query.format(tables=", ".join("?" * len(named)))
        return _by_table(await self._database.rows(query, (*named, process)))

    async def told_of_all(self, process: ProcessId) -> Mapping[TableId, OtherProcesses]:
        """The same for every table that a process keeps or has told of."""
        return _by_table(await self._database.rows(_TOLD_OF_ALL, {"process": process}))

    async def unkept(self, process: ProcessId) -> Sequence[TableId]:
        """The tables that a process has told of and nobody keeps."""
        return await self._tables(_UNKEPT, (process,))

    async def _tables(self, query: str, values: Sequence[str | int]) -> list[TableId]:
        return [TableId(table) for (table,) in await self._database.rows(query, values)]


_FREE = "SELECT table_id FROM leases WHERE process IS NULL ORDER BY table_id LIMIT ?"
_NEVER_KEPT = (
    "SELECT id FROM tables WHERE status = 'running' AND id > ?"
    " AND NOT EXISTS (SELECT 1 FROM leases WHERE table_id = tables.id) ORDER BY id LIMIT ?"
)
_TAKE = "UPDATE leases SET process = :process, handed = 0 WHERE table_id = :table AND process IS NULL"
_BEGIN = (
    "INSERT INTO leases (table_id, process, handed) SELECT :table, :process, 0 FROM tables WHERE id = :table"
    " ON CONFLICT DO NOTHING"
)
# A process that was buried, and a table that was deleted, are told nothing of.
_SAY = (
    "INSERT INTO presence (table_id, process, told) SELECT :table, :process, :told FROM tables WHERE id = :table"
    " AND EXISTS (SELECT 1 FROM processes WHERE id = :process)"
    " ON CONFLICT (table_id, process) DO UPDATE SET told = excluded.told"
)
_TOLD_OF_ALL = (
    "SELECT table_id, process, told FROM presence WHERE process <> :process AND table_id IN ("
    "SELECT table_id FROM leases WHERE process = :process UNION SELECT table_id FROM presence WHERE process = :process)"
)
_UNKEPT = (
    "SELECT presence.table_id FROM presence LEFT JOIN leases ON leases.table_id = presence.table_id"
    " WHERE presence.process = ? AND leases.process IS NULL ORDER BY presence.table_id"
)


async def _claimed(db: Connection, process: ProcessId, tables: Sequence[TableId]) -> dict[TableId, Takeover]:
    got: dict[TableId, Takeover] = {}
    if await db.row("SELECT 1 FROM processes WHERE id = ?", (process,)) is None:
        return got
    for table in tables:
        lease = await db.row("SELECT process, handed FROM leases WHERE table_id = ?", (table,))
        taking = _BEGIN if lease is None else _TAKE
        if (lease is None or lease[0] is None) and await db.run(taking, {"table": table, "process": process}):
            got[table] = Takeover.HANDED if lease and lease[1] else Takeover.LOST
    return got


def _by_table(rows: Sequence[tuple[Any, ...]]) -> Mapping[TableId, OtherProcesses]:
    found: dict[TableId, dict[ProcessId, ProcessConnections]] = defaultdict(dict)
    for table, process, told in rows:
        found[TableId(table)][ProcessId(process)] = from_text(told)
    return found


# ------------------------------------------------------------------------------- what stands in a row


def to_text(through: ProcessConnections) -> str:
    """What a process tells of a table, as it is stored."""
    gone = {
        session: [gone.said.isoformat(), gone.at.isoformat(), gone.told_at.isoformat(), gone.why.value, gone.restarted]
        for session, gone in sorted(through.gone.items())
    }
    told = {"lines": sorted(through.lines), "watchers": through.watchers, "gone": gone}
    return json.dumps(told, separators=(",", ":"))


def from_text(text: str) -> ProcessConnections:
    """What was stored."""
    told = json.loads(text)
    gone = {SessionId(session): _gone(*each) for session, each in told["gone"].items()}
    return ProcessConnections(frozenset(map(SessionId, told["lines"])), told["watchers"], gone)


def _gone(said: str, at: str, told_at: str, why: str, restarted: bool) -> Departure:  # noqa: FBT001 - as it is stored
    said_at, went_at, known_at = map(datetime.fromisoformat, (said, at, told_at))
    return Departure(went_at, AbsenceReason(why), known_at, said_at, restarted)
