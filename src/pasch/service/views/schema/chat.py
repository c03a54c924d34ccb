"""Chat: what people say, and who hears it."""

from typing import Literal

from typing_extensions import TypedDict

RoomName = Literal["lobby", "players", "watchers"]


class ChatPerson(TypedDict):
    """A participant of a chat."""

    person: str
    """The handle: it stays when the name changes."""
    name: str


class ChatLine(ChatPerson):
    """One line of chat."""

    id: int
    """The line's number, growing with time."""
    room: RoomName
    at: str
    seat: int | None
    """The seat that `person` had at the table."""
    mine: bool
    """Whether the caller said it."""
    to: ChatPerson | None
    """Who alone hears it beside `person`; null: everybody."""
    text: str
    """Plain text; empty when it was removed."""
    removed: bool
    """An operator took the text away."""
    earlier: bool
    """Said at the table of the last match, which is played again here."""


class ChatRoom(TypedDict):
    """A room that the caller hears."""

    room: RoomName
    write: bool
    """Whether the caller may say something here."""


class ChatLines(TypedDict):
    """The latest lines, in order."""

    lines: list[ChatLine]
    more: bool
    """There are older ones: ask with `before`, the id of the first one here."""
    rooms: list[ChatRoom]


class MutedPeople(TypedDict):
    """Whom the caller does not hear."""

    people: list[ChatPerson]


class ChatMessage(TypedDict):
    """Something was said; or removed, then a line comes again without its text. Lines from before do not come."""

    kind: Literal["chat"]
    line: ChatLine
