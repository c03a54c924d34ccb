"""Chat: what people say, and who hears it."""

from typing import Annotated, Literal

from pydantic import Field

from pasch.server.wire.base import Answered, Sent

RoomName = Literal["lobby", "players", "watchers"]
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


class ChatPerson(Answered):
    """A participant of a chat."""

    person: Annotated[str, Field(description="The handle: it stays when the name changes.")]
    name: str


class ChatLine(ChatPerson):
    """One line of chat."""

    id: Annotated[int, Field(description="The line's number, growing with time.")]
    room: RoomName
    at: str
    seat: Annotated[int | None, Field(description="The seat that `person` had at the table.")]
    mine: Annotated[bool, Field(description="Whether the caller said it.")]
    to: Annotated[ChatPerson | None, Field(description="Who alone hears it beside `person`; null: everybody.")]
    text: Annotated[str, Field(description="Plain text; empty when it was removed.")]
    removed: Annotated[bool, Field(description="An operator took the text away.")]
    earlier: Annotated[bool, Field(description="Said at the table of the last match, which is played again here.")]


class ChatRoom(Answered):
    """A room that the caller hears."""

    room: RoomName
    write: Annotated[bool, Field(description="Whether the caller may say something here.")]


class ChatLines(Answered):
    """The latest lines, in order."""

    lines: list[ChatLine]
    more: Annotated[bool, Field(description="There are older ones: ask with `before`, the id of the first one here.")]
    rooms: list[ChatRoom]


class MutedPeople(Answered):
    """Whom the caller does not hear."""

    people: list[ChatPerson]


class ChatMessage(Answered):
    """Something was said; or removed, then a line comes again without its text. Lines from before do not come."""

    kind: Literal["chat"]
    line: ChatLine
