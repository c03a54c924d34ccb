"""What travels over a table's WebSocket: texts of JSON, the client's being commands."""

from typing import Annotated, Literal

from pydantic import Field, RootModel

from pasch.server.wire.base import Answered
from pasch.server.wire.commands import Accepted
from pasch.server.wire.events import Event
from pasch.server.wire.problems import Problem
from pasch.server.wire.tables import Snapshot


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


class ServerMessage(RootModel[Annotated[SnapshotMessage | EventMessage | AnswerMessage, Field(discriminator="kind")]]):
    """A message from the server on a table's socket."""
