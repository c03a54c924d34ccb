"""Following a table: each event arrives once, in order, from any sequence number."""

import asyncio
from contextlib import aclosing

import pytest

from pasch.service.errors import NoSuchEvent, UnknownTable
from pasch.service.ids import TableId
from pasch.service.requests import Abort, JoinTable
from tests.service.hall import ANNA, BERND, CLARA, PUBLIC, Hall

pytestmark = pytest.mark.anyio


async def follow(hall, caller, table, after=0):
    """All events until the table ends, and the number of batches."""
    events, batches = [], 0
    async with aclosing(hall.tables.follow(caller, table, after, "en")) as following:
        async for batch in following:
            events += batch.events
            batches += 1
            if batch.events:
                assert batch.snapshot["seq"] == batch.events[-1]["seq"]
    return events, batches


async def test_every_listener_receives_every_event_once(hall):
    table = await hall.open(ANNA, "Anna", "Bernd", visibility=PUBLIC)
    listeners = [asyncio.create_task(follow(hall, who, table, after)) for who in (ANNA, None) for after in (0, 1, 2)]
    await hall.play_through(ANNA, table)
    heard = [events for events, _ in await asyncio.gather(*listeners)]
    log = await hall.log(table)
    for events, after in zip(heard, (0, 1, 2) * 2, strict=True):
        assert [event["seq"] for event in events] == list(range(after + 1, len(log) + 1))
        assert [event["type"] for event in events] == [event.type for event in log[after:]]
        assert all(event["text"] for event in events)
        assert all(event["at"].endswith("Z") for event in events)


async def test_a_slow_reader_gets_few_large_batches(hall):
    table = await hall.open(ANNA, "Anna", "Bernd")
    async with aclosing(hall.tables.follow(ANNA, table, 0, "en")) as following:
        assert len((await anext(following)).events) == 2
        while (await hall.look(ANNA, table))["status"] == "running":
            await hall.play_on(ANNA, table)
        batches = [await anext(following), await anext(following)]
        rest = [event for batch in batches for event in batch.events]
        assert [event["seq"] for event in rest] == list(range(3, len(await hall.log(table)) + 1))
        with pytest.raises(StopAsyncIteration):
            await anext(following)


async def test_first_batch_arrives_at_once_even_without_events(hall):
    table = await hall.open(ANNA, "Anna")
    async with aclosing(hall.tables.follow(ANNA, table, 2, "en")) as following:
        first = await anext(following)
        assert (first.events, first.snapshot["seq"]) == ([], 2)
        await hall.roll(ANNA, table)
        assert [event["seq"] for event in (await anext(following)).events] == [3]


@pytest.mark.parametrize("look", ["follow", "events"])
async def test_sequence_number_beyond_the_end_is_refused(hall, look):
    table = await hall.open(ANNA, "Anna")
    with pytest.raises(NoSuchEvent, match="the last one is 2"):
        await anext(getattr(hall.tables, look)(ANNA, table, 3, "en"))


async def test_following_an_ended_table_yields_one_batch(hall):
    table = await hall.open(ANNA, "Anna")
    await hall.do(ANNA, table, Abort())
    events, batches = await follow(hall, ANNA, table)
    assert ([event["type"] for event in events], batches) == (["table_opened", "table_started", "table_aborted"], 1)


async def test_stranger_cannot_follow_a_private_match(hall):
    table = await hall.open(ANNA, "Anna", "human")
    async with aclosing(hall.tables.follow(CLARA, table, 0, "en")) as following:
        assert (await anext(following)).snapshot["status"] == "waiting"
        await hall.tables.join(BERND, table, JoinTable())
        with pytest.raises(StopAsyncIteration):
            await anext(following)
    with pytest.raises(UnknownTable):
        await follow(hall, CLARA, table)
    with pytest.raises(UnknownTable):
        await follow(hall, ANNA, TableId("none"))


async def test_bus_drops_readers_that_stop_following(hall):
    table = await hall.open(ANNA, "Anna")
    async with aclosing(hall.tables.follow(ANNA, table, 0, "en")) as following:
        await anext(following)
        assert hall.bus._readers
    assert not hall.bus._readers


async def test_evicted_tables_are_read_again():
    hall = Hall(cached_tables=1)
    tables = [await hall.open(ANNA, "Anna") for _ in range(3)]
    async with aclosing(hall.tables.follow(ANNA, tables[0], 2, "en")) as following:
        await anext(following)
        for table in tables * 2:
            await hall.roll(ANNA, table)
        assert [event["seq"] for event in (await anext(following)).events] == [3, 4]
    assert len(hall.tables._live._recent) == 1
