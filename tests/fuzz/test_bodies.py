"""Malformed command bodies: the service refuses each with a message and changes nothing."""

import asyncio
import json
from collections import Counter
from dataclasses import dataclass, field
from typing import get_args
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pasch.rules.errors import PaschError
from pasch.server.sockets.commands import read_command
from pasch.server.wire import commands as wire
from pasch.service.chat.chat import Chat, Say
from pasch.service.chat.store import Room
from pasch.service.requests import JoinTable, OpenSeat, OpenTable, SeatKind
from pasch.service.runtime import tables
from pasch.storage.chat import SqlChat
from tests.fuzz.targets import MOST_LINES, seeds
from tests.service.harness import ANNA, BERND, PUBLIC, Harness, store_people
from tests.support.line_limit import limit_lines

ODD = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=8), st.sampled_from(["", "k-", "ones@9"])
    ),
    lambda each: st.one_of(st.lists(each, max_size=3), st.dictionaries(st.text(max_size=4), each, max_size=3)),
    max_leaves=5,
)
GOOD = [json.loads(text) for text in seeds("command")]
TYPES = [get_args(kind.model_fields["type"].annotation)[0] for kind in get_args(wire.AnyCommand)]
GAMES = (("kniffel", False), ("kniffel", True), ("kniffeliger", False), ("luegenkniffel", False))
"""The game, and whether it has real dice."""
NEAR = st.one_of(st.none(), st.integers(0, 9), st.sampled_from(["ones", "chance", "13356", "k-", "steal"]))
"""Values that some command may have."""


@dataclass(frozen=True)
class AlteredBody:
    """A valid body, or one of the legal actions, with some values exchanged and unknown names added.

    `knows`: the body has the number of the latest event, unless the changes contain another number.
    """

    base: int
    changes: dict
    knows: bool

    def body(self, number, legal, latest):
        """The text to send. Its id is unique unless the changes contain one; a used id would repeat an old answer."""
        bases = [*GOOD, *legal, *legal, *legal]
        body = {**bases[self.base % len(bases)], "id": str(UUID(int=number))}
        body.pop("expect_seq", None)
        return json.dumps(body | ({"expect_seq": latest} if self.knows else {}) | self.changes)


@st.composite
def spoiled(draw):
    names = ["id", "expect_seq", "seat", "type", "cell", "keep", "points", "extra", "round", "dice", "action"]
    changes = {}
    for name in draw(st.lists(st.one_of(st.sampled_from(names), st.text(max_size=5)), max_size=3)):
        changes[name] = draw(st.sampled_from(TYPES) if name == "type" else st.one_of(NEAR, ODD))
    return AlteredBody(draw(st.integers(0, 1000)), changes, draw(st.booleans()))


@dataclass
class OutcomeCounts:
    """The outcomes of the commands that reached a decision."""

    accepted: Counter = field(default_factory=Counter)
    refused: Counter = field(default_factory=Counter)

    def decide(self, *asked, decide=tables.decide):
        """Call the service's `decide`, and count the outcome."""
        try:
            change = decide(*asked)
        except PaschError as error:
            self.refused[error.template] += 1
            raise
        self.accepted[type(asked[-1].action).__name__] += 1
        return change


class ChatHarness(Harness):
    """Two tables with Anna's seats and one chat line each; one of them receives the bodies."""

    def __init__(self, variant, *, real):
        super().__init__()
        self._talk = SqlChat(self.store.database)
        self.chat = Chat(self._talk, self.tables, self.bus, self.clock)
        seats = tuple(OpenSeat(SeatKind.LOCAL, name, real=real) for name in ("Anna", "Bernd", "Clara"))
        self.wish = OpenTable(variant, seats)

    async def furnish(self):
        """Open both tables; returns the one that receives the bodies."""
        await store_people(self.store.database, ANNA, BERND)
        other = await self.open(ANNA, "Anna", "human", visibility=PUBLIC)
        await self.tables.join(BERND, other, JoinTable())
        await self.chat.say(BERND, other, Say(Room.PLAYERS, "Hello"), "en")
        return await self.begin()

    async def begin(self):
        table = await self.tables.open(ANNA, self.wish)
        await self.chat.say(ANNA, table, Say(Room.PLAYERS, "Hello to myself"), "en")
        return table

    async def kept(self):
        """The rows of every database table, by the table's name."""
        names = await self.store.database.rows("SELECT name FROM sqlite_schema WHERE type = 'table'")
        return {name: await self.store.database.rows(f"SELECT * FROM {name}") for (name,) in names}

    async def take(self, table, text):
        """Send a body, and check that it changes only what it may."""
        before = await self.kept()
        try:
            with limit_lines(MOST_LINES, text):
                await self.tables.act(ANNA, table, read_command(text))
        except PaschError:
            assert await self.kept() == before
            return
        after = await self.kept()
        assert set(before["events"]) <= set(after["events"])
        assert of_others(after, table) == of_others(before, table)


def of_others(kept, table):
    """The rows that do not belong to a table."""
    return {name: [row for row in rows if table not in row] for name, rows in kept.items()}


async def sent(game, bodies):
    """Send one body after the other, and open a new table after the end of a match."""
    variant, real = game
    house = ChatHarness(variant, real=real)
    table = await house.furnish()
    for number, each in enumerate(bodies):
        shown = await house.snapshot(ANNA, table)
        if shown["status"] in {"finished", "aborted"} and number % 2:  # some are sent after the end
            table = await house.begin()
            shown = await house.snapshot(ANNA, table)
        await house.take(table, each.body(number, shown["legal_actions"], shown["seq"]))


def test_refused_body_changes_nothing():
    decided = OutcomeCounts()

    @given(st.sampled_from(GAMES), st.lists(spoiled(), min_size=1, max_size=12))
    def bodies(game, bodies):
        asyncio.run(sent(game, bodies))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tables, "decide", decided.decide)
        bodies()
    assert len(decided.accepted) >= 3, f"too little was accepted: {decided.accepted}"
    assert len(decided.refused) >= 5, f"too little was refused by deciding: {decided.refused}"
