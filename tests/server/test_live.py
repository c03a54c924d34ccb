"""Streams and sockets from the inside: without listeners, without events, and at server shutdown."""

import asyncio
import gc
from dataclasses import replace

import pytest

from pasch import __version__
from pasch.server.configuration.settings import Rate, ServerSettings
from pasch.server.health import Closing
from pasch.server.sockets.live import COUNTS, Live
from pasch.service.bus import LOBBY
from pasch.service.table.presence import AbsenceReason
from pasch.service.views.schema.socket import PROTOCOL, WRONG_VERSION, ServerMessage
from pasch.storage.database import CannotStore
from tests.server.world import valid, without_time, world_on
from tests.support.protocol import Socket, as_sent, connect

pytestmark = pytest.mark.anyio


async def numbers(*items, then=None):
    for item in items:
        yield item
    if then is not None:
        await then.wait()


async def test_stream_passes_all_items_until_its_source_ends():
    assert [item async for item in Closing().until_end(numbers(1, 2, 3))] == [1, 2, 3]


async def test_server_shutdown_ends_a_silent_stream():
    closing = Closing()
    stream = closing.until_end(numbers(1, then=asyncio.Event()))
    assert await anext(stream) == 1
    closing.begin()
    assert [item async for item in stream] == []


async def test_silent_stream_yields_pauses_and_loses_no_item():
    go_on = asyncio.Event()

    async def slow():
        yield 1
        await go_on.wait()
        yield 2

    stream = Closing().until_end(slow(), silence=0.001)
    assert [await anext(stream) for _ in range(3)] == [1, None, None]
    go_on.set()
    rest = [item async for item in stream]
    assert [item for item in rest if item is not None] == [2]


async def test_source_error_reaches_the_reader():
    async def broken():
        yield 1
        raise KeyError("gone")

    stream = Closing().until_end(broken())
    assert await anext(stream) == 1
    with pytest.raises(KeyError):
        await anext(stream)


async def test_slow_reader_is_disconnected_and_may_return(database):
    async with world_on(database, ServerSettings(patience=0.01, heartbeat=0.01)) as world:
        anna = await world.person()
        table = (await anna.open())["id"]
        far = Socket(capacity=1)
        line = connect(world, anna, table, far)
        await asyncio.wait_for(line, 20)
        assert far.code == 1013
        metrics = world.app.state.context.metrics
        assert (metrics.slow_readers._value.get(), metrics.sockets._value.get()) == (1, 0)
        assert (await anna.command(table, "roll")).status_code == 200


async def test_command_answer_follows_its_events_and_snapshot(world, anna):
    table = await anna.open()
    far = Socket(capacity=1000)
    line = connect(world, anna, table["id"], far)
    for _ in range(3):
        far.command(type="roll")
    far.command(type="roll")
    far.command(type="score", cell="chance")
    answers = await far.until("answer", 5)
    seen = 0
    for message in far.parts:
        if message["kind"] == "snapshot":
            seen = message["snapshot"]["seq"]
        elif message["kind"] == "answer" and message["status"] == 200:
            assert message["body"]["seq"] <= seen
    events = [message["event"]["seq"] for message in far.parts if message["kind"] == "event"]
    assert events == list(range(1, table["seq"] + 5))
    assert [answer["status"] for answer in answers].count(409) == 1
    far.outgoing.put_nowait({"type": "websocket.disconnect", "code": 1000})
    await asyncio.wait_for(line, 20)


async def test_closed_socket_leaves_no_garbage_in_cycles(world, anna):
    table = await anna.open()
    far = Socket(capacity=1000)
    line = connect(world, anna, table["id"], far)
    far.command(type="roll")
    await far.until("answer", 1)
    gc.collect()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        far.disconnect()
        await asyncio.wait_for(line, 20)
        del line
        gc.collect()
        left = [each for each in gc.garbage if isinstance(each, Live)]
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
    assert left == []


@pytest.mark.parametrize("query", ["", "version=1", "version=2", "version=two", "after=4"])
async def test_wrong_protocol_version_closes_with_a_one_sentence_reason(world, anna, query):
    table, said = await anna.open(), []
    for language in ("de", "en"):
        far = Socket()
        await connect(world, replace(anna, language=language), table["id"], far, query=query)
        assert (far.code, far.raw_messages) == (WRONG_VERSION, [])
        said.append(far.reason)
        assert len(far.reason.encode()) <= 123
        assert str(PROTOCOL) in far.reason
        assert __version__ in far.reason
    assert said[0] != said[1]


async def test_server_repeats_hello_on_request(world, anna):
    table = await anna.open()
    far = Socket()
    line = connect(world, anna, table["id"], far)
    await anna.do(table["id"], "roll")
    await far.until_at(table["seq"] + 1)
    far.outgoing.put_nowait({"type": "websocket.receive", "text": '{"type": "hello"}'})
    while far.raw_messages[-1]["kind"] != "hello" or len(far.raw_messages) == 1:
        await far._more()
    assert far.raw_messages[-1]["version"] == PROTOCOL
    assert without_time(far.parts[-1]["snapshot"]) == as_sent(await anna.table(table["id"]))
    far.disconnect()
    await line


async def test_repeated_hello_requests_are_rate_limited(database):
    async with world_on(database, ServerSettings(refusals=Rate(3, 0.01))) as world:
        anna = await world.person()
        far = Socket()
        line = connect(world, anna, (await anna.open())["id"], far)
        for _ in range(5):
            far.outgoing.put_nowait({"type": "websocket.receive", "text": '{"type": "hello"}'})
        answers = await far.until("answer", 2)
        assert [answer["status"] for answer in answers] == [429, 429]
        assert [message["kind"] for message in far.raw_messages].count("hello") == 4
        far.disconnect()
        await line


@pytest.mark.parametrize("capacity", [0, 1, 2, 3, 1000])
async def test_ended_connection_leaves_no_listener(database, capacity):
    """The table has no listener, however the connection ended."""
    async with world_on(database, ServerSettings(patience=0.01, heartbeat=0.01)) as world:
        anna = await world.person()
        table = (await anna.open())["id"]
        far = Socket(capacity)
        line = connect(world, anna, table, far)
        if capacity > 2:  # the snapshot and two events: the server has sent all and waits
            await far.until("event", 2)
            far.outgoing.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await asyncio.wait_for(line, 20)
        assert not world.app.state.context.tables._bus._readers
        assert world.app.state.context.metrics.sockets._value.get() == 0


class ClosedPage(Socket):
    """A page that is closed before the first message reaches it."""

    async def send(self, message):
        if message["type"] == "websocket.send":
            self.disconnect()
            raise OSError
        await super().send(message)


async def test_page_closed_before_hello_is_not_a_lost_connection(world, anna):
    table = (await anna.open())["id"]
    timers = world.app.state.context.tables._timers
    why = []
    timers._depart = lambda _live, _here, _player, ended: why.append(ended)
    await asyncio.wait_for(connect(world, anna, table, ClosedPage()), 20)
    assert why == [AbsenceReason.CLOSED]


async def test_server_shutdown_closes_sockets_with_1001(world, anna):
    table = (await anna.open())["id"]
    far = Socket(capacity=1000)
    line = connect(world, anna, table, far)
    await far.until("snapshot", 1)
    world.app.state.context.closing.begin()
    await asyncio.wait_for(line, 20)
    assert far.code == 1001


async def test_ended_table_still_answers_commands_on_the_socket(world, anna):
    table = (await anna.open())["id"]
    far = Socket(capacity=1000)
    line = connect(world, anna, table, far)
    far.command(type="abort")
    far.command(type="roll")
    assert sorted(answer["status"] for answer in await far.until("answer", 2)) == [200, 409]
    assert not line.done()
    far.outgoing.put_nowait({"type": "websocket.disconnect", "code": 1000})
    await asyncio.wait_for(line, 20)


async def test_socket_refusals_use_the_variants_cell_names(world):
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
        far.disconnect()
        await line
    assert said[0] != said[1]


async def test_silent_socket_sends_heartbeats(database):
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
        far.disconnect()
        await line


async def test_socket_opened_during_shutdown_is_closed(world, anna):
    table = (await anna.open())["id"]
    world.app.state.context.closing.begin()
    far = Socket()
    await asyncio.wait_for(connect(world, anna, table, far), 20)
    assert far.code == 1001


async def test_watcher_counts_are_batched_and_end_with_the_last(world, anna):
    table = (await anna.open(visibility="public"))["id"]
    anonymous = await world.person(session=False)
    clock = asyncio.get_running_loop().time
    first, *others = [Socket() for _ in range(30)]
    began = clock()
    lines = [connect(world, anonymous, table, first)]
    await first.until("snapshot", 1)
    lines += [connect(world, anonymous, table, far) for far in others]
    for far in others:
        await far.until("snapshot", 1)
    while not (counts := [m["watchers"] for m in first.parts if m["kind"] == "watchers"]) or counts[-1] < 30:
        await first._more()
    assert len(counts) <= 2 + (clock() - began) / COUNTS
    for far in (first, *others):
        far.disconnect()
    await asyncio.gather(*lines)


async def test_watchers_and_players_receive_the_same_event_order(world, anna):
    """Messages to watchers are serialised once for all of them, without a visible difference."""
    table = (await anna.open(visibility="public"))["id"]
    anonymous = await world.person(session=False)
    player, *watchers = [Socket() for _ in range(4)]
    lines = [connect(world, anna, table, player), *(connect(world, anonymous, table, far) for far in watchers)]
    for far in (player, *watchers):
        await far.until("snapshot", 1)
    for _ in range(2):
        player.command(type="roll")
    last = (await player.until("answer", 2))[-1]["body"]["seq"]
    for far in watchers:
        await far.until_at(last)
    first, *others = [[m for m in far.parts if m["kind"] == "event"] for far in (player, *watchers)]
    assert [event["event"]["seq"] for event in first] == list(range(1, last + 1))
    assert others == [first] * 3
    for far in (player, *watchers):
        far.disconnect()
    await asyncio.gather(*lines)


async def test_shutdown_answers_the_current_command_first(world, anna):
    table = (await anna.open())["id"]
    far = Socket()
    line = connect(world, anna, table, far)
    await far.until("snapshot", 1)
    context = world.app.state.context
    live = await context.tables.find(await context.sessions.find(anna.token), table)
    async with live.turnstile:
        far.command(type="roll")
        while not live.turnstile._waiters:  # noqa: ASYNC110 - until the command waits to be decided
            await asyncio.sleep(0)
        context.closing.begin()
        await asyncio.sleep(0)
    await asyncio.wait_for(line, 20)
    assert [part["status"] for part in far.parts if part["kind"] == "answer"] == [200]
    assert far.code == 1001


UNAVAILABLE = CannotStore("The database is not available: {reason}", reason="it is a test")


class UnavailableStore:
    """A store that does not answer."""

    async def read(self, _table, _after):
        raise UNAVAILABLE

    async def lobby(self, _most):
        raise UNAVAILABLE


async def test_store_outage_asks_table_sockets_to_reconnect(world, anna):
    table = (await anna.open())["id"]
    tables = world.app.state.context.tables
    far, store = Socket(), tables._live._store
    line = connect(world, anna, table, far)
    await far.until("snapshot", 1)
    tables._live._store = UnavailableStore()
    await tables._bus.publish(table, 99)
    await asyncio.wait_for(line, 20)
    assert far.code == 1013
    assert world.app.state.context.metrics.slow_readers._value.get() == 0
    tables._live._store = store
    again = Socket()
    line = connect(world, anna, table, again)
    await again.until("snapshot", 1)
    again.disconnect()
    await line


async def test_store_outage_asks_lobby_sockets_to_reconnect(world, anna):
    tables, far = world.app.state.context.tables, Socket()
    line = connect(world, anna, None, far, path="/api/v1/lobby/ws")
    await far.until("lobby", 1)
    tables._store = UnavailableStore()
    await tables._bus.publish(LOBBY, 2**53)
    await asyncio.wait_for(line, 20)
    assert far.code == 1013
