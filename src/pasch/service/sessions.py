"""Sessions: who is calling, proved by a token that is nowhere kept."""

import hashlib
from collections import OrderedDict
from collections.abc import Collection
from dataclasses import replace
from datetime import datetime, timedelta

from pasch.service.errors import Unauthenticated
from pasch.service.ids import SessionId, handle_of
from pasch.service.names import clean_name
from pasch.service.people import PeopleStore, Token
from pasch.service.ports import Clock, Entropy
from pasch.service.protection import check_names
from pasch.service.requests import NewSession, Session
from pasch.service.scopes import Access

LONGEST_TOKEN = 200
REMEMBERED = 10_000
FRESH = timedelta(seconds=5)
"""How long a process may go on with what it knows of a token, after another one has ended or changed it."""


class Sessions:
    """Opens sessions and recognises them."""

    def __init__(self, store: PeopleStore, clock: Clock, entropy: Entropy) -> None:
        self._store = store
        self._clock = clock
        self._entropy = entropy
        self._recent: OrderedDict[bytes, tuple[Session, datetime]] = OrderedDict()

    async def open(self, name: str = "") -> NewSession:
        """A guest. Raises `InvalidInput` when the name cannot be shown, `NameProtected`."""
        name = clean_name(name)
        await check_names(self._store, None, [name])
        person = SessionId(self._entropy.token())
        token = self._entropy.token()
        session = Session(person, name, self._clock.now(), handle_of(person), access=Access(_id_of(token)))
        await self._store.add_session(session, proof_of(token))
        return NewSession(token, session)

    async def further(self, person: Session, label: str = "", access: Access | None = None) -> NewSession:
        """One more token for somebody; left out, `access` is everything. The id of `access` is made here."""
        token = self._entropy.token()
        access = replace(access or Access(), id=_id_of(token))
        await self._store.add_token(person.id, Token(access, label, self._clock.now()), proof_of(token))
        return NewSession(token, replace(person, access=access))

    async def find(self, token: str) -> Session:
        """The session of a token. Raises `Unauthenticated`, also when its time is over."""
        if len(token) > LONGEST_TOKEN:
            raise Unauthenticated
        session, now = await self._known(proof_of(token)), self._clock.now()
        if session is None or (session.access.ends_at is not None and session.access.ends_at <= now):
            raise Unauthenticated
        return session

    async def renewed(self, caller: Session) -> Session:
        """The caller as the store knows it now. Raises `Unauthenticated` when it has been deleted."""
        person = await self._store.person(caller.id)
        if person is None:
            raise Unauthenticated
        return replace(person, access=caller.access)

    async def end(self, person: SessionId, tokens: Collection[str]) -> None:
        """Forget tokens of a person by their ids."""
        await self._store.end_tokens(person, tokens)
        self.drop(person)

    def drop(self, person: SessionId) -> None:
        """Ask the store about a person at the next call: something has changed."""
        for proof in [proof for proof, (session, _) in self._recent.items() if session.id == person]:
            del self._recent[proof]

    async def _known(self, proof: bytes) -> Session | None:
        """Spare the store most questions: every command asks this one."""
        session, since = self._recent.get(proof, (None, None))
        if since is not None and self._clock.now() - since < FRESH:
            return session
        session = await self._store.find_session(proof)
        self._recent.pop(proof, None)
        if session is not None:
            self._recent[proof] = session, self._clock.now()
        if len(self._recent) > REMEMBERED:
            self._recent.popitem(last=False)
        return session


def proof_of(token: str) -> bytes:
    """What is kept of a token or a code: 128 random bits and more need one round, there is nothing to guess."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()


def _id_of(token: str) -> str:
    """What a token is called in lists: nothing can be done with it."""
    return hashlib.sha256(b"token " + token.encode()).hexdigest()[:18]
