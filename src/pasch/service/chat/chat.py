"""Chat: in the lobby, and in the two rooms of every table.

Theory of operation. The store holds the lines and counts changes over all rooms: `change` grows
with every new line and with every removal by an operator. The bus announces "this room is at change
N". Each follower then queries the store for the changes that it may read. A slow reader therefore
needs no buffer, and muted or private lines never leave the store. Operators work in another
process, without a bus: `listening` polls the count every few seconds and announces growth on the
bus.
"""

from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from operator import itemgetter

from pasch.rules.errors import InvalidInput
from pasch.rules.fingerprint import Plain
from pasch.service.bus import chat_topic
from pasch.service.chat.store import ChatMessage, ChatStore, Listener, NewMessage, Person, Room, clean_line
from pasch.service.errors import NotSeated, RoomClosed, UnknownLine, UnknownPerson, UnknownTable
from pasch.service.ids import Handle, SessionId, TableId
from pasch.service.ports import Bus, Clock
from pasch.service.requests import Session, Status, Visibility
from pasch.service.runtime.cache import LiveTable
from pasch.service.runtime.tables import Tables
from pasch.service.system import report, working
from pasch.service.table.presence import time_text
from pasch.service.views.scene import current_names
from pasch.service.views.schema.people import ChatLine, ChatLines, ChatPerson
from pasch.words import guest_name


@dataclass(frozen=True)
class Rooms:
    """The rooms that a person may read and write."""

    readable: frozenset[Room] = frozenset()
    writable: frozenset[Room] = frozenset()


BOTH = frozenset({Room.PLAYERS, Room.WATCHERS})
_PLAYERS = frozenset({Room.PLAYERS})
_WATCHERS = frozenset({Room.WATCHERS})


def _rooms(live: LiveTable | None, person: SessionId | None) -> Rooms:
    """The rooms of a table, or of the lobby, that a person may see.

    Everyone reads the lobby; writing requires a session.

    Players have a room. They cannot read the watchers' room before the end, because watchers may have seen hidden
    information. Watchers have a room as well. At a public table they also read the players' room, but never write
    there.
    """
    if live is None:
        everywhere = frozenset({Room.LOBBY})
        return Rooms(everywhere, frozenset() if person is None else everywhere)
    ended = live.state.status.ended
    if _plays(live, person):
        return Rooms(BOTH, BOTH) if ended else Rooms(_PLAYERS, _PLAYERS)
    open_doors = ended or live.row.visibility is Visibility.PUBLIC
    return Rooms(BOTH if open_doors else _WATCHERS, frozenset() if person is None else _WATCHERS)


def seat_at(live: LiveTable, person: SessionId) -> int | None:
    """A person's first seat."""
    return next(iter(live.row.seats_of(person)), None)


def _plays(live: LiveTable, person: SessionId | None) -> bool:
    """Whether a person has a seat, or waits for others at their own table."""
    if person is None:
        return False
    waits = live.state.status is Status.WAITING and person == live.row.opener
    return waits or seat_at(live, person) is not None


@dataclass(frozen=True)
class ChatSettings:
    """`page` is the number of lines per request, `recheck` the seconds between two polls for removed lines."""

    page: int = 100
    recheck: float = 3.0


@dataclass(frozen=True)
class Say:
    """A requested line: to the whole room, or to one person."""

    room: Room
    text: str
    to: Handle | None = None


class Chat:
    """Reading and writing in chat. `table` None is the lobby.

    A caller is a `Session`; None has no session and may read public rooms only. Calls about a table may raise
    `UnknownTable`.
    """

    def __init__(
        self, store: ChatStore, tables: Tables, bus: Bus, clock: Clock, settings: ChatSettings | None = None
    ) -> None:
        self._store = store
        self._tables = tables
        self._bus = bus
        self._clock = clock
        self._settings = settings or ChatSettings()

    # --------------------------------------------------------------------------- reading

    async def lines(
        self, caller: Session | None, table: TableId | None, lang: str, *, room: Room | None = None, before: int | None
    ) -> ChatLines:
        """The latest lines before a given line, in one room or in all that the caller may read. Raises `RoomClosed`.

        At the table of a rematch, this includes lines of the previous table that the caller may read.
        """
        live = await self._table(caller, table)
        rooms = _rooms(live, _id(caller))
        if room is not None and room not in rooms.readable:
            raise RoomClosed
        found = await self._latest(caller, live, room, before, lang)
        if (last := await self._earlier(caller, table)) is not None:
            found += await self._latest(caller, last, room, before, lang, earlier=True)
            found.sort(key=itemgetter("id"))
        shown = found[-self._settings.page :]
        return {
            "lines": shown,
            "more": len(found) > len(shown),
            "rooms": [{"room": each.value, "write": each in rooms.writable} for each in Room if each in rooms.readable],
        }

    async def _latest(  # noqa: PLR0913 - one of them has a default
        self,
        caller: Session | None,
        live: LiveTable | None,
        room: Room | None,
        before: int | None,
        lang: str,
        *,
        earlier: bool = False,
    ) -> list[ChatLine]:
        """The latest lines of one place, one more than a page; from `room`, or from all rooms open to the caller."""
        readable = _rooms(live, _id(caller)).readable if room is None else frozenset({room})
        listener = Listener(_id(caller), None if live is None else live.id, readable)
        view = _viewer(caller, live, lang, earlier=earlier)
        return [view(line) for line in await self._store.lines(listener, before, self._settings.page + 1)]

    async def follow_with_earlier(
        self, caller: Session | None, table: TableId, lang: str
    ) -> list[AsyncGenerator[list[ChatLine]]]:
        """Follow a table and, at a rematch, the previous table."""
        follows = [self.follow(caller, table, lang)]
        if (last := await self._earlier(caller, table)) is not None:
            follows.append(self.follow(caller, last.id, lang, earlier=True))
        return follows

    async def _earlier(self, caller: Session | None, table: TableId | None) -> LiveTable | None:
        return None if table is None else await self._tables.earlier(caller, table)

    async def follow(
        self, caller: Session | None, table: TableId | None, lang: str, *, earlier: bool = False
    ) -> AsyncGenerator[list[ChatLine]]:
        """Lines written and removed from now on; ends when the caller may no longer see the table.

        The first batch comes at once and is empty. Nothing after it is missed.
        """
        with self._bus.subscribe(chat_topic(table)) as subscription:
            seen = await self._store.latest()
            yield []
            while True:
                await subscription.news()
                try:
                    live = await self._table(caller, table)
                except UnknownTable:
                    return
                view = _viewer(caller, live, lang, earlier=earlier)
                while found := await self._changed(caller, live, table, seen):
                    seen = found[-1].change
                    yield [view(line) for line in found]

    async def _changed(
        self, caller: Session | None, live: LiveTable | None, table: TableId | None, seen: int
    ) -> Sequence[ChatMessage]:
        listener = Listener(_id(caller), table, _rooms(live, _id(caller)).readable)
        return await self._store.changed(listener, seen, self._settings.page)

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[None]:
        """While the context is open, removals by other processes reach followers in this process."""
        async with working(self._listen(await self._store.latest())):
            yield

    async def _listen(self, seen: int) -> None:
        """Poll without end. A temporary store failure does not stop the polling."""
        while True:
            await self._clock.sleep(self._settings.recheck)
            try:
                changes = await self._store.changes(seen)
            except Exception as error:  # noqa: BLE001 - reported and retried
                report("Changes of the chat cannot be read just now", error)
                continue
            for table, change in changes.items():
                await self._bus.publish(chat_topic(table), change)
                seen = max(seen, change)

    # --------------------------------------------------------------------------- writing

    async def say(self, caller: Session, table: TableId | None, request: Say, lang: str) -> ChatLine:
        """Write a line. Raises `InvalidInput`, `NotSeated`, `RoomClosed`, `UnknownPerson`."""
        live = await self._table(caller, table)
        text = clean_line(request.text)
        _check_writer(_rooms(live, caller.id), request.room)
        to = None if request.to is None else await self._recipient(caller, live, request.room, request.to)
        seat = None if live is None else seat_at(live, caller.id)
        line = await self._store.say(NewMessage(table, request.room, self._clock.now(), caller.id, text, seat, to))
        await self._bus.publish(chat_topic(table), line.change)
        return _viewer(caller, live, lang)(line)

    async def _recipient(self, caller: Session, live: LiveTable | None, room: Room, handle: Handle) -> SessionId:
        """The recipient of a line: another person who may read this room."""
        person = await self._person(handle)
        if person.id == caller.id:
            raise InvalidInput("You cannot write to yourself")
        if room not in _rooms(live, person.id).readable:
            raise UnknownPerson
        return person.id

    # --------------------------------------------------------------------------- people

    async def mute(self, caller: Session, handle: Handle) -> None:
        """Hide a person's lines from the caller. Raises `UnknownPerson`, `InvalidInput` for oneself."""
        person = await self._person(handle)
        if person.id == caller.id:
            raise InvalidInput("You cannot mute yourself")
        await self._store.mute(caller.id, person.id)

    async def unmute(self, caller: Session, handle: Handle) -> None:
        """Undo `mute`. Raises `UnknownPerson`."""
        await self._store.unmute(caller.id, (await self._person(handle)).id)

    async def muted(self, caller: Session, lang: str) -> list[ChatPerson]:
        """The people that the caller has muted."""
        return [_person_view(person, lang) for person in await self._store.muted(caller.id)]

    async def _person(self, handle: Handle) -> Person:
        person = await self._store.person(handle)
        if person is None:
            raise UnknownPerson
        return person

    # --------------------------------------------------------------------------- personal data

    async def export(self, person: SessionId) -> Mapping[str, Plain]:
        """All lines that a person has written, and the people they have muted."""
        lines: list[Plain] = [
            {"at": time_text(line.at), "table": line.table, "room": line.room.value, "text": line.text}
            for line in await self._store.written_by(person)
        ]
        muted: list[Plain] = [str(each.handle) for each in await self._store.muted(person)]
        return {"lines": lines, "muted": muted}

    async def rename(self, person: SessionId, name: str) -> None:
        """Nothing to do: names are resolved whenever a line is shown."""

    async def forget(self, person: SessionId) -> None:
        """Nothing to do: the store deletes everything together with the person."""

    # --------------------------------------------------------------------------- reporting

    async def report(self, caller: Session, number: int, reason: str) -> None:
        """Report a line that the caller may read to the operator. Raises `UnknownLine`, `InvalidInput`."""
        line = await self._store.find(number)
        if line is None or line.removed or not await self._may_read(caller, line):
            raise UnknownLine
        await self._store.report(number, caller.id, clean_line(reason) if reason else "", self._clock.now())

    async def _may_read(self, caller: Session, line: ChatMessage) -> bool:
        if line.to is not None and caller.id not in {line.to.id, line.author.id}:
            return False
        try:
            live = await self._table(caller, line.table)
        except UnknownTable:
            return False
        return line.room in _rooms(live, caller.id).readable

    async def _table(self, caller: Session | None, table: TableId | None) -> LiveTable | None:
        return None if table is None else await self._tables.find(caller, table)


def _id(caller: Session | None) -> SessionId | None:
    return None if caller is None else caller.id


def _check_writer(rooms: Rooms, room: Room) -> None:
    if room in rooms.writable:
        return
    if room is Room.PLAYERS:
        raise NotSeated("Only players can write in this channel")
    raise RoomClosed


def _viewer(
    caller: Session | None, live: LiveTable | None, lang: str, *, earlier: bool = False
) -> Callable[[ChatMessage], ChatLine]:
    """A function that renders lines for a caller. Players have their table names while they sit there."""
    me = _id(caller)
    seats = {} if live is None else dict(zip(live.row.seats, current_names(live, lang), strict=True))
    called = {row.session: name for row, name in reversed(seats.items()) if row.session is not None}

    def person(who: Person, room: Room) -> ChatPerson:
        shown = _person_view(who, lang)
        return {**shown, "name": called.get(who.id, shown["name"])} if room in BOTH else shown

    def view(line: ChatMessage) -> ChatLine:
        return {
            "id": line.id,
            "room": line.room.value,
            "at": time_text(line.at),
            **person(line.author, line.room),
            "seat": line.seat,
            "mine": line.author.id == me,
            "to": None if line.to is None else person(line.to, line.room),
            "text": line.text,
            "removed": line.removed,
            "earlier": earlier,
        }

    return view


def _person_view(person: Person, lang: str) -> ChatPerson:
    return {"person": person.handle, "name": person.name or guest_name(person.handle, lang)}
