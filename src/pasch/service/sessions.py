"""Sessions: who is calling, proved by a token that is nowhere kept."""

import hashlib
from collections import OrderedDict

from pasch.service.errors import Unauthenticated
from pasch.service.ids import SessionId
from pasch.service.names import clean_name
from pasch.service.ports import Clock, Entropy, SessionStore
from pasch.service.requests import NewSession, Session

LONGEST_TOKEN = 200
REMEMBERED = 10_000


class Sessions:
    """Opens sessions and recognises them."""

    def __init__(self, store: SessionStore, clock: Clock, entropy: Entropy) -> None:
        self._store = store
        self._clock = clock
        self._entropy = entropy
        self._recent: OrderedDict[bytes, Session] = OrderedDict()

    async def open(self, name: str = "") -> NewSession:
        """A guest. Raises `InvalidInput` when the name cannot be shown."""
        session = Session(SessionId(self._entropy.token()), clean_name(name), self._clock.now())
        token = self._entropy.token()
        await self._store.add_session(session, _hash(token))
        return NewSession(token, session)

    async def find(self, token: str) -> Session:
        """The session of a token. Raises `Unauthenticated`."""
        if len(token) > LONGEST_TOKEN:
            raise Unauthenticated
        proof = _hash(token)
        session = self._recent.get(proof) or await self._store.find_session(proof)
        if session is None:
            raise Unauthenticated
        self._remember(proof, session)
        return session

    def _remember(self, proof: bytes, session: Session) -> None:
        """Spare the store the next question. A session never changes, and never ends while its row is there."""
        self._recent[proof] = session
        self._recent.move_to_end(proof)
        if len(self._recent) > REMEMBERED:
            self._recent.popitem(last=False)


def _hash(token: str) -> bytes:
    # The token is 256 random bits, so one round is enough: there is nothing to guess.
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()
