"""The log of a table: numbered events without gaps, in plain data."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from pasch.rules.fingerprint import Plain

Data = Mapping[str, Plain]
"""What an event says besides its seat. Seats stand there by number, never people by name."""

GAME_ENDS = frozenset({"game_finished", "table_aborted"})
"""The events with which games end."""


@dataclass(frozen=True, slots=True)
class Happening:
    """An event that has no number yet."""

    type: str
    seat: int | None
    data: Data


@dataclass(frozen=True, slots=True)
class LogEvent:
    """An event in its place; `seq` counts from 1. `at` is in UTC."""

    seq: int
    type: str
    at: datetime
    seat: int | None
    data: Data
