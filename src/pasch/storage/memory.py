"""Tables in memory: the service's port without a file, for a process that keeps nothing."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from pasch.service.errors import TooManyTables, UnknownTable
from pasch.service.ids import SessionId, TableId
from pasch.service.log import GAME_ENDS, LogEvent
from pasch.service.ports import Append, CommandKey, CommandKnown, SeqTaken, TableRow
from pasch.service.requests import Status, Visibility


@dataclass(frozen=True)
class KeptKey:
    """What is kept of the key of a seat."""

    salt: str
    proof: bytes


@dataclass
class Kept:
    """A table, its log and the commands carried out; `named`: whose name stands at each seat, `keys` by seat."""

    row: TableRow
    status: Status
    opened_at: datetime
    changed_at: datetime
    log: list[LogEvent] = field(default_factory=list)
    commands: dict[CommandKey, int] = field(default_factory=dict)
    named: list[SessionId | None] = field(default_factory=list)
    keys: dict[int, KeptKey] = field(default_factory=dict)


class MemoryStore:
    """The service's `TableStore`, gone with the process."""

    def __init__(self) -> None:
        self._tables: dict[TableId, Kept] = {}

    async def create(
        self, row: TableRow, append: Append, elsewhere: Append | None = None, most_public: int | None = None
    ) -> None:
        """Keep a new table with its first events, and append `elsewhere`.

        Raises `SeqTaken`, and `TooManyTables` when the opener has `most_public` open ones; nothing was written.
        """
        theirs = [kept for kept in self._tables.values() if kept.row.opener == row.opener and _public(kept)]
        if most_public is not None and len(theirs) >= most_public:
            raise TooManyTables(most_public)
        if elsewhere is not None:
            await self.append(elsewhere)
        named: list[SessionId | None] = [seat.session or seat.kept_for or row.opener for seat in row.seats]
        kept = Kept(row, append.status, append.at, append.at, named=named)
        _append(kept, append)
        self._tables[row.id] = kept

    async def append(self, append: Append) -> None:
        """Add events. Raises `CommandKnown`, `SeqTaken`, `UnknownTable`; then nothing was written."""
        if append.table not in self._tables:
            raise UnknownTable
        _append(self._tables[append.table], append)

    async def writable(self) -> None:
        """Return: memory takes everything."""

    async def find(self, table: TableId) -> TableRow | None:
        """The row of a table with its seats in order."""
        kept = self._tables.get(table)
        return None if kept is None else kept.row

    async def earlier(self, table: TableId) -> TableId | None:
        """The table whose people play again at this one."""
        return next((kept.row.id for kept in self._tables.values() if kept.row.rematch == table), None)

    async def read(self, table: TableId, after: int) -> Sequence[LogEvent]:
        """The events after a number, in order."""
        kept = self._tables.get(table)
        return [] if kept is None else kept.log[after:]

    async def latest(self, tables: Sequence[TableId]) -> Mapping[TableId, int]:
        """The number of the latest event of each of the tables."""
        return {table: len(self._tables[table].log) for table in tables if table in self._tables}

    async def answer(self, table: TableId, command: CommandKey) -> int | None:
        """The answer a command got when it was carried out."""
        kept = self._tables.get(table)
        return None if kept is None else kept.commands.get(command)

    async def of_session(self, session: SessionId, limit: int) -> Sequence[TableId]:
        """Unfinished tables that a session opened, sits at or has a seat kept at, those changed last first."""
        mine = [kept for kept in self._tables.values() if not kept.status.ended and _belongs(kept.row, session)]
        mine.sort(key=lambda kept: kept.changed_at, reverse=True)
        return [kept.row.id for kept in mine[:limit]]

    async def lobby(self, limit: int) -> Sequence[TableId]:
        """Public tables waiting or running: the newest of every opener, then the second newest of each, and so on."""
        shown = [kept for kept in self._tables.values() if _in_lobby(kept)]
        shown.sort(key=lambda kept: kept.opened_at, reverse=True)
        turns: Counter[SessionId] = Counter()
        in_turn: list[tuple[int, TableId]] = []
        for kept in shown:
            turns[kept.row.opener] += 1
            in_turn.append((turns[kept.row.opener], kept.row.id))
        in_turn.sort(key=lambda each: each[0])
        return [table for _, table in in_turn[:limit]]

    async def unended(self, tables: Sequence[TableId]) -> Collection[TableId]:
        """Those of the tables whose match has not ended."""
        return {table for table in tables if table in self._tables and not self._tables[table].status.ended}

    async def running(self) -> Sequence[TableId]:
        """Every table that is running."""
        return [table for table, kept in self._tables.items() if kept.status is Status.RUNNING]

    async def paused(self, limit: int) -> Sequence[TableId]:
        """Tables whose match is interrupted, those changed last first."""
        paused = [kept for kept in self._tables.values() if kept.status is Status.PAUSED]
        paused.sort(key=lambda kept: kept.row.id)
        paused.sort(key=lambda kept: kept.changed_at, reverse=True)
        return [kept.row.id for kept in paused[:limit]]

    def all(self) -> list[Kept]:
        """Every table, those opened first first."""
        return sorted(self._tables.values(), key=lambda kept: (kept.opened_at, kept.row.id))

    def delete(self, table: TableId) -> None:
        """Forget a table; where it was played again at it, that can be asked for once more."""
        del self._tables[table]
        for kept in self._tables.values():
            if kept.row.rematch == table:
                kept.row = replace(kept.row, rematch=None)

    def latest_ends(self) -> dict[TableId, int]:
        """For every table where games have ended the number of the event that ended the latest."""
        ends = {
            table: [event.seq for event in kept.log if event.type in GAME_ENDS] for table, kept in self._tables.items()
        }
        return {table: seqs[-1] for table, seqs in ends.items() if seqs}


def _append(kept: Kept, append: Append) -> None:
    if append.command in kept.commands:
        raise CommandKnown(kept.commands[append.command])
    if append.after != len(kept.log):
        raise SeqTaken
    kept.log += append.as_log()
    kept.status, kept.changed_at = append.status, append.at
    kept.row = kept.row.after(append)
    for seat in append.seats:
        kept.named[seat.seat - 1] = seat.session or seat.kept_for or kept.named[seat.seat - 1]
        if seat.session is None:
            kept.keys.pop(seat.seat, None)
    if append.command is not None:
        kept.commands[append.command] = len(kept.log)


def _belongs(row: TableRow, session: SessionId) -> bool:
    return row.opener == session or any(session in {seat.session, seat.kept_for} for seat in row.seats)


def _in_lobby(kept: Kept) -> bool:
    return kept.status in {Status.WAITING, Status.RUNNING} and _public(kept)


def _public(kept: Kept) -> bool:
    return kept.row.visibility is Visibility.PUBLIC and not kept.status.ended
