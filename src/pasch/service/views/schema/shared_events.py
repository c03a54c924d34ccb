"""Games with the same dice for everyone: the daily game, and shared events for all with the code."""

from typing import Literal

from typing_extensions import TypedDict

from pasch.rules.switches import SwitchValue
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


class AttemptShown(TypedDict):
    """How far the caller's attempt is."""

    state: AttemptState
    """The caller's attempt: not begun, running, finished, ended early, or continued on another device or deleted."""
    table: str | None
    """The table of the attempt; null without one."""
    score: int | None
    """The caller's points; null without a finished attempt."""


class DailyGame(DailyDay, Streaks, AttemptShown):
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


class EventCard(TypedDict):
    """An event as everyone with its code may see it."""

    code: str
    """The code that invites people, also in the address `/e/…`."""
    name: str
    """The name that the owner gave the event; empty when the owner was deleted."""
    variant: str
    variant_name: str
    rules: dict[str, SwitchValue]
    games: int
    """The number of games of each player."""
    ends_at: str
    """When the event is over and its seed opens, UTC, RFC 3339. Its owner can close it earlier."""
    over: bool
    """Whether the event is over."""
    mine: bool
    """Whether the caller created the event."""


class EventSummary(EventCard):
    """An event in the caller's list."""

    score: int | None
    """The caller's points; null without a finished attempt."""


class EventList(TypedDict):
    """The events that the caller created or plays."""

    events: list[EventSummary]
    """The events, the latest first."""


class EventRanks(TypedDict):
    """The places of an attempt; equal ones share one (1, 1, 3)."""

    score: int
    """The place by points."""
    loss: int | None
    """The place by loss, among those whose loss is known."""
    rank_points: int
    """The place by rank points."""


class EventRow(TypedDict):
    """A finished attempt in the ranking."""

    name: str
    mine: bool
    score: int
    """The points of all games."""
    games: list[int]
    """The points of each game."""
    loss: float | None
    """What decisions cost in all games; null until it is computed, and in games without exact values."""
    rank_points: float
    """In each game one for each player with fewer points, and a half for each with equal points."""
    ranks: EventRanks
    """The places."""
    table: str | None
    """The attempt's table, which everyone may see once the event is over; null before."""


class EventState(EventCard, AttemptShown):
    """An event, the caller's attempt and the ranking."""

    now: str
    """The time of the server, UTC, RFC 3339."""
    commitment: str
    seed: str | None
    """The seed of the dice, in hex, once the event is over."""
    players: int
    """How many people have finished in time."""
    measured: bool
    """Whether the server can compute losses in this game."""
    ranking: list[EventRow]
    """The finished attempts by points; empty until the caller has finished or the event is over."""


class EventGame(TypedDict):
    """A game of the caller's attempt."""

    score: int
    """The points."""
    par: int | None
    """The total of perfect play with the same dice."""
    loss: float


class EventResult(EventGame):
    """The analysis of the caller's finished attempt over all games."""

    luck: float
    games: list[EventGame]
    """The games, in order."""
