"""Commands run once, in order, for authorized callers. Refused commands change nothing."""

import asyncio
import gc
from weakref import ref

import pytest

from pasch.rules.actions import Announce, NextGame, RollDice, Score, TakeBack
from pasch.rules.errors import CellFilled, DiceNotHeld, IllegalAction, NoRollsLeft, NotRolled, UnknownCategory
from pasch.service.errors import NoSuchEvent, NotYourTurn, SeatOfAnother, Stale, UnknownTable
from pasch.service.ids import TableId
from pasch.service.requests import Abort, Command, JoinTable
from pasch.storage.database import CannotStore
from pasch.storage.tables import SqlTables
from tests.service.harness import ANNA, BERND, CLARA, PUBLIC, Harness
from tests.support.memory import MemoryDatabase

pytestmark = pytest.mark.anyio


async def test_roll_keep_and_score_complete_a_turn(harness):
    table = await harness.open(ANNA, "Anna", "Bernd")
    assert (await harness.roll(ANNA, table)).seq == 3
    first = await harness.snapshot(ANNA, table)
    assert first["turn"]["rolls_left"] == 2
    kept = f"k{first['turn']['dice'][0]}"
    assert (await harness.roll(ANNA, table, kept)).seq == 4
    second = await harness.snapshot(ANNA, table)
    assert (second["turn"]["rolls_used"], second["turn"]["kept"]) == (2, kept)
    assert kept[1] in second["turn"]["dice"]
    points = next(a["points"] for a in second["legal_actions"] if a.get("cell") == "chance")
    assert (await harness.do(ANNA, table, Score("chance"), expect_seq=4)).seq == 5
    third = await harness.snapshot(ANNA, table)
    assert third["turn"]["seat"] == 2
    assert (third["seats"][0]["cells"], third["seats"][0]["total"]) == ({"chance": points}, points)


@pytest.mark.parametrize(
    ("switches", "types"),
    [
        ({}, {"roll", "score"}),
        ({"announce": "after_first_roll"}, {"announce", "score"}),
        ({"keep": "lock_one"}, {"roll", "score"}),
    ],
    ids=("preset", "announcement", "one die locked"),  # a set has no fixed order, and workers compare names
)
async def test_every_listed_legal_action_is_accepted(switches, types):
    """Each action comes unchanged from the snapshot and runs at its own copy of the table."""
    first = Harness()
    table = await first.open(ANNA, "Anna", rules=switches)
    await first.roll(ANNA, table)
    actions = (await first.snapshot(ANNA, table))["legal_actions"]
    assert {action["type"] for action in actions} == types
    for action in actions:
        again = Harness()
        table = await again.open(ANNA, "Anna", rules=switches)
        await again.roll(ANNA, table)
        answer = await again.do(ANNA, table, _action(action), expect_seq=3)
        assert answer.seq > 3
        if action["type"] == "score":
            snapshot = await again.snapshot(ANNA, table)
            seat = snapshot["seats"][0]
            assert seat["cells"] == {action["cell"]: action["points"]}
            if "after" in action:
                assert {name: seat[name] for name in action["after"]} == action["after"]


def _action(wire):
    match wire["type"]:
        case "roll":
            return RollDice(wire.get("keep"))
        case "announce":
            return Announce(wire["cell"])
        case _:
            return Score(wire["cell"], wire["points"])


async def test_repeated_command_returns_the_first_answer(harness):
    table = await harness.open(ANNA, "Anna")
    command = Command("one", RollDice(), expect_seq=2)
    first = await harness.tables.act(ANNA, table, command)
    dice = (await harness.snapshot(ANNA, table))["turn"]["dice"]
    await harness.roll(ANNA, table, "k-")
    assert await harness.tables.act(ANNA, table, command) == first
    assert await harness.tables.act(ANNA, table, Command("one", Score("chance"))) == first
    log = await harness.log(table)
    assert [event.type for event in log] == ["table_opened", "table_started", "dice_rolled", "dice_rolled"]
    assert log[2].data["dice"] == dice


async def test_refused_command_stays_refused_when_it_becomes_legal(harness):
    table = await harness.open(ANNA, "Anna")
    with pytest.raises(NotRolled):
        await harness.tables.act(ANNA, table, Command("early", Score("chance")))
    await harness.roll(ANNA, table)
    with pytest.raises(NotRolled):
        await harness.tables.act(ANNA, table, Command("early", Score("chance")))
    assert (await harness.snapshot(ANNA, table))["seq"] == 3


class FullStore(SqlTables):
    """A store that rejects appends while it is full."""

    full = False

    async def append(self, append):
        if self.full:
            raise CannotStore("full")
        await super().append(append)


async def test_resent_command_is_retried_after_a_storage_failure():
    store = FullStore(MemoryDatabase())
    harness = Harness(store)
    table = await harness.open(ANNA, "Anna")
    command = Command("once more", RollDice(), expect_seq=2)
    store.full = True
    for _ in range(2):
        with pytest.raises(CannotStore):
            await harness.tables.act(ANNA, table, command)
    store.full = False
    assert (await harness.tables.act(ANNA, table, command)).seq == 3


async def test_remembered_refusals_are_bounded():
    harness = Harness(remembered_refusals=3)
    table = await harness.open(ANNA, "Anna")
    for number in range(4):
        with pytest.raises(NotRolled):
            await harness.tables.act(ANNA, table, Command(f"early {number}", Score("chance")))
    await harness.roll(ANNA, table)
    with pytest.raises(NotRolled):
        await harness.tables.act(ANNA, table, Command("early 3", Score("chance")))
    assert (await harness.tables.act(ANNA, table, Command("early 0", Score("chance")))).seq == 4


async def test_equal_command_ids_of_two_people_do_not_collide(harness):
    table = await harness.open(ANNA, "Anna", "human", visibility=PUBLIC)
    await harness.tables.join(BERND, table, JoinTable())
    await harness.tables.act(ANNA, table, Command("same", RollDice()))
    with pytest.raises(NotYourTurn):
        await harness.tables.act(BERND, table, Command("same", RollDice()))


REFUSED = [
    (RollDice("k1"), DiceNotHeld, "ready"),
    (Score("chance"), NotRolled, "ready"),
    (Announce("chance"), NotRolled, "ready"),
    (TakeBack(), IllegalAction, "ready"),
    (NextGame(), IllegalAction, "ready"),
    (RollDice("k123456"), DiceNotHeld, "rolled"),
    (Score("yahtzee"), UnknownCategory, "rolled"),
    (Score("chance@2"), UnknownCategory, "rolled"),
    (Score("chance", 3), IllegalAction, "rolled"),
    (Score("chance", -1), IllegalAction, "rolled"),
    (Announce("chance"), IllegalAction, "rolled"),
    (TakeBack(), IllegalAction, "rolled"),
    (RollDice(), NoRollsLeft, "due"),
    (RollDice("k-"), NoRollsLeft, "due"),
    (Score("chance"), CellFilled, "filled"),
]


@pytest.mark.parametrize(("action", "error", "moment"), REFUSED, ids=str)
async def test_illegal_command_changes_nothing(harness, action, error, moment):
    table = await harness.open(ANNA, "Anna", games=2)
    for step in {
        "ready": [],
        "rolled": [RollDice()],
        "due": [RollDice()] * 3,
        "filled": [RollDice(), Score("chance"), RollDice()],
    }[moment]:
        await harness.do(ANNA, table, step)
    before, log = await harness.snapshot(ANNA, table), await harness.log(table)
    with pytest.raises(error):
        await harness.do(ANNA, table, action)
    assert await harness.snapshot(ANNA, table) == before
    assert await harness.log(table) == log


async def test_command_checks_run_in_fixed_order(harness):
    table = await harness.open(ANNA, "Anna", "human", visibility=PUBLIC)
    await harness.tables.join(BERND, table, JoinTable())

    async def refused(caller, action, **command):
        with pytest.raises(Exception) as error:  # noqa: PT011 - the test compares the class
            await harness.do(caller, table, action, **command)
        return error.type

    assert await refused(CLARA, Score("chance"), expect_seq=1) is Stale
    assert await refused(CLARA, Score("chance")) is SeatOfAnother
    assert await refused(BERND, Score("chance"), expect_seq=1) is Stale
    assert await refused(BERND, Score("chance")) is NotYourTurn
    assert await refused(BERND, RollDice(), seat=1) is SeatOfAnother
    assert await refused(BERND, RollDice(), seat=99) is SeatOfAnother
    assert await refused(ANNA, RollDice(), seat=2) is SeatOfAnother
    assert await refused(ANNA, Score("chance"), expect_seq=99) is NoSuchEvent
    assert await refused(ANNA, Score("chance")) is NotRolled
    with pytest.raises(UnknownTable):
        await harness.do(ANNA, TableId("none"), RollDice())


async def test_local_seats_act_only_in_turn(harness):
    table = await harness.open(ANNA, "Anna", "Bernd")
    with pytest.raises(NotYourTurn):
        await harness.do(ANNA, table, RollDice(), seat=2)
    assert (await harness.do(ANNA, table, RollDice(), seat=1)).seq == 3


async def test_finished_table_reports_stale_before_over(harness):
    table = await harness.open(ANNA, "Anna")
    end = await harness.play_to_end(ANNA, table)
    assert (end["status"], end["turn"], end["legal_actions"]) == ("finished", None, [])
    with pytest.raises(Stale) as stale:
        await harness.do(ANNA, table, RollDice(), expect_seq=3)
    assert stale.value.seq == end["seq"]
    for action in (RollDice(), NextGame(), TakeBack(), Abort()):
        with pytest.raises(IllegalAction, match="over"):
            await harness.do(ANNA, table, action, expect_seq=end["seq"])


async def test_waiting_table_refuses_a_roll(harness):
    table = await harness.open(ANNA, "Anna", "human")
    with pytest.raises(IllegalAction, match="not begun"):
        await harness.roll(ANNA, table)


async def test_two_game_match_adds_up_both_results(harness):
    table = await harness.open(ANNA, "Anna", "Bernd", games=2, variant="hartard")
    end = await harness.play_to_end(ANNA, table)
    assert [result["game"] for result in end["results"]] == [1, 2]
    for seat in (0, 1):
        assert end["totals"][seat] == sum(result["seats"][seat]["total"] for result in end["results"])
    types = [event.type for event in await harness.log(table)]
    assert types.count("game_started") == 1
    assert types.count("game_finished") == 2
    assert types[-1] == "match_finished"
    assert types.count("scored") == 2 * 2 * 13


async def test_abort_ends_the_match_and_reveals_the_seed(harness):
    table = await harness.open(ANNA, "Anna", "Bernd")
    await harness.roll(ANNA, table)
    await harness.do(ANNA, table, Abort())
    end = await harness.snapshot(ANNA, table)
    assert (end["status"], end["turn"], end["legal_actions"]) == ("aborted", None, [])
    assert len(end["server_seed"]) == 64
    assert await harness.tables.mine(ANNA, "en") == []


async def test_refused_command_leaves_no_garbage_in_cycles(harness):
    table = await harness.open(ANNA, "Anna")
    gc.disable()
    try:
        try:
            await harness.do(ANNA, table, Score("chance"))
        except NotRolled as error:
            left = ref(error)
        await asyncio.sleep(0)  # until then the loop holds what woke this task
        assert left() is None
    finally:
        gc.enable()
