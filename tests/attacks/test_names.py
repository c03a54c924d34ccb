"""Names that imitate another person, or the people and programs that run the server."""

import pytest

from pasch.service.people.names import skeletons
from tests.server.world import new_id

pytestmark = pytest.mark.anyio
PASSWORD = "four sixes and a five"


def alike(one, other):
    return not skeletons(one).isdisjoint(skeletons(other))


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Anna", "\u0410nn\u0430"),  # Cyrillic
        ("Lisa", "1isa"),
        ("Lisa", "Iisa"),
        ("LISA", "l\u0456sa"),
        ("Otto", "0tt0"),
        ("Admin", "Adrnin"),
        ("Anna", "\U0001d41anna"),  # a mathematical letter
        ("Anna", "ANNA"),
        ("\u041e\u043b\u044c\u0433\u0430", "\u041e\u043b\u044c\u0433a"),  # one Latin letter in a Cyrillic name
    ],
)
def test_lookalike_names_are_recognised(name, other):
    assert alike(name, other)
    assert alike(other, name)


@pytest.mark.parametrize(
    ("name", "other"),
    [("Anna", "Anne"), ("Jörg", "Jorg"), ("Zoë", "Zoe"), ("Anna 1", "Anna 2"), ("Øystein", "Oystein"), ("Tim", "Tom")],
)
def test_distinct_names_are_not_lookalikes(name, other):
    assert not alike(name, other)


async def protected(person, name):
    return await person.ask("POST", "/account", {"name": name, "password": PASSWORD})


async def test_lookalikes_of_a_protected_name_are_refused(world):
    anna, thief = await world.person(), await world.person()
    assert (await protected(anna, "Lisa")).status_code == 201
    for name in ("1isa", "Iisa", "Lis\u0430"):
        for answer in (
            await protected(thief, name),
            await thief.ask("POST", "/session", {"name": name}),
            await thief.ask("POST", "/tables", {"variant": "kniffel", "seats": [{"kind": "local", "name": name}]}),
        ):
            assert (answer.status_code, answer.json()["code"]) == (409, "name_protected"), name
    table = (await anna.open("Lisa", "human"))["id"]
    assert (await anna.command(table, "abort", id=new_id())).status_code == 200


@pytest.mark.parametrize(
    "name", ["Admin", "ADMIN", "\u0410dmin", "Adrnin", "Moderator", "system", "Computer", "Winner"]
)
async def test_staff_and_bot_names_are_reserved(world, anna, name):
    for answer in (await protected(anna, name), await anna.ask("POST", "/session", {"name": name})):
        assert answer.status_code in {409, 422}
    assert "reserved" in answer.json()["detail"]


async def test_existing_lookalike_accounts_stay_usable(world):
    anna, olga = await world.person(), await world.person()
    assert (await protected(anna, "Lisa")).status_code == 201
    assert (await protected(olga, "Olga")).status_code == 201
    people = world.app.state.context.accounts._store
    session = await world.app.state.context.sessions.find(olga.token)
    await people.rename(session.id, "1isa", "1isa")
    await olga.open("1isa", "human")
    assert (await olga.ask("POST", "/account/login", {"name": "1isa", "password": PASSWORD})).status_code == 200
    await anna.open("Lisa", "human")
