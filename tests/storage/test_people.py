"""The contract of the people store, for every kind of database."""

import asyncio
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from pasch.service.ids import Handle, SessionId
from pasch.service.people.store import Account, ByLink, ByPassword, ByToken, NameTaken, Token
from pasch.service.requests import FULL, Access, Scope, Session
from pasch.storage.database import Database
from pasch.storage.people import SqlKeys, SqlPeople
from pasch.storage.tables import SqlTables
from tests.storage.logs import ANNA, AT, TABLE, row, step

pytestmark = pytest.mark.anyio

SESSION = Session(ANNA, "Anna", AT, Handle("a1"), access=Access("t1"))
BERND = Session(SessionId("bernd"), "Bernd", AT, Handle("b1"), access=Access("t9"))
ACCOUNT = Account(ANNA, "Anna", "anna", "secret", computer=False, opened_at=AT)
LATER = AT + timedelta(minutes=5)
FURTHER = Token(Access("t5"), "", AT)


@pytest.fixture
def people(database: Database) -> SqlPeople:
    return SqlPeople(database)


@pytest.fixture
async def two(people: SqlPeople) -> SqlPeople:
    await people.add_session(SESSION, b"hash")
    await people.add_session(BERND, b"other hash")
    return people


async def take_link(people: SqlPeople, code: bytes, now: datetime) -> Session | None:
    return await people.add_token(ByLink(code, now), FURTHER, b"further")


async def test_session_is_found_by_hash_and_person_by_handle(two: SqlPeople) -> None:
    assert await two.find_session(b"hash") == SESSION
    assert await two.find_session(b"none") is None
    assert await two.person_known_as(Handle("a1")) == replace(SESSION, access=FULL)
    assert await two.person_known_as(Handle("none")) is None
    assert await two.person(ANNA) == replace(SESSION, access=FULL)
    assert await two.person(SessionId("none")) is None


async def test_tokens_keep_their_scopes_until_revoked(two: SqlPeople) -> None:
    access = Access("t2", frozenset({Scope.READ, Scope.CHAT}), AT + timedelta(days=1, microseconds=3))
    token = Token(access, "a bot", AT + timedelta(seconds=1))
    await two.add_token(ByToken("t1"), token, b"second")
    assert await two.find_session(b"second") == replace(SESSION, access=access)
    assert [*await two.tokens(ANNA)] == [Token(SESSION.access, "", AT), token]
    await two.end_tokens(BERND.id, ["t2"])
    assert await two.find_session(b"second")
    await two.end_tokens(ANNA, ["t1", "t2"])
    assert await two.find_session(b"second") is None
    assert [*await two.tokens(ANNA)] == []
    assert await two.find_session(b"other hash") == BERND


async def test_name_belongs_to_one_account(two: SqlPeople) -> None:
    await two.add_account(ACCOUNT)
    assert await two.account_of(ANNA) == await two.account_named("anna") == ACCOUNT
    owners = await two.owners(["anna", "bernd"])
    assert {look: [*theirs] for look, theirs in owners.items()} == {"anna": [ANNA]}
    for taken in (replace(ACCOUNT, person=BERND.id), replace(ACCOUNT, folded="anna 2")):
        with pytest.raises(NameTaken):
            await two.add_account(taken)
    assert await two.account_of(BERND.id) is None


async def test_session_takes_name_and_bot_flag_from_account(two: SqlPeople) -> None:
    await two.add_account(replace(ACCOUNT, name="ANNA", computer=True))
    assert await two.find_session(b"hash") == replace(SESSION, name="ANNA", computer=True)


async def test_account_password_and_name_can_change(two: SqlPeople) -> None:
    await two.add_account(ACCOUNT)
    await two.add_account(replace(ACCOUNT, person=BERND.id, name="Bernd", folded="bernd"))
    await two.change_password(ANNA, "other", "t1")
    await two.rename(ANNA, "Änne", "änne")
    assert await two.account_of(ANNA) == replace(ACCOUNT, password="other", name="Änne", folded="änne")
    assert set(await two.owners(["anna", "bernd"])) == {"bernd"}
    with pytest.raises(NameTaken):
        await two.rename(ANNA, "Bernd", "bernd")
    found = await two.find_session(b"hash")
    assert found is not None
    assert found.name == "Änne"


async def test_guest_can_be_renamed(two: SqlPeople) -> None:
    await two.rename(ANNA, "", "")
    assert await two.find_session(b"hash") == replace(SESSION, name="")


async def test_link_works_once_before_expiry(two: SqlPeople) -> None:
    for code in (b"a", b"b"):
        assert await two.add_link(ByToken("t1"), code, LATER)
    assert await take_link(two, b"a", AT) == replace(SESSION, access=FURTHER.access)
    assert await two.find_session(b"further") == replace(SESSION, access=FURTHER.access)
    assert await take_link(two, b"a", AT) is None
    assert await take_link(two, b"b", LATER) is None
    assert await take_link(two, b"b", AT) is None


async def test_deleted_person_loses_data_and_frees_the_name(two: SqlPeople) -> None:
    await two.add_account(ACCOUNT)
    await two.add_link(ByToken("t1"), b"a", LATER)
    await two.forget(ANNA)
    assert await two.find_session(b"hash") is None
    assert await two.account_named("anna") is None
    assert await take_link(two, b"a", AT) is None
    assert [*await two.tokens(ANNA)] == []
    await two.add_account(replace(ACCOUNT, person=BERND.id))


async def test_token_is_valid_until_revoked_or_expired(two: SqlPeople) -> None:
    await two.add_token(ByToken("t1"), Token(Access("t2", ends_at=LATER), "", AT), b"third hash")
    assert [await two.is_valid(token, AT) for token in ("t1", "t2", "t3")] == [True, True, False]
    assert not await two.is_valid("t2", LATER)
    await two.end_tokens(ANNA, ["t1"])
    assert not await two.is_valid("t1", AT)


async def test_new_token_requires_a_valid_grant(two: SqlPeople) -> None:
    await two.add_account(ACCOUNT)
    for wrong in (ByToken("none"), ByPassword(ANNA, "other"), ByPassword(BERND.id, "secret"), ByLink(b"none", AT)):
        assert await two.add_token(wrong, FURTHER, b"further") is None
    assert not await two.add_link(ByToken("none"), b"a", LATER)
    assert await two.find_session(b"further") is None
    assert await two.add_token(ByPassword(ANNA, "secret"), FURTHER, b"further") == replace(
        SESSION, access=FURTHER.access
    )


async def test_password_change_ends_other_devices_and_links(two: SqlPeople) -> None:
    await two.add_account(ACCOUNT)
    program = Token(Access("t2", frozenset({Scope.READ})), "a program", AT)
    await two.add_token(ByToken("t1"), program, b"second")
    await two.add_token(ByToken("t1"), FURTHER, b"third")
    await two.add_link(ByToken("t5"), b"a", LATER)
    assert [*await two.change_password(ANNA, "other", "t1")] == ["t5"]
    assert {token.access.id for token in await two.tokens(ANNA)} == {"t1", "t2"}
    assert await take_link(two, b"a", AT) is None
    assert await two.add_token(ByPassword(ANNA, "secret"), FURTHER, b"fourth") is None
    assert await two.find_session(b"other hash") == BERND


@pytest.mark.parametrize("ended", [["t1"], []])
async def test_token_revocation_ends_links(two: SqlPeople, ended: list[str]) -> None:
    await two.add_link(ByToken("t1"), b"a", LATER)
    await two.add_link(ByToken("t9"), b"b", LATER)
    await two.end_tokens(ANNA, ended)
    assert await take_link(two, b"a", AT) is None
    assert await take_link(two, b"b", AT) == replace(BERND, access=FURTHER.access)


async def test_login_during_password_change_does_not_last(database: Database) -> None:
    """A token from the old password ends, whichever request is first."""
    people = SqlPeople(database)
    await people.add_session(SESSION, b"hash")
    await people.add_account(ACCOUNT)
    for number in range(20):
        before, after = ("secret", "other") if number % 2 == 0 else ("other", "secret")
        further = Token(Access(f"further {number}"), "", AT)
        await asyncio.gather(
            people.add_token(ByPassword(ANNA, before), further, b"%d" % number),
            people.change_password(ANNA, after, "t1"),
        )
        assert [token.access.id for token in await people.tokens(ANNA)] == ["t1"]


async def test_link_created_during_password_change_is_invalid(database: Database) -> None:
    people = SqlPeople(database)
    await people.add_session(SESSION, b"hash")
    await people.add_account(ACCOUNT)
    for number in range(20):
        thief = f"thief {number}"
        await people.add_token(ByToken("t1"), Token(Access(thief), "", AT), b"%d" % number)
        await asyncio.gather(
            people.add_link(ByToken(thief), b"code %d" % number, LATER),
            people.change_password(ANNA, str(number), "t1"),
        )
        assert await take_link(people, b"code %d" % number, AT) is None


async def test_link_used_during_password_change_grants_no_lasting_token(database: Database) -> None:
    people = SqlPeople(database)
    await people.add_session(SESSION, b"hash")
    await people.add_account(ACCOUNT)
    for number in range(20):
        code, further = b"code %d" % number, Token(Access(f"further {number}"), "", AT)
        await people.add_link(ByToken("t1"), code, LATER)
        await asyncio.gather(
            people.add_token(ByLink(code, AT), further, b"%d" % number),
            people.change_password(ANNA, str(number), "t1"),
        )
        assert [token.access.id for token in await people.tokens(ANNA)] == ["t1"]


async def test_link_used_concurrently_works_once(database: Database) -> None:
    people = SqlPeople(database)
    await people.add_session(SESSION, b"hash")
    for number in range(10):
        code, name = b"code %d" % number, f"further {number}"
        await people.add_link(ByToken("t1"), code, LATER)
        used = [
            people.add_token(ByLink(code, AT), Token(Access(f"{name} {each}"), "", AT), f"{name} {each}".encode())
            for each in range(3)
        ]
        assert sum(session is not None for session in await asyncio.gather(*used)) == 1


@pytest.mark.parametrize("ended", [["t5"], ["t1", "t5"]])
async def test_seat_keys_end_with_a_token_unless_all_tokens_end(database: Database, ended: list[str]) -> None:
    people, keys = SqlPeople(database), SqlKeys(database)
    await people.add_session(SESSION, b"hash")
    await people.add_token(ByToken("t1"), FURTHER, b"further")
    await SqlTables(database).create(row(), step(0, "table_opened"))
    await keys.keep(TABLE, 1, "salt", b"proof")
    await people.end_tokens(BERND.id, ["t9"])
    assert await keys.find(b"proof") == (TABLE, 1)
    await people.end_tokens(ANNA, ended)
    assert await keys.find(b"proof") == (None if ended == ["t5"] else (TABLE, 1))
