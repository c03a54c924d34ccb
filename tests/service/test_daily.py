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
from tests.service.club import Club
from tests.service.hall import ANNA, BERND, CLARA, START, CountedEntropy, check_same_dice, known

pytestmark = pytest.mark.anyio
TODAY = START.date()
ONE_DAY = timedelta(days=1)


@pytest.fixture
async def club():
    club = Club()
    await known(club.database, ANNA, BERND, CLARA)
    return club


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


async def test_dice_do_not_depend_on_pace_or_keeps(club):
    tables = [await club.daily.open(person, None) for person in (ANNA, BERND, CLARA)]
    assert len(set(tables)) == 3
    await check_same_dice(club.hall, (ANNA, BERND, CLARA), tables)


async def test_an_attempt_is_resumed_and_never_repeated(club):
    table = await club.daily.open(ANNA, None)
    assert (await club.shown(ANNA))["state"] == "running"
    await club.hall.roll(ANNA, table)
    other = Club(club.database, first=500, clock=club.hall.clock)
    assert await other.daily.open(ANNA, None) == table
    ended = await club.finished(ANNA)
    with pytest.raises(IllegalAction, match="already played"):
        await club.daily.open(ANNA, None)
    shown = await other.shown(ANNA)
    assert (shown["state"], shown["score"], shown["players"]) == ("finished", ended["totals"][0], 1)
    bernd = await club.daily.open(BERND, None)
    await club.hall.do(BERND, bernd, Abort())
    with pytest.raises(IllegalAction, match="already played"):
        await club.daily.open(BERND, None)
    await club.recorder.catch_up()
    shown = await club.shown(BERND)
    assert (shown["state"], shown["score"], shown["streak"], shown["players"]) == ("ended", None, 0, 1)
    assert (await club.shown(None))["state"] == "new"


async def test_simultaneous_requests_open_one_table(club):
    other = Club(club.database, first=500, clock=club.hall.clock)
    opened = await asyncio.gather(*(each.daily.open(ANNA, None) for each in (club, club, other, other)))
    assert len(set(opened)) == 1
    assert [each["id"] for each in await club.hall.tables.mine(ANNA, "en")] == opened[:1]


async def test_second_session_continues_the_first_sessions_attempt(club):
    table = await club.daily.open(ANNA, None)
    continuing = Continuing(SqlKeys(club.database), club.hall.tables.writer, CountedEntropy(90))
    key = await continuing.key(ANNA, table)
    await continuing.go_on(BERND, key)
    assert await club.daily.open(BERND, None) == table
    with pytest.raises(ContinuedElsewhere):
        await club.daily.open(ANNA, None)
    assert (await club.shown(ANNA))["state"] == "elsewhere"
    await club.finished(BERND)
    for person in (ANNA, BERND):
        with pytest.raises((IllegalAction, ContinuedElsewhere)):
            await club.daily.open(person, None)
    assert (await club.shown(CLARA))["players"] == 1


async def test_future_days_stay_closed_and_seed_opens_next_day(club):
    ended = await club.finished(ANNA)
    table, clock = ended["id"], club.hall.clock
    assert ended["server_seed"] is None
    [*_, last] = await club.hall.log(table)
    assert (last.type, last.data["server_seed"]) == ("match_finished", None)
    with pytest.raises(InvalidInput, match="not yet revealed"):
        check_record(await club.hall.tables.record(ANNA, table, "en"))
    for caller in (None, BERND):
        with pytest.raises(UnknownTable):
            await club.hall.look(caller, table)
    shown = await club.shown(ANNA)
    assert shown["seed"] is None
    for ahead in (1, 400):
        with pytest.raises(InvalidInput, match="has not begun"):
            await club.daily.show(ANNA, TODAY + ahead * ONE_DAY, "en")
        with pytest.raises(InvalidInput, match="has not begun"):
            await club.daily.open(ANNA, TODAY + ahead * ONE_DAY)
    clock.advance(-86_400)  # a restarted server whose clock runs behind
    with pytest.raises(InvalidInput, match="has not begun"):
        await club.daily.show(ANNA, TODAY, "en")
    clock.time = datetime.combine(TODAY + ONE_DAY, datetime.min.time(), UTC) - timedelta(microseconds=1)
    assert (await club.shown(ANNA))["seed"] is None
    clock.advance(0.000001)
    seed = (await club.shown(ANNA, TODAY))["seed"]
    assert hashlib.sha256(bytes.fromhex(seed)).hexdigest() == shown["commitment"] == ended["commitment"]
    assert (await club.shown(ANNA))["commitment"] == seed
    assert (await club.hall.look(ANNA, table))["server_seed"] == seed
    checked = check_record(await club.hall.tables.record(ANNA, table, "en"))
    assert checked.verdict.holds
    assert checked.proof.table == f"daily-{TODAY}"


async def test_only_attempts_finished_on_their_day_count(club):
    late = await club.daily.open(BERND, None)
    await club.hall.roll(BERND, late)
    for _ in range(3):
        await club.finished(ANNA)
        club.hall.clock.advance(86_400)
    assert [(await club.shown(ANNA))[name] for name in ("streak", "longest", "played")] == [3, 3, 3]
    while (await club.hall.look(BERND, late))["status"] == "running":
        await club.hall.play_on(BERND, late)
    await club.recorder.catch_up()
    assert [(await club.shown(BERND))[name] for name in ("streak", "longest", "played")] == [0, 0, 0]
    assert (await club.shown(None, TODAY))["players"] == 1
    club.hall.clock.advance(86_400)
    assert [(await club.shown(ANNA))[name] for name in ("streak", "longest", "played")] == [0, 3, 3]


async def test_archived_day_has_the_same_dice_but_no_ranking(club):
    first = await club.finished(ANNA)
    club.hall.clock.advance(86_400)
    archive = await club.daily.archive(ANNA, None, "en")
    assert [(day["day"], day["score"]) for day in archive["days"]] == [(str(TODAY), first["totals"][0])]
    assert archive["before"] is None
    again = await club.finished(BERND, TODAY)
    assert again["id"] != first["id"]
    assert again["totals"] == first["totals"]
    assert again["server_seed"] is not None
    assert (await club.shown(BERND, TODAY))["players"] == 1
    assert (await club.daily.archive(BERND, None, "en"))["days"][0]["score"] is None
    assert [await club.results.of_session(person.id, 9) for person in (ANNA, BERND)] == [[], []]
    with pytest.raises(InvalidInput, match="There was no daily game"):
        await club.daily.open(ANNA, TODAY - ONE_DAY)


async def test_advice_about_the_running_attempt_is_refused(club):
    table = await club.daily.open(ANNA, None)
    with pytest.raises(HintsForbidden):
        await club.hall.tables.game_to_advise(ANNA, table)
    with pytest.raises(HintsForbidden):
        await club.hall.tables.check_question(ANNA, variant_of(TODAY))
    with pytest.raises(HintsForbidden):
        await club.hall.tables.record_to_analyse(ANNA, table, "en")
    await club.finished(ANNA)
    await club.hall.tables.check_question(ANNA, variant_of(TODAY))


async def test_replayed_commands_change_nothing(club):
    table = await club.daily.open(ANNA, None)
    command = Command("once", RollDice())
    first = await club.hall.tables.act(ANNA, table, command)
    entry = (await club.hall.look(ANNA, table))["legal_actions"][-1]
    await club.hall.do(ANNA, table, Score(entry["cell"], entry["points"]))
    length = len(await club.hall.log(table))
    assert await club.hall.tables.act(ANNA, table, command) == first
    with pytest.raises(UnknownTable):
        await club.hall.tables.act(BERND, table, replace(command, id="another"))
    assert len(await club.hall.log(table)) == length


async def test_a_rematch_of_the_daily_game_is_an_ordinary_table(club):
    ended = await club.finished(ANNA)
    again = await club.hall.tables.rematch(ANNA, ended["id"])
    opened = await club.hall.look(ANNA, again)
    assert opened["commitment"] != ended["commitment"]
    assert (await club.shown(ANNA))["table"] == ended["id"]


async def test_processes_share_one_seed_chain_and_its_successor(club):
    other = Club(club.database, first=500, clock=club.hall.clock)
    assert (await club.shown(None))["commitment"] == (await other.shown(None))["commitment"]
    assert len(await club.store.chains()) == 1
    club.hall.clock.time += LENGTH * ONE_DAY
    shown = await other.shown(None)
    assert [chain.first_day for chain in await club.store.chains()] == [TODAY, TODAY + LENGTH * ONE_DAY]
    assert (await club.shown(None))["commitment"] == shown["commitment"]
    assert await club.shown(None, date.fromisoformat(shown["today"]) - ONE_DAY)


async def test_a_deleted_person_leaves_no_attempt(club):
    ended = await club.finished(ANNA)
    [exported] = (await club.attempts.export(ANNA.id))["attempts"]
    assert exported["event"] == f"daily-{TODAY}"
    assert (exported["table"], exported["score"]) == (ended["id"], ended["totals"][0])
    await club.attempts.forget(ANNA.id)
    assert await club.attempts.export(ANNA.id) == {"attempts": []}
    assert (await club.shown(None))["players"] == 0
