"""People, the keys of their seats, and their names and seats at tables."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from pasch.rules.fingerprint import Plain
from pasch.service.ids import Handle, SessionId, TableId
from pasch.service.people.names import skeletons as looks_of
from pasch.service.people.store import Account, ByLink, ByPassword, ByToken, Grant, NameTaken, Token
from pasch.service.requests import EVERYTHING, FULL, Access, Scope, Session
from pasch.storage.database import Conflict, Connection, Job, Row, Store, Value, moment


class SqlPeople(Store):
    """The service's `PeopleStore` over a database."""

    # --------------------------------------------------------------------------- people and tokens

    async def add_session(self, session: Session, token_hash: bytes) -> None:
        """Store a new person with a first token, `session.access`."""
        values = (session.id, session.name, session.handle, moment(session.opened_at))
        token = Token(session.access, "", session.opened_at)

        async def job(db: Connection) -> None:
            await db.run("INSERT INTO sessions (id, name, handle, opened_at) VALUES (?, ?, ?, ?)", values)
            await _put_token(db, session.id, token, token_hash)

        await self._database.write(job)

    async def find_session(self, token_hash: bytes) -> Session | None:
        """The session of the token with this hash, with the token's rights."""
        row = await self._database.row(_BY_TOKEN, (token_hash,))
        return None if row is None else _session(row[:6], _access(*row[6:]))

    async def person(self, person: SessionId) -> Session | None:
        """A person, without a token."""
        row = await self._database.row(_BY_ID, (person,))
        return None if row is None else _session(row)

    async def person_known_as(self, handle: Handle) -> Session | None:
        """The person with this handle, without a token."""
        row = await self._database.row(_BY_HANDLE, (handle,))
        return None if row is None else _session(row)

    async def add_token(self, by: Grant, token: Token, token_hash: bytes) -> Session | None:
        """Store a further token and return its person. None: the grant is not valid, and nothing was written."""

        async def job(db: Connection) -> Session | None:
            person = await _granted(db, by)
            row = None if person is None else await db.row(_BY_ID, (person,))
            if person is None or row is None:
                return None
            await _put_token(db, person, token, token_hash)
            return _session(row, token.access)

        return await self._database.write(job)

    async def tokens(self, person: SessionId) -> Sequence[Token]:
        """All tokens of a person, the oldest first."""
        query = "SELECT id, scopes, ends_at, label, opened_at FROM tokens WHERE session = ? ORDER BY opened_at, id"
        rows = await self._database.rows(query, (person,))
        return [Token(_access(*row[:3]), row[3], datetime.fromisoformat(row[4])) for row in rows]

    async def is_valid(self, token: str, now: datetime) -> bool:
        """Whether the token with this id is neither revoked nor expired."""
        query = "SELECT 1 FROM tokens WHERE id = ? AND (ends_at IS NULL OR ends_at > ?)"
        return await self._database.row(query, (token, moment(now))) is not None

    async def end_tokens(self, person: SessionId, tokens: Collection[str]) -> None:
        """Delete tokens of a person by their ids, every link code of the person, and the keys of the person's seats.

        A guest without tokens retains the keys: they are the only way back.
        """

        async def job(db: Connection) -> None:
            await lock_person(db, person)
            values = [(person, token) for token in tokens]
            await db.run_many("DELETE FROM tokens WHERE session = ? AND id = ?", values)
            await _end_codes(db, person)

        await self._database.write(job)

    async def forget(self, person: SessionId) -> None:
        """Delete a person with all tokens, links and the account."""
        await self._database.write(lambda db: db.run("DELETE FROM sessions WHERE id = ?", (person,)), erase=True)

    # --------------------------------------------------------------------------- accounts

    async def add_account(self, account: Account) -> None:
        """Protect a name for a person. Raises `NameTaken`."""
        values = (account.person, account.name, account.folded, account.password, account.computer)

        async def job(db: Connection) -> None:
            await db.run(
                "INSERT INTO accounts (session, name, folded, password, bot, opened_at) VALUES (?, ?, ?, ?, ?, ?)",
                (*values, moment(account.opened_at)),
            )
            await _put_skeletons(db, account.person, account.name)
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

    async def owners(self, skeletons: Collection[str]) -> Mapping[str, Collection[SessionId]]:
        """The owners of protected names with one of these skeletons."""
        query = "SELECT session FROM name_looks WHERE look = ?"

        async def find(db: Connection) -> dict[str, Collection[SessionId]]:
            found = {skeleton: await db.rows(query, (skeleton,)) for skeleton in skeletons}
            return {skeleton: [SessionId(session) for (session,) in rows] for skeleton, rows in found.items() if rows}

        return await self._database.read(find)

    async def change_password(self, person: SessionId, password: str, device: str) -> Collection[str]:
        """Replace the hash of the password. Of the person's devices only this one retains its token.

        Returns the ids of the deleted tokens; link codes and the keys of seats are deleted too.
        """

        async def job(db: Connection) -> Collection[str]:
            await lock_person(db, person)
            await db.run("UPDATE accounts SET password = ? WHERE session = ?", (password, person))
            query = "DELETE FROM tokens WHERE session = ? AND scopes = '' AND id <> ? RETURNING id"
            gone = [token for (token,) in await db.rows(query, (person, device))]
            await _end_codes(db, person)
            return gone

        return await self._database.write(job, erase=True)  # the former hash

    async def rename(self, person: SessionId, name: str, folded: str) -> None:
        """Rename a person, and the account if there is one. Raises `NameTaken`."""

        async def job(db: Connection) -> None:
            if await db.row("SELECT 1 FROM accounts WHERE session = ?", (person,)):
                await db.run("UPDATE accounts SET name = ?, folded = ? WHERE session = ?", (name, folded, person))
                await _put_skeletons(db, person, name)
            await db.run("UPDATE sessions SET name = ? WHERE id = ?", (name, person))

        await self._write_names(job)

    async def publish(self, person: SessionId, *, public: bool) -> None:
        """Store whether everyone may see the profile of a person."""
        await self._database.run("UPDATE sessions SET public = ? WHERE id = ?", (public, person))

    # --------------------------------------------------------------------------- links

    async def add_link(self, by: ByToken, code_hash: bytes, ends_at: datetime) -> bool:
        """Store a one-time code for a further device; returns whether the token allows it."""

        async def job(db: Connection) -> bool:
            person = await _granted(db, by)
            if person is not None:
                query = "INSERT INTO device_links (code_hash, session, ends_at) VALUES (?, ?, ?)"
                await db.run(query, (code_hash, person, moment(ends_at)))
            return person is not None

        return await self._database.write(job)

    # --------------------------------------------------------------------------- writing

    async def _write_names(self, job: Job[None]) -> None:
        try:
            await self._database.write(job, erase=True)  # the former name
        except Conflict:
            raise NameTaken from None


_PERSON = "SELECT s.id, s.name, s.opened_at, s.handle, coalesce(a.bot, false), s.public"
_ACCOUNT = "LEFT JOIN accounts a ON a.session = s.id"
_BY_TOKEN = (
    f"{_PERSON}, t.id, t.scopes, t.ends_at"
    f" FROM tokens t JOIN sessions s ON s.id = t.session {_ACCOUNT} WHERE t.token_hash = ?"
)
_BY_ID = f"{_PERSON} FROM sessions s {_ACCOUNT} WHERE s.id = ?"
_BY_HANDLE = f"{_PERSON} FROM sessions s {_ACCOUNT} WHERE s.handle = ?"
_END_LINKS = "DELETE FROM device_links WHERE session = ?"
_END_KEYS = (
    "DELETE FROM seat_keys WHERE (table_id, seat) IN (SELECT table_id, seat FROM seats WHERE session = :person) AND"
    " (EXISTS (SELECT 1 FROM tokens WHERE session = :person)"
    " OR EXISTS (SELECT 1 FROM accounts WHERE session = :person))"
)


def _session(row: Row, access: Access = FULL) -> Session:
    person, name, opened_at, handle, computer, public = row
    opened = datetime.fromisoformat(opened_at)
    return Session(SessionId(person), name, opened, Handle(handle), bool(computer), bool(public), access)


def _access(token: str, scopes: str, ends_at: str | None) -> Access:
    allowed = frozenset(map(Scope, scopes.split())) if scopes else EVERYTHING
    return Access(token, allowed, None if ends_at is None else datetime.fromisoformat(ends_at))


async def _end_codes(db: Connection, person: SessionId) -> None:
    """Delete everything that a thief may have read: link codes and keys of seats, save a guest's only way back."""
    await db.run(_END_LINKS, (person,))
    await db.run(_END_KEYS, {"person": person})


async def lock_person(db: Connection, person: SessionId) -> None:
    """Make other transactions that lock the same person wait for this one and then see its writes."""
    await db.run("UPDATE sessions SET name = name WHERE id = ?", (person,))


async def _granted(db: Connection, by: Grant) -> SessionId | None:
    """The person of a valid grant, locked: a concurrent revocation waits and then sees the writes."""
    query, values = _query(by)
    found = await db.row(query, values)
    if found is not None:
        await lock_person(db, SessionId(found[0]))
        found = await db.row(query, values)  # the grant may have been revoked meanwhile
    if isinstance(by, ByLink):
        await db.run("DELETE FROM device_links WHERE code_hash = ? OR ends_at <= ?", (by.code_hash, moment(by.now)))
    return None if found is None else SessionId(found[0])


def _query(by: Grant) -> tuple[str, Sequence[Value]]:
    """The query for the person of a grant."""
    match by:
        case ByToken(token):
            return "SELECT session FROM tokens WHERE id = ?", (token,)
        case ByPassword(person, kept):
            return "SELECT session FROM accounts WHERE session = ? AND password = ?", (person, kept)
        case ByLink(code_hash, now):
            query = "SELECT session FROM device_links WHERE code_hash = ? AND ends_at > ?"
            return query, (code_hash, moment(now))


async def _put_token(db: Connection, person: SessionId, token: Token, token_hash: bytes) -> None:
    access = token.access
    scopes = "" if token.device else " ".join(sorted(access.scopes))
    ends_at = None if access.ends_at is None else moment(access.ends_at)
    await db.run(
        "INSERT INTO tokens (token_hash, id, session, scopes, label, opened_at, ends_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (token_hash, access.id, person, scopes, token.label, moment(token.opened_at), ends_at),
    )


async def _put_skeletons(db: Connection, person: SessionId, name: str) -> None:
    """Store the skeletons of a person's protected name, in the caller's transaction."""
    await db.run("DELETE FROM name_looks WHERE session = ?", (person,))
    for skeleton in sorted(looks_of(name)):
        await db.run("INSERT INTO name_looks (look, session) VALUES (?, ?)", (skeleton, person))


class SqlKeys(Store):
    """The service's `KeyStore` over a database."""

    async def salts(self, table: TableId) -> Mapping[int, str]:
        """The salts of the keys at a table, by seat."""
        query = "SELECT seat, salt FROM seat_keys WHERE table_id = ? ORDER BY seat"
        return dict(await self._database.rows(query, (table,)))

    async def keep(self, table: TableId, seat: int, salt: str, proof: bytes) -> None:
        """Give a seat a key, unless it has one. Does nothing for an empty seat."""
        await self._database.run(_KEEP, {"table": table, "seat": seat, "salt": salt, "proof": proof})

    async def find(self, proof: bytes) -> tuple[TableId, int] | None:
        """The table and seat that a key belongs to."""
        query = "SELECT table_id, seat FROM seat_keys WHERE key_hash = ?"
        row = await self._database.row(query, (proof,))
        return None if row is None else (TableId(row[0]), int(row[1]))


_KEEP = (
    "INSERT INTO seat_keys (table_id, seat, salt, key_hash) SELECT :table, :seat, :salt, :proof"
    " FROM seats WHERE table_id = :table AND seat = :seat AND session IS NOT NULL ON CONFLICT DO NOTHING"
)


class SqlTraces(Store):
    """The service's `PersonalDataStore` for tables, over a database. The log names only seats and stays unchanged."""

    async def export(self, person: SessionId) -> Mapping[str, Plain]:
        """The tables that a person opened or sat at, with the seats and their names."""

        async def find(db: Connection) -> list[Plain]:
            return [await _table(db, person, *row) for row in await db.rows(_TABLES, (person, person, person))]

        return {"tables": await self._database.read(find)}

    async def rename(self, person: SessionId, name: str) -> None:  # noqa: ARG002 - names at tables come back as defaults
        """Remove the person's names from every seat: the offending one is unknown."""
        await self._database.write(lambda db: _unname(db, person), erase=True)

    async def forget(self, person: SessionId) -> None:
        """Clear the person's seats and their names."""

        async def job(db: Connection) -> None:
            await _unname(db, person)
            await db.run(_DROP_KEYS, (person,))
            await db.run("UPDATE seats SET session = NULL WHERE session = ?", (person,))
            await db.run("UPDATE seats SET moved_from = NULL WHERE moved_from = ?", (person,))
            await db.run("UPDATE seats SET kept_for = NULL WHERE kept_for = ?", (person,))
            await db.run("UPDATE seats SET named_by = NULL WHERE named_by = ?", (person,))
            await db.run("UPDATE tables SET opener = '' WHERE opener = ?", (person,))

        await self._database.write(job, erase=True)


_DROP_KEYS = (
    "DELETE FROM seat_keys WHERE EXISTS (SELECT 1 FROM seats s"
    " WHERE s.table_id = seat_keys.table_id AND s.seat = seat_keys.seat AND s.session = ?)"
)
_TABLES = (
    "SELECT id, opened_at, status, visibility, opener = ? FROM tables"
    " WHERE opener = ? OR id IN (SELECT table_id FROM seats WHERE named_by = ?) ORDER BY opened_at, id"
)


async def _table(  # noqa: PLR0913, PLR0917 - the columns of the row
    db: Connection, person: SessionId, table: str, opened_at: str, status: str, visibility: str, opener: int
) -> Plain:
    seats = await db.rows(
        "SELECT seat, name, session IS NOT NULL FROM seats"
        " WHERE table_id = ? AND named_by = ? AND (name != '' OR session IS NOT NULL) ORDER BY seat",
        (table, person),
    )
    return {
        "id": table,
        "opened_at": opened_at,
        "status": status,
        "visibility": visibility,
        "opener": bool(opener),
        "seats": [{"seat": seat, "name": name, "sitting": bool(sitting)} for seat, name, sitting in seats],
    }


async def _unname(db: Connection, person: SessionId) -> None:
    await db.run("UPDATE seats SET name = '' WHERE named_by = ?", (person,))
