"""Past matches."""

from typing import Annotated, Literal

from pydantic import Field

from pasch.server.wire.base import Answered
from pasch.server.wire.results import RulesPlayed
from pasch.server.wire.tables import Imported


class PastSeat(Answered):
    """Who played, and what came of it."""

    seat: Annotated[int, Field(ge=1)]
    name: str
    kind: Literal["local", "human", "bot"]
    mine: bool
    total: Annotated[int, Field(description="All games together, with points outside the games.")]
    rank: Annotated[int, Field(ge=1)]


class PastMatch(RulesPlayed):
    """A match that has ended: finished, or aborted after a game that was played to its end."""

    id: Annotated[str, Field(description="Its table, where it can be looked at event by event.")]
    status: Literal["finished", "aborted"]
    rules_name: str
    at: Annotated[str, Field(description="When it ended, or was imported; UTC, RFC 3339.")]
    games: Annotated[int, Field(ge=1, description="How many games were begun.")]
    imported: Annotated[Imported | None, Field(description="Null for a match that was played here.")]
    seats: list[PastSeat]


class MatchesOf(Answered):
    """A variant that the caller has played."""

    variant: str
    variant_name: str
    matches: int


class MatchesWith(Answered):
    """A name that stood at tables of the caller."""

    name: str
    matches: int


class History(Answered):
    """Past matches of the caller, the latest first."""

    matches: Annotated[int, Field(description="How many there are in all.")]
    variants: list[MatchesOf]
    names: Annotated[list[MatchesWith], Field(description="At most 100, the most frequent first.")]
    past: Annotated[list[PastMatch], Field(description="At most 20.")]
    before: Annotated[str | None, Field(description="Ask with this `before` for those that follow; null at the end.")]


class ImportedRecord(Answered):
    """A record of the file."""

    line: Annotated[int, Field(ge=1, description="Its line in the file.")]
    table: Annotated[str, Field(description="The table that it is now, or was already.")]
    known: Annotated[bool, Field(description="It was there before, played here or imported: nothing was changed.")]


class Import(Answered):
    """What came of a file."""

    imported: Annotated[int, Field(description="How many matches are new.")]
    known: Annotated[int, Field(description="How many records are of matches that are there already.")]
    records: list[ImportedRecord]
