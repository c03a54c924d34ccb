"""Timers that lose and regain a table while they write its events."""

import asyncio

import pytest

from pasch.storage.tables import SqlTables
from tests.service.hall import ANNA, BERND
from tests.service.several import several
from tests.service.together import couple, happens, there, types
from tests.support.memory import MemoryDatabase

pytestmark = pytest.mark.anyio


class Slow(SqlTables):
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
    store = Slow()
    async with several(1, store) as ownership:
        (one,) = ownership.processes
        table = await couple(one.hall, turn=60)
        async with there(one.hall, ANNA, table), there(one.hall, BERND, table):
            await ownership.tick()
            before = len(await types(one.hall, table))
            store.gate.clear()
            store.begun.clear()
            one.watch.advance(6)
            await ownership.tick()  # restarts and acquires the table
            await store.begun.wait()
            one.watch.advance(6)
            if written_before:
                await one.ownership.round()  # restarts again and loses the table
                store.gate.set()
                await happens(one.hall, table, "clock_restarted", before)
                await asyncio.gather(*one.hall.tables._timers._tending)
            await ownership.tick()
            store.gate.set()
            await happens(one.hall, table, "clock_restarted", before)
            await happens(one.hall, table, "clock_restarted", before + 1)
            await asyncio.gather(*one.hall.tables._timers._tending)
            assert await types(one.hall, table, before) == ["clock_restarted"] * 2
