"""Accounts refuse the passwords that thieves try first."""

import gzip

import pytest

from pasch.rules.errors import InvalidInput
from pasch.service.people.accounts import COMMON, SHORTEST_PASSWORD, as_typed, check_password
from tests.attacks.accounts import OTHER, PASSWORD

pytestmark = pytest.mark.anyio


def common():
    return gzip.decompress(COMMON.read_bytes()).decode().splitlines()


def test_common_password_list_has_10_000_entries():
    assert len(set(common())) == 10_000
    assert all(len(each) >= SHORTEST_PASSWORD and each == as_typed(each).casefold() for each in common())
    assert {"12345678", "password", "baseball", "trustno1", "qwertyuiop"} <= set(common())


def wide(text):
    """The letters in full width, as a Japanese keyboard may type them."""
    return "".join(chr(ord(each) + 0xFEE0) if "!" <= each <= "~" else each for each in text)


@pytest.mark.parametrize("change", [str, str.upper, str.title, " {} ".format, wide])
def test_common_passwords_are_refused_in_every_spelling(change):
    for password in [*common()[::500], common()[0], common()[-1]]:
        with pytest.raises(InvalidInput, match="most common"):
            check_password(change(password))


@pytest.mark.parametrize("blank", [" ", "\t", "\u3000", "\u00a0", "\u200b", "\u2800", "\u3164", " \u200b"])
def test_blank_password_is_refused(blank):
    with pytest.raises(InvalidInput, match="only spaces"):
        check_password(blank * 12)


@pytest.mark.parametrize("password", [PASSWORD, "correct horse battery", "password\n12345678", "12345679810"])
def test_uncommon_passwords_are_accepted(password):
    assert check_password(password) == as_typed(password)


async def test_account_and_password_change_refuse_common_passwords(anna):
    weak = {"name": "Anna", "password": "Trustno1"}
    answer = await anna.ask("POST", "/account", weak)
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_input")
    assert (await anna.ask("POST", "/account", {**weak, "password": PASSWORD})).status_code == 201
    for new, status in (("password1", 422), (" " * 10, 422), (OTHER, 204)):
        answer = await anna.ask("PUT", "/account/password", {"old": PASSWORD, "new": new})
        assert answer.status_code == status


async def test_stored_common_password_still_logs_in(world, anna):
    """Only new passwords are checked, so no owner is locked out."""
    accounts = world.app.state.context.accounts
    assert (await anna.ask("POST", "/account", {"name": "Anna", "password": PASSWORD})).status_code == 201
    [person] = [await accounts._store.account_named("anna")]
    old = await accounts._passwords.protect("12345678")
    await accounts._store.change_password(person.person, old, "")
    stranger = await world.person(session=False)
    answer = await stranger.ask("POST", "/account/login", {"name": "Anna", "password": "12345678"})
    assert answer.status_code == 200
