"""What callers ask of the daily game."""

from typing import Annotated

from pydantic import Field

from pasch.server.wire.base import Sent

Day = Annotated[str, Field(pattern=r"^\d{4}-\d\d-\d\d$", description="A day in UTC.", examples=["2026-11-24"])]


class OpenDaily(Sent):
    """The game to be opened."""

    day: Annotated[Day | None, Field(description="Today when left out. A game of the past does not count.")] = None
