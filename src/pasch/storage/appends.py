"""Appends to the logs of tables in SQL. Concurrent appends share a transaction.

An append is four statements. The first checks whether it is allowed and updates the row of the table; the others write
the events, the seats and the command. A file runs all waiting jobs in one transaction. On a server, each statement is a
round trip. So appends that arrive during a transaction gather in `Batches` for the next one, which runs every statement
once for all of them. A refused append does not affect its neighbours. If another process takes a number in the same
moment, the whole transaction fails, and each append is retried alone.

Transactions lock the rows of tables in the order of their names, so two processes cannot deadlock.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import cast

from pasch.service.errors import Unauthenticated, UnknownTable
from pasch.service.ids import TableId
from pasch.service.log import GAME_ENDS
from pasch.service.ports import Append, CommandKey, CommandKnown, SeatRow, SeqTaken
from pasch.storage.database import Conflict, Connection, Database, Job, Value, moment

MOST = 128
"""The most appends of a transaction."""
AT_ONCE = 2
"""The number of concurrent transactions: while the disk is busy with one, the next one is prepared."""

Refusal = Unauthenticated | CommandKnown | SeqTaken | UnknownTable
Waiting = tuple[Append, "asyncio.Future[None]"]


def appender(database: Database) -> Callable[[Append], Awaitable[None]]:
    """What adds events to the logs in a database. It raises a `Refusal`; then nothing was written."""
    return partial(append_single, database) if database.groups else Batches(database).append


async def append_single(database: Database, append: Append) -> None:
    """Add events in their own job. Raises a `Refusal`; then nothing was written."""
    await first_or_refused(database, lambda db: append_one(db, append))


class Batches:
    """The appends of one process to a database that does not group jobs."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._waiting: list[Waiting] = []
        self._busy: set[TableId] = set()
        self._workers: set[asyncio.Task[None]] = set()

    async def append(self, append: Append) -> None:
        """Add events. Raises a `Refusal`; then nothing was written."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((append, done))
        if len(self._workers) < AT_ONCE:
            self._workers.add(asyncio.create_task(self._work()))
        await done

    async def _work(self) -> None:
        """Write batches while appends wait that no other worker handles."""
        try:
            while batch := self._take():
                await self._write(batch)
        finally:
            self._workers.discard(cast("asyncio.Task[None]", asyncio.current_task()))

    def _take(self) -> list[Waiting]:
        """The first appends that wait, one for each table: a later one of the same table depends on the first."""
        batch: dict[TableId, Waiting] = {}
        left: list[Waiting] = []
        for waiting in self._waiting:
            table = waiting[0].table
            if len(batch) < MOST and table not in batch and table not in self._busy:
                batch[table] = waiting
            else:
                left.append(waiting)
        self._waiting = left
        return [batch[table] for table in sorted(batch)]

    async def _write(self, batch: list[Waiting]) -> None:
        tables = {append.table for append, _ in batch}
        self._busy |= tables
        try:
            outcomes = await self._outcomes([append for append, _ in batch])
            for (_, done), outcome in zip(batch, outcomes, strict=True):
                if outcome is not None and not done.cancelled():
                    done.set_exception(outcome)
                elif not done.cancelled():
                    done.set_result(None)
        finally:
            self._busy -= tables
            for _, done in batch:
                done.cancel()  # only when the loop itself is ending

    async def _outcomes(self, appends: Sequence[Append]) -> Sequence[Exception | None]:
        """The outcome of each append: None when it is on the disk, or the error."""
        if len(appends) > 1:
            try:
                return await self._database.write(lambda db: append_all(db, appends))
            except Conflict:
                pass  # one of them met another process: retry each alone
            except Exception as error:  # noqa: BLE001 - passed to the waiting callers
                return [error] * len(appends)
        return [await self._singly(append) for append in appends]

    async def _singly(self, append: Append) -> Exception | None:
        try:
            await append_single(self._database, append)
        except Exception as error:  # noqa: BLE001 - passed to the waiting caller
            return error
        return None


async def first_or_refused(database: Database, job: Job[None]) -> None:
    """Write, unless another process was faster."""
    try:
        await database.write(job)
    except Conflict:
        await database.write(job)  # in the same moment; the retry sees the other write


# ------------------------------------------------------------------------------- in a transaction


async def append_one(db: Connection, append: Append) -> None:
    """Add events in the caller's transaction. Raises a `Refusal`."""
    change, plain = _change(append), append.opener is None and append.rematch is None
    touched = await db.row(_TOUCH, change) if plain else None
    if not (touched or await db.row(_CHANGE, change)):
        raise await _refusal(db, append)
    await _put(db, [append])


async def append_all(db: Connection, appends: Sequence[Append]) -> Sequence[Refusal | None]:
    """Add events to several tables; returns the refusal of each append, or None."""
    changed = {table for (table,) in await db.rows_many(_CHANGE, [_change(append) for append in appends])}
    allowed = [append for append in appends if append.table in changed]
    if allowed:
        await _put(db, allowed)
    return [None if append.table in changed else await _refusal(db, append) for append in appends]


async def _put(db: Connection, appends: Sequence[Append]) -> None:
    await db.run_many(_EVENT, [event for append in appends for event in _events(append)])
    await put_seats(db, [(append.table, append.seats) for append in appends])
    ended = [append for append in appends if any(event.type in GAME_ENDS for event in append.events)]
    await db.run_many(_DUE, [(append.table, _last(append)) for append in ended])
    commands = [{**_key(append), "seq": _last(append)} for append in appends if append.command is not None]
    await db.run_many(_COMMAND, commands)


async def put_seats(db: Connection, seats: Iterable[tuple[TableId, tuple[SeatRow, ...]]]) -> None:
    """Replace the seats of tables; the key of a vacated seat is deleted."""
    rows = [(table, seat) for table, seats_there in seats for seat in seats_there]
    await db.run_many(_PUT_SEAT, [{"table": table, **vars(seat)} for table, seat in rows])
    left = [(table, seat.seat) for table, seat in rows if seat.session is None]
    await db.run_many("DELETE FROM seat_keys WHERE table_id = ? AND seat = ?", left)


async def _refusal(db: Connection, append: Append) -> Refusal:
    """The reason why the append is refused."""
    if append.token is not None and not await db.row(_VALID, {"token": append.token, "at": moment(append.at)}):
        return Unauthenticated()
    known = None if append.command is None else await answer_of(db, append.table, append.command)
    if known is not None:
        return CommandKnown(known)
    found = await db.row("SELECT max(seq) FROM events WHERE table_id = ?", (append.table,))
    return SeqTaken() if found and found[0] else UnknownTable()  # the table has been deleted


async def answer_of(db: Connection, table: TableId, command: CommandKey) -> int | None:
    """The stored answer to an executed command."""
    query = "SELECT seq FROM commands WHERE table_id = ? AND session = ? AND id = ?"
    row = await db.row(query, (table, command.session, command.id))
    return None if row is None else int(row[0])


# ------------------------------------------------------------------------------- rows


def _last(append: Append) -> int:
    return append.after + len(append.events)


def hour_of(at: str) -> str:
    """The hour of a moment, which indexes old tables: an index of moments would change with every command."""
    return at[: len("2026-11-21T22")]


def _key(append: Append) -> Mapping[str, Value]:
    command = append.command
    if command is None:
        return {"table": append.table, "session": None, "command": None}
    return {"table": append.table, "session": command.session, "command": command.id}


def _change(append: Append) -> Mapping[str, Value]:
    at = moment(append.at)
    changed = {"status": append.status.value, "at": at, "hour": hour_of(at), "after": append.after}
    return {**_key(append), **changed, "opener": append.opener, "rematch": append.rematch, "token": append.token}


def _events(append: Append) -> Iterable[Sequence[Value]]:
    at = moment(append.at)
    for seq, event in enumerate(append.events, start=append.after + 1):
        yield append.table, seq, event.type, at, event.seat, json.dumps(event.data, separators=(",", ":"))


_VALID = "SELECT 1 FROM tokens WHERE tokens.id = :token AND (ends_at IS NULL OR ends_at > :at)"
_ALLOWED = (
    " WHERE id = :table AND coalesce((SELECT max(seq) FROM events WHERE table_id = :table), 0) = :after"  # noqa: S608 - constant texts
    " AND NOT EXISTS (SELECT 1 FROM commands WHERE table_id = :table AND session = :session AND id = :command)"
    f" AND (CAST(:token AS TEXT) IS NULL OR EXISTS ({_VALID}))"
)
_CHANGE = (
    "UPDATE tables SET status = :status, changed_at = :at, changed_hour = :hour,"  # noqa: S608 - constant texts
    f" opener = coalesce(:opener, opener), rematch = coalesce(:rematch, rematch) {_ALLOWED} RETURNING id"
)
# SQLite writes the pages of every index whose columns a statement sets, even to the same values.
_TOUCH = (
    f"UPDATE tables SET changed_at = :at {_ALLOWED} AND status = :status AND changed_hour = :hour"  # noqa: S608 - constant texts
    " RETURNING id"
)
_EVENT = "INSERT INTO events (table_id, seq, type, at, seat, data) VALUES (?, ?, ?, ?, ?, ?)"
# `named_by` retains the owner of a name that stays after the owner gets up.
_PUT_SEAT = (
    "INSERT INTO seats (table_id, seat, session, name, seed, kept_for, moved_from, named_by)"
    " VALUES (:table, :seat, :session, :name, :seed, :kept_for, :moved_from, coalesce(:session, :kept_for,"
    " (SELECT named_by FROM seats WHERE table_id = :table AND seat = :seat),"
    " (SELECT opener FROM tables WHERE id = :table)))"
    " ON CONFLICT (table_id, seat) DO UPDATE SET session = excluded.session, name = excluded.name,"
    " seed = excluded.seed, kept_for = excluded.kept_for, moved_from = excluded.moved_from,"
    " named_by = excluded.named_by"
)
_DUE = "INSERT INTO results_due (table_id, seq) VALUES (?, ?) ON CONFLICT (table_id) DO UPDATE SET seq = excluded.seq"
_COMMAND = "INSERT INTO commands (table_id, session, id, seq) VALUES (:table, :session, :command, :seq)"
