"""Each address fills at most its share of the solver's queue."""

import asyncio
from contextlib import suppress

import pytest

from pasch.rules.errors import PaschError
from pasch.rules.notation.record_reader import read_record
from pasch.rules.variants import find_variant
from pasch.server.api.problem import ProblemResponse
from pasch.server.configuration.settings import Solving
from pasch.server.job_queue import Waiting
from pasch.server.solver import ServerSolver
from pasch.service.errors import NotReady
from pasch.service.pace import CALLER
from tests.attacks.long_data import long_record
from tests.server.test_job_queue import QueueHarness
from tests.server.workers import ScriptedWorker
from tests.server.world import world_on

pytestmark = pytest.mark.anyio
YAHTZEE = find_variant("yahtzee")


@pytest.fixture
def queue_harness():
    made = QueueHarness(most=20, share=5)
    yield made
    made.queue.close()


def test_queue_share_per_caller_is_limited(queue_harness):
    for number in range(5):
        queue_harness.submit(f"flood {number}", asker="flood")
    with pytest.raises(NotReady, match="still waiting"):
        queue_harness.submit("flood 5", asker="flood")
    assert isinstance(queue_harness.submit("flood 3", asker="flood"), Waiting)
    assert isinstance(queue_harness.submit("guest", asker="guest"), Waiting)


def test_jobs_of_different_callers_alternate(queue_harness):
    for number in range(4):
        queue_harness.submit(f"flood {number}", asker="flood")
    assert queue_harness.begun() == "flood 0"
    queue_harness.submit("guest 0", asker="guest")
    queue_harness.submit("guest 1", asker="guest")
    queue_harness.says({}, {}, {}, {})
    assert [queue_harness.begun() for _ in range(4)] == ["guest 0", "flood 1", "guest 1", "flood 2"]


@pytest.mark.parametrize("ask", ["exact", "perfect"])
async def test_questions_of_one_caller_occupy_one_thread(ask):
    """The solver estimates new rules first, one after the other."""
    solver = ServerSolver(Solving(ahead=0), ScriptedWorker)
    arguments = () if ask == "exact" else ("flood",)
    CALLER.set("flood")
    with solver._bounds._lock:  # an estimate that takes long
        flood = [asyncio.create_task(getattr(solver, ask)(YAHTZEE, *arguments)) for _ in range(50)]
        assert await asyncio.wait_for(asyncio.to_thread(int), 10) == 0
    await asyncio.gather(*flood, return_exceptions=True)


async def test_ledgers_of_different_callers_alternate():
    solver, done = ServerSolver(Solving(ahead=0), ScriptedWorker), []
    record = read_record(long_record(1))

    async def ask(caller):
        CALLER.set(caller)
        with suppress(PaschError):
            await solver.analyse(record, caller)
        done.append(caller)

    await asyncio.gather(*(ask("flood") for _ in range(5)), ask("guest"))
    assert done.index("guest") < 2


async def test_advice_flood_leaves_room_for_other_callers(database):
    solver = ServerSolver(Solving(ahead=0), ScriptedWorker)
    async with world_on(database, solver=solver) as world:
        flood, guest = await world.person(), await world.person()
        for extra in range(20):
            position = f"yahtzee {{extra_points={extra + 1}}}; ; 12345 2"
            last = await flood.ask("GET", "/advice", params={"position": position})
            assert (last.status_code, last.json()["code"]) == (503, "not_ready")
        assert "progress" not in last.json()
        assert int(last.headers["Retry-After"]) > 1
        asked = await guest.ask("GET", "/advice", params={"position": "kniffel {extra_points=70}; ; 12345 2"})
        assert (asked.status_code, asked.json()["progress"]) == (503, 0)


def test_full_queue_refusal_has_a_retry_time(queue_harness):
    for number in range(20):
        queue_harness.submit(str(number), asker=str(number))
    with pytest.raises(NotReady, match="too much") as full:
        queue_harness.submit("one too many", asker="guest")
    assert int(ProblemResponse(full.value, "en").headers["Retry-After"]) > 1
