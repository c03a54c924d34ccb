"""The clock of a table folds events with their times."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pasch.service.requests import Aside, JoinTable
from pasch.service.table.clocks import Clock, Thinking
from pasch.service.table.options import TimeLimit
from tests.service.harness import ANNA, BERND, CLARA, START
from tests.service.multiplayer import (
    connected,
    open_running_table,
    open_table_for_two,
    options,
    presence_harness,
    wait_for_event,
)

LIMIT = TimeLimit(60, 120)
FIRST, SECOND = Thinking(1, 1, 1), Thinking(1, 2, 2)


def after(seconds):
    return START + timedelta(seconds=seconds)


def started(limit=LIMIT):
    return Clock.new(limit, 2, START).for_move(FIRST, runs=True)


@pytest.mark.parametrize(
    ("seconds", "left", "bank"), [(0, 60, 120), (59, 1, 120), (60, 0, 120), (61, 0, 119), (180, 0, 0), (999, 0, 0)]
)
def test_turn_time_runs_out_before_the_bank(seconds, left, bank):
    clock = started().seen_at(after(seconds))
    assert (clock.left, clock.banks) == (left, (bank, 120))


def test_clock_gives_its_end_times():
    clock = started()
    assert (clock.turn_ends_at, clock.ends_at) == (after(60), after(180))
    assert clock.seen_at(after(70)).ends_at == after(180)


def test_next_turn_restores_turn_time_but_not_the_bank():
    clock = started().seen_at(after(100)).for_move(SECOND, runs=True).seen_at(after(190)).for_move(FIRST, runs=True)
    assert clock.left == 60
    assert clock.banks == (80, 90)


def test_same_move_keeps_remaining_time_unless_restarted():
    assert started().seen_at(after(20)).for_move(FIRST, runs=True).left == 40
    assert started().seen_at(after(20)).for_move(FIRST, runs=True, restart=True).left == 60


def test_stopped_clock_loses_no_time():
    clock = started().seen_at(after(20)).for_move(FIRST, runs=False).seen_at(after(5000))
    assert (clock.left, clock.banks) == (40, (120, 120))


def test_uncounted_time_postpones_the_end():
    assert started().stopped_at(after(5000)).ends_at == after(5180)


def test_clock_can_rest_until_a_given_time():
    clock = started().stopped_at(after(5000), after(5060))
    assert clock.ends_at == after(5240)
    assert clock.seen_at(after(5030)).left == 60
    assert clock.seen_at(after(5030)).seen_at(after(5070)).left == 50
    assert clock.seen_at(after(5030)).for_move(SECOND, runs=True).turn_ends_at == after(5090)


@given(st.lists(st.floats(0, 100), max_size=8))
def test_reading_the_clock_changes_nothing(pauses):
    clock, seconds = started(), 0.0
    for pause in pauses:
        seconds += pause
        clock = clock.seen_at(after(seconds))
    once = started().seen_at(after(seconds))
    assert clock.left == pytest.approx(once.left, abs=1e-3)
    assert clock.banks[0] == pytest.approx(once.banks[0], abs=1e-3)


@pytest.mark.anyio
async def test_snapshot_shows_the_clock():
    harness = presence_harness()
    table = await open_table_for_two(harness, turn=60, bank=120)
    harness.clock.advance(70)
    shown = await harness.snapshot(BERND, table)
    assert shown["now"] == "2026-11-21T18:01:10.000Z"
    assert shown["time"] == {"turn": 60, "bank": 120}
    assert shown["clock"] == {
        "seat": 1,
        "running": True,
        "turn_ends_at": "2026-11-21T18:01:10.000Z",
        "ends_at": "2026-11-21T18:03:00.000Z",
        "banks": [110, 120],
    }


@pytest.mark.anyio
async def test_roll_keeps_the_clock_and_entry_passes_it():
    harness = presence_harness()
    table = await open_table_for_two(harness, turn=60, bank=120)
    harness.clock.advance(50)
    await harness.roll(ANNA, table)
    assert (await harness.snapshot(ANNA, table))["clock"]["turn_ends_at"] == "2026-11-21T18:01:00.000Z"
    await harness.play_on(ANNA, table)
    clock = (await harness.snapshot(ANNA, table))["clock"]
    assert (clock["seat"], clock["turn_ends_at"]) == (2, "2026-11-21T18:01:50.000Z")


@pytest.mark.anyio
async def test_returning_player_does_not_reset_the_opponents_clock():
    harness = presence_harness()
    async with harness.tables.playing_bots():
        table = await open_running_table(harness, BERND, CLARA, turn=60)
        async with connected(harness, ANNA, table), connected(harness, CLARA, table):
            harness.clock.advance(60)
            await wait_for_event(harness, table, "seat_held")
            await wait_for_event(harness, table, "scored")
            mine = await harness.snapshot(BERND, table)
            assert mine["turn"]["seat"] == 2
            harness.clock.advance(20)
            await harness.do(ANNA, table, Aside.RETURN)
            assert (await harness.snapshot(BERND, table))["clock"]["turn_ends_at"] == mine["clock"]["turn_ends_at"]


@pytest.mark.anyio
async def test_unlimited_and_single_screen_tables_have_no_clock():
    harness = presence_harness()
    assert (await harness.snapshot(ANNA, await open_table_for_two(harness)))["clock"] is None
    table = await harness.open(ANNA, "Anna", "Bernd")
    async with harness.tables.playing_bots(), connected(harness, ANNA, table):
        harness.clock.advance(1000)
        assert (await harness.snapshot(ANNA, table))["clock"] is None
    harness.clock.advance(1000)
    assert [event.type for event in await harness.log(table)] == ["table_opened", "table_started"]


@pytest.mark.anyio
async def test_clock_does_not_run_for_a_bot():
    harness = presence_harness()
    table = await harness.open(ANNA, "bot", "human", options=options(60, 10))
    await harness.tables.join(BERND, table, JoinTable())
    assert (await harness.snapshot(BERND, table))["clock"]["running"] is False
