"""The chance of each figure over HTTP: the solving process computes it once for all callers."""

from __future__ import annotations

import asyncio

import pytest

from pasch.server.configuration.settings import Rate, ServerSettings, Solving
from pasch.server.solver import ServerSolver
from pasch.service.views.schema.problems import Problem
from pasch.service.views.schema.variants import FigureChances
from pasch.solver.worker import JOBS
from tests.server.workers import ScriptedWorker
from tests.server.world import valid, world_on

pytestmark = pytest.mark.anyio


@pytest.fixture
async def busy(database):
    """A world whose solving process the test controls: `busy.worker`."""
    worker = ScriptedWorker()
    solver = ServerSolver(Solving(ahead=0, waiting=3, share=1), lambda: worker)
    settings = ServerSettings(advice=Rate(burst=1000, per_second=1e-9))
    async with world_on(database, settings, solver=solver) as made:
        made.worker = worker
        yield made


def worked_out(request):
    """Do the process's work in this process."""
    return JOBS[request["do"]](request, lambda _: None)


async def until_computed(person, key="crag"):
    """Ask again until there is an answer other than “not yet”."""
    async with asyncio.timeout(20):
        answer = await person.ask("GET", f"/variants/{key}/chances")
        while answer.status_code == 503:
            answer = await person.ask("GET", f"/variants/{key}/chances")
    return answer.json()


async def test_solving_process_computes_chances_once_for_all_callers(busy):
    anna, bernd = await busy.person(), await busy.person(language="de", session=False)
    first = await anna.ask("GET", "/variants/Crag/chances")
    valid(Problem, first.json())
    assert (first.status_code, first.json()["code"], first.json()["progress"]) == (503, "not_ready", 0)
    assert await asyncio.to_thread(busy.worker.asked.get) == {"do": "figures", "variant": "crag", "rules": {}}
    busy.worker.script.put(worked_out)
    chances = await until_computed(anna)
    valid(FigureChances, chances)
    assert (chances["variant"], chances["rolls"], [row["category"] for row in chances["chances"]][:2]) == (
        "crag",
        2,
        ["ones", "twos"],
    )
    assert chances["chances"][0]["first"] == pytest.approx(91 / 216)
    german = await until_computed(bernd)
    assert (german["chances"][0]["name"], busy.worker.asked.empty()) == ("Einser", True)


async def test_chances_of_an_unknown_variant_are_refused(busy):
    anna = await busy.person()
    refused = await anna.ask("GET", "/variants/none_of_these/chances")
    assert (refused.status_code, refused.json()["code"]) == (422, "unknown_variant")


async def test_chance_requests_of_one_caller_are_limited(busy):
    anna = await busy.person(session=False)
    answers = [await anna.ask("GET", f"/variants/{key}/chances") for key in ("crag", "yatzy")]
    assert [answer.headers["retry-after"] for answer in answers] == ["1", "10"]
