"""Tables and sessions in memory: the service's ports without a file, for a process that keeps nothing."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from pasch.service.ids import SessionId, TableId
from pasch.service.log import LogEvent
from pasch.service.ports import Append, CommandKey, CommandKnown, SeqTaken, TableRow
from pasch.service.requests import Session, Status, Visibility


@dataclass
class _Kept:
    """A table, its log and the commands carried out."""

    row: TableRow
    status: Status
    opened_at: datetime
    changed_at: datetime
    log: list[LogEvent] = field(default_factory=list)
    commands: dict[CommandKey, int] = field(default_factory=dict)


class MemoryStore:
    """The service's `TableStore` and `SessionStore`, gone with the process."""

    def __init__(self) -> None:
        self._tables: dict[TableId, _Kept] = {}
        self._sessions: dict[bytes, Session] = {}

    async def create(self, row: TableRow, append: Append) -> None:
        """Keep a new table with its first events; `append.after` is 0."""
        kept = _Kept(row, append.status, append.at, append.at)
        _append(kept, append)
        self._tables[row.id] = kept

    async def append(self, append: Append) -> None:
        """Add events. Raises `CommandKnown`, `SeqTaken`; then nothing was written."""
        _append(self._tables[append.table], append)

    async def find(self, table: TableId) -> TableRow | None:
        """The row of a table with its seats in order."""
        kept = self._tables.get(table)
        return None if kept is None else kept.row

    async def read(self, table: TableId, after: int) -> Sequence[LogEvent]:
        """The events after a number, in order."""
        kept = self._tables.get(table)
        return [] if kept is None else kept.log[after:]

    async def answer(self, table: TableId, command: CommandKey) -> int | None:
        """The answer a command got when it was carried out."""
        kept = self._tables.get(table)
        return None if kept is None else kept.commands.get(command)

    async def of_session(self, session: SessionId, limit: int) -> Sequence[TableId]:
        """Unfinished tables that a session opened or sits at, those changed last first."""
        mine = [kept for kept in self._tables.values() if not kept.status.ended and _belongs(kept.row, session)]
        mine.sort(key=lambda kept: kept.changed_at, reverse=True)
        return [kept.row.id for kept in mine[:limit]]

    async def lobby(self, limit: int) -> Sequence[TableId]:
        """Public tables waiting or running, those opened last first."""
        shown = [kept for kept in self._tables.values() if _in_lobby(kept)]
        shown.sort(key=lambda kept: kept.opened_at, reverse=True)
        return [kept.row.id for kept in shown[:limit]]

    async def running(self) -> Sequence[TableId]:
        """Every table that is running."""
        return [table for table, kept in self._tables.items() if kept.status is Status.RUNNING]

    async def add_session(self, session: Session, token_hash: bytes) -> None:
        """Keep a new session."""
        self._sessions[token_hash] = session

    async def find_session(self, token_hash: bytes) -> Session | None:
        """The session whose token has this hash."""
        return self._sessions.get(token_hash)


def _append(kept: _Kept, append: Append) -> None:
    if append.command in kept.commands:
        raise CommandKnown(kept.commands[append.command])
    if append.after != len(kept.log):
        raise SeqTaken
    kept.log += append.as_log()
    kept.status, kept.changed_at = append.status, append.at
    rewritten = {seat.seat: seat for seat in append.seats}
    kept.row = replace(kept.row, seats=tuple(rewritten.get(seat.seat, seat) for seat in kept.row.seats))
    if append.command is not None:
        kept.commands[append.command] = len(kept.log)


def _belongs(row: TableRow, session: SessionId) -> bool:
    return row.opener == session or any(seat.session == session for seat in row.seats)


def _in_lobby(kept: _Kept) -> bool:
    return kept.status in {Status.WAITING, Status.RUNNING} and kept.row.visibility is Visibility.PUBLIC
