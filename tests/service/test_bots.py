"""Bots play step by step at a set pace and survive storage failures."""

import asyncio

import pytest

from pasch.rules.actions import Score
from pasch.service.requests import Abort
from pasch.storage.database import CannotStore
from pasch.storage.tables import SqlTables
from tests.service.harness import ANNA, Harness
from tests.support.memory import MemoryDatabase

pytestmark = pytest.mark.anyio


async def test_bot_waits_before_every_step():
    harness = Harness(pause=0.9)
    table = await harness.open(ANNA, "bot", "Anna")
    async with harness.tables.playing_bots():
        with harness.bus.subscribe(table) as news:
            for step in (3, 4):
                await harness.clock.wait_for_sleeper()
                harness.clock.advance(0.8)
                assert len(harness.clock.sleepers) == 1
                assert len(await harness.log(table)) == step - 1
                harness.clock.advance(0.2)
                assert await news.news() == step
        assert [event.type for event in (await harness.log(table))[2:3]] == ["dice_rolled"]


async def test_bots_play_only_inside_the_playing_context():
    harness = Harness()
    table = await harness.open(ANNA, "bot", "Anna")
    assert len(await harness.log(table)) == 2
    async with harness.tables.playing_bots():
        await harness.until(ANNA, table, lambda event: event["type"] == "scored")
    harness.clock.advance(100)
    assert not harness.clock.sleepers


async def test_match_against_bots_plays_to_the_end(harness):
    table = await harness.open(ANNA, "bot", "Anna", "bot", games=2)
    async with harness.tables.playing_bots():
        end = await harness.play_to_end(ANNA, table)
    assert end["status"] == "finished"
    assert [event.type for event in await harness.log(table)].count("scored") == 2 * 3 * 13


async def test_bots_start_the_next_game_without_players(harness):
    table = await harness.open(ANNA, "bot", "bot", games=2)
    async with harness.tables.playing_bots():
        end = await harness.until(ANNA, table, lambda event: event["type"] == "match_finished")
    assert len(end["results"]) == 2


async def test_opener_aborts_a_table_of_bots():
    harness = Harness(pause=1)
    table = await harness.open(ANNA, "bot", "bot")
    async with harness.tables.playing_bots():
        await harness.clock.wait_for_sleeper()
        await harness.do(ANNA, table, Abort())
        harness.clock.advance(1)
    assert (await harness.snapshot(ANNA, table))["status"] == "aborted"
    assert len(await harness.log(table)) == 3


async def test_bot_plays_when_its_turn_comes(harness):
    table = await harness.open(ANNA, "Anna", "bot")
    async with harness.tables.playing_bots():
        await harness.roll(ANNA, table)
        await harness.do(ANNA, table, Score("chance"))
        snapshot = await harness.until(ANNA, table, lambda event: event["type"] == "scored" and event["seat"] == 2)
    assert snapshot["turn"]["seat"] == 1


class FailingStore(SqlTables):
    """A store that rejects the next `failures` appends."""

    def __init__(self):
        super().__init__(MemoryDatabase())
        self.failures = 0

    async def append(self, append):
        if self.failures:
            self.failures -= 1
            raise CannotStore("The database is not available: {reason}", reason="full")
        await super().append(append)


async def test_bot_retries_after_database_failures():
    harness = Harness(FailingStore())
    errors = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: errors.append(context["exception"]))
    table = await harness.open(ANNA, "bot", "Anna")
    harness.store.failures = 2
    async with harness.tables.playing_bots():
        for _ in range(2):
            await harness.clock.wait_for_sleeper()
            harness.clock.advance(1)
        await harness.until(ANNA, table, lambda event: event["type"] == "scored")
    assert [type(error) for error in errors] == [CannotStore] * 2
