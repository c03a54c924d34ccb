"""Sessions and accounts."""

from typing import Literal

from typing_extensions import TypedDict


class SessionName(TypedDict):
    """Who the caller is."""

    name: str
    """The name; empty when none was given."""
    person: str
    """What others know the caller by, whatever the name is."""


class NewSession(SessionName):
    """A new session. The token stands here once; the cookie `pasch_session` carries it too."""

    token: str
    """Send it as `Authorization: Bearer …`, unless the cookie does."""


class Account(TypedDict):
    """What the caller is known by."""

    name: str
    person: str
    """What others know the caller by, whatever the name is."""
    protected: bool
    """Whether there is an account, so that the name is the caller's alone."""
    bot: bool
    """Whether it is a bot's account."""
    opened_at: str


class Token(TypedDict):
    """A token without its secret."""

    id: str
    """What addresses call the token."""
    label: str
    scopes: list[Literal["read", "play", "chat", "account"]]
    opened_at: str
    ends_at: str | None
    device: bool
    """Whether a browser or a log-in has it: it allows everything."""
    current: bool
    """Whether it is the one that the caller shows."""


class NewToken(Token):
    """A new token. Its secret stands here once."""

    token: str
    """Send it as `Authorization: Bearer …`."""


class Tokens(TypedDict):
    """The caller's tokens, the oldest first."""

    tokens: list[Token]


class Link(TypedDict):
    """A code that makes another device play as the caller, once."""

    code: str
    address: str
    """Opened on the other device, it asks there and claims the code."""
    qr: str
    """The address as a QR code, an SVG document."""
    ends_at: str
