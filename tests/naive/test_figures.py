"""The chance of each figure, computed a second time: plain dice in a row, one combination after the other."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from pasch.rules.variants import VARIANTS
from pasch.solver.figures import figure_chances
from tests.naive.scoring import points


def naive_chance(family: str, field: str, dice: int, rolls: int, keep: str) -> Fraction:
    """The best chance of a field over every choice of kept dice and every roll of the others."""

    @cache
    def best(shown: tuple[int, ...], lying: frozenset[int], left: int) -> Fraction:
        found = Fraction(int(points(family, field, list(shown)) > 0))
        if not left or found == 1:
            return found
        for chosen in product((False, True), repeat=dice):
            stay = frozenset(place for place in range(dice) if chosen[place])
            enough = {"free": True, "locked": stay >= lying, "lock_one": stay > lying}[keep]
            if enough and len(stay) < dice:
                found = max(found, thrown(shown, stay, left - 1))
        return found

    @cache
    def thrown(shown: tuple[int, ...], stay: frozenset[int], left: int) -> Fraction:
        moving = [place for place in range(dice) if place not in stay]
        total = Fraction(0)
        for faces in product(range(1, 7), repeat=len(moving)):
            fallen = list(shown)
            for place, face in zip(moving, faces, strict=True):
                fallen[place] = face
            total += best(tuple(fallen), stay if keep != "free" else frozenset(), left)
        return total * Fraction(1, 6 ** len(moving))

    return thrown((1,) * dice, frozenset(), rolls - 1)


CASES = [("free", 2), ("locked", 3), ("lock_one", 3)]


@pytest.mark.parametrize(("keep", "rolls"), CASES)
@pytest.mark.parametrize("field", ["thirteen", "crag"])
def test_three_dice_chances_match_for_every_keep_rule(field: str, keep: str, rolls: int) -> None:
    variant = VARIANTS["crag"].replace(keep=keep, rolls=rolls)
    found = figure_chances(variant)[field]
    assert found.first == pytest.approx(float(naive_chance("crag", field, 3, 1, keep)))
    assert found.turn == pytest.approx(float(naive_chance("crag", field, 3, rolls, keep)))
    assert found.rolls == rolls


def test_kniffel_chances_equal_published_values() -> None:
    """One Kniffel in 1296 rolls, and in 347897 of 7558272 turns."""
    found = figure_chances(VARIANTS["kniffel"])
    assert found["kniffel"].first == pytest.approx(1 / 1296)
    assert found["kniffel"].turn == pytest.approx(347897 / 7558272)
    assert found["chance"].turn == pytest.approx(1)


@pytest.mark.slow
@pytest.mark.parametrize("key", VARIANTS)
def test_every_variant_has_valid_figure_chances(key: str) -> None:
    for chance in figure_chances(VARIANTS[key]).values():
        assert 0 < chance.first <= chance.turn + 1e-12 <= 1 + 1e-9


def test_progress_increases_up_to_one() -> None:
    progress: list[float] = []
    figure_chances(VARIANTS["kniffel"].replace(rolls=4), progress.append)
    assert progress == sorted(progress)
    assert 0 < progress[0] < progress[-1] <= 1
