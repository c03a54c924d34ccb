"""High scores and statistics over HTTP: access, refusals, and the results of the solving process."""

from __future__ import annotations

import asyncio

import pytest

from pasch.server.configuration.settings import Rate, ServerSettings, Solving
from pasch.server.solver import ServerSolver
from pasch.service.results.results import ResultSettings
from pasch.service.views.schema.problems import Problem
from pasch.service.views.schema.results import HighScores, Statistics
from pasch.solver import store
from tests.server.test_tables import play_out
from tests.server.workers import ScriptedWorker
from tests.server.world import valid, world_on

pytestmark = pytest.mark.anyio

VARIANT = "crag"
OFTEN = ServerSettings(results=Rate(burst=1_000_000, per_second=1))
"""These tests poll until an answer is ready, which on a slow machine exceeds the normal limit."""


@pytest.fixture
async def world(database):
    async with world_on(database, OFTEN) as made:
        yield made


async def scores_of(person, count, **query):
    """The high scores once they have this many entries: the server stores them shortly after the end of a game."""
    async with asyncio.timeout(20):
        while True:
            found = await person.get("/high-scores", params={"variant": VARIANT, **query})
            valid(HighScores, found)
            if len(found["scores"]) == count:
                return found["scores"]


async def refused(person, path, status, code, **query):
    answer = await person.ask("GET", path, params=query)
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    return valid(Problem, answer.json())


async def test_finished_game_enters_high_scores_and_own_statistics(world, anna):
    table = (await anna.open("Anna", variant=VARIANT, visibility="public", rules={"rolls": 3}))["id"]
    await play_out(anna, table)
    total = (await anna.table(table))["totals"][0]
    [mine] = await scores_of(anna, 1, rules='{"rolls": 3}', period="day")
    assert (mine["name"], mine["score"], mine["table"], mine["mine"]) == ("Anna", total, table, True)
    assert mine["program"] is False
    stranger = await world.person(session=False)
    [seen] = await scores_of(stranger, 1, rules='{"rolls":3}')
    assert (seen["table"], seen["mine"]) == (table, False)
    assert await scores_of(stranger, 0, kind="bots", rules='{"rolls": 3}') == []
    answer = await anna.get("/statistics", params={"name": "Anna"})
    valid(Statistics, answer)
    assert (answer["game"]["variant"], answer["game"]["rules"], answer["game"]["games"]) == (VARIANT, {"rolls": 3}, 1)
    assert answer["dice"]["thrown"] > 0
    bernd = await world.person()
    nothing = await bernd.get("/statistics")
    valid(Statistics, nothing)
    assert (nothing["game"], nothing["dice"]["thrown"]) == (None, 0)


async def test_high_scores_mark_programs(anna):
    account = {"name": "Rollo", "password": "four sixes and a five", "bot": True}
    assert (await anna.ask("POST", "/account", account)).status_code == 201
    await play_out(anna, (await anna.open("Rollo", variant=VARIANT))["id"])
    [program] = await scores_of(anna, 1, kind="bots")
    assert (program["name"], program["program"]) == ("Rollo", True)


async def test_invalid_result_requests_are_refused_with_a_reason(world, anna):
    stranger = await world.person(session=False)
    await refused(stranger, "/statistics", 401, "unauthenticated")
    await refused(anna, "/high-scores", 422, "invalid_input")
    await refused(anna, "/high-scores", 422, "unknown_variant", variant="chess")
    await refused(anna, "/high-scores", 422, "invalid_input", variant=VARIANT, period="century")
    for rules in ("[", "[]", '{"rolls": [3]}', '{"rolls": 99}', '{"joker": "no"}'):
        await refused(anna, "/high-scores", 422, "invalid_input", variant=VARIANT, rules=rules)
        await refused(anna, "/statistics", 422, "invalid_input", variant=VARIANT, rules=rules)


async def test_result_requests_are_rate_limited(database):
    async with world_on(database, ServerSettings(results=Rate(burst=1, per_second=1e-9))) as world:
        anna = await world.person()
        await anna.get("/high-scores", params={"variant": VARIANT})
        await refused(anna, "/statistics", 429, "rate_limited")


async def test_solving_process_computes_luck_and_perfect_play(database, tables):
    """The test acts as the solving process: it receives the requests and gives the answers."""
    store.solve(VARIANT)
    worker = ScriptedWorker()
    solver = ServerSolver(Solving(ahead=0, patience=0), lambda: worker)
    async with world_on(database, OFTEN, solver, ResultSettings(luck_pause=0, luck_patience=0.02)) as world:
        anna = await world.person()
        table = (await anna.open("Anna", "Bernd", variant=VARIANT, hints=False))["id"]
        await play_out(anna, table)
        asked = await asyncio.to_thread(worker.asked.get, timeout=60)
        assert asked["do"] == "luck"
        assert "pasch-record 1" in asked["record"]
        losses = {"keeps": 4.0, "entries": 0.0, "bonus": 1.5, "endgame": 0.0}
        worker.script.put({"luck": [[{"luck": luck, "losses": losses} for luck in (-3.5, 8.0)]]})
        waiting = (await anna.get("/statistics"))["game"]["perfect"]
        assert (waiting["state"], waiting["mean"]) == ("working", None)
        assert (await asyncio.to_thread(worker.asked.get, timeout=60))["do"] == "perfect"
        worker.script.put({"mean": 100.0, "deviation": 9.0, "chances": [0.5, 0.5]})
        async with asyncio.timeout(20):
            game = (await anna.get("/statistics"))["game"]
            while game["perfect"]["state"] != "ready" or game["luck"]["due"]:
                game = (await anna.get("/statistics"))["game"]
        assert (game["perfect"]["mean"], game["luck"]["sum"]) == (100.0, 4.5)
        assert game["skill"]["kinds"] == {"games": 2, **losses}
        assert sum(bar["perfect"] for bar in game["bars"]) == pytest.approx(1)
