"""Streams and sockets from the inside: without listeners, without events, and at the server's end."""

import asyncio
from dataclasses import replace

import pytest

from pasch import __version__
from pasch.server.configuration.settings import Rate, ServerSettings
from pasch.server.operation.health import Closing
from pasch.server.sockets.live import COUNTS, Live
from pasch.service.table.presence import AbsenceReason
from pasch.service.topics import LOBBY
from pasch.service.views.schema.socket import PROTOCOL, WRONG_VERSION, ServerMessage
from pasch.storage.database import CannotStore
from tests.server.world import still, valid, world_on
from tests.support.protocol import Socket, as_sent, connect

pytestmark = pytest.mark.anyio


async def numbers(*items, then=None):
    for item in items:
        yield item
    if then is not None:
        await then.wait()


async def test_everything_passes_until_the_source_ends():
    assert [item async for item in Closing().through(numbers(1, 2, 3))] == [1, 2, 3]


async def test_the_end_of_the_server_ends_a_silent_stream():
    closing = Closing()
    stream = closing.through(numbers(1, then=asyncio.Event()))
    assert await anext(stream) == 1
    closing.begin()
    assert [item async for item in stream] == []


async def test_silence_is_told_and_loses_nothing():
    go_on = asyncio.Event()

    async def slow():
        yield 1
        await go_on.wait()
        yield 2

    stream = Closing().through(slow(), silence=0.001)
    assert [await anext(stream) for _ in range(3)] == [1, None, None]
    go_on.set()
    rest = [item async for item in stream]
    assert [item for item in rest if item is not None] == [2]


async def test_what_goes_wrong_at_the_source_is_not_swallowed():
    async def broken():
        yield 1
        raise KeyError("gone")

    stream = Closing().through(broken())
    assert await anext(stream) == 1
    with pytest.raises(KeyError):
        await anext(stream)


async def test_a_reader_who_takes_nothing_is_disconnected_and_may_come_back(database):
    async with world_on(database, ServerSettings(patience=0.01)) as world:
        anna = await world.person()
        table = (await anna.open())["id"]
        far = Socket(takes=1)
        line = connect(world, anna, table, far)
        await asyncio.wait_for(line, 20)
        assert far.code == 1013
        metrics = world.app.state.context.metrics
        assert (metrics.slow_readers, metrics.sockets) == (1, 0)
        assert (await anna.command(table, "roll")).status_code == 200


async def test_an_answer_comes_after_the_events_and_the_snapshot_it_belongs_to(world, anna):
    table = await anna.open()
    far = Socket(takes=1000)
    line = connect(world, anna, table["id"], far)
    for _ in range(3):
        far.command(type="roll")
    far.command(type="roll")
    far.command(type="score", cell="chance")
    answers = await far.until("answer", 5)
    seen = 0
    for message in far.said:
        if message["kind"] == "snapshot":
            seen = message["snapshot"]["seq"]
        elif message["kind"] == "answer" and message["status"] == 200:
            assert message["body"]["seq"] <= seen
    events = [message["event"]["seq"] for message in far.said if message["kind"] == "event"]
    assert events == list(range(1, table["seq"] + 5))
    assert [answer["status"] for answer in answers].count(409) == 1
    far.to_say.put_nowait({"type": "websocket.disconnect", "code": 1000})
    await asyncio.wait_for(line, 20)


@pytest.mark.parametrize("query", ["", "version=1", "version=2", "version=two", "after=4"])
async def test_a_client_of_another_version_is_told_so_in_one_sentence(world, anna, query):
    table, said = await anna.open(), []
    for language in ("de", "en"):
        far = Socket()
        await connect(world, replace(anna, language=language), table["id"], far, query=query)
        assert (far.code, far.taken) == (WRONG_VERSION, [])
        said.append(far.reason)
        assert len(far.reason.encode()) <= 123
        assert str(PROTOCOL) in far.reason
        assert __version__ in far.reason
    assert said[0] != said[1]


async def test_hello_is_said_again_to_whoever_asks(world, anna):
    table = await anna.open()
    far = Socket()
    line = connect(world, anna, table["id"], far)
    await anna.do(table["id"], "roll")
    await far.until_at(table["seq"] + 1)
    far.to_say.put_nowait({"type": "websocket.receive", "text": '{"type": "hello"}'})
    while far.taken[-1]["kind"] != "hello" or len(far.taken) == 1:
        await far._more()
    assert far.taken[-1]["version"] == PROTOCOL
    assert still(far.said[-1]["snapshot"]) == as_sent(await anna.table(table["id"]))
    far.go()
    await line


async def test_whoever_asks_for_hello_over_and_over_is_refused(database):
    async with world_on(database, ServerSettings(refusals=Rate(3, 0.01))) as world:
        anna = await world.person()
        far = Socket()
        line = connect(world, anna, (await anna.open())["id"], far)
        for _ in range(5):
            far.to_say.put_nowait({"type": "websocket.receive", "text": '{"type": "hello"}'})
        answers = await far.until("answer", 2)
        assert [answer["status"] for answer in answers] == [429, 429]
        assert [message["kind"] for message in far.taken].count("hello") == 4
        far.go()
        await line


@pytest.mark.parametrize("takes", [0, 1, 2, 3, 1000])
async def test_whoever_has_gone_is_forgotten(database, takes):
    """However the connection ended, the table has no listener any more."""
    async with world_on(database, ServerSettings(patience=0.01)) as world:
        anna = await world.person()
        table = (await anna.open())["id"]
        far = Socket(takes)
        line = connect(world, anna, table, far)
        if takes > 2:  # the snapshot and two events, so the server is content and waits
            await far.until("event", 2)
            far.to_say.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await asyncio.wait_for(line, 20)
        assert not world.app.state.context.tables._bus._readers
        assert world.app.state.context.metrics.sockets == 0


class ShutPage(Socket):
    """A page that is closed before the first message reaches it."""

    async def send(self, message):
        if message["type"] == "websocket.send":
            self.go()
            raise OSError
        await super().send(message)


async def test_a_page_that_closes_before_it_is_greeted_is_no_lost_connection(world, anna):
    table = (await anna.open())["id"]
    timers = world.app.state.context.tables._timers
    why = []
    timers._go = lambda _live, _here, _player, ended: why.append(ended)
    await asyncio.wait_for(connect(world, anna, table, ShutPage()), 20)
    assert why == [AbsenceReason.CLOSED]


async def test_the_end_of_the_server_says_goodbye(world, anna):
    table = (await anna.open())["id"]
    far = Socket(takes=1000)
    line = connect(world, anna, table, far)
    await far.until("snapshot", 1)
    world.app.state.context.closing.begin()
    await asyncio.wait_for(line, 20)
    assert far.code == 1001


async def test_a_table_that_has_ended_still_answers_on_the_line(world, anna):
    table = (await anna.open())["id"]
    far = Socket(takes=1000)
    line = connect(world, anna, table, far)
    far.command(type="abort")
    far.command(type="roll")
    assert sorted(answer["status"] for answer in await far.until("answer", 2)) == [200, 409]
    assert not line.done()
    far.to_say.put_nowait({"type": "websocket.disconnect", "code": 1000})
    await asyncio.wait_for(line, 20)


async def test_refusals_on_the_line_call_cells_as_the_game_does(world):
    anna = await world.person(language="de")
    said = []
    for variant in ("kniffel", "hartard"):
        table = await anna.open("Anna", variant=variant)
        name = {row["key"]: row["name"] for row in table["sheet"]["categories"]}["four_of_a_kind"]
        far = Socket()
        line = connect(world, anna, table["id"], far)
        for command in ("roll", "score", "roll", "score"):
            cell = {"cell": "four_of_a_kind", "points": 0} if command == "score" else {}
            far.command(type=command, **cell)
        [refusal] = [answer for answer in await far.until("answer", 4) if answer["status"] != 200]
        assert refusal["body"]["code"] == "cell_filled"
        assert name in refusal["body"]["detail"]
        said.append(refusal["body"]["detail"])
        far.go()
        await line
    assert said[0] != said[1]


async def test_a_silent_line_says_that_it_lives(database):
    async with world_on(database, ServerSettings(heartbeat=0.01)) as world:
        anna = await world.person()
        table = (await anna.open())["id"]
        far = Socket()
        line = connect(world, anna, table, far)
        for message in await far.until("alive", 2):
            valid(ServerMessage, message)
        await anna.do(table, "abort")
        so_far = len(await far.until("alive", 1))
        await far.until("alive", so_far + 2)
        far.go()
        await line


async def test_the_end_may_come_while_a_line_is_about_to_break_its_silence():
    troubles, loop = [], asyncio.get_running_loop()
    loop.set_exception_handler(lambda _, context: troubles.append(context))
    live = object.__new__(Live)

    async def waits() -> None:
        async with asyncio.timeout(0) as live._waiting:
            loop.call_soon(live._stop_waiting)  # right after the timer, before the waiting task continues
            await loop.create_future()

    with pytest.raises(TimeoutError):
        await waits()
    assert troubles == []


async def test_while_many_come_each_is_told_a_few_numbers_and_the_last_one(world, anna):
    table = (await anna.open(visibility="public"))["id"]
    nobody = await world.person(session=False)
    clock = asyncio.get_running_loop().time
    first, *others = [Socket() for _ in range(30)]
    began = clock()
    lines = [connect(world, nobody, table, first)]
    await first.until("snapshot", 1)
    lines += [connect(world, nobody, table, far) for far in others]
    for far in others:
        await far.until("snapshot", 1)
    while not (counts := [m["watchers"] for m in first.said if m["kind"] == "watchers"]) or counts[-1] < 30:
        await first._more()
    assert len(counts) <= 2 + (clock() - began) / COUNTS
    for far in (first, *others):
        far.go()
    await asyncio.gather(*lines)


async def test_watchers_and_players_hear_the_same_in_the_same_order(world, anna):
    """Messages to watchers are serialised once for all of them, without a visible difference."""
    table = (await anna.open(visibility="public"))["id"]
    nobody = await world.person(session=False)
    player, *watchers = [Socket() for _ in range(4)]
    lines = [connect(world, anna, table, player), *(connect(world, nobody, table, far) for far in watchers)]
    for far in (player, *watchers):
        await far.until("snapshot", 1)
    for _ in range(2):
        player.command(type="roll")
    last = (await player.until("answer", 2))[-1]["body"]["seq"]
    for far in watchers:
        await far.until_at(last)
    first, *others = [[m for m in far.said if m["kind"] == "event"] for far in (player, *watchers)]
    assert [event["event"]["seq"] for event in first] == list(range(1, last + 1))
    assert others == [first] * 3
    for far in (player, *watchers):
        far.go()
    await asyncio.gather(*lines)


async def test_a_line_that_is_taking_commands_hears_the_end_of_the_server(world, anna):
    """A cancellation is caught only during the wait."""
    table = (await anna.open())["id"]
    far = Socket()
    line = connect(world, anna, table, far)
    await far.until("snapshot", 1)
    far.command(type="roll")
    world.app.state.context.closing.begin()
    await asyncio.wait_for(line, 20)
    assert far.code == 1001


AWAY = CannotStore("The database is not available: {reason}", reason="it is a test")


class Silent:
    """A store that does not answer."""

    async def read(self, _table, _after):
        raise AWAY

    async def lobby(self, _most):
        raise AWAY


async def test_while_the_store_is_away_lines_are_asked_to_come_back(world, anna):
    table = (await anna.open())["id"]
    tables = world.app.state.context.tables
    far, store = Socket(), tables._live._store
    line = connect(world, anna, table, far)
    await far.until("snapshot", 1)
    tables._live._store = Silent()
    await tables._bus.publish(table, 99)
    await asyncio.wait_for(line, 20)
    assert far.code == 1013
    assert world.app.state.context.metrics.slow_readers == 0
    tables._live._store = store
    again = Socket()
    line = connect(world, anna, table, again)
    await again.until("snapshot", 1)
    again.go()
    await line


async def test_while_the_store_is_away_the_lobby_too_asks_to_come_back(world, anna):
    tables, far = world.app.state.context.tables, Socket()
    line = connect(world, anna, None, far, path="/api/v1/lobby/ws")
    await far.until("lobby", 1)
    tables._store = Silent()
    await tables._bus.publish(LOBBY, 2**53)
    await asyncio.wait_for(line, 20)
    assert far.code == 1013
