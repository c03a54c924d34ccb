"""A seat key that a thief has read opens no seat after the owner revokes the thief's session."""

import pytest

from tests.attacks.accounts import REVOCATIONS, at, delete_account, log_out

pytestmark = pytest.mark.anyio
STAYING = [each for each in REVOCATIONS if each is not delete_account]


async def key_of(person, table):
    answer = await person.ask("POST", f"/tables/{table}/key")
    return answer.json()["key"] if answer.status_code == 200 else answer.json()["code"]


async def bring(person, key):
    answer = await person.ask("POST", "/continue", {"key": key})
    return answer.json()["id"] if answer.status_code == 200 else answer.json()["code"]


@pytest.mark.parametrize("revoke", REVOCATIONS)
async def test_revoked_session_invalidates_its_seat_key(world, anna, thief, revoke):
    table = (await anna.open())["id"]
    key = await key_of(thief, table)
    assert (await revoke(anna, thief)).status_code == 204
    assert await bring(await world.person(), key) == "unknown_key"


@pytest.mark.parametrize("revoke", STAYING)
async def test_owner_gets_a_new_seat_key_after_revocation(world, anna, thief, revoke):
    table = (await anna.open())["id"]
    before = await key_of(anna, table)
    assert (await revoke(anna, thief)).status_code == 204
    after = await key_of(anna, table)
    assert after != before
    assert await bring(await world.person(), after) == table


async def test_revocation_keeps_other_players_seat_keys(world, anna, thief):
    bernd = await world.person()
    table = (await anna.open("Anna", "human", start=False))["id"]
    assert (await bernd.ask("POST", f"/tables/{table}/seats", {})).status_code == 201
    key = await key_of(bernd, table)
    assert (await log_out(anna, thief)).status_code == 204
    assert await key_of(bernd, table) == key


async def test_guest_continues_by_seat_key_after_logout(world):
    """The key is the guest's only way back to the match."""
    guest = await world.person()
    table = (await guest.open())["id"]
    key = await key_of(guest, table)
    assert (await log_out(None, guest)).status_code == 204
    assert await bring(await world.person(), key) == table


@pytest.mark.parametrize("step", ["key", "interrupt"])
async def test_uninformed_process_shows_no_seat_key_after_revocation(anna, thief, elsewhere, step):
    table = (await anna.open("Anna", "human", start=False))["id"]
    there = at(elsewhere, thief)
    await there.table(table)  # that process now knows the session
    assert (await log_out(anna, thief)).status_code == 204
    await key_of(anna, table)
    answer = await there.ask("POST", f"/tables/{table}/{step}")
    assert (answer.status_code, answer.json()["code"]) == (401, "unauthenticated")
