"""Rows and appends for tests of stores."""

from datetime import UTC, datetime
from typing import Any

from pasch.service.ids import SessionId, TableId
from pasch.service.log import NewEvent
from pasch.service.ports import Append, CommandKey, SeatRow, TableRow, TableStore
from pasch.service.requests import Status, Visibility

AT = datetime(2026, 11, 21, 12, 30, tzinfo=UTC)
ANNA = SessionId("anna")
TABLE = TableId("table")
SEATS = (SeatRow(1, ANNA, "Anna"), SeatRow(2, None))


def row(table: TableId = TABLE, visibility: Visibility = Visibility.PRIVATE) -> TableRow:
    return TableRow(table, ANNA, visibility, SEATS, b"s" * 32)


def step(after: int, *types: str, table: TableId = TABLE, command: str | None = None, **changes: Any) -> Append:
    events = tuple(NewEvent(kind, 1, {"n": after}) for kind in types)
    key = None if command is None else CommandKey(ANNA, command)
    return Append(table, after, events, AT, **{"status": Status.RUNNING, "command": key, **changes})


async def seqs(store: TableStore, table: TableId = TABLE) -> list[int]:
    return [event.seq for event in await store.read(table, 0)]
