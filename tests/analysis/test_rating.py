"""The results rating: players gain by finishing ahead of others, and openskill's symmetry holds."""

import pytest

from pasch.analysis.rating import Rating, after_game


def test_game_shifts_rating_from_loser_to_winner():
    first, second = after_game([Rating(), Rating()], [1, 2])
    assert first.mean - 25 == pytest.approx(25 - second.mean)
    assert first.mean == pytest.approx(27.64, abs=0.01)
    assert first.deviation == second.deviation < 25 / 3
    assert (first.games, second.games) == (1, 1)


def test_rating_handles_eight_players_and_ties():
    means = [rating.mean for rating in after_game([Rating()] * 8, [*range(1, 9)])]
    assert means == sorted(means, reverse=True)
    first, second, third = after_game([Rating()] * 3, [1, 1, 3])
    assert first.mean == pytest.approx(second.mean)
    assert first.mean > 25 > third.mean
