"""Shared events: the same dice for everyone with the code."""

from typing_extensions import TypedDict

from pasch.rules.switches import SwitchValue
from pasch.service.views.schema.daily import AttemptState


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


class EventState(EventCard):
    """An event, the caller's attempt and the ranking."""

    now: str
    """The time of the server, UTC, RFC 3339."""
    commitment: str
    seed: str | None
    """The seed of the dice, in hex, once the event is over."""
    state: AttemptState
    """The caller's attempt: not begun, running, finished, ended early, or continued on another device or deleted."""
    table: str | None
    """The table of the caller's attempt; null without one."""
    score: int | None
    """The caller's points; null without a finished attempt."""
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
