"""No byte from the server contains a table's seed before the match ends: answers, streams, sockets and log.

The tests search every caller's answers with their headers. The addresses come from the OpenAPI document, so the tests
cover new ones too.
"""

import base64
import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest

from pasch.fairness.stream import SEED_BYTES, chained
from tests.server.world import document
from tests.support.protocol import Socket, connect

pytestmark = pytest.mark.anyio

QUERIES = {
    "/tables": ["", "?mine=true"],
    "/tables/{table}": ["", "?at=2"],
    "/tables/{table}/events": ["?follow=false"],
    "/tables/{table}/chat": ["?room=players", "?room=watchers"],
    "/advice": ["?position=kniffel%3B%20%3B%2012345%202"],
    "/high-scores": ["?variant=yacht&kind=people", "?variant=yacht&kind=bots"],
    "/statistics": ["?variant=yacht"],
    "/daily": ["", "?day=2026-01-01"],
}
"""The requests that need more than an address."""
SEED = "SELECT server_seed FROM tables WHERE id = ?"
SECRETS = "SELECT secret FROM daily_chains UNION ALL SELECT seed FROM shared_events"


class RecordingApp:
    """The app, with a recording of everything it sends."""

    def __init__(self, app):
        self.app = app
        self.state = app.state
        self.sent = bytearray()

    async def __call__(self, scope, receive, send):
        async def recorded_send(message):
            for name, value in message.get("headers", ()):
                self.sent += name + b": " + value + b"\n"
            self.sent += message.get("body", b"") + message.get("bytes", b"") + message.get("text", "").encode()
            await send(message)

        await self.app(scope, receive, recorded_send)


def forms(seed: bytes) -> Iterator[bytes]:
    """The likely encodings of a seed, and of each of its halves."""
    for part in (seed, seed[: SEED_BYTES // 2], seed[SEED_BYTES // 2 :], seed[::-1]):
        yield part
        yield part.hex().encode()
        yield part.hex().upper().encode()
        yield part.hex(":").encode()
        yield base64.b64encode(part).rstrip(b"=")[:-1]
        yield base64.urlsafe_b64encode(part).rstrip(b"=")[:-1]
        yield base64.b32encode(part).rstrip(b"=")[:-1]
        yield str(list(part)).strip("[]").encode()
        yield str(list(part)).strip("[]").replace(" ", "").encode()
        yield str(int.from_bytes(part)).encode()
        yield repr(part)[2:-1].encode()


def found(seed: bytes, text: bytes) -> list[bytes]:
    return [form for form in forms(seed) if form in text]


def stored(database, query, *values):
    """The only value that a query finds."""
    with closing(sqlite3.connect(database)) as db:
        [(value,)] = db.execute(query, values)
    return value


def addresses(table: str, code: str, handle: str) -> list[str]:
    """Every GET address of the interface."""
    paths = [path for path, what in document()["paths"].items() if "get" in what]
    asked = [path.removeprefix("/api/v1") for path in paths if path.startswith("/api/v1")]
    assert set(QUERIES) <= set(asked)
    named = {"table": table, "key": "yacht", "puzzle": "1", "code": code, "handle": handle}
    return [f"{path}{query}".format(**named) for path in asked for query in QUERIES.get(path, [""])]


async def ask_everything(world, table, callers, code="none"):
    """Send all requests as every caller, including the first caller's public profile and the root addresses."""
    await callers[0].ask("PUT", "/account/profile", {"public": True})
    handle = (await callers[0].get("/session"))["person"]
    for caller in callers:
        for path in addresses(table, code, handle):
            answer = await caller.ask("GET", path)
            assert answer.status_code < 500 or answer.status_code == 503, path
        await caller.ask("GET", f"/tables/{table}/events?follow=false", headers={"Accept": "text/event-stream"})
        await caller.ask("POST", "/analysis", {"table": table})
        for path in ("/healthz", "/metrics", "/openapi.json"):
            await caller.http.get(path)


@pytest.mark.slow
async def test_no_byte_contains_the_table_seed_before_the_end(world, database, caplog):
    recording = world.app = RecordingApp(world.app)
    anna, bernd, clara = [await world.person() for _ in range(3)]
    stranger = await world.person(session=False)
    callers = (anna, bernd, clara, stranger)
    table = (await anna.open("Anna", "human", variant="yacht", visibility="public"))["id"]
    seed = stored(database, SEED, table)
    assert len(seed) == SEED_BYTES
    await ask_everything(world, table, callers)

    lines = [(far, connect(world, viewer, table, far)) for viewer in (anna, clara) for far in [Socket()]]
    assert (await bernd.ask("POST", f"/tables/{table}/seats", {"name": "Bernd", "seed": "c0ffee"})).status_code == 201
    await anna.ask("POST", f"/tables/{table}/start", {})
    for number in range(2 * 12):
        mover = (anna, bernd)[(await anna.table(table))["turn"]["seat"] - 1]
        await mover.do(table, "roll")
        if number in (0, 12):
            await ask_everything(world, table, callers)
        assert (await mover.command(table, "roll", keep="k7")).status_code >= 400
        if number < 23:
            entry = next(a for a in (await mover.table(table))["legal_actions"] if a["type"] == "score")
            await mover.do(table, "score", cell=entry["cell"])
    for far, _ in lines:
        await far.until_at((await anna.table(table))["seq"])
    assert len(recording.sent) > 1_000_000
    assert found(seed, bytes(recording.sent) + caplog.text.encode()) == []

    entry = next(a for a in (await mover.table(table))["legal_actions"] if a["type"] == "score")
    await mover.do(table, "score", cell=entry["cell"])
    assert seed.hex() == (await stranger.table(table))["server_seed"]
    assert found(seed, bytes(recording.sent))
    for far, line in lines:
        far.disconnect()
        await line


async def begun_daily(anna, bernd):
    """Begin the daily game for both; returns Anna's table, and no code."""
    await bernd.ask("POST", "/daily")
    return (await anna.ask("POST", "/daily")).json()["id"], "none"


async def begun_event(anna, bernd):
    """Begin a shared event for both; returns the table of Anna, who owns the event, and its code."""
    code = (await anna.ask("POST", "/events", {"name": "Cup", "variant": "crag"})).json()["code"]
    await bernd.ask("POST", f"/events/{code}/play")
    return (await anna.ask("POST", f"/events/{code}/play")).json()["id"], code


@pytest.mark.slow
@pytest.mark.parametrize("begun", [begun_daily, begun_event])
async def test_no_byte_contains_a_shared_seed_before_its_event_ends(world, database, caplog, begun):
    recording = world.app = RecordingApp(world.app)
    anna, bernd = [await world.person() for _ in range(2)]
    callers = (anna, bernd, await world.person(session=False))
    table, code = await begun(anna, bernd)
    seed = stored(database, SEED, table)
    secret = stored(database, SECRETS)
    far = Socket()
    line = connect(world, anna, table, far)
    await ask_everything(world, table, callers, code)
    while (await anna.table(table))["status"] == "running":
        await anna.do(table, "roll")
        entry = next(a for a in (await anna.table(table))["legal_actions"] if a["type"] == "score")
        await anna.do(table, "score", cell=entry["cell"])
    await far.until_at((await anna.table(table))["seq"])
    await ask_everything(world, table, callers, code)
    await anna.ask("GET", "/account/export")
    sent = bytes(recording.sent) + caplog.text.encode()
    assert len(sent) > 300_000
    assert [found(each, sent) for each in (seed, secret, chained(secret, 1), chained(secret, 2))] == [[]] * 4
    if code != "none":
        await anna.ask("POST", f"/events/{code}/close", {})
        assert found(seed, bytes(recording.sent))
    far.disconnect()
    await line
