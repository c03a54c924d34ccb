"""Players at one device can take an entry back until the next roll; the server never rolls dice again."""

import pytest

from pasch.rules.actions import NextGame, RollDice, Score, TakeBack
from pasch.rules.errors import IllegalAction, InvalidInput
from pasch.service.requests import JoinTable
from tests.service.harness import ANNA, BERND

pytestmark = pytest.mark.anyio


async def test_taking_back_entry_restores_its_dice(harness):
    table = await harness.open(ANNA, "Anna", "Bernd")
    await harness.roll(ANNA, table)
    before = await harness.snapshot(ANNA, table)
    await harness.do(ANNA, table, Score("ones"))
    assert (await harness.snapshot(ANNA, table))["can_take_back"]
    await harness.do(ANNA, table, TakeBack())
    after = await harness.snapshot(ANNA, table)
    assert after["turn"] == before["turn"]
    assert after["seats"] == before["seats"]
    assert not after["can_take_back"]
    [_, _, rolled, scored, back] = await harness.log(table)
    assert (back.type, back.seat, back.data) == (
        "entry_taken_back",
        1,
        {"cell": "ones", "points": scored.data["points"]},
    )
    assert rolled.data["dice"] == after["turn"]["dice"]


async def test_taking_back_does_not_change_next_roll(harness):
    dice = []
    for detour in (False, True):
        other = type(harness)()
        table = await other.open(ANNA, "Anna", "Bernd")
        await other.roll(ANNA, table)
        if detour:
            await other.do(ANNA, table, Score("ones"))
            await other.do(ANNA, table, TakeBack())
        await other.do(ANNA, table, Score("twos"))
        await other.roll(ANNA, table)
        dice.append((await other.snapshot(ANNA, table))["turn"]["dice"])
    assert dice[0] == dice[1]


async def test_entry_is_final_after_next_roll(harness):
    table = await harness.open(ANNA, "Anna", "Bernd")
    for action in (RollDice(), Score("ones"), RollDice()):
        await harness.do(ANNA, table, action)
    assert not (await harness.snapshot(ANNA, table))["can_take_back"]
    with pytest.raises(IllegalAction, match="is final"):
        await harness.do(ANNA, table, TakeBack())


async def test_only_one_entry_can_be_taken_back(harness):
    table = await harness.open(ANNA, "Anna", "Bernd")
    for action in (RollDice(), Score("ones"), TakeBack()):
        await harness.do(ANNA, table, action)
    with pytest.raises(IllegalAction):
        await harness.do(ANNA, table, TakeBack())


async def test_last_entry_can_be_taken_back_before_next_game(harness):
    table = await harness.open(ANNA, "Anna", games=2)
    while not (await harness.snapshot(ANNA, table))["results"]:
        await harness.play_on(ANNA, table)
    between = await harness.snapshot(ANNA, table)
    assert between["legal_actions"] == [{"type": "next_game"}]
    assert between["can_take_back"]
    await harness.do(ANNA, table, TakeBack())
    back = await harness.snapshot(ANNA, table)
    assert (back["results"], back["round"]) == ([], 13)
    await harness.play_on(ANNA, table)
    again = await harness.snapshot(ANNA, table)
    assert again["results"] == between["results"]
    await harness.do(ANNA, table, NextGame())
    assert not (await harness.snapshot(ANNA, table))["can_take_back"]


async def test_entry_is_final_at_table_with_remote_player(harness):
    table = await harness.open(ANNA, "Anna", "human")
    await harness.tables.join(BERND, table, JoinTable())
    await harness.roll(ANNA, table)
    await harness.do(ANNA, table, Score("ones"))
    assert not (await harness.snapshot(ANNA, table))["can_take_back"]
    with pytest.raises(IllegalAction, match="one device"):
        await harness.do(ANNA, table, TakeBack())


async def test_entry_of_bot_cannot_be_taken_back(harness):
    table = await harness.open(ANNA, "bot", "Anna")
    async with harness.tables.playing_bots():
        snapshot = await harness.until(ANNA, table, lambda event: event["type"] == "scored")
    assert not snapshot["can_take_back"]
    with pytest.raises(IllegalAction, match="own entry"):
        await harness.do(ANNA, table, TakeBack())


async def test_variant_default_makes_entries_final(harness):
    hartard = await harness.open(ANNA, "Anna", "Bernd", variant="hartard")
    await harness.roll(ANNA, hartard)
    await harness.do(ANNA, hartard, Score("ones"))
    assert not (await harness.snapshot(ANNA, hartard))["can_take_back"]
    with pytest.raises(IllegalAction, match="At this table entries are final"):
        await harness.do(ANNA, hartard, TakeBack())


@pytest.mark.parametrize(("variant", "allowed"), [("hartard", True), ("kniffel", False)])
async def test_table_option_overrides_variant_default(harness, variant, allowed):
    table = await harness.open(ANNA, "Anna", "Bernd", variant=variant, take_back=allowed)
    await harness.roll(ANNA, table)
    await harness.do(ANNA, table, Score("ones"))
    assert (await harness.snapshot(ANNA, table))["can_take_back"] is allowed


async def test_hartard_table_has_at_most_four_seats(harness):
    await harness.open(ANNA, *"ABCD", variant="hartard")
    with pytest.raises(InvalidInput, match="at most 4 seats"):
        await harness.open(ANNA, *"ABCDE", variant="hartard")
