"""The maxima that follow from a variant, beside those found by trying everything."""

import pytest

from pasch.rules.maximum import maximum
from pasch.rules.variants import VARIANTS
from tests.naive.maximum import bounds
from tests.naive.scoring import points
from tests.naive.sheet import RULES, NaiveSheet

PRINTED = {
    "kniffel": 675,
    "kniffel-plain": 375,
    "yahtzee": 1575,
    "yahtzee-free": 1575,
    "hartard": 375,
    "spiffel": 475,
    "yatzy": 374,
    "yatzy-forced": 374,
    "spiffel-6": 937,
    "spiffel-2s": 950,
    "spiffel-6-2s": 1874,
    "spiffel-123": 2850,
    "maxi-yatzy": 649,
    "yams": 1500,
    "yams-fr": 327,
    "triple-yahtzee": 9450,
    "balut": 29,
    "yacht": 297,
    "escalero": 870,
    "generala": 390,
    "cheerio": 258,
    "crag": 244,
    "kniffel-extreme": 878,
    "jamb": 2264,
    "centre-up-down": 375,
    "pasch-ddr": 375,
}

ONE_COLUMN = ("kniffel", "kniffel-plain", "yahtzee", "yahtzee-free", "hartard", "spiffel")


@pytest.mark.parametrize("key", VARIANTS)
def test_the_maximum_of_every_variant(key):
    assert maximum(VARIANTS[key]) == PRINTED[key]


@pytest.mark.parametrize("key", ONE_COLUMN)
def test_the_maximum_is_what_trying_everything_finds(key):
    assert bounds(RULES[key]) == (PRINTED[key], PRINTED[key])


@pytest.mark.parametrize("key", VARIANTS)
def test_the_best_roll_of_every_cell(key):
    """Worked out by hand: the bonus and the best roll of every cell, times the factors, are the printed maximum."""
    variant, rules = VARIANTS[key], RULES[key]
    best = {
        field: max(points(rules["family"], field, list(roll), rolls=1, served=True) for roll in variant.all_rolls)
        for field in variant.rows
    }
    if rules["family"] == "balut":
        sheet = NaiveSheet(rules)
        sheet.entries = {(field, column): best[field] for field in best for column in sheet.columns}
        assert (sheet.totals()["score"], sheet.totals()["total"]) == (812, PRINTED[key])
        return
    column = sum(best.values()) + (rules["bonus"] or 0)
    if rules["family"] == "jamb":
        column += (30 - 5) * 5 - 30 - 30
    plain = column * sum(rules["factors"])
    further = {"kniffel": 300, "yahtzee": 1200, "yahtzee-free": 1200, "spiffel": 100, "spiffel-6": 200}
    further |= {"spiffel-2s": 200, "spiffel-6-2s": 400, "spiffel-123": 600, "triple-yahtzee": 7200}
    assert plain + further.get(key, 0) == PRINTED[key]


@pytest.mark.parametrize(
    ("joker", "when"),
    [("none", "always"), ("none", "number_cell_open"), ("free", "number_cell_open"), ("forced", "entry_scores")],
)
def test_the_maximum_under_house_rules(joker, when):
    rules = {"joker": joker, "extra_when": when, "extra_points": 20}
    most = maximum(VARIANTS["kniffel-plain"].replace(**rules))
    assert bounds(RULES["kniffel-plain"] | rules) == (most, most)


def test_where_extra_points_are_paid_once_they_go_with_the_dearest_entry():
    """A second Spiffel as a full house would lose 25 points of the house."""
    assert maximum(VARIANTS["spiffel"].replace(extra_when="always")) == 475
    assert bounds(RULES["spiffel"] | {"extra_when": "always"}) == (475, 475)


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
