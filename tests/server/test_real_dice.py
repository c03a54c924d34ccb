"""Real dice over HTTP: opening, the legal actions on the wire, corrections, refusals."""

import pytest

from tests.server.world import new_id

pytestmark = pytest.mark.anyio


async def block(anna, **wish):
    return (await anna.open("Anna", "Bernd", **{"dice": "real", **wish}))["id"]


async def test_every_legal_action_with_an_id_is_a_valid_command(anna):
    """The test sends a listed action with an id added: dice, then an entry, then points."""
    table = await block(anna)
    for kinds in (("enter_dice", "score"), ("enter_points",)):
        for kind in kinds:
            legal = (await anna.table(table))["legal_actions"]
            await anna.do(table, **{**next(each for each in reversed(legal) if each["type"] == kind), "id": new_id()})
    seats = (await anna.table(table))["seats"]
    assert [seat["typed"][0]["dice"] for seat in seats] == ["66666", None]
    assert [seat["real_dice"] for seat in seats] == [True, True]


async def test_seat_overrides_the_tables_dice_setting(anna):
    seats = [{"kind": "local", "dice": "server"}, {"kind": "human"}, {"kind": "bot"}]
    answer = await anna.ask("POST", "/tables", {"variant": "kniffel", "dice": "real", "seats": seats})
    assert [seat["real_dice"] for seat in answer.json()["seats"]] == [False, True, False]
    wrong = await anna.ask("POST", "/tables", {"variant": "kniffel", "seats": [{"kind": "bot", "dice": "real"}]})
    assert (wrong.status_code, wrong.json()["code"]) == (422, "invalid_input")


async def test_correction_is_accepted_and_invalid_entries_are_refused(anna):
    table = await block(anna)
    await anna.do(table, "enter_dice", dice="13355")
    await anna.do(table, "score", cell="chance")
    await anna.do(table, "enter_points", cell="full_house", points=25)
    await anna.do(table, "correct", seat=1, round=1, dice="13356")
    corrected = (await anna.events(table))[-1]
    assert corrected["type"] == "turn_corrected"
    assert corrected["data"] == {"game": 1, "round": 1, "turn": "~13356 > chance 18", "was": "~13355 > chance 17"}
    for status, code, type, body in (
        (409, "illegal_action", "roll", {}),
        (409, "illegal_action", "enter_points", {"cell": "full_house", "points": 24}),
        (409, "cell_filled", "enter_points", {"cell": "chance", "points": 20}),
        (422, "unknown_category", "enter_points", {"cell": "pi", "points": 20}),
        (422, "invalid_input", "enter_points", {"cell": "ones", "points": -1}),
        (422, "invalid_input", "enter_dice", {"dice": "1335"}),
        (422, "invalid_input", "correct", {"round": 1, "points": 5}),
        (422, "invalid_input", "correct", {"seat": 1, "round": 1, "dice": "7"}),
        (409, "illegal_action", "correct", {"seat": 1, "round": 1, "dice": "13356"}),
        (409, "illegal_action", "correct", {"seat": 1, "round": 9, "points": 5}),
        (403, "not_seated", "correct", {"seat": 3, "round": 1, "points": 5}),
    ):
        answer = await anna.command(table, type, **body)
        assert (answer.status_code, answer.json()["code"]) == (status, code), (type, body)
