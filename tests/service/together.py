"""People at separate devices: a table with some of them, and its log after a while."""

import asyncio
from contextlib import aclosing, asynccontextmanager

from pasch.service.requests import JoinTable
from pasch.service.runtime.connections import Connection
from pasch.service.table.options import Absent, TableOptions, TimeLimit
from pasch.service.table.presence import Graces
from tests.service.hall import ANNA, BERND, PUBLIC, Hall

GRACES = Graces(blink=5, short=30, long=180, linger=60)


def hall_of_time(**settings):
    return Hall(graces=GRACES, **settings)


def options(turn=None, bank=0, *, absent="bot"):
    return TableOptions(None if turn is None else TimeLimit(turn, bank), Absent(absent))


async def table_of(hall, *others, turn=None, bank=0, absent="bot", **wish):
    """Anna opens a public table, the others join; the match has begun."""
    wish = {"visibility": PUBLIC, "options": options(turn, bank, absent=absent), **wish}
    table = await hall.open(ANNA, "Anna", *(["human"] * len(others)), **wish)
    for other in others:
        await hall.tables.join(other, table, JoinTable())
    return table


async def couple(hall, **wish):
    return await table_of(hall, BERND, **wish)


@asynccontextmanager
async def there(hall, who, table):
    """A person follows the table; the argument is the reason of the end."""
    line = Connection()
    async with aclosing(hall.tables.follow(who, table, 0, "en", connection=line)) as batches:
        await anext(batches)
        yield line


@asynccontextmanager
async def following(hall, who, table):
    """A person follows the table and reads its events, as a socket does."""

    async def read():
        async with aclosing(hall.tables.follow(who, table, 0, "en")) as batches:
            async for _ in batches:
                pass

    reading = asyncio.ensure_future(read())
    try:
        yield
    finally:
        reading.cancel()
        await asyncio.wait({reading})


async def happens(hall, table, kind, after=0):
    """Wait until something of a kind happens after an event; that event."""
    async with aclosing(hall.tables.follow(None, table, after, "en")) as batches:
        async for batch in batches:
            for event in batch.events:
                if event["type"] == kind:
                    return event
    raise AssertionError(f"the table ended without {kind}")


async def types(hall, table, after=0):
    return [event.type for event in await hall.store.read(table, after)]
