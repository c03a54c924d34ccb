"""Parts of the terminal's panel: the clock stops at weekends, as in the browser; the chat has headings."""

from datetime import UTC, datetime, timedelta

from rich.text import Text

from pasch.i18n import translator
from pasch.tui.model import chat_lines
from pasch.tui.panel import clock_lines, wrap

FRIDAY = datetime(2026, 11, 20, 20, tzinfo=UTC)
CLOCK = {
    "running": True,
    "ends_at": "2026-11-24T19:00:00.000Z",
    "weekends": [{"begins": "2026-11-20T23:00:00.000Z", "ends": "2026-11-22T23:00:00.000Z"}],
}


def shown(hours, **changes):
    snapshot = {"now": FRIDAY.isoformat(), "clock": {**CLOCK, **changes}}
    return [line.plain for line in clock_lines(translator("en"), snapshot, FRIDAY + timedelta(hours=hours))]


def test_stopped_clock_shows_same_time_all_weekend():
    resting = "The clock stops at weekends."
    assert [shown(hours) for hours in (0, 3, 40, 51)] == [
        ["1 d 23 h left"],
        ["1 d 20 h left", resting],
        ["1 d 20 h left", resting],
        ["1 d 20 h left"],
    ]
    assert shown(40, running=False) == ["1 d 23 h left"]
    assert shown(0, weekends=[]) == ["3 d 23 h left"]


def test_headings_separate_chat_of_last_and_current_match():
    def line(text, *, earlier):
        return {"name": "Anna", "text": text, "to": None, "removed": False, "earlier": earlier}

    old, new = line("Again?", earlier=True), line("Yes", earlier=False)
    add_line = list(chat_lines(translator("en"), [old, old, new]))
    assert add_line == ["── From the last match ──", "Anna: Again?", "Anna: Again?", "── This match ──", "Anna: Yes"]
    assert list(chat_lines(translator("de"), [new])) == ["Anna: Yes"]


def test_wrapped_line_does_not_begin_with_colon():
    lines = wrap(Text("La table est ouverte\u202f: 1\xa0000", "bold"), 20)
    assert [line.plain for line in lines] == ["La table est ", "ouverte\u202f: 1\xa0000"]
    assert {line.style for line in lines} == {"bold"}
