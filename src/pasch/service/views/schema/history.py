"""Past matches."""

from typing import Literal

from typing_extensions import TypedDict

from pasch.service.views.schema.results import RulesPlayed
from pasch.service.views.schema.table import Imported


class PastSeat(TypedDict):
    """A player and the result."""

    seat: int
    name: str
    kind: Literal["local", "human", "bot"]
    mine: bool
    total: int
    """All games together, including points outside the games."""
    rank: int


class PastMatch(RulesPlayed):
    """An ended match: finished, or aborted after at least one complete game."""

    id: str
    """Its table, for replaying it event by event."""
    status: Literal["finished", "aborted"]
    rules_name: str
    at: str
    """When it ended, or was imported; UTC, RFC 3339."""
    games: int
    """The number of games begun."""
    imported: Imported | None
    """Null for a match that was played here."""
    seats: list[PastSeat]


class MatchesOf(TypedDict):
    """A variant that the caller has played."""

    variant: str
    variant_name: str
    matches: int


class MatchesWith(TypedDict):
    """The name of a player at the caller's tables."""

    name: str
    matches: int


class History(TypedDict):
    """The caller's past matches, newest first."""

    matches: int
    """The total number of matches."""
    variants: list[MatchesOf]
    names: list[MatchesWith]
    """At most 100, most frequent first."""
    past: list[PastMatch]
    """At most 20."""
    before: str | None
    """The `before` for the next part; null at the end."""


class ImportedRecord(TypedDict):
    """A record of the file."""

    line: int
    """Its line in the file."""
    table: str
    """Its table, new or existing."""
    known: bool
    """Whether the match existed already, played here or imported: nothing was changed."""


class Import(TypedDict):
    """The result of an import."""

    imported: int
    """The number of new matches."""
    known: int
    """The number of records of existing matches."""
    records: list[ImportedRecord]
