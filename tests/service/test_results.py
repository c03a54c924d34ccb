"""Stored results of ended games: their owners, counted games, recovery after a crash, and luck."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from math import sqrt
from statistics import stdev

import pytest

from pasch.rules.errors import InvalidInput
from pasch.rules.variants import find_variant
from pasch.service.errors import NotReady
from pasch.service.ports import Perfect, Split
from pasch.service.requests import Abort, JoinTable
from pasch.service.results.outcomes import Player, outcomes_of
from pasch.service.results.results import ResultRecorder
from pasch.service.results.scores import AskScores, AskStatistics, Kind, Period, Scores
from pasch.service.results.statistics import Mine, Perfection, statistics_view
from pasch.service.runtime.cache import LiveTable
from pasch.storage.results import SqlResults
from tests.service.harness import ANNA, BERND, PUBLIC, Harness, store_people

pytestmark = pytest.mark.anyio


class ResultsHarness:
    """A harness with a recorder of results and a solver that the test controls."""

    def __init__(self):
        self.harness = Harness()
        self.store = NotifyingResults(self.harness.store.database)
        self.keeper = ResultRecorder(self.store, self.harness.store, self.harness.clock)
        self.scores = Scores(self.store, self.harness.clock, self.harness.tables.pace)
        self.solver = ManualSolver()

    async def play(self, caller, *seats, **wish):
        """Play a whole match; return the table."""
        table = await self.harness.open(caller, *seats, **wish)
        await self.harness.play_to_end(caller, table)
        return table

    async def kept(self, person):
        await self.keeper.catch_up()
        return await self.store.of_session(person.id, 100)

    async def best(self, caller=None, **wish):
        await self.keeper.catch_up()
        return await self.scores.high_scores(caller, AskScores(**{"variant": "crag", **wish}), "en")

    async def statistics(self, caller, **wish):
        await self.keeper.catch_up()
        return await self.scores.statistics(caller, AskStatistics(**wish), self.solver, "en", "an address")


class NotifyingResults(SqlResults):
    """A store whose writes a test can wait for."""

    def __init__(self, database):
        super().__init__(database)
        self.kept, self.lucky = asyncio.Event(), asyncio.Event()

    async def keep(self, *outcomes):
        await super().keep(*outcomes)
        self.kept.set()

    async def put_luck(self, *luck):
        await super().put_luck(*luck)
        self.lucky.set()


class ManualSolver:
    """A solver with the results that the test sets."""

    def __init__(self):
        self.luck_known = []
        self.perfect_known = InvalidInput("no table")

    async def luck(self, record, _asker, _game=None):
        found = self.luck_known.pop(0)
        if isinstance(found, Exception):
            raise found
        losses = {"keeps": 3.0, "entries": 0.0, "bonus": 1.0, "endgame": 0.0}
        return [[Split(found, losses) for _ in record.players] for _ in record.games]

    async def perfect(self, _variant, _asker):
        if isinstance(self.perfect_known, Exception):
            raise self.perfect_known
        return self.perfect_known


@pytest.fixture
def results():
    return ResultsHarness()


async def test_every_seat_gets_an_outcome_per_game(results):
    table = await results.play(ANNA, "Anna", "Bernd", variant="crag", games=2)
    shown = await results.harness.snapshot(ANNA, table)
    kept = await results.kept(ANNA)
    assert [(each.game, each.seat, each.name) for each in kept] == [
        (1, 1, "Anna"),
        (1, 2, "Bernd"),
        (2, 1, "Anna"),
        (2, 2, "Bernd"),
    ]
    totals = [seat["total"] for game in shown["results"] for seat in game["seats"]]
    assert [each.score for each in kept] == totals
    assert all(each.whole and each.player is Player.PERSON and each.luck is None for each in kept)
    assert {(each.rank) for each in kept} == {1, 2}


async def test_outcome_counts_all_rolled_faces(results):
    table = await results.play(ANNA, "Anna", variant="crag")
    log = await results.harness.log(table)
    fallen = [0] * 6
    for event in log:
        if event.type == "dice_rolled":
            for face in event.data["dice"]:
                fallen[int(face) - 1] += 1
            for face in (event.data["keep"] or "").removeprefix("k").replace("-", ""):
                fallen[int(face) - 1] -= 1
    [kept] = await results.kept(ANNA)
    assert list(kept.faces) == fallen
    assert sum(fallen) >= 13 * 3


async def test_high_scores_separate_people_and_bots(results):
    async with results.harness.tables.playing_bots():
        table = await results.harness.open(ANNA, "Anna", "bot", variant="crag", visibility=PUBLIC)
        await results.harness.play_to_end(ANNA, table)
    people, bots = await results.best(), await results.best(kind=Kind.BOTS)
    assert [(each["name"], each["table"], each["mine"]) for each in people["scores"]] == [("Anna", table, False)]
    assert [(each["name"], each["seats"]) for each in bots["scores"]] == [("Computer", 2)]
    assert len(await results.kept(ANNA)) == 1


async def test_bot_account_scores_appear_among_bots(results):
    await results.play(replace(ANNA, computer=True), "R2", variant="crag")
    assert (await results.best())["scores"] == []
    assert [each["name"] for each in (await results.best(kind=Kind.BOTS))["scores"]] == ["R2"]


async def test_seat_taken_over_by_bot_gets_no_high_score(results):
    async with results.harness.tables.playing_bots():
        table = await results.harness.open(ANNA, "Anna", "human", variant="crag")
        await results.harness.tables.join(BERND, table, JoinTable("Bernd"))
        for caller in (ANNA, ANNA, BERND, BERND):
            await results.harness.play_on(caller, table)
        await results.harness.tables.leave(BERND, table)
        await results.harness.play_to_end(ANNA, table)
    assert len((await results.best())["scores"]) == 1
    assert (await results.best(kind=Kind.BOTS))["scores"] == []


async def test_aborted_game_counts_only_its_dice(results):
    table = await results.harness.open(ANNA, "Anna", variant="crag")
    await results.harness.roll(ANNA, table)
    await results.harness.do(ANNA, table, Abort())
    [kept] = await results.kept(ANNA)
    assert not kept.whole
    assert (await results.best())["scores"] == []
    statistics = await results.statistics(ANNA)
    assert (statistics["variants"], statistics["game"], statistics["dice"]["thrown"]) == ([], None, 3)


async def test_table_aborted_before_start_leaves_no_results(results):
    table = await results.harness.open(ANNA, "Anna", "human", variant="crag")
    await results.harness.do(ANNA, table, Abort())
    assert [*await results.kept(ANNA)] == []
    assert [*await results.store.due(9)] == []


async def test_recorder_stores_missed_results_after_restart(results):
    await results.play(ANNA, "Anna", variant="crag")
    assert [*await results.store.of_session(ANNA.id, 9)] == []
    again = ResultRecorder(results.store, results.harness.store, results.harness.clock)
    async with again.working(results.solver, asyncio.Event()):
        await results.store.kept.wait()
    assert len(await results.kept(ANNA)) == 1


async def test_log_of_a_table_in_memory_is_not_read(results):
    table = await results.play(ANNA, "Anna", "Bernd", variant="crag", games=2)
    live, log = await results.harness.tables.find(ANNA, table), await results.harness.log(table)
    assert outcomes_of(live.row, live) == outcomes_of(live.row, LiveTable(live.row, log))
    await results.harness.store.database.run("UPDATE events SET data = '{}' WHERE table_id = ? AND seq = 1", (table,))
    results.keeper = ResultRecorder(results.store, results.harness.store, results.harness.clock, None, lambda _: live)
    assert [(each.seat, each.game) for each in await results.kept(ANNA)] == [(1, 1), (2, 1), (1, 2), (2, 2)]


async def test_unreadable_log_does_not_block_other_results(results):
    spoilt = await results.play(ANNA, "Anna", variant="crag")
    await results.play(BERND, "Bernd", variant="crag")
    await results.harness.store.database.run("UPDATE events SET data = '{}' WHERE table_id = ? AND seq = 1", (spoilt,))
    errors = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: errors.append(context))
    assert len(await results.kept(BERND)) == 1
    assert [*await results.kept(ANNA)] == []
    assert [context["table"] for context in errors] == [spoilt]


async def test_running_recorder_notices_ended_games(results):
    async with results.keeper.working(results.solver, results.harness.tables.games_over):
        results.solver.luck_known = [7.5]
        await results.play(ANNA, "Anna", variant="crag")
        await results.store.lucky.wait()
    assert [each.luck for each in await results.kept(ANNA)] == [7.5]


async def test_luck_waits_until_solver_is_ready(results):
    await results.play(ANNA, "Anna", variant="crag")
    await results.keeper.catch_up()
    results.solver.luck_known = [NotReady("soon"), 3.0]
    finding = asyncio.ensure_future(results.keeper.find_luck(results.solver, pause=0))
    await results.harness.clock.wait_for_sleeper()
    assert [each.luck for each in await results.kept(ANNA)] == [None]
    results.harness.clock.advance(60)
    await finding
    assert [each.luck for each in await results.kept(ANNA)] == [3.0]


async def test_luck_of_unsolvable_game_is_not_requested_again(results):
    await results.play(ANNA, "Anna", variant="crag")
    await results.keeper.catch_up()
    results.solver.luck_known = [InvalidInput("no table")]
    await results.keeper.find_luck(results.solver, pause=0)
    assert [*await results.store.luck_due(9)] == []
    assert [each.luck for each in await results.kept(ANNA)] == [None]


async def test_bluff_games_have_no_luck(results):
    await results.play(ANNA, "Anna", "Bernd", "Clara", variant="luegenkniffel")
    assert len(await results.kept(ANNA)) == 3
    assert [*await results.store.luck_due(9)] == []
    assert (await results.statistics(ANNA))["game"]["luck"] is None


async def test_high_scores_separate_periods_and_house_rules(results):
    await results.play(ANNA, "Anna", variant="crag")
    results.harness.clock.advance(8 * 24 * 3600)
    ruled = await results.play(BERND, "Bernd", variant="crag", rules={"rolls": 3})
    assert (await results.best(period=Period.WEEK))["scores"] == []
    [month] = (await results.best(period=Period.MONTH))["scores"]
    assert (month["name"], month["table"], month["mine"]) == ("Anna", None, False)
    [mine] = (await results.best(BERND, rules={"rolls": 3}, period=Period.DAY))["scores"]
    assert (mine["name"], mine["table"], mine["mine"]) == ("Bernd", ruled, True)
    house, preset = (await results.best())["played"]
    assert (house["rules"], house["results"], preset["rules"], preset["results"]) == ({"rolls": 3}, 1, {}, 1)
    assert house["differences"]


async def test_statistics_cover_all_names_or_one(results):
    for _ in range(2):
        await results.play(ANNA, "Anna", "Bernd", variant="crag")
    results.harness.clock.advance(60)
    await results.play(ANNA, "Anna", variant="yacht")
    statistics = await results.statistics(ANNA)
    assert statistics["names"] == [{"name": "Anna", "games": 3}, {"name": "Bernd", "games": 2}]
    assert [(each["variant"], each["games"]) for each in statistics["variants"]] == [("crag", 4), ("yacht", 1)]
    assert statistics["game"]["variant"] == "yacht"
    assert statistics["game"]["perfect"]["state"] == "none"
    assert statistics["game"]["deviation"] is None
    anna = await results.statistics(ANNA, variant="crag", name="Anna")
    scores = [each.score for each in await results.kept(ANNA) if (each.name, each.variant) == ("Anna", "crag")]
    game = anna["game"]
    assert (game["games"], game["mean"], game["best"]["score"]) == (2, sum(scores) / 2, max(scores))
    assert (game["contests"], game["wins"]) == (2, sum(latest["rank"] == 1 for latest in game["latest"]))
    assert sum(bar["games"] for bar in game["bars"]) == 2
    assert anna["dice"]["thrown"] < statistics["dice"]["thrown"]
    assert sum(face["count"] for face in statistics["dice"]["faces"]) == statistics["dice"]["thrown"]
    assert statistics["dice"]["highest"] >= statistics["dice"]["e_value"]


async def test_statistics_compare_scores_with_perfect_play(results):
    await results.play(ANNA, "Anna", variant="crag")
    await results.keeper.catch_up()
    results.solver.luck_known = [-12.0]
    await results.keeper.find_luck(results.solver, pause=0)
    results.solver.perfect_known = Perfect(100.0, 10.0, tuple([0.0] * 90 + [0.05] * 20))
    game = (await results.statistics(ANNA))["game"]
    assert game["perfect"] == {"state": "ready", "progress": 1.0, "mean": 100.0, "deviation": 10.0}
    assert sum(bar["perfect"] for bar in game["bars"]) == pytest.approx(1)
    assert all(bar["high"] - bar["low"] == game["bars"][0]["high"] - game["bars"][0]["low"] for bar in game["bars"])
    assert (game["luck"]["sum"], game["luck"]["games"], game["luck"]["due"]) == (-12.0, 1, 0)
    assert game["luck"]["low"] == -game["luck"]["high"] == pytest.approx(-19.6)
    results.solver.perfect_known = NotReady("soon", progress=0.4)
    waiting = (await results.statistics(ANNA))["game"]["perfect"]
    assert (waiting["state"], waiting["progress"]) == ("working", 0.4)


async def test_skill_is_the_mean_loss_of_games_without_hints(results):
    for hints in (False, False, True, False, False):
        await results.play(ANNA, "Anna", variant="crag", hints=hints)
    await results.keeper.catch_up()
    results.solver.luck_known = [10.0] * 5
    await results.keeper.find_luck(results.solver, pause=0)
    assert (await results.statistics(ANNA))["game"]["skill"] is None
    results.solver.perfect_known = Perfect(100.0, 10.0, ())
    skill = (await results.statistics(ANNA))["game"]["skill"]
    kinds = {"games": 4, "keeps": 3.0, "entries": 0.0, "bonus": 1.0, "endgame": 0.0}
    assert skill == {"games": 4, "least": 5, "loss": None, "value": None, "error": None, "kinds": kinds, "curve": []}

    await results.play(ANNA, "Anna", variant="crag", hints=False)
    await results.keeper.catch_up()
    assert (await results.statistics(ANNA))["game"]["skill"]["games"] == 4, "its luck is not known yet"
    results.solver.luck_known = [10.0]
    await results.keeper.find_luck(results.solver, pause=0)
    scores = [each.score for each in await results.kept(ANNA) if not each.hints]
    skill = (await results.statistics(ANNA))["game"]["skill"]
    assert (skill["games"], skill["loss"]) == (5, pytest.approx(110 - sum(scores) / 5))
    assert skill["value"] == pytest.approx(100 - skill["loss"])
    latest = (await results.statistics(ANNA))["game"]["latest"]
    assert [each["loss"] for each in latest] == [pytest.approx(110 - each["score"]) for each in latest]
    assert skill["error"] == pytest.approx(stdev(scores) / sqrt(5))
    [point] = skill["curve"]
    assert (point["games"], point["value"], point["error"]) == (5, skill["value"], skill["error"])
    luck = (await results.statistics(ANNA))["game"]["luck"]["curve"]
    assert [(each["games"], each["sum"], each["reach"]) for each in luck] == [
        (games, 10.0 * games, pytest.approx(19.6 * sqrt(games))) for games in range(1, 7)
    ]


async def test_curves_are_bounded_and_end_with_the_latest_game(results):
    """A point of the skill curve covers twenty games, so it shows what the mean of all games hides."""
    await results.play(ANNA, "Anna", variant="crag", hints=False)
    [played] = await results.kept(ANNA)
    games = [replace(played, score=100 if n < 130 else 90, luck=0.0) for n in range(150)]
    mine = Mine.of(games, {}, None)
    perfection = Perfection("ready", Perfect(100.0, 10.0, ()), 1.0)
    game = statistics_view(mine, find_variant("crag"), perfection, "en")["game"]
    skill, luck = game["skill"]["curve"], game["luck"]["curve"]
    assert [each["games"] for each in skill] == [*range(51, 151)]
    assert (skill[0]["value"], skill[-1]["value"]) == (100.0, 90.0)
    assert len(luck) <= 100
    assert luck[-1]["games"] == 150


async def test_players_get_ratings_that_are_exported_and_deleted(results):
    await store_people(results.harness.store.database, ANNA, BERND)
    table = await results.harness.open(ANNA, "Anna", "human", variant="crag", hints=False)
    await results.harness.tables.join(BERND, table, JoinTable("Bernd"))
    await asyncio.gather(*(results.harness.play_to_end(each, table) for each in (ANNA, BERND)))
    mine, theirs = [(await results.statistics(each))["game"]["rating"] for each in (ANNA, BERND)]
    assert (mine["games"], theirs["games"]) == (1, 1)
    assert mine["mean"] - 25 == pytest.approx(25 - theirs["mean"])
    [taken] = (await results.scores.export(ANNA.id))["ratings"]
    assert taken == {"variant": "crag", "rules": {}, **mine}
    await results.scores.forget(ANNA.id)
    assert (await results.scores.export(ANNA.id))["ratings"] == []


async def test_statistics_without_games_are_empty(results):
    statistics = await results.statistics(ANNA)
    assert (statistics["names"], statistics["variants"], statistics["game"]) == ([], [], None)
    assert (statistics["dice"]["thrown"], statistics["dice"]["e_value"]) == (0, 1.0)
    chosen = (await results.statistics(ANNA, variant="crag"))["game"]
    assert (chosen["games"], chosen["mean"], chosen["best"], chosen["bars"]) == (0, None, None, [])


async def test_results_can_be_exported_renamed_and_deleted(results):
    await results.play(ANNA, "Anna", variant="crag", visibility=PUBLIC)
    await results.keeper.catch_up()
    [taken] = (await results.scores.export(ANNA.id))["games"]
    assert (taken["variant"], taken["name"], sum(taken["faces"])) == ("crag", "Anna", sum(taken["faces"]))
    await results.scores.rename(ANNA.id, "Anne")
    assert [each["name"] for each in (await results.best())["scores"]] == ["Anne"]
    await results.scores.forget(ANNA.id)
    assert await results.scores.export(ANNA.id) == {"games": [], "ratings": []}
    assert [each["name"] for each in (await results.best(ANNA))["scores"]] == ["Player 1"]
