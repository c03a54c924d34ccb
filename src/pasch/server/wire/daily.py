"""Requests about the daily game."""

from typing import Annotated

from pydantic import Field

from pasch.server.wire.base import Sent

Day = Annotated[str, Field(pattern=r"^\d{4}-\d\d-\d\d$", description="A day in UTC.", examples=["2026-11-24"])]


class OpenDaily(Sent):
    """The requested daily game."""

    day: Annotated[Day | None, Field(description="By default today. A past game does not count.")] = None
