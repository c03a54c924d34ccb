"""The daily game."""

from typing import Literal

from typing_extensions import TypedDict

from pasch.words.results import Mark

AttemptState = Literal["new", "running", "finished", "ended", "elsewhere"]


class DailyDay(TypedDict):
    """A day and its variant."""

    day: str
    """A day in UTC, such as `2026-11-24`."""
    variant: str
    variant_name: str


class Streaks(TypedDict):
    """How often a person has played, and how regularly."""

    streak: int
    """Finished days in a row, up to today or yesterday."""
    longest: int
    """The longest streak."""
    played: int
    """The number of finished daily games."""


class DailyGame(DailyDay, Streaks):
    """The game of a day, and the caller's attempt."""

    today: str
    """The day by the server's clock, in UTC."""
    now: str
    """The time of the server, UTC, RFC 3339."""
    ends_at: str
    """When the day ends and its seed opens, UTC, RFC 3339."""
    commitment: str
    """The SHA-256 of the seed, and the seed of the day before."""
    seed: str | None
    """The seed of the day, in hex, once the day is over."""
    state: AttemptState
    """The caller's attempt: not begun, running, finished, ended early, or continued on another device or deleted."""
    table: str | None
    """The table of the attempt; null without one."""
    score: int | None
    """The caller's points; null without a finished attempt."""
    players: int
    """How many people finished this game on its day."""


class DailyPast(DailyDay):
    """A past day."""

    score: int | None
    """The caller's points; null without a finished attempt."""


class DailyArchive(TypedDict):
    """Past days, the latest first."""

    days: list[DailyPast]
    """The days."""
    before: str | None
    """The `before` for earlier days; null at the end."""


class DailyTurn(TypedDict):
    """A turn of the attempt."""

    loss: float
    mark: Mark
    """The loss in four steps: below 0.05, 0.5 and 2 points, and above."""


class PerfectGames(TypedDict):
    """How a score compares with perfect games."""

    perfect: float | None
    """The share of perfect games, with any dice, that score less; null if unknown."""
    working: bool
    """Whether `perfect` is being computed: repeat the request later."""


class DailyResult(DailyDay, PerfectGames):
    """The analysis of a finished attempt."""

    score: int
    par: int | None
    """The total of perfect play with the same dice."""
    luck: float
    loss: float
    turns: list[DailyTurn]
    others: int
    """How many others finished this game on its day."""
    better_than: float | None
    """The share of the others with fewer points, equal ones counting half; null without others."""
    share: str
    """The result as a text that reveals no dice and no entries."""
