"""Sessions, cookies, and pages of other sites."""

import pytest

from pasch.server.configuration.settings import Rate, ServerSettings
from pasch.service.views.schema.people import NewSession
from tests.server.world import valid, world_on

pytestmark = pytest.mark.anyio

WISH = {"variant": "kniffel", "seats": [{"kind": "local"}]}


async def test_new_session_returns_its_token_also_as_a_cookie(world):
    guest = await world.person(session=False)
    answer = await guest.ask("POST", "/session", {"name": "Anna"})
    valid(NewSession, answer.json())
    assert (answer.status_code, answer.json()["name"]) == (201, "Anna")
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith(f"pasch_session={answer.json()['token']};")
    for part in ("HttpOnly", "SameSite=lax", "Path=/"):
        assert part in cookie
    assert "Secure" not in cookie
    assert (await guest.get("/session"))["name"] == "Anna"  # with the cookie that httpx stored


@pytest.mark.parametrize("body", [None, {}, {"name": ""}, {"name": None}])
async def test_session_body_and_name_are_optional(world, body):
    guest = await world.person(session=False)
    answer = await guest.ask("POST", "/session", body)
    assert (answer.status_code, answer.json()["name"]) == (201, "")


@pytest.mark.parametrize(
    "header", ["Bearer", "Bearer ", "Bearer x", "Basic YTpi", "bearer \u00fc", "Bearer " + "x" * 5000, ""]
)
async def test_invalid_token_gives_no_session(world, header):
    guest = await world.person(session=False)
    answer = await guest.ask("GET", "/session", headers={"Authorization": header.encode("latin-1")})
    assert (answer.status_code, answer.json()["code"]) == (401, "unauthenticated")
    assert answer.headers["www-authenticate"] == "Bearer"


async def test_optional_session_request_is_not_refused(world, anna):
    guest = await world.person(session=False)
    assert (await guest.ask("GET", "/session")).status_code == 401
    assert (await guest.get("/session?optional=true")) is None
    guest.http.cookies.set("pasch_session", "of a database that is gone")
    assert (await guest.get("/session?optional=true")) is None
    assert (await anna.get("/session?optional=true"))["name"] == ""


async def test_authorization_scheme_is_case_insensitive(anna):
    answer = await anna.ask("GET", "/session", headers={"Authorization": f"bEARER {anna.token}"})
    assert answer.status_code == 200


async def test_pages_of_other_sites_cannot_use_the_cookie(world, anna):
    table = (await anna.open())["id"]
    page = await world.person(session=False)
    page.http.cookies.set("pasch_session", anna.token)
    body = {"id": "6f1f6c1e-2a86-4f4e-9f43-0b8f3f1f6a51", "type": "roll"}
    for origin in ("https://evil.test", "http://pasch.test.evil.test", "http://pasch.test:81", "null", ""):
        answer = await page.ask("POST", f"/tables/{table}/commands", body, headers={"Origin": origin})
        assert (answer.status_code, answer.json()["code"]) == (403, "wrong_origin"), origin
        session = await page.ask("POST", "/session", headers={"Origin": origin})
        assert session.status_code == 403
        assert "set-cookie" not in session.headers
    own = await page.ask("POST", f"/tables/{table}/commands", body, headers={"Origin": "http://pasch.test"})
    assert own.status_code == 200


async def test_header_token_works_from_any_origin(anna):
    table = (await anna.open())["id"]
    body = {"id": "6f1f6c1e-2a86-4f4e-9f43-0b8f3f1f6a51", "type": "roll"}
    answer = await anna.ask("POST", f"/tables/{table}/commands", body, headers={"Origin": "https://tool.test"})
    assert answer.status_code == 200


@pytest.mark.parametrize("path", ["/", "/api/v1/tables", "/api/v1/nothing", "/healthz", "/assets/none.js"])
async def test_every_answer_has_security_headers(anna, path):
    headers = (await anna.http.get(path)).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert headers["referrer-policy"] == "same-origin"
    assert "permissions-policy" in headers
    assert "server" not in headers
    if path.startswith("/api"):
        assert headers["cache-control"] == "no-store"


async def test_only_refused_commands_are_rate_limited(database):
    settings = ServerSettings(refusals=Rate(burst=3, per_second=0.001))
    async with world_on(database, settings) as world:
        anna, bernd = await world.person(), await world.person()
        table, other = (await anna.open())["id"], (await bernd.open())["id"]
        for seat in (1, 2):
            for _ in range(3):
                await anna.do(table, "roll", seat=seat)
            await anna.do(table, "score", cell="chance", seat=seat)
        assert [(await anna.command(table, "score", cell="ones")).status_code for _ in range(3)] == [409] * 3
        limited = await anna.command(table, "score", cell="ones")
        assert (limited.status_code, limited.json()["code"]) == (429, "rate_limited")
        assert int(limited.headers["retry-after"]) >= 1
        assert (await bernd.command(other, "score", cell="ones")).status_code == 409


async def test_sessions_and_tables_are_limited_by_address(database):
    slow = Rate(burst=2, per_second=0.001)
    async with world_on(database, ServerSettings(sessions=slow, openings=slow)) as world:
        anna, bernd = await world.person(), await world.person()
        await anna.open()
        await anna.open()
        assert (await anna.ask("POST", "/tables", WISH)).status_code == 429
        assert (await anna.ask("POST", "/session")).status_code == 201
        assert (await anna.ask("POST", "/session")).status_code == 429
        await bernd.open()


async def test_metrics_report_commands_and_requests(anna):
    table = (await anna.open())["id"]
    await anna.do(table, "roll")
    await anna.command(table, "score", cell="nothing")
    text = (await anna.http.get("/metrics")).text
    assert 'pasch_commands_total{outcome="accepted"} 1' in text
    assert 'pasch_commands_total{outcome="unknown_category"} 1' in text
    for route in ("/api/v1/session", "/api/v1/tables"):
        assert f'pasch_requests_total{{method="POST",route="{route}",status="201"}} 1.0' in text
    assert (await anna.http.get("/healthz")).json() == {"status": "ok"}
