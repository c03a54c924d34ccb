"""People, their tokens, accounts and links in a database."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from pasch.service.ids import Handle, SessionId
from pasch.service.people import Account, NameTaken, Token
from pasch.service.requests import Session
from pasch.service.scopes import EVERYTHING, FULL, Access, Scope
from pasch.storage.database import Conflict, Connection, Database, Job, Row


class SqlPeople:
    """The service's `PeopleStore` over a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # --------------------------------------------------------------------------- people and tokens

    async def add_session(self, session: Session, token_hash: bytes) -> None:
        """Keep a new person with a first token, `session.access`."""
        values = (session.id, session.name, session.handle, _text(session.opened_at))
        token = Token(session.access, "", session.opened_at)

        async def job(db: Connection) -> None:
            await db.run("INSERT INTO sessions (id, name, handle, opened_at) VALUES (?, ?, ?, ?)", values)
            await _put_token(db, session.id, token, token_hash)

        await self._database.write(job)

    async def find_session(self, token_hash: bytes) -> Session | None:
        """Whose token has this hash, and what it allows."""
        row = await self._database.row(_BY_TOKEN, (token_hash,))
        return None if row is None else _session(row[:5], _access(*row[5:]))

    async def person(self, person: SessionId) -> Session | None:
        """Somebody without a token."""
        row = await self._database.row(_BY_ID, (person,))
        return None if row is None else _session(row)

    async def person_known_as(self, handle: Handle) -> Session | None:
        """The person with this handle, without a token."""
        row = await self._database.row(_BY_HANDLE, (handle,))
        return None if row is None else _session(row)

    async def add_token(self, person: SessionId, token: Token, token_hash: bytes) -> None:
        """Keep a further token."""
        await _put_token(self._database, person, token, token_hash)

    async def tokens(self, person: SessionId) -> Sequence[Token]:
        """All tokens of a person, the oldest first."""
        query = "SELECT id, scopes, ends_at, label, opened_at FROM tokens WHERE session = ? ORDER BY opened_at, id"
        rows = await self._database.rows(query, (person,))
        return [Token(_access(*row[:3]), row[3], datetime.fromisoformat(row[4])) for row in rows]

    async def end_tokens(self, person: SessionId, tokens: Collection[str]) -> None:
        """Forget tokens by their ids; those that are not this person's stay."""
        values = [(person, token) for token in tokens]
        await self._database.run_many("DELETE FROM tokens WHERE session = ? AND id = ?", values)

    async def forget(self, person: SessionId) -> None:
        """Delete a person with tokens, account and links."""
        await self._database.run("DELETE FROM sessions WHERE id = ?", (person,))

    # --------------------------------------------------------------------------- accounts

    async def add_account(self, account: Account) -> None:
        """Protect a name, which becomes the person's. Raises `NameTaken`."""
        values = (account.person, account.name, account.folded, account.password, account.computer)

        async def job(db: Connection) -> None:
            await db.run(
                "INSERT INTO accounts (session, name, folded, password, bot, opened_at) VALUES (?, ?, ?, ?, ?, ?)",
                (*values, _text(account.opened_at)),
            )
            await db.run("UPDATE sessions SET name = ? WHERE id = ?", (account.name, account.person))

        await self._write_names(job)

    async def account_of(self, person: SessionId) -> Account | None:
        """The account of a person."""
        return await self._account("session", person)

    async def account_named(self, folded: str) -> Account | None:
        """The account that protects a name."""
        return await self._account("folded", folded)

    async def _account(self, column: str, value: str) -> Account | None:
        query = f"SELECT session, name, folded, password, bot, opened_at FROM accounts WHERE {column} = ?"  # noqa: S608 - one of two words of ours
        row = await self._database.row(query, (value,))
        if row is None:
            return None
        return Account(SessionId(row[0]), row[1], row[2], row[3], bool(row[4]), datetime.fromisoformat(row[5]))

    async def owners(self, folded: Collection[str]) -> Mapping[str, SessionId]:
        """Whose those of the names are that are protected."""
        query = "SELECT folded, session FROM accounts WHERE folded = ?"

        async def find(db: Connection) -> dict[str, SessionId]:
            found = [await db.row(query, (name,)) for name in folded]
            return {row[0]: SessionId(row[1]) for row in found if row is not None}

        return await self._database.read(find)

    async def set_password(self, person: SessionId, password: str) -> None:
        """Change what the password is checked against."""
        await self._database.run("UPDATE accounts SET password = ? WHERE session = ?", (password, person))

    async def rename(self, person: SessionId, name: str, folded: str) -> None:
        """Give a person another name, and the account too, if there is one. Raises `NameTaken`."""

        async def job(db: Connection) -> None:
            await db.run("UPDATE accounts SET name = ?, folded = ? WHERE session = ?", (name, folded, person))
            await db.run("UPDATE sessions SET name = ? WHERE id = ?", (name, person))

        await self._write_names(job)

    # --------------------------------------------------------------------------- links

    async def add_link(self, code_hash: bytes, person: SessionId, ends_at: datetime) -> None:
        """Keep a one-time code for a further device."""
        values = (code_hash, person, _text(ends_at))
        await self._database.run("INSERT INTO device_links (code_hash, session, ends_at) VALUES (?, ?, ?)", values)

    async def take_link(self, code_hash: bytes, now: datetime) -> Session | None:
        """Whose code this is, once: it is gone afterwards. Codes whose time is over go with it."""

        async def job(db: Connection) -> Session | None:
            await db.run("DELETE FROM device_links WHERE ends_at <= ?", (_text(now),))
            row = await db.row(_BY_LINK, (code_hash,))
            await db.run("DELETE FROM device_links WHERE code_hash = ?", (code_hash,))
            return None if row is None else _session(row)

        return await self._database.write(job)

    # --------------------------------------------------------------------------- writing

    async def _write_names(self, job: Job[None]) -> None:
        try:
            await self._database.write(job)
        except Conflict:
            raise NameTaken from None


_PERSON = "SELECT s.id, s.name, s.opened_at, s.handle, coalesce(a.bot, false)"
_ACCOUNT = "LEFT JOIN accounts a ON a.session = s.id"
_BY_TOKEN = (
    f"{_PERSON}, t.id, t.scopes, t.ends_at"
    f" FROM tokens t JOIN sessions s ON s.id = t.session {_ACCOUNT} WHERE t.token_hash = ?"
)
_BY_ID = f"{_PERSON} FROM sessions s {_ACCOUNT} WHERE s.id = ?"
_BY_HANDLE = f"{_PERSON} FROM sessions s {_ACCOUNT} WHERE s.handle = ?"
_BY_LINK = f"{_PERSON} FROM device_links l JOIN sessions s ON s.id = l.session {_ACCOUNT} WHERE l.code_hash = ?"


def _session(row: Row, access: Access = FULL) -> Session:
    person, name, opened_at, handle, computer = row
    opened = datetime.fromisoformat(opened_at)
    return Session(SessionId(person), name, opened, Handle(handle), bool(computer), access)


def _access(token: str, scopes: str, ends_at: str | None) -> Access:
    allowed = frozenset(map(Scope, scopes.split())) if scopes else EVERYTHING
    return Access(token, allowed, None if ends_at is None else datetime.fromisoformat(ends_at))


async def _put_token(db: Connection, person: SessionId, token: Token, token_hash: bytes) -> None:
    access = token.access
    scopes = "" if token.device else " ".join(sorted(access.scopes))
    ends_at = None if access.ends_at is None else _text(access.ends_at)
    await db.run(
        "INSERT INTO tokens (token_hash, id, session, scopes, label, opened_at, ends_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (token_hash, access.id, person, scopes, token.label, _text(token.opened_at), ends_at),
    )


def _text(at: datetime) -> str:
    return at.isoformat(timespec="microseconds")
