"""Behind a reverse proxy: the proxies that the server trusts, and the protection of its answers."""

import asyncio

import httpx
import pytest

from pasch.server.configuration.settings import Operation, Rate, ServerSettings
from tests.server.world import API, world_on
from tests.support.protocol import Socket

pytestmark = pytest.mark.anyio
PROXY = "10.9.8.7"
STRANGER = "192.0.2.66"


def settings(**operation):
    """Two sessions for each address, and one network of proxies."""
    operation_settings = Operation(**{"trusted_proxies": ("10.9.8.0/24",), **operation})
    return ServerSettings(sessions=Rate(2, 0.001), operation=operation_settings)


async def ask(world, peer, method="POST", path=f"{API}/session", **headers):
    """The answer to a client that connects from `peer`."""
    all_headers = {name.replace("_", "-"): value for name, value in headers.items()}
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(world.app, client=(peer, 1)), base_url="http://pasch.test"
    ) as http:
        return await http.request(method, path, headers=all_headers)


async def test_clients_behind_a_proxy_are_limited_separately(database):
    async with world_on(database, settings()) as world:
        for person in ("203.0.113.1", "203.0.113.2"):
            statuses = [(await ask(world, PROXY, x_forwarded_for=person)).status_code for _ in range(3)]
            assert statuses == [201, 201, 429]


async def test_proxy_is_recognised_by_its_mapped_ipv6_address(database):
    async with world_on(database, settings()) as world:
        for person in ("203.0.113.1", "203.0.113.2"):
            answers = [await ask(world, f"::ffff:{PROXY}", x_forwarded_for=person) for _ in range(3)]
            assert [answer.status_code for answer in answers] == [201, 201, 429]
        claims = [await ask(world, f"::ffff:{STRANGER}", x_forwarded_for=f"203.0.113.{n}") for n in range(3)]
        assert [answer.status_code for answer in claims] == [201, 201, 429]


async def test_unreadable_origin_is_refused(database):
    async with world_on(database, settings()) as world:
        token = (await ask(world, STRANGER)).cookies["pasch_session"]
        for origin in ("http://[", "null", "", "http://[::1"):
            answer = await ask(world, STRANGER, path=f"{API}/tables", origin=origin, cookie=f"pasch_session={token}")
            assert (answer.status_code, answer.json()["code"]) == (403, "wrong_origin"), origin


async def test_forwarded_address_of_an_untrusted_peer_is_ignored(database):
    async with world_on(database, settings()) as world:
        claims = [(await ask(world, STRANGER, x_forwarded_for=f"203.0.113.{n}")).status_code for n in range(3)]
        assert claims == [201, 201, 429]


async def test_client_supplied_forwarded_addresses_are_ignored(database):
    async with world_on(database, settings()) as world:
        chains = [f"198.51.100.{n}, 203.0.113.1" for n in range(3)]
        answers = [(await ask(world, PROXY, x_forwarded_for=chain)).status_code for chain in chains]
        assert answers == [201, 201, 429]


async def test_ipv6_addresses_of_one_household_share_a_limit(database):
    async with world_on(database, settings()) as world:
        answers = [(await ask(world, f"2001:db8:1:2:{n}::7")).status_code for n in range(3)]
        assert answers == [201, 201, 429]
        assert (await ask(world, "2001:db8:1:3::7")).status_code == 201
        answers = [(await ask(world, f"{each}203.0.113.5")).status_code for each in ("", "::ffff:", "")]
        assert answers == [201, 201, 429]


@pytest.mark.parametrize(
    ("peer", "scheme", "secure"), [(PROXY, "https", True), (PROXY, "http", False), (STRANGER, "https", False)]
)
async def test_cookie_is_secure_behind_a_tls_proxy(database, peer, scheme, secure):
    async with world_on(database, settings()) as world:
        answer = await ask(world, peer, x_forwarded_proto=scheme, x_forwarded_for="203.0.113.1")
        assert ("secure" in answer.headers["set-cookie"].lower()) is secure


@pytest.mark.parametrize(
    ("peer", "scheme", "hsts", "sent"),
    [
        (PROXY, "https", True, True),
        (PROXY, "http", True, False),
        (PROXY, "https", False, False),
        (STRANGER, "https", True, False),
    ],
)
async def test_strict_transport_header_requires_tls_and_its_setting(database, peer, scheme, hsts, sent):
    async with world_on(database, settings(hsts=hsts)) as world:
        answer = await ask(world, peer, "GET", "/healthz", x_forwarded_proto=scheme)
        assert ("strict-transport-security" in answer.headers) is sent


async def test_invitation_links_use_the_public_url(database):
    async with world_on(database, settings(public_url="https://pasch.example")) as world:
        anna = await world.person()
        table = (await anna.open())["id"]
        answer = await anna.ask("GET", f"/tables/{table}/qr.svg")
        assert answer.headers["content-location"] == f"https://pasch.example/t/{table}"


@pytest.mark.parametrize(
    ("origin", "status"), [("https://pasch.example", 204), ("https://evil.example", 403), ("http://pasch.test", 204)]
)
async def test_pages_of_the_public_url_pass_the_origin_check(database, origin, status):
    async with world_on(database, settings(public_url="https://pasch.example")) as world:
        anna = await world.person()
        anna.http.cookies.set("pasch_session", anna.token)
        answer = await anna.http.delete(f"{API}/session", headers={"Origin": origin})
        assert answer.status_code == status


async def test_sockets_count_for_the_forwarded_address(database):
    """A connection counts for its client, not for the proxy."""
    bounds = ServerSettings(connections=1, operation=Operation(trusted_proxies=(PROXY,)))
    async with world_on(database, bounds) as world:
        anna = await world.person()
        table = (await anna.open(visibility="public"))["id"]
        held = world.app.state.context.connections
        far = Socket(capacity=1000)
        scope = {
            "type": "websocket",
            "path": f"{API}/tables/{table}/ws",
            "query_string": b"version=3",
            "scheme": "ws",
            "client": (PROXY, 1),
            "subprotocols": [],
            "headers": [(b"x-forwarded-for", b"203.0.113.9"), (b"authorization", f"Bearer {anna.token}".encode())],
        }
        line = asyncio.create_task(world.app(scope, far.outgoing.get, far.send))
        await far.until("snapshot", 1)
        assert dict(held._count) == {"203.0.113.9": 1}
        far.disconnect()
        await line


# ------------------------------------------------------------------------------- headers

HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
    "frame-ancestors 'none'; form-action 'self'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), "
    "magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=()",
}
ANSWERS = [
    ("GET", "/", 200),
    ("GET", "/healthz", 200),
    ("GET", "/openapi.json", 200),
    ("GET", "/metrics", 200),
    ("GET", f"{API}/variants", 200),
    ("GET", f"{API}/nothing", 404),
    ("POST", f"{API}/tables", 401),
    ("BREW", f"{API}/session", 405),
    ("GET", f"{API}/broken", 500),
]


async def fail():
    raise RuntimeError


@pytest.mark.parametrize(("method", "path", "status"), ANSWERS, ids=[f"{path} {status}" for _, path, status in ANSWERS])
async def test_every_answer_has_security_headers(world, anna, method, path, status):
    world.app.router.add_api_route(f"{API}/broken", fail, include_in_schema=False)
    answer = await anna.http.request(method, path)
    assert answer.status_code == status
    assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
    assert "server" not in answer.headers
    assert "strict-transport-security" not in answer.headers
