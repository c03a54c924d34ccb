"""Password guessers lock themselves out, never the owner."""

import pytest

from pasch.server.configuration.settings import Rate, ServerSettings
from tests.attacks.accounts import OTHER, PASSWORD
from tests.server.world import Person, world_on

pytestmark = pytest.mark.anyio
NEVER = 1e-9
LIMITS = ServerSettings(
    guesses=Rate(3, NEVER), address_guesses=Rate(5, NEVER), account_guesses=Rate(7, NEVER), links=Rate(3, NEVER)
)
ORIGIN = {"Origin": "http://pasch.test"}


@pytest.fixture
async def world(database):
    async with world_on(database, LIMITS) as made:
        yield made


@pytest.fixture
async def owner(world):
    person = await world.person()
    assert (await person.ask("POST", "/account", {"name": "Anna", "password": PASSWORD})).status_code == 201
    person.http.cookies.clear()
    return person


async def guess(person, name="Anna", password="wrong password", times=1):
    body = {"name": name, "password": password}
    return [(await person.ask("POST", "/account/login", body)).status_code for _ in range(times)]


async def test_strangers_wrong_passwords_do_not_lock_the_owner_out(world, owner):
    stranger, device = await world.person(session=False), await world.person(session=False)
    assert await guess(stranger, times=5) == [403, 403, 403, 429, 429]
    assert await guess(stranger, "aNNa ") == [429]  # the same account in another spelling
    assert await guess(device, password=PASSWORD) == [200]


async def test_login_attempts_per_address_are_limited(world, owner):
    stranger = await world.person(session=False)
    assert [(await guess(stranger, f"Nobody {number}"))[0] for number in range(6)] == [403] * 5 + [429]


async def test_login_attempts_per_account_spare_known_devices(world, owner):
    """A program with a thousand addresses locks new devices out of the account, but not known ones."""
    known = await world.person(session=False)
    assert await guess(known, password=PASSWORD) == [200]
    crowd = [await world.person(session=False) for _ in range(8)]
    assert [(await guess(each))[0] for each in crowd] == [403] * 6 + [429] * 2
    assert await guess(await world.person(session=False), password=PASSWORD) == [429]
    assert (await known.ask("POST", "/account/logout", headers=ORIGIN)).status_code == 204
    assert await guess(known, password=PASSWORD) == [200]


async def test_thief_session_cannot_block_the_owners_password_change(world, owner):
    thief_http = await world.person(session=False)
    thief = Person(thief_http.http, owner.token)
    wrong = {"old": "wrong password", "new": OTHER}
    assert [(await thief.ask("PUT", "/account/password", wrong)).status_code for _ in range(4)] == [403] * 3 + [429]
    assert (await owner.ask("PUT", "/account/password", {"old": PASSWORD, "new": OTHER})).status_code == 204


async def test_known_device_has_its_own_login_limit(world, owner):
    known = await world.person(session=False)
    assert await guess(known, password=PASSWORD) == [200]
    assert await guess(known, times=4) == [403, 403, 403, 429]


async def test_device_proof_is_valid_for_one_account_and_password(world, owner):
    known = await world.person(session=False)
    assert await guess(known, password=PASSWORD) == [200]
    accounts = world.app.state.context.accounts
    proof = known.http.cookies["pasch_device"]
    assert await accounts.known_device("ANNA", proof) is not None
    other = await world.person()
    assert (await other.ask("POST", "/account", {"name": "Bernd", "password": PASSWORD})).status_code == 201
    forged = ["", ".", "x", "\u00fc.\ud800", proof[:-1], "x" + proof, proof + "x", "x" * 5000]
    assert [await accounts.known_device("Anna", each) for each in forged] == [None] * len(forged)
    assert [await accounts.known_device(name, proof) for name in ("Bernd", "Nobody", "", "<>")] == [None] * 4
    assert (await owner.ask("PUT", "/account/password", {"old": PASSWORD, "new": OTHER})).status_code == 204
    assert await accounts.known_device("Anna", proof) is None


async def test_device_cookie_opens_no_session(world, owner):
    known = await world.person(session=False)
    answer = await known.ask("POST", "/account/login", {"name": "Anna", "password": PASSWORD})
    [cookie] = [each for each in answer.headers.get_list("set-cookie") if each.startswith("pasch_device=")]
    for part in ("HttpOnly", "SameSite=lax", "Path=/api/v1/account"):
        assert part in cookie
    del known.http.cookies["pasch_session"]
    assert (await known.ask("GET", "/account")).status_code == 401


async def test_link_code_claims_per_address_are_limited(world):
    stranger = await world.person(session=False)
    claims = [await stranger.ask("POST", "/session/claim", {"code": f"{number}"}) for number in range(4)]
    assert [answer.status_code for answer in claims] == [404] * 3 + [429]
    assert int(claims[-1].headers["retry-after"]) > 1


async def test_link_codes_are_limited_by_session_and_address(world, anna):
    made = [(await anna.ask("POST", "/session/link")).status_code for _ in range(4)]
    assert made == [201, 201, 201, 429]
    guests = []
    for _ in range(4):
        token = (await anna.ask("POST", "/session", {})).json()["token"]
        guests.append(Person(anna.http, token))
    assert [(await guest.ask("POST", "/session/link")).status_code for guest in guests] == [429] * 4


@pytest.mark.parametrize("name", [" Anna ", "A\u0308nna", "ａｎｎａ", "anna  ", "ANNA"])
async def test_login_accepts_equivalent_spellings_of_a_name(world, name):
    person = await world.person()
    kept = "Änna" if "\u0308" in name else "Anna"
    assert (await person.ask("POST", "/account", {"name": kept, "password": PASSWORD})).status_code == 201
    assert await guess(await world.person(session=False), name, PASSWORD) == [200]


@pytest.mark.parametrize("name", ["", "<b>", "A\u202eB", "x" * 100])
async def test_invalid_name_gets_the_answer_of_a_wrong_password(world, name):
    assert await guess(await world.person(session=False), name) == [403]
