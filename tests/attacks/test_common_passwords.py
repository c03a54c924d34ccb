"""The passwords that thieves try first protect nothing."""

import gzip

import pytest

from pasch.rules.errors import InvalidInput
from pasch.service.people.accounts import COMMON, SHORTEST_PASSWORD, as_typed, check_password
from tests.attacks.accounts import OTHER, PASSWORD

pytestmark = pytest.mark.anyio


def common():
    return gzip.decompress(COMMON.read_bytes()).decode().splitlines()


def test_the_list_holds_the_10_000_most_common_ones():
    assert len(set(common())) == 10_000
    assert all(len(each) >= SHORTEST_PASSWORD and each == as_typed(each).casefold() for each in common())
    assert {"12345678", "password", "baseball", "trustno1", "qwertyuiop"} <= set(common())


def wide(text):
    """The letters as a Japanese keyboard may write them."""
    return "".join(chr(ord(each) + 0xFEE0) if "!" <= each <= "~" else each for each in text)


@pytest.mark.parametrize("change", [str, str.upper, str.title, " {} ".format, wide])
def test_no_common_password_is_taken_however_it_is_typed(change):
    for password in [*common()[::500], common()[0], common()[-1]]:
        with pytest.raises(InvalidInput, match="most common"):
            check_password(change(password))


@pytest.mark.parametrize("blank", [" ", "\t", "\u3000", "\u00a0", "\u200b", "\u2800", "\u3164", " \u200b"])
def test_a_blank_password_is_refused(blank):
    with pytest.raises(InvalidInput, match="only spaces"):
        check_password(blank * 12)


@pytest.mark.parametrize("password", [PASSWORD, "correct horse battery", "password\n12345678", "12345679810"])
def test_other_passwords_are_taken(password):
    assert check_password(password) == as_typed(password)


async def test_neither_an_account_nor_a_change_takes_one(anna):
    weak = {"name": "Anna", "password": "Trustno1"}
    answer = await anna.ask("POST", "/account", weak)
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_input")
    assert (await anna.ask("POST", "/account", {**weak, "password": PASSWORD})).status_code == 201
    for new, status in (("password1", 422), (" " * 10, 422), (OTHER, 204)):
        answer = await anna.ask("PUT", "/account/password", {"old": PASSWORD, "new": new})
        assert answer.status_code == status


async def test_a_password_that_was_taken_before_still_works(world, anna):
    """Only new passwords are checked, so no owner is locked out."""
    accounts = world.app.state.context.accounts
    assert (await anna.ask("POST", "/account", {"name": "Anna", "password": PASSWORD})).status_code == 201
    [person] = [await accounts._store.account_named("anna")]
    old = await accounts._passwords.protect("12345678")
    await accounts._store.change_password(person.person, old, "")
    stranger = await world.person(session=False)
    answer = await stranger.ask("POST", "/account/login", {"name": "Anna", "password": "12345678"})
    assert answer.status_code == 200
