"""Published values on which all sources agree, and values computed by hand."""

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
"""Verhoeff (1999) and Glenn (2006) to two and four decimals; other public solvers agree on all digits.

The literature gives 248.63 for Yatzy because of a mistake in the scoring of two pairs.
"""

PLAY = {
    "kniffel-plain": (39.8201, 0.689777),
    "yahtzee-free": (59.6117, None),
}
"""Deviation and bonus rate. The choice among ties changes deviations in the fourth decimal."""

KNIFFEL_IN_THREE_ROLLS = Fraction(347_897, 7_558_272)


@pytest.mark.parametrize("key", cases(VALUES, default={"kniffel-plain"}))
def test_value_matches_the_published_one(exact, key):
    assert exact(key).value == pytest.approx(VALUES[key], abs=1e-8)
    assert solve(key).value == pytest.approx(VALUES[key], abs=1e-3)


@pytest.mark.slow
@pytest.mark.parametrize("key", PLAY)
def test_deviation_and_bonus_rate_match_published_ones(exact, key):
    solution, (deviation, bonus) = exact(key), PLAY[key]
    assert solution.deviation == pytest.approx(deviation, abs=1e-3)
    if bonus:
        assert solution.bonus_rate == pytest.approx(bonus, abs=1e-6)


@pytest.mark.parametrize(
    ("category", "worth"),
    [
        ("kniffel", 50 * KNIFFEL_IN_THREE_ROLLS),  # 2.301432126
        ("chance", Fraction(70, 3)),
        ("ones", 5 * Fraction(91, 216)),  # dice other than ones are rolled again
        ("sixes", 30 * Fraction(91, 216)),
    ],
)
@pytest.mark.parametrize("key", cases(["kniffel-plain", "yatzy"], default={"kniffel-plain"}))
def test_single_open_cell_matches_hand_computation(exact, key, category, worth):
    """Sixes score 5 · 6 points if all dice show them; each die does so with probability 91/216."""
    others = [cell.key for cell in find_variant(key).categories if cell.key != category]
    start = f"{key}; {' '.join(f'{cell}=0' for cell in others)};"
    assert advise(exact(key), start).value == pytest.approx(float(worth), abs=1e-9)
