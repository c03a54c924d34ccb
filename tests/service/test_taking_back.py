"""Entries can be taken back around one screen until the next roll; dice never fall twice."""

import pytest

from pasch.rules.actions import NextGame, RollDice, Score, TakeBack
from pasch.rules.errors import IllegalAction, InvalidInput
from pasch.service.requests import JoinTable
from tests.service.hall import ANNA, BERND

pytestmark = pytest.mark.anyio


async def test_an_entry_is_taken_back_with_its_dice(hall):
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


async def test_the_next_turn_has_the_same_dice_whatever_was_taken_back(hall):
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


async def test_after_the_next_roll_the_entry_stands(hall):
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


async def test_the_last_entry_of_a_game_can_be_taken_back_before_the_next(hall):
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


async def test_somebody_from_afar_is_not_overruled(hall):
    table = await hall.open(ANNA, "Anna", "human")
    await hall.tables.join(BERND, table, JoinTable())
    await hall.roll(ANNA, table)
    await hall.do(ANNA, table, Score("ones"))
    assert not (await hall.look(ANNA, table))["can_take_back"]
    with pytest.raises(IllegalAction, match="one device"):
        await hall.do(ANNA, table, TakeBack())


async def test_what_a_bot_wrote_stays(hall):
    table = await hall.open(ANNA, "bot", "Anna")
    async with hall.tables.playing_bots():
        snapshot = await hall.until(ANNA, table, lambda event: event["type"] == "scored")
    assert not snapshot["can_take_back"]
    with pytest.raises(IllegalAction, match="own entry"):
        await hall.do(ANNA, table, TakeBack())


async def test_entries_are_final_where_the_game_says_so_and_nobody_allows_more(hall):
    hartard = await hall.open(ANNA, "Anna", "Bernd", variant="hartard")
    await hall.roll(ANNA, hartard)
    await hall.do(ANNA, hartard, Score("ones"))
    assert not (await hall.look(ANNA, hartard))["can_take_back"]
    with pytest.raises(IllegalAction, match="At this table entries are final"):
        await hall.do(ANNA, hartard, TakeBack())


@pytest.mark.parametrize(("variant", "allowed"), [("hartard", True), ("kniffel", False)])
async def test_a_switch_of_the_table_wins(hall, variant, allowed):
    table = await hall.open(ANNA, "Anna", "Bernd", variant=variant, take_back=allowed)
    await hall.roll(ANNA, table)
    await hall.do(ANNA, table, Score("ones"))
    assert (await hall.look(ANNA, table))["can_take_back"] is allowed


async def test_four_sit_at_a_new_table_of_hartard(hall):
    await hall.open(ANNA, *"ABCD", variant="hartard")
    with pytest.raises(InvalidInput, match="at most 4 seats"):
        await hall.open(ANNA, *"ABCDE", variant="hartard")
