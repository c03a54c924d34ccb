"""The daily game over HTTP, with its analysis."""

from contextlib import suppress

import pytest

from pasch.rules.variants import find_variant
from pasch.server.configuration.settings import Solving
from pasch.server.solver import ServerSolver
from pasch.service.errors import NotReady
from pasch.service.views.schema.problems import Problem
from pasch.service.views.schema.shared_events import DailyArchive, DailyGame, DailyResult
from pasch.solver import store
from tests.server.workers import ScriptedWorker
from tests.server.world import valid, world_on
from tests.service.harness import START, ManualClock

pytestmark = pytest.mark.anyio
TODAY = str(START.date())
VARIANT = "crag"
"""The variant on Saturdays."""
TURNS = 13


@pytest.fixture
async def saturday(database, tables):
    """A world whose time and solving process the test controls: `clock` and `worker`."""
    clock, worker = ManualClock(), ScriptedWorker()
    async with world_on(database, solver=ServerSolver(Solving(ahead=0), lambda: worker), clock=clock) as made:
        made.clock, made.worker = clock, worker
        yield made


async def begun(person, day=None, status=201):
    answer = await person.ask("POST", "/daily", day and {"day": day})
    assert answer.status_code == status, answer.text
    return answer.json()


async def played(world, person, choose, day=None):
    """Play the game of a day to its end; `choose` picks an action for a table."""
    table = (await begun(person, day))["id"]
    while (snapshot := await person.table(table))["status"] == "running":
        if snapshot["turn"]["dice"] is None:
            await person.do(table, "roll")
        else:
            await person.do(table, **await choose(snapshot))
    return snapshot


async def first_entry(snapshot):
    action = next(a for a in snapshot["legal_actions"] if a["type"] == "score")
    return {"type": "score", "cell": action["cell"]}


def perfect(adviser):
    """The best action, by the advice that a person without a running game may ask for."""

    async def choose(snapshot):
        [seat] = snapshot["seats"]
        cells = " ".join(f"{cell}={points}" for cell, points in seat["cells"].items())
        turn = snapshot["turn"]
        position = f"{VARIANT}; {cells}; {turn['dice']} {turn['rolls_left']}"
        best = (await adviser.get("/advice", params={"position": position}))["actions"][0]["action"]
        return {"type": "roll", "keep": best} if best.startswith("k") else {"type": "score", "cell": best.split()[0]}

    return choose


async def stored(world, players):
    """Wait until the scores of so many players are stored."""
    while (await world.app.state.context.daily.show(None, None, "en"))["players"] < players:
        pass


async def computed(world, players):
    """Wait until the scores of so many players are stored, and the scores of perfect play are computed."""
    await stored(world, players)
    while True:
        with suppress(NotReady):
            return await world.app.state.context.solver.perfect(find_variant(VARIANT), "test")


async def test_daily_game_runs_from_first_visit_to_archive(saturday):
    anna, bernd, stranger = [await saturday.person(session=session) for session in (True, True, False)]
    shown = await stranger.get("/daily")
    valid(DailyGame, shown)
    assert (shown["day"], shown["variant"], shown["state"], shown["seed"]) == (TODAY, VARIANT, "new", None)
    assert (await stranger.ask("POST", "/daily")).status_code == 401
    table = await begun(anna)
    assert (table["hints"], table["visibility"], table["variant"]) == (False, "private", VARIANT)
    assert (await begun(anna))["id"] == table["id"]
    assert (await anna.ask("GET", "/daily/result")).status_code == 409
    ended = await played(saturday, anna, first_entry)
    again = valid(Problem, await begun(anna, status=409))
    assert again["code"] == "illegal_action"
    for path in (f"/tables/{table['id']}", f"/tables/{table['id']}/record", f"/tables/{table['id']}/events"):
        assert (await bernd.ask("GET", path)).status_code == 404
    assert (await anna.get("/daily"))["score"] == ended["totals"][0]
    for day, status in (("2026-11-22", 422), ("2999-01-01", 422), ("2026-13-01", 422), ("today", 422)):
        assert (await anna.ask("GET", "/daily", params={"day": day})).status_code == status
        assert (await anna.ask("POST", "/daily", {"day": day})).status_code == status
    assert valid(DailyArchive, await anna.get("/daily/archive"))["days"] == []
    await stored(saturday, 1)
    saturday.clock.advance(86_400)
    archive = valid(DailyArchive, await anna.get("/daily/archive"))
    assert [(day["day"], day["variant"], day["score"]) for day in archive["days"]] == [
        (TODAY, VARIANT, ended["totals"][0])
    ]
    assert (await stranger.get("/daily", params={"day": TODAY}))["seed"] is not None
    assert (await played(saturday, bernd, first_entry, TODAY))["totals"] == ended["totals"]


@pytest.mark.slow
async def test_perfect_player_reaches_par_without_loss(saturday, tables):
    store.solve(VARIANT)
    anna, bernd, clara, adviser = [await saturday.person() for _ in range(4)]
    ended = await played(saturday, anna, perfect(adviser))
    result = valid(DailyResult, await anna.get("/daily/result"))
    assert (result["score"], result["par"]) == (ended["totals"][0], ended["totals"][0])
    assert result["loss"] == pytest.approx(0, abs=0.01)
    assert [turn["mark"] for turn in result["turns"]] == ["best"] * TURNS
    assert (result["others"], result["better_than"], result["perfect"], result["working"]) == (0, None, None, True)
    assert result["share"].splitlines()[1:] == [
        f"{result['score']} points, par {result['par']}",
        "🟩" * TURNS,
        "http://pasch.test/daily",
    ]
    saturday.worker.script.put({"mean": 1.0, "deviation": 1.0, "chances": [0.0] * result["score"] + [0.5, 0.5]})
    for person in (bernd, clara):
        await played(saturday, person, first_entry)
    await computed(saturday, players=3)
    result = valid(DailyResult, await anna.get("/daily/result"))
    assert (result["others"], result["better_than"], result["perfect"]) == (2, 1.0, 0.25)
    worse = valid(DailyResult, await bernd.get("/daily/result"))
    assert (worse["others"], worse["better_than"], worse["par"]) == (2, 0.25, result["par"])
    assert worse["loss"] > 1
    assert "🟥" in worse["share"]


async def test_daily_player_gets_no_advice_on_the_variant(saturday, tables):
    store.solve(VARIANT)
    anna = await saturday.person()
    table = (await begun(anna))["id"]
    await anna.do(table, "roll")
    for method, path, body in (
        ("GET", f"/advice?position={VARIANT}; ; 123 1", None),
        ("GET", f"/tables/{table}/advice", None),
        ("POST", "/analysis", {"table": table}),
        ("POST", "/analysis", {"record": (await anna.ask("GET", f"/tables/{table}/record")).text}),
    ):
        answer = await anna.ask(method, path, body)
        assert (answer.status_code, answer.json()["code"]) == (403, "hints_forbidden")


async def test_forged_daily_record_does_not_count_as_an_attempt(saturday):
    anna, bernd = await saturday.person(), await saturday.person()
    ended = await played(saturday, anna, first_entry)
    record = (await anna.ask("GET", f"/tables/{ended['id']}/record")).text
    assert f"table: daily-{TODAY}" in record
    headers = {"Content-Type": "text/plain"}
    answer = await bernd.ask("POST", "/history/import", headers=headers, content=record.encode())
    assert answer.status_code == 201, answer.text
    shown = await bernd.get("/daily")
    assert (shown["state"], shown["score"], shown["streak"]) == ("new", None, 0)
    assert (await bernd.ask("GET", "/daily/result")).status_code == 409
    seat = {"kind": "local", "shared_seed": {"name": f"daily-{TODAY}", "opens_at": "2026-01-01T00:00:00+00:00"}}
    wish = {"variant": VARIANT, "seats": [{"kind": "local"}]}
    for body in ({**wish, "seats": [seat]}, {**wish, "shared_seed": seat["shared_seed"]}, {**wish, "seed": "00" * 32}):
        assert (await bernd.ask("POST", "/tables", body)).status_code == 422
