"""The results rating: who finishes ahead of others gains, and openskill's symmetry is kept."""

import pytest

from pasch.analysis.rating import Rating, after_game


def test_the_winner_gains_what_the_loser_loses_and_both_become_more_certain():
    first, second = after_game([Rating(), Rating()], [1, 2])
    assert first.mean - 25 == pytest.approx(25 - second.mean)
    assert first.mean == pytest.approx(27.64, abs=0.01)
    assert first.deviation == second.deviation < 25 / 3
    assert (first.games, second.games) == (1, 1)


def test_eight_can_play_and_equal_ranks_change_equally():
    means = [rating.mean for rating in after_game([Rating()] * 8, [*range(1, 9)])]
    assert means == sorted(means, reverse=True)
    first, second, third = after_game([Rating()] * 3, [1, 1, 3])
    assert first.mean == pytest.approx(second.mean)
    assert first.mean > 25 > third.mean
