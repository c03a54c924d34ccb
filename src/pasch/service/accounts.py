"""Accounts: an optional password that protects a name, and brings it to further devices."""

from collections.abc import Iterable

from pasch.rules.errors import InvalidInput
from pasch.service.errors import HasAccount, NameProtected, NoAccount, WrongPassword
from pasch.service.names import clean_name, folded
from pasch.service.passwords import as_typed, check_password
from pasch.service.people import Account, NameTaken, Passwords, PeopleStore
from pasch.service.ports import Clock
from pasch.service.protection import can_be_protected, check_names
from pasch.service.requests import NewSession, Session
from pasch.service.scopes import Scope
from pasch.service.sessions import Sessions


class Accounts:
    """Makes accounts, and knows the people who have one by name and password."""

    def __init__(self, store: PeopleStore, sessions: Sessions, passwords: Passwords, clock: Clock) -> None:
        self._store = store
        self._sessions = sessions
        self._passwords = passwords
        self._clock = clock

    async def of(self, caller: Session) -> Account | None:
        """The caller's account."""
        return await self._store.account_of(caller.id)

    async def protect(self, caller: Session, name: str, password: str, *, computer: bool = False) -> Account:
        """Make an account; the name is the caller's from now on. `computer`: a program plays by it.

        Raises `ScopeMissing`, `InvalidInput`, `HasAccount`, `NameProtected`.
        """
        caller.need(Scope.ACCOUNT)
        name, password = _protectable(name), check_password(password)
        if await self._store.account_of(caller.id):
            raise HasAccount
        await check_names(self._store, caller.id, [name])
        kept = await self._passwords.protect(password)
        account = Account(caller.id, name, folded(name), kept, computer, self._clock.now())
        try:
            await self._store.add_account(account)
        except NameTaken:
            raise NameProtected(name) from None
        self._sessions.drop(caller.id)
        return account

    async def log_in(self, name: str, password: str) -> NewSession:
        """A token for whoever knows the password. Raises `WrongPassword`, alike and after as long for unknown names."""
        account = await self._store.account_named(folded(name))
        right = await self._matches(account, password)
        person = await self._store.person(account.person) if account and right else None
        if person is None:
            raise WrongPassword
        return await self._sessions.further(person)

    async def change_password(self, caller: Session, old: str, new: str) -> None:
        """Take another password; every other device has to log in again.

        Raises `ScopeMissing`, `NoAccount`, `InvalidInput`, `WrongPassword`.
        """
        caller.need(Scope.ACCOUNT)
        new = check_password(new)
        account = await self._store.account_of(caller.id)
        if account is None:
            raise NoAccount
        if not await self._matches(account, old):
            raise WrongPassword
        await self._store.set_password(caller.id, await self._passwords.protect(new))
        devices = [token for token in await self._store.tokens(caller.id) if token.device]
        others = {device.access.id for device in devices} - {caller.access.id}
        await self._sessions.end(caller.id, others)

    async def check_names(self, caller: Session, names: Iterable[str]) -> None:
        """Raise `NameProtected` when one of the names belongs to somebody else, `InvalidInput`."""
        await check_names(self._store, caller.id, [clean_name(name) for name in names])

    async def _matches(self, account: Account | None, password: str) -> bool:
        kept = None if account is None else account.password
        return await self._passwords.matches(kept, as_typed(password))


def _protectable(name: str) -> str:
    """A name that one person can have. Raises `InvalidInput`."""
    name = clean_name(name)
    if not name:
        raise InvalidInput("An account needs a name")
    if not can_be_protected(name):
        raise InvalidInput("The name “{name}” is for everybody", name=name)
    return name
