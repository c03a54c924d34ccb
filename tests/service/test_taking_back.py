"""Players at one device can take an entry back until the next roll; the server never rolls dice again."""

import pytest

from pasch.rules.actions import NextGame, RollDice, Score, TakeBack
from pasch.rules.errors import IllegalAction, InvalidInput
from pasch.service.requests import JoinTable
from tests.service.hall import ANNA, BERND

pytestmark = pytest.mark.anyio


async def test_taking_back_entry_restores_its_dice(hall):
    table = await hall.open(ANNA, "Anna", "Bernd")
    await hall.roll(ANNA, table)
    before = await hall.look(ANNA, table)
    await hall.do(ANNA, table, Score("ones"))
    assert (await hall.look(ANNA, table))["can_take_back"]
    await hall.do(ANNA, table, TakeBack())
    after = await hall.look(ANNA, table)
    assert after["turn"] == before["turn"]
    assert after["seats"] == before["seats"]
    assert not after["can_take_back"]
    [_, _, rolled, scored, back] = await hall.log(table)
    assert (back.type, back.seat, back.data) == (
        "entry_taken_back",
        1,
        {"cell": "ones", "points": scored.data["points"]},
    )
    assert rolled.data["dice"] == after["turn"]["dice"]


async def test_taking_back_does_not_change_next_roll(hall):
    dice = []
    for detour in (False, True):
        other = type(hall)()
        table = await other.open(ANNA, "Anna", "Bernd")
        await other.roll(ANNA, table)
        if detour:
            await other.do(ANNA, table, Score("ones"))
            await other.do(ANNA, table, TakeBack())
        await other.do(ANNA, table, Score("twos"))
        await other.roll(ANNA, table)
        dice.append((await other.look(ANNA, table))["turn"]["dice"])
    assert dice[0] == dice[1]


async def test_entry_is_final_after_next_roll(hall):
    table = await hall.open(ANNA, "Anna", "Bernd")
    for action in (RollDice(), Score("ones"), RollDice()):
        await hall.do(ANNA, table, action)
    assert not (await hall.look(ANNA, table))["can_take_back"]
    with pytest.raises(IllegalAction, match="is final"):
        await hall.do(ANNA, table, TakeBack())


async def test_only_one_entry_can_be_taken_back(hall):
    table = await hall.open(ANNA, "Anna", "Bernd")
    for action in (RollDice(), Score("ones"), TakeBack()):
        await hall.do(ANNA, table, action)
    with pytest.raises(IllegalAction):
        await hall.do(ANNA, table, TakeBack())


async def test_last_entry_can_be_taken_back_before_next_game(hall):
    table = await hall.open(ANNA, "Anna", games=2)
    while not (await hall.look(ANNA, table))["results"]:
        await hall.play_on(ANNA, table)
    between = await hall.look(ANNA, table)
    assert between["legal_actions"] == [{"type": "next_game"}]
    assert between["can_take_back"]
    await hall.do(ANNA, table, TakeBack())
    back = await hall.look(ANNA, table)
    assert (back["results"], back["round"]) == ([], 13)
    await hall.play_on(ANNA, table)
    again = await hall.look(ANNA, table)
    assert again["results"] == between["results"]
    await hall.do(ANNA, table, NextGame())
    assert not (await hall.look(ANNA, table))["can_take_back"]


async def test_entry_is_final_at_table_with_remote_player(hall):
    table = await hall.open(ANNA, "Anna", "human")
    await hall.tables.join(BERND, table, JoinTable())
    await hall.roll(ANNA, table)
    await hall.do(ANNA, table, Score("ones"))
    assert not (await hall.look(ANNA, table))["can_take_back"]
    with pytest.raises(IllegalAction, match="one device"):
        await hall.do(ANNA, table, TakeBack())


async def test_entry_of_bot_cannot_be_taken_back(hall):
    table = await hall.open(ANNA, "bot", "Anna")
    async with hall.tables.playing_bots():
        snapshot = await hall.until(ANNA, table, lambda event: event["type"] == "scored")
    assert not snapshot["can_take_back"]
    with pytest.raises(IllegalAction, match="own entry"):
        await hall.do(ANNA, table, TakeBack())


async def test_variant_default_makes_entries_final(hall):
    hartard = await hall.open(ANNA, "Anna", "Bernd", variant="hartard")
    await hall.roll(ANNA, hartard)
    await hall.do(ANNA, hartard, Score("ones"))
    assert not (await hall.look(ANNA, hartard))["can_take_back"]
    with pytest.raises(IllegalAction, match="At this table entries are final"):
        await hall.do(ANNA, hartard, TakeBack())


@pytest.mark.parametrize(("variant", "allowed"), [("hartard", True), ("kniffel", False)])
async def test_table_option_overrides_variant_default(hall, variant, allowed):
    table = await hall.open(ANNA, "Anna", "Bernd", variant=variant, take_back=allowed)
    await hall.roll(ANNA, table)
    await hall.do(ANNA, table, Score("ones"))
    assert (await hall.look(ANNA, table))["can_take_back"] is allowed


async def test_hartard_table_has_at_most_four_seats(hall):
    await hall.open(ANNA, *"ABCD", variant="hartard")
    with pytest.raises(InvalidInput, match="at most 4 seats"):
        await hall.open(ANNA, *"ABCDE", variant="hartard")
