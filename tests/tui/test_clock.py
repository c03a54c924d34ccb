"""The clock in the terminal rests at weekends, as it does in the browser."""

from datetime import UTC, datetime, timedelta

from pasch.i18n import translator
from pasch.tui.panel import clock_lines

FRIDAY = datetime(2026, 11, 20, 20, tzinfo=UTC)
CLOCK = {
    "running": True,
    "ends_at": "2026-11-24T19:00:00.000Z",
    "weekends": [{"begins": "2026-11-20T23:00:00.000Z", "ends": "2026-11-22T23:00:00.000Z"}],
}


def shown(hours, **changes):
    snapshot = {"now": FRIDAY.isoformat(), "clock": {**CLOCK, **changes}}
    return [line.plain for line in clock_lines(translator("en"), snapshot, FRIDAY + timedelta(hours=hours))]


def test_a_clock_that_rests_shows_the_same_time_all_weekend():
    resting = "The clock rests at the weekend."
    assert [shown(hours) for hours in (0, 3, 40, 51)] == [
        ["1 d 23 h left"],
        ["1 d 20 h left", resting],
        ["1 d 20 h left", resting],
        ["1 d 20 h left"],
    ]
    assert shown(40, running=False) == ["1 d 23 h left"]
    assert shown(0, weekends=[]) == ["3 d 23 h left"]
