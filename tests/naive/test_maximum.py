"""The maxima that follow from a variant, beside those found by trying everything."""

import pytest

from pasch.rules.maximum import maximum
from pasch.rules.variants import VARIANTS
from tests.naive.maximum import bounds
from tests.naive.scoring import points
from tests.naive.sheet import RULES

PRINTED = {
    "kniffel": 675,
    "kniffel-plain": 375,
    "yahtzee": 1575,
    "yahtzee-free": 1575,
    "hartard": 375,
    "spiffel": 475,
    "yatzy": 374,
    "yatzy-forced": 374,
}


@pytest.mark.parametrize("key", VARIANTS)
def test_the_maximum_of_every_variant(key):
    assert maximum(VARIANTS[key]) == PRINTED[key]


@pytest.mark.parametrize("key", [key for key in PRINTED if not key.startswith("yatzy")])
def test_the_maximum_is_what_trying_everything_finds(key):
    assert bounds(RULES[key]) == (PRINTED[key], PRINTED[key])


@pytest.mark.parametrize("key", VARIANTS)
def test_the_best_roll_of_every_cell(key):
    variant, family = VARIANTS[key], RULES[key]["family"]
    for field in variant.rows:
        best = max(variant.points(field, roll) for roll in variant.all_rolls)
        assert best == max(points(family, field, list(roll)) for roll in variant.all_rolls)


@pytest.mark.parametrize(
    ("joker", "when"),
    [("none", "always"), ("none", "number_cell_open"), ("free", "number_cell_open"), ("forced", "entry_scores")],
)
def test_the_maximum_under_house_rules(joker, when):
    rules = {"joker": joker, "extra_when": when, "extra_points": 20}
    most = maximum(VARIANTS["kniffel-plain"].replace(**rules))
    assert bounds(RULES["kniffel-plain"] | rules) == (most, most)


@pytest.mark.parametrize("rules", [{"order": "down"}, {"order": "center_out"}, {"extra_when": "scratch"}], ids=str)
def test_where_cells_depend_on_each_other_the_maximum_is_unknown(rules):
    assert maximum(VARIANTS["yahtzee"].replace(**rules)) is None
    assert maximum(VARIANTS["yahtzee"].replace(extra_points=0, **rules)) == 375
    assert maximum(VARIANTS["hartard"].replace(**rules)) == 375
    low, high = bounds(RULES["yahtzee"] | rules)
    assert 375 < low <= high < 1575


def test_the_whole_partie_of_hartard():
    """Six games; an additional Kniffel is worth more than any cell but that of the Kniffel itself."""
    counted = RULES["hartard"] | {"extra_in_game": True, "bonus": 0}
    assert max(bounds(counted)) * 6 == 7500
    assert maximum(VARIANTS["hartard"]) * VARIANTS["hartard"].games == 2250
