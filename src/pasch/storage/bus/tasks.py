"""Work that is done while a context is open."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager

AGAIN = 0.1
"""Seconds until who has not ended is told so again: `asyncio.wait_for`, which libraries use, misses it now and then."""


@asynccontextmanager
async def working(*works: Coroutine[None, None, None]) -> AsyncIterator[None]:
    """Do all of it at once until the context ends. None of it ends by itself; what does has failed, and is reported."""
    tasks = [asyncio.ensure_future(work) for work in works]
    for task in tasks:
        task.add_done_callback(_report)
    try:
        yield
    finally:
        await _end(set(tasks))


async def _end(tasks: set[asyncio.Future[None]]) -> None:
    while tasks:
        for task in tasks:
            task.cancel()
        _, tasks = await asyncio.wait(tasks, timeout=AGAIN)


def _report(task: asyncio.Future[None]) -> None:
    if not task.cancelled() and (error := task.exception()):
        task.get_loop().call_exception_handler({"message": "The bus has stopped", "exception": error})
