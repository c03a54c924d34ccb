"""Lists of tables and of past matches, and the keys for continuing elsewhere."""

from typing import Literal

from typing_extensions import TypedDict

from pasch.service.views.schema.results import RulesPlayed
from pasch.service.views.schema.table import Imported, Kind, Progress, Snapshot, Status, TimeGiven, VariantPlayed


class ListedSeat(TypedDict):
    """A seat of a listed table."""

    seat: int
    name: str
    kind: Kind
    open: bool
    """Whether it is open to another player."""
    total: int


class ListedMatch(VariantPlayed, Progress):
    """A match in a list, without access to its table."""

    rules_name: str
    status: Status
    time: TimeGiven | None
    """Null: there is no clock."""
    bots: bool
    """Whether bots may join."""
    seats: list[ListedSeat]
    updated_at: str
    kept_until: str
    """When the table is deleted if no event happens before."""
    open_seats: int
    """Seats open to every player, without reserved ones."""


class InterruptedMatches(TypedDict):
    """The interrupted matches of a household."""

    matches: list[ListedMatch]
    """Latest change first."""


class ListedTable(ListedMatch):
    """A table in a list."""

    id: str


class Tables(TypedDict):
    """A list of tables, newest first."""

    tables: list[ListedTable]


class SeatKey(TypedDict):
    """The caller's key at a table, the same for as long as the match lasts."""

    key: str
    """Sixteen characters in groups, such as `92MH-VXV2-F4J5-X8VW`; its holder plays on in the caller's place."""
    address: str
    """The address for the other device, which asks for consent and continues there."""
    qr: str
    """The address as a QR code, an SVG document."""
    kept_until: str
    """When the match is deleted unless it continues before."""


class Interrupted(SeatKey):
    """The key, and the table after the interruption."""

    table: Snapshot
    """Either it is `paused`, or a `pause` is requested from others; before the start it keeps waiting."""


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
