"""Profiles: their public and private parts, and figures next to names at a table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pasch.service.errors import ScopeMissing, UnknownPerson, UnknownTable
from pasch.service.people.sessions import Sessions
from pasch.service.ports import Perfect
from pasch.service.requests import Access, JoinTable, Scope
from pasch.service.results.profiles import Profiles
from pasch.service.results.scores import AskStatistics
from pasch.storage.people import SqlPeople
from tests.service.harness import ANNA, BERND, CLARA, PUBLIC, SequentialEntropy, person, store_people
from tests.service.shared_dice import SharedDiceHarness
from tests.service.test_results import ResultsHarness

pytestmark = pytest.mark.anyio
GUEST = person("Guest", shown="")
VARIANT = "crag"


class ProfilesHarness(ResultsHarness):
    """A results harness that also serves the profiles of other people."""

    def __init__(self):
        super().__init__()
        database = self.harness.store.database
        self.people = SqlPeople(database)
        self.sessions = Sessions(self.people, self.harness.bus, self.harness.clock, SequentialEntropy(7))
        daily = SharedDiceHarness(database, clock=self.harness.clock).daily
        self.profiles = Profiles(self.people, self.store, self.scores, daily, self.harness.tables)

    async def publish(self, caller, *, public=True):
        await self.sessions.publish(caller, public=public)

    async def show(self, handle, **wish):
        await self.keeper.catch_up()
        return await self.profiles.show(handle, AskStatistics(**wish), self.solver, "en", "an address")

    async def at_table(self, caller, table):
        return (await self.profiles.at_table(caller, table, self.solver, "an address"))["seats"]

    async def measured(self, caller, *seats, games=5):
        """Play games whose luck is known; return the last table."""
        for _ in range(games):
            table = await self.play(caller, *seats, variant=VARIANT, hints=False)
            await self.keeper.catch_up()
            self.solver.luck_known = [10.0]
            await self.keeper.find_luck(self.solver, pause=0)
        self.solver.perfect_known = Perfect(100.0, 10.0, ())
        return table


@pytest.fixture
async def board():
    board = ProfilesHarness()
    await store_people(board.harness.store.database, ANNA, BERND, CLARA, GUEST)
    return board


async def test_profile_is_private_until_published(board):
    await board.play(ANNA, "Anna", variant=VARIANT)
    for handle in (ANNA.handle, "nobody"):
        with pytest.raises(UnknownPerson):
            await board.show(handle)
    await board.publish(ANNA)
    profile = await board.show(ANNA.handle)
    assert (profile["name"], profile["games"], profile["bot"], profile["streak"]) == ("Anna", 1, False, 0)
    assert [each["variant"] for each in profile["variants"]] == [VARIANT]
    with pytest.raises(UnknownPerson):
        await board.show(BERND.handle)
    await board.publish(ANNA, public=False)
    with pytest.raises(UnknownPerson):
        await board.show(ANNA.handle)
    with pytest.raises(ScopeMissing):
        await board.publish(replace(ANNA, access=Access(scopes=frozenset({Scope.PLAY}))))
    await board.publish(ANNA)
    await board.people.forget(ANNA.id)
    with pytest.raises(UnknownPerson):
        await board.show(ANNA.handle)


async def test_profile_filters_games_by_name_and_hides_private_tables(board):
    await board.play(ANNA, "Anna", "Karl", variant=VARIANT)
    await board.play(ANNA, "Karl", variant="yacht")
    await board.publish(ANNA)
    profile = await board.show(ANNA.handle, name="Karl")
    assert (profile["name"], profile["games"], profile["game"]["games"]) == ("Anna", 1, 1)
    assert profile["game"]["best"]["table"] is None
    assert {"latest", "bars"}.isdisjoint(profile["game"])
    table = await board.play(ANNA, "Anna", variant="yacht", visibility=PUBLIC)
    assert (await board.show(ANNA.handle, variant="yacht"))["game"]["best"]["table"] == table


async def test_guest_profile_uses_most_frequent_name(board):
    await board.publish(GUEST)
    empty = await board.show(GUEST.handle)
    assert (empty["name"], empty["games"], empty["game"]) == ("", 0, None)
    for names in (("Karl",), ("Lisa", "Karl"), ("Lisa", "Karl")):
        await board.play(GUEST, *names, variant=VARIANT)
    profile = await board.show(GUEST.handle)
    assert (profile["name"], profile["games"]) == ("Karl", 3)


async def test_table_shows_skill_of_caller_and_public_profiles(board):
    await board.measured(ANNA, "Anna", "Karl")
    table = await board.harness.open(ANNA, "Anna", "Karl", "human", variant=VARIANT)
    await board.harness.tables.join(BERND, table, JoinTable("Bernd"))
    assert await board.at_table(BERND, table) == [
        {"seat": 3, "public": False, "games": 0, "value": None, "error": None}
    ]
    with pytest.raises(UnknownTable):
        await board.at_table(CLARA, table)
    mine = await board.at_table(ANNA, table)
    assert [(each["seat"], each["public"], each["games"]) for each in mine] == [(1, False, 5), (2, False, 5)]
    await board.publish(ANNA)
    anna, bernd = await board.at_table(BERND, table)
    assert (anna["seat"], anna["public"], bernd["seat"]) == (1, True, 3), "Karl plays at Anna's device"
    skill = (await board.show(ANNA.handle))["game"]["skill"]
    assert (anna["value"], anna["error"]) == (pytest.approx(skill["value"]), pytest.approx(skill["error"]))


async def test_table_without_known_luck_needs_no_solver(board):
    board.solver = None
    await board.publish(ANNA)
    table = await board.harness.open(ANNA, "Anna", variant=VARIANT, visibility=PUBLIC)
    assert [each["value"] for each in await board.at_table(None, table)] == [None]
