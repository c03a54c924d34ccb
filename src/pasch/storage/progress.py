"""How far everything is that can be listened to, asked of a database: a query or two for all topics of a kind."""

from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping, Sequence
from zlib import crc32

from pasch.service.ids import TableId
from pasch.service.requests import Status, Visibility
from pasch.service.topics import CHAT, LOBBY, LOG, WATCHERS, chat_topic, parts, watchers_topic
from pasch.storage.database import Connection, Database, Row

CHUNK = 512
"""The most tables that one query names."""
LISTED = 100
"""So many public tables are looked at, those opened last."""

# Each looks a table's end up in an index, however long it is; a plain GROUP BY would read all of it.
_LOGS = "SELECT id, (SELECT max(seq) FROM events WHERE table_id = tables.id) FROM tables WHERE id IN ({tables})"
_CHATS = "SELECT id, (SELECT max(change) FROM chat WHERE table_id = tables.id) FROM tables WHERE id IN ({tables})"
_LOBBY_CHAT = "SELECT max(change) FROM chat WHERE table_id IS NULL"
_PRESENCE = "SELECT table_id, process, told FROM presence WHERE table_id IN ({tables}) ORDER BY table_id, process"
_LOBBY = (
    "SELECT id, (SELECT max(seq) FROM events WHERE table_id = tables.id) FROM tables"
    " WHERE status IN (?, ?) AND visibility = ? ORDER BY opened_at DESC, id LIMIT ?"
)


class SqlProgress:
    """The service's `Progress` over a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def progress(self, topics: Collection[str]) -> Mapping[str, int]:
        """How far topics are. Raises `CannotStore`."""
        asked: dict[str, list[TableId]] = defaultdict(list)
        for topic in topics:
            kind, table = parts(topic)
            asked[kind].append(table)
        return await self._database.read(lambda db: _progress(db, asked))


async def _progress(db: Connection, asked: Mapping[str, Sequence[TableId]]) -> dict[str, int]:
    found: dict[str, int] = {}
    for kind, tables in asked.items():
        if kind in _ASK:
            found.update(await _ASK[kind](db, tables))
    return found


async def latest_events(db: Connection, tables: Sequence[TableId]) -> dict[TableId, int]:
    """The number of the latest event of each table that is there."""
    return await _of_each(db, _LOGS, tables)


async def _logs(db: Connection, tables: Sequence[TableId]) -> dict[str, int]:
    return {str(table): seq for table, seq in (await latest_events(db, tables)).items()}


async def _chats(db: Connection, tables: Sequence[TableId]) -> dict[str, int]:
    named = [table for table in tables if table]
    found = {chat_topic(table): change for table, change in (await _of_each(db, _CHATS, named)).items()}
    if len(named) < len(tables):
        row = await db.row(_LOBBY_CHAT)
        found[chat_topic(None)] = (row and row[0]) or 0
    return found


async def _lobby(db: Connection, _tables: Sequence[TableId]) -> dict[str, int]:
    """A number made of the list itself: clocks may disagree, and stand still."""
    rows = await db.rows(_LOBBY, (Status.WAITING.value, Status.RUNNING.value, Visibility.PUBLIC.value, LISTED))
    return {LOBBY: _mark([tuple(row) for row in rows])}


async def _watchers(db: Connection, tables: Sequence[TableId]) -> dict[str, int]:
    """Numbers made of what is told of who is there; 0: nobody is."""
    told: dict[TableId, list[Row]] = {table: [] for table in tables}
    for named in _chunks(tables):
        for row in await db.rows(_PRESENCE.format(tables=", ".join("?" * len(named))), named):
            told[row[0]].append(tuple(row))
    return {watchers_topic(table): _mark(rows) for table, rows in told.items()}


_ASK: Mapping[str, Callable[[Connection, Sequence[TableId]], Awaitable[dict[str, int]]]] = {
    LOG: _logs,
    CHAT: _chats,
    LOBBY: _lobby,
    WATCHERS: _watchers,
}
"""What is asked of each kind of topic."""


async def _of_each(db: Connection, query: str, tables: Sequence[TableId]) -> dict[TableId, int]:
    found: dict[TableId, int] = {}
    for named in _chunks(tables):
        rows = await db.rows(query.format(tables=", ".join("?" * len(named))), named)
        found.update({TableId(table): number for table, number in rows if number is not None})
    return found


def _mark(rows: Sequence[Row]) -> int:
    """A number that is another one when the rows are others."""
    return crc32(repr(rows).encode()) if rows else 0


def _chunks(tables: Sequence[TableId]) -> Iterator[list[TableId]]:
    for start in range(0, len(tables), CHUNK):
        yield padded(tables[start : start + CHUNK])


def padded(tables: Sequence[TableId]) -> list[TableId]:
    """The tables, the last one repeated up to a power of two: so a database has few different queries to prepare."""
    wanted = 1 << (len(tables) - 1).bit_length()
    return [*tables, *[tables[-1]] * (wanted - len(tables))]
