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
from tests.service.hall import ANNA, BERND, action_of
from tests.support.sizes import every_variant

pytestmark = pytest.mark.anyio


def real(name="", kind=SeatKind.LOCAL):
    return OpenSeat(kind, name, real=True)


async def block(hall, *seats, **wish):
    """A table with these seats; by default two seats with real dice at one device."""
    wished = OpenTable(wish.pop("variant", "kniffel"), seats or (real("Anna"), real("Bernd")), **wish)
    return await hall.tables.open(ANNA, wished)


async def type_in(hall, table, *turns):
    """Type turns: dice and their entry, or points alone."""
    for dice, cell, points in turns:
        if dice is None:
            await hall.do(ANNA, table, EnterPoints(cell, points))
        else:
            await hall.do(ANNA, table, EnterDice(dice))
            await hall.do(ANNA, table, Score(cell, points))


async def cells(hall, table):
    return [seat["cells"] for seat in (await hall.look(ANNA, table))["seats"]]


async def refused(hall, table, action, error, match, *, caller=ANNA, **command):
    before = await hall.log(table)
    with pytest.raises(error, match=match):
        await hall.do(caller, table, action, **command)
    assert await hall.log(table) == before


async def test_typed_dice_and_points_are_recorded_and_marked(hall):
    table = await block(hall)
    await type_in(hall, table, ("13356", "chance", None), (None, "full_house", 25), ("22222", "kniffel", 50))
    snapshot = await hall.look(ANNA, table)
    assert [seat["cells"] for seat in snapshot["seats"]] == [{"chance": 18, "kniffel": 50}, {"full_house": 25}]
    assert [seat["real_dice"] for seat in snapshot["seats"]] == [True, True]
    assert snapshot["seats"][0]["typed"] == [
        {"cell": "chance", "round": 1, "dice": "13356", "corrected": False},
        {"cell": "kniffel", "round": 2, "dice": "22222", "corrected": False},
    ]
    assert snapshot["seats"][1]["typed"] == [{"cell": "full_house", "round": 1, "dice": None, "corrected": False}]
    record = await hall.tables.record(ANNA, table, "en")
    assert "1.1 ~13356 > chance 18\n1.2 ? > full_house 25\n2.1 ~22222 > kniffel 50\n" in record
    assert "dice: manual" in record
    assert write_record(read_record(record)) == record
    texts = [event["text"] for event in await hall.events(ANNA, table, 2, "de")]
    assert texts[0] == "Anna tippt ein: 1, 3, 3, 5, 6."
    assert texts[2].startswith("Bernd schreibt Full House: 25 Punkte.")


async def test_legal_actions_list_all_dice_and_points_to_type(hall):
    """Every legal action is a command: the dice of a roll, and for every cell the points that it can hold."""
    table = await block(hall)
    snapshot = await hall.look(ANNA, table)
    dice = [action for action in snapshot["legal_actions"] if action["type"] == "enter_dice"]
    points = [action for action in snapshot["legal_actions"] if action["type"] == "enter_points"]
    assert len(dice) + len(points) == len(snapshot["legal_actions"])
    assert len(dice) == 252
    assert {each["cell"] for each in points} == {cell.category for cell in VARIANTS["kniffel"].cells}
    assert [each["points"] for each in points if each["cell"] == "full_house"] == [0, 25]
    assert [each["points"] for each in points if each["cell"] == "sixes"] == [0, 6, 12, 18, 24, 30]
    assert snapshot["text"] == "Anna rolls: enter the dice or the points."
    await hall.do(ANNA, table, EnterDice("13356"))
    legal = (await hall.look(ANNA, table))["legal_actions"]
    assert {"type": "score", "cell": "chance", "points": 0} in legal
    assert {each["type"] for each in legal} == {"score", "enter_dice"}


@pytest.mark.parametrize("key", every_variant([key for key in VARIANTS if key != "luegenkniffel"]))
async def test_legal_actions_suffice_for_typed_dice_in_every_variant(hall, key):
    low = VARIANTS[key].seats[0]
    table = await block(hall, *(real(f"P{seat}") for seat in range(max(low, 2))), variant=key)
    for step in range(12):
        legal = (await hall.look(ANNA, table))["legal_actions"]
        types = sorted({each["type"] for each in legal} - {"announce", "double"})
        kind = next((each for each in ("end_turn", "take_nothing", "score") if each in types), types[step % len(types)])
        action = next(each for each in reversed(legal) if each["type"] == kind)
        await hall.do(ANNA, table, as_action(action))
    record = await hall.tables.record(ANNA, table, "en")
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


async def test_impossible_typed_entries_are_refused(hall):
    table = await block(hall)
    await refused(hall, table, EnterPoints("full_house", 24), IllegalAction, "24 points are not possible")
    await refused(hall, table, EnterPoints("chance", 31), IllegalAction, "31 points are not possible")
    await refused(hall, table, EnterPoints("chance", 4), IllegalAction, "4 points are not possible")
    await refused(hall, table, EnterDice("1335"), InvalidInput, "dice")
    await refused(hall, table, RollDice(), IllegalAction, "real dice")
    await type_in(hall, table, (None, "chance", 22), (None, "ones", 3))
    await refused(hall, table, EnterPoints("chance", 20), CellFilled, "chance")
    await refused(hall, table, EnterPoints("twos", 10, 50), IllegalAction, "not possible")


async def test_rolls_of_a_turn_may_be_typed_singly(hall):
    table = await block(hall)
    await hall.do(ANNA, table, EnterDice("13346"))
    await hall.do(ANNA, table, EnterDice("33356", "k33"))
    await refused(hall, table, EnterDice("12356", "k333"), InvalidInput, "was kept")
    await hall.do(ANNA, table, EnterDice("23333", "k333"))
    await refused(hall, table, EnterDice("33333", "k333"), IllegalAction, "used")
    await hall.do(ANNA, table, Score("four_of_a_kind"))
    record = await hall.tables.record(ANNA, table, "en")
    assert "1.1 ~13346 k33 ~33356 k333 ~23333 > four_of_a_kind 14" in record


async def test_any_earlier_entry_can_be_corrected(hall):
    table = await block(hall)
    turns = [("13355", "chance", None), (None, "full_house", 25), ("22222", "kniffel", None), (None, "ones", 3)]
    await type_in(hall, table, *turns, ("33333", "threes", None))
    assert (await hall.look(ANNA, table))["seats"][0]["extra"] == 50
    await hall.do(ANNA, table, Correction(1, dice="13356"), seat=1)
    assert (await cells(hall, table))[0]["chance"] == 18
    await hall.do(ANNA, table, Correction(1, points=0), seat=2)
    await hall.do(ANNA, table, Correction(2, cell="four_of_a_kind", dice="22223"), seat=1)
    snapshot = await hall.look(ANNA, table)
    assert snapshot["seats"][0]["cells"] == {"chance": 18, "four_of_a_kind": 11, "threes": 15}
    assert snapshot["seats"][0]["extra"] == 0
    assert [each["corrected"] for each in snapshot["seats"][0]["typed"]] == [True, True, False]
    record = await hall.tables.record(ANNA, table, "en")
    assert "^1.1 ~13356 > chance 18\n^1.2 ? > full_house 0\n^2.1 ~22223 > four_of_a_kind 11" in record
    assert write_record(read_record(record)) == record
    text = (await hall.events(ANNA, table, snapshot["seq"] - 1, "de"))[0]["text"]
    assert (
        text
        == "Anna berichtigt Runde 2: Viererpasch 11 Punkte (2, 2, 2, 2, 3). Vorher: Kniffel 50 Punkte (2, 2, 2, 2, 2)."
    )


async def test_correction_changes_cell_dice_or_points(hall):
    table = await block(hall)
    await type_in(hall, table, ("13355", "chance", None), ("12345", "large_straight", None), ("66611", "sixes", 0))
    await hall.do(ANNA, table, Correction(1, cell="fives"), seat=1)
    assert await cells(hall, table) == [{"fives": 10, "sixes": 0}, {"large_straight": 40}]
    await hall.do(ANNA, table, Correction(1, points=30, cell="chance"), seat=1)
    await hall.do(ANNA, table, Correction(1, dice="12345", points=0), seat=2)
    await hall.do(ANNA, table, Correction(2, dice="66651"), seat=1)
    assert await cells(hall, table) == [{"chance": 30, "sixes": 18}, {"large_straight": 0}]
    await refused(hall, table, Correction(1, cell="sixes"), IllegalAction, "would make turn 2.1", seat=1)
    await refused(hall, table, Correction(3, points=5), IllegalAction, "no turn", seat=1)
    await refused(hall, table, Correction(1, dice="13355", points=24), IllegalAction, "scores", seat=1)
    await refused(hall, table, Correction(1, points=9), InvalidInput, "whose turn")


async def test_correction_changes_or_removes_dice_of_running_turn(hall):
    table = await block(hall)
    await hall.do(ANNA, table, EnterDice("13355"))
    await hall.do(ANNA, table, Correction(1, dice="13356"), seat=1)
    assert (await hall.look(ANNA, table))["turn"]["dice"] == "13356"
    await hall.do(ANNA, table, Correction(1), seat=1)
    assert (await hall.look(ANNA, table))["turn"]["dice"] is None
    await hall.do(ANNA, table, EnterPoints("chance", 20))
    assert (await cells(hall, table))[0] == {"chance": 20}


async def test_latest_typed_entry_can_be_taken_back(hall):
    table = await block(hall)
    await type_in(hall, table, ("13355", "chance", None))
    await hall.do(ANNA, table, TakeBack())
    await hall.do(ANNA, table, Score("threes"))
    assert await cells(hall, table) == [{"threes": 6}, {}]
    await hall.do(ANNA, table, Correction(1, cell="chance"), seat=1)
    assert await cells(hall, table) == [{"chance": 17}, {}]
    assert [event.type for event in await hall.log(table)][-2:] == ["entry_taken_back", "scored"]


async def test_real_and_server_dice_share_a_table(hall):
    """Each seat has its own kind of dice, and the record distinguishes them."""
    table = await block(hall, real("Anna"), OpenSeat(SeatKind.LOCAL, "Bernd"), OpenSeat(SeatKind.BOT))
    await refused(hall, table, RollDice(), IllegalAction, "real dice")
    async with hall.tables.playing_bots():
        await hall.do(ANNA, table, EnterDice("13355"))
        await hall.do(ANNA, table, Score("chance"))
        await refused(hall, table, EnterDice("66666"), IllegalAction, "The server rolls")
        await refused(hall, table, EnterPoints("chance", 30), IllegalAction, "The server rolls")
        await hall.roll(ANNA, table)
        await hall.do(ANNA, table, Score("chance"))
        snapshot = await hall.until(ANNA, table, lambda event: event["type"] == "scored" and event["seat"] == 3)
    assert [seat["real_dice"] for seat in snapshot["seats"]] == [True, False, False]
    await refused(hall, table, Correction(1, points=30), IllegalAction, "Only dice entered by hand", seat=2)
    record = await hall.tables.record(ANNA, table, "en")
    assert "dice: server" in record
    assert "\n1.1 ~13355 > chance 17\n" in record
    assert record.count("~") == 1


async def test_correction_does_not_change_later_rolls(hall):
    fallen = []
    for corrects in (False, True):
        other = type(hall)()
        table = await block(other, real("Anna"), OpenSeat(SeatKind.LOCAL, "Bernd"))
        await type_in(other, table, ("13355", "chance", None))
        await other.roll(ANNA, table)
        if corrects:
            await other.do(ANNA, table, Correction(1, dice="66655"), seat=1)
        await other.roll(ANNA, table, "k-")
        fallen.append((await other.look(ANNA, table))["turn"]["dice"])
        record = await other.tables.record(ANNA, table, "en")
        assert write_record(read_record(record)) == record
    assert fallen[0] == fallen[1]


async def test_only_seat_owner_may_correct(hall):
    table = await block(hall, real("Anna"), real(kind=SeatKind.HUMAN))
    await hall.tables.join(BERND, table, JoinTable())
    await type_in(hall, table, ("13355", "chance", None))
    await hall.do(BERND, table, EnterDice("12345"))
    await refused(hall, table, Correction(1, dice="66666"), NotSeated, "not yours", caller=BERND, seat=1)
    await refused(hall, table, Correction(1, dice="66666"), NotSeated, "not yours", seat=2)
    await hall.do(ANNA, table, Correction(1, dice="66655"))
    assert (await cells(hall, table))[0] == {"chance": 28}
    assert (await hall.look(BERND, table))["turn"]["dice"] == "12345"


async def test_finished_match_can_be_corrected(hall):
    table = await block(hall, real("Anna"), OpenSeat(SeatKind.LOCAL, "Bernd"), games=2)
    for game in (1, 2):
        for cell in VARIANTS["kniffel"].cells:
            await hall.do(ANNA, table, EnterPoints(cell.category, 0))
            await hall.roll(ANNA, table)
            await hall.do(ANNA, table, Score(cell.category, 0))
        if game == 1:
            await hall.do(ANNA, table, NextGame())
    before = await hall.look(ANNA, table)
    assert before["status"] == Status.FINISHED
    await hall.do(ANNA, table, Correction(13, dice="66666"), seat=1)
    await hall.do(ANNA, table, Correction(1, game=1, points=5), seat=1)
    after = await hall.look(ANNA, table)
    assert after["status"] == Status.FINISHED
    assert after["grand_totals"] == [35, 0]
    assert [game["seats"][0]["total"] for game in after["results"]] == [5, 30]
    assert [event.type for event in await hall.log(table)][-3:] == ["turn_corrected", "game_finished", "match_finished"]
    record = await hall.tables.record(ANNA, table, "en")
    assert "\n^13.1 ~66666 > chance 30\n^1.1.1 ? > ones 5\nresult: 35 0\n" in record
    assert write_record(read_record(record)) == record


@pytest.mark.parametrize(("variant", "together"), [("kniffel", False), ("kismet", True)])
async def test_seat_with_typed_dice_gets_no_result(hall, variant, together):
    """The other seat gets one, which counts unless players act on each other's sheets."""
    table = await block(hall, real("Anna"), OpenSeat(SeatKind.LOCAL, "Bernd"), variant=variant)
    for cell in VARIANTS[variant].cells:
        await hall.do(ANNA, table, EnterPoints(cell.category, 0))
        await hall.roll(ANNA, table)
        await hall.do(ANNA, table, Score(cell.category, 0))
    [bernd] = outcomes_of(await hall.store.find(table), await hall.log(table))
    assert (bernd.seat, bernd.whole, bernd.by_hand) == (2, True, together)
    assert sum(bernd.faces) == len(VARIANTS[variant].cells) * 5
    assert len(Mine.of([bernd], {}, None).whole) == (0 if together else 1)


async def test_hidden_dice_cannot_be_typed(hall):
    with pytest.raises(InvalidInput, match="cup"):
        await block(hall, variant="luegenkniffel")


async def test_rematch_keeps_real_dice_of_each_player(hall):
    table = await block(hall, real("Anna"), OpenSeat(SeatKind.LOCAL, "Bernd"))
    await hall.tables.leave(ANNA, table)
    again = await hall.tables.rematch(ANNA, table)
    assert [seat["real_dice"] for seat in (await hall.look(ANNA, again))["seats"]] == [False, True]
