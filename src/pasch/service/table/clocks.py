"""The clock of a table: each player's remaining time to think. A fold of events with their times; pure.

An interval of thinking begins with every new game, turn or seat to move. It has the seconds of a
turn. After those it uses the seat's bank, which has to last for the whole match; then the time is
up. The clock is stopped while no move is awaited: in a pause, between games, while a bot moves,
while no player is present. Where agreed, it also rests at weekends: only `_seconds_until` and
`_after` convert between seconds and times.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from pasch.service.table.options import TimeLimit, Weekend, moment_after, weekends, working_seconds


@dataclass(frozen=True)
class Thinking:
    """The awaited move: of a seat in a turn of a game. The turns of a game are numbered consecutively."""

    game: int
    turn: int
    seat: int


@dataclass(frozen=True)
class Clock:
    """Seconds left at the time `at`: `left` of the turn, `banks` by seat. While the clock `runs`, they decrease.

    `thinking` is None when no move is awaited. `rests`: no second counts before this time, because the player to move
    may still be reconnecting to a restarted server.
    """

    limit: TimeLimit
    banks: tuple[float, ...]
    at: datetime
    thinking: Thinking | None = None
    left: float = 0.0
    runs: bool = False
    rests: datetime | None = None

    @classmethod
    def new(cls, limit: TimeLimit, seats: int, at: datetime) -> Clock:
        """The clock of a new table."""
        return cls(limit, (float(limit.bank),) * seats, at)

    def seen_at(self, now: datetime) -> Clock:
        """The clock at a later time. The time of another machine may be earlier; that gains nothing."""
        seconds = self._seconds_until(now) if self.runs else 0.0
        rests = self.rests if self.rests is not None and self.rests > now else None
        return replace(self._spent(seconds), at=now, rests=rests)

    def stopped_at(self, now: datetime, rests: datetime | None = None) -> Clock:
        """The clock at a later time, without counting the time since `at` or the time until `rests`."""
        return replace(self, at=now, rests=rests)

    def for_move(self, thinking: Thinking | None, *, runs: bool, restart: bool = False) -> Clock:
        """Go on with the move awaited now. `restart`: with the whole time of a turn, even for the same move."""
        if restart or thinking != self.thinking:
            return replace(self, thinking=thinking, left=float(self.limit.turn), runs=runs, rests=None)
        return replace(self, runs=runs)

    @property
    def turn_ends_at(self) -> datetime:
        """When the seconds of the turn run out, if the clock runs from `at` on."""
        return self._after(self._since, self.left)

    @property
    def ends_at(self) -> datetime:
        """When the bank runs out as well and the time is up, if the clock runs from `at` on."""
        return self._after(self.turn_ends_at, self._bank)

    @property
    def weekends(self) -> list[Weekend] | None:
        """The weekends until the time is up, if the clock runs from `at` on; None where it never rests."""
        zone = self.limit.weekend_zone
        return None if zone is None else list(weekends(zone, self.at, self.ends_at))

    @property
    def _since(self) -> datetime:
        return self.at if self.rests is None else max(self.at, self.rests)

    @property
    def _bank(self) -> float:
        return 0.0 if self.thinking is None else self.banks[self.thinking.seat - 1]

    def _seconds_until(self, now: datetime) -> float:
        if self.limit.weekend_zone is not None:
            return working_seconds(self.limit.weekend_zone, self._since, now)
        return max((now - self._since).total_seconds(), 0.0)

    def _after(self, since: datetime, seconds: float) -> datetime:
        if self.limit.weekend_zone is not None:
            return moment_after(self.limit.weekend_zone, since, seconds)
        return since + timedelta(seconds=seconds)

    def _spent(self, seconds: float) -> Clock:
        if self.thinking is None:
            return self
        left = max(self.left - seconds, 0.0)
        bank = max(self._bank - max(seconds - self.left, 0.0), 0.0)
        seat = self.thinking.seat
        return replace(self, left=left, banks=(*self.banks[: seat - 1], bank, *self.banks[seat:]))
