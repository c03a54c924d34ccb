"""A test harness: the whole service over a store in memory, with a clock and randomness that the test controls."""

import asyncio
import hashlib
import itertools
from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from pasch.bots import BOTS
from pasch.rules.actions import (
    Announce,
    Believe,
    Claim,
    Double,
    Doubt,
    EndTurn,
    NextGame,
    RollDice,
    Score,
    TakeNothing,
    UseAction,
)
from pasch.service.ids import Handle, SessionId, TableId
from pasch.service.requests import Access, Command, OpenSeat, OpenTable, SeatKind, Session, Visibility
from pasch.service.runtime.tables import Tables
from pasch.service.runtime.writer import TableSettings
from pasch.storage.bus import LocalBus
from pasch.storage.people import SqlPeople
from pasch.storage.tables import SqlTables
from tests.support.memory import MemoryDatabase

START = datetime(2026, 11, 21, 18, tzinfo=UTC)


class ManualClock:
    """Time that the test advances."""

    def __init__(self):
        self.time = START
        self.step = timedelta()
        self.sleepers = []
        self.sleeper_added = asyncio.Event()

    def now(self):
        """The time, which advances by a `step` at each reading."""
        self.time += self.step
        return self.time

    async def sleep(self, seconds):
        if seconds <= 0:
            return
        woken = asyncio.get_running_loop().create_future()
        self.sleepers.append((self.time + timedelta(seconds=seconds), woken))
        self.sleeper_added.set()
        await woken

    def advance(self, seconds):
        self.time += timedelta(seconds=seconds)
        self.sleeper_added.clear()
        due = [woken for at, woken in self.sleepers if at <= self.time]
        self.sleepers = [(at, woken) for at, woken in self.sleepers if at > self.time]
        for woken in due:
            if not woken.done():
                woken.set_result(None)

    def wake(self):
        """End every sleep early."""
        for _, woken in self.sleepers:
            if not woken.done():
                woken.set_result(None)
        self.sleepers = []

    async def wait_for_sleeper(self):
        """Wait until a task sleeps on this clock."""
        await self.sleeper_added.wait()


class SequentialEntropy:
    """Randomness that is the same in every run."""

    def __init__(self, start=0):
        self.counter = itertools.count(start)

    def token(self, size=32):
        return hashlib.sha256(b"token%d" % next(self.counter)).hexdigest()[: 2 * size]

    def seed(self):
        return hashlib.sha256(b"seed%d" % next(self.counter)).digest()


class Harness:
    """The service, with helpers for tests."""

    def __init__(
        self,
        store=None,
        *,
        bus=None,
        pause=0.0,
        first=0,
        bots=BOTS,
        ownership=None,
        clock=None,
        entropy=None,
        **settings,
    ):
        self.store = store or SqlTables(MemoryDatabase())
        self.clock = clock or ManualClock()
        self.bus = bus or LocalBus()
        settings = TableSettings(bot_pause=pause, **settings)
        entropy = entropy or SequentialEntropy(first)
        self.tables = Tables(self.store, self.bus, self.clock, entropy, settings, bots, ownership)
        self._ids = itertools.count(first)

    def id(self):
        return f"command-{next(self._ids)}"

    async def open(self, caller, *seats, variant="kniffel", **wish) -> TableId:
        open_seats = tuple(seat_wish(seat) for seat in seats or ("Anna", "Bernd"))
        return await self.tables.open(caller, OpenTable(variant, open_seats, **wish))

    async def snapshot(self, caller, table, lang="en"):
        return await self.tables.snapshot(caller, table, lang)

    async def do(self, caller, table, action, **command):
        return await self.tables.act(caller, table, Command(self.id(), action, **command))

    async def roll(self, caller, table, keep=None):
        return await self.do(caller, table, RollDice(keep))

    async def play_on(self, caller, table):
        """Roll once, enter in the first cell and pass on: the quickest way through a match."""
        legal = (await self.snapshot(caller, table))["legal_actions"]
        ending = next((a for kind in TURN_ENDING for a in legal if a["type"] == kind), legal[0])
        return await self.do(caller, table, action_of(ending))

    async def play_to_end(self, caller, table):
        """Play until the match is over; return the last snapshot."""
        async with aclosing(self.tables.follow(caller, table, 0, "en")) as batches:
            async for batch in batches:
                if batch.snapshot["legal_actions"]:
                    await self.play_on(caller, table)
        return await self.snapshot(caller, table)

    async def until(self, caller, table, matches):
        """Wait for an event; return the snapshot after it."""
        async with aclosing(self.tables.follow(caller, table, 0, "en")) as batches:
            async for batch in batches:
                if any(matches(event) for event in batch.events):
                    return batch.snapshot
        raise AssertionError("the table ended without it")

    async def events(self, caller, table, after, lang):
        """The log after an event, as the caller may see it."""
        return [event async for batch in self.tables.events(caller, table, after, lang) for event in batch]

    async def log(self, table):
        return await self.store.read(table, 0)


TURN_ENDING = ("score", "end_turn", "believe", "take_nothing")
"""An action that ends a turn, where it is legal."""


def action_of(wire_action):
    """The action of a legal action in a snapshot."""
    match wire_action:
        case {"type": "roll"}:
            return RollDice(wire_action.get("keep"))
        case {"type": "score", "cell": cell, "points": points}:
            return Score(cell, points)
        case {"type": "announce", "cell": cell}:
            return Announce(cell)
        case {"type": "claim", "cell": cell, "points": points}:
            return Claim(cell, points)
        case {"type": "use_action", "action": action}:
            return UseAction(action, wire_action.get("target"), wire_action.get("cell"))
    return {
        "double": Double(),
        "end_turn": EndTurn(),
        "believe": Believe(),
        "doubt": Doubt(),
        "take_nothing": TakeNothing(),
        "next_game": NextGame(),
    }[wire_action["type"]]


def person(name, *, shown=None):
    return Session(SessionId(f"session of {name}"), name if shown is None else shown, START, Handle(name.lower()))


def seat_wish(seat):
    """A name, `bot` or `human`."""
    if seat in ("bot", "human"):
        return OpenSeat(SeatKind(seat))
    return OpenSeat(SeatKind.LOCAL, seat)


ANNA, BERND, CLARA = person("Anna"), person("Bernd"), person("Clara")


async def store_people(database, *people):
    """Store people, for stores that refer to them."""
    for each in people:
        await SqlPeople(database).add_session(replace(each, access=Access(each.handle)), each.id.encode())


PUBLIC = Visibility.PUBLIC


async def check_same_dice(harness: Harness, people: Sequence[Session], tables: Sequence[TableId]) -> None:
    """Play a turn and a roll at three tables, with different paces and keeps: shared rolls have equal dice."""
    for person, table, keeps in zip(people, tables, ([], ["k-"], [""]), strict=True):
        await harness.roll(person, table)
        for keep in keeps:
            dice = (await harness.snapshot(person, table))["turn"]["dice"]
            await harness.roll(person, table, keep or f"k{dice[0]}")
            harness.clock.advance(3600)
        await harness.play_on(person, table)
        await harness.roll(person, table)
    logs = [[e.data["dice"] for e in await harness.log(table) if e.type == "dice_rolled"] for table in tables]
    assert [len(log) for log in logs] == [2, 3, 3]
    assert len({log[0] for log in logs}) == len({log[-1] for log in logs}) == 1
