"""What travels over a table's WebSocket: texts of JSON, the client's being commands."""

from typing import Annotated, Literal

from pydantic import Field, RootModel

from pasch.server.wire.base import Answered
from pasch.server.wire.chat import ChatMessage
from pasch.server.wire.commands import Accepted
from pasch.server.wire.events import Event
from pasch.server.wire.problems import Problem
from pasch.server.wire.tables import ListedTable, Snapshot


class SnapshotMessage(Answered):
    """The table as it stands: sent first, and after every batch of events."""

    kind: Literal["snapshot"]
    snapshot: Snapshot


class EventMessage(Answered):
    """An event after the number asked for, each once, in order."""

    kind: Literal["event"]
    event: Event


class AnswerMessage(Answered):
    """The answer to a command, after the events that it caused."""

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
            SnapshotMessage | EventMessage | AnswerMessage | WatchersMessage | AliveMessage | ChatMessage,
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
