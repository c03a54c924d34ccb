"""Clock and absence as a caller sees them, in plain data."""

from datetime import datetime

from pasch.service.table.place import Place
from pasch.service.table.presence import time_text
from pasch.service.table.state import TableState
from pasch.service.views.schema.table import Gone, RunningClock


def clock_view(state: TableState, now: datetime) -> RunningClock | None:
    """The clock at this time; None without a time limit, or when no seat has to move."""
    if state.clock is None or state.one_device:
        return None
    # Times are sent in milliseconds. While the clock is stopped, the rest must not depend on how `now` is cut off.
    clock = state.clock.seen_at(now if state.clock.runs else _told(now))
    if clock.thinking is None or not state.in_play:
        return None
    view: RunningClock = {
        "seat": clock.thinking.seat,
        "running": clock.runs,
        "turn_ends_at": time_text(clock.turn_ends_at),
        "ends_at": time_text(clock.ends_at),
        "banks": [round(bank) for bank in clock.banks],
    }
    if clock.weekends is not None:
        view["weekends"] = [{"begins": time_text(each.begins), "ends": time_text(each.ends)} for each in clock.weekends]
    return view


def _told(at: datetime) -> datetime:
    return datetime.fromisoformat(time_text(at))


def away_view(state: TableState, place: Place) -> Gone | None:
    """An absent player. The others do not wait while nothing is played, or while a bot plays instead."""
    if place.away is None:
        return None
    waited_for = state.awake and place.held is None
    until = time_text(place.away.until) if waited_for else None
    return {"why": place.away.why.value, "until": until, "absent": (place.choice or state.options.absent).value}
