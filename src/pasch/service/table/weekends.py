"""Time without weekends: the seconds between two moments, and the moment after some seconds. Pure.

A weekend lasts from Saturday to Sunday, midnight to midnight, in the time zone of the table's opener. It has 47 or 49
hours where the zone changes to or from summer time.
"""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from itertools import count
from typing import NamedTuple
from zoneinfo import ZoneInfo

WEEK = timedelta(days=7)
SATURDAY = 5


class Weekend(NamedTuple):
    """The moments, in UTC, at which a weekend begins and ends."""

    begins: datetime
    ends: datetime


def zone_named(name: str) -> ZoneInfo | None:
    """The time zone with this IANA name; None where this machine does not know it."""
    try:
        return ZoneInfo(name)
    except (LookupError, ValueError, OSError):
        return None


def weekends(zone: str, since: datetime, until: datetime) -> Iterator[Weekend]:
    """The weekends of a zone that overlap an interval. A machine that lacks the zone counts in UTC."""
    for weekend in _weekends_from(zone, since):
        if weekend.begins >= until:
            return
        yield weekend


def working_seconds(zone: str, since: datetime, until: datetime) -> float:
    """The seconds between two moments that belong to no weekend; 0 where the second is the earlier one."""
    if until <= since:
        return 0.0
    resting = (min(until, each.ends) - max(since, each.begins) for each in weekends(zone, since, until))
    return (until - since - sum(resting, timedelta())).total_seconds()


def moment_after(zone: str, since: datetime, seconds: float) -> datetime:
    """The first moment at which so many seconds have passed that belong to no weekend."""
    at, left = since, timedelta(seconds=seconds)
    if not left:
        return since
    for weekend in _weekends_from(zone, since):
        if at + left <= weekend.begins:
            break
        left -= max(weekend.begins - at, timedelta())
        at = weekend.ends
    return at + left


def _weekends_from(name: str, since: datetime) -> Iterator[Weekend]:
    zone = zone_named(name) or UTC
    day = since.astimezone(zone).date()
    saturday = day - timedelta(days=(day.weekday() - SATURDAY) % 7)
    for week in count():
        first = saturday + week * WEEK
        weekend = Weekend(*(_midnight(each, zone) for each in (first, first + timedelta(days=2))))
        if weekend.ends > since:
            yield weekend


def _midnight(day: date, zone: tzinfo) -> datetime:
    return datetime.combine(day, time(), zone).astimezone(UTC)
