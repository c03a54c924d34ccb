"""A machine whose clock is set forwards and backwards by hours: no player loses a turn or gains time."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pasch.service.system import JUMP, SystemClock
from tests.service.hall import ANNA, BERND, START, HandClock
from tests.service.together import couple, following, hall_of_time

pytestmark = pytest.mark.anyio
HOURS = timedelta(hours=1)


class Machine(HandClock):
    """The service's clock over a machine whose displayed time and real time the test sets."""

    def __init__(self, ahead=timedelta()):
        super().__init__()
        self.said = START + ahead
        self.clock = SystemClock(lambda: self.said, self.passed)

    def passed(self):
        return (self.time - START).total_seconds()

    def now(self):
        return self.clock.now()

    def advance(self, seconds):
        self.said += timedelta(seconds=seconds)
        super().advance(seconds)


@pytest.fixture
def hall():
    return hall_of_time(clock=Machine())


@pytest.mark.parametrize("jump", [5, -5, 24 * 365])
async def test_clock_jump_costs_player_to_move_no_time(hall, jump):
    table = await couple(hall, turn=60, bank=30)
    async with hall.tables.playing_bots(), following(hall, ANNA, table), following(hall, BERND, table):
        await hall.roll(ANNA, table)
        hall.clock.advance(20)
        hall.clock.said += jump * HOURS
        await hall.roll(ANNA, table, "k-")
        clock = (await hall.look(ANNA, table))["clock"]
        assert clock["turn_ends_at"] == "2026-11-21T18:01:00.000Z"
        assert clock["banks"] == [30, 30]
        hall.clock.advance(65)
        assert (await hall.look(ANNA, table))["clock"]["banks"] == [5, 30]
        assert "time_up" not in {event.type for event in await hall.log(table)}
        hall.clock.advance(6)
        await hall.until(ANNA, table, lambda event: event["type"] == "time_up")


@pytest.mark.parametrize("jump", [5, -5])
async def test_clock_jump_does_not_change_absence_deadline(hall, jump):
    table = await couple(hall)
    async with hall.tables.playing_bots(), following(hall, ANNA, table):
        async with following(hall, BERND, table):
            await hall.roll(ANNA, table)
        hall.clock.advance(6)
        away = await hall.until(ANNA, table, lambda event: event["type"] == "seat_away")
        hall.clock.said += jump * HOURS
        hall.clock.advance(100)
        await hall.look(ANNA, table)
        assert away["seats"][1]["away"]["until"] == "2026-11-21T18:03:00.000Z"
        assert "seat_held" not in {event.type for event in await hall.log(table)}
        hall.clock.advance(100)
        await hall.until(ANNA, table, lambda event: event["type"] == "seat_held")


@pytest.mark.parametrize("jump", [5, -5])
async def test_restart_with_shifted_clock_costs_players_no_time(hall, jump):
    """The next process trusts the machine; clocks are stopped until the log records the restart."""
    table = await couple(hall, turn=60, bank=30)
    async with hall.tables.playing_bots(), following(hall, ANNA, table), following(hall, BERND, table):
        await hall.roll(ANNA, table)
        hall.clock.advance(20)
        await hall.roll(ANNA, table, "k-")
    later = hall_of_time(store=hall.store, clock=Machine(ahead=jump * HOURS), first=1000)
    async with later.tables.playing_bots(), following(later, ANNA, table), following(later, BERND, table):
        await later.until(ANNA, table, lambda event: event["type"] == "clock_restarted")
        assert (await later.look(ANNA, table))["clock"]["banks"] == [30, 30]
        assert (await later.look(ANNA, table))["clock"]["seat"] == 1


async def test_machine_with_late_clock_gives_no_extra_time(hall):
    table = await couple(hall, turn=60)
    other = hall_of_time(store=hall.store, clock=Machine(ahead=-5 * HOURS), first=1000)
    await hall.roll(ANNA, table)
    await other.roll(ANNA, table, "k-")
    state = (await other.tables.find(ANNA, table)).state
    assert state.clock.left == 60


# ------------------------------------------------------------------------------- the clock


@given(st.lists(st.tuples(st.floats(0, 100), st.floats(-1e6, 1e6)), max_size=30))
def test_clock_never_runs_back_or_ahead_of_elapsed_time(steps):
    said, passed = START, 0.0
    clock = SystemClock(lambda: said, lambda: passed)
    before = clock.now()
    for seconds, jump in steps:
        passed += seconds
        said += timedelta(seconds=seconds + jump)
        now = clock.now()
        assert timedelta(0) <= now - before <= timedelta(seconds=seconds) + JUMP
        before = now


def test_clock_follows_slow_correction_of_machine():
    said, passed = START, 0.0
    clock = SystemClock(lambda: said, lambda: passed)
    for _ in range(1000):
        passed += 10
        said += timedelta(seconds=10.01)
        assert clock.now() == said
