"""People, their tokens, accounts and links in memory, gone with the process."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from pasch.service.ids import Handle, SessionId
from pasch.service.looks import looks as looks_of
from pasch.service.people import Account, ByLink, ByPassword, ByToken, Grant, NameTaken, Token
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

    async def add_token(self, by: Grant, token: Token, token_hash: bytes) -> Session | None:
        """Keep a further token; the person that it belongs to. None: the grant does not hold, nothing was written."""
        person = self._granted(by)
        if person is None:
            return None
        self._tokens[token_hash] = person, token
        return replace(self._people[person], access=token.access)

    def _granted(self, by: Grant) -> SessionId | None:
        """Whom a grant that holds is for."""
        match by:
            case ByToken(token):
                return next((owner for owner, kept in self._tokens.values() if kept.access.id == token), None)
            case ByPassword(person, kept):
                account = self._accounts.get(person)
                return person if account is not None and account.password == kept else None
            case ByLink(code_hash, now):
                self._links = {h: link for h, link in self._links.items() if link[1] > now}
                return self._links.pop(code_hash, (None,))[0]

    async def tokens(self, person: SessionId) -> Sequence[Token]:
        """All tokens of a person, the oldest first."""
        mine = [token for owner, token in self._tokens.values() if owner == person]
        return sorted(mine, key=lambda token: (token.opened_at, token.access.id))

    async def is_valid(self, token: str, now: datetime) -> bool:
        """Whether the token with this id was neither revoked nor has expired."""
        accesses = (kept.access for _, kept in self._tokens.values())
        return any(each.id == token and (each.ends_at is None or each.ends_at > now) for each in accesses)

    async def end_tokens(self, person: SessionId, tokens: Collection[str]) -> None:
        """Forget tokens of a person by their ids, and every link code of the person."""
        self._end_links(person)
        kept = self._tokens.items()
        self._tokens = {h: (owner, t) for h, (owner, t) in kept if owner != person or t.access.id not in tokens}

    async def forget(self, person: SessionId) -> None:
        """Delete a person with tokens, account and links."""
        self._people.pop(person, None)
        self._accounts.pop(person, None)
        self._tokens = {h: kept for h, kept in self._tokens.items() if kept[0] != person}
        self._end_links(person)

    def _end_links(self, person: SessionId) -> None:
        self._links = {h: link for h, link in self._links.items() if link[0] != person}

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

    async def owners(self, looks: Collection[str]) -> Mapping[str, Collection[SessionId]]:
        """Who has a protected name with one of these looks."""
        theirs = {look: {a.person for a in self._accounts.values() if look in looks_of(a.name)} for look in looks}
        return {look: people for look, people in theirs.items() if people}

    async def change_password(self, person: SessionId, password: str, device: str) -> Collection[str]:
        """Change what the password is checked against. Of the person's devices only this one keeps its token."""
        self._accounts[person] = replace(self._accounts[person], password=password)
        gone = [token.access.id for token in await self.tokens(person) if token.device and token.access.id != device]
        await self.end_tokens(person, gone)
        return gone

    async def rename(self, person: SessionId, name: str, folded: str) -> None:
        """Give a person another name, and the account too, if there is one. Raises `NameTaken`."""
        if person in self._accounts:
            other = await self.account_named(folded)
            if other is not None and other.person != person:
                raise NameTaken
            self._accounts[person] = replace(self._accounts[person], name=name, folded=folded)
        self._people[person] = replace(self._people[person], name=name)

    # --------------------------------------------------------------------------- links

    async def add_link(self, by: ByToken, code_hash: bytes, ends_at: datetime) -> bool:
        """Keep a one-time code for a further device; whether the token allows it."""
        person = self._granted(by)
        if person is not None:
            self._links[code_hash] = person, ends_at
        return person is not None
