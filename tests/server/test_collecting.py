"""When a server collects garbage: young objects often, all at rest or long after the last collection."""

import asyncio
import gc
from weakref import finalize

import pytest

from pasch.server.run import Collector, collect_garbage
from pasch.service.system import working


@pytest.mark.parametrize(
    ("now", "done", "due"),
    [
        pytest.param(59, 7, False, id="at rest, but the last search was a moment ago"),
        pytest.param(60, 7, True, id="at rest"),
        pytest.param(60, 8, False, id="somebody plays"),
        pytest.param(899, 8, False, id="somebody plays, for long"),
        pytest.param(900, 8, True, id="somebody plays, for too long"),
    ],
)
def test_full_collection_waits_for_rest_up_to_a_maximum(now, done, due):
    assert Collector(seen=7).is_due(now, done) is due


def test_full_collections_keep_a_minimum_interval():
    collector = Collector()
    assert [collector.is_due(now, 0) for now in (60, 61, 119, 120)] == [True, False, False, True]


def test_collection_runs_once_commands_stop():
    collector = Collector()
    assert [collector.is_due(now, done) for now, done in ((100, 5), (101, 9), (102, 9))] == [False, False, True]


@pytest.mark.anyio
async def test_young_garbage_is_collected_without_any_allocations():
    class Ring:
        """An object that refers to itself."""

        def __init__(self):
            self.ring = self

    collected = asyncio.Event()
    gc.disable()
    try:
        async with working(collect_garbage(lambda: 0)):
            finalize(Ring(), collected.set)
            await asyncio.wait_for(collected.wait(), 20)
    finally:
        gc.enable()
