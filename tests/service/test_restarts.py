"""Timers that lose a table and take it up again while they write their events."""

import asyncio

import pytest

from pasch.storage.tables import SqlTables
from tests.service.hall import ANNA, BERND
from tests.service.several import several
from tests.service.together import couple, happens, there, types
from tests.support.memory import MemoryDatabase

pytestmark = pytest.mark.anyio


class Slow(SqlTables):
    """A store that takes its time to append while its gate is closed."""

    def __init__(self):
        super().__init__(MemoryDatabase())
        self.gate, self.begun = asyncio.Event(), asyncio.Event()
        self.gate.set()

    async def append(self, append):
        self.begun.set()
        await self.gate.wait()
        await super().append(append)


@pytest.mark.parametrize("written_before", [True, False])
async def test_a_table_lost_and_taken_up_again_while_a_restart_is_written_costs_nobody_time(written_before):
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
            await ownership.tick()  # restarts, and takes the table up
            await store.begun.wait()
            one.watch.advance(6)
            if written_before:
                await one.ownership.round()  # restarts again, and has lost the table
                store.gate.set()
                await happens(one.hall, table, "clock_restarted", before)
                await asyncio.gather(*one.hall.tables._timers._tending)
            await ownership.tick()
            store.gate.set()
            await happens(one.hall, table, "clock_restarted", before)
            await happens(one.hall, table, "clock_restarted", before + 1)
            await asyncio.gather(*one.hall.tables._timers._tending)
            assert await types(one.hall, table, before) == ["clock_restarted"] * 2
