"""The clock of a table: how much time to think everybody has left. A fold of events with their times; pure.

An interval of thinking begins whenever another game, another turn or another seat is on. It has the seconds of a turn;
when they are gone it eats the bank of that seat, which has to last for the whole match; then the time is up. The clock
stands while nothing is to be thought about: in a pause, between games, while a bot moves, while nobody is there. Where
that is agreed it also rests at weekends: `_seconds_until` and `_after` are all that turns seconds into times and back.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from pasch.service.table.options import TimeLimit, Weekend, moment_after, weekends, working_seconds


@dataclass(frozen=True)
class Thinking:
    """What is thought about: the move of a seat in a turn of a game. The turns of a game are numbered through."""

    game: int
    turn: int
    seat: int


@dataclass(frozen=True)
class Clock:
    """Seconds left at the time `at`: `left` of the turn, `banks` by seat. While it `runs` they have gone on since then.

    `thinking` is None when nobody has to move. `rests`: until then no second counts, because whoever is to move may
    still be looking for a server that is back.
    """

    limit: TimeLimit
    banks: tuple[float, ...]
    at: datetime
    thinking: Thinking | None = None
    left: float = 0.0
    runs: bool = False
    rests: datetime | None = None

    @classmethod
    def wound_up(cls, limit: TimeLimit, seats: int, at: datetime) -> Clock:
        """The clock of a table that has just been opened."""
        return cls(limit, (float(limit.bank),) * seats, at)

    def seen_at(self, now: datetime) -> Clock:
        """The same clock as it stands at a later time; by another machine it may seem earlier, and nothing is won."""
        seconds = self._seconds_until(now) if self.runs else 0.0
        rests = self.rests if self.rests is not None and self.rests > now else None
        return replace(self._spent(seconds), at=now, rests=rests)

    def stopped_at(self, now: datetime, rests: datetime | None = None) -> Clock:
        """The clock at a later time when what has passed since `at` does not count, nor what passes until `rests`."""
        return replace(self, at=now, rests=rests)

    def over_to(self, thinking: Thinking | None, *, runs: bool, anew: bool = False) -> Clock:
        """Go on with what is thought about now. `anew`: with the whole time of a turn, also for the same move."""
        if anew or thinking != self.thinking:
            return replace(self, thinking=thinking, left=float(self.limit.turn), runs=runs, rests=None)
        return replace(self, runs=runs)

    @property
    def turn_ends_at(self) -> datetime:
        """When the seconds of the turn are gone, if the clock runs from `at` on."""
        return self._after(self._since, self.left)

    @property
    def ends_at(self) -> datetime:
        """When the bank is gone as well and the time is up, if the clock runs from `at` on."""
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
