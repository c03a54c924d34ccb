"""A machine whose clock is set forwards and backwards by hours: no player loses a turn or gains time."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pasch.service.system import JUMP, SystemClock
from tests.service.harness import ANNA, BERND, START, ManualClock
from tests.service.multiplayer import open_table_for_two, presence_harness, reading_events

pytestmark = pytest.mark.anyio
HOURS = timedelta(hours=1)


class Machine(ManualClock):
    """The service's clock over a machine whose displayed time and real time the test sets."""

    def __init__(self, ahead=timedelta()):
        super().__init__()
        self.displayed_time = START + ahead
        self.clock = SystemClock(lambda: self.displayed_time, self.passed)

    def passed(self):
        return (self.time - START).total_seconds()

    def now(self):
        return self.clock.now()

    def advance(self, seconds):
        self.displayed_time += timedelta(seconds=seconds)
        super().advance(seconds)


@pytest.fixture
def harness():
    return presence_harness(clock=Machine())


@pytest.mark.parametrize("jump", [5, -5, 24 * 365])
async def test_clock_jump_costs_player_to_move_no_time(harness, jump):
    table = await open_table_for_two(harness, turn=60, bank=30)
    async with (
        harness.tables.playing_bots(),
        reading_events(harness, ANNA, table),
        reading_events(harness, BERND, table),
    ):
        await harness.roll(ANNA, table)
        harness.clock.advance(20)
        harness.clock.displayed_time += jump * HOURS
        await harness.roll(ANNA, table, "k-")
        clock = (await harness.snapshot(ANNA, table))["clock"]
        assert clock["turn_ends_at"] == "2026-11-21T18:01:00.000Z"
        assert clock["banks"] == [30, 30]
        harness.clock.advance(65)
        assert (await harness.snapshot(ANNA, table))["clock"]["banks"] == [5, 30]
        assert "time_up" not in {event.type for event in await harness.log(table)}
        harness.clock.advance(6)
        await harness.until(ANNA, table, lambda event: event["type"] == "time_up")


@pytest.mark.parametrize("jump", [5, -5])
async def test_clock_jump_does_not_change_absence_deadline(harness, jump):
    table = await open_table_for_two(harness)
    async with harness.tables.playing_bots(), reading_events(harness, ANNA, table):
        async with reading_events(harness, BERND, table):
            await harness.roll(ANNA, table)
        harness.clock.advance(6)
        away = await harness.until(ANNA, table, lambda event: event["type"] == "seat_away")
        harness.clock.displayed_time += jump * HOURS
        harness.clock.advance(100)
        await harness.snapshot(ANNA, table)
        assert away["seats"][1]["away"]["until"] == "2026-11-21T18:03:00.000Z"
        assert "seat_held" not in {event.type for event in await harness.log(table)}
        harness.clock.advance(100)
        await harness.until(ANNA, table, lambda event: event["type"] == "seat_held")


@pytest.mark.parametrize("jump", [5, -5])
async def test_restart_with_shifted_clock_costs_players_no_time(harness, jump):
    """The next process trusts the machine; clocks are stopped until the log records the restart."""
    table = await open_table_for_two(harness, turn=60, bank=30)
    async with (
        harness.tables.playing_bots(),
        reading_events(harness, ANNA, table),
        reading_events(harness, BERND, table),
    ):
        await harness.roll(ANNA, table)
        harness.clock.advance(20)
        await harness.roll(ANNA, table, "k-")
    restarted = presence_harness(store=harness.store, clock=Machine(ahead=jump * HOURS), first=1000)
    async with (
        restarted.tables.playing_bots(),
        reading_events(restarted, ANNA, table),
        reading_events(restarted, BERND, table),
    ):
        await restarted.until(ANNA, table, lambda event: event["type"] == "clock_restarted")
        assert (await restarted.snapshot(ANNA, table))["clock"]["banks"] == [30, 30]
        assert (await restarted.snapshot(ANNA, table))["clock"]["seat"] == 1


async def test_machine_with_late_clock_gives_no_extra_time(harness):
    table = await open_table_for_two(harness, turn=60)
    other = presence_harness(store=harness.store, clock=Machine(ahead=-5 * HOURS), first=1000)
    await harness.roll(ANNA, table)
    await other.roll(ANNA, table, "k-")
    state = (await other.tables.find(ANNA, table)).state
    assert state.clock.left == 60


# ------------------------------------------------------------------------------- the clock


@given(st.lists(st.tuples(st.floats(0, 100), st.floats(-1e6, 1e6)), max_size=30))
def test_clock_never_runs_back_or_ahead_of_elapsed_time(steps):
    displayed_time, passed = START, 0.0
    clock = SystemClock(lambda: displayed_time, lambda: passed)
    before = clock.now()
    for seconds, jump in steps:
        passed += seconds
        displayed_time += timedelta(seconds=seconds + jump)
        now = clock.now()
        assert timedelta(0) <= now - before <= timedelta(seconds=seconds + JUMP)
        before = now


def test_clock_follows_slow_correction_of_machine():
    displayed_time, passed = START, 0.0
    clock = SystemClock(lambda: displayed_time, lambda: passed)
    for _ in range(1000):
        passed += 10
        displayed_time += timedelta(seconds=10.01)
        assert clock.now() == displayed_time
