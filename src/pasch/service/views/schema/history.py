"""Past matches."""

from typing import Literal

from typing_extensions import TypedDict

from pasch.service.views.schema.results import RulesPlayed
from pasch.service.views.schema.table import Imported


class PastSeat(TypedDict):
    """Who played, and what came of it."""

    seat: int
    name: str
    kind: Literal["local", "human", "bot"]
    mine: bool
    total: int
    """All games together, with points outside the games."""
    rank: int


class PastMatch(RulesPlayed):
    """A match that has ended: finished, or aborted after a game that was played to its end."""

    id: str
    """Its table, where it can be looked at event by event."""
    status: Literal["finished", "aborted"]
    rules_name: str
    at: str
    """When it ended, or was imported; UTC, RFC 3339."""
    games: int
    """How many games were begun."""
    imported: Imported | None
    """Null for a match that was played here."""
    seats: list[PastSeat]


class MatchesOf(TypedDict):
    """A variant that the caller has played."""

    variant: str
    variant_name: str
    matches: int


class MatchesWith(TypedDict):
    """A name that stood at tables of the caller."""

    name: str
    matches: int


class History(TypedDict):
    """Past matches of the caller, the latest first."""

    matches: int
    """How many there are in all."""
    variants: list[MatchesOf]
    names: list[MatchesWith]
    """At most 100, the most frequent first."""
    past: list[PastMatch]
    """At most 20."""
    before: str | None
    """Ask with this `before` for those that follow; null at the end."""


class ImportedRecord(TypedDict):
    """A record of the file."""

    line: int
    """Its line in the file."""
    table: str
    """The table that it is now, or was already."""
    known: bool
    """It was there before, played here or imported: nothing was changed."""


class Import(TypedDict):
    """What came of a file."""

    imported: int
    """How many matches are new."""
    known: int
    """How many records are of matches that are there already."""
    records: list[ImportedRecord]
