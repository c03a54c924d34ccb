"""What a table's opener decides beside the rules: time to think, what absence means, whether bots are welcome."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from pasch.rules.errors import InvalidInput
from pasch.rules.fingerprint import Plain
from pasch.service.table.weekends import zone_named

DAY = 24 * 60 * 60
LONGEST_TIME = 14 * DAY
"""The most seconds a turn or a bank may have."""


class Absent(StrEnum):
    """What happens when somebody's time or grace is over."""

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


@dataclass(frozen=True)
class TableOptions:
    """`time` None sets no limit. `bots`: whether bots may sit down in addition to those the opener has chosen.

    `final`: no entry is taken back, on one device either.
    """

    time: TimeLimit | None = None
    absent: Absent = Absent.BOT
    bots: bool = True
    final: bool = False


PLAIN = TableOptions()


def check_time(time: TimeLimit | None) -> None:
    """Raise `InvalidInput` for a time that no clock can show, and for weekends that cannot be told."""
    if time is None:
        return
    if not (1 <= time.turn <= LONGEST_TIME and 0 <= time.bank <= LONGEST_TIME):
        raise InvalidInput("A turn has from 1 to {most} seconds, a bank from 0 to {most}", most=LONGEST_TIME)
    if time.weekend_zone is None:
        return
    if time.turn < DAY:
        raise InvalidInput("Only a clock with a day or more for every turn can rest at weekends")
    if zone_named(time.weekend_zone) is None:
        raise InvalidInput("There is no time zone “{zone}” here: an example is “Europe/Berlin”", zone=time.weekend_zone)


def options_to_data(options: TableOptions) -> dict[str, Plain]:
    """What the log says of them."""
    data: dict[str, Plain] = {"time": _time_to_data(options.time), "absent": options.absent.value, "bots": options.bots}
    return data | {"final": True} if options.final else data


def _time_to_data(time: TimeLimit | None) -> Plain:
    if time is None:
        return None
    seconds: dict[str, Plain] = {"turn": time.turn, "bank": time.bank}
    return seconds if time.weekend_zone is None else seconds | {"weekend_zone": time.weekend_zone}


def options_from_data(data: Mapping[str, Plain]) -> TableOptions:
    """What the log says; tables opened before there were options have those that change nothing."""
    match data.get("time"):
        case {"turn": int(turn), "bank": int(bank), **more}:
            zone = more.get("weekend_zone")
            time: TimeLimit | None = TimeLimit(turn, bank, zone if isinstance(zone, str) else None)
        case _:
            time = None
    absent = Absent(str(data.get("absent", Absent.BOT.value)))
    return TableOptions(time, absent, bots=data.get("bots") is not False, final=data.get("final") is True)
