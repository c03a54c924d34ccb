"""Clocks and grace periods across processes: restarts, several at once, and a failing store."""

import asyncio
from dataclasses import replace

import pytest

from pasch.storage.tables import SqlTables
from tests.service.hall import ANNA, BERND, Hall
from tests.service.together import GRACES, couple, following, hall_of_time, happens, there, types
from tests.support.memory import MemoryDatabase

pytestmark = pytest.mark.anyio


def after_a_crash(hall, seconds):
    """A new process over the same store, some seconds later."""
    again = Hall(hall.store, first=1000, graces=GRACES)
    again.clock.time = hall.clock.time
    again.clock.advance(seconds)
    return again


async def test_server_downtime_costs_players_no_time():
    hall = hall_of_time()
    async with hall.tables.playing_bots():
        table = await couple(hall, turn=60, bank=0)
        async with there(hall, ANNA, table), there(hall, BERND, table):
            hall.clock.advance(20)
            await hall.roll(ANNA, table)
            before = await types(hall, table)
    hall = after_a_crash(hall, 3600)
    async with hall.tables.playing_bots(), there(hall, BERND, table):
        await happens(hall, table, "clock_restarted")
        hall.clock.advance(10)
        async with there(hall, ANNA, table):
            # Anna had 40 seconds left, and a minute to return.
            assert (await hall.look(ANNA, table))["clock"]["turn_ends_at"] == "2026-11-21T19:02:00.000Z"
            hall.clock.advance(89)
            await hall.play_on(ANNA, table)
            assert await types(hall, table, len(before)) == ["clock_restarted", "scored"]
            assert (await hall.look(BERND, table))["clock"]["turn_ends_at"] == "2026-11-21T19:02:59.000Z"


async def test_grace_periods_continue_after_restart():
    hall = hall_of_time()
    async with hall.tables.playing_bots():
        table = await couple(hall)
        async with there(hall, BERND, table):
            async with there(hall, ANNA, table):
                pass
            hall.clock.advance(5)
            await happens(hall, table, "seat_away")
    hall = after_a_crash(hall, 1000)
    async with hall.tables.playing_bots(), there(hall, BERND, table):
        await happens(hall, table, "clock_restarted")
        assert (await hall.look(BERND, table))["seats"][0]["away"]["until"] == "2026-11-21T18:19:40.000Z"
        hall.clock.advance(175)
        await happens(hall, table, "seat_held")


async def test_player_missing_after_crash_is_marked_away():
    hall = hall_of_time()
    async with hall.tables.playing_bots():
        table = await couple(hall)
        async with there(hall, ANNA, table), there(hall, BERND, table):
            pass
    hall = after_a_crash(hall, 10)
    async with hall.tables.playing_bots(), there(hall, BERND, table):
        hall.clock.advance(60)
        away = await happens(hall, table, "seat_away")
        assert (away["seat"], away["data"]) == (1, {"why": "lost", "until": "2026-11-21T18:04:10.000Z"})
        assert "clock_restarted" not in await types(hall, table)


async def test_first_command_after_crash_loses_no_time():
    hall = hall_of_time()
    async with hall.tables.playing_bots():
        table = await couple(hall, turn=60)
        hall.clock.advance(20)
        await hall.roll(ANNA, table)
    hall = after_a_crash(hall, 3600)
    async with hall.tables.playing_bots():
        await hall.roll(ANNA, table, "k-")
        assert (await types(hall, table))[-2:] == ["clock_restarted", "dice_rolled"]
        assert (await hall.look(ANNA, table))["clock"]["turn_ends_at"] == "2026-11-21T19:01:00.000Z"


async def test_same_timer_in_two_processes_fires_once():
    patient = replace(GRACES, linger=1000)
    one = Hall(graces=patient)
    other = Hall(one.store, bus=one.bus, first=1000, graces=patient)
    async with one.tables.playing_bots(), other.tables.playing_bots():
        table = await couple(one, turn=60, absent="entry")
        async with there(one, ANNA, table), there(other, ANNA, table), there(other, BERND, table):
            after = (await happens(one, table, "clock_restarted"))["seq"]
            for hall in (one, other):
                hall.clock.advance(60)
            await happens(one, table, "scored", after)
            await happens(other, table, "scored", after)
            log = await one.log(table)
            assert [event.seq for event in log] == list(range(1, len(log) + 1))
            assert [event.type for event in log].count("time_up") == 1


async def test_player_missed_by_other_process_returns_at_once():
    one = hall_of_time()
    other = Hall(one.store, bus=one.bus, first=1000, graces=GRACES)
    async with one.tables.playing_bots(), other.tables.playing_bots():
        table = await couple(one)
        async with there(one, ANNA, table), following(one, ANNA, table), there(other, BERND, table):
            other.clock.advance(60)
            away = await happens(other, table, "seat_away")
            assert away["seat"] == 1
            assert (await happens(one, table, "seat_back", away["seq"]))["seat"] == 1


class Stumbling(SqlTables):
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
    hall = Hall(Stumbling(MemoryDatabase()), graces=GRACES)
    async with hall.tables.playing_bots():
        table = await couple(hall, turn=60, absent="entry")
        async with there(hall, ANNA, table), there(hall, BERND, table):
            hall.store.failures = 1
            hall.clock.advance(60)
            await hall.clock.somebody_sleeps()
            assert reported == ["The time of a table could not be kept"]
            hall.clock.advance(1)
            await happens(hall, table, "time_up")


async def test_timers_forget_tables_without_players():
    hall = hall_of_time()
    async with hall.tables.playing_bots():
        tables = [await couple(hall) for _ in range(20)]
        hall.clock.advance(60)
        for table in tables:
            await happens(hall, table, "seat_away")
        await asyncio.gather(*hall.tables._timers._tending)
        assert not hall.tables._timers._attended
        assert not hall.tables._timers._timers
