"""Sessions and accounts on the wire."""

from typing import Annotated, Literal

from pydantic import Field

from pasch.server.wire.base import Answered, Name, Sent
from pasch.service.people.passwords import LONGEST_PASSWORD, SHORTEST_PASSWORD


class OpenSession(Sent):
    """A guest's wish for a session."""

    name: Name | None = None


class SessionName(Answered):
    """Who the caller is."""

    name: Annotated[str, Field(description="The name; empty when none was given.")]
    person: Annotated[str, Field(description="What others know the caller by, whatever the name is.")]


class NewSession(SessionName):
    """A new session. The token stands here once; the cookie `pasch_session` carries it too."""

    token: Annotated[str, Field(description="Send it as `Authorization: Bearer …`, unless the cookie does.")]


Password = Annotated[
    str,
    Field(
        max_length=10_000,
        description=f"{SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters of any kind.",
        examples=["five dice in a cup"],
    ),
]
Scope = Literal["read", "play", "chat"]


class MakeAccount(Sent):
    """A name to protect, and the password that proves whose it is."""

    name: Name
    password: Password
    bot: Annotated[bool, Field(description="Whether a program plays by this account.")] = False


class LogIn(Sent):
    """A name and its password."""

    name: Name
    password: Password


class ChangePassword(Sent):
    """Another password."""

    old: Password
    new: Password


class Account(Answered):
    """What the caller is known by."""

    name: str
    person: Annotated[str, Field(description="What others know the caller by, whatever the name is.")]
    protected: Annotated[
        bool, Field(description="Whether there is an account, so that the name is the caller's alone.")
    ]
    bot: Annotated[bool, Field(description="Whether it is a bot's account.")]
    opened_at: str


class MakeToken(Sent):
    """A token for a program."""

    label: Annotated[str, Field(max_length=10_000, description="What you call it, at most 40 characters.")] = ""
    scopes: Annotated[
        list[Scope],
        Field(min_length=1, max_length=3, description="What it allows. `play` and `chat` bring `read` along."),
    ]
    days: Annotated[int | None, Field(ge=1, le=3660, description="When it ends; null or left out: never.")] = None


class Token(Answered):
    """A token without its secret."""

    id: Annotated[str, Field(description="What addresses call the token.")]
    label: str
    scopes: list[Literal["read", "play", "chat", "account"]]
    opened_at: str
    ends_at: str | None
    device: Annotated[bool, Field(description="Whether a browser or a log-in has it: it allows everything.")]
    current: Annotated[bool, Field(description="Whether it is the one that the caller shows.")]


class NewToken(Token):
    """A new token. Its secret stands here once."""

    token: Annotated[str, Field(description="Send it as `Authorization: Bearer …`.")]


class Tokens(Answered):
    """The caller's tokens, the oldest first."""

    tokens: list[Token]


class Link(Answered):
    """A code that makes another device play as the caller, once."""

    code: str
    address: Annotated[str, Field(description="Opened on the other device, it asks there and claims the code.")]
    qr: Annotated[str, Field(description="The address as a QR code, an SVG document.")]
    ends_at: str


class ClaimLink(Sent):
    """A code from another device."""

    code: Annotated[str, Field(max_length=200, description="The code that the other device shows.")]
