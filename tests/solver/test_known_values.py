"""Published values that all sources agree on, and values computed by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pasch.rules.variants import find_variant
from pasch.solver.advice import advise
from pasch.solver.solve import solve
from tests.support.sizes import cases

VALUES = {
    "kniffel-plain": 245.870774514,
    "yahtzee": 254.587728734,
    "yahtzee-free": 254.589609482,
    "yatzy": 248.439989378,
}
"""Verhoeff (1999) and Glenn (2006) to two and four decimals; all digits as other public solvers have them.

The 248.63 that the literature has for Yatzy follow from a mistake in its scoring of two pairs.
"""

PLAY = {
    "kniffel-plain": (39.8201, 0.689777),
    "yahtzee-free": (59.6117, None),
}
"""Deviation and bonus rate. How ties are broken moves deviations in the fourth decimal."""

KNIFFEL_IN_THREE_ROLLS = Fraction(347_897, 7_558_272)


@pytest.mark.parametrize("key", cases(VALUES, default={"kniffel-plain"}))
def test_the_known_values(exact, key):
    assert exact(key).value == pytest.approx(VALUES[key], abs=1e-8)
    assert solve(key).value == pytest.approx(VALUES[key], abs=1e-3)


@pytest.mark.slow
@pytest.mark.parametrize("key", PLAY)
def test_what_is_known_of_optimal_play(exact, key):
    solution, (deviation, bonus) = exact(key), PLAY[key]
    assert solution.deviation == pytest.approx(deviation, abs=1e-3)
    if bonus:
        assert solution.bonus_rate == pytest.approx(bonus, abs=1e-6)


@pytest.mark.parametrize(
    ("category", "worth"),
    [
        ("kniffel", 50 * KNIFFEL_IN_THREE_ROLLS),  # 2.301432126
        ("chance", Fraction(70, 3)),
        ("ones", 5 * Fraction(91, 216)),  # every die that is no one is thrown again
        ("sixes", 30 * Fraction(91, 216)),
    ],
)
@pytest.mark.parametrize("key", cases(["kniffel-plain", "yatzy"], default={"kniffel-plain"}))
def test_a_single_open_cell(exact, key, category, worth):
    """Sixes are 5 · 6 points when all dice show them; each of five dice does so with 91 in 216."""
    others = [cell.key for cell in find_variant(key).categories if cell.key != category]
    start = f"{key}; {' '.join(f'{cell}=0' for cell in others)};"
    assert advise(exact(key), start).value == pytest.approx(float(worth), abs=1e-9)
