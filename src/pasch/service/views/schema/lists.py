"""Lists of tables, and the keys for continuing elsewhere."""

from typing_extensions import TypedDict

from pasch.service.views.schema.table import Kind, Progress, Snapshot, Status, TimeGiven, VariantPlayed


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
