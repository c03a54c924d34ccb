"""Ports for stored data about people: identities, proofs and protected names."""

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
    """A protected name. `folded` is the name in the form for comparison, `password` the hash from `Passwords`."""

    person: SessionId
    name: str
    folded: str
    password: str = field(repr=False)
    computer: bool
    opened_at: datetime


@dataclass(frozen=True)
class Token:
    """A token without its secret, as its owner sees it; `label` is the owner's name for it."""

    access: Access
    label: str
    opened_at: datetime

    @property
    def device(self) -> bool:
        """Whether it belongs to a browser or a login, so that it allows everything."""
        return self.access.scopes == EVERYTHING


@dataclass(frozen=True)
class ByToken:
    """Granted by another valid token of the person."""

    id: str


@dataclass(frozen=True)
class ByPassword:
    """The password was right, and has not changed since; `kept` is the hash it was checked against."""

    person: SessionId
    kept: str


@dataclass(frozen=True)
class ByLink:
    """A one-time code for another device, as its hash. The grant uses it up."""

    code_hash: bytes
    now: datetime


Grant = ByToken | ByPassword | ByLink
"""The reason why a person gets another token. The store checks it in the transaction that stores the token."""


class NameTaken(Exception):
    """Another account has this name, or the person already has an account: nothing was written."""


class PeopleStore(Protocol):
    """People, their tokens, accounts and links. A write that has returned is on disk."""

    async def add_session(self, session: Session, token_hash: bytes) -> None:
        """Store a new person with a first token, `session.access`."""

    async def find_session(self, token_hash: bytes) -> Session | None:
        """The owner of the token with this hash, and what it allows."""

    async def person(self, person: SessionId) -> Session | None:
        """A person, without a token."""

    async def person_known_as(self, handle: Handle) -> Session | None:
        """The person with this handle, without a token."""

    async def add_token(self, by: Grant, token: Token, token_hash: bytes) -> Session | None:
        """Store another token; returns its owner. None: the grant is invalid, and nothing was written."""

    async def tokens(self, person: SessionId) -> Sequence[Token]:
        """All tokens of a person, the oldest first."""

    async def is_valid(self, token: str, now: datetime) -> bool:
        """Whether the token with this id is neither revoked nor expired."""

    async def end_tokens(self, person: SessionId, tokens: Collection[str]) -> None:
        """Delete tokens of a person by their ids, all link codes of the person, and the keys of the person's seats.

        A guest without any token left retains the keys, because there is no other way back.
        """

    async def add_account(self, account: Account) -> None:
        """Protect a name, which becomes the person's. Raises `NameTaken`."""

    async def account_of(self, person: SessionId) -> Account | None:
        """The account of a person."""

    async def account_named(self, folded: str) -> Account | None:
        """The account that protects a name."""

    async def owners(self, skeletons: Collection[str]) -> Mapping[str, Collection[SessionId]]:
        """The owners of protected names with one of these skeletons."""

    async def change_password(self, person: SessionId, password: str, device: str) -> Collection[str]:
        """Change the stored hash of the password. Of the person's devices, only this one retains its token.

        Returns the ids of the deleted tokens; link codes and seat keys are deleted as well.
        """

    async def rename(self, person: SessionId, name: str, folded: str) -> None:
        """Rename a person, and the account if there is one. Raises `NameTaken`."""

    async def publish(self, person: SessionId, *, public: bool) -> None:
        """Store whether everyone may see the profile of a person."""

    async def add_link(self, by: ByToken, code_hash: bytes, ends_at: datetime) -> bool:
        """Store a one-time code for another device; returns whether the token allows it."""

    async def forget(self, person: SessionId) -> None:
        """Delete a person with tokens, account and links."""


class Passwords(Protocol):
    """Slow password checks outside the event loop."""

    async def protect(self, password: str) -> str:
        """The hash to store instead of a password."""

    async def matches(self, hashed: str | None, password: str) -> bool:
        """Whether the password matches the stored hash; None takes as long, and is false."""


class PersonalDataStore(Protocol):
    """A part of the service that stores personal data in addition to the session."""

    async def export(self, person: SessionId) -> Mapping[str, Plain]:
        """All stored data about a person, for that person to read."""

    async def rename(self, person: SessionId, name: str) -> None:
        """Show another name from now on, also where the old one was stored."""

    async def forget(self, person: SessionId) -> None:
        """Delete the data, so that nothing names the person; sequences retain their numbers."""
