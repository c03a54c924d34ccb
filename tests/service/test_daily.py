"""The daily game: one attempt per day, the same dice for all players, no early access."""

from __future__ import annotations

import asyncio
import hashlib
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from pasch.fairness.stream import LENGTH, chained
from pasch.fairness.verify import check_record
from pasch.rules.actions import RollDice, Score
from pasch.rules.errors import IllegalAction, InvalidInput
from pasch.rules.variants import find_variant
from pasch.service.daily import WEEK, variant_of
from pasch.service.errors import ContinuedElsewhere, HintsForbidden, UnknownTable
from pasch.service.people.continuing import Continuing
from pasch.service.requests import Abort, Command
from pasch.service.results.outcomes import plays_for_points
from pasch.storage.people import SqlKeys
from tests.service.harness import ANNA, BERND, CLARA, START, SequentialEntropy, check_same_dice, store_people
from tests.service.shared_dice import SharedDiceHarness

pytestmark = pytest.mark.anyio
TODAY = START.date()
ONE_DAY = timedelta(days=1)


@pytest.fixture
async def shared():
    shared = SharedDiceHarness()
    await store_people(shared.database, ANNA, BERND, CLARA)
    return shared


def test_each_seed_is_the_commitment_to_the_next_one():
    secret = bytes(range(32))
    seeds = [chained(secret, number) for number in (0, 1, 2, LENGTH - 2, LENGTH - 1)]
    assert [hashlib.sha256(seed).digest() for seed in seeds[1:3]] == seeds[:2]
    assert (hashlib.sha256(secret).digest(), secret) == (seeds[3], seeds[4])
    for number in (-1, LENGTH):
        with pytest.raises(ValueError, match=str(number)):
            chained(secret, number)


def test_weekday_variants_differ_and_play_for_points():
    assert len({variant_of(TODAY + day * ONE_DAY).key for day in range(7)}) == len(WEEK) == 7
    assert all(plays_for_points(find_variant(key)) and len(find_variant(key).columns) == 1 for key in WEEK)


async def test_dice_do_not_depend_on_pace_or_keeps(shared):
    tables = [await shared.daily.open(person, None) for person in (ANNA, BERND, CLARA)]
    assert len(set(tables)) == 3
    await check_same_dice(shared.harness, (ANNA, BERND, CLARA), tables)


async def test_an_attempt_is_resumed_and_never_repeated(shared):
    table = await shared.daily.open(ANNA, None)
    assert (await shared.shown(ANNA))["state"] == "running"
    await shared.harness.roll(ANNA, table)
    other = SharedDiceHarness(shared.database, first=500, clock=shared.harness.clock)
    assert await other.daily.open(ANNA, None) == table
    ended = await shared.finished(ANNA)
    with pytest.raises(IllegalAction, match="already played"):
        await shared.daily.open(ANNA, None)
    shown = await other.shown(ANNA)
    assert (shown["state"], shown["score"], shown["players"]) == ("finished", ended["totals"][0], 1)
    bernd = await shared.daily.open(BERND, None)
    await shared.harness.do(BERND, bernd, Abort())
    with pytest.raises(IllegalAction, match="already played"):
        await shared.daily.open(BERND, None)
    await shared.recorder.catch_up()
    shown = await shared.shown(BERND)
    assert (shown["state"], shown["score"], shown["streak"], shown["players"]) == ("ended", None, 0, 1)
    assert (await shared.shown(None))["state"] == "new"


async def test_simultaneous_requests_open_one_table(shared):
    other = SharedDiceHarness(shared.database, first=500, clock=shared.harness.clock)
    opened = await asyncio.gather(*(each.daily.open(ANNA, None) for each in (shared, shared, other, other)))
    assert len(set(opened)) == 1
    assert [each["id"] for each in await shared.harness.tables.mine(ANNA, "en")] == opened[:1]


async def test_second_session_continues_the_first_sessions_attempt(shared):
    table = await shared.daily.open(ANNA, None)
    continuing = Continuing(SqlKeys(shared.database), shared.harness.tables.writer, SequentialEntropy(90))
    key = await continuing.key(ANNA, table)
    await continuing.continue_match(BERND, key)
    assert await shared.daily.open(BERND, None) == table
    with pytest.raises(ContinuedElsewhere):
        await shared.daily.open(ANNA, None)
    assert (await shared.shown(ANNA))["state"] == "elsewhere"
    await shared.finished(BERND)
    for person in (ANNA, BERND):
        with pytest.raises((IllegalAction, ContinuedElsewhere)):
            await shared.daily.open(person, None)
    assert (await shared.shown(CLARA))["players"] == 1


async def test_future_days_stay_closed_and_seed_opens_next_day(shared):
    ended = await shared.finished(ANNA)
    table, clock = ended["id"], shared.harness.clock
    assert ended["server_seed"] is None
    [*_, last] = await shared.harness.log(table)
    assert (last.type, last.data["server_seed"]) == ("match_finished", None)
    with pytest.raises(InvalidInput, match="not yet revealed"):
        check_record(await shared.harness.tables.record(ANNA, table, "en"))
    for caller in (None, BERND):
        with pytest.raises(UnknownTable):
            await shared.harness.snapshot(caller, table)
    shown = await shared.shown(ANNA)
    assert shown["seed"] is None
    for ahead in (1, 400):
        with pytest.raises(InvalidInput, match="has not begun"):
            await shared.daily.show(ANNA, TODAY + ahead * ONE_DAY, "en")
        with pytest.raises(InvalidInput, match="has not begun"):
            await shared.daily.open(ANNA, TODAY + ahead * ONE_DAY)
    clock.advance(-86_400)  # a restarted server whose clock runs behind
    with pytest.raises(InvalidInput, match="has not begun"):
        await shared.daily.show(ANNA, TODAY, "en")
    clock.time = datetime.combine(TODAY + ONE_DAY, datetime.min.time(), UTC) - timedelta(microseconds=1)
    assert (await shared.shown(ANNA))["seed"] is None
    clock.advance(0.000001)
    seed = (await shared.shown(ANNA, TODAY))["seed"]
    assert hashlib.sha256(bytes.fromhex(seed)).hexdigest() == shown["commitment"] == ended["commitment"]
    assert (await shared.shown(ANNA))["commitment"] == seed
    assert (await shared.harness.snapshot(ANNA, table))["server_seed"] == seed
    checked = check_record(await shared.harness.tables.record(ANNA, table, "en"))
    assert checked.verdict.holds
    assert checked.proof.table == f"daily-{TODAY}"


async def test_only_attempts_finished_on_their_day_count(shared):
    late = await shared.daily.open(BERND, None)
    await shared.harness.roll(BERND, late)
    for _ in range(3):
        await shared.finished(ANNA)
        shared.harness.clock.advance(86_400)
    assert [(await shared.shown(ANNA))[name] for name in ("streak", "longest", "played")] == [3, 3, 3]
    while (await shared.harness.snapshot(BERND, late))["status"] == "running":
        await shared.harness.play_on(BERND, late)
    await shared.recorder.catch_up()
    assert [(await shared.shown(BERND))[name] for name in ("streak", "longest", "played")] == [0, 0, 0]
    assert (await shared.shown(None, TODAY))["players"] == 1
    shared.harness.clock.advance(86_400)
    assert [(await shared.shown(ANNA))[name] for name in ("streak", "longest", "played")] == [0, 3, 3]


async def test_archived_day_has_the_same_dice_but_no_ranking(shared):
    first = await shared.finished(ANNA)
    shared.harness.clock.advance(86_400)
    archive = await shared.daily.archive(ANNA, None, "en")
    assert [(day["day"], day["score"]) for day in archive["days"]] == [(str(TODAY), first["totals"][0])]
    assert archive["before"] is None
    again = await shared.finished(BERND, TODAY)
    assert again["id"] != first["id"]
    assert again["totals"] == first["totals"]
    assert again["server_seed"] is not None
    assert (await shared.shown(BERND, TODAY))["players"] == 1
    assert (await shared.daily.archive(BERND, None, "en"))["days"][0]["score"] is None
    assert [await shared.results.of_session(person.id, 9) for person in (ANNA, BERND)] == [[], []]
    with pytest.raises(InvalidInput, match="There was no daily game"):
        await shared.daily.open(ANNA, TODAY - ONE_DAY)


async def test_advice_about_the_running_attempt_is_refused(shared):
    table = await shared.daily.open(ANNA, None)
    with pytest.raises(HintsForbidden):
        await shared.harness.tables.game_to_advise(ANNA, table)
    with pytest.raises(HintsForbidden):
        await shared.harness.tables.check_question(ANNA, variant_of(TODAY))
    with pytest.raises(HintsForbidden):
        await shared.harness.tables.record_to_analyse(ANNA, table, "en")
    await shared.finished(ANNA)
    await shared.harness.tables.check_question(ANNA, variant_of(TODAY))


async def test_replayed_commands_change_nothing(shared):
    table = await shared.daily.open(ANNA, None)
    command = Command("once", RollDice())
    first = await shared.harness.tables.act(ANNA, table, command)
    entry = (await shared.harness.snapshot(ANNA, table))["legal_actions"][-1]
    await shared.harness.do(ANNA, table, Score(entry["cell"], entry["points"]))
    length = len(await shared.harness.log(table))
    assert await shared.harness.tables.act(ANNA, table, command) == first
    with pytest.raises(UnknownTable):
        await shared.harness.tables.act(BERND, table, replace(command, id="another"))
    assert len(await shared.harness.log(table)) == length


async def test_a_rematch_of_the_daily_game_is_an_ordinary_table(shared):
    ended = await shared.finished(ANNA)
    again = await shared.harness.tables.rematch(ANNA, ended["id"])
    opened = await shared.harness.snapshot(ANNA, again)
    assert opened["commitment"] != ended["commitment"]
    assert (await shared.shown(ANNA))["table"] == ended["id"]


async def test_processes_share_one_seed_chain_and_its_successor(shared):
    other = SharedDiceHarness(shared.database, first=500, clock=shared.harness.clock)
    assert (await shared.shown(None))["commitment"] == (await other.shown(None))["commitment"]
    assert len(await shared.store.chains()) == 1
    shared.harness.clock.time += LENGTH * ONE_DAY
    shown = await other.shown(None)
    assert [chain.first_day for chain in await shared.store.chains()] == [TODAY, TODAY + LENGTH * ONE_DAY]
    assert (await shared.shown(None))["commitment"] == shown["commitment"]
    assert await shared.shown(None, date.fromisoformat(shown["today"]) - ONE_DAY)


async def test_a_deleted_person_leaves_no_attempt(shared):
    ended = await shared.finished(ANNA)
    [exported] = (await shared.attempts.export(ANNA.id))["attempts"]
    assert exported["event"] == f"daily-{TODAY}"
    assert (exported["table"], exported["score"]) == (ended["id"], ended["totals"][0])
    await shared.attempts.forget(ANNA.id)
    assert await shared.attempts.export(ANNA.id) == {"attempts": []}
    assert (await shared.shown(None))["players"] == 0
