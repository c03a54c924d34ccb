"""Tables in memory: when the cache rereads their rows."""

import asyncio
from dataclasses import replace

import pytest

from pasch.service.runtime.cache import LiveTables
from pasch.storage.tables import SqlTables
from tests.service.harness import ANNA, Harness
from tests.support.memory import MemoryDatabase

pytestmark = pytest.mark.anyio


class UnreliableStore(SqlTables):
    """A store that returns a new opener for every table. The first read fails or never ends."""

    trouble = None

    async def find(self, table):
        if self.trouble is not None:
            trouble, self.trouble = self.trouble, None
            await trouble()
        row = await super().find(table)
        return None if row is None else replace(row, opener="somebody else")


async def fails():
    raise OSError("the disk is gone")


async def takes_for_ever():
    await asyncio.Event().wait()


@pytest.mark.parametrize("trouble", [fails, takes_for_ever])
async def test_failed_row_read_is_retried(trouble):
    store = UnreliableStore(MemoryDatabase())
    harness = Harness(store)
    tables = LiveTables(store, 10, harness.clock, harness.tables.pace)
    live = await tables.find(await harness.open(ANNA, "Anna"))
    live.row = replace(live.row, opener=ANNA.id)
    tables.rows_changed()
    harness.clock.advance(1)
    store.trouble = trouble
    with pytest.raises((OSError, TimeoutError)):
        async with asyncio.timeout(0.01):
            await tables.find(live.id)
    assert (await tables.find(live.id)).row.opener == "somebody else"


async def test_concurrent_reader_waits_for_the_pending_row_read():
    store = UnreliableStore(MemoryDatabase())
    harness = Harness(store)
    tables = LiveTables(store, 10, harness.clock, harness.tables.pace)
    live = await tables.find(await harness.open(ANNA, "Anna"))
    live.row = replace(live.row, opener=ANNA.id)
    tables.rows_changed()
    harness.clock.advance(1)
    looks, continues = asyncio.Event(), asyncio.Event()

    async def takes_long():
        looks.set()
        await continues.wait()

    store.trouble = takes_long
    async with asyncio.TaskGroup() as group:
        first = group.create_task(tables.find(live.id))
        await looks.wait()
        second = group.create_task(tables.find(live.id))
        await asyncio.sleep(0)  # the second read has started
        early = second.done()
        continues.set()
    assert not early
    assert (first.result().row.opener, second.result().row.opener) == ("somebody else", "somebody else")


class CountingStore(SqlTables):
    """A store that counts reads of logs."""

    reads = 0

    async def read(self, table, after):
        self.reads += 1
        return await super().read(table, after)


async def test_concurrent_catch_ups_read_the_log_once():
    store = CountingStore(MemoryDatabase())
    harness = Harness(store)
    tables = LiveTables(store, 10, harness.clock, harness.tables.pace)
    live = await tables.find(await harness.open(ANNA, "Anna"))
    await harness.roll(ANNA, live.id)
    before = store.reads
    await asyncio.gather(*(tables.catch_up(live, 3) for _ in range(3)))
    assert (live.state.seq, store.reads - before) == (3, 1)
