"""The effect of an attack on others: the time for which the event loop is busy without a break."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from time import thread_time


@dataclass
class LoopWatch:
    """The longest busy time of the event loop between two checks, in seconds of processor time."""

    longest: float = 0.0


@asynccontextmanager
async def watched_loop() -> AsyncIterator[LoopWatch]:
    """Watch the event loop while the context is open.

    Processor time of the loop's thread does not grow while a busy machine makes it wait. The search for unreachable
    cycles, which a server runs when idle, is postponed meanwhile.
    """
    watch = LoopWatch()

    async def measure() -> None:
        while True:
            before = thread_time()
            await asyncio.sleep(0)
            watch.longest = max(watch.longest, thread_time() - before)

    gc.collect()
    gc.disable()
    measuring = asyncio.create_task(measure())
    try:
        yield watch
    finally:
        gc.enable()
        measuring.cancel()
        await asyncio.wait({measuring})
