"""Personal data: export, rename and delete."""

from collections.abc import Mapping
from contextlib import suppress

from pasch.rules.errors import IllegalAction
from pasch.rules.fingerprint import Plain
from pasch.service.errors import HasAccount, NameProtected, NoAccount, NotSeated, UnknownPerson, UnknownTable
from pasch.service.ids import Handle
from pasch.service.people.names import clean_name, folded
from pasch.service.people.sessions import Sessions, check_names
from pasch.service.people.store import Account, NameTaken, PeopleStore, PersonalDataStore, Token
from pasch.service.ports import TableStore
from pasch.service.requests import Scope, Session
from pasch.service.runtime.tables import Tables
from pasch.service.table.presence import time_text

ALL = 10_000
"""More unfinished tables than any person has."""


class Leaving:
    """Exports, renames and deletes the data stored about people. `stores` are named by their part of the export."""

    def __init__(
        self,
        store: PeopleStore,
        sessions: Sessions,
        tables: Tables,
        table_store: TableStore,
        stores: Mapping[str, PersonalDataStore],
    ) -> None:
        self._store = store
        self._sessions = sessions
        self._tables = tables
        self._table_store = table_store
        self._stores = stores

    async def export(self, caller: Session) -> dict[str, Plain]:
        """All stored data about the caller. Raises `ScopeMissing`."""
        caller.need(Scope.ACCOUNT)
        account, tokens = await self._store.account_of(caller.id), await self._store.tokens(caller.id)
        data: dict[str, Plain] = {
            "person": caller.handle,
            "name": caller.name,
            "opened_at": time_text(caller.opened_at),
            "public_profile": caller.public,
            "account": None if account is None else _account(account),
            "tokens": [_token(token) for token in tokens],
        }
        for part, store in self._stores.items():
            data |= {part: dict(await store.export(caller.id))}
        return data

    async def delete_account(self, caller: Session) -> None:
        """Delete all data of a person with an account. Raises `ScopeMissing`, `NoAccount`."""
        caller.need(Scope.ACCOUNT)
        if await self._store.account_of(caller.id) is None:
            raise NoAccount
        await self._delete(caller)

    async def delete_guest(self, caller: Session) -> None:
        """Delete all data of a guest. Raises `ScopeMissing`, `HasAccount` for the owner of an account."""
        caller.need(Scope.ACCOUNT)
        if await self._store.account_of(caller.id):
            raise HasAccount
        await self._delete(caller)

    async def _delete(self, caller: Session) -> None:
        # The session goes last, so that the caller can retry after a failure.
        await self._leave_tables(caller)
        for store in self._stores.values():
            await store.forget(caller.id)
        self._tables.rows_changed()
        await self._sessions.delete(caller.id)

    async def _leave_tables(self, caller: Session) -> None:
        """Leave every unfinished table, as any player may: a bot takes over, or no player is left."""
        for table in await self._table_store.of_session(caller.id, ALL):
            with suppress(UnknownTable, NotSeated, IllegalAction):  # deleted or ended meanwhile, or only opened
                await self._tables.leave(caller, table)

    async def rename(self, handle: Handle, name: str = "") -> str:
        """Replace a person's name everywhere; without a new `name`, by one that says nothing.

        For operators: the person is not asked. Raises `UnknownPerson`, `InvalidInput`, `NameProtected`.
        """
        person = await self._store.person_known_as(handle)
        if person is None:
            raise UnknownPerson
        name = clean_name(name) or await self._plain_name(person)
        await check_names(self._store, person.id, [name])
        try:
            await self._store.rename(person.id, name, folded(name))
        except NameTaken:
            raise NameProtected(name) from None
        for store in self._stores.values():
            await store.rename(person.id, name)
        self._tables.rows_changed()
        self._sessions.drop(person.id)
        return name

    async def _plain_name(self, person: Session) -> str:
        """A neutral name. A guest needs no name; an account does, to log in."""
        return f"Person {person.handle[:6]}" if await self._store.account_of(person.id) else ""


def _account(account: Account) -> dict[str, Plain]:
    return {"name": account.name, "bot": account.computer, "opened_at": time_text(account.opened_at)}


def _token(token: Token) -> dict[str, Plain]:
    ends_at = token.access.ends_at
    return {
        "id": token.access.id,
        "label": token.label,
        "scopes": [*sorted(token.access.scopes)],
        "opened_at": time_text(token.opened_at),
        "ends_at": None if ends_at is None else time_text(ends_at),
    }
