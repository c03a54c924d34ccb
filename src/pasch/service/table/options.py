"""Choices of a table's opener in addition to the rules: time to think, the effect of absence, bots.

A weekend lasts from Saturday to Sunday, midnight to midnight, in the time zone of the table's opener. It has 47 or 49
hours where the zone changes to or from summer time.
"""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from enum import StrEnum
from itertools import count
from typing import NamedTuple
from zoneinfo import ZoneInfo

from pasch.rules.errors import InvalidInput
from pasch.rules.fingerprint import Plain
from pasch.rules.lazy import lazy

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
    """The seconds between two moments outside weekends; 0 if the second moment is the earlier one."""
    if until <= since:
        return 0.0
    resting = (min(until, each.ends) - max(since, each.begins) for each in weekends(zone, since, until))
    return (until - since - sum(resting, timedelta())).total_seconds()


def moment_after(zone: str, since: datetime, seconds: float) -> datetime:
    """The first moment after this many seconds outside weekends."""
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


DAY = 24 * 60 * 60
LONGEST_TIME = 14 * DAY
"""The most seconds a turn or a bank may have."""


class Absent(StrEnum):
    """What happens when a player's time or grace is over."""

    BOT = "bot"
    ENTRY = "entry"


@dataclass(frozen=True)
class TimeLimit:
    """Seconds to think: `turn` for every turn, `bank` beyond them, once for the whole match.

    `weekend_zone` is the IANA name of the time zone in whose weekends the clock rests; None: it never rests.
    """

    turn: int
    bank: int
    weekend_zone: str | None = None

    @lazy
    def data(self) -> dict[str, Plain]:
        """The limit in the form of the log and the wire."""
        return {name: value for name, value in asdict(self).items() if value is not None}


@dataclass(frozen=True)
class SharedSeed:
    """The seed of an event, from which several tables take their dice.

    `name` is the name of the event, which replaces the id of the table in every roll. The seed is secret until
    `opens_at`.
    """

    name: str
    opens_at: datetime


@dataclass(frozen=True)
class TableOptions:
    """`time` None sets no limit. `bots`: whether bots may sit down in addition to those the opener has chosen.

    `final`: no entry can be taken back, not even on one device. `shared_seed` None: the table has a seed of its own.
    """

    time: TimeLimit | None = None
    absent: Absent = Absent.BOT
    bots: bool = True
    final: bool = False
    shared_seed: SharedSeed | None = None


PLAIN = TableOptions()


def check_time(time: TimeLimit | None) -> None:
    """Raise `InvalidInput` for a time that no clock can show, and for weekends that cannot be computed."""
    if time is None:
        return
    if not (1 <= time.turn <= LONGEST_TIME and 0 <= time.bank <= LONGEST_TIME):
        raise InvalidInput(
            "A turn has from 1 to {most} seconds, a bank from 0 to {most}", field="time", most=LONGEST_TIME
        )
    if time.weekend_zone is None:
        return
    if time.turn < DAY:
        raise InvalidInput("Only a clock with at least a day per turn can stop at weekends", field="time.turn")
    if zone_named(time.weekend_zone) is None:
        raise InvalidInput(
            "There is no time zone “{zone}” here: an example is “Europe/Berlin”",
            field="time.weekend_zone",
            zone=time.weekend_zone,
        )


def options_to_data(options: TableOptions) -> dict[str, Plain]:
    """The options in the form of the log."""
    time = None if options.time is None else options.time.data
    data: dict[str, Plain] = {"time": time, "absent": options.absent.value, "bots": options.bots}
    if options.final:
        data["final"] = True
    if (shared := options.shared_seed) is not None:
        data["shared_seed"] = {"name": shared.name, "opens_at": shared.opens_at.isoformat()}
    return data


def options_from_data(data: Mapping[str, Plain]) -> TableOptions:
    """The options from the log; tables that are older than options get those that change nothing."""
    match data.get("time"):
        case {"turn": int(turn), "bank": int(bank), **more}:
            zone = more.get("weekend_zone")
            time: TimeLimit | None = TimeLimit(turn, bank, zone if isinstance(zone, str) else None)
        case _:
            time = None
    absent = Absent(str(data.get("absent", Absent.BOT.value)))
    bots, final = data.get("bots") is not False, data.get("final") is True
    return TableOptions(time, absent, bots, final, _shared_seed(data.get("shared_seed")))


def _shared_seed(data: Plain) -> SharedSeed | None:
    match data:
        case {"name": str(name), "opens_at": str(opens_at)}:
            return SharedSeed(name, datetime.fromisoformat(opens_at))
        case _:
            return None
