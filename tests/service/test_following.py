"""Following a table: each event arrives once, in order, from any sequence number."""

import asyncio
from contextlib import aclosing

import pytest

from pasch.service.errors import NoSuchEvent, UnknownTable
from pasch.service.ids import TableId
from pasch.service.requests import Abort, JoinTable
from tests.service.harness import ANNA, BERND, CLARA, PUBLIC, Harness

pytestmark = pytest.mark.anyio


async def follow(harness, caller, table, after=0):
    """All events until the table ends, and the number of batches."""
    events, batches = [], 0
    async with aclosing(harness.tables.follow(caller, table, after, "en")) as following:
        async for batch in following:
            events += batch.events
            batches += 1
            if batch.events:
                assert batch.snapshot["seq"] == batch.events[-1]["seq"]
    return events, batches


async def test_every_listener_receives_every_event_once(harness):
    table = await harness.open(ANNA, "Anna", "Bernd", visibility=PUBLIC)
    listeners = [
        asyncio.create_task(follow(harness, person, table, after)) for person in (ANNA, None) for after in (0, 1, 2)
    ]
    await harness.play_to_end(ANNA, table)
    heard = [events for events, _ in await asyncio.gather(*listeners)]
    log = await harness.log(table)
    for events, after in zip(heard, (0, 1, 2) * 2, strict=True):
        assert [event["seq"] for event in events] == list(range(after + 1, len(log) + 1))
        assert [event["type"] for event in events] == [event.type for event in log[after:]]
        assert all(event["text"] for event in events)
        assert all(event["at"].endswith("Z") for event in events)


async def test_a_slow_reader_gets_few_large_batches(harness):
    table = await harness.open(ANNA, "Anna", "Bernd")
    async with aclosing(harness.tables.follow(ANNA, table, 0, "en")) as following:
        assert len((await anext(following)).events) == 2
        while (await harness.snapshot(ANNA, table))["status"] == "running":
            await harness.play_on(ANNA, table)
        batches = [await anext(following), await anext(following)]
        rest = [event for batch in batches for event in batch.events]
        assert [event["seq"] for event in rest] == list(range(3, len(await harness.log(table)) + 1))
        with pytest.raises(StopAsyncIteration):
            await anext(following)


async def test_first_batch_arrives_at_once_even_without_events(harness):
    table = await harness.open(ANNA, "Anna")
    async with aclosing(harness.tables.follow(ANNA, table, 2, "en")) as following:
        first = await anext(following)
        assert (first.events, first.snapshot["seq"]) == ([], 2)
        await harness.roll(ANNA, table)
        assert [event["seq"] for event in (await anext(following)).events] == [3]


@pytest.mark.parametrize("look", ["follow", "events"])
async def test_sequence_number_beyond_the_end_is_refused(harness, look):
    table = await harness.open(ANNA, "Anna")
    with pytest.raises(NoSuchEvent, match="the last one is 2"):
        await anext(getattr(harness.tables, look)(ANNA, table, 3, "en"))


async def test_following_an_ended_table_yields_one_batch(harness):
    table = await harness.open(ANNA, "Anna")
    await harness.do(ANNA, table, Abort())
    events, batches = await follow(harness, ANNA, table)
    assert ([event["type"] for event in events], batches) == (["table_opened", "table_started", "table_aborted"], 1)


async def test_stranger_cannot_follow_a_private_match(harness):
    table = await harness.open(ANNA, "Anna", "human")
    async with aclosing(harness.tables.follow(CLARA, table, 0, "en")) as following:
        assert (await anext(following)).snapshot["status"] == "waiting"
        await harness.tables.join(BERND, table, JoinTable())
        with pytest.raises(StopAsyncIteration):
            await anext(following)
    with pytest.raises(UnknownTable):
        await follow(harness, CLARA, table)
    with pytest.raises(UnknownTable):
        await follow(harness, ANNA, TableId("none"))


async def test_bus_drops_readers_that_stop_following(harness):
    table = await harness.open(ANNA, "Anna")
    async with aclosing(harness.tables.follow(ANNA, table, 0, "en")) as following:
        await anext(following)
        assert harness.bus._readers
    assert not harness.bus._readers


async def test_evicted_tables_are_read_again():
    harness = Harness(cached_tables=1)
    tables = [await harness.open(ANNA, "Anna") for _ in range(3)]
    async with aclosing(harness.tables.follow(ANNA, tables[0], 2, "en")) as following:
        await anext(following)
        for table in tables * 2:
            await harness.roll(ANNA, table)
        assert [event["seq"] for event in (await anext(following)).events] == [3, 4]
    assert len(harness.tables._live._recent) == 1


@pytest.mark.parametrize(("sole_writer", "known"), [(False, 1), (True, 0)])
async def test_only_writer_does_not_ask_the_store_for_news(sole_writer, known):
    one = Harness(sole_writer=sole_writer)
    table = await one.open(ANNA, "Anna", "Bernd")
    seq = (await one.snapshot(ANNA, table))["seq"]
    other = Harness(one.store, clock=one.clock, first=1000)
    await other.roll(ANNA, table)
    assert (await one.snapshot(ANNA, table))["seq"] == seq + known
    await one.do(ANNA, table, Abort())
    assert (await one.snapshot(ANNA, table))["seq"] == (await other.snapshot(ANNA, table))["seq"]
