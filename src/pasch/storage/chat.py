"""Chat in a database."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from pasch.service.chat.store import ChatMessage, Listener, NewMessage, Person, Reported, Room
from pasch.service.ids import Handle, SessionId, TableId
from pasch.storage.database import Connection, Store, Value, Values, moment

_LINE = (
    "SELECT c.id, c.change, c.table_id, c.room, c.at, c.text, c.seat, c.removed_at,"
    " a.id, a.handle, a.name, r.id, r.handle, r.name"
    " FROM chat c JOIN sessions a ON a.id = c.session LEFT JOIN sessions r ON r.id = c.recipient"
)
_COUNT = "UPDATE chat_changes SET number = number + 1 RETURNING number"
"""The number of the next change. Its transaction locks the counter, so changes become visible in the order of their
numbers.
"""
_SAY = (
    "INSERT INTO chat (change, table_id, room, at, session, seat, recipient, text)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id"
)
_REMOVE = "UPDATE chat SET text = '', removed_at = ? WHERE id = ? AND removed_at IS NULL"
_READABLE = (
    "c.room IN (?, ?) AND (c.recipient IS NULL OR c.recipient = ? OR c.session = ?)"
    " AND c.session NOT IN (SELECT muted FROM mutes WHERE mutes.session = ?)"
)
"""The messages visible to a listener, who has one room or two."""


class SqlChat(Store):
    """The service's `ChatStore` over a database."""

    # --------------------------------------------------------------------------- lines

    async def say(self, line: NewMessage) -> ChatMessage:
        """Store a new line."""
        values = (line.table, line.room, moment(line.at), line.author, line.seat, line.to, line.text)

        async def job(db: Connection) -> ChatMessage:
            number = await db.row(_SAY, (await _next_change(db), *values))
            [stored] = await _lines(db, f"{_LINE} WHERE c.id = ?", number or ())
            return stored

        return await self._database.write(job)

    async def find(self, line: int) -> ChatMessage | None:
        """One line, regardless of who may read it."""
        found = await _lines(self._database, f"{_LINE} WHERE c.id = ?", (line,))
        return found[0] if found else None

    async def lines(self, listener: Listener, before: int | None, limit: int) -> Sequence[ChatMessage]:
        """The latest lines visible to a listener, with numbers below `before`; in order."""
        earlier = "" if before is None else "AND c.id < ?"
        query = f"{_LINE} WHERE {_place(listener)} AND {_READABLE} {earlier} ORDER BY c.id DESC LIMIT ?"
        values = (*_reader_values(listener), *(() if before is None else (before,)), limit)
        return (await _lines(self._database, query, values))[::-1]

    async def changed(self, listener: Listener, after: int, limit: int) -> Sequence[ChatMessage]:
        """The first lines visible to a listener that changed after a given change, in the order of their changes."""
        query = f"{_LINE} WHERE {_place(listener)} AND {_READABLE} AND c.change > ? ORDER BY c.change LIMIT ?"
        return await _lines(self._database, query, (*_reader_values(listener), after, limit))

    async def latest(self) -> int:
        """The number of the latest change in any room."""
        query = "SELECT number FROM chat_changes"
        found = await self._database.row(query)
        return int(found[0]) if found else 0

    async def changes(self, after: int) -> Mapping[TableId | None, int]:
        """The rooms with changes after a given one, with the number of their latest change."""
        query = "SELECT table_id, max(change) FROM chat WHERE change > ? GROUP BY table_id"
        rows = await self._database.rows(query, (after,))
        return {None if table is None else TableId(table): number for table, number in rows}

    async def written_by(self, person: SessionId) -> Sequence[ChatMessage]:
        """All lines of a person, in order."""
        return await _lines(self._database, f"{_LINE} WHERE c.session = ? ORDER BY c.id", (person,))

    async def remove(self, line: int, at: datetime) -> ChatMessage | None:
        """Remove the text of a line and close its reports. None when there is no such line."""

        async def job(db: Connection) -> None:
            if await db.run(_REMOVE, (moment(at), line)):
                await db.run("UPDATE chat SET change = ? WHERE id = ?", (await _next_change(db), line))
            await _done(db, line, at)

        await self._database.write(job, erase=True)
        return await self.find(line)

    # --------------------------------------------------------------------------- people

    async def person(self, handle: Handle) -> Person | None:
        """The person with a handle."""
        people = await self._people("SELECT id, handle, name FROM sessions WHERE handle = ?", handle)
        return people[0] if people else None

    async def mute(self, person: SessionId, muted: SessionId) -> None:
        """Hide the lines of `muted` from `person`."""
        query = "INSERT INTO mutes (session, muted) VALUES (?, ?) ON CONFLICT DO NOTHING"
        await self._database.run(query, (person, muted))

    async def unmute(self, person: SessionId, muted: SessionId) -> None:
        """Undo `mute`."""
        query = "DELETE FROM mutes WHERE session = ? AND muted = ?"
        await self._database.run(query, (person, muted))

    async def muted(self, person: SessionId) -> Sequence[Person]:
        """The persons that a person has muted, by name."""
        query = (
            "SELECT s.id, s.handle, s.name FROM mutes m JOIN sessions s ON s.id = m.muted"
            " WHERE m.session = ? ORDER BY s.name, s.handle"
        )
        return await self._people(query, person)

    async def _people(self, query: str, value: str) -> list[Person]:
        rows = await self._database.rows(query, (value,))
        return [_person(*row) for row in rows]

    # --------------------------------------------------------------------------- reports

    async def report(self, line: int, person: SessionId, reason: str, at: datetime) -> None:
        """Report a line to the operator; replaces the person's earlier report of it."""
        query = (
            "INSERT INTO reports (line, session, at, reason) VALUES (?, ?, ?, ?) ON CONFLICT (line, session)"
            " DO UPDATE SET at = excluded.at, reason = excluded.reason, done_at = NULL"
        )
        await self._database.run(query, (line, person, moment(at), reason))

    async def reports(self) -> Sequence[Reported]:
        """The lines with open reports, those reported first in front."""
        query = "SELECT line, at, reason FROM reports WHERE done_at IS NULL ORDER BY at"
        rows = await self._database.rows(query)
        by_line: dict[int, list[tuple[str, str]]] = {}
        for number, at, reason in rows:
            by_line.setdefault(number, []).append((at, reason))
        found = [(await self.find(number), reports) for number, reports in by_line.items()]
        return [
            Reported(
                line, len(reports), tuple(why for _, why in reports if why), datetime.fromisoformat(reports[-1][0])
            )
            for line, reports in found
            if line is not None
        ]

    async def keep(self, line: int, at: datetime) -> bool:
        """Close the reports of an acceptable line. False when there were none."""
        return await _done(self._database, line, at) > 0


def _place(listener: Listener) -> str:
    """The condition for a listener's place: a table, or none."""
    return "c.table_id IS NULL" if listener.table is None else "c.table_id = ?"


def _reader_values(listener: Listener) -> tuple[Value, ...]:
    """The values for `_place` and `_READABLE`."""
    rooms = sorted(listener.rooms)
    return (
        *(() if listener.table is None else (listener.table,)),
        rooms[0],
        rooms[-1],
        listener.person,
        listener.person,
        listener.person,
    )


async def _lines(db: Connection, query: str, values: Values) -> list[ChatMessage]:
    return [_line(row) for row in await db.rows(query, values)]


def _line(row: tuple[Any, ...]) -> ChatMessage:
    number, change, table, room, at, text, seat, removed_at, *people = row
    return ChatMessage(
        number,
        change,
        None if table is None else TableId(table),
        Room(room),
        datetime.fromisoformat(at),
        _person(*people[:3]),
        text,
        seat,
        None if people[3] is None else _person(*people[3:]),
        removed_at is not None,
    )


def _person(person: str, handle: str, name: str) -> Person:
    return Person(SessionId(person), Handle(handle), name)


async def _next_change(db: Connection) -> int:
    row = await db.row(_COUNT)
    return 0 if row is None else int(row[0])


async def _done(db: Connection, line: int, at: datetime) -> int:
    """Close the reports of a line and return their number."""
    query = "UPDATE reports SET done_at = ? WHERE line = ? AND done_at IS NULL"
    return await db.run(query, (moment(at), line))
