"""Games of the compiled simulation match the distribution that the solver computes."""

from __future__ import annotations

import numpy as np
import pytest

from pasch.rules.errors import InvalidInput
from pasch.rules.variants import VARIANTS
from pasch.solver.compiling.chance import DRAWS, mix_all
from pasch.solver.simulation.error import Error
from pasch.solver.simulation.games import simulate
from pasch.solver.solve import solve

KNOWN = {
    "kniffel-plain": (245.87077, 39.82068, 0.689777),
    "yahtzee": (254.58773, 59.60781, 0.681222),
    "yahtzee-free": (254.58961, 59.61166, 0.681181),
    "yatzy": (248.43999, 38.49640, 0.898065),
}
"""Solved mean, deviation and bonus rate of optimal play."""

IN_ANY_FORM = ("kniffel-plain", "yahtzee")


@pytest.mark.slow
@pytest.mark.parametrize(
    "key", [key if key in IN_ANY_FORM else pytest.param(key, marks=pytest.mark.long) for key in KNOWN]
)
def test_simulated_games_match_the_solved_distribution(key, long):
    games = 1_000_000 if long else 100_000
    mean, deviation, bonus = KNOWN[key]
    played = simulate(solve(key), games, seed=2026)
    assert played.games == games == sum(played.scores.values())
    assert played.mean == pytest.approx(mean, abs=4 * deviation / games**0.5)
    assert played.bonus_rate == pytest.approx(bonus, abs=4 * (bonus * (1 - bonus) / games) ** 0.5)
    fourth = sum(count * (score - played.mean) ** 4 for score, count in played.scores.items()) / games
    error = ((fourth - deviation**4) / games) ** 0.5 / (2 * deviation)
    assert played.deviation == pytest.approx(deviation, abs=4 * error)
    assert played.regret == 0


def test_simulation_without_games_is_refused():
    with pytest.raises(InvalidInput, match="at least one game"):
        simulate(solve(VARIANTS["kniffel-plain"]), 0)


def test_different_seeds_give_different_games():
    solution = solve("kniffel")
    assert simulate(solution, 2_000, seed=3).scores != simulate(solution, 2_000, seed=4).scores


def test_games_do_not_depend_on_their_number():
    solution = solve("kniffel-plain")
    few, more = (simulate(solution, games, seed=9).scores for games in (500, 501))
    assert sum(abs(more.get(score, 0) - few.get(score, 0)) for score in {*few, *more}) == 1


def test_progress_ends_with_the_last_turn():
    shares: list[float] = []
    simulate(solve("cheerio"), 100, progress=shares.append)
    assert shares == [pytest.approx(turn / 11) for turn in range(1, 12)]


LOCKING = [VARIANTS["kniffeliger"], VARIANTS["kniffel"].replace(keep="lock_one")]
"""Kept dice stay; in the second game each roll locks another one."""


@pytest.mark.slow
@pytest.mark.parametrize("variant", [VARIANTS["kniffel-plain"], *LOCKING])
def test_errors_lower_the_mean_by_their_regret(variant):
    """score = V(start) + luck - regret, and luck has mean zero."""
    solution = solve(variant)
    played = simulate(solution, 40_000, seed=1, error=Error(1.5, 9))
    error = 4 * played.deviation / played.games**0.5
    assert played.regret > 1
    assert played.mean + len(variant.cells) * played.regret == pytest.approx(solution.value, abs=error)


@pytest.mark.slow
@pytest.mark.parametrize("variant", [VARIANTS["kniffel-plain"], *LOCKING])
def test_tiny_errors_approach_perfect_play(variant):
    solution = solve(variant)
    played = simulate(solution, 2_000, seed=1, error=Error(1e-9, 1))
    assert played.regret < 1e-3
    assert played.mean == pytest.approx(simulate(solution, 2_000, seed=1).mean, abs=1)


@pytest.mark.slow
def test_six_dice_and_ordered_games_match_their_value():
    for key in ("centre-up-down", "yatzy-forced", "crag"):
        solution = solve(key)
        played = simulate(solution, 20_000, seed=5)
        assert played.mean == pytest.approx(solution.value, abs=4 * played.deviation / played.games**0.5)


def test_random_numbers_match_splitmix():
    """The first numbers of the published generator from the seed 1234567."""
    numbers = mix_all(np.uint64(1234567), np.arange(3, dtype=np.uint64))
    assert numbers.tolist() == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_all_faces_are_equally_likely():
    keys = mix_all(np.uint64(5), np.arange(20_000, dtype=np.uint64))
    second_throw = np.array([7 * DRAWS + 1], np.uint64)
    drawn = [int(mix_all(key, second_throw)[0]) for key in keys]
    thrown = [number // 6**die % 6 for number in drawn for die in range(5)]
    counts = np.bincount(thrown)
    expected = len(thrown) / 6
    assert ((counts - expected) ** 2 / expected).sum() < 20.5  # chi-squared, five degrees: one in a thousand
