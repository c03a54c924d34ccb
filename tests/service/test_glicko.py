"""Glicko-2, which measures rating strength, reproduces the example of its paper."""

import pytest

from pasch.analysis.rating import Glicko, after_period


def test_rating_matches_the_example_of_the_paper():
    met = [(Glicko(1400, 30), 1.0), (Glicko(1550, 100), 0.0), (Glicko(1700, 300), 0.0)]
    found = after_period(Glicko(1500, 200, 0.06), met)
    assert found.rating == pytest.approx(1464.06, abs=0.02)
    assert found.deviation == pytest.approx(151.52, abs=0.01)
    assert found.volatility == pytest.approx(0.05999, abs=0.00001)


def test_surprising_wins_raise_the_volatility():
    """Fifty wins against far better players take the other branch of step 5."""
    found = after_period(Glicko(1500, 50), [(Glicko(2000, 50), 1.0)] * 50)
    assert found.rating > 1700
    assert found.volatility > 0.06
