"""The server's messages on its sockets."""

from collections.abc import Mapping, Sequence
from typing import Literal, NotRequired

from typing_extensions import TypeAliasType, TypedDict

from pasch.service.views.schema.actions import ActionKind
from pasch.service.views.schema.lists import ListedTable
from pasch.service.views.schema.people import ChatMessage
from pasch.service.views.schema.problems import Accepted, Problem
from pasch.service.views.schema.table import TableSeen

PROTOCOL = 3
"""The version of the protocol of a table's socket; a client names its own version."""
WRONG_VERSION = 4010
"""The close code for a client with another version."""


PackedSums = int | list[int | None]
"""The total after an entry. A list adds the upper points, the bonus margin and the bonus where one of them changes."""
ScoreRow = list[PackedSums]
"""An entry: its points, the sums after it, whether it is strong, its extra points, and the sums of its column after it.

Zeros at the end are left out.
"""
Points = int | list[int]
TurnRow = list[str | int | dict[str, object] | None]
EventRow = list[str | int | list[object] | dict[str, object] | None]


class Offers(TypedDict):
    """The caller's legal actions. Impossible ones are absent."""

    kinds: NotRequired[list[str]]
    """Types that need nothing else. With `roll` and `enter_dice` any dice may be kept that hold `locked` of the turn,
    and at least one is rolled.
    """
    least: NotRequired[int]
    """The number of dice that must be kept."""
    announce: NotRequired[list[str]]
    """Cells that may be announced."""
    score: NotRequired[dict[str, ScoreRow]]
    """Entries by cell: points, the sums after it, whether it is strong (0, 1), extra points, and the sums of its column
    after it; zeros at the end are left out. Sums are the total, or total, upper points, saldo and bonus where one of
    the last three changes. An example: `{"fives": [15, [55, 15, 0, 0], 1], "chance": [22, 62]}`.
    """
    scratch: NotRequired[dict[str, int]]
    """If present, every cell in `score` may be scratched; those here then earn this many extra points."""
    claim: NotRequired[dict[str, list[int]]]
    """By cell: the most honest points, then all points that may be claimed."""
    points: NotRequired[dict[str, list[Points]]]
    """Points of real dice by cell; a pair has points and extra points."""
    use: NotRequired[dict[ActionKind, dict[str, dict[str, int | None]]]]
    """Action dice: by action, victim's seat, and cell, the points that it moves or destroys."""


class Brief(TableSeen):
    """A table in the socket's short form.

    A sheet with one column whose sums are those of the sheet has no `columns`. A result without `seats` is that of the
    sheets in `seats`.
    """

    turn: TurnRow | None
    """A row of the values that `names` of hello names; nulls at its end are left out. An object after them has all that
    is not as usual. `dice_count` and `kept_count` usually are those of the texts, `locked` is `k-`, all else false or
    null. An example: `[1, "rolled", 2, 1, "33456"]`. Null when no player is to move.
    """
    offers: Offers
    """The caller's legal actions; empty if the caller is not to move."""


class HelloMessage(TypedDict):
    """The whole table: sent first, and after the request `{"type": "hello"}`."""

    kind: Literal["hello"]
    version: int
    """The version of this protocol."""
    names: Mapping[str, Sequence[str]]
    """The names of the values in a row: of `turn`, and of events by type."""
    table: Brief
    """The table."""


_Before = TypedDict("_Before", {"from": int})  # a keyword cannot be a field of a class


class BatchMessage(_Before):
    """Events after `from`, each once, in order, with the resulting patch.

    Objects in `set` are merged key by key, lists by index. A list in `set` contains the one value that replaces the old
    one; any other value replaces it directly.
    """

    kind: Literal["batch"]
    events: list[EventRow]
    """Rows: type, milliseconds since the table was opened, seat, text, data. A list there has the values that `names`
    of hello names for the type. An example:
    `["dice_rolled", 41, 1, "Roll 1 of 3: 3, 3, 4, 5, 6.", ["33456", null, 1, 2]]`.
    """
    set: NotRequired[dict[str, object]]
    """The changes; the table is then at the last of these events. Absent if hello already includes them."""


class AnswerMessage(TypedDict):
    """The answer to a command, after the batch with the events that it caused."""

    kind: Literal["answer"]
    id: str | None
    """The command's id; null when it could not be read."""
    status: int
    """The HTTP status of an equivalent request."""
    body: Accepted | Problem


class WatchersMessage(TypedDict):
    """The number of watchers has changed."""

    kind: Literal["watchers"]
    watchers: int


class AliveMessage(TypedDict):
    """A message after a silence, which detects a dead connection."""

    kind: Literal["alive"]


ServerMessage = TypeAliasType(
    "ServerMessage", HelloMessage | BatchMessage | AnswerMessage | WatchersMessage | AliveMessage | ChatMessage
)
"""A message from the server on a table's socket."""


class LobbyTables(TypedDict):
    """The list of public tables: sent first, and when it has changed, at most twice a second."""

    kind: Literal["lobby"]
    tables: list[ListedTable]


LobbyMessage = TypeAliasType("LobbyMessage", LobbyTables | ChatMessage | AliveMessage)
"""A message from the server on the lobby's socket. The client sends nothing there."""
