"""The derived maxima of the variants, compared with those of an exhaustive search."""

from itertools import combinations

import pytest

from pasch.rules.category import Cell
from pasch.rules.facts import maximum
from pasch.rules.sheet import Sheet
from pasch.rules.variants import VARIANTS
from tests.naive.maximum import bounds
from tests.naive.scoring import points
from tests.naive.sheet import RULES, NaiveSheet
from tests.support.sizes import cases

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
    "kniffeliger": 371,
    "kniffeliger-program": 353,
    "kismet": 543,
    "dice-duel": 1000,
    "luegenkniffel": 340,
    "yatzy-duel": 15,
    "swiss-yatzy": 270,
    "swiss-kniffel": 1480,
    "yazzo": 1035,
}


@pytest.mark.parametrize("key", VARIANTS)
def test_maximum_of_every_variant_equals_printed_value(key):
    assert maximum(VARIANTS[key]) == PRINTED[key]


@pytest.mark.parametrize(
    "key",
    [
        "kniffel",
        pytest.param("kniffel-plain", marks=pytest.mark.long),  # as hartard without extra points
        pytest.param("yahtzee", marks=pytest.mark.long),  # as yahtzee-free without jokers
        pytest.param("yahtzee-free", marks=pytest.mark.slow),
        pytest.param("hartard", marks=pytest.mark.slow),
        pytest.param("spiffel", marks=pytest.mark.slow),
    ],
)
def test_maximum_matches_exhaustive_search(key):
    assert bounds(RULES[key]) == (PRINTED[key], PRINTED[key])


@pytest.mark.parametrize("key", cases(VARIANTS, default=VARIANTS.keys() - {"kniffel-extreme"}))
def test_best_rolls_of_all_cells_add_up_to_maximum(key):
    """The bonus and the best roll of every cell, times the factors, give the printed maximum."""
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
    if key == "yatzy-duel":  # its result is the number of cells won
        assert PRINTED[key] == len(best)
        return
    bonuses = [rules["bonus"] or 0, *[points for _, points in rules["higher"]]]
    column = sum(best.values()) + bonuses[-1]
    if rules["family"] == "jamb":
        column += (30 - 5) * 5 - 30 - 30
    plain = column * sum(rules["factors"])
    further = {"kniffel": 300, "yahtzee": 1200, "yahtzee-free": 1200, "spiffel": 100, "spiffel-6": 200}
    further |= {"swiss-kniffel": 1200 - 25 - 30 - 40}  # only the 100 in cells that five equal dice do not fit
    further |= {"dice-duel": 20 + 7 * 30 + 50}
    further |= {"spiffel-2s": 200, "spiffel-6-2s": 400, "spiffel-123": 600, "triple-yahtzee": 7200}
    assert plain + further.get(key, 0) == PRINTED[key]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("joker", "when"),
    [
        ("none", "number_cell_open"),
        pytest.param("none", "always", marks=pytest.mark.long),
        pytest.param("free", "number_cell_open", marks=pytest.mark.long),
        ("forced", "entry_scores"),
    ],
)
def test_maximum_under_house_rules_matches_exhaustive_search(joker, when):
    rules = {"joker": joker, "extra_when": when, "extra_points": 20}
    most = maximum(VARIANTS["kniffel-plain"].replace(**rules))
    assert bounds(RULES["kniffel-plain"] | rules) == (most, most)


@pytest.mark.slow
def test_single_extra_payment_goes_with_best_entry():
    """A second Spiffel entered as a full house would lose the 25 points of the full house."""
    assert maximum(VARIANTS["spiffel"].replace(extra_when="always")) == 475
    assert bounds(RULES["spiffel"] | {"extra_when": "always"}) == (475, 475)


@pytest.mark.parametrize(
    "rules",
    [{"order": "down"}, {"order": "center_out"}, pytest.param({"extra_when": "scratch"}, marks=pytest.mark.slow)],
    ids=str,
)
def test_maximum_is_unknown_when_cells_depend_on_each_other(rules):
    assert maximum(VARIANTS["yahtzee"].replace(**rules)) is None
    assert maximum(VARIANTS["yahtzee"].replace(extra_points=0, **rules)) == 375
    assert maximum(VARIANTS["hartard"].replace(**rules)) == 375
    low, high = bounds(RULES["yahtzee"] | rules)
    assert 375 < low <= high < 1575


@pytest.mark.slow
def test_hartard_match_of_six_games_has_known_maximum():
    """Six games; an additional Kniffel is worth more than any cell but that of the Kniffel itself."""
    counted = RULES["hartard"] | {"extra_in_game": True, "bonus": 0}
    assert max(bounds(counted)) * 6 == 7500
    assert maximum(VARIANTS["hartard"]) * VARIANTS["hartard"].games == 2250


# ------------------------------------------------------------------------------- entries that count twice


@pytest.mark.slow
@pytest.mark.parametrize(
    ("key", "doubles"), [("kniffel", 2), pytest.param("yahtzee-free", 1, marks=pytest.mark.long), ("spiffel", 1)]
)
def test_maximum_with_doubled_entries_matches_exhaustive_search(key, doubles):
    most = maximum(VARIANTS[key].replace(doubles=doubles))
    assert bounds(RULES[key], doubles) == (most, most)


def best_sheet(key):
    """A sheet with the best entry of every cell; in the minimum of Jamb that is the lowest one."""
    rules = RULES[key]
    sheet = NaiveSheet(rules)
    cells = [(field, column) for column in sheet.columns for field in sheet.fields]
    choose = {("jamb", "min"): min}
    for field, column in cells:
        brings = [points(rules["family"], field, list(roll), rolls=1, served=True) for roll in VARIANTS[key].all_rolls]
        sheet.entries[field, column] = choose.get((rules["family"], field), max)(brings)
    return sheet


@pytest.mark.parametrize(
    "key",
    cases(
        ["yatzy", "maxi-yatzy", "kismet", "crag", "generala", "kniffel-extreme", "escalero", "jamb"],
        default={"kismet", "crag", "jamb"},
    ),
)
def test_doubled_maximum_without_extra_points_matches_every_choice(key):
    sheet = best_sheet(key)
    plain = dict(sheet.entries)
    for doubles in (1, 2):
        found = 0
        for chosen in combinations(plain, doubles):
            sheet.entries = plain | {cell: 2 * plain[cell] for cell in chosen}
            found = max(found, sheet.totals()["total"])
        assert maximum(VARIANTS[key].replace(doubles=doubles)) == found


def test_doubling_counts_more_in_weighted_columns():
    assert maximum(VARIANTS["kniffel-plain"].replace(columns="x1|x3", doubles=2)) == 4 * 375 + 3 * 50 + 3 * 40
    assert maximum(VARIANTS["spiffel-123"].replace(doubles=1)) == 2850 + 3 * 50


def test_jamb_difference_is_multiplied_by_column_factor():
    """Jamb in columns that count twice and three times: the engine's own sheet reaches the maximum."""
    variant = VARIANTS["jamb"].replace(columns="x2|x3")
    sheet = Sheet.empty(variant)
    for (field, _), best in best_sheet("jamb").entries.items():
        for cell in (Cell(field, 1), Cell(field, 2)):
            index = variant.index(cell)
            if sheet.points[index] is None:
                sheet = sheet.enter(index, best * (cell.column + 1))
    assert [column.score for column in sheet.columns] == [2 * 566, 3 * 566]
    assert sheet.total == maximum(variant) == 5 * 566


def test_doubled_maximum_of_interactive_games_is_capped_or_unknown():
    """No player wins more cells than exist; doubled entries of others can be stolen, or won by a doubt."""
    assert maximum(VARIANTS["yatzy-duel"].replace(doubles=2)) == 15
    assert maximum(VARIANTS["dice-duel"].replace(doubles=2)) == 1000 + 50 + 50
    for key in ("kniffeliger", "kniffeliger-program", "luegenkniffel"):
        assert maximum(VARIANTS[key].replace(doubles=1)) is None


def test_doubled_entries_do_not_raise_maximum_of_balut():
    """A whole Balut has every possible number of points; doubling adds new ones, and no field restricts the entries."""
    assert maximum(VARIANTS["balut"].replace(doubles=1)) == 29
    assert maximum(VARIANTS["balut"].replace(columns="free")) == 2 + 4 + 3 - 2
    assert maximum(VARIANTS["balut"].replace(columns="free", doubles=1)) == 2 + 4 + 3 - 2
    assert maximum(VARIANTS["balut"].replace(columns="free", doubles=5)) is None
