"""The progress of topics, from a database. All topics of a kind need one or two queries."""

from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from zlib import crc32

from pasch.service.bus import CHAT, LOBBY, LOG, VALIDITY, WATCHERS, chat_topic, parts, token_topic, watchers_topic
from pasch.service.ids import TableId
from pasch.service.requests import Status, Visibility
from pasch.storage.database import Connection, Row, Store

CHUNK = 512
"""The most tables in one query."""
LISTED = 100
"""The number of tables in the lobby's list; changes of these are news."""
CONSIDERED = 1000
"""The number of public tables, the newest ones, that compete for a place in the lobby."""

# Looks up the end of each table in an index, whatever its length; a plain GROUP BY would read all of it.
_LOGS = "SELECT id, (SELECT max(seq) FROM events WHERE table_id = tables.id) FROM tables WHERE id IN ({tables})"
_CHATS = "SELECT id, (SELECT max(change) FROM chat WHERE table_id = tables.id) FROM tables WHERE id IN ({tables})"
_LOBBY_CHAT = "SELECT max(change) FROM chat WHERE table_id IS NULL"
_UNENDED = "SELECT id FROM tables WHERE id IN ({tables}) AND status NOT IN (?, ?)"
_CONNECTIONS = "SELECT table_id, process, told FROM connections WHERE table_id IN ({tables}) ORDER BY table_id, process"
_TOKENS = "SELECT id, 1 FROM tokens WHERE id IN ({tables})"
ENDED = tuple(status.value for status in Status if status.ended)
"""The two statuses of an ended match."""
LOBBY_QUERY = (
    "SELECT id FROM (SELECT id, opened_at, row_number() OVER (PARTITION BY opener ORDER BY opened_at DESC, id) AS turn"
    " FROM (SELECT id, opener, opened_at FROM tables WHERE status IN (?, ?) AND visibility = ?"
    " ORDER BY opened_at DESC, id LIMIT ?) AS considered) AS public ORDER BY turn, opened_at DESC, id LIMIT ?"
)
"""The tables of the lobby: the newest of each opener, then the second newest of each, and so on."""
_LOBBY = f"SELECT id, (SELECT max(seq) FROM events WHERE table_id = listed.id) FROM ({LOBBY_QUERY}) AS listed"  # noqa: S608 - as above


class SqlProgress(Store):
    """The service's `Progress` over a database."""

    async def progress(self, topics: Collection[str]) -> Mapping[str, int]:
        """The numbers of topics. Raises `CannotStore`."""
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
    """The number of the latest event of each existing table."""
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
    """A number computed from the list: clocks may disagree or stop."""
    rows = await db.rows(_LOBBY, lobby_values(LISTED))
    return {LOBBY: _mark([tuple(row) for row in rows])}


def lobby_values(limit: int) -> tuple[str | int, ...]:
    """The values for `LOBBY_QUERY`, to list this many tables."""
    return (Status.WAITING.value, Status.RUNNING.value, Visibility.PUBLIC.value, CONSIDERED, limit)


async def unended_tables(db: Connection, tables: Sequence[TableId]) -> set[TableId]:
    """The tables among these whose match has not ended."""
    return {TableId(table) for (table,) in await rows_of(db, _UNENDED, tables, *ENDED)}


async def _watchers(db: Connection, tables: Sequence[TableId]) -> dict[str, int]:
    """Numbers computed from the published connections; 0: there are none."""
    found: dict[TableId, list[Row]] = {table: [] for table in tables}
    for row in await rows_of(db, _CONNECTIONS, tables):
        found[row[0]].append(tuple(row))
    return {watchers_topic(table): _mark(rows) for table, rows in found.items()}


async def _tokens(db: Connection, tokens: Sequence[TableId]) -> dict[str, int]:
    """1: the token is valid; 2: it was revoked."""
    valid = await _of_each(db, _TOKENS, tokens)
    return {token_topic(token): 1 if token in valid else 2 for token in tokens}


_ASK: Mapping[str, Callable[[Connection, Sequence[TableId]], Awaitable[dict[str, int]]]] = {
    LOG: _logs,
    CHAT: _chats,
    LOBBY: _lobby,
    WATCHERS: _watchers,
    VALIDITY: _tokens,
}
"""The query for each kind of topic."""


async def _of_each(db: Connection, query: str, tables: Sequence[TableId]) -> dict[TableId, int]:
    rows = await rows_of(db, query, tables)
    return {TableId(table): number for table, number in rows if number is not None}


def _mark(rows: Sequence[Row]) -> int:
    """A number that changes with the rows."""
    return crc32(repr(rows).encode()) if rows else 0


async def rows_of(db: Connection, query: str, tables: Sequence[TableId], *values: str) -> list[Row]:
    """The rows that a query with `IN ({tables})` and then further values finds, read in chunks of tables."""
    found: list[Row] = []
    for start in range(0, len(tables), CHUNK):
        named = padded(tables[start : start + CHUNK])
        found += await db.rows(query.format(tables=", ".join("?" * len(named))), (*named, *values))
    return found


def padded(tables: Sequence[TableId]) -> list[TableId]:
    """The tables, the last one repeated up to a power of two: a database then prepares few different queries."""
    wanted = 1 << (len(tables) - 1).bit_length()
    return [*tables, *[tables[-1]] * (wanted - len(tables))]
