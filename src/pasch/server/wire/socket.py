"""What travels over a table's WebSocket: texts of JSON, the client's being commands."""

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, RootModel

from pasch.server.wire.base import Absent, Answered
from pasch.server.wire.brief import Brief
from pasch.server.wire.chat import ChatMessage
from pasch.server.wire.commands import Accepted
from pasch.server.wire.problems import Problem
from pasch.server.wire.tables import ListedTable

EventRow = list[str | int | list[object] | dict[str, object] | None]


class HelloMessage(Answered):
    """The whole table: sent first, and when the client asks for it with `{"type": "hello"}`."""

    kind: Literal["hello"]
    version: Annotated[int, Field(description="The version of this protocol.")]
    names: Annotated[
        dict[str, list[str]], Field(description="What the values in a row are: of `turn`, and of events by type.")
    ]
    table: Annotated[Brief, Field(description="The table.")]


class BatchMessage(Answered):
    """Events after `from`, each once, in order, and the patch that they make.

    An object in `set` is merged key by key, in a list by place. A list there holds the one value that replaces what was
    there; any other value replaces it.
    """

    model_config = ConfigDict(validate_by_name=True)

    kind: Literal["batch"]
    before: Annotated[
        int,
        Field(alias="from", description="The number of the event before. With `set`: the `seq` of the table it fits."),
    ]
    events: Annotated[
        list[EventRow],
        Field(
            description="Rows: type, milliseconds since the table was opened, seat, text, data. A list there has the"
            " values that `names` of hello names for the type.",
            examples=[[["dice_rolled", 41, 1, "Roll 1 of 3: 3, 3, 4, 5, 6.", ["33456", None, 1, 2]]]],
        ),
    ]
    set: Annotated[
        dict[str, object] | Absent,
        Field(
            description="What has changed; the table is then at the last of these events. Left out where hello tells."
        ),
    ] = None


class AnswerMessage(Answered):
    """The answer to a command, after the batch with the events that it caused."""

    kind: Literal["answer"]
    id: Annotated[str | None, Field(description="The command's id; null when it could not be read.")]
    status: Annotated[int, Field(description="What the answer's HTTP status would have been.")]
    body: Accepted | Problem


class WatchersMessage(Answered):
    """A spectator came or went."""

    kind: Literal["watchers"]
    watchers: int


class AliveMessage(Answered):
    """A word after a silence, so that a line that has died is found out."""

    kind: Literal["alive"]


class ServerMessage(
    RootModel[
        Annotated[
            HelloMessage | BatchMessage | AnswerMessage | WatchersMessage | AliveMessage | ChatMessage,
            Field(discriminator="kind"),
        ]
    ]
):
    """A message from the server on a table's socket."""


class LobbyTables(Answered):
    """The list of public tables: sent first, and when it has changed, at most twice a second."""

    kind: Literal["lobby"]
    tables: list[ListedTable]


class LobbyMessage(RootModel[Annotated[LobbyTables | ChatMessage | AliveMessage, Field(discriminator="kind")]]):
    """A message from the server on the lobby's socket. The client says nothing there."""
