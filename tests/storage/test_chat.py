"""The contract of the chat store, for every kind of database."""

import asyncio
from datetime import timedelta

import pytest

from pasch.service.chat.store import ChatMessage, ChatStore, Listener, NewMessage, Person, Room
from pasch.service.ids import Handle, SessionId, TableId
from pasch.service.requests import Access, Session
from pasch.storage.chat import SqlChat
from pasch.storage.database import Database
from pasch.storage.opening import opened
from pasch.storage.people import SqlPeople
from pasch.storage.tables import SqlTables
from tests.storage.logs import ANNA, AT, TABLE, row, step

pytestmark = pytest.mark.anyio

BERND, CLARA = SessionId("bernd"), SessionId("clara")
PEOPLE = [
    Session(person, person.title(), AT, Handle(f"handle of {person}"), access=Access(f"token of {person}"))
    for person in (ANNA, BERND, CLARA)
]
LOBBY = frozenset({Room.LOBBY})
BOTH = frozenset({Room.PLAYERS, Room.WATCHERS})


@pytest.fixture
async def chat(database: Database) -> ChatStore:
    return await chat_among_people(database)


async def chat_among_people(database: Database) -> SqlChat:
    """A chat with three stored people and a stored table."""
    for person in PEOPLE:
        await SqlPeople(database).add_session(person, person.id.encode())
    await SqlTables(database).create(row(), step(0, "table_opened"))
    return SqlChat(database)


async def say(
    chat: ChatStore, text: str, *, by: SessionId = ANNA, room: Room = Room.LOBBY, to: SessionId | None = None
) -> ChatMessage:
    table = None if room is Room.LOBBY else TABLE
    return await chat.say(NewMessage(table, room, AT, by, text, None if table is None else 1, to))


async def heard(
    chat: ChatStore, by: SessionId | None, rooms: frozenset[Room] = LOBBY, before: int | None = None, limit: int = 50
) -> list[str]:
    ear = Listener(by, None if rooms == LOBBY else TABLE, rooms)
    return [line.text for line in await chat.lines(ear, before, limit)]


async def test_chat_message_is_stored_unchanged(chat: ChatStore) -> None:
    line = await say(chat, "Hallo, <Bernd>", room=Room.PLAYERS, to=BERND)
    anna, bernd = (Person(p.id, p.handle, p.name) for p in PEOPLE[:2])
    assert line == ChatMessage(1, 1, TABLE, Room.PLAYERS, AT, anna, "Hallo, <Bernd>", 1, bernd, removed=False)
    assert await chat.find(line.id) == line
    assert await chat.find(99) is None


async def test_chat_rooms_and_tables_are_separate(chat: ChatStore) -> None:
    await say(chat, "lobby")
    await say(chat, "players", room=Room.PLAYERS)
    await say(chat, "watchers", room=Room.WATCHERS)
    assert await heard(chat, None) == ["lobby"]
    assert await heard(chat, None, frozenset({Room.PLAYERS})) == ["players"]
    assert await heard(chat, None, BOTH) == ["players", "watchers"]
    assert await chat.lines(Listener(ANNA, TableId("other"), BOTH), None, 9) == []


async def test_latest_messages_are_in_order_and_older_ones_paged(chat: ChatStore) -> None:
    for number in range(1, 6):
        await say(chat, str(number))
    assert await heard(chat, None, limit=2) == ["4", "5"]
    assert await heard(chat, None, before=4, limit=2) == ["2", "3"]


async def test_private_message_reaches_only_sender_and_recipient(chat: ChatStore) -> None:
    await say(chat, "secret", to=BERND)
    assert await heard(chat, ANNA) == await heard(chat, BERND) == ["secret"]
    assert await heard(chat, CLARA) == await heard(chat, None) == []


async def test_muted_author_is_hidden_until_unmuted(chat: ChatStore) -> None:
    await say(chat, "noise", by=BERND)
    for _ in range(2):
        await chat.mute(ANNA, BERND)
    assert await heard(chat, ANNA) == []
    assert await heard(chat, BERND) == await heard(chat, CLARA) == await heard(chat, None) == ["noise"]
    assert [person.name for person in await chat.muted(ANNA)] == ["Bernd"]
    await chat.unmute(ANNA, BERND)
    assert await heard(chat, ANNA) == ["noise"]
    assert await chat.muted(ANNA) == []


async def test_chat_changes_share_one_counter(chat: ChatStore) -> None:
    assert await chat.latest() == 0
    first = await say(chat, "one")
    await say(chat, "two", room=Room.PLAYERS)
    assert await chat.changes(0) == {None: 1, TABLE: 2}
    await chat.remove(first.id, AT)
    assert await chat.changes(2) == {None: 3}
    assert await chat.latest() == 3
    ear = Listener(ANNA, None, LOBBY)
    assert [line.change for line in await chat.changed(ear, 0, 9)] == [3]
    assert await chat.changed(ear, 3, 9) == []


async def test_removed_message_keeps_its_place_and_loses_its_text(chat: ChatStore) -> None:
    for text in ("one", "bad", "three"):
        await say(chat, text)
    await chat.report(2, BERND, "rude", AT)
    removed = await chat.remove(2, AT)
    assert removed is not None
    assert (removed.removed, removed.text, removed.author.name) == (True, "", "Anna")
    assert await chat.remove(2, AT) == removed
    assert await heard(chat, CLARA) == ["one", "", "three"]
    assert await chat.reports() == []
    assert await chat.remove(99, AT) is None


async def test_reports_remain_until_operator_keeps_the_message(chat: ChatStore) -> None:
    await say(chat, "one")
    bad = await say(chat, "bad")
    await chat.report(bad.id, BERND, "rude", AT)
    await chat.report(bad.id, BERND, "very rude", AT)
    await chat.report(bad.id, CLARA, "", AT + timedelta(seconds=1))
    [reported] = await chat.reports()
    assert (reported.line, reported.times, reported.reasons) == (bad, 2, ("very rude",))
    assert reported.at == AT + timedelta(seconds=1)
    assert await chat.keep(bad.id, AT)
    assert not await chat.keep(bad.id, AT)
    assert await chat.reports() == []
    assert await heard(chat, None) == ["one", "bad"]


async def test_chat_finds_people_by_handle_and_messages_by_author(chat: ChatStore) -> None:
    found = await chat.person(Handle("handle of bernd"))
    assert found == Person(BERND, Handle("handle of bernd"), "Bernd")
    assert await chat.person(Handle("nobody")) is None
    await say(chat, "mine")
    await say(chat, "yours", by=BERND)
    assert [line.text for line in await chat.written_by(ANNA)] == ["mine"]


async def test_session_deletion_removes_its_messages_reports_and_mutes(database: Database) -> None:
    chat = await chat_among_people(database)
    await say(chat, "mine")
    await say(chat, "to me", by=BERND, to=ANNA)
    kept = await say(chat, "yours", by=BERND)
    await chat.report(kept.id, ANNA, "", AT)
    await chat.mute(CLARA, ANNA)
    await SqlPeople(database).forget(ANNA)
    assert await heard(chat, BERND) == ["yours"]
    assert await chat.reports() == []
    assert await chat.muted(CLARA) == []


async def test_change_numbers_are_never_reused(database: Database) -> None:
    chat = await chat_among_people(database)
    first = await say(chat, "mine", by=BERND)
    await SqlPeople(database).forget(BERND)
    second = await say(chat, "yours")
    assert (first.change, second.change) == (1, 2)
    assert await chat.latest() == 2


async def test_chat_changes_become_visible_in_number_order(url: str) -> None:
    """Two processes write chat concurrently. A reader that continues after each number misses nothing."""
    async with opened(url) as one, opened(url) as other:
        await chat_among_people(one)
        talking = asyncio.gather(*(say(SqlChat([one, other][i % 2]), str(i)) for i in range(60)))
        ear, seen = Listener(ANNA, None, LOBBY), [0]
        while not talking.done() or seen[-1] < 60:
            seen += [line.change for line in await SqlChat(one).changed(ear, seen[-1], 9)]
        await talking
    assert seen == list(range(61))
