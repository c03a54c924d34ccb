"""Anna's account, and a thief who knows her password: how she locks the thief out."""

import httpx

from tests.server.world import HOME, Person

PASSWORD, OTHER = "fünf Würfel im Becher", "sechs Würfel im Becher"


async def log_in_second_device(world, anna):
    """A second device of Anna's, after she has made an account."""
    assert (await anna.ask("POST", "/account", {"name": "Anna", "password": PASSWORD})).status_code == 201
    person = await world.person(session=False)
    answer = await person.ask("POST", "/account/login", {"name": "Anna", "password": PASSWORD})
    person.http.cookies.clear()
    return Person(person.http, answer.json()["token"])


def at(world, person):
    """The same person, calling another process by the same token."""
    http = httpx.AsyncClient(transport=httpx.ASGITransport(world.app, client=("10.0.0.77", 1)), base_url=HOME)
    world.people.append(http)
    return Person(http, person.token)


async def log_out(_owner, thief):
    return await thief.ask("POST", "/account/logout")


async def change_password(owner, _thief):
    return await owner.ask("PUT", "/account/password", {"old": PASSWORD, "new": OTHER})


async def delete_token(owner, _thief):
    tokens = (await owner.get("/account/tokens"))["tokens"]
    [other] = [token["id"] for token in tokens if not token["current"]]
    return await owner.ask("DELETE", f"/account/tokens/{other}")


async def delete_account(owner, _thief):
    return await owner.ask("DELETE", "/account")


REVOCATIONS = [log_out, change_password, delete_token, delete_account]
