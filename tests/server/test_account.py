"""Accounts over HTTP: protected names, passwords, tokens with scopes, devices, stored data and its deletion."""

import json
import sqlite3
from contextlib import closing

import pytest

from pasch.service.views.schema.people import Account, Link, NewToken, Tokens
from pasch.storage.database import CannotStore
from tests.server.world import Person, valid

pytestmark = pytest.mark.anyio
PASSWORD = "fünf Würfel im Becher"
OTHER = "another password"


@pytest.fixture
async def owner(world):
    """A person who has protected the name Anna."""
    person = await world.person()
    answer = await person.ask("POST", "/account", {"name": " Anna ", "password": PASSWORD})
    assert answer.status_code == 201, answer.text
    return person


def dumped(database):
    """The whole database as SQL."""
    with closing(sqlite3.connect(database)) as db:
        return "\n".join(db.iterdump())


def refused(answer):
    return answer.status_code, answer.json()["code"]


async def log_in(person, name="Anna", password=PASSWORD):
    return await person.ask("POST", "/account/login", {"name": name, "password": password})


async def device(world, token):
    """A browser or program that shows a token."""
    person = await world.person(session=False)
    return Person(person.http, token)


async def test_account_protects_its_name(world, owner):
    account = valid(Account, await owner.get("/account"))
    assert (account["name"], account["protected"], account["bot"]) == ("Anna", True, False)
    assert (await owner.get("/session")) == {"name": "Anna", "person": account["person"]}
    guest = await world.person()
    for name in ("Anna", "anna", "ＡＮＮＡ", " Anna "):
        assert refused(await guest.ask("POST", "/session", {"name": name})) == (409, "name_protected"), name
        assert refused(await guest.ask("POST", "/account", {"name": name, "password": PASSWORD})) == (
            409,
            "name_protected",
        )
        seats = [{"kind": "local", "name": name}, {"kind": "human"}]
        assert refused(await guest.ask("POST", "/tables", {"variant": "kniffel", "seats": seats})) == (
            409,
            "name_protected",
        )
    table = (await owner.open("Anna", "human"))["id"]
    assert refused(await guest.ask("POST", f"/tables/{table}/seats", {"name": "ANNA"})) == (409, "name_protected")
    assert (await guest.ask("POST", f"/tables/{table}/seats", {"name": "Anna B."})).status_code == 201


async def test_guest_has_no_account(anna):
    account = valid(Account, await anna.get("/account"))
    assert (account["name"], account["protected"]) == ("", False)
    change = {"old": PASSWORD, "new": OTHER}
    assert refused(await anna.ask("PUT", "/account/password", change)) == (409, "no_account")
    assert refused(await anna.ask("DELETE", "/account")) == (409, "no_account")


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ({"name": "", "password": PASSWORD}, "An account needs a name"),
        ({"name": "Player 1", "password": PASSWORD}, "cannot be protected"),
        ({"name": "Spieler 2", "password": PASSWORD}, "cannot be protected"),
        ({"name": "A\u202eB", "password": PASSWORD}, "invisible"),
        ({"name": "Anna", "password": "short"}, "at least 8"),
        ({"name": "Anna", "password": "x" * 201}, "at most 200"),
    ],
)
async def test_names_and_passwords_have_bounds(anna, body, sentence):
    answer = await anna.ask("POST", "/account", body)
    assert refused(answer) == (422, "invalid_input")
    assert sentence in answer.json()["detail"]


async def test_person_opens_only_one_account(owner):
    assert refused(await owner.ask("POST", "/account", {"name": "Bea", "password": PASSWORD})) == (409, "has_account")


async def test_login_on_another_device_opens_the_same_person(world, owner):
    table = (await owner.open("Anna", "Bernd"))["id"]
    phone = await world.person(session=False)
    answer = await log_in(phone, "ANNA")
    assert answer.status_code == 200
    assert answer.headers["set-cookie"].startswith(f"pasch_session={answer.json()['token']};")
    assert answer.json()["person"] == (await owner.get("/account"))["person"]
    assert (await phone.table(table))["seats"][0]["mine"]  # by the cookie
    assert (await phone.ask("POST", "/account/logout", headers={"Origin": "http://pasch.test"})).status_code == 204
    assert (await phone.ask("GET", "/session")).status_code == 401
    assert (await owner.ask("GET", "/session")).status_code == 200


async def test_unknown_name_gets_the_same_answer_as_a_wrong_password(world, owner):
    guest = await world.person(session=False)
    wrong, unknown = await log_in(guest, password="wrong password"), await log_in(guest, "Nobody")
    assert refused(wrong) == refused(unknown) == (403, "wrong_password")
    assert wrong.json() == unknown.json()
    assert "set-cookie" not in wrong.headers


async def test_password_change_ends_other_devices_but_no_programs(world, owner):
    phone = await device(world, (await log_in(await world.person(session=False))).json()["token"])
    program = await device(world, (await owner.ask("POST", "/account/tokens", {"scopes": ["read"]})).json()["token"])
    assert refused(await owner.ask("PUT", "/account/password", {"old": OTHER, "new": OTHER})) == (403, "wrong_password")
    assert (await owner.ask("PUT", "/account/password", {"old": PASSWORD, "new": OTHER})).status_code == 204
    assert (await phone.ask("GET", "/account")).status_code == 401
    assert [(await each.ask("GET", "/account")).status_code for each in (owner, program)] == [200, 200]
    assert (await log_in(phone)).status_code == 403
    assert (await log_in(phone, password=OTHER)).status_code == 200


async def test_database_contains_no_plain_secrets(world, owner, database):
    new = (await owner.ask("POST", "/account/tokens", {"scopes": ["play"]})).json()
    code = (await owner.ask("POST", "/session/link")).json()["code"]
    text = dumped(database)
    assert "$argon2id$" in text
    for secret in (PASSWORD, new["token"], owner.token, code):
        assert secret not in text


# ------------------------------------------------------------------------------- tokens


async def test_token_allows_only_its_scopes(world, owner):
    table = (await owner.open("Anna", "Bernd"))["id"]

    async def program(*scopes):
        answer = await owner.ask("POST", "/account/tokens", {"label": "a bot", "scopes": scopes, "days": 7})
        assert answer.status_code == 201
        return await device(world, valid(NewToken, answer.json())["token"])

    reader, player, talker = await program("read"), await program("play"), await program("chat")
    for each in (reader, player, talker):
        assert (await each.table(table))["seats"][0]["mine"]
    for each in (reader, talker):
        assert refused(await each.command(table, "roll")) == (403, "scope_missing")
        for path, body in (("/tables", {"variant": "kniffel", "seats": [{"kind": "local"}]}), ("/tables/x/seats", {})):
            assert refused(await each.ask("POST", path, body)) == (403, "scope_missing")
    await player.do(table, "roll")
    for each in (reader, player):
        assert refused(await each.ask("POST", "/chat", {"text": "hello"})) == (403, "scope_missing")
    assert (await talker.ask("POST", "/chat", {"text": "hello"})).status_code == 201
    for method, path, body in (
        ("GET", "/account/tokens", None),
        ("POST", "/account/tokens", {"scopes": ["play"]}),
        ("GET", "/account/export", None),
        ("PUT", "/account/password", {"old": PASSWORD, "new": OTHER}),
        ("POST", "/account", {"name": "Bea", "password": PASSWORD}),
        ("DELETE", "/account", None),
        ("DELETE", "/session", None),
        ("POST", "/session/link", None),
    ):
        assert refused(await player.ask(method, path, body)) == (403, "scope_missing"), path


async def test_owner_lists_and_revokes_tokens(world, owner):
    new = (await owner.ask("POST", "/account/tokens", {"label": "my bot", "scopes": ["play", "chat"]})).json()
    listed = valid(Tokens, await owner.get("/account/tokens"))["tokens"]
    assert [(t["device"], t["current"]) for t in listed] == [(True, True), (False, False)]
    assert (listed[1]["id"], listed[1]["label"], listed[1]["ends_at"]) == (new["id"], "my bot", None)
    assert listed[1]["scopes"] == ["read", "play", "chat"]
    assert new["token"] not in json.dumps(await owner.get("/account/tokens"))
    program, stranger = await device(world, new["token"]), await world.person()
    assert (await program.ask("GET", "/account")).status_code == 200
    path = f"/account/tokens/{new['id']}"
    assert refused(await stranger.ask("DELETE", path)) == (404, "unknown_token")
    assert (await owner.ask("DELETE", path)).status_code == 204
    assert refused(await program.ask("GET", "/account")) == (401, "unauthenticated")
    assert refused(await owner.ask("DELETE", path)) == (404, "unknown_token")


async def test_tokens_per_person_are_limited(anna):
    answers = [await anna.ask("POST", "/account/tokens", {"scopes": ["read"]}) for _ in range(50)]
    assert {answer.status_code for answer in answers[:-1]} == {201}
    assert refused(answers[-1]) == (409, "illegal_action")


# ------------------------------------------------------------------------------- more devices


async def test_link_code_opens_a_guest_session_once(world, anna):
    table = (await anna.open("Anna", "Bernd"))["id"]
    link = valid(Link, (await anna.ask("POST", "/session/link")).json())
    assert link["address"] == f"http://pasch.test/link#{link['code']}"
    assert link["qr"].startswith("<svg")
    phone = await world.person(session=False)
    answer = await phone.ask("POST", "/session/claim", {"code": link["code"]})
    assert answer.status_code == 201
    assert answer.headers["set-cookie"].startswith("pasch_session=")
    assert (await phone.table(table))["seats"][0]["mine"]
    late = await phone.ask("POST", "/session/claim", {"code": link["code"]})
    never = await phone.ask("POST", "/session/claim", {"code": "never given"})
    assert late.json() == never.json()
    assert refused(late) == (404, "unknown_link")


# ------------------------------------------------------------------------------- stored data and its deletion


async def test_account_export_contains_all_stored_data(owner):
    table = (await owner.open("Anna", "Bernd"))["id"]
    assert (await owner.ask("POST", "/chat", {"text": "hello there"})).status_code == 201
    answer = await owner.ask("GET", "/account/export")
    assert "attachment" in answer.headers["content-disposition"]
    exported = answer.json()
    assert (exported["name"], exported["account"]["name"]) == ("Anna", "Anna")
    assert [token["scopes"] for token in exported["tokens"]] == [["account", "chat", "play", "read"]]
    assert [seat["name"] for seat in exported["tables"]["tables"][0]["seats"]] == ["Anna", "Bernd"]
    assert exported["tables"]["tables"][0]["id"] == table
    assert exported["chat"]["lines"][0]["text"] == "hello there"
    assert exported["results"] == {"games": [], "ratings": []}
    assert PASSWORD not in answer.text
    assert "argon2" not in answer.text


async def test_match_continues_after_a_player_deletes_the_account(world, owner, database):
    guest = await world.person()
    table = (await owner.open("Anna", "human", visibility="public"))["id"]
    assert (await guest.ask("POST", f"/tables/{table}/seats", {"name": "Bernd"})).status_code == 201
    await owner.ask("POST", "/chat", {"text": "goodbye"})
    before = len(await guest.events(table))
    assert (await owner.ask("DELETE", "/account")).status_code == 204
    assert (await owner.ask("GET", "/account")).status_code == 401
    seats = (await guest.table(table))["seats"]
    assert (seats[0]["name"], seats[0]["person"], seats[1]["name"]) == ("Computer", None, "Bernd")
    seqs = [event["seq"] for event in await guest.events(table)]
    assert seqs == list(range(1, len(seqs) + 1))
    assert len(seqs) > before
    assert (await log_in(guest)).status_code == 403
    assert (await guest.ask("POST", "/session", {"name": "Anna"})).status_code == 201
    text = dumped(database)
    assert "goodbye" not in text
    assert owner.token not in text
    assert "Anna" not in text.replace("'Anna','2", "", 1)  # except the guest who has just taken the name


async def test_account_survives_a_deletion_that_cannot_be_stored(world, owner, monkeypatch):
    async def full(_append):
        raise CannotStore("full")

    table = (await owner.open("Anna", "bot"))["id"]
    with monkeypatch.context() as fault:
        fault.setattr(world.app.state.context.tables.writer.store, "append", full)
        assert (await owner.ask("DELETE", "/account")).status_code == 503
    assert (await owner.get("/account"))["name"] == "Anna"
    assert (await owner.table(table))["status"] == "running"


async def test_session_deletion_removes_guests_but_no_accounts(world, owner):
    assert refused(await owner.ask("DELETE", "/session")) == (409, "has_account")
    guest = await world.person()
    table = (await guest.open("Gast", "bot"))["id"]
    assert (await guest.ask("DELETE", "/session")).status_code == 204
    assert (await guest.ask("GET", "/session")).status_code == 401
    assert (await owner.ask("GET", f"/tables/{table}")).status_code == 404


async def test_other_sites_cannot_log_in_or_delete_accounts(world, owner):
    page = await world.person(session=False)
    page.http.cookies.set("pasch_session", owner.token)
    for method, path, body in (
        ("POST", "/account/login", {"name": "Anna", "password": PASSWORD}),
        ("POST", "/session/claim", {"code": "x"}),
        ("POST", "/session/link", None),
        ("POST", "/account/logout", None),
        ("DELETE", "/account", None),
    ):
        answer = await page.ask(method, path, body, headers={"Origin": "https://evil.test"})
        assert refused(answer) == (403, "wrong_origin"), path


# ------------------------------------------------------------------------------- bots, handles


async def test_bot_account_is_marked_and_needs_a_table_admitting_bots(world, anna):
    robot = await world.person()
    assert (await robot.ask("POST", "/account", {"name": "R2", "password": PASSWORD, "bot": True})).json()["bot"]
    closed = (await anna.open("Anna", "human", bots=False))["id"]
    assert refused(await robot.ask("POST", f"/tables/{closed}/seats", {})) == (403, "bots_unwelcome")
    table = (await anna.open("Anna", "human"))["id"]
    seats = (await robot.ask("POST", f"/tables/{table}/seats", {})).json()["seats"]
    assert [(seat["name"], seat["computer"]) for seat in seats] == [("Anna", False), ("R2", True)]
    own = (await robot.open("R2", "bot"))["seats"]
    assert [seat["computer"] for seat in own] == [True, False]


async def test_seats_show_the_handle_of_their_player(world, anna):
    table = (await anna.open("Anna", "human", "bot"))["id"]
    me = (await anna.get("/account"))["person"]
    assert [seat["person"] for seat in (await anna.table(table))["seats"]] == [me, None, None]
    other = await world.person()
    seats = (await other.ask("POST", f"/tables/{table}/seats", {})).json()["seats"]
    assert [seat["person"] for seat in seats] == [me, (await other.get("/account"))["person"], None]
