"""The latest number of each topic, for every kind of database."""

from dataclasses import replace
from datetime import timedelta

import pytest

from pasch.service.bus import LOBBY, chat_topic, token_topic, watchers_topic
from pasch.service.chat.store import Room
from pasch.service.ids import Handle, ProcessId, SessionId, TableId
from pasch.service.requests import Access, Session, Status, Visibility
from pasch.service.runtime.connections import ProcessConnections
from pasch.storage.ownership import SqlConnections
from pasch.storage.people import SqlPeople
from pasch.storage.progress import CHUNK, SqlProgress, padded
from pasch.storage.tables import SqlTables
from tests.storage.logs import ANNA, AT, TABLE, row, step
from tests.storage.test_chat import chat_among_people, say

pytestmark = pytest.mark.anyio


@pytest.fixture
async def progress(database):
    return SqlProgress(database)


@pytest.fixture
async def store(database):
    return SqlTables(database)


async def opened(store, name, visibility=Visibility.PRIVATE, status=Status.RUNNING):
    table = TableId(name)
    await store.create(row(table, visibility), step(0, "table_opened", table=table, status=status))
    return table


async def test_table_progress_is_its_latest_event_number(progress, store):
    one, two = await opened(store, "one"), await opened(store, "two")
    await store.append(step(1, "dice_rolled", "scored", table=two))
    assert await progress.progress([one, two, "gone"]) == {one: 1, two: 3}
    assert await store.latest([one, TableId("gone")]) == {one: 1}
    assert await progress.progress([]) == {}


async def test_progress_query_accepts_any_number_of_tables(progress, store):
    table = await opened(store, "one")
    many = [f"gone{number}" for number in range(2 * CHUNK)]
    assert await progress.progress([*many, table]) == {table: 1}


async def test_chat_progress_is_its_latest_change_number(progress, database):
    chat = await chat_among_people(database)
    topics = [chat_topic(None), chat_topic(TABLE), chat_topic(TableId("gone"))]
    assert await progress.progress(topics) == {chat_topic(None): 0}
    await say(chat, "one")
    line = await say(chat, "two", room=Room.PLAYERS)
    await say(chat, "three")
    assert await progress.progress(topics) == {chat_topic(None): 3, chat_topic(TABLE): 2}
    await chat.remove(line.id, AT)
    assert await progress.progress([chat_topic(TABLE)]) == {chat_topic(TABLE): 4}


async def test_lobby_mark_changes_only_with_the_list(progress, store):
    marks = [(await progress.progress([LOBBY]))[LOBBY]]

    async def look():
        marks.append((await progress.progress([LOBBY]))[LOBBY])

    for name in ("early", "late"):
        await opened(store, name, Visibility.PUBLIC, Status.WAITING)
        await look()
    # One process has a slow clock, so the newest time does not advance. Another has a stopped clock.
    for after, at in ((1, AT - timedelta(hours=1)), (2, AT - timedelta(hours=1))):
        taken = step(after, "seat_taken", table=TableId("late"), status=Status.WAITING)
        await store.append(replace(taken, at=at))
        await look()
    await store.append(step(1, "table_aborted", table=TableId("early"), status=Status.ABORTED))
    await look()
    assert len(set(marks)) == 6
    await opened(store, "secret", Visibility.PRIVATE, Status.WAITING)
    await store.append(step(2, "match_finished", table=TableId("early"), status=Status.FINISHED))
    await look()
    assert marks[-1] == marks[-2]


async def test_watchers_mark_follows_declared_connections(progress, store, database):
    table, quiet = await opened(store, "one"), await opened(store, "two")
    connections, process = SqlConnections(database), ProcessId("process")
    marks = []
    for published in (
        ProcessConnections(),
        ProcessConnections(frozenset({SessionId("anna")})),
        ProcessConnections(watchers=1),
        ProcessConnections(),
        None,
    ):
        if published is None:
            await connections.publish(process, {table: ProcessConnections(watchers=2)})
            await connections.forget([process])
        else:
            await connections.publish(process, {table: published})
        found = await progress.progress([watchers_topic(table), watchers_topic(quiet)])
        assert found[watchers_topic(quiet)] == 0
        marks.append(found[watchers_topic(table)])
    assert (marks[0], marks[3], marks[4]) == (0, 0, 0)
    assert len(set(marks)) == 3


async def test_unknown_topics_have_no_progress(progress):
    assert await progress.progress(["elsewhere:one", "a:b:c", ":"]) == {}


def test_queries_are_padded_to_powers_of_two():
    asked = {len(padded([TableId("t")] * number)) for number in range(1, CHUNK + 1)}
    assert asked == {1, 2, 4, 8, 16, 32, 64, 128, 256, 512}


async def test_token_progress_shows_revocation(progress, database):
    people = SqlPeople(database)
    await people.add_session(Session(ANNA, "Anna", AT, Handle("a1"), access=Access("t1")), b"1")
    topics = [token_topic("t1"), token_topic("t2")]
    assert await progress.progress(topics) == dict(zip(topics, (1, 2), strict=True))
    await people.end_tokens(ANNA, ["t1"])
    assert await progress.progress(topics) == dict.fromkeys(topics, 2)
