"""Long work takes turns: one piece at a time, one waiting piece per caller, and a budget for each caller."""

import asyncio
import gc
from contextlib import suppress
from threading import Event
from weakref import finalize

import pytest

from pasch.service.pace import CALLER, Budget, Pace
from tests.service.harness import ManualClock

pytestmark = pytest.mark.anyio


@pytest.fixture
def clock():
    return ManualClock()


class Meter:
    """Processor time that the test advances."""

    def __init__(self):
        self.seconds = 0.0

    def __call__(self):
        return self.seconds


async def piece(pace, meter, caller, done, seconds=1.0):
    """One piece of work for a caller."""
    CALLER.set(caller)
    async with pace.turn():
        meter.seconds += seconds
        done.append(caller)


async def turns(count=20):
    for _ in range(count):
        await asyncio.sleep(0)


async def test_request_flood_does_not_delay_other_callers(clock):
    meter, done = Meter(), []
    pace = Pace(clock, Budget(1000, 1), meter)
    flood = [asyncio.create_task(piece(pace, meter, "flood", done)) for _ in range(50)]
    await asyncio.sleep(0)
    await piece(pace, meter, "guest", done)
    assert done.index("guest") <= 2
    await asyncio.gather(*flood)


async def test_event_loop_runs_other_tasks_between_pieces(clock):
    meter, done = Meter(), []
    pace = Pace(clock, Budget(1000, 1), meter)
    working = [asyncio.create_task(piece(pace, meter, f"caller {number}", done)) for number in range(20)]
    while len(done) < len(working):
        before = len(done)
        await asyncio.sleep(0)
        assert len(done) - before <= 1


async def test_only_the_caller_with_a_spent_budget_waits(clock):
    meter, done = Meter(), []
    pace = Pace(clock, Budget(burst=5, share=0.25), meter)
    await piece(pace, meter, "flood", done, seconds=6)
    again = asyncio.create_task(piece(pace, meter, "flood", done))
    await clock.wait_for_sleeper()
    await piece(pace, meter, "guest", done)
    clock.advance(3.9)
    await turns()
    assert done == ["flood", "guest"]
    clock.advance(0.2)
    await again
    assert done == ["flood", "guest", "flood"]


async def test_server_work_without_a_caller_has_no_budget(clock):
    meter, done = Meter(), []
    pace = Pace(clock, Budget(burst=5, share=0.25), meter)
    for _ in range(20):
        await piece(pace, meter, "", done)
    assert len(done) == 20


async def test_cancelled_thread_work_still_blocks_the_next_piece(clock):
    pace, held, begun = Pace(clock), Event(), Event()

    def hold():
        begun.set()
        assert held.wait(30)

    task = asyncio.create_task(pace.in_thread(hold))
    await asyncio.to_thread(begun.wait, 30)
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
    after = asyncio.create_task(pace.in_thread(held.is_set))
    await turns()
    assert not after.done()
    held.set()
    assert await after


async def test_thread_work_spends_the_budget_even_on_failure(clock):
    meter = Meter()
    pace = Pace(clock, Budget(burst=5, share=0.25), meter)
    CALLER.set("flood")

    def fails():
        meter.seconds += 9
        raise ValueError("no such thing")

    with pytest.raises(ValueError, match="no such thing"):
        await pace.in_thread(fails)
    again = asyncio.create_task(pace.in_thread(int))
    await clock.wait_for_sleeper()
    assert not again.done()
    clock.advance(16.1)
    assert await again == 0


async def test_failed_thread_work_leaves_no_garbage_in_cycles(clock):
    pace, loop, freed = Pace(clock), asyncio.get_running_loop(), asyncio.Event()

    class Failure(Exception):
        """An error that can be watched."""

    def fails():
        raise Failure

    gc.disable()
    try:
        try:
            await pace.in_thread(fails)
        except Failure as error:
            finalize(error, loop.call_soon_threadsafe, freed.set)  # the thread may hold it longest
        await asyncio.wait_for(freed.wait(), 20)
    finally:
        gc.enable()
