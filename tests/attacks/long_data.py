"""Floods of equal requests, and requests about very long data."""

import asyncio

from pasch.rules.actions import NextGame, Score
from pasch.rules.events import DiceRolled
from pasch.rules.match import Match
from pasch.rules.notation.record import Record
from pasch.rules.notation.record_writer import write_record
from pasch.rules.state import Stage
from pasch.rules.variants import variant_with
from pasch.service.ids import TableId
from pasch.service.log import NewEvent
from pasch.service.ports import Append
from tests.support.protocol import at_table

EIGHT_COLUMNS = "|".join(["free"] * 8)


async def send_in_parallel(count, send):
    """Send a request this many times in parallel."""
    await asyncio.gather(*(send() for _ in range(count)))


async def read_all(person, path):
    """Return the whole answer to a request that must succeed."""
    answer = await person.ask("GET", path)
    assert answer.status_code == 200, answer.text
    return answer.text


async def read_events_over_socket(world, person, table, seq):
    """Read the whole past of a table over a socket; returns the numbers of its events."""
    async with at_table(world, person, table) as connection:
        return await connection.until_event(seq)


async def long_log(world, person, events):
    """A public table at which a player changed “ready” this many times."""
    table = TableId((await person.open("Anna", "human", visibility="public", start=False))["id"])
    writer = world.app.state.context.tables.writer
    state = (await writer.tables.find(table)).state
    added = tuple(NewEvent("seat_ready", 1, {"ready": number % 2 == 0}) for number in range(events - state.seq))
    await writer.store.append(Append(table, state.seq, added, writer.clock.now(), state.status))
    writer.forget(table)
    return table


def long_record(games):
    """A record of two players with this many filled sheets of eight columns."""
    match, events = Match.begin(variant_with("kniffel", {"columns": EIGHT_COLUMNS}), ["Anna", "Bernd"], games), []
    while not match.over:
        step = _next_step(match)
        match, happened = match.apply(step)
        events += happened
    start = Match.begin(match.variant, match.players, games)
    return write_record(Record.of(start, events))


def _next_step(match):
    if match.between_games:
        return NextGame()
    if match.game.stage is Stage.READY:
        return DiceRolled(match.variant.roll("11125"))
    return Score(next(iter(match.game.legal_actions.entries)))
