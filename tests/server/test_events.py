"""Shared events over HTTP and sockets."""

import asyncio
from contextlib import asynccontextmanager

import pytest

from pasch.server.configuration.settings import Solving
from pasch.server.solver import ServerSolver
from pasch.service.views.schema.problems import Problem
from pasch.service.views.schema.shared_events import EventList, EventResult, EventState
from pasch.service.views.schema.table import Snapshot
from pasch.solver import store
from tests.server.workers import ScriptedWorker
from tests.server.world import valid, world_on
from tests.service.harness import ManualClock
from tests.support.protocol import Socket, connect

pytestmark = pytest.mark.anyio
CUP = {"name": "Cup", "variant": "crag"}


@pytest.fixture
async def world(database, tables):
    """A world whose time and solving process the test controls."""
    clock, worker = ManualClock(), ScriptedWorker()
    async with world_on(database, solver=ServerSolver(Solving(ahead=0), lambda: worker), clock=clock) as made:
        made.clock = clock
        yield made


async def created(person, **wish):
    answer = await person.ask("POST", "/events", {**CUP, **wish})
    assert answer.status_code == 201, answer.text
    return valid(EventState, answer.json())["code"]


async def begun(person, code, status=201, **wish):
    answer = await person.ask("POST", f"/events/{code}/play", wish or None)
    assert answer.status_code == status, answer.text
    return answer.json()


async def played(person, code):
    """Play an attempt to its end: the first cell after each first roll."""
    table = (await begun(person, code))["id"]
    while (seen := await person.table(table))["status"] == "running":
        entry = next((a for a in seen["legal_actions"] if a["type"] == "score"), None)
        await (person.do(table, "roll") if entry is None else person.do(table, "score", cell=entry["cell"]))
    return seen


@asynccontextmanager
async def watching(world, person, table):
    """A socket of a player, until the end of the block."""
    far = Socket()
    line = asyncio.ensure_future(connect(world, person, table, far))
    try:
        yield far
    finally:
        far.disconnect()
        await line


async def test_event_players_get_equal_dice_at_any_pace(world):
    anna, bernd, clara = people = [await world.person() for _ in range(3)]
    code = await created(anna)
    tables = [valid(Snapshot, await begun(person, code))["id"] for person in people]
    # Anna enters after one roll, Bernd keeps nothing, Clara keeps a die, rests for a day, and continues over a socket.
    entry = {"type": "score", "cell": "ones"}
    for step in ({"type": "roll"}, entry, {"type": "roll"}):
        await anna.do(tables[0], **step)
    for step in ({"type": "roll"}, {"type": "roll", "keep": "k-"}, entry, {"type": "roll"}):
        await bernd.do(tables[1], **step)
    await clara.do(tables[2], "roll")
    world.clock.advance(86_400)
    async with watching(world, clara, tables[2]) as far:
        dice = (await clara.table(tables[2]))["turn"]["dice"]
        for step in ({"type": "roll", "keep": f"k{dice[0]}"}, entry, {"type": "roll"}):
            await clara.do(tables[2], **step)
        await far.until_at((await clara.table(tables[2]))["seq"])
    logs = [
        [event["data"]["dice"] for event in await person.events(table) if event["type"] == "dice_rolled"]
        for person, table in zip(people, tables, strict=True)
    ]
    assert [len(log) for log in logs] == [2, 3, 3]
    assert len({log[0] for log in logs}) == len({log[-1] for log in logs}) == 1


async def test_event_runs_from_its_code_to_its_close(world):
    anna, bernd, stranger = await world.person(), await world.person(), await world.person(session=False)
    code = await created(anna, games=1, last_day="2026-12-24")
    shown = valid(EventState, await stranger.get(f"/events/{code.lower()}"))
    assert (shown["name"], shown["state"], shown["over"], shown["mine"], shown["ends_at"]) == (
        "Cup",
        "new",
        False,
        False,
        "2026-12-25T00:00:00.000Z",
    )
    assert (await stranger.ask("POST", f"/events/{code}/play")).status_code == 401
    table = await begun(anna, code, name="Ännchen")
    assert (table["hints"], table["visibility"], table["seats"][0]["name"]) == (False, "private", "Ännchen")
    assert (await begun(anna, code))["id"] == table["id"]
    assert (await anna.ask("GET", f"/events/{code}/result")).status_code == 409
    ended = await played(anna, code)
    assert valid(Problem, await begun(anna, code, status=409))["code"] == "illegal_action"
    for path in ("", "/record", "/events", "/sheet.pdf", "/chat?room=watchers"):
        assert (await bernd.ask("GET", f"/tables/{table['id']}{path}")).status_code == 404
    assert (await stranger.http.get(f"/t/{table['id']}/sheet.png")).status_code == 401
    [row] = (await anna.get(f"/events/{code}"))["ranking"]
    assert (row["name"], row["mine"], row["score"], row["table"]) == ("Ännchen", True, ended["totals"][0], None)
    while (mine := valid(EventList, await anna.get("/events"))["events"][0])["score"] is None:
        pass  # the score is stored in the background
    assert mine["score"] == ended["totals"][0]
    assert (await bernd.ask("POST", f"/events/{code}/close", {})).status_code == 409
    closed = valid(EventState, (await anna.ask("POST", f"/events/{code}/close", {})).json())
    assert (closed["over"], closed["ranking"][0]["table"]) == (True, table["id"])
    for person in (bernd, stranger):
        assert (await person.table(table["id"]))["server_seed"] == closed["seed"]
    assert closed["seed"] in (await bernd.ask("GET", f"/tables/{table['id']}/record")).text
    assert (await begun(bernd, code, status=409))["code"] == "illegal_action"
    assert valid(Problem, (await anna.ask("GET", "/events/none")).json())["code"] == "unknown_event"
    for wish in ({"last_day": "2026-11-20"}, {"last_day": "soon"}, {"games": 0}, {"variant": "grog"}, {"name": ""}):
        assert (await anna.ask("POST", "/events", {**CUP, **wish})).status_code == 422


async def test_event_refuses_advice_replays_and_forged_records(world, tables):
    store.solve("crag")
    anna, bernd = await world.person(), await world.person()
    code = await created(bernd)
    table = (await begun(anna, code))["id"]
    command = {"type": "roll", "id": "6f1f6c1e-2a86-4f4e-9f43-0b8f3f1f6a51"}
    first = await anna.ask("POST", f"/tables/{table}/commands", command)
    for method, path, body in (
        ("GET", "/advice?position=crag; ; 123 1", None),
        ("GET", f"/tables/{table}/advice", None),
        ("POST", "/analysis", {"table": table}),
        ("POST", "/analysis", {"record": (await anna.ask("GET", f"/tables/{table}/record")).text}),
    ):
        answer = await anna.ask(method, path, body)
        assert (answer.status_code, answer.json()["code"]) == (403, "hints_forbidden")
    ended = await played(anna, code)
    assert (await anna.ask("POST", f"/tables/{table}/commands", command)).json() == first.json()
    assert (await anna.table(table))["seq"] == ended["seq"]
    # The record of a finished attempt, or a forged one, makes no result of the event.
    record = (await anna.ask("GET", f"/tables/{table}/record")).text
    assert f"table: event-{code}" in record
    headers = {"Content-Type": "text/plain"}
    answer = await bernd.ask("POST", "/history/import", headers=headers, content=record.encode())
    assert answer.status_code == 201, answer.text
    shown = await bernd.get(f"/events/{code}")
    assert (shown["state"], shown["score"], shown["players"], shown["ranking"]) == ("new", None, 1, [])
    shared = {"name": f"event-{code}", "opens_at": "2026-01-01T00:00:00+00:00"}
    for body in ({"shared_seed": shared}, {"seed": "00" * 32}, {"event": code}):
        wish = {"variant": "crag", "seats": [{"kind": "local"}], **body}
        assert (await bernd.ask("POST", "/tables", wish)).status_code == 422
    assert (await anna.ask("POST", f"/events/{code}/play", {"score": 300})).status_code == 422


async def test_players_see_par_after_their_own_game(world, tables):
    store.solve("crag")
    anna, bernd = await world.person(), await world.person()
    code = await created(anna)
    ended = [await played(person, code) for person in (anna, bernd)]
    results = [valid(EventResult, await person.get(f"/events/{code}/result")) for person in (anna, bernd)]
    assert results[0] == results[1]
    assert results[0]["score"] == ended[0]["totals"][0] < results[0]["par"]
    assert (len(results[0]["games"]), (await anna.get(f"/events/{code}"))["seed"]) == (1, None)
