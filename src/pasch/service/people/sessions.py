"""Sessions: callers identified by a token that is stored only as a hash."""

import hashlib
from collections import OrderedDict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from pasch.bots import BOTS
from pasch.rules.errors import IllegalAction, InvalidInput
from pasch.rules.validation import MOST_SEATS
from pasch.service.bus import token_topic
from pasch.service.errors import NameProtected, NameReserved, Unauthenticated, UnknownLink, UnknownToken
from pasch.service.ids import SessionId, handle_of
from pasch.service.people.names import clean_name, skeletons
from pasch.service.people.store import ByLink, ByToken, Grant, PeopleStore, Token
from pasch.service.ports import Bus, Clock, Entropy, Subscription
from pasch.service.requests import Access, NewSession, Scope, Session
from pasch.service.system import first_of
from pasch.words import default_names

STAFF = ("Admin", "Administrator", "Administratorin", "Moderator", "Moderatorin", "System")
"""Names that suggest that the person runs the server."""


def _skeletons_of(names: Iterable[str]) -> frozenset[str]:
    return frozenset(skeleton for name in names for skeleton in skeletons(name))


_RESERVED = _skeletons_of((*STAFF, *default_names(BOTS, 0)))
_NOT_FOR_ACCOUNTS = _skeletons_of(default_names(BOTS, MOST_SEATS))


async def check_names(store: PeopleStore, person: SessionId | None, names: Iterable[str]) -> None:
    """Raise `NameProtected` when a name resembles another person's, and `NameReserved` for a reserved one.

    An account retains its name, even if an older account's name looks alike. The check costs nothing without names.
    """
    wanted = {skeleton: name for name in names if name for skeleton in skeletons(name)}
    if not wanted:
        return
    owners = await store.owners(wanted)
    for skeleton, theirs in owners.items():
        if person not in theirs:
            raise NameProtected(wanted[skeleton])
    for skeleton, name in wanted.items():
        if skeleton in _RESERVED and skeleton not in owners:
            raise NameReserved(name)


def can_be_protected(name: str) -> bool:
    """Whether one person may own a name: not a bot's name, nor the one shown for people without a name."""
    return _NOT_FOR_ACCOUNTS.isdisjoint(skeletons(name))


LONGEST_TOKEN = 200
REMEMBERED = 10_000
FRESH = timedelta(seconds=1)
"""How long a process may trust its copy of a token after another process has revoked or changed it."""


class Sessions:
    """Opens sessions and recognises them."""

    def __init__(self, store: PeopleStore, bus: Bus, clock: Clock, entropy: Entropy) -> None:
        self._store = store
        self._bus = bus
        self._clock = clock
        self._entropy = entropy
        self._recent: OrderedDict[bytes, tuple[Session, datetime]] = OrderedDict()

    async def open(self, name: str = "") -> NewSession:
        """A new guest. Raises `InvalidInput` when the name cannot be shown, `NameProtected`."""
        name = clean_name(name)
        await check_names(self._store, None, [name])
        person = SessionId(self._entropy.token())
        token = self._entropy.token()
        session = Session(person, name, self._clock.now(), handle_of(person), access=Access(_id_of(token)))
        await self._store.add_session(session, proof_of(token))
        self._remember(proof_of(token), session)
        return NewSession(token, session)

    async def add_token(self, by: Grant, label: str = "", access: Access | None = None) -> NewSession | None:
        """Another token for the person of the grant; None when the grant is invalid.

        Without `access`, the token allows everything. This method creates the id of `access`.
        """
        token = self._entropy.token()
        access = replace(access or Access(), id=_id_of(token))
        session = await self._store.add_token(by, Token(access, label, self._clock.now()), proof_of(token))
        return None if session is None else NewSession(token, session)

    async def find(self, token: str) -> Session:
        """The session of a token. Raises `Unauthenticated`, also for an expired token."""
        if len(token) > LONGEST_TOKEN:
            raise Unauthenticated
        session, now = await self._known(proof_of(token)), self._clock.now()
        if session is None or (session.access.ends_at is not None and session.access.ends_at <= now):
            raise Unauthenticated
        return session

    async def renewed(self, caller: Session) -> Session:
        """The caller's current data from the store. Raises `Unauthenticated` when the caller has been deleted."""
        person = await self._store.person(caller.id)
        if person is None:
            raise Unauthenticated
        return replace(person, access=caller.access)

    async def publish(self, caller: Session, *, public: bool) -> Session:
        """Show the caller's profile to everyone, or to no one else. Raises `ScopeMissing`."""
        caller.need(Scope.ACCOUNT)
        await self._store.publish(caller.id, public=public)
        self.drop(caller.id)
        return replace(caller, public=public)

    async def check(self, caller: Session) -> None:
        """Raise `Unauthenticated` when the caller's token has ended, even if another process ended it just now."""
        if not await self._store.is_valid(caller.access.id, self._clock.now()):
            raise Unauthenticated

    async def revoked(self, session: Session) -> None:
        """Return when the token of a session is revoked or expires: an open connection ends then."""
        token, ends_at = session.access.id, session.access.ends_at
        with self._bus.subscribe(token_topic(token)) as subscription:
            while await self._store.is_valid(token, self._clock.now()):
                await self._news_or(ends_at, subscription)

    async def _news_or(self, ends_at: datetime | None, subscription: Subscription) -> None:
        """Return when the subscription has news, or the time has come."""
        if ends_at is None:
            await subscription.news()
        else:
            seconds = (ends_at - self._clock.now()).total_seconds()
            await first_of(subscription.news(), self._clock.sleep(seconds))

    async def end(self, person: SessionId, tokens: Collection[str]) -> None:
        """Revoke tokens of a person by their ids, in every process."""
        await self._store.end_tokens(person, tokens)
        await self.announce_end(person, tokens)

    async def delete(self, person: SessionId) -> None:
        """Delete a person, with every token."""
        tokens = [token.access.id for token in await self._store.tokens(person)]
        await self._store.forget(person)
        await self.announce_end(person, tokens)

    async def announce_end(self, person: SessionId, tokens: Collection[str]) -> None:
        """Announce to every process that the store has forgotten these tokens of a person."""
        self.drop(person)
        for token in tokens:
            await self._bus.publish(token_topic(token), 1)

    def drop(self, person: SessionId) -> None:
        """Query the store about a person at the next call, because something has changed."""
        for proof in [proof for proof, (session, _) in self._recent.items() if session.id == person]:
            del self._recent[proof]

    async def _known(self, proof: bytes) -> Session | None:
        """The session of a token, usually from memory: every command needs it."""
        session, since = self._recent.get(proof, (None, None))
        if since is not None and self._clock.now() - since < FRESH:
            return session
        session = await self._store.find_session(proof)
        self._recent.pop(proof, None)
        if session is not None:
            self._remember(proof, session)
        return session

    def _remember(self, proof: bytes, session: Session) -> None:
        self._recent[proof] = session, self._clock.now()
        if len(self._recent) > REMEMBERED:
            self._recent.popitem(last=False)


def proof_of(token: str) -> bytes:
    """The stored hash of a token or code: for 128 random bits or more, one round is enough."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()


def _id_of(token: str) -> str:
    """The id of a token in lists. It grants nothing."""
    return hashlib.sha256(b"token " + token.encode()).hexdigest()[:18]


MOST_TOKENS = 50
LINK_ENDS_AFTER = timedelta(minutes=5)
CODE_BYTES = 16


@dataclass(frozen=True)
class Link:
    """A one-time code that lets another device play as the same person."""

    code: str = field(repr=False)
    ends_at: datetime


@dataclass(frozen=True)
class MadeToken:
    """A new token with its secret, which is readable only this once."""

    secret: str = field(repr=False)
    kept: Token


class Tokens:
    """Creates, lists and ends the tokens of a person. Everything but `claim` needs `Scope.ACCOUNT`."""

    def __init__(self, store: PeopleStore, sessions: Sessions, clock: Clock, entropy: Entropy) -> None:
        self._store = store
        self._sessions = sessions
        self._clock = clock
        self._entropy = entropy

    async def make(self, caller: Session, label: str, scopes: Collection[Scope], days: int | None) -> MadeToken:
        """A token for a program. Permission to play or write includes reading; with `days` None it never expires.

        Raises `ScopeMissing`, `InvalidInput`, `IllegalAction` for too many.
        """
        caller.need(Scope.ACCOUNT)
        if not scopes or Scope.ACCOUNT in scopes:
            raise InvalidInput("A token allows one or more of: read, play, chat", field="scopes")
        if len(await self._store.tokens(caller.id)) >= MOST_TOKENS:
            raise IllegalAction("There are {most} tokens already: end one first", most=MOST_TOKENS)
        now = self._clock.now()
        ends_at = None if days is None else now + timedelta(days=days)
        access = Access(scopes=frozenset({Scope.READ, *scopes}), ends_at=ends_at)
        label = clean_name(label)
        new = await self._sessions.add_token(ByToken(caller.access.id), label, access)
        if new is None:
            raise Unauthenticated
        return MadeToken(new.token, Token(new.session.access, label, now))

    async def all(self, caller: Session) -> Sequence[Token]:
        """The caller's tokens, the oldest first."""
        caller.need(Scope.ACCOUNT)
        return await self._store.tokens(caller.id)

    async def end(self, caller: Session, token: str) -> None:
        """Delete a token by its id, and every link code. Raises `ScopeMissing`, `UnknownToken`."""
        caller.need(Scope.ACCOUNT)
        if all(known.access.id != token for known in await self._store.tokens(caller.id)):
            raise UnknownToken
        await self._sessions.end(caller.id, [token])

    async def log_out(self, caller: Session) -> None:
        """Delete the token of this session, and every link code of the person."""
        await self._sessions.end(caller.id, [caller.access.id])

    async def link(self, caller: Session) -> Link:
        """A code for another device of the caller's. Raises `ScopeMissing`."""
        caller.need(Scope.ACCOUNT)
        code, ends_at = self._entropy.token(CODE_BYTES), self._clock.now() + LINK_ENDS_AFTER
        if not await self._store.add_link(ByToken(caller.access.id), proof_of(code), ends_at):
            raise Unauthenticated
        return Link(code, ends_at)

    async def claim(self, code: str) -> NewSession:
        """A token in exchange for a code. Raises `UnknownLink`, alike for a used or expired code."""
        known = code if len(code) <= LONGEST_TOKEN else ""
        new = await self._sessions.add_token(ByLink(proof_of(known), self._clock.now()))
        if new is None:
            raise UnknownLink
        return new
