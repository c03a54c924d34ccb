"""Clocks and grace periods across processes: restarts, several at once, and a failing store."""

import asyncio
from dataclasses import replace

import pytest

from pasch.storage.tables import SqlTables
from tests.service.harness import ANNA, BERND, Harness
from tests.service.multiplayer import (
    GRACES,
    connected,
    event_types,
    open_table_for_two,
    presence_harness,
    reading_events,
    wait_for_event,
)
from tests.support.memory import MemoryDatabase

pytestmark = pytest.mark.anyio


def after_a_crash(harness, seconds):
    """A new process over the same store, some seconds later."""
    again = Harness(harness.store, first=1000, graces=GRACES)
    again.clock.time = harness.clock.time
    again.clock.advance(seconds)
    return again


async def test_server_downtime_costs_players_no_time():
    harness = presence_harness()
    async with harness.tables.playing_bots():
        table = await open_table_for_two(harness, turn=60, bank=0)
        async with connected(harness, ANNA, table), connected(harness, BERND, table):
            harness.clock.advance(20)
            await harness.roll(ANNA, table)
            before = await event_types(harness, table)
    harness = after_a_crash(harness, 3600)
    async with harness.tables.playing_bots(), connected(harness, BERND, table):
        await wait_for_event(harness, table, "clock_restarted")
        harness.clock.advance(10)
        async with connected(harness, ANNA, table):
            # Anna had 40 seconds left, and a minute to return.
            assert (await harness.snapshot(ANNA, table))["clock"]["turn_ends_at"] == "2026-11-21T19:02:00.000Z"
            harness.clock.advance(89)
            await harness.play_on(ANNA, table)
            assert await event_types(harness, table, len(before)) == ["clock_restarted", "scored"]
            assert (await harness.snapshot(BERND, table))["clock"]["turn_ends_at"] == "2026-11-21T19:02:59.000Z"


async def test_grace_periods_continue_after_restart():
    harness = presence_harness()
    async with harness.tables.playing_bots():
        table = await open_table_for_two(harness)
        async with connected(harness, BERND, table):
            async with connected(harness, ANNA, table):
                pass
            harness.clock.advance(5)
            await wait_for_event(harness, table, "seat_away")
    harness = after_a_crash(harness, 1000)
    async with harness.tables.playing_bots(), connected(harness, BERND, table):
        await wait_for_event(harness, table, "clock_restarted")
        assert (await harness.snapshot(BERND, table))["seats"][0]["away"]["until"] == "2026-11-21T18:19:40.000Z"
        harness.clock.advance(175)
        await wait_for_event(harness, table, "seat_held")


async def test_player_missing_after_crash_is_marked_away():
    harness = presence_harness()
    async with harness.tables.playing_bots():
        table = await open_table_for_two(harness)
        async with connected(harness, ANNA, table), connected(harness, BERND, table):
            pass
    harness = after_a_crash(harness, 10)
    async with harness.tables.playing_bots(), connected(harness, BERND, table):
        harness.clock.advance(60)
        away = await wait_for_event(harness, table, "seat_away")
        assert (away["seat"], away["data"]) == (1, {"why": "lost", "until": "2026-11-21T18:04:10.000Z"})
        assert "clock_restarted" not in await event_types(harness, table)


async def test_first_command_after_crash_loses_no_time():
    harness = presence_harness()
    async with harness.tables.playing_bots():
        table = await open_table_for_two(harness, turn=60)
        harness.clock.advance(20)
        await harness.roll(ANNA, table)
    harness = after_a_crash(harness, 3600)
    async with harness.tables.playing_bots():
        await harness.roll(ANNA, table, "k-")
        assert (await event_types(harness, table))[-2:] == ["clock_restarted", "dice_rolled"]
        assert (await harness.snapshot(ANNA, table))["clock"]["turn_ends_at"] == "2026-11-21T19:01:00.000Z"


async def test_same_timer_in_two_processes_fires_once():
    patient = replace(GRACES, linger=1000)
    one = Harness(graces=patient)
    other = Harness(one.store, bus=one.bus, first=1000, graces=patient)
    async with one.tables.playing_bots(), other.tables.playing_bots():
        table = await open_table_for_two(one, turn=60, absent="entry")
        async with connected(one, ANNA, table), connected(other, ANNA, table), connected(other, BERND, table):
            after = (await wait_for_event(one, table, "clock_restarted"))["seq"]
            for harness in (one, other):
                harness.clock.advance(60)
            await wait_for_event(one, table, "scored", after)
            await wait_for_event(other, table, "scored", after)
            log = await one.log(table)
            assert [event.seq for event in log] == list(range(1, len(log) + 1))
            assert [event.type for event in log].count("time_up") == 1


async def test_player_missed_by_other_process_returns_at_once():
    one = presence_harness()
    other = Harness(one.store, bus=one.bus, first=1000, graces=GRACES)
    async with one.tables.playing_bots(), other.tables.playing_bots():
        table = await open_table_for_two(one)
        async with connected(one, ANNA, table), reading_events(one, ANNA, table), connected(other, BERND, table):
            other.clock.advance(60)
            away = await wait_for_event(other, table, "seat_away")
            assert away["seat"] == 1
            assert (await wait_for_event(one, table, "seat_back", away["seq"]))["seat"] == 1


class FailingStore(SqlTables):
    """A store that fails on request."""

    failures = 0

    async def append(self, append):
        if self.failures:
            self.failures -= 1
            raise OSError("the disk is full")
        await super().append(append)


async def test_temporary_store_failure_stops_no_clock():
    reported = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: reported.append(context["message"]))
    harness = Harness(FailingStore(MemoryDatabase()), graces=GRACES)
    async with harness.tables.playing_bots():
        table = await open_table_for_two(harness, turn=60, absent="entry")
        async with connected(harness, ANNA, table), connected(harness, BERND, table):
            harness.store.failures = 1
            harness.clock.advance(60)
            await harness.clock.wait_for_sleeper()
            assert reported == ["The time of a table could not be kept"]
            harness.clock.advance(1)
            await wait_for_event(harness, table, "time_up")


async def test_timers_forget_tables_without_players():
    harness = presence_harness()
    async with harness.tables.playing_bots():
        tables = [await open_table_for_two(harness) for _ in range(20)]
        harness.clock.advance(60)
        for table in tables:
            await wait_for_event(harness, table, "seat_away")
        await asyncio.gather(*harness.tables._timers._announcing)
        assert not harness.tables._timers._connections
        assert not harness.tables._timers._timers
