"""The daily game on the wire."""

from typing import Annotated, Literal

from pydantic import Field

from pasch.server.wire.base import Answered, Sent

Day = Annotated[str, Field(pattern=r"^\d{4}-\d\d-\d\d$", description="A day in UTC.", examples=["2026-11-24"])]
Points = Annotated[int | None, Field(description="The caller's points; null without a finished attempt.")]
Mark = Literal["best", "good", "weak", "bad"]


class OpenDaily(Sent):
    """The game to be opened."""

    day: Annotated[Day | None, Field(description="Today when left out. A game of the past does not count.")] = None


class DailyDay(Answered):
    """A day and its variant."""

    day: Day
    variant: str
    variant_name: str


class DailyGame(DailyDay):
    """The game of a day, and the caller's attempt."""

    today: Annotated[str, Field(description="The day by the server's clock, in UTC.")]
    now: Annotated[str, Field(description="The time of the server, UTC, RFC 3339.")]
    ends_at: Annotated[str, Field(description="When the day ends and its seed opens, UTC, RFC 3339.")]
    commitment: Annotated[str, Field(description="The SHA-256 of the seed, and the seed of the day before.")]
    seed: Annotated[str | None, Field(description="The seed of the day, in hex, once the day is over.")]
    state: Annotated[
        Literal["new", "running", "finished", "ended", "elsewhere"],
        Field(
            description="The caller's attempt: not begun, running, finished, ended early, or continued on another "
            "device or deleted."
        ),
    ]
    table: Annotated[str | None, Field(description="The table of the attempt; null without one.")]
    score: Points
    players: Annotated[int, Field(description="How many people finished this game on its day.")]
    streak: Annotated[int, Field(description="The caller's finished days in a row, up to today or yesterday.")]
    longest: Annotated[int, Field(description="The caller's longest streak.")]
    played: Annotated[int, Field(description="How many daily games the caller has finished.")]


class DailyPast(DailyDay):
    """A past day."""

    score: Points


class DailyArchive(Answered):
    """Past days, the latest first."""

    days: Annotated[list[DailyPast], Field(description="The days.")]
    before: Annotated[str | None, Field(description="What to ask with for earlier days; null at the end.")]


class DailyTurn(Answered):
    """A turn of the attempt."""

    loss: float
    mark: Annotated[Mark, Field(description="The loss in four steps: below 0.05, 0.5 and 2 points, and above.")]


class DailyResult(DailyDay):
    """The analysis of a finished attempt."""

    score: int
    par: Annotated[int | None, Field(description="The total of perfect play with the same dice.")]
    luck: float
    loss: float
    turns: list[DailyTurn]
    others: Annotated[int, Field(description="How many others finished this game on its day.")]
    better_than: Annotated[
        float | None,
        Field(description="The share of the others with fewer points, equal ones counting half; null without others."),
    ]
    perfect: Annotated[
        float | None, Field(description="The share of perfect games, with any dice, that score less; null if unknown.")
    ]
    working: Annotated[bool, Field(description="Whether `perfect` is being computed: ask again to learn it.")]
    share: Annotated[str, Field(description="The result as a text that reveals no dice and no entries.")]
