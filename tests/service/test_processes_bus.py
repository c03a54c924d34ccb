"""Two processes over one database, with each kind of bus: each follows the other."""

import asyncio
import itertools
from contextlib import AsyncExitStack, aclosing
from dataclasses import replace
from uuid import uuid4

import pytest

from pasch.service.bus import BusSettings
from pasch.service.chat.chat import Chat, Say
from pasch.service.chat.store import Room
from pasch.service.requests import Access, JoinTable
from pasch.service.runtime.tables import Lobby
from pasch.storage.bus import bus_of
from pasch.storage.chat import SqlChat
from pasch.storage.opening import opened
from pasch.storage.people import SqlPeople
from pasch.storage.progress import SqlProgress
from pasch.storage.tables import SqlTables
from tests.service.harness import ANNA, BERND, PUBLIC, Harness, ManualClock

pytestmark = pytest.mark.anyio


class SleeplessClock(ManualClock):
    """A clock for pollers: every sleep ends at once."""

    async def sleep(self, seconds):
        await asyncio.sleep(0 * seconds)


@pytest.fixture(params=["sqlite", "postgres"])
def url(request, tmp_path):
    if request.param == "postgres":
        return request.getfixturevalue("postgres_url")
    return f"sqlite:///{tmp_path / 'pasch.sqlite3'}"


@pytest.fixture(params=["poll", "redis"])
def make_bus(request):
    """The factory of a bus for a database. With Redis all clocks are stopped, so messages carry all news."""
    if request.param == "poll":
        return lambda database: bus_of("poll")(SqlProgress(database), SleeplessClock())
    address = f"{request.getfixturevalue('redis_url')}?prefix={uuid4().hex}"
    return lambda database: bus_of(address, BusSettings(gather=0))(SqlProgress(database), ManualClock())


@pytest.fixture
async def processes(url, make_bus):
    async with AsyncExitStack() as stack:
        harnesses = []
        for number in range(2):
            database = await stack.enter_async_context(opened(url))
            bus = make_bus(database)
            await stack.enter_async_context(bus.running())
            harnesses.append(Harness(SqlTables(database), bus=bus, first=1000 * number))
        while not all(harness.bus.figures.connected for harness in harnesses):  # noqa: ASYNC110 - it has no event to wait for
            await asyncio.sleep(0)
        yield harnesses


async def followed(harness, table):
    """All events of a table, as a watcher receives them."""
    received = []
    async with aclosing(harness.tables.follow(None, table, 0, "en")) as batches:
        async for batch in batches:
            received += [(event["seq"], event["type"]) for event in batch.events]
    return received


@pytest.mark.slow
async def test_watchers_of_both_processes_receive_whole_match(processes):
    table = await processes[0].open(ANNA, "Anna", "Bernd", visibility=PUBLIC)
    followers = [asyncio.ensure_future(followed(harness, table)) for harness in processes]
    for harness in itertools.cycle(processes):
        if (await harness.snapshot(ANNA, table))["status"] == "finished":
            break
        await harness.play_on(ANNA, table)
    log = [(event.seq, event.type) for event in await processes[0].log(table)]
    assert await asyncio.gather(*followers) == [log, log]


async def test_watcher_receives_bot_moves_of_other_process(processes):
    one, other = processes
    table = await one.open(ANNA, "bot", "bot", visibility=PUBLIC)
    async with one.tables.playing_bots():
        received = await followed(other, table)
    assert received == [(event.seq, event.type) for event in await one.log(table)]
    assert received[-1][1] == "match_finished"


async def test_lobby_shows_changes_of_other_process(processes):
    one, other = processes
    lobby = Lobby(other.tables, other.bus, other.clock, pause=0)
    async with aclosing(lobby.follow("en")) as lists:
        assert await anext(lists) == []
        table = await one.open(ANNA, "Anna", "human", visibility=PUBLIC)
        [listed] = await anext(lists)
        assert (listed["id"], listed["open_seats"]) == (table, 1)
        await one.tables.join(BERND, table, JoinTable("Bernd"))
        [listed] = await anext(lists)
        assert (listed["open_seats"], listed["status"]) == (0, "running")
        await one.tables.leave(BERND, table)
        await one.tables.leave(ANNA, table)
        assert await anext(lists) == []


async def test_own_tables_are_listed_with_stored_status(processes):
    one, other = processes
    table = await one.open(ANNA, "Anna", "human")
    assert [each["status"] for each in await other.tables.mine(ANNA, "en")] == ["waiting"]
    await one.tables.join(BERND, table, JoinTable("Bernd"))
    assert [each["status"] for each in await other.tables.mine(ANNA, "en")] == ["running"]


async def test_chat_reaches_listeners_of_other_process(processes):
    one, other = [
        Chat(SqlChat(harness.store.database), harness.tables, harness.bus, harness.clock) for harness in processes
    ]
    anna = replace(ANNA, access=Access("token"))
    await SqlPeople(processes[0].store.database).add_session(anna, b"hash")
    table = await processes[0].open(ANNA, "Anna", "human", visibility=PUBLIC)
    for room, place in ((Room.LOBBY, None), (Room.PLAYERS, table)):
        async with aclosing(other.follow(BERND, place, "en")) as heard:
            assert await anext(heard) == []
            for text in ("hello", "goodbye"):
                await one.say(ANNA, place, Say(room, text), "en")
                assert [line["text"] for line in await anext(heard)] == [text]
