"""Who is there, as the log knows it, and how long the others wait for whoever is not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum

from pasch.rules.errors import InvalidInput
from pasch.rules.fingerprint import Plain


class AbsenceReason(StrEnum):
    """How somebody's line ended: they closed the page, or it broke."""

    CLOSED = "closed"
    LOST = "lost"


class SubstituteReason(StrEnum):
    """Why a bot holds a seat."""

    AWAY = "away"
    TIME = "time"


@dataclass(frozen=True)
class Graces:
    """How long everybody waits, in seconds.

    A line that is back within `blink` was never away. `short` is for those who closed the page, `long` for those whose
    line broke. Who sends requests without a line counts as there for `linger` after each of them, and so does
    everybody who was there when the server went away and came back.
    """

    blink: float = 5.0
    short: float = 30.0
    long: float = 180.0
    linger: float = 60.0

    def after(self, why: AbsenceReason) -> float:
        """The grace of somebody who went like this."""
        return self.short if why is AbsenceReason.CLOSED else self.long


@dataclass(frozen=True)
class Away:
    """Somebody who is not there. The others wait until `until`."""

    why: AbsenceReason
    since: datetime
    until: datetime

    def put_off(self, stood: datetime, now: datetime) -> Away:
        """The same grace when nobody has waited since `stood`."""
        return replace(self, until=self.until + (now - max(stood, self.since)))


@dataclass(frozen=True)
class Substitute:
    """The bot that plays for somebody until they are back."""

    bot: str
    why: SubstituteReason


def away_from_data(at: datetime, data: Mapping[str, Plain]) -> Away:
    """What the log says of somebody who went at a time."""
    match data:
        case {"why": str(why), "until": str(until)}:
            return Away(AbsenceReason(why), at, datetime.fromisoformat(until))
        case _:
            raise InvalidInput("“{kind}” with this data is not an event", kind="seat_away")


def hold_from_data(data: Mapping[str, Plain]) -> Substitute:
    """What the log says of a seat that is held."""
    return Substitute(str(data.get("bot")), SubstituteReason(str(data.get("why"))))


def time_text(at: datetime) -> str:
    """A time as it stands in the log and on the wire."""
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
