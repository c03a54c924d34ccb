"""Tables whose players use separate devices, and helpers that wait for events."""

import asyncio
from contextlib import aclosing, asynccontextmanager

from pasch.service.requests import JoinTable
from pasch.service.runtime.connections import Connection
from pasch.service.table.options import Absent, TableOptions, TimeLimit
from pasch.service.table.presence import Graces
from tests.service.harness import ANNA, BERND, PUBLIC, Harness

GRACES = Graces(blink=5, short=30, long=180, linger=60)


def presence_harness(**settings):
    return Harness(graces=GRACES, **settings)


def options(turn=None, bank=0, *, absent="bot"):
    return TableOptions(None if turn is None else TimeLimit(turn, bank), Absent(absent))


async def open_running_table(harness, *joining, turn=None, bank=0, absent="bot", **wish):
    """Let Anna open a public table and the others join it; the match is running."""
    wish = {"visibility": PUBLIC, "options": options(turn, bank, absent=absent), **wish}
    table = await harness.open(ANNA, "Anna", *(["human"] * len(joining)), **wish)
    for session in joining:
        await harness.tables.join(session, table, JoinTable())
    return table


async def open_table_for_two(harness, **wish):
    return await open_running_table(harness, BERND, **wish)


@asynccontextmanager
async def connected(harness, person, table):
    """Follow the table as a person; yields the connection, whose `why` is the reason of its end."""
    connection = Connection()
    async with aclosing(harness.tables.follow(person, table, 0, "en", connection=connection)) as batches:
        await anext(batches)
        yield connection


@asynccontextmanager
async def reading_events(harness, person, table):
    """Follow the table as a person and read its events, as a socket does."""

    async def read():
        async with aclosing(harness.tables.follow(person, table, 0, "en")) as batches:
            async for _ in batches:
                pass

    reading = asyncio.ensure_future(read())
    try:
        yield
    finally:
        reading.cancel()
        await asyncio.wait({reading})


async def wait_for_event(harness, table, event_type, after=0):
    """Wait for the next event of a type; return it."""
    async with aclosing(harness.tables.follow(None, table, after, "en")) as batches:
        async for batch in batches:
            for event in batch.events:
                if event["type"] == event_type:
                    return event
    raise AssertionError(f"the table ended without {event_type}")


async def event_types(harness, table, after=0):
    return [event.type for event in await harness.store.read(table, after)]
