"""Patches: each client's copy becomes the server's snapshot, for every caller and after every loss."""

import json
import random
from contextlib import AsyncExitStack, aclosing

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pasch.rules.variants import find_variant
from pasch.service.ids import TableId
from pasch.service.requests import JoinTable
from pasch.service.views.patches import SAME, difference, patched
from pasch.service.views.rows import followed, snapshot_of
from pasch.service.views.view import changes_of
from tests.service.harness import ANNA, BERND, CLARA, PUBLIC, action_of
from tests.support.sizes import every_variant

STEPS = 25
"""Commands of a test; the slow ones play whole games."""
LOST, SWAPPED, WAITS = 0.2, 0.2, 0.3
"""How often a message is lost, arrives after the next one, or arrives later together with others."""

LEAVES = st.none() | st.booleans() | st.integers(2, 9) | st.text("ab", max_size=2)
TREES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abcd"), inner, max_size=3),
    max_leaves=12,
)


def over_the_wire(value):
    return json.loads(json.dumps(value))


@given(TREES, TREES)
def test_patch_turns_old_value_into_new_one(before, after):
    change = difference(before, after)
    untouched = json.dumps(before)
    made = before if change is SAME else patched(before, over_the_wire(change))
    assert json.dumps(made, sort_keys=True) == json.dumps(after, sort_keys=True)
    assert json.dumps(before) == untouched


def test_patch_omits_unchanged_values():
    before = {"sheet": {"rows": [1, 2]}, "seats": [{"total": 5, "cells": {"ones": 1}}, {"total": 0, "cells": {}}]}
    after = {
        "sheet": {"rows": [1, 2]},
        "seats": [{"total": 8, "cells": {"ones": 1, "twos": 3}}, {"total": 0, "cells": {}}],
    }
    assert difference(before, after) == {"seats": {"0": {"total": 8, "cells": {"twos": 3}}}}
    assert difference(before, {**before, "seats": []}) == {"seats": [[]]}


pytestmark = pytest.mark.anyio

# ------------------------------------------------------------------------------- at a table


class Listener:
    """A person at a table: the server's last view for them, and their own copy."""

    def __init__(self, caller, lang, batches):
        self.caller, self.lang, self.batches = caller, lang, batches
        self.view = None
        self.held = None

    async def hello(self):
        self.view = (await anext(self.batches)).view
        self.held = over_the_wire(self.view.brief)

    async def message(self, seq):
        """The message after the next event: its first and last number, and the changes."""
        before = self.view
        while self.view.seq < seq:
            self.view = (await anext(self.batches)).view
        return over_the_wire({"from": before.seq, "seq": self.view.seq, "set": changes_of(before, self.view)})

    def expand(self, message):
        """Apply a fitting patch; ignore old ones, and request everything after a gap."""
        if message["from"] == self.held["seq"]:
            self.held = followed(self.held, message["set"], message["seq"])
        elif message["seq"] > self.held["seq"]:
            self.held = over_the_wire(self.view.brief)

    async def holds_what_is_seen(self, harness, table):
        seen = over_the_wire(await harness.snapshot(self.caller, table, self.lang))
        assert still(over_the_wire(snapshot_of(self.held))) == still(seen)


def still(snapshot):
    """The comparable fields: without times, watchers, and the keeps of a roll."""
    seen = {name: value for name, value in snapshot.items() if name not in {"now", "kept_until", "watchers"}}
    deeds = [
        {"type": each["type"]} if each["type"] in {"roll", "enter_dice"} else each for each in snapshot["legal_actions"]
    ]
    return seen | {"legal_actions": sorted({json.dumps(deed, sort_keys=True) for deed in deeds})}


async def sit_down(harness, stack, variant):
    """A public table of two people, one with two seats; they and watchers listen in two languages."""
    seats = ["Anna", "human", *["Carl"] * (find_variant(variant).seats[0] - 2)]
    table = await harness.open(ANNA, *seats, variant=variant, visibility=PUBLIC, games=2)
    await harness.tables.join(BERND, table, JoinTable("Bernd"))
    listeners = []
    for caller, lang in ((ANNA, "en"), (BERND, "de"), (BERND, "en"), (CLARA, "en"), (None, "de")):
        follow = harness.tables.follow(caller, TableId(table), 0, lang, linger=True)
        listeners.append(Listener(caller, lang, await stack.enter_async_context(aclosing(follow))))
        await listeners[-1].hello()
    return table, listeners


async def play(harness, table, chance, steps):
    """Send this many commands of any kind for the players to move; yield the last event's number after each."""
    for _ in range(steps):
        for caller in (ANNA, BERND):
            if legal := (await harness.snapshot(caller, table))["legal_actions"]:
                kind = chance.choice(sorted({action["type"] for action in legal}))
                wish = action_of(chance.choice([action for action in legal if action["type"] == kind]))
                yield (await harness.do(caller, table, wish)).seq
                break
        else:
            return


@pytest.mark.parametrize("variant", every_variant())
async def test_patched_copy_equals_snapshot_for_every_listener(harness, variant):
    async with AsyncExitStack() as stack:
        table, listeners = await sit_down(harness, stack, variant)
        async for seq in play(harness, table, random.Random(variant), STEPS):
            for listener in listeners:
                listener.expand(await listener.message(seq))
                await listener.holds_what_is_seen(harness, table)


async def fickle(harness, variant, seed, steps):
    """A game over connections that lose, delay and swap messages. The last message arrives."""
    chance = random.Random(seed)
    async with AsyncExitStack() as stack:
        table, listeners = await sit_down(harness, stack, variant)
        under_way = {listener: [] for listener in listeners}
        seq = 0
        async for seq in play(harness, table, chance, steps):
            for listener, waiting in under_way.items():
                waiting.append(await listener.message(seq))
                if len(waiting) > 1 and chance.random() < SWAPPED:
                    waiting[-2:] = reversed(waiting[-2:])
                if len(waiting) > 1 and chance.random() < LOST:
                    del waiting[chance.randrange(len(waiting) - 1)]
                while waiting and chance.random() > WAITS:
                    listener.expand(waiting.pop(0))
        for listener, waiting in under_way.items():
            for message in [*waiting, {"from": seq, "seq": seq, "set": {}}]:
                listener.expand(message)
            await listener.holds_what_is_seen(harness, table)


async def test_patched_copy_survives_lost_delayed_and_swapped_messages(harness):
    await fickle(harness, "kniffel", 1, STEPS)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 29))])
@pytest.mark.parametrize("variant", every_variant())
async def test_patched_copy_survives_unreliable_connection_in_whole_games(harness, variant, seed):
    await fickle(harness, variant, seed, 10_000)


@pytest.mark.slow
@pytest.mark.parametrize("variant", every_variant())
async def test_patched_copy_equals_snapshot_in_whole_games(harness, variant):
    async with AsyncExitStack() as stack:
        table, listeners = await sit_down(harness, stack, variant)
        async for seq in play(harness, table, random.Random(variant), 10_000):
            for listener in listeners:
                listener.expand(await listener.message(seq))
                await listener.holds_what_is_seen(harness, table)
