"""Shared events: the same dice for all holders of the code, one attempt each, secrets until the end."""

import asyncio
import hashlib
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from math import fsum

import pytest

from pasch.fairness.verify import check_record
from pasch.rules.actions import NextGame
from pasch.rules.errors import IllegalAction, InvalidInput, PaschError
from pasch.service.attempts import Attempt
from pasch.service.errors import ContinuedElsewhere, HintsForbidden, UnknownEvent, UnknownTable
from pasch.service.ids import TableId
from pasch.service.people.continuing import Continuing
from pasch.service.ports import Split
from pasch.service.requests import Abort
from pasch.service.retention import Overdue, Why
from pasch.service.shared_events import MOST_EVENTS, NewEvent, ranking
from pasch.storage.people import SqlKeys
from pasch.storage.retention import SqlRetention
from tests.service.harness import ANNA, BERND, CLARA, START, SequentialEntropy, check_same_dice, store_people
from tests.service.shared_dice import SharedDiceHarness

pytestmark = pytest.mark.anyio
TODAY = START.date()
CUP = NewEvent("Cup", "crag")


class FixedSolver:
    """A solver whose games lose a point in each kind of decision."""

    async def exact(self, variant):
        return variant.key == "crag"

    async def luck(self, record, _, _game=None):
        return [[Split(0.0, {"keeps": 1.0, "entries": 0.5})] for _ in record.games]


SOLVER = FixedSolver()


@pytest.fixture
async def shared():
    shared = SharedDiceHarness()
    await store_people(shared.database, ANNA, BERND, CLARA)
    return shared


async def shown(shared, person, code):
    return await shared.events.show(person, code, SOLVER, "en")


async def test_players_get_same_dice_and_see_results_after_event(shared):
    code = await shared.events.create(ANNA, CUP)
    people = (ANNA, BERND, CLARA)
    tables = [await shared.events.play(person, code.lower(), "") for person in people]
    await check_same_dice(shared.harness, people, tables)
    assert (await shown(shared, ANNA, code))["ranking"] == []

    ended = await shared.played(ANNA, tables[0])
    await shared.played(BERND, tables[1])
    assert ended["server_seed"] is None
    [*_, last] = await shared.harness.log(tables[0])
    assert (last.type, last.data["server_seed"]) == ("match_finished", None)
    with pytest.raises(InvalidInput, match="not yet revealed"):
        check_record(await shared.harness.tables.record(ANNA, tables[0], "en"))
    mine = await shown(shared, ANNA, code)
    assert (mine["state"], mine["score"], mine["players"], mine["over"]) == ("finished", ended["totals"][0], 2, False)
    assert {row["table"] for row in mine["ranking"]} == {mine["seed"]} == {None}
    assert [row["mine"] for row in mine["ranking"]].count(True) == 1
    assert [(await shown(shared, person, code))["ranking"] for person in (None, CLARA)] == [[], []]
    for caller in (None, BERND, CLARA):
        for read in (shared.harness.snapshot, shared.harness.tables.record):
            with pytest.raises(UnknownTable):
                await read(caller, tables[0], "en")

    with pytest.raises(IllegalAction, match="Only the person who created"):
        await shared.events.close(BERND, code)
    await shared.events.close(ANNA, code)
    after = await shown(shared, None, code)
    assert hashlib.sha256(bytes.fromhex(after["seed"])).hexdigest() == mine["commitment"] == ended["commitment"]
    assert {row["table"] for row in after["ranking"]} == {*tables[:2]}
    for caller in (None, BERND, CLARA):
        assert (await shared.harness.snapshot(caller, tables[0]))["server_seed"] == after["seed"]
        checked = check_record(await shared.harness.tables.record(caller, tables[0], "en"))
        assert (checked.verdict.holds, checked.proof.table) == (True, f"event-{code}")
    # A running attempt can be finished later. It stays private to its player and no longer counts.
    with pytest.raises(UnknownTable):
        await shared.harness.snapshot(ANNA, tables[2])
    await shared.played(CLARA, tables[2])
    assert (await shown(shared, CLARA, code))["players"] == 2


async def test_attempt_is_resumed_but_never_repeated(shared):
    code = await shared.events.create(ANNA, CUP)
    other = SharedDiceHarness(shared.database, first=500, clock=shared.harness.clock)
    opened = await asyncio.gather(*(each.events.play(ANNA, code, "") for each in (shared, shared, other)))
    assert len(set(opened)) == 1
    await shared.played(ANNA, opened[0])
    bernd = await shared.events.play(BERND, code, "")
    await shared.harness.do(BERND, bernd, Abort())
    for person in (ANNA, BERND):
        with pytest.raises(IllegalAction, match="already played"):
            await other.events.play(person, code, "")
    clara = await shared.events.play(CLARA, code, "")
    key = await Continuing(SqlKeys(shared.database), shared.harness.tables.writer, SequentialEntropy(90)).key(
        CLARA, clara
    )
    assert key
    # The server deletes abandoned tables.
    for table, person in ((bernd, BERND), (clara, CLARA)):
        [*_, last] = await shared.harness.log(table)
        assert await SqlRetention(shared.database).delete(Overdue(table, Why.ABORTED, last.at, last.at), last.at)
        shared.harness.tables.writer.forget(table)
        with pytest.raises(IllegalAction, match="already played"):
            await shared.events.play(person, code, "")
        assert (await shown(shared, person, code))["state"] == "elsewhere"


async def test_second_session_continues_attempt_of_first(shared):
    code = await shared.events.create(CLARA, CUP)
    table = await shared.events.play(ANNA, code, "")
    continuing = Continuing(SqlKeys(shared.database), shared.harness.tables.writer, SequentialEntropy(90))
    await continuing.continue_match(BERND, await continuing.key(ANNA, table))
    assert await shared.events.play(BERND, code, "") == table
    with pytest.raises(ContinuedElsewhere):
        await shared.events.play(ANNA, code, "")
    await shared.played(BERND, table)
    for person in (ANNA, BERND):
        with pytest.raises((IllegalAction, ContinuedElsewhere)):
            await shared.events.play(person, code, "")
    assert [row["mine"] for row in (await shown(shared, BERND, code))["ranking"]] == [True]


async def test_event_reveals_seed_and_tables_after_last_day(shared):
    with pytest.raises(InvalidInput, match="2026-11-21"):
        await shared.events.create(ANNA, NewEvent("Cup", "crag", last_day=TODAY - timedelta(days=1)))
    code = await shared.events.create(ANNA, NewEvent("Cup", "crag", last_day=TODAY + timedelta(days=30)))
    table = await shared.events.play(ANNA, code, "")
    await shared.played(ANNA, table)
    end = datetime.combine(TODAY + timedelta(days=31), datetime.min.time(), UTC)
    for at in (end - timedelta(days=60), end - timedelta(microseconds=1)):
        shared.harness.clock.time = at
        assert (await shown(shared, ANNA, code))["seed"] is None
        assert (await shared.harness.snapshot(ANNA, table))["server_seed"] is None
        with pytest.raises(UnknownTable):
            await shared.harness.snapshot(BERND, table)
    shared.harness.clock.time = end
    seed = (await shown(shared, None, code))["seed"]
    assert (await shared.harness.snapshot(BERND, table))["server_seed"] == seed is not None
    with pytest.raises(IllegalAction, match="is over"):
        await shared.events.play(BERND, code, "")


async def test_event_ranks_attempts_by_points_loss_and_rank_points(shared):
    code = await shared.events.create(ANNA, NewEvent("Evening", "crag", games=2))
    for person, name in ((ANNA, "A"), (BERND, "")):
        table = await shared.events.play(person, code, name)
        while (seen := await shared.harness.snapshot(person, table))["status"] == "running":
            if seen["game"] == 1 and any(action["type"] == "next_game" for action in seen["legal_actions"]):
                await shared.recorder.catch_up()
                assert (await shown(shared, person, code))["state"] == "running"
                await shared.harness.do(person, table, NextGame())
            else:
                await shared.harness.play_on(person, table)
    await shared.recorder.catch_up()
    event = await shown(shared, ANNA, code)
    assert (event["measured"], [row["loss"] for row in event["ranking"]]) == (True, [None, None])
    await shared.recorder.find_luck(SOLVER, 0)
    rows = (await shown(shared, ANNA, code))["ranking"]
    assert sorted((row["name"], row["loss"], len(row["games"])) for row in rows) == [("A", 3.0, 2), ("Bernd", 3.0, 2)]
    assert [(row["score"], row["rank_points"]) for row in rows] == [(sum(row["games"]), 1.0) for row in rows]
    assert [await shared.results.of_session(person.id, 9) for person in (ANNA, BERND)] == [[], []]


def test_rank_points_count_beaten_players_in_each_game():
    games = {"a": (200, 10), "b": (30, 20), "c": (30, 30)}
    losses = {"a": 5.0, "b": None, "c": 2.0}
    attempts = [Attempt("e", ANNA.id, TableId(t), t, sum(games[t]), games[t], losses[t]) for t in "cba"]
    rows = {row["name"]: row for row in ranking(attempts, TableId("b"), "en", over=False)}
    assert [*rows] == ["a", "c", "b"]
    assert {name: row["rank_points"] for name, row in rows.items()} == {"a": 2.0, "b": 1.5, "c": 2.5}
    assert fsum(row["rank_points"] for row in rows.values()) == 2 * (2 + 1)
    places = {name: tuple(row["ranks"].values()) for name, row in rows.items()}
    assert places == {"a": (1, 2, 2), "b": (3, None, 3), "c": (2, 1, 1)}
    assert [name for name, row in rows.items() if row["mine"]] == ["b"]
    assert ranking([], None, "en", over=True) == []


async def test_advice_about_the_running_attempt_is_refused(shared):
    table = await shared.events.play(ANNA, await shared.events.create(ANNA, CUP), "")
    for question in (
        shared.harness.tables.game_to_advise(ANNA, table),
        shared.harness.tables.record_to_analyse(ANNA, table, "en"),
        shared.harness.tables.check_question(ANNA, (await shared.harness.tables.find(ANNA, table)).state.variant),
    ):
        with pytest.raises(HintsForbidden):
            await question


async def test_invalid_and_excess_events_are_refused(shared):
    for wish, error in (
        (NewEvent(" ", "crag"), "name"),
        (NewEvent("x" * 41, "crag"), "40"),
        (NewEvent("Cup", "crag", games=0), "from 1 to 20"),
        (NewEvent("Cup", "crag", games=21), "from 1 to 20"),
        (NewEvent("Cup", "yatzy-duel"), "player"),
        (NewEvent("Cup", "crag", {"doubles": 7}), "doubles"),
        (NewEvent("Cup", "crag", last_day=date.max), "last day"),
    ):
        with pytest.raises(PaschError, match=error):
            await shared.events.create(ANNA, wish)
    codes = [await shared.events.create(ANNA, CUP) for _ in range(MOST_EVENTS)]
    assert len(set(codes)) == MOST_EVENTS
    await shared.events.close(ANNA, codes[0])
    with pytest.raises(IllegalAction, match="20 open or new events"):
        await shared.events.create(ANNA, CUP)
    await shared.events.create(BERND, CUP)
    shared.harness.clock.advance(86_401)
    assert await shared.events.create(ANNA, CUP)
    for code in ("", "nothing", "event-", f"{codes[0]}{codes[1]}"):
        with pytest.raises(UnknownEvent):
            await shown(shared, ANNA, code)


async def test_a_deleted_person_leaves_no_name_and_no_open_event(shared):
    code = await shared.events.create(ANNA, CUP)
    for person in (ANNA, BERND):
        await shared.played(person, await shared.events.play(person, code, ""))
    assert [each["code"] for each in await shared.events.mine(BERND, "en")] == [code]
    assert (await shared.events.export(BERND.id))["events"] == []
    [exported] = (await shared.events.export(ANNA.id))["events"]
    assert (exported["code"], exported["name"], "seed" in exported) == (code, "Cup", False)
    for store in (shared.attempts, shared.events):
        await store.forget(ANNA.id)
    left = await shown(shared, BERND, code)
    assert (left["name"], left["over"], left["mine"], [row["name"] for row in left["ranking"]]) == (
        "",
        True,
        False,
        ["Bernd"],
    )
    with suppress(UnknownEvent):
        assert await shared.events.mine(ANNA, "en") == []
