"""The server refuses misuse with the right code, and other clients notice nothing."""

import asyncio
import json
import socket
from contextlib import asynccontextmanager

import pytest

from pasch.server.configuration.settings import Rate, ServerSettings
from pasch.server.guards.limits import ConcurrencyLimit
from pasch.server.run import UNREAD, bind
from pasch.service.errors import RateLimited
from tests.server.world import Person, document, new_id, world_on
from tests.support.protocol import Socket, connect

pytestmark = pytest.mark.anyio

THREE = Rate(burst=3, per_second=0.0001)
QUESTIONS = {"/api/v1/analysis", "/api/v1/variants/{key}/rules"}
"""These are POST requests that change nothing, so all callers may send them."""
FILES = {"/api/v1/history/import"}
"""These take files instead of JSON, with a separate limit."""


def addresses(*, changing, documented):
    """Every address of the interface whose document lists a status, with its path parameters filled in."""
    for path, operations in document()["paths"].items():
        for method, operation in operations.items():
            if (method != "get") == changing and documented in operation["responses"] and path not in QUESTIONS:
                numbers = {p["name"] for p in operation.get("parameters", []) if p["schema"].get("type") == "integer"}
                yield method, path, numbers


def filled(path, numbers, table):
    """Fill a path with the table's id, 1 for numbers, and nonsense for the rest."""
    parts = path.removeprefix("/api/v1").split("/")
    known = {"{table}": table} | {f"{{{name}}}": "1" for name in numbers}
    return "/".join(known.get(part, "nonsense" if part.startswith("{") else part) for part in parts)


@asynccontextmanager
async def line(world, person, table):
    """A socket to a table while the context is open."""
    far = Socket()
    task = connect(world, person, table, far)
    await far.until("snapshot", 1)
    yield far
    far.disconnect()
    await task


async def refused(world, person, table):
    """The status and the headers with which a socket is refused."""
    far = Socket()
    await connect(world, person, table, far)
    return far.refused


# ------------------------------------------------------------------------------- identity


async def test_cookie_requests_from_another_site_are_refused(world, anna):
    table = await anna.open()
    page = await world.person(session=False)
    page.http.cookies.set("pasch_session", anna.token)
    for method, path, numbers in addresses(changing=True, documented="401"):
        at = filled(path, numbers, table["id"])
        answer = await page.ask(method, at, {}, headers={"Origin": "https://evil.test"})
        assert (answer.status_code, answer.json()["code"]) == (403, "wrong_origin"), (path, answer.text)
    assert await anna.table(table["id"]) == table


@pytest.mark.parametrize("changing", [True, False])
async def test_forged_token_is_refused_at_every_path(world, anna, changing):
    table = (await anna.open())["id"]
    forger = await world.person(session=False)
    forger.token = anna.token[:-1] + ("0" if anna.token[-1] != "0" else "1")
    for method, path, numbers in addresses(changing=changing, documented="401"):
        answer = await forger.ask(method, filled(path, numbers, table), {} if changing else None)
        # A query may be invalid before the caller is identified.
        assert (answer.status_code, answer.json()["code"]) in {(401, "unauthenticated"), (422, "invalid_input")}, path
    assert (await refused(world, forger, table))[0] == 401


async def test_strangers_watch_a_public_table_without_playing(world, anna):
    table = (await anna.open(visibility="public"))["id"]
    stranger, anonymous = await world.person(), await world.person(session=False)
    before = await anna.table(table)
    for person, status, code in ((stranger, 403, "not_seated"), (anonymous, 401, "unauthenticated")):
        answer = await person.command(table, "roll")
        assert (answer.status_code, answer.json()["code"]) == (status, code)
        async with line(world, person, table) as far:
            far.command(type="roll")
            (said,) = await far.until("answer", 1)
        assert (said["status"], said["body"]["code"]) == (status, code)
    assert await anna.table(table) == before


async def test_table_link_is_useless_once_all_seats_are_taken(world, anna):
    table = (await anna.open("Anna", "human", start=True))["id"]
    bernd, thief = await world.person(), await world.person()
    assert (await thief.command(table, "roll")).json()["code"] == "not_seated"
    await bernd.ask("POST", f"/tables/{table}/seats", {"name": "Bernd"})
    for path in ("", "/record", "/qr.svg", "/events?follow=false"):
        assert (await thief.ask("GET", f"/tables/{table}{path}")).json()["code"] == "unknown_table"
    assert (await thief.command(table, "roll")).json()["code"] == "unknown_table"
    assert (await refused(world, thief, table))[0] == 404


# ------------------------------------------------------------------------------- quantity


async def test_open_connections_per_address_are_limited(database):
    async with world_on(database, ServerSettings(connections=3)) as world:
        anna = await world.person()
        table = (await anna.open())["id"]
        async with line(world, anna, table) as first:
            async with line(world, anna, table), line(world, anna, table):
                status, headers = await refused(world, anna, table)
                assert (status, headers["content-type"]) == (429, "application/problem+json")
                assert int(headers["retry-after"]) >= 1
                assert "content-security-policy" in headers
                # Requests come from another address here; they and the open connections continue.
                await anna.do(table, "roll")
                first.command(type="roll")
                assert (await first.until("answer", 1))[0]["status"] == 200
            async with line(world, anna, table):
                pass


async def test_unfinished_request_counts_as_an_open_connection(database):
    async with world_on(database, ServerSettings(connections=1)) as world:
        anna = await world.person()
        drop, answered = asyncio.Event(), asyncio.Event()

        async def dripping():
            yield b"{"
            answered.set()
            await drop.wait()
            yield b"}"

        headers = {"Content-Type": "application/json"}
        slow = asyncio.create_task(anna.ask("POST", "/session", content=dripping(), headers=headers))
        await answered.wait()
        assert (await anna.ask("GET", "/variants/kniffel")).json()["code"] == "rate_limited"
        drop.set()
        assert (await slow).status_code == 201
        assert (await anna.ask("GET", "/variants/kniffel")).status_code == 200


def test_concurrency_limit_forgets_callers_without_connections():
    limit = ConcurrencyLimit(2)
    with limit.slot("anna"), limit.slot("anna"), limit.slot("bernd"):
        with pytest.raises(RateLimited), limit.slot("anna"):
            pass
        assert dict(limit._count) == {"anna": 2, "bernd": 1}
    assert dict(limit._count) == {}


async def test_rate_limited_guesses_do_not_reveal_whether_a_table_exists(database):
    async with world_on(database, ServerSettings(misses=THREE)) as world:
        anna, guesser = await world.person(), await world.person()
        private = (await anna.open())["id"]
        public = (await anna.open(visibility="public"))["id"]
        for path in (f"/tables/{private}", f"/tables/{'0' * 32}/events", f"/tables/{private[:-1]}x/record"):
            assert (await guesser.ask("GET", path)).json()["code"] == "unknown_table"
        anonymous = Person(guesser.http)
        for person in (guesser, anonymous, Person(guesser.http, "forged")):
            answers = [
                await person.ask(method, f"/tables/{table}{path}", body)
                for table in (private, public, "0" * 32)
                for method, path, body in (("GET", "", None), ("POST", "/seats", {}), ("GET", "/record", None))
            ]
            assert {(answer.status_code, answer.text) for answer in answers} == {(429, answers[0].text)}
            assert int(answers[0].headers["retry-after"]) >= 1

        # Seated players pass, from the same address too, and so do all callers elsewhere.
        neighbour = Person(guesser.http, anna.token)
        assert (await neighbour.table(private))["id"] == private
        await neighbour.do(private, "roll")
        assert (await guesser.ask("GET", "/tables")).status_code == 200
        await guesser.open()
        stranger = await world.person()
        assert (await stranger.table(public))["id"] == public


async def test_socket_guesses_at_tables_are_rate_limited(database):
    async with world_on(database, ServerSettings(misses=THREE)) as world:
        anna, guesser = await world.person(), await world.person()
        public = (await anna.open(visibility="public"))["id"]
        assert [(await refused(world, guesser, new_id()))[0] for _ in range(4)] == [404, 404, 404, 429]
        assert (await refused(world, guesser, public))[0] == 429
        async with line(world, anna, public):
            pass


@pytest.mark.parametrize("session", [True, False], ids=["stranger", "nobody"])
async def test_command_flood_on_a_socket_is_refused_without_effect(database, session):
    async with world_on(database, ServerSettings(refusals=THREE)) as world:
        anna, flood = await world.person(), await world.person(session=session)
        table = (await anna.open(visibility="public"))["id"]
        before = await anna.table(table)
        async with line(world, flood, table) as far:
            far.outgoing.put_nowait({"type": "websocket.receive", "text": "{broken"})
            far.outgoing.put_nowait({"type": "websocket.receive", "bytes": b"\xff" * 1000})
            for _ in range(200):
                far.command(type="roll")
            answers = await far.until("answer", 202)
        assert [answer["status"] for answer in answers[3:]] == [429] * 199
        assert {answer["body"]["code"] for answer in answers[3:]} == {"rate_limited"}
        assert await anna.table(table) == before
        await anna.do(table, "roll")


async def test_one_megabyte_body_is_refused_at_every_path(anna):
    table = await anna.open()
    body = json.dumps({"name": "x" * 1_000_000, "text": "x" * 1_000_000})
    headers = {"Content-Type": "application/json"}
    for method, path, numbers in addresses(changing=True, documented="415"):
        if path in FILES:
            continue
        answer = await anna.ask(method, filled(path, numbers, table["id"]), content=body, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (413, "too_large"), path
    assert await anna.table(table["id"]) == table


async def test_allowed_body_is_read_completely_despite_a_small_drain_limit(database):
    async def pieces():
        for start in range(0, len(body), 20):
            yield body[start : start + 20]

    body = json.dumps({"name": "Anna" + " " * 100}).encode()
    async with world_on(database, ServerSettings(body_limit=200, drain_limit=10)) as world:
        anonymous = await world.person(session=False)
        answer = await anonymous.ask("POST", "/session", content=pieces(), headers={"Content-Type": "application/json"})
        assert (answer.status_code, answer.json()["name"]) == (201, "Anna")


def test_operating_system_closes_connections_with_unread_data():
    with bind("127.0.0.1", 0) as listener, socket.create_connection(listener.getsockname()):
        accepted, _ = listener.accept()
        with accepted:
            assert accepted.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
            if hasattr(socket, "TCP_USER_TIMEOUT"):
                assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == UNREAD * 1000
