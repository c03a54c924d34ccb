"""Chat lines and their readers."""

from typing import Literal

from typing_extensions import TypedDict

RoomName = Literal["lobby", "players", "watchers"]


class ChatPerson(TypedDict):
    """A participant of a chat."""

    person: str
    """The identifier of the person, independent of the name."""
    name: str


class ChatLine(ChatPerson):
    """One line of chat."""

    id: int
    """The line's number, increasing with time."""
    room: RoomName
    at: str
    seat: int | None
    """The seat that `person` had at the table."""
    mine: bool
    """Whether the caller wrote it."""
    to: ChatPerson | None
    """The only reader besides `person`; null: everyone."""
    text: str
    """Plain text; empty if it was removed."""
    removed: bool
    """Whether an operator removed the text."""
    earlier: bool
    """Whether it was written at the table of the previous match."""


class ChatRoom(TypedDict):
    """A room that the caller may read."""

    room: RoomName
    write: bool
    """Whether the caller may write here."""


class ChatLines(TypedDict):
    """The latest lines, in order."""

    lines: list[ChatLine]
    more: bool
    """Whether there are older lines: request them with `before`, the id of the first one here."""
    rooms: list[ChatRoom]


class MutedPeople(TypedDict):
    """The people that the caller has muted."""

    people: list[ChatPerson]


class ChatMessage(TypedDict):
    """A new line, or a removed one again without its text. Earlier lines are not sent."""

    kind: Literal["chat"]
    line: ChatLine
