"""Puzzles over HTTP."""

import pytest

from pasch.service.puzzles import all_puzzles
from pasch.service.views.schema.coach import PuzzleAnswer, PuzzleTask
from pasch.service.views.schema.problems import Problem
from tests.server.world import valid

pytestmark = pytest.mark.anyio


async def test_only_first_answer_to_a_puzzle_is_rated(world):
    anna = await world.person()
    task = await anna.get("/puzzles/next", params={"theme": "bonus"})
    valid(PuzzleTask, task)
    best = all_puzzles().find(task["id"]).best
    path = f"/puzzles/{task['id']}/answer"
    answer = (await anna.ask("POST", path, {"action": best})).json()
    valid(PuzzleAnswer, answer)
    assert (answer["right"], answer["rated"], "bonus" in answer["themes"]) == (True, True, True)
    again = (await anna.ask("POST", path, {"action": best}, headers={"Accept-Language": "de"})).json()
    assert (again["rated"], again["you"]) == (False, answer["you"])
    assert again["advice"]["text"] != answer["advice"]["text"]
    assert (await anna.get(f"/puzzles/{task['id']}"))["you"] == answer["you"]


@pytest.mark.parametrize(
    ("method", "path", "body", "code"),
    [
        ("GET", "/puzzles/next?theme=luck", None, "invalid_input"),
        ("GET", "/puzzles/unknown", None, "unknown_puzzle"),
        ("POST", "/puzzles/unknown/answer", {"action": "chance"}, "unknown_puzzle"),
        ("POST", "/puzzles/unknown/answer", {"action": "x" * 61}, "invalid_input"),
        ("POST", "/puzzles/unknown/answer", {}, "invalid_input"),
    ],
)
async def test_unknown_puzzles_and_invalid_answers_are_refused(world, method, path, body, code):
    anna = await world.person()
    problem = (await anna.ask(method, path, body)).json()
    valid(Problem, problem)
    assert problem["code"] == code


async def test_puzzles_require_a_session(world):
    anonymous = await world.person(session=False)
    assert (await anonymous.ask("GET", "/puzzles/next")).status_code == 401
