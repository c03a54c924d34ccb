"""Lügenkniffel at a table: which callers receive which dice, and when."""

from contextlib import aclosing

import pytest

from pasch.rules.actions import Believe, Claim, Doubt, RollDice, Score, TakeBack
from pasch.rules.dice import Roll
from pasch.rules.errors import IllegalAction
from pasch.rules.events import ClaimSettled
from pasch.rules.notation.record_reader import read_record
from pasch.service.errors import NotYourTurn
from pasch.service.requests import Abort, JoinTable
from tests.service.harness import ANNA, BERND, CLARA, PUBLIC, Harness

pytestmark = pytest.mark.anyio

OTHERS = (BERND, CLARA, None)


@pytest.fixture
async def table(harness):
    """Three players on three devices. Anna has rolled once, kept two dice and rolled again."""
    table = await harness.open(ANNA, "Anna", "human", "human", variant="luegenkniffel", visibility=PUBLIC)
    for person in (BERND, CLARA):
        await harness.tables.join(person, table, JoinTable())
    await harness.roll(ANNA, table)
    dice = (await harness.snapshot(ANNA, table))["turn"]["dice"]
    await harness.roll(ANNA, table, f"k{dice[:2]}")
    return table


async def events(harness, caller, table):
    return await harness.events(caller, table, 0, "en")


async def latest(harness, caller, table, kind):
    return [event for event in await events(harness, caller, table) if event["type"] == kind][-1]


async def test_rolling_player_sees_dice_and_honest_claims(harness, table):
    turn = (await harness.snapshot(ANNA, table))["turn"]
    assert len(turn["dice"]) == 5
    assert (turn["hidden"], turn["dice_count"], turn["kept_count"], len(turn["kept"])) == (False, 5, 2, 3)
    rolled = await latest(harness, ANNA, table, "dice_rolled")
    assert rolled["data"]["dice"] == turn["dice"]
    assert turn["dice"][0] in rolled["text"]
    claims = [a for a in (await harness.snapshot(ANNA, table))["legal_actions"] if a["type"] == "claim"]
    by_honesty = {honest: sum(claim["honest"] is honest for claim in claims) for honest in (True, False)}
    assert all(by_honesty.values())
    total = sum(map(int, turn["dice"]))
    for claim in claims:
        if claim["cell"] == "chance":
            assert claim["honest"] is (claim["points"] <= total)


@pytest.mark.parametrize("caller", OTHERS)
async def test_other_callers_see_only_the_number_of_dice(harness, table, caller):
    snapshot = await harness.snapshot(caller, table)
    turn = snapshot["turn"]
    assert (turn["seat"], turn["stage"], turn["rolls_used"], turn["rolls_left"]) == (1, "rolled", 2, 1)
    assert (turn["dice"], turn["kept"], turn["locked"]) == (None, None, "k-")
    assert (turn["hidden"], turn["dice_count"], turn["kept_count"]) == (True, 5, 2)
    assert snapshot["legal_actions"] == []
    mine, theirs = await events(harness, ANNA, table), await events(harness, caller, table)
    assert [event["seq"] for event in mine] == [event["seq"] for event in theirs]
    rolled = theirs[-1]
    assert rolled["data"] == {"dice": None, "keep": None, "kept_count": 2, "roll": 2, "rolls_left": 1}
    assert rolled["text"]


async def test_players_answer_a_claim_in_seat_order(harness, table):
    await harness.do(ANNA, table, Claim("full_house", 25))
    asked = await harness.snapshot(BERND, table)
    assert asked["turn"]["claim"] == {"seat": 1, "cell": "full_house", "points": 25, "doubts": []}
    assert (asked["turn"]["seat"], asked["turn"]["stage"], asked["turn"]["dice"]) == (2, "claimed", None)
    assert asked["legal_actions"] == [{"type": "believe"}, {"type": "doubt"}]
    assert (await harness.snapshot(CLARA, table))["legal_actions"] == []
    assert (await harness.snapshot(ANNA, table))["turn"]["dice"] is not None
    for person, action in ((ANNA, Believe()), (ANNA, RollDice()), (CLARA, Doubt())):
        with pytest.raises(NotYourTurn, match="seat 2"):
            await harness.do(person, table, action)
    with pytest.raises(IllegalAction, match="believe or doubt"):
        await harness.do(BERND, table, RollDice())
    await harness.do(BERND, table, Doubt())
    assert (await harness.snapshot(CLARA, table))["turn"]["claim"]["doubts"] == [2]


@pytest.mark.parametrize("caller", [ANNA, *OTHERS])
async def test_settled_doubt_reveals_the_dice_to_all(harness, table, caller):
    dice = (await harness.snapshot(ANNA, table))["turn"]["dice"]
    await harness.do(ANNA, table, Claim("kniffel", 50))
    await harness.do(BERND, table, Doubt())
    assert not any(event["type"] == "claim_settled" for event in await events(harness, caller, table))
    await harness.do(CLARA, table, Believe())
    settled = await latest(harness, caller, table, "claim_settled")
    assert settled["data"] == {"cell": "kniffel", "points": 50, "lied": True, "doubters": [2], "hit": [2], "dice": dice}
    seats = (await harness.snapshot(caller, table))["seats"]
    assert (seats[0]["cells"], seats[0]["lies"]) == ({"kniffel": 0}, ["kniffel"])
    assert seats[1]["cells"] == {"kniffel": 50}
    record = read_record(await harness.tables.record(caller, table, "en"))
    assert [event.roll for event in record.events if isinstance(event, ClaimSettled)] == [Roll.from_text(dice)]


@pytest.mark.parametrize("caller", OTHERS)
async def test_undoubted_dice_stay_hidden_during_the_match(harness, table, caller):
    await harness.do(ANNA, table, Claim("kniffel", 50))
    for person in (BERND, CLARA):
        await harness.do(person, table, Believe())
    settled = await latest(harness, caller, table, "claim_settled")
    assert settled["data"] == {"cell": "kniffel", "points": 50, "lied": False, "doubters": [], "hit": [], "dice": None}
    assert "? > kniffel 50" in await harness.tables.record(caller, table, "en")
    assert "?" not in await harness.tables.record(ANNA, table, "en")


@pytest.mark.parametrize("caller", OTHERS)
async def test_scratched_cells_do_not_reveal_their_dice(harness, table, caller):
    await harness.do(ANNA, table, Score("ones", 0))
    assert (await latest(harness, ANNA, table, "scored"))["data"]["dice"]
    assert (await latest(harness, caller, table, "scored"))["data"]["dice"] is None


@pytest.mark.parametrize("caller", OTHERS)
async def test_end_of_match_reveals_all_dice(harness, table, caller):
    await harness.do(ANNA, table, Score("ones", 0))
    await harness.do(ANNA, table, Abort())
    assert await events(harness, caller, table) == await events(harness, ANNA, table)
    assert (await latest(harness, caller, table, "scored"))["data"]["dice"]


async def test_only_the_rolling_players_subscription_contains_dice(harness, table):
    callers = (ANNA, BERND, None)
    batches = [harness.tables.follow(caller, table, 0, "en") for caller in callers]
    dice = []
    for batch in batches:
        async with aclosing(batch) as following:
            first = await anext(following)
            dice.append((first.events[-1]["data"]["dice"], first.snapshot["turn"]["dice"]))
    assert dice[0][0] == dice[0][1] is not None
    assert dice[1:] == [(None, None)] * 2


async def test_single_screen_hides_claimed_dice_from_answering_players(harness):
    table = await harness.open(ANNA, "Anna", "Bernd", "Clara", variant="luegenkniffel")
    await harness.roll(ANNA, table)
    assert (await harness.snapshot(ANNA, table))["turn"]["dice"]
    assert (await latest(harness, ANNA, table, "dice_rolled"))["data"]["dice"] is None
    await harness.do(ANNA, table, Claim("chance", 5))
    for _ in range(2):
        covered = await harness.snapshot(ANNA, table)
        assert (covered["turn"]["dice"], covered["turn"]["hidden"]) == (None, True)
        assert covered["legal_actions"] == [{"type": "believe"}, {"type": "doubt"}]
        await harness.do(ANNA, table, Believe())
    assert (await harness.snapshot(ANNA, table))["turn"]["hidden"] is False
    assert "? > chance 5" in await harness.tables.record(ANNA, table, "en")


async def test_single_screen_takes_back_scratches_but_not_claims(harness):
    table = await harness.open(ANNA, "Anna", "Bernd", "Clara", variant="luegenkniffel")
    await harness.roll(ANNA, table)
    before = await harness.snapshot(ANNA, table)
    await harness.do(ANNA, table, Score("ones", 0))
    scratched = await harness.snapshot(ANNA, table)
    assert scratched["can_take_back"]
    await harness.do(ANNA, table, TakeBack())
    assert (await harness.snapshot(ANNA, table))["turn"] == before["turn"]
    await harness.do(ANNA, table, Claim("chance", 5))
    assert not (await harness.snapshot(ANNA, table))["can_take_back"]
    with pytest.raises(IllegalAction):
        await harness.do(ANNA, table, TakeBack())


async def test_leaving_player_no_longer_sees_the_dice(harness, table):
    await harness.tables.leave(ANNA, table)
    assert (await harness.snapshot(ANNA, table))["turn"]["hidden"]
    assert (await latest(harness, ANNA, table, "dice_rolled"))["data"]["dice"] is None


async def test_game_with_bots_hides_dice_and_replays(harness):
    table = await harness.open(ANNA, "Anna", "bot", "bot", variant="luegenkniffel", visibility=PUBLIC)
    async with harness.tables.playing_bots(), aclosing(harness.tables.follow(ANNA, table, 0, "en")) as following:
        async for batch in following:
            if batch.snapshot["status"] == "running":
                shown = [e for e in batch.events if e["type"] == "dice_rolled" and e["seat"] != 1]
                assert all(event["data"]["dice"] is None for event in shown)
            if batch.snapshot["legal_actions"]:
                await harness.play_on(ANNA, table)
    end = await harness.snapshot(ANNA, table)
    assert end["status"] == "finished"
    assert all(e["data"]["dice"] for e in await events(harness, None, table) if e["type"] == "dice_rolled")
    assert read_record(await harness.tables.record(None, table, "en")).totals == end["totals"]


async def test_another_process_hides_the_same_dice(harness, table):
    other = Harness(harness.store, first=10_000)
    for caller in (ANNA, *OTHERS):
        assert await other.snapshot(caller, table) == await harness.snapshot(caller, table)
        assert await events(other, caller, table) == await events(harness, caller, table)
    await other.do(ANNA, table, RollDice())
