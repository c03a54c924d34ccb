"""Sessions, accounts, and lines of chat with their readers."""

from typing import Literal

from typing_extensions import TypedDict


class SessionName(TypedDict):
    """The caller's identity."""

    name: str
    """The name; empty when none was given."""
    person: str
    """The caller's public identifier, independent of the name."""


class NewSession(SessionName):
    """A new session. Its token appears only here; the cookie `pasch_session` carries it too."""

    token: str
    """Send it as `Authorization: Bearer …`, unless you use the cookie."""


class Account(TypedDict):
    """The caller's names and identifiers."""

    name: str
    person: str
    """The caller's public identifier, independent of the name."""
    protected: bool
    """Whether an account reserves the name for the caller."""
    bot: bool
    """Whether it is a bot's account."""
    public: bool
    """Whether everyone may see the caller's profile."""
    opened_at: str


class Token(TypedDict):
    """A token without its secret."""

    id: str
    """The token's identifier in addresses."""
    label: str
    scopes: list[Literal["read", "play", "chat", "account"]]
    opened_at: str
    ends_at: str | None
    device: bool
    """Whether it belongs to a browser or a login: it allows everything."""
    current: bool
    """Whether it is the token of this request."""


class NewToken(Token):
    """A new token. Its secret appears only here."""

    token: str
    """Send it as `Authorization: Bearer …`."""


class Tokens(TypedDict):
    """The caller's tokens, oldest first."""

    tokens: list[Token]


class Link(TypedDict):
    """A one-time code that lets another device play as the caller."""

    code: str
    address: str
    """The address for the other device, which asks for consent and claims the code."""
    qr: str
    """The address as a QR code, an SVG document."""
    ends_at: str


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
