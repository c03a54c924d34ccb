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
from tests.service.hall import ANNA, BERND, CLARA, PUBLIC, Hall
from tests.service.several import several
from tests.service.together import couple, there, types
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
    spoilt = await Hall(store, first=5000).open(ANNA, "bot", "bot", visibility=PUBLIC)
    await store.database.run("UPDATE events SET data = '{}' WHERE table_id = ? AND seq = 1", (spoilt,))
    tables = []
    async with several(0, store) as ownership:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: tables.append(context.get("table")))
        await ownership.starts()
        await ownership.starts()
        for _ in range(3 * TRIES):
            with suppress(InvalidInput):
                await ownership.tick()
        one, other = ownership.processes
        table = await couple(one.hall)
        async with there(other.hall, BERND, table), there(one.hall, CLARA, table):
            await ownership.errands()
            assert ownership.timers(table) is one
            assert (await other.hall.look(BERND, table))["watchers"] == 1
        assert not ownership.timers(spoilt)
        assert [table for table in tables if table] == [spoilt]
        asyncio.get_running_loop().set_exception_handler(None)


async def test_shards_move_to_new_process_without_lost_time():
    async with several(1) as ownership:
        (one,) = ownership.processes
        tables = [await couple(one.hall, turn=600) for _ in range(6)]
        before = [await types(one.hall, table) for table in tables]
        await ownership.tick()
        await ownership.starts()
        await ownership.tick(2)
        owners = [ownership.timers(table) for table in tables]
        assert set(owners) == set(ownership.processes)
        assert [await types(one.hall, table) for table in tables] == before
