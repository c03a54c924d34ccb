"""Whole games of two players, compared with plain recursion over both sheets."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from pasch.rules.bonus import UpperBonus
from pasch.rules.category import AllDice, AnyDice, Category, Face
from pasch.rules.errors import InvalidInput
from pasch.rules.game import Game
from pasch.rules.sheet import Sheet
from pasch.rules.variant import Variant
from pasch.rules.variants import VARIANTS
from pasch.solver.duel import whole
from pasch.solver.duel.sides import side_of
from pasch.solver.duel.whole import WholeGame, pairs_of, play_for_points, whole_game
from pasch.solver.duel.winning import win_chances
from pasch.solver.estimates import NoRoom
from pasch.solver.program import compile_variant
from pasch.solver.solve import Solution, solve
from tests.naive.whole import ForPoints, Played
from tests.naive.winning import Toy


def face(number):
    return lambda dice: sum(die for die in dice if die == number)


CELLS = {
    "ones": (("ones", 1, face(1), 0), Category("ones", Face(1))),
    "sixes": (("sixes", 6, face(6), 0), Category("sixes", Face(6))),
    "chance": (("chance", 0, sum, 0), Category("chance", AnyDice(), AllDice())),
}


def tiny(*keys: str, **rules) -> tuple[Toy, Variant]:
    """Two dice and a few cells, in both implementations."""
    toy = Toy(cells=tuple(CELLS[key][0] for key in keys), dice=2, **rules)
    categories = [CELLS[key][1] for key in keys]
    bonus = UpperBonus(*toy.bonus) if toy.bonus[0] else None
    upper, lower = tuple(categories[:-1]), tuple(categories[-1:])
    return toy, Variant(key="tiny", dice=2, rolls=toy.rolls, upper=upper, lower=lower, upper_bonus=bonus)


def solved(variant: Variant) -> tuple[Solution, WholeGame]:
    """The solution of a game, computed now in float64, without stored tables."""
    known = solve(variant, exact=True)
    solution = Solution(known.program, known.table, known.seconds, fresh=True)
    return solution, whole_game(solution)


@pytest.mark.parametrize(
    ("cells", "rules"),
    [
        pytest.param(("ones", "chance"), {"rolls": 1}, id="one throw"),
        pytest.param(("ones", "chance"), {}, marks=pytest.mark.slow, id="two throws"),
        pytest.param(("sixes", "chance"), {"rolls": 1, "bonus": (6, 5)}, id="bonus"),
    ],
)
def test_whole_game_solution_matches_plain_recursion(cells, rules):
    toy, variant = tiny(*cells, **rules)
    _, game = solved(variant)
    best, points = Played(toy), ForPoints(toy).choose
    plays = (None, None), (points, None), (None, points), (points, points)
    outcomes = game.best, game.first_for_points, game.second_for_points, game.both_for_points
    found = [outcome.score for outcome in outcomes]
    assert found == pytest.approx([Played(toy, *play).value() for play in plays], abs=1e-9)
    # No play gains anything against the best play of the other seat.
    assert Played(toy, best.best).value() == pytest.approx(game.best.score, abs=1e-9)
    assert Played(toy, None, best.best).value() == pytest.approx(game.best.score, abs=1e-9)


def test_symmetric_games_sum_to_one_and_best_play_gains():
    solution, game = solved(tiny("ones", "sixes", "chance", bonus=(7, 10))[1])
    assert game.both_for_points.score == pytest.approx(0.5, abs=1e-12)
    assert game.both_for_points.win == pytest.approx(game.both_for_points.loss, abs=1e-12)
    assert game.first_for_points.score < game.best.score < game.second_for_points.score
    assert min(game.costs) > 0
    start = Game(solution.variant, ["Anna", "Bernd"])
    first, second = win_chances(solution, start, within=10**9)
    assert first.exact
    assert first.score + second.score == pytest.approx(1, abs=1e-12)
    assert first.score == pytest.approx(game.best.score, abs=1e-12)


def test_play_for_points_has_value_of_solution_table():
    for variant in (tiny("ones", "sixes", "chance", bonus=(7, 10))[1], VARIANTS["yatzy-forced"]):
        solution = solve(variant, exact=True)
        value, shares = play_for_points(side_of(solution, Sheet.empty(variant)))
        assert value == pytest.approx(solution.value, abs=1e-9)
        assert all(level.sum(axis=(1, 2)) == pytest.approx(1) for level in shares[1:])


def test_large_levels_are_stored_in_files(monkeypatch):
    _, variant = tiny("ones", "sixes", "chance")
    _, held = solved(variant)
    monkeypatch.setattr("pasch.solver.duel.contest.HELD", 0)
    assert solved(variant)[1] == held
    monkeypatch.setattr("pasch.solver.estimates.shutil.disk_usage", lambda _: SimpleNamespace(free=0))
    with pytest.raises(NoRoom, match="on disk"):
        solved(variant)


def test_too_large_games_are_refused(monkeypatch):
    pairs = [pairs_of(compile_variant(VARIANTS[key])) for key in ("cheerio", "crag", "kniffel-plain")]
    assert pairs[:2] == [1_352_078, 20_058_300]
    assert pairs[1] < whole.MOST_PAIRS < pairs[2]
    monkeypatch.setattr(whole, "MOST_PAIRS", 1)
    with pytest.raises(NoRoom, match="pairs of sheets; at most 1 "):
        solved(tiny("ones", "chance")[1])
    with pytest.raises(InvalidInput, match="no exact two-player solution"):
        solved(VARIANTS["generala"])
