"""What the service needs to keep about people, as a protocol: who they are, what proves it, which names are theirs."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from pasch.rules.fingerprint import Plain
from pasch.service.ids import Handle, SessionId
from pasch.service.requests import Session
from pasch.service.scopes import EVERYTHING, Access


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

    async def add_token(self, person: SessionId, token: Token, token_hash: bytes) -> None:
        """Keep a further token."""

    async def tokens(self, person: SessionId) -> Sequence[Token]:
        """All tokens of a person, the oldest first."""

    async def end_tokens(self, person: SessionId, tokens: Collection[str]) -> None:
        """Forget tokens by their ids; those that are not this person's stay."""

    async def add_account(self, account: Account) -> None:
        """Protect a name, which becomes the person's. Raises `NameTaken`."""

    async def account_of(self, person: SessionId) -> Account | None:
        """The account of a person."""

    async def account_named(self, folded: str) -> Account | None:
        """The account that protects a name."""

    async def owners(self, folded: Collection[str]) -> Mapping[str, SessionId]:
        """Whose those of the names are that are protected."""

    async def set_password(self, person: SessionId, password: str) -> None:
        """Change what the password is checked against."""

    async def rename(self, person: SessionId, name: str, folded: str) -> None:
        """Give a person another name, and the account too, if there is one. Raises `NameTaken`."""

    async def add_link(self, code_hash: bytes, person: SessionId, ends_at: datetime) -> None:
        """Keep a one-time code for a further device."""

    async def take_link(self, code_hash: bytes, now: datetime) -> Session | None:
        """Whose code this is, once: it is gone afterwards. Codes whose time is over go with it."""

    async def forget(self, person: SessionId) -> None:
        """Delete a person with tokens, account and links."""


class Passwords(Protocol):
    """Slow checks of passwords, beside the event loop."""

    async def protect(self, password: str) -> str:
        """What to keep instead of a password."""

    async def matches(self, kept: str | None, password: str) -> bool:
        """Whether this is the password that was kept; with None as slow, and false."""


class Keeper(Protocol):
    """A part of the house that keeps something about people beside their session."""

    async def told(self, person: SessionId) -> Mapping[str, Plain]:
        """Everything that is kept about a person, for that person to read."""

    async def rename(self, person: SessionId, name: str) -> None:
        """Show another name from now on, also where the old one was written down."""

    async def forget(self, person: SessionId) -> None:
        """Delete it, so that nothing names the person; sequences keep their numbers."""
