"""What a table's opener decides beside the rules: time to think, what absence means, whether bots are welcome."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from pasch.rules.errors import InvalidInput
from pasch.rules.fingerprint import Plain

LONGEST_TIME = 14 * 24 * 60 * 60
"""The most seconds a turn or a bank may have."""


class Absent(StrEnum):
    """What happens when somebody's time or grace is over."""

    BOT = "bot"
    ENTRY = "entry"


@dataclass(frozen=True)
class TimeLimit:
    """Seconds to think: `turn` for every turn, `bank` beyond them, once for the whole match."""

    turn: int
    bank: int


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
    """Raise `InvalidInput` for a time that no clock can show."""
    if time is None:
        return
    if not (1 <= time.turn <= LONGEST_TIME and 0 <= time.bank <= LONGEST_TIME):
        raise InvalidInput("A turn has from 1 to {most} seconds, a bank from 0 to {most}", most=LONGEST_TIME)


def options_to_data(options: TableOptions) -> dict[str, Plain]:
    """What the log says of them."""
    time: Plain = None if options.time is None else {"turn": options.time.turn, "bank": options.time.bank}
    data: dict[str, Plain] = {"time": time, "absent": options.absent.value, "bots": options.bots}
    return data | {"final": True} if options.final else data


def options_from_data(data: Mapping[str, Plain]) -> TableOptions:
    """What the log says; tables opened before there were options have those that change nothing."""
    match data.get("time"):
        case {"turn": int(turn), "bank": int(bank)}:
            time: TimeLimit | None = TimeLimit(turn, bank)
        case _:
            time = None
    absent = Absent(str(data.get("absent", Absent.BOT.value)))
    return TableOptions(time, absent, bots=data.get("bots") is not False, final=data.get("final") is True)
