"""Requests about shared events."""

from typing import Annotated

from pydantic import Field

from pasch.server.wire.base import KnownRules, KnownVariant, Name, Sent
from pasch.server.wire.daily import Day
from pasch.service.shared_events import MOST_GAMES


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
