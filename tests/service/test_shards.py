"""Shards, their owners, and a table that cannot be replayed."""

import asyncio
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pasch.rules.errors import InvalidInput
from pasch.service.ids import ProcessId
from pasch.service.runtime.shards import SHARDS, shares
from pasch.service.runtime.shared_ownership import TRIES
from pasch.storage.tables import SqlTables
from tests.service.cluster import start_cluster
from tests.service.harness import ANNA, BERND, CLARA, PUBLIC, Harness
from tests.service.multiplayer import connected, event_types, open_table_for_two
from tests.support.memory import MemoryDatabase

pytestmark = pytest.mark.anyio

PROCESSES = st.sets(st.text(min_size=1).map(ProcessId), min_size=1, max_size=6)


@given(PROCESSES, st.text(min_size=1).map(ProcessId))
def test_joining_or_leaving_process_moves_only_its_own_shards(processes, other):
    with_it, without_it = shares(processes | {other}), shares(processes - {other})
    assert len(with_it) == SHARDS
    assert all(with_it[shard] in {owner, other} for shard, owner in without_it.items())


def test_shares_are_about_equal():
    processes = [ProcessId(str(number)) for number in range(4)]
    counts = [list(shares(processes).values()).count(process) for process in processes]
    assert min(counts) >= SHARDS // 8
    assert shares([]) == {}


async def test_unreplayable_table_is_reported_and_blocks_no_other():
    store = SqlTables(MemoryDatabase())
    spoilt = await Harness(store, first=5000).open(ANNA, "bot", "bot", visibility=PUBLIC)
    await store.database.run("UPDATE events SET data = '{}' WHERE table_id = ? AND seq = 1", (spoilt,))
    tables = []
    async with start_cluster(0, store) as cluster:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: tables.append(context.get("table")))
        await cluster.start_process()
        await cluster.start_process()
        for _ in range(3 * TRIES):
            with suppress(InvalidInput):
                await cluster.tick()
        one, other = cluster.processes
        table = await open_table_for_two(one.harness)
        async with connected(other.harness, BERND, table), connected(one.harness, CLARA, table):
            await cluster.run_queued()
            assert cluster.owner(table) is one
            assert (await other.harness.snapshot(BERND, table))["watchers"] == 1
        assert not cluster.owner(spoilt)
        assert [table for table in tables if table] == [spoilt]
        asyncio.get_running_loop().set_exception_handler(None)


async def test_shards_move_to_new_process_without_lost_time():
    async with start_cluster(1) as cluster:
        (one,) = cluster.processes
        tables = [await open_table_for_two(one.harness, turn=600) for _ in range(6)]
        before = [await event_types(one.harness, table) for table in tables]
        await cluster.tick()
        await cluster.start_process()
        await cluster.tick(2)
        owners = [cluster.owner(table) for table in tables]
        assert set(owners) == set(cluster.processes)
        assert [await event_types(one.harness, table) for table in tables] == before
