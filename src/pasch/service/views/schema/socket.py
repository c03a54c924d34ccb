"""What a server says on its sockets."""

from collections.abc import Mapping, Sequence
from typing import Literal, NotRequired

from typing_extensions import TypeAliasType, TypedDict

from pasch.service.views.schema.actions import ActionKind
from pasch.service.views.schema.chat import ChatMessage
from pasch.service.views.schema.lists import ListedTable
from pasch.service.views.schema.problems import Accepted, Problem
from pasch.service.views.schema.table import TableSeen

PROTOCOL = 3
"""The version of what is said on a table's socket; a client names the one it knows."""
WRONG_VERSION = 4010
"""The code with which a socket is closed for a client that names another version."""


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
    """What the caller may do. Everything is left out that is not possible."""

    kinds: NotRequired[list[str]]
    """Types that need nothing else. With `roll` and `enter_dice` any dice may be kept that hold `locked` of the turn,
    and at least one is rolled.
    """
    least: NotRequired[int]
    """How many dice have to be kept."""
    announce: NotRequired[list[str]]
    """Cells that may be announced."""
    score: NotRequired[dict[str, ScoreRow]]
    """Entries by cell: points, the sums after it, whether it is strong (0, 1), extra points, and the sums of its column
    after it; zeros at the end are left out. Sums are the total, or total, upper points, saldo and bonus where one of
    the last three changes. An example: `{"fives": [15, [55, 15, 0, 0], 1], "chance": [22, 62]}`.
    """
    scratch: NotRequired[dict[str, int]]
    """Every cell in `score` may be scratched; those here then earn so many extra points."""
    claim: NotRequired[dict[str, list[int]]]
    """By cell: the most points that would be true, then all that may be claimed."""
    points: NotRequired[dict[str, list[Points]]]
    """Points of real dice by cell; a pair has points and extra points."""
    use: NotRequired[dict[ActionKind, dict[str, dict[str, int | None]]]]
    """Action dice: by action, seat that is hit, and cell, the points that it moves or destroys."""


class Brief(TableSeen):
    """A table as its socket tells it.

    A sheet with one column whose sums are those of the sheet has no `columns`. A result without `seats` is that of the
    sheets in `seats`.
    """

    turn: TurnRow | None
    """A row of the values that `names` of hello names; nulls at its end are left out. An object after them has all that
    is not as usual. `dice_count` and `kept_count` usually are those of the texts, `locked` is `k-`, all else false or
    null. An example: `[1, "rolled", 2, 1, "33456"]`. Null when no player is to move.
    """
    offers: Offers
    """What the caller may do; empty when the caller is not to move."""


class HelloMessage(TypedDict):
    """The whole table: sent first, and when the client asks for it with `{"type": "hello"}`."""

    kind: Literal["hello"]
    version: int
    """The version of this protocol."""
    names: Mapping[str, Sequence[str]]
    """What the values in a row are: of `turn`, and of events by type."""
    table: Brief
    """The table."""


_Before = TypedDict("_Before", {"from": int})  # a keyword cannot be a field of a class


class BatchMessage(_Before):
    """Events after `from`, each once, in order, and the patch that they make.

    An object in `set` is merged key by key, in a list by place. A list there holds the one value that replaces what was
    there; any other value replaces it.
    """

    kind: Literal["batch"]
    events: list[EventRow]
    """Rows: type, milliseconds since the table was opened, seat, text, data. A list there has the values that `names`
    of hello names for the type. An example:
    `["dice_rolled", 41, 1, "Roll 1 of 3: 3, 3, 4, 5, 6.", ["33456", null, 1, 2]]`.
    """
    set: NotRequired[dict[str, object]]
    """What has changed; the table is then at the last of these events. Left out where hello tells."""


class AnswerMessage(TypedDict):
    """The answer to a command, after the batch with the events that it caused."""

    kind: Literal["answer"]
    id: str | None
    """The command's id; null when it could not be read."""
    status: int
    """What the answer's HTTP status would have been."""
    body: Accepted | Problem


class WatchersMessage(TypedDict):
    """A spectator came or went."""

    kind: Literal["watchers"]
    watchers: int


class AliveMessage(TypedDict):
    """A word after a silence, so that a line that has died is found out."""

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
"""A message from the server on the lobby's socket. The client says nothing there."""
