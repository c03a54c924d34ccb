"""Kinds of attacks that never succeeded: injected code, bombs, probes, noise. They keep failing."""

import gzip
import random
import re

import httpx
import pytest

from pasch.service.errors import WrongPassword
from pasch.service.people.accounts import Accounts, Argon2Passwords
from tests.server.world import API, document

pytestmark = pytest.mark.anyio

INJECTIONS = (
    "'; DROP TABLE tables; --",
    '" OR ""="',
    "' UNION SELECT token_hash FROM tokens --",
    "{{7*7}}",
    "${7*7}",
    "{0.__class__}",
    "%(name)s %s %n",
    "../../etc/passwd",
    "$(touch /tmp/x)",
    "`id`",
)
SCRIPTS = ("<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "a\r\nSet-Cookie: x=y", "a\x00b")


@pytest.mark.parametrize("text", INJECTIONS)
async def test_injected_code_is_treated_as_text(world, anna, text):
    table = (await anna.open(text, "human", visibility="public"))["id"]
    assert (await anna.table(table))["seats"][0]["name"] == " ".join(text.split())
    said = await anna.ask("POST", "/chat", {"text": text})
    assert (said.status_code, said.json()["text"]) == (201, text)
    for path in (f"/tables/{text}", "/high-scores", "/history", f"/variants/{text}"):
        answer = await anna.ask("GET", path, params={"variant": text, "name": text, "position": text})
        assert answer.status_code in {200, 404, 422}, path
    assert table in [each["id"] for each in (await anna.get("/tables"))["tables"]]


@pytest.mark.parametrize("text", SCRIPTS)
async def test_names_with_markup_or_control_characters_are_refused(anna, text):
    await anna.open(text, status=422)
    answer = await anna.ask("POST", "/session", {"name": text})
    assert answer.status_code == 422
    assert "x=y" not in str(answer.headers)


# ------------------------------------------------------------------------------- bombs


@pytest.mark.parametrize(
    "position",
    [
        "kniffel; " + "ones=1 " * 3000,
        "kniffel; ones=" + "9" * 5000,
        "kniffel {" + "joker=none," * 4000 + "}; ",
        "kniffel" + "; " * 9000,
        " / ".join(["kniffel; ones=1"] * 1500),
        "kniffel; ; " + "1" * 30_000 + " 2",
    ],
)
async def test_position_bomb_is_refused(anna, position):
    answer = await anna.ask("GET", "/advice", params={"position": position})
    assert answer.status_code in {413, 414, 422}, answer.text[:200]


@pytest.mark.parametrize(
    "wish", [{"games": 10**9}, {"players": 10**6}, {"variant": "x" * 50_000}, {"paper": "a" * 9999}]
)
async def test_sheet_bomb_is_refused(anna, wish):
    answer = await anna.ask("GET", "/sheet.pdf", params={"variant": "kniffel", **wish})
    assert answer.status_code in {404, 422}, answer.text[:200]


@pytest.mark.parametrize(
    "record",
    [
        "pasch-record 1\n" + "player 1: Anna\n" * 20_000,
        "pasch-record 1\nvariant: kniffel\n" + "".join(f"player {n}: A\n" for n in range(1, 5000)),
        "pasch-record 1\nvariant: kniffel\nplayer 1: Anna\n1.1 " + "13356 k- " * 9000 + "> chance 18\n",
        "pasch-record 1\nvariant: kniffel\nrules: " + '{"a":' * 5000 + "1" + "}" * 5000 + "\n",
        "pasch-record 1\nvariant: kniffel\nplayer 1: Anna\n" + "9" * 9000 + ".1 ~13356 > chance 18\n",
    ],
)
async def test_record_bomb_is_refused(anna, record):
    kind = {"Content-Type": "text/plain"}
    answer = await anna.ask("POST", "/history/import", content=record.encode(), headers=kind)
    assert (answer.status_code, answer.json()["code"]) == (422, "damaged_file")


async def test_compressed_import_is_refused(anna):
    bomb = gzip.compress(b"0" * 50_000_000)
    kind = {"Content-Type": "text/plain", "Content-Encoding": "gzip"}
    answer = await anna.ask("POST", "/history/import", content=bomb, headers=kind)
    assert answer.status_code == 415


@pytest.mark.parametrize(
    "body", [b"[" * 30_000, b'{"a":' * 10_000, b'{"name": ' + b"9" * 30_000 + b"}", b"\xff\xfe\x00"]
)
async def test_deeply_nested_and_malformed_bodies_are_refused(anna, body):
    answer = await anna.ask("POST", "/session", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 422


# ------------------------------------------------------------------------------- probes


class RecordingPasswords(Argon2Passwords):
    """Records whether each check was against a stored password."""

    def __init__(self):
        super().__init__()
        self.checks = []

    async def matches(self, kept, password):
        self.checks.append(kept is not None)
        return await super().matches(kept, password)


async def test_login_hashes_a_password_even_for_unknown_names(world, anna):
    await anna.ask("POST", "/account", {"name": "Anna", "password": "four sixes and a five"})
    own, passwords = world.app.state.context.accounts, RecordingPasswords()
    accounts = Accounts(own._store, own._sessions, passwords, own._clock, own._entropy)
    for name in ("Anna", "Nobody here"):
        with pytest.raises(WrongPassword):
            await accounts.log_in(name, "four sixes and a six")
    assert passwords.checks == [True, False]


async def test_private_table_gets_the_answer_of_a_missing_table(world, anna):
    table, stranger = (await anna.open())["id"], await world.person()
    for method, path in (("GET", ""), ("GET", "/events"), ("GET", "/record"), ("POST", "/start"), ("GET", "/qr.svg")):
        there = await stranger.ask(method, f"/tables/{table}{path}")
        missing = await stranger.ask(method, f"/tables/{'A' * len(table)}{path}")
        assert (there.status_code, there.content, dict(there.headers)) == (
            missing.status_code,
            missing.content,
            dict(missing.headers),
        )


# ------------------------------------------------------------------------------- noise


METHODS = ("GET", "POST", "PUT", "DELETE", "PATCH", "BREW")
BODIES = (b"", b"{}", b"null", b"[]", b'{"name": 1}', b'{"a": "%s"}' % (b"x" * 99), b"\xff")
KINDS = ("application/json", "text/plain", "", "a/b; charset=x")
PARTS = ("1", "-1", "%00", "x" * 300, "kniffel", "é", "9" * 30)
QUERIES = ({"after": "-1"}, {"lang": "\x00"}, {"variant": "x" * 999}, {"position": "kniffel; ; 9"}, {"at": "9" * 99})


async def test_random_requests_cause_no_server_error(world, anna):
    chance = random.Random(2026)
    paths = [*sorted(document()["paths"]), f"{API}/nothing", "/%2e%2e/etc/passwd", "/assets/../../x"]
    broken = []
    for path in chance.sample(paths, 40):
        sent = re.sub(r"\{\w+\}", lambda _: chance.choice(PARTS), path)
        answer = await anna.http.request(
            chance.choice(METHODS),
            sent,
            content=chance.choice(BODIES),
            params={"follow": "false", **chance.choice(QUERIES)},
            headers={"Content-Type": chance.choice(KINDS), "Authorization": f"Bearer {anna.token}"},
        )
        if answer.status_code >= httpx.codes.INTERNAL_SERVER_ERROR:
            broken.append((answer.request.method, sent, answer.status_code))
    assert broken == []
