"""“Am I unlucky here?”: repeated checks rarely accuse fair dice and detect loaded dice."""

import random
from itertools import product
from math import isclose

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pasch.fairness.luck import MOST, SUSPICIOUS, Evidence, band, e_value, evidence

counts = st.lists(st.integers(0, 400), min_size=6, max_size=6)


def with_one_more(fallen, face):
    return [count + (number == face) for number, count in enumerate(fallen)]


@given(counts)
def test_e_value_is_a_martingale_for_fair_dice(fallen):
    mean = sum(e_value(with_one_more(fallen, face)) for face in range(6)) / 6
    assert isclose(mean, e_value(fallen), rel_tol=1e-9)


@given(counts, st.permutations(range(6)))
def test_e_value_ignores_the_order_of_faces(fallen, order):
    assert isclose(e_value(fallen), e_value([fallen[face] for face in order]), rel_tol=1e-9)


def test_mean_e_value_of_all_four_dice_rows_is_one():
    values = [e_value([row.count(face) for face in range(6)]) for row in product(range(6), repeat=4)]
    assert isclose(sum(values) / len(values), 1.0, rel_tol=1e-9)


def test_fair_dice_are_accused_for_one_player_in_twenty_at_most():
    """Ville's bound: 600 players check after every game, 60 games each of about 80 dice."""
    dice = np.random.default_rng(20261121)
    games = dice.multinomial(80, [1 / 6] * 6, size=(600, 60))
    accused = sum(evidence(life.tolist()).suspicious for life in games)
    assert accused / len(games) <= 1 / SUSPICIOUS


@pytest.mark.parametrize(("share", "games"), [(0.25, 20), (0.20, 100)])
def test_loaded_die_is_detected(share, games):
    """Too many sixes: a share of one in four is detected in twenty games, one in five in a hundred."""
    rest = (1 - share) / 5
    dice = np.random.default_rng(7)
    lives = dice.multinomial(80, [rest] * 5 + [share], size=(40, games))
    assert all(evidence(life.tolist()).suspicious for life in lives)


def test_later_fair_dice_do_not_remove_suspicion():
    """The highest value counts, so later fair dice do not remove the suspicion."""
    found = evidence([[0, 0, 0, 0, 0, 60], *([[100] * 6] * 40)])
    assert found.highest == e_value([0, 0, 0, 0, 0, 60])
    assert found.now < found.highest
    assert found.suspicious
    assert found.chance == 1 / found.highest


def test_evidence_without_dice_is_neutral():
    assert evidence([]) == Evidence() == evidence([[0] * 6])
    assert Evidence().chance == 1.0
    assert not Evidence().suspicious


def test_extreme_dice_give_the_maximum_e_value():
    assert e_value([0, 0, 0, 0, 0, 100_000]) == pytest.approx(MOST)


def test_evidence_refuses_dice_with_different_sides():
    with pytest.raises(ValueError, match="zip"):
        evidence([[1] * 6, [1] * 10])


def test_fair_face_counts_fall_within_their_band():
    for thrown in (30, 1200, 60_000):
        expected = band(thrown)
        assert expected.low <= expected.mean <= expected.high
        lives = np.random.default_rng(thrown).multinomial(thrown, [1 / 6] * 6, size=4000)
        inside = ((lives >= expected.low) & (lives <= expected.high)).all(axis=1).mean()
        assert 0.94 < inside < 0.98


def test_band_without_dice_is_zero():
    nothing = band(0)
    assert (nothing.mean, nothing.low, nothing.high) == (0, 0, 0)


@given(st.integers(0, 3000), st.randoms(use_true_random=False))
def test_band_contains_only_possible_counts(thrown, chance: random.Random):
    sides = chance.choice((6, 10))
    expected = band(thrown, sides)
    assert 0 <= expected.low <= expected.high <= thrown
