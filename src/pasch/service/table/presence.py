"""Presence as the log knows it, and how long the others wait for absent players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum

from pasch.rules.errors import InvalidInput
from pasch.rules.fingerprint import Plain


class AbsenceReason(StrEnum):
    """How a player's connection ended: the player closed the page, or the connection broke."""

    CLOSED = "closed"
    LOST = "lost"


class SubstituteReason(StrEnum):
    """Why a bot holds a seat."""

    AWAY = "away"
    TIME = "time"


@dataclass(frozen=True)
class Graces:
    """How long players wait, in seconds.

    A connection that is back within `blink` was never away. `short` applies to players who closed the page, `long` to
    those whose connection broke. A player who sends requests without a connection counts as present for `linger` after
    each of them. So does every player who was present when the server restarted.
    """

    blink: float = 5.0
    short: float = 30.0
    long: float = 180.0
    linger: float = 60.0

    def after(self, why: AbsenceReason) -> float:
        """The grace after such a departure."""
        return self.short if why is AbsenceReason.CLOSED else self.long


@dataclass(frozen=True)
class Away:
    """An absent player. The others wait until `until`."""

    why: AbsenceReason
    since: datetime
    until: datetime

    def postponed(self, stood: datetime, now: datetime) -> Away:
        """The same grace, extended by the time since `stood`, in which no player waited."""
        return replace(self, until=self.until + (now - max(stood, self.since)))


@dataclass(frozen=True)
class Substitute:
    """The bot that plays for an absent player until they return."""

    bot: str
    why: SubstituteReason


def away_from_data(at: datetime, data: Mapping[str, Plain]) -> Away:
    """An absence from the data of the log."""
    match data:
        case {"why": str(why), "until": str(until)}:
            return Away(AbsenceReason(why), at, datetime.fromisoformat(until))
        case _:
            raise InvalidInput("“{kind}” with this data is not an event", kind="seat_away")


def substitute_from_data(data: Mapping[str, Plain]) -> Substitute:
    """A substitute from the data of the log."""
    return Substitute(str(data.get("bot")), SubstituteReason(str(data.get("why"))))


def time_text(at: datetime) -> str:
    """A time in the form of the log and the wire."""
    utc = at if at.tzinfo is UTC else at.astimezone(UTC)
    return utc.isoformat(timespec="milliseconds")[: -len("+00:00")] + "Z"
