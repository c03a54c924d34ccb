"""Chat lines and reports."""

from typing import Annotated, Literal

from pydantic import Field

from pasch.server.wire.base import Sent

TableRoom = Literal["players", "watchers"]


Handle = Annotated[str, Field(max_length=100, description="A person's handle, as in `person`.")]


LineText = Annotated[
    str,
    Field(
        max_length=10_000,
        description="Plain text, 1 to 200 characters, without invisible or direction-changing ones.",
        examples=["Who plays?"],
    ),
]


class SayInLobby(Sent):
    """A line for the lobby."""

    text: LineText
    to: Annotated[Handle | None, Field(description="The only reader; by default everyone.")] = None


class SayAtTable(SayInLobby):
    """A line for a table."""

    room: TableRoom = "players"


class ReportLine(Sent):
    """The reason for a report to the operator."""

    reason: Annotated[str, Field(max_length=10_000, description="At most 200 characters; may be empty.")] = ""
