"""A clock that stops at weekends, compared with a simple one that visits every minute."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pasch.rules.errors import InvalidInput
from pasch.service.table.clocks import Clock, Thinking
from pasch.service.table.options import (
    TableOptions,
    TimeLimit,
    moment_after,
    options_from_data,
    options_to_data,
    weekends,
    working_seconds,
)
from tests.service.harness import ANNA
from tests.service.multiplayer import open_table_for_two, presence_harness

BERLIN = "Europe/Berlin"
MINUTE, DAY = timedelta(minutes=1), 24 * 60 * 60
ZONES = (BERLIN, "America/New_York", "America/Havana", "Asia/Beirut", "Africa/Cairo", "Australia/Lord_Howe", "UTC")
FRIDAY_EVENING = datetime(2026, 11, 20, 22, tzinfo=UTC)  # 23:00 in Berlin
FIRST = Thinking(1, 1, 1)


def rests(zone, at):
    return at.astimezone(ZoneInfo(zone)).weekday() >= 5


def working_minutes(zone, since, until):
    """Visits every minute; no minute belongs to both a weekend and a working day."""
    return sum(not rests(zone, since + n * MINUTE) for n in range((until - since) // MINUTE))


# Around the days on which these zones change their clocks, and any days between.
moments = st.builds(
    lambda day, minutes: datetime(2026, *day, tzinfo=UTC) + minutes * MINUTE,
    st.sampled_from([(3, 6), (3, 27), (4, 3), (4, 23), (10, 2), (10, 24), (10, 30), (11, 19)]),
    st.integers(0, 3 * 24 * 60),
)


@settings(max_examples=25)
@given(st.sampled_from(ZONES), moments, st.integers(0, 9 * 24 * 60))
@example(BERLIN, datetime(2026, 3, 28, 12, tzinfo=UTC), 3 * 24 * 60)
@example(BERLIN, datetime(2026, 10, 24, 12, tzinfo=UTC), 3 * 24 * 60)
def test_working_time_matches_count_of_minutes(zone, since, minutes):
    until = since + minutes * MINUTE
    working = working_minutes(zone, since, until)
    assert working_seconds(zone, since, until) == 60 * working
    ends = moment_after(zone, since, 60 * working)
    assert ends <= until
    assert working_minutes(zone, since, ends) == working
    assert working == 0 or not rests(zone, ends - MINUTE)  # the end is not too late


def test_weekend_length_follows_time_zone():
    [spring] = weekends(BERLIN, datetime(2026, 3, 27, tzinfo=UTC), datetime(2026, 4, 2, tzinfo=UTC))
    [autumn] = weekends(BERLIN, datetime(2026, 10, 22, tzinfo=UTC), datetime(2026, 10, 29, tzinfo=UTC))
    assert [(each.ends - each.begins) / timedelta(hours=1) for each in (spring, autumn)] == [47, 49]


def started(since=FRIDAY_EVENING, bank=0):
    return Clock.new(TimeLimit(DAY, bank, BERLIN), 2, since).for_move(FIRST, runs=True)


def test_clock_stops_from_saturday_to_sunday():
    clock = started(bank=3600)
    sunday, monday = FRIDAY_EVENING + timedelta(days=2), datetime(2026, 11, 22, 23, tzinfo=UTC)
    assert clock.turn_ends_at == monday + timedelta(hours=23)
    assert clock.ends_at == monday + timedelta(hours=24)
    assert clock.seen_at(sunday).left == DAY - 3600
    assert clock.seen_at(sunday).ends_at == clock.ends_at
    assert clock.seen_at(monday + timedelta(hours=23, minutes=20)).banks[0] == 2400


def test_clock_expired_on_friday_is_not_extended_to_monday():
    saturday = FRIDAY_EVENING + timedelta(hours=1)
    assert started(saturday - timedelta(seconds=DAY)).ends_at == saturday


@pytest.mark.anyio
async def test_snapshot_lists_weekends_of_clock():
    harness = presence_harness()  # a Saturday
    table = await open_table_for_two(harness, options=TableOptions(TimeLimit(DAY, 0, BERLIN)))
    shown = await harness.snapshot(ANNA, table)
    assert shown["time"] == {"turn": DAY, "bank": 0, "weekend_zone": BERLIN}
    assert shown["clock"]["ends_at"] == "2026-11-23T23:00:00.000Z"
    assert shown["clock"]["weekends"] == [{"begins": "2026-11-20T23:00:00.000Z", "ends": "2026-11-22T23:00:00.000Z"}]
    harness.clock.advance(2 * DAY)  # Monday evening
    assert (await harness.snapshot(ANNA, table))["clock"]["weekends"] == []


def test_log_names_time_zone_only_when_agreed():
    plain, resting = TableOptions(TimeLimit(DAY, 0)), TableOptions(TimeLimit(DAY, 0, BERLIN))
    assert options_to_data(plain)["time"] == {"turn": DAY, "bank": 0}
    assert [options_from_data(options_to_data(each)) for each in (plain, resting)] == [plain, resting]


def test_unknown_time_zone_in_log_counts_as_utc():
    assert working_seconds("Atlantis/Port", datetime(2026, 11, 20, 23, tzinfo=UTC), FRIDAY_EVENING + 2 * MINUTE) == 0
    assert moment_after("Atlantis/Port", FRIDAY_EVENING, DAY) == datetime(2026, 11, 23, 22, tzinfo=UTC)


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("turn", "zone", "said"),
    [
        (DAY, "Berlin", "There is no time zone “Berlin” here: an example is “Europe/Berlin”"),
        (DAY, "../etc/passwd", "There is no time zone"),
        (DAY, "", "There is no time zone"),
        (DAY, "Europe", "There is no time zone"),
        (DAY - 1, BERLIN, "Only a clock with at least a day per turn can stop at weekends"),
    ],
)
async def test_invalid_zone_or_short_turn_is_refused(turn, zone, said):
    with pytest.raises(InvalidInput, match=said):
        await presence_harness().open(ANNA, "Anna", "human", options=TableOptions(TimeLimit(turn, 0, zone)))
