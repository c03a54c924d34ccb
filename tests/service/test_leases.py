"""Leases and their times; and a table in them that cannot be replayed."""

import asyncio
from contextlib import asynccontextmanager, suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pasch.service.runtime.leases import TRIES
from pasch.service.runtime.ownership import LeaseTimes
from pasch.storage.tables import SqlTables
from tests.service.hall import ANNA, BERND, CLARA, PUBLIC, Hall
from tests.service.several import several
from tests.service.together import couple, there
from tests.support.memory import MemoryDatabase

pytestmark = pytest.mark.anyio


@given(lasts=st.floats(0.1, 600), renew=st.floats(0.05, 300))
def test_nobody_is_taken_for_dead_before_their_lease_is_over(lasts, renew):
    times = LeaseTimes(lasts, renew)
    assert times.looks * renew >= lasts * (1 - 1e-12)
    assert times.looks == 2 or (times.looks - 1) * renew <= lasts * (1 + 1e-12)


def test_looks_of_usual_leases():
    assert [LeaseTimes(*times).looks for times in ((6, 2), (5, 2), (3, 1), (2, 2))] == [3, 3, 3, 2]


async def spoil(store, table):
    """From now on the log of a table cannot be replayed."""
    await store.database.run("UPDATE events SET data = '{}' WHERE table_id = ? AND seq = 1", (table,))


@asynccontextmanager
async def troubled(store):
    """Two processes; the second one has just begun to keep a table that cannot be replayed. What is told of that."""
    async with several(1, store) as ownership:
        usual, told = asyncio.get_running_loop(), []
        before = usual.get_exception_handler()
        usual.set_exception_handler(lambda _, context: told.append((context.get("table"), context["message"])))
        spoilt = await Hall(store, first=5000).open(ANNA, "bot", "bot", visibility=PUBLIC)
        await spoil(store, spoilt)
        await ownership.starts()
        await ownership.processes[1].ownership.round()
        yield ownership, spoilt, told
        usual.set_exception_handler(before)


async def test_a_table_that_cannot_be_replayed_keeps_no_news_from_the_others():
    async with troubled(SqlTables(MemoryDatabase())) as (ownership, spoilt, _):
        one, other = ownership.processes
        table = await couple(one.hall)
        async with there(other.hall, BERND, table), there(one.hall, CLARA, table):
            await one.ownership.errands()
            await asyncio.sleep(0)
            assert spoilt in other.ownership._claimed
            with pytest.raises(ValueError, match="is not how a table begins"):
                await other.ownership.errands()
            assert (await other.hall.look(BERND, table))["watchers"] == 1


async def test_a_table_that_cannot_be_replayed_is_told_of_once_and_let_go():
    async with troubled(SqlTables(MemoryDatabase())) as (ownership, spoilt, told):
        other = ownership.processes[1].ownership
        for _ in range(TRIES):
            with suppress(ValueError):
                await other.errands()
        assert not other._claimed
        assert not other.owns(spoilt)
        assert not await ownership.store.database.rows("SELECT process FROM leases WHERE table_id = ?", (spoilt,))
        assert [table for table, _ in told if table] == [spoilt]
        await ownership.tick(5)
        assert [table for table, _ in told if table] == [spoilt]
        assert not other._claimed
