"""Further tokens: for programs, with scopes, and for one's own other devices."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from pasch.rules.errors import IllegalAction, InvalidInput
from pasch.service.errors import Unauthenticated, UnknownLink, UnknownToken
from pasch.service.people.names import clean_name
from pasch.service.people.scopes import Access, Scope
from pasch.service.people.sessions import LONGEST_TOKEN, Sessions, proof_of
from pasch.service.people.store import ByLink, ByToken, PeopleStore, Token
from pasch.service.ports import Clock, Entropy
from pasch.service.requests import NewSession, Session

MOST_TOKENS = 50
LINK_ENDS_AFTER = timedelta(minutes=5)
CODE_BYTES = 16


@dataclass(frozen=True)
class Link:
    """A code that makes another device play as the same person, once."""

    code: str = field(repr=False)
    ends_at: datetime


@dataclass(frozen=True)
class MadeToken:
    """A token just made, with its secret: the only time that it can be read."""

    secret: str = field(repr=False)
    kept: Token


class Tokens:
    """Makes, lists and ends the tokens of a person. Everything but `claim` needs `Scope.ACCOUNT`."""

    def __init__(self, store: PeopleStore, sessions: Sessions, clock: Clock, entropy: Entropy) -> None:
        self._store = store
        self._sessions = sessions
        self._clock = clock
        self._entropy = entropy

    async def make(self, caller: Session, label: str, scopes: Collection[Scope], days: int | None) -> MadeToken:
        """A token for a program. Whoever may play or write may also read; `days` None does not end.

        Raises `ScopeMissing`, `InvalidInput`, `IllegalAction` for too many.
        """
        caller.need(Scope.ACCOUNT)
        if not scopes or Scope.ACCOUNT in scopes:
            raise InvalidInput("A token allows one or more of: read, play, chat")
        if len(await self._store.tokens(caller.id)) >= MOST_TOKENS:
            raise IllegalAction("There are {most} tokens already: end one first", most=MOST_TOKENS)
        now = self._clock.now()
        ends_at = None if days is None else now + timedelta(days=days)
        access = Access(scopes=frozenset({Scope.READ, *scopes}), ends_at=ends_at)
        label = clean_name(label)
        new = await self._sessions.further(ByToken(caller.access.id), label, access)
        if new is None:
            raise Unauthenticated
        return MadeToken(new.token, Token(new.session.access, label, now))

    async def all(self, caller: Session) -> Sequence[Token]:
        """The caller's tokens, the oldest first."""
        caller.need(Scope.ACCOUNT)
        return await self._store.tokens(caller.id)

    async def end(self, caller: Session, token: str) -> None:
        """Forget a token by its id, and every link code. Raises `ScopeMissing`, `UnknownToken`."""
        caller.need(Scope.ACCOUNT)
        if all(known.access.id != token for known in await self._store.tokens(caller.id)):
            raise UnknownToken
        await self._sessions.end(caller.id, [token])

    async def log_out(self, caller: Session) -> None:
        """Forget the token that the caller shows, and every link code of the person."""
        await self._sessions.end(caller.id, [caller.access.id])

    async def link(self, caller: Session) -> Link:
        """A code for another device of the caller's. Raises `ScopeMissing`."""
        caller.need(Scope.ACCOUNT)
        code, ends_at = self._entropy.token(CODE_BYTES), self._clock.now() + LINK_ENDS_AFTER
        if not await self._store.add_link(ByToken(caller.access.id), proof_of(code), ends_at):
            raise Unauthenticated
        return Link(code, ends_at)

    async def claim(self, code: str) -> NewSession:
        """A token for whoever brings a code. Raises `UnknownLink`, alike when it was used or its time is over."""
        known = code if len(code) <= LONGEST_TOKEN else ""
        new = await self._sessions.further(ByLink(proof_of(known), self._clock.now()))
        if new is None:
            raise UnknownLink
        return new
