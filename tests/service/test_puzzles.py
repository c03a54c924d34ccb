"""Puzzles for people: the next one, one rated attempt, nothing revealed before it."""

from __future__ import annotations

import asyncio
import gzip
import json

import pytest

from pasch.rules.errors import InvalidInput
from pasch.service.errors import UnknownPuzzle
from pasch.service.pace import Pace
from pasch.service.puzzles import FILE, PuzzleCollection, Puzzles, Theme
from pasch.storage.puzzles import SqlPuzzles
from tests.service.harness import ANNA, BERND, ManualClock, store_people
from tests.support.memory import MemoryDatabase

pytestmark = pytest.mark.anyio

with gzip.open(FILE) as file:
    FEW = PuzzleCollection(file.readlines()[::150])


@pytest.fixture
async def puzzles():
    database, clock = MemoryDatabase(), ManualClock()
    await store_people(database, ANNA, BERND)
    return Puzzles(SqlPuzzles(database), clock, Pace(clock), lambda: FEW)


def best_of(task):
    return FEW.find(task["id"]).best


def wrong_of(task):
    return list(FEW.find(task["id"]).losses)[1]


async def test_right_answer_raises_rating_and_returns_advice(puzzles):
    task = await puzzles.next(ANNA, None, "en")
    answer = await puzzles.answer(ANNA, task["id"], best_of(task), "en")
    assert (answer["right"], answer["rated"], answer["loss"]) == (True, True, 0)
    assert answer["before"] == 1500 < answer["you"]["rating"]
    assert (answer["you"]["tried"], answer["you"]["solved"]) == (1, 1)
    regrets = [action["regret"] for action in answer["advice"]["actions"]]
    assert regrets == sorted(regrets)
    assert answer["advice"]["text"].startswith(answer["advice"]["actions"][0]["words"])
    assert (await puzzles.next(ANNA, None, "en"))["id"] != task["id"]


async def test_only_the_first_answer_counts(puzzles):
    task = await puzzles.next(ANNA, None, "en")
    first = await puzzles.answer(ANNA, task["id"], wrong_of(task), "en")
    assert (first["right"], first["rated"]) == (False, True)
    assert first["you"]["rating"] < 1500
    answers = await asyncio.gather(*(puzzles.answer(ANNA, task["id"], best_of(task), "en") for _ in range(3)))
    for again in answers:
        assert (again["right"], again["rated"]) == (True, False)
        assert again["you"] == first["you"]
        assert again["puzzle_rating"] == first["puzzle_rating"]
    assert (await puzzles.next(BERND, None, "en"))["you"]["rating"] == 1500


async def test_puzzle_stays_until_answered_and_reveals_nothing(puzzles):
    task = await puzzles.next(ANNA, None, "en")
    assert await puzzles.next(ANNA, None, "en") == task
    assert await puzzles.show(ANNA, task["id"], "en") == task
    assert not {"value", "regret", "chances"} & set(task["actions"][0])
    legal = [FEW.find(task["id"]).game.variant.action_text(a) for a in FEW.find(task["id"]).game.legal_actions]
    assert [action["action"] for action in task["actions"]] == legal


@pytest.mark.parametrize("action", ["", "k666666", "roll", "chance 17", "x" * 10_000])
async def test_impossible_answer_is_refused_without_effect(puzzles, action):
    task = await puzzles.next(ANNA, None, "en")
    with pytest.raises(InvalidInput):
        await puzzles.answer(ANNA, task["id"], action, "en")
    assert await puzzles.next(ANNA, None, "en") == task
    with pytest.raises(UnknownPuzzle):
        await puzzles.answer(ANNA, "nothing", "chance", "en")


async def test_theme_ends_after_all_its_puzzles(puzzles):
    mine = FEW.near(1500, Theme.SCRATCHING)
    assert mine
    for _ in mine:
        task = await puzzles.next(ANNA, Theme.SCRATCHING, "en")
        assert task["id"] in mine
        await puzzles.answer(ANNA, task["id"], wrong_of(task), "en")
    with pytest.raises(InvalidInput):
        await puzzles.next(ANNA, Theme.SCRATCHING, "en")
    assert (await puzzles.next(ANNA, None, "en"))["you"]["tried"] == len(mine)


async def test_duel_puzzle_asks_for_the_win(puzzles):
    task = await puzzles.next(ANNA, Theme.DUEL, "en")
    assert (task["goal"], " / " in task["position"]) == ("win", True)
    assert task["task"].startswith("Which action is most likely to win?")
    answer = await puzzles.answer(ANNA, task["id"], best_of(task), "en")
    assert "wins" in answer["advice"]["text"]
    assert 0 <= answer["advice"]["value"] <= 100


async def test_attempts_are_exported_and_deleted_with_person(puzzles):
    task = await puzzles.next(ANNA, None, "en")
    answer = await puzzles.answer(ANNA, task["id"], wrong_of(task), "en")
    exported = await puzzles.export(ANNA.id)
    assert json.loads(json.dumps(exported)) == exported
    assert exported["rating"] == answer["you"]["rating"]
    assert [each["puzzle"] for each in exported["attempts"]] == [task["id"]]
    await puzzles.forget(ANNA.id)
    assert await puzzles.next(ANNA, None, "en") == task
    assert (await puzzles.export(ANNA.id))["attempts"] == []
