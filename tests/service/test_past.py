"""Past snapshots: a table after any of its events, without secrets of that time."""

import pytest

from pasch.rules.actions import Claim
from pasch.rules.errors import InvalidInput
from pasch.service.errors import UnknownTable
from pasch.service.requests import Abort, JoinTable
from pasch.service.runtime.cache import MARK
from tests.service.harness import ANNA, BERND, CLARA, PUBLIC, Harness

pytestmark = pytest.mark.anyio

OF_NOW = {"now", "clock", "legal_actions", "can_take_back", "can_start", "watchers"}
"""The fields of a snapshot about the present only."""


async def past(harness, caller, table, seq):
    return await harness.tables.snapshot(caller, table, "en", seq)


def still(snapshot):
    return {name: value for name, value in snapshot.items() if name not in OF_NOW}


async def test_past_snapshot_equals_snapshot_of_that_time(harness):
    """A watcher and a player step through a whole game, in both directions and across the stored states."""
    table = await harness.open(ANNA, "Anna", "Bernd", "Clara", visibility=PUBLIC)
    seen = {}
    while (snapshot := await harness.snapshot(ANNA, table))["status"] == "running":
        seen[snapshot["seq"]] = (snapshot, await harness.snapshot(None, table))
        await harness.play_on(ANNA, table)
    assert max(seen) > MARK
    for seq in sorted(seen, key=lambda number: number * 37 % 101):
        for caller, then in zip((ANNA, None), seen[seq], strict=True):
            earlier = await past(harness, caller, table, seq)
            assert still(earlier) == still(then)
            assert earlier["legal_actions"] == []
            assert not earlier["can_take_back"]
    whole = await past(harness, None, table, snapshot["seq"])
    assert still(whole) == still(await harness.snapshot(None, table))


async def test_process_with_replayed_log_shows_same_past(harness):
    table = await harness.open(ANNA, "Anna", "Bernd", "Clara", visibility=PUBLIC)
    for _ in range(MARK):
        await harness.play_on(ANNA, table)
    other = Harness(harness.store, first=500)
    for seq in (1, 2, MARK - 1, MARK, MARK + 1):
        assert still(await past(other, None, table, seq)) == still(await past(harness, None, table, seq))


async def test_unknown_event_number_is_refused(harness):
    table = await harness.open(ANNA, visibility=PUBLIC)
    seq = (await harness.snapshot(ANNA, table))["seq"]
    for wrong in (0, -1, seq + 1, 2**53):
        with pytest.raises(InvalidInput, match="no event"):
            await past(harness, None, table, wrong)


async def test_private_table_hides_past_from_strangers(harness):
    table = await harness.open(ANNA, "Anna", "Bernd")
    with pytest.raises(UnknownTable):
        await past(harness, BERND, table, 1)


async def test_hidden_dice_stay_hidden_in_the_past(harness):
    table = await harness.open(ANNA, "Anna", "human", "human", variant="luegenkniffel", visibility=PUBLIC)
    for person in (BERND, CLARA):
        await harness.tables.join(person, table, JoinTable())
    seq = (await harness.roll(ANNA, table)).seq
    await harness.do(ANNA, table, Claim("chance", 30))
    for caller in (BERND, CLARA, None):
        earlier = await past(harness, caller, table, seq)
        assert earlier["turn"]["dice"] is None
        assert earlier["turn"]["hidden"]
    mine = await past(harness, ANNA, table, seq)
    assert len(mine["turn"]["dice"]) == 5
    await harness.do(ANNA, table, Abort())
    earlier = await past(harness, None, table, seq)
    assert earlier["turn"]["dice"] == mine["turn"]["dice"]
    assert earlier["server_seed"] is None


async def test_shared_device_cannot_reveal_hidden_dice_through_past(harness):
    """The player who may doubt the claim holds the device now."""
    table = await harness.open(ANNA, "Anna", "Bernd", "Clara", variant="luegenkniffel")
    seq = (await harness.roll(ANNA, table)).seq
    assert (await harness.snapshot(ANNA, table))["turn"]["dice"] is not None
    await harness.do(ANNA, table, Claim("chance", 30))
    earlier = await past(harness, ANNA, table, seq)
    assert (earlier["turn"]["dice"], earlier["turn"]["hidden"]) == (None, True)
