"""Requests about sessions and accounts."""

from typing import Annotated, Literal

from pydantic import Field

from pasch.server.wire.base import Name, Sent
from pasch.service.people.passwords import LONGEST_PASSWORD, SHORTEST_PASSWORD


class OpenSession(Sent):
    """The request for a guest session."""

    name: Name | None = None


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
    """A name to protect, and the password that proves its owner."""

    name: Name
    password: Password
    bot: Annotated[bool, Field(description="Whether a program uses this account.")] = False


class LogIn(Sent):
    """A name and its password."""

    name: Name
    password: Password


class ChangePassword(Sent):
    """The change of a password."""

    old: Password
    new: Password


class MakeToken(Sent):
    """A token for a program."""

    label: Annotated[str, Field(max_length=10_000, description="Your name for it, at most 40 characters.")] = ""
    scopes: Annotated[
        list[Scope],
        Field(min_length=1, max_length=3, description="Its rights. `play` and `chat` include `read`."),
    ]
    days: Annotated[
        int | None, Field(ge=1, le=3660, description="Its lifetime in days; null or absent: unlimited.")
    ] = None


class ClaimLink(Sent):
    """A code from another device."""

    code: Annotated[str, Field(max_length=200, description="The code from the other device.")]
