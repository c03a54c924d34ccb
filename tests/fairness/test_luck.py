"""“Am I unlucky here?”: fair dice are rarely accused under any number of checks, crooked ones are found."""

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
def test_nothing_can_be_expected_of_the_next_die(fallen):
    mean = sum(e_value(with_one_more(fallen, face)) for face in range(6)) / 6
    assert isclose(mean, e_value(fallen), rel_tol=1e-9)


@given(counts, st.permutations(range(6)))
def test_no_face_is_more_suspicious_than_another(fallen, order):
    assert isclose(e_value(fallen), e_value([fallen[face] for face in order]), rel_tol=1e-9)


def test_all_rows_of_four_dice_together_are_worth_one():
    values = [e_value([row.count(face) for face in range(6)]) for row in product(range(6), repeat=4)]
    assert isclose(sum(values) / len(values), 1.0, rel_tol=1e-9)


def test_fair_dice_are_accused_in_at_most_one_of_twenty_lives():
    """Ville's bound: 600 players check after every game, 60 games each of about 80 dice."""
    dice = np.random.default_rng(20261121)
    games = dice.multinomial(80, [1 / 6] * 6, size=(600, 60))
    accused = sum(evidence(life.tolist()).suspicious for life in games)
    assert accused / len(games) <= 1 / SUSPICIOUS


@pytest.mark.parametrize(("share", "games"), [(0.25, 20), (0.20, 100)])
def test_a_loaded_die_is_found(share, games):
    """Sixes that fall too often: one in four is found in twenty games, one in five in a hundred."""
    rest = (1 - share) / 5
    dice = np.random.default_rng(7)
    lives = dice.multinomial(80, [rest] * 5 + [share], size=(40, games))
    assert all(evidence(life.tolist()).suspicious for life in lives)


def test_looking_never_takes_a_suspicion_back():
    """The highest value counts: fair dice later do not remove the suspicion."""
    found = evidence([[0, 0, 0, 0, 0, 60], *([[100] * 6] * 40)])
    assert found.highest == e_value([0, 0, 0, 0, 0, 60])
    assert found.now < found.highest
    assert found.suspicious
    assert found.chance == 1 / found.highest


def test_before_the_first_throw():
    assert evidence([]) == Evidence() == evidence([[0] * 6])
    assert Evidence().chance == 1.0
    assert not Evidence().suspicious


def test_absurd_dice_give_a_number_all_the_same():
    assert e_value([0, 0, 0, 0, 0, 100_000]) == pytest.approx(MOST)


def test_looks_at_different_dice_do_not_mix():
    with pytest.raises(ValueError, match="zip"):
        evidence([[1] * 6, [1] * 10])


def test_faces_of_fair_dice_lie_in_their_bands():
    for thrown in (30, 1200, 60_000):
        expected = band(thrown)
        assert expected.low <= expected.mean <= expected.high
        lives = np.random.default_rng(thrown).multinomial(thrown, [1 / 6] * 6, size=4000)
        inside = ((lives >= expected.low) & (lives <= expected.high)).all(axis=1).mean()
        assert 0.94 < inside < 0.98


def test_a_band_of_no_dice_is_nothing():
    nothing = band(0)
    assert (nothing.mean, nothing.low, nothing.high) == (0, 0, 0)


@given(st.integers(0, 3000), st.randoms(use_true_random=False))
def test_a_band_is_made_of_counts_that_can_be(thrown, chance: random.Random):
    sides = chance.choice((6, 10))
    expected = band(thrown, sides)
    assert 0 <= expected.low <= expected.high <= thrown
