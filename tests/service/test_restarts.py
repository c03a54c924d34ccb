"""Timers that lose and regain a table while they write its events."""

import asyncio

import pytest

from pasch.storage.tables import SqlTables
from tests.service.cluster import start_cluster
from tests.service.harness import ANNA, BERND
from tests.service.multiplayer import connected, event_types, open_table_for_two, wait_for_event
from tests.support.memory import MemoryDatabase

pytestmark = pytest.mark.anyio


class GatedStore(SqlTables):
    """A store whose appends wait while its gate is closed."""

    def __init__(self):
        super().__init__(MemoryDatabase())
        self.gate, self.begun = asyncio.Event(), asyncio.Event()
        self.gate.set()

    async def append(self, append):
        self.begun.set()
        await self.gate.wait()
        await super().append(append)


@pytest.mark.parametrize("written_before", [True, False])
async def test_table_regained_during_restart_costs_players_no_time(written_before):
    store = GatedStore()
    async with start_cluster(1, store) as cluster:
        (one,) = cluster.processes
        table = await open_table_for_two(one.harness, turn=60)
        async with connected(one.harness, ANNA, table), connected(one.harness, BERND, table):
            await cluster.tick()
            before = len(await event_types(one.harness, table))
            store.gate.clear()
            store.begun.clear()
            one.ownership_clock.advance(6)
            await cluster.tick()  # restarts and acquires the table
            await store.begun.wait()
            one.ownership_clock.advance(6)
            if written_before:
                await one.ownership.round()  # restarts again and loses the table
                store.gate.set()
                await wait_for_event(one.harness, table, "clock_restarted", before)
                await asyncio.gather(*one.harness.tables._timers._announcing)
            await cluster.tick()
            store.gate.set()
            await wait_for_event(one.harness, table, "clock_restarted", before)
            await wait_for_event(one.harness, table, "clock_restarted", before + 1)
            await asyncio.gather(*one.harness.tables._timers._announcing)
            assert await event_types(one.harness, table, before) == ["clock_restarted"] * 2
