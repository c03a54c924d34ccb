"""What callers say in a chat, and report of it."""

from typing import Annotated, Literal

from pydantic import Field

from pasch.server.wire.base import Sent

TableRoom = Literal["players", "watchers"]


Handle = Annotated[str, Field(max_length=100, description="A person's handle, as in `person`.")]


LineText = Annotated[
    str,
    Field(
        max_length=10_000,
        description="Plain text, 1 to 200 characters, none of them invisible or turning the direction.",
        examples=["Who plays?"],
    ),
]


class SayInLobby(Sent):
    """A line for the lobby."""

    text: LineText
    to: Annotated[Handle | None, Field(description="Only this person hears it; left out, everybody.")] = None


class SayAtTable(SayInLobby):
    """A line for a table."""

    room: TableRoom = "players"


class ReportLine(Sent):
    """Why an operator should look at a line."""

    reason: Annotated[str, Field(max_length=10_000, description="At most 200 characters; may be empty.")] = ""
