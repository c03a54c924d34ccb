"""People, their tokens, accounts and links in memory, gone with the process."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from pasch.service.ids import Handle, SessionId
from pasch.service.people import Account, NameTaken, Token
from pasch.service.requests import Session
from pasch.service.scopes import FULL


class MemoryPeople:
    """The service's `PeopleStore` without a file."""

    def __init__(self) -> None:
        self._people: dict[SessionId, Session] = {}
        self._tokens: dict[bytes, tuple[SessionId, Token]] = {}
        self._accounts: dict[SessionId, Account] = {}
        self._links: dict[bytes, tuple[SessionId, datetime]] = {}

    # --------------------------------------------------------------------------- people and tokens

    async def add_session(self, session: Session, token_hash: bytes) -> None:
        """Keep a new person with a first token, `session.access`."""
        self._people[session.id] = replace(session, access=FULL)
        self._tokens[token_hash] = session.id, Token(session.access, "", session.opened_at)

    async def find_session(self, token_hash: bytes) -> Session | None:
        """Whose token has this hash, and what it allows."""
        person, token = self._tokens.get(token_hash, (None, None))
        return None if person is None or token is None else replace(self._people[person], access=token.access)

    async def person(self, person: SessionId) -> Session | None:
        """Somebody without a token."""
        return self._people.get(person)

    async def person_known_as(self, handle: Handle) -> Session | None:
        """The person with this handle, without a token."""
        return next((person for person in self._people.values() if person.handle == handle), None)

    async def add_token(self, person: SessionId, token: Token, token_hash: bytes) -> None:
        """Keep a further token."""
        self._tokens[token_hash] = person, token

    async def tokens(self, person: SessionId) -> Sequence[Token]:
        """All tokens of a person, the oldest first."""
        mine = [token for owner, token in self._tokens.values() if owner == person]
        return sorted(mine, key=lambda token: (token.opened_at, token.access.id))

    async def end_tokens(self, person: SessionId, tokens: Collection[str]) -> None:
        """Forget tokens by their ids; those that are not this person's stay."""
        kept = self._tokens.items()
        self._tokens = {h: (owner, t) for h, (owner, t) in kept if owner != person or t.access.id not in tokens}

    async def forget(self, person: SessionId) -> None:
        """Delete a person with tokens, account and links."""
        self._people.pop(person, None)
        self._accounts.pop(person, None)
        self._tokens = {h: kept for h, kept in self._tokens.items() if kept[0] != person}
        self._links = {h: kept for h, kept in self._links.items() if kept[0] != person}

    # --------------------------------------------------------------------------- accounts

    async def add_account(self, account: Account) -> None:
        """Protect a name, which becomes the person's. Raises `NameTaken`."""
        if account.person in self._accounts or await self.account_named(account.folded):
            raise NameTaken
        self._accounts[account.person] = account
        person = self._people[account.person]
        self._people[person.id] = replace(person, name=account.name, computer=account.computer)

    async def account_of(self, person: SessionId) -> Account | None:
        """The account of a person."""
        return self._accounts.get(person)

    async def account_named(self, folded: str) -> Account | None:
        """The account that protects a name."""
        return next((account for account in self._accounts.values() if account.folded == folded), None)

    async def owners(self, folded: Collection[str]) -> Mapping[str, SessionId]:
        """Whose those of the names are that are protected."""
        return {a.folded: a.person for a in self._accounts.values() if a.folded in folded}

    async def set_password(self, person: SessionId, password: str) -> None:
        """Change what the password is checked against."""
        self._accounts[person] = replace(self._accounts[person], password=password)

    async def rename(self, person: SessionId, name: str, folded: str) -> None:
        """Give a person another name, and the account too, if there is one. Raises `NameTaken`."""
        if person in self._accounts:
            if (await self.owners([folded])).get(folded, person) != person:
                raise NameTaken
            self._accounts[person] = replace(self._accounts[person], name=name, folded=folded)
        self._people[person] = replace(self._people[person], name=name)

    # --------------------------------------------------------------------------- links

    async def add_link(self, code_hash: bytes, person: SessionId, ends_at: datetime) -> None:
        """Keep a one-time code for a further device."""
        self._links[code_hash] = person, ends_at

    async def take_link(self, code_hash: bytes, now: datetime) -> Session | None:
        """Whose code this is, once: it is gone afterwards. Codes whose time is over go with it."""
        self._links = {h: kept for h, kept in self._links.items() if kept[1] > now}
        person, _ = self._links.pop(code_hash, (None, None))
        return None if person is None else self._people[person]
