"""Opening a table: its first snapshot, and refusals."""

import pytest

from pasch.fairness.stream import commitment
from pasch.rules.errors import InvalidInput, InvalidVariant, UnknownVariant
from pasch.service.requests import JoinTable, OpenSeat, OpenTable, SeatKind
from pasch.service.table.options import Absent, TableOptions, TimeLimit, options_from_data
from tests.service.harness import ANNA, BERND, PUBLIC, seat_wish
from tests.support.turns import READY

pytestmark = pytest.mark.anyio


async def test_table_with_local_seats_starts_at_once(harness):
    table = await harness.open(ANNA, "Anna", "Bernd", games=2)
    snapshot = await harness.snapshot(ANNA, table)
    assert (snapshot["status"], snapshot["seq"]) == ("running", 2)
    assert (snapshot["game"], snapshot["games"], snapshot["round"], snapshot["rounds"]) == (1, 2, 1, 13)
    assert snapshot["turn"] == READY
    assert [(s["seat"], s["name"], s["kind"], s["mine"], s["present"]) for s in snapshot["seats"]] == [
        (1, "Anna", "local", True, True),
        (2, "Bernd", "local", True, True),
    ]
    assert snapshot["legal_actions"] == [{"type": "roll"}]
    assert [e.type for e in await harness.log(table)] == ["table_opened", "table_started"]


async def test_opener_may_delay_the_start(harness):
    table = await harness.open(ANNA, "Anna", start=False)
    snapshot = await harness.snapshot(ANNA, table)
    assert (snapshot["status"], snapshot["can_start"], snapshot["turn"]) == ("waiting", True, None)
    await harness.tables.start(ANNA, table)
    assert (await harness.snapshot(ANNA, table))["status"] == "running"


async def test_table_waits_for_an_open_seat(harness):
    table = await harness.open(ANNA, "Anna", "human")
    snapshot = await harness.snapshot(ANNA, table)
    assert (snapshot["status"], snapshot["can_start"]) == ("waiting", False)
    assert [seat["present"] for seat in snapshot["seats"]] == [True, False]
    assert snapshot["text"] == "1 seat is still open."


async def test_waiting_table_already_shows_the_commitment(harness):
    table = await harness.open(ANNA, "Anna", "human")
    row = await harness.store.find(table)
    snapshot = await harness.snapshot(ANNA, table)
    assert snapshot["commitment"] == commitment(row.server_seed)
    assert snapshot["server_seed"] is None


async def test_unnamed_seat_gets_a_translated_name(harness):
    table = await harness.open(ANNA, "", "  ", "bot")
    assert [s["name"] for s in (await harness.snapshot(ANNA, table, "de"))["seats"]] == [
        "Spieler 1",
        "Spieler 2",
        "Computer",
    ]
    assert [s["name"] for s in (await harness.snapshot(ANNA, table, "en"))["seats"]] == [
        "Player 1",
        "Player 2",
        "Computer",
    ]


async def test_equal_seat_names_get_distinguishing_numbers(harness):
    table = await harness.open(ANNA, "Anna", " anna ", "Anna 2", "Anna")
    assert [s["name"] for s in (await harness.snapshot(ANNA, table))["seats"]] == ["Anna", "anna 3", "Anna 2", "Anna 4"]


async def test_log_contains_no_names(harness):
    table = await harness.open(ANNA, "Zacharias", "human")
    await harness.tables.join(BERND, table, JoinTable("Yvonne"))
    assert not any(name in str(event) for event in await harness.log(table) for name in ("Zacharias", "Yvonne"))


async def test_snapshot_shows_the_house_rules(harness):
    table = await harness.open(ANNA, "Anna", rules={"joker": "none", "rolls": 4})
    snapshot = await harness.snapshot(ANNA, table)
    assert snapshot["rules"] == {"joker": "none", "rolls": 4}
    assert snapshot["sheet"]["rolls"] == 4


async def test_ids_cannot_be_guessed():
    from pasch.service.system import SystemEntropy

    tokens = {SystemEntropy().token(16) for _ in range(1000)}
    assert len(tokens) == 1000
    assert all(len(token) >= 22 for token in tokens)  # 128 bits, six per character
    assert len({SystemEntropy().seed() for _ in range(1000)}) == 1000


@pytest.mark.parametrize(
    ("changed", "error"),
    [
        ({"variant": "knifel"}, UnknownVariant),
        ({"rules": {"joker": "perhaps"}}, InvalidVariant),
        ({"rules": {"jokers": "none"}}, InvalidVariant),
        ({"games": 0}, InvalidInput),
        ({"games": 7}, InvalidInput),
        ({"seats": ()}, InvalidInput),
        ({"seats": tuple(map(seat_wish, ["A"] * 9))}, InvalidInput),
        ({"seats": tuple(map(seat_wish, ["A"] * 10_000))}, InvalidInput),
        ({"seats": (OpenSeat(SeatKind.BOT, bot="hal"),)}, InvalidInput),
        ({"options": TableOptions(TimeLimit(0, 0))}, InvalidInput),
        ({"options": TableOptions(TimeLimit(60, 10**7))}, InvalidInput),
        ({"seats": (seat_wish("x" * 41),)}, InvalidInput),
        ({"seats": (seat_wish("<b>A</b>"),)}, InvalidInput),
    ],
    ids=str,
)
async def test_invalid_opening_requests_are_refused(harness, changed, error):
    wish = {"variant": "kniffel", "seats": (seat_wish("Anna"),), **changed}
    with pytest.raises(error):
        await harness.tables.open(ANNA, OpenTable(**wish))
    assert await harness.tables.mine(ANNA, "en") == []


async def test_lobby_lists_only_the_public_table(harness):
    private = await harness.open(ANNA, "Anna", "Bernd")
    public = await harness.open(ANNA, "Anna", "human", visibility=PUBLIC)
    assert {item["id"] for item in await harness.tables.mine(ANNA, "en")} == {private, public}
    assert await harness.tables.mine(BERND, "en") == []
    [shown] = await harness.tables.lobby("de")
    assert (shown["id"], shown["open_seats"], shown["variant_name"]) == (public, 1, "Kniffel")
    assert shown["seats"][0] == {"seat": 1, "name": "Anna", "kind": "local", "open": False, "total": 0}


async def test_opening_sets_time_absence_and_bot_options(harness):
    plain = await harness.snapshot(ANNA, await harness.open(ANNA, "Anna"))
    assert (plain["time"], plain["absent"], plain["bots"], plain["opener"]) == (None, "bot", True, 1)
    options = TableOptions(TimeLimit(60, 120), Absent.ENTRY, bots=False)
    table = await harness.open(ANNA, "human", "Anna", options=options, visibility=PUBLIC)
    snapshot = await harness.snapshot(BERND, table)
    assert (snapshot["time"], snapshot["absent"]) == ({"turn": 60, "bank": 120}, "entry")
    assert (snapshot["bots"], snapshot["opener"]) == (False, 2)
    [shown] = await harness.tables.lobby("en")
    assert (shown["time"], shown["bots"]) == ({"turn": 60, "bank": 120}, False)


async def test_a_turn_may_last_two_weeks(harness):
    longest = TableOptions(TimeLimit(14 * 24 * 3600, 0))
    table = await harness.open(ANNA, "Anna", "human", options=longest)
    assert (await harness.snapshot(ANNA, table))["time"] == {"turn": 1_209_600, "bank": 0}
    with pytest.raises(InvalidInput, match="1209600"):
        await harness.open(ANNA, "Anna", "human", options=TableOptions(TimeLimit(14 * 24 * 3600 + 1, 0)))


async def test_log_without_options_uses_the_defaults():
    assert options_from_data({"variant": "kniffel"}) == TableOptions()
