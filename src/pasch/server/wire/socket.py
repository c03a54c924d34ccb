"""What travels over a table's WebSocket: texts of JSON, the client's being commands."""

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, RootModel

from pasch.server.wire.base import Absent, Answered
from pasch.server.wire.brief import Brief
from pasch.server.wire.chat import ChatMessage
from pasch.server.wire.commands import Accepted
from pasch.server.wire.events import Event
from pasch.server.wire.problems import Problem
from pasch.server.wire.tables import ListedTable


class HelloMessage(Answered):
    """The whole table: sent first, and when the client asks for it with `{"type": "hello"}`."""

    kind: Literal["hello"]
    version: Annotated[int, Field(description="The version of this protocol.")]
    table: Annotated[Brief, Field(description="The table.")]


class Patch(Answered):
    """What turns the table of the last message into the next.

    An object in `set` is merged key by key, in a list by place. A list there holds the one value that replaces what was
    there; any other value replaces it.
    """

    model_config = ConfigDict(validate_by_name=True)

    before: Annotated[
        int, Field(alias="from", description="The `seq` of the table that it starts from. Another one: ask anew.")
    ]
    seq: Annotated[int, Field(description="The `seq` of the snapshot of what comes of it; it is not in `set`.")]
    set: Annotated[dict[str, object], Field(description="What has changed.")]


class BatchMessage(Answered):
    """Events after the number asked for, each once, in order, and what they changed."""

    kind: Literal["batch"]
    events: Annotated[list[Event], Field(description="What has happened.")]
    patch: Annotated[
        Patch | Absent, Field(description="Left out where more of a long past follows, or hello has told it already.")
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
