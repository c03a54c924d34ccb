"""Requests about the daily game and about shared events."""

from typing import Annotated

from pydantic import Field

from pasch.server.wire.base import KnownRules, KnownVariant, Name, Sent
from pasch.service.shared_events import MOST_GAMES

Day = Annotated[str, Field(pattern=r"^\d{4}-\d\d-\d\d$", description="A day in UTC.", examples=["2026-11-24"])]


class OpenDaily(Sent):
    """The requested daily game."""

    day: Annotated[Day | None, Field(description="By default today. A past game does not count.")] = None


class CreateEvent(Sent):
    """A new event."""

    name: Annotated[str, Field(max_length=10_000, description="The name of the event, at most 40 characters.")]
    variant: KnownVariant
    rules: KnownRules = Field(default_factory=dict)
    games: Annotated[int, Field(ge=1, le=MOST_GAMES, description="Games of each player.")] = 1
    last_day: Annotated[
        Day | None,
        Field(description="The last day, in UTC. By default the event ends when its owner closes it, or after a year."),
    ] = None


class PlayEvent(Sent):
    """The caller's attempt."""

    name: Name | None = None
