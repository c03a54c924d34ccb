"""Block mode: typed dice, for one seat or all; corrections, and their effects everywhere."""

import pytest

from pasch.rules.actions import EnterPoints, NextGame, RollDice, Score, TakeBack
from pasch.rules.errors import CellFilled, IllegalAction, InvalidInput
from pasch.rules.notation.record_reader import read_record
from pasch.rules.notation.record_writer import write_record
from pasch.rules.variants import VARIANTS
from pasch.service.errors import NotSeated
from pasch.service.requests import Correction, EnterDice, JoinTable, OpenSeat, OpenTable, SeatKind, Status
from pasch.service.results.outcomes import outcomes_of
from pasch.service.results.statistics import Mine
from tests.service.harness import ANNA, BERND, action_of
from tests.support.sizes import every_variant

pytestmark = pytest.mark.anyio


def real(name="", kind=SeatKind.LOCAL):
    return OpenSeat(kind, name, real=True)


async def block(harness, *seats, **wish):
    """A table with these seats; by default two seats with real dice at one device."""
    wished = OpenTable(wish.pop("variant", "kniffel"), seats or (real("Anna"), real("Bernd")), **wish)
    return await harness.tables.open(ANNA, wished)


async def type_in(harness, table, *turns):
    """Type turns: dice and their entry, or points alone."""
    for dice, cell, points in turns:
        if dice is None:
            await harness.do(ANNA, table, EnterPoints(cell, points))
        else:
            await harness.do(ANNA, table, EnterDice(dice))
            await harness.do(ANNA, table, Score(cell, points))


async def cells(harness, table):
    return [seat["cells"] for seat in (await harness.snapshot(ANNA, table))["seats"]]


async def refused(harness, table, action, error, match, *, caller=ANNA, **command):
    before = await harness.log(table)
    with pytest.raises(error, match=match):
        await harness.do(caller, table, action, **command)
    assert await harness.log(table) == before


async def test_typed_dice_and_points_are_recorded_and_marked(harness):
    table = await block(harness)
    await type_in(harness, table, ("13356", "chance", None), (None, "full_house", 25), ("22222", "kniffel", 50))
    snapshot = await harness.snapshot(ANNA, table)
    assert [seat["cells"] for seat in snapshot["seats"]] == [{"chance": 18, "kniffel": 50}, {"full_house": 25}]
    assert [seat["real_dice"] for seat in snapshot["seats"]] == [True, True]
    assert snapshot["seats"][0]["typed"] == [
        {"cell": "chance", "round": 1, "dice": "13356", "corrected": False},
        {"cell": "kniffel", "round": 2, "dice": "22222", "corrected": False},
    ]
    assert snapshot["seats"][1]["typed"] == [{"cell": "full_house", "round": 1, "dice": None, "corrected": False}]
    record = await harness.tables.record(ANNA, table, "en")
    assert "1.1 ~13356 > chance 18\n1.2 ? > full_house 25\n2.1 ~22222 > kniffel 50\n" in record
    assert "dice: manual" in record
    assert write_record(read_record(record)) == record
    texts = [event["text"] for event in await harness.events(ANNA, table, 2, "de")]
    assert texts[0] == "Anna tippt ein: 1, 3, 3, 5, 6."
    assert texts[2].startswith("Bernd schreibt Full House: 25 Punkte.")


async def test_legal_actions_list_all_dice_and_points_to_type(harness):
    """Every legal action is a command: the dice of a roll, and for every cell the points that it can hold."""
    table = await block(harness)
    snapshot = await harness.snapshot(ANNA, table)
    dice = [action for action in snapshot["legal_actions"] if action["type"] == "enter_dice"]
    points = [action for action in snapshot["legal_actions"] if action["type"] == "enter_points"]
    assert len(dice) + len(points) == len(snapshot["legal_actions"])
    assert len(dice) == 252
    assert {each["cell"] for each in points} == {cell.category for cell in VARIANTS["kniffel"].cells}
    assert [each["points"] for each in points if each["cell"] == "full_house"] == [0, 25]
    assert [each["points"] for each in points if each["cell"] == "sixes"] == [0, 6, 12, 18, 24, 30]
    assert snapshot["text"] == "Anna rolls: enter the dice or the points."
    await harness.do(ANNA, table, EnterDice("13356"))
    legal = (await harness.snapshot(ANNA, table))["legal_actions"]
    assert {"type": "score", "cell": "chance", "points": 0} in legal
    assert {each["type"] for each in legal} == {"score", "enter_dice"}


@pytest.mark.parametrize("key", every_variant([key for key in VARIANTS if key != "luegenkniffel"]))
async def test_legal_actions_suffice_for_typed_dice_in_every_variant(harness, key):
    low = VARIANTS[key].seats[0]
    table = await block(harness, *(real(f"P{seat}") for seat in range(max(low, 2))), variant=key)
    for step in range(12):
        legal = (await harness.snapshot(ANNA, table))["legal_actions"]
        types = sorted({each["type"] for each in legal} - {"announce", "double"})
        kind = next((each for each in ("end_turn", "take_nothing", "score") if each in types), types[step % len(types)])
        action = next(each for each in reversed(legal) if each["type"] == kind)
        await harness.do(ANNA, table, as_action(action))
    record = await harness.tables.record(ANNA, table, "en")
    assert write_record(read_record(record)) == record


def as_action(wire):
    match wire:
        case {"type": "enter_dice", "dice": dice}:
            return EnterDice(dice)
        case {"type": "enter_points", "cell": cell, "points": points, **more}:
            return EnterPoints(cell, points, more.get("extra", 0))
        case {"type": "score", "cell": cell, "points": points}:
            return Score(cell, points)
    return action_of(wire)


async def test_impossible_typed_entries_are_refused(harness):
    table = await block(harness)
    await refused(harness, table, EnterPoints("full_house", 24), IllegalAction, "24 points are not possible")
    await refused(harness, table, EnterPoints("chance", 31), IllegalAction, "31 points are not possible")
    await refused(harness, table, EnterPoints("chance", 4), IllegalAction, "4 points are not possible")
    await refused(harness, table, EnterDice("1335"), InvalidInput, "dice")
    await refused(harness, table, RollDice(), IllegalAction, "real dice")
    await type_in(harness, table, (None, "chance", 22), (None, "ones", 3))
    await refused(harness, table, EnterPoints("chance", 20), CellFilled, "chance")
    await refused(harness, table, EnterPoints("twos", 10, 50), IllegalAction, "not possible")


async def test_rolls_of_a_turn_may_be_typed_singly(harness):
    table = await block(harness)
    await harness.do(ANNA, table, EnterDice("13346"))
    await harness.do(ANNA, table, EnterDice("33356", "k33"))
    await refused(harness, table, EnterDice("12356", "k333"), InvalidInput, "was kept")
    await harness.do(ANNA, table, EnterDice("23333", "k333"))
    await refused(harness, table, EnterDice("33333", "k333"), IllegalAction, "used")
    await harness.do(ANNA, table, Score("four_of_a_kind"))
    record = await harness.tables.record(ANNA, table, "en")
    assert "1.1 ~13346 k33 ~33356 k333 ~23333 > four_of_a_kind 14" in record


async def test_any_earlier_entry_can_be_corrected(harness):
    table = await block(harness)
    turns = [("13355", "chance", None), (None, "full_house", 25), ("22222", "kniffel", None), (None, "ones", 3)]
    await type_in(harness, table, *turns, ("33333", "threes", None))
    assert (await harness.snapshot(ANNA, table))["seats"][0]["extra"] == 50
    await harness.do(ANNA, table, Correction(1, dice="13356"), seat=1)
    assert (await cells(harness, table))[0]["chance"] == 18
    await harness.do(ANNA, table, Correction(1, points=0), seat=2)
    await harness.do(ANNA, table, Correction(2, cell="four_of_a_kind", dice="22223"), seat=1)
    snapshot = await harness.snapshot(ANNA, table)
    assert snapshot["seats"][0]["cells"] == {"chance": 18, "four_of_a_kind": 11, "threes": 15}
    assert snapshot["seats"][0]["extra"] == 0
    assert [each["corrected"] for each in snapshot["seats"][0]["typed"]] == [True, True, False]
    record = await harness.tables.record(ANNA, table, "en")
    assert "^1.1 ~13356 > chance 18\n^1.2 ? > full_house 0\n^2.1 ~22223 > four_of_a_kind 11" in record
    assert write_record(read_record(record)) == record
    text = (await harness.events(ANNA, table, snapshot["seq"] - 1, "de"))[0]["text"]
    assert (
        text
        == "Anna berichtigt Runde 2: Viererpasch 11 Punkte (2, 2, 2, 2, 3). Vorher: Kniffel 50 Punkte (2, 2, 2, 2, 2)."
    )


async def test_correction_changes_cell_dice_or_points(harness):
    table = await block(harness)
    await type_in(harness, table, ("13355", "chance", None), ("12345", "large_straight", None), ("66611", "sixes", 0))
    for same in (Correction(2, cell="sixes"), Correction(1, dice="13355")):
        await refused(harness, table, same, IllegalAction, "changes nothing", seat=1)
    await harness.do(ANNA, table, Correction(1, cell="fives"), seat=1)
    assert await cells(harness, table) == [{"fives": 10, "sixes": 0}, {"large_straight": 40}]
    await harness.do(ANNA, table, Correction(1, points=30, cell="chance"), seat=1)
    await harness.do(ANNA, table, Correction(1, dice="12345", points=0), seat=2)
    await harness.do(ANNA, table, Correction(2, dice="66651"), seat=1)
    assert await cells(harness, table) == [{"chance": 30, "sixes": 18}, {"large_straight": 0}]
    await refused(harness, table, Correction(1, cell="sixes"), IllegalAction, "would make turn 2.1", seat=1)
    await refused(harness, table, Correction(3, points=5), IllegalAction, "no turn", seat=1)
    await refused(harness, table, Correction(1, dice="13355", points=24), IllegalAction, "scores", seat=1)
    await refused(harness, table, Correction(1, points=9), InvalidInput, "whose turn")


async def test_correction_changes_or_removes_dice_of_running_turn(harness):
    table = await block(harness)
    await harness.do(ANNA, table, EnterDice("13355"))
    await harness.do(ANNA, table, Correction(1, dice="13356"), seat=1)
    assert (await harness.snapshot(ANNA, table))["turn"]["dice"] == "13356"
    await harness.do(ANNA, table, Correction(1), seat=1)
    assert (await harness.snapshot(ANNA, table))["turn"]["dice"] is None
    await harness.do(ANNA, table, EnterPoints("chance", 20))
    assert (await cells(harness, table))[0] == {"chance": 20}


async def test_latest_typed_entry_can_be_taken_back(harness):
    table = await block(harness)
    await type_in(harness, table, ("13355", "chance", None))
    await harness.do(ANNA, table, TakeBack())
    await harness.do(ANNA, table, Score("threes"))
    assert await cells(harness, table) == [{"threes": 6}, {}]
    await harness.do(ANNA, table, Correction(1, cell="chance"), seat=1)
    assert await cells(harness, table) == [{"chance": 17}, {}]
    assert [event.type for event in await harness.log(table)][-2:] == ["entry_taken_back", "scored"]


async def test_real_and_server_dice_share_a_table(harness):
    """Each seat has its own kind of dice, and the record distinguishes them."""
    table = await block(harness, real("Anna"), OpenSeat(SeatKind.LOCAL, "Bernd"), OpenSeat(SeatKind.BOT))
    await refused(harness, table, RollDice(), IllegalAction, "real dice")
    async with harness.tables.playing_bots():
        await harness.do(ANNA, table, EnterDice("13355"))
        await harness.do(ANNA, table, Score("chance"))
        await refused(harness, table, EnterDice("66666"), IllegalAction, "The server rolls")
        await refused(harness, table, EnterPoints("chance", 30), IllegalAction, "The server rolls")
        await harness.roll(ANNA, table)
        await harness.do(ANNA, table, Score("chance"))
        snapshot = await harness.until(ANNA, table, lambda event: event["type"] == "scored" and event["seat"] == 3)
    assert [seat["real_dice"] for seat in snapshot["seats"]] == [True, False, False]
    await refused(harness, table, Correction(1, points=30), IllegalAction, "Only dice entered by hand", seat=2)
    record = await harness.tables.record(ANNA, table, "en")
    assert "dice: server" in record
    assert "\n1.1 ~13355 > chance 17\n" in record
    assert record.count("~") == 1


async def test_correction_does_not_change_later_rolls(harness):
    fallen = []
    for corrects in (False, True):
        other = type(harness)()
        table = await block(other, real("Anna"), OpenSeat(SeatKind.LOCAL, "Bernd"))
        await type_in(other, table, ("13355", "chance", None))
        await other.roll(ANNA, table)
        if corrects:
            await other.do(ANNA, table, Correction(1, dice="66655"), seat=1)
        await other.roll(ANNA, table, "k-")
        fallen.append((await other.snapshot(ANNA, table))["turn"]["dice"])
        record = await other.tables.record(ANNA, table, "en")
        assert write_record(read_record(record)) == record
    assert fallen[0] == fallen[1]


async def test_only_seat_owner_may_correct(harness):
    table = await block(harness, real("Anna"), real(kind=SeatKind.HUMAN))
    await harness.tables.join(BERND, table, JoinTable())
    await type_in(harness, table, ("13355", "chance", None))
    await harness.do(BERND, table, EnterDice("12345"))
    await refused(harness, table, Correction(1, dice="66666"), NotSeated, "not yours", caller=BERND, seat=1)
    await refused(harness, table, Correction(1, dice="66666"), NotSeated, "not yours", seat=2)
    await harness.do(ANNA, table, Correction(1, dice="66655"))
    assert (await cells(harness, table))[0] == {"chance": 28}
    assert (await harness.snapshot(BERND, table))["turn"]["dice"] == "12345"


async def test_finished_match_can_be_corrected(harness):
    table = await block(harness, real("Anna"), OpenSeat(SeatKind.LOCAL, "Bernd"), games=2)
    for game in (1, 2):
        for cell in VARIANTS["kniffel"].cells:
            await harness.do(ANNA, table, EnterPoints(cell.category, 0))
            await harness.roll(ANNA, table)
            await harness.do(ANNA, table, Score(cell.category, 0))
        if game == 1:
            await harness.do(ANNA, table, NextGame())
    before = await harness.snapshot(ANNA, table)
    assert before["status"] == Status.FINISHED
    await harness.do(ANNA, table, Correction(13, dice="66666"), seat=1)
    await harness.do(ANNA, table, Correction(1, game=1, points=5), seat=1)
    after = await harness.snapshot(ANNA, table)
    assert after["status"] == Status.FINISHED
    assert after["grand_totals"] == [35, 0]
    assert [game["seats"][0]["total"] for game in after["results"]] == [5, 30]
    assert [event.type for event in await harness.log(table)][-3:] == [
        "turn_corrected",
        "game_finished",
        "match_finished",
    ]
    record = await harness.tables.record(ANNA, table, "en")
    assert "\n^13.1 ~66666 > chance 30\n^1.1.1 ? > ones 5\nresult: 35 0\n" in record
    assert write_record(read_record(record)) == record


@pytest.mark.parametrize(("variant", "together"), [("kniffel", False), ("kismet", True)])
async def test_seat_with_typed_dice_gets_no_result(harness, variant, together):
    """The other seat gets one, which counts unless players act on each other's sheets."""
    table = await block(harness, real("Anna"), OpenSeat(SeatKind.LOCAL, "Bernd"), variant=variant)
    for cell in VARIANTS[variant].cells:
        await harness.do(ANNA, table, EnterPoints(cell.category, 0))
        await harness.roll(ANNA, table)
        await harness.do(ANNA, table, Score(cell.category, 0))
    live = await harness.tables.find(ANNA, table)
    [bernd] = outcomes_of(live.row, live)
    assert (bernd.seat, bernd.whole, bernd.by_hand) == (2, True, together)
    assert sum(bernd.faces) == len(VARIANTS[variant].cells) * 5
    assert len(Mine.of([bernd], {}, None).whole) == (0 if together else 1)


async def test_hidden_dice_cannot_be_typed(harness):
    with pytest.raises(InvalidInput, match="cup"):
        await block(harness, variant="luegenkniffel")


async def test_rematch_keeps_real_dice_of_each_player(harness):
    table = await block(harness, real("Anna"), OpenSeat(SeatKind.LOCAL, "Bernd"))
    await harness.tables.leave(ANNA, table)
    again = await harness.tables.rematch(ANNA, table)
    assert [seat["real_dice"] for seat in (await harness.snapshot(ANNA, again))["seats"]] == [False, True]
