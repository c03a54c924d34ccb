"""What the service needs to keep about people, as a protocol: who they are, what proves it, which names are theirs."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from pasch.rules.fingerprint import Plain
from pasch.service.ids import Handle, SessionId
from pasch.service.requests import EVERYTHING, Access, Session


@dataclass(frozen=True)
class Account:
    """A protected name. `folded` is the name as names are compared, `password` what `Passwords` made of it."""

    person: SessionId
    name: str
    folded: str
    password: str = field(repr=False)
    computer: bool
    opened_at: datetime


@dataclass(frozen=True)
class Token:
    """A token without its secret, as its owner sees it; `label` is what the owner calls it."""

    access: Access
    label: str
    opened_at: datetime

    @property
    def device(self) -> bool:
        """Whether a browser or a log-in has it, so that it may do everything."""
        return self.access.scopes == EVERYTHING


@dataclass(frozen=True)
class ByToken:
    """A valid token of the person's allows another one."""

    id: str


@dataclass(frozen=True)
class ByPassword:
    """The password was right, and has not changed since; `kept` is what it was checked against."""

    person: SessionId
    kept: str


@dataclass(frozen=True)
class ByLink:
    """A one-time code for a further device, as its hash. It is used up."""

    code_hash: bytes
    now: datetime


Grant = ByToken | ByPassword | ByLink
"""Why a person gets a further token. The store checks it in the transaction that keeps the token."""


class NameTaken(Exception):
    """Another account has this name, or this person an account: nothing was written."""


class PeopleStore(Protocol):
    """People, their tokens, accounts and links. A write that returned is on the disk."""

    async def add_session(self, session: Session, token_hash: bytes) -> None:
        """Keep a new person with a first token, `session.access`."""

    async def find_session(self, token_hash: bytes) -> Session | None:
        """Whose token has this hash, and what it allows."""

    async def person(self, person: SessionId) -> Session | None:
        """Somebody without a token."""

    async def person_known_as(self, handle: Handle) -> Session | None:
        """The person with this handle, without a token."""

    async def add_token(self, by: Grant, token: Token, token_hash: bytes) -> Session | None:
        """Keep a further token; the person that it belongs to. None: the grant does not hold, nothing was written."""

    async def tokens(self, person: SessionId) -> Sequence[Token]:
        """All tokens of a person, the oldest first."""

    async def is_valid(self, token: str, now: datetime) -> bool:
        """Whether the token with this id was neither revoked nor has expired."""

    async def end_tokens(self, person: SessionId, tokens: Collection[str]) -> None:
        """Forget tokens of a person by their ids, every link code of the person, and the keys of the person's seats.

        A guest without any token left keeps the keys: there is no other way back.
        """

    async def add_account(self, account: Account) -> None:
        """Protect a name, which becomes the person's. Raises `NameTaken`."""

    async def account_of(self, person: SessionId) -> Account | None:
        """The account of a person."""

    async def account_named(self, folded: str) -> Account | None:
        """The account that protects a name."""

    async def owners(self, looks: Collection[str]) -> Mapping[str, Collection[SessionId]]:
        """Who has a protected name with one of these looks."""

    async def change_password(self, person: SessionId, password: str, device: str) -> Collection[str]:
        """Change what the password is checked against. Of the person's devices only this one keeps its token.

        The ids of the tokens that are gone; link codes and the keys of seats go as well.
        """

    async def rename(self, person: SessionId, name: str, folded: str) -> None:
        """Give a person another name, and the account too, if there is one. Raises `NameTaken`."""

    async def add_link(self, by: ByToken, code_hash: bytes, ends_at: datetime) -> bool:
        """Keep a one-time code for a further device; whether the token allows it."""

    async def forget(self, person: SessionId) -> None:
        """Delete a person with tokens, account and links."""


class Passwords(Protocol):
    """Slow checks of passwords, beside the event loop."""

    async def protect(self, password: str) -> str:
        """What to keep instead of a password."""

    async def matches(self, kept: str | None, password: str) -> bool:
        """Whether this is the password that was kept; with None as slow, and false."""


class PersonalDataStore(Protocol):
    """A part of the house that keeps something about people beside their session."""

    async def told(self, person: SessionId) -> Mapping[str, Plain]:
        """Everything that is kept about a person, for that person to read."""

    async def rename(self, person: SessionId, name: str) -> None:
        """Show another name from now on, also where the old one was written down."""

    async def forget(self, person: SessionId) -> None:
        """Delete it, so that nothing names the person; sequences keep their numbers."""
