"""Every number of an example in the English rules agrees with the naive scorer.

The naive scorer `tests.naive.sheet` is a second implementation that shares no code with the program.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from pasch.rules.bonus import UpperBonus
from pasch.rules.category import FULL_HOUSE, Fixed
from pasch.rules.columns import Column
from pasch.rules.variants import VARIANTS, find_variant
from pasch.words import category_name, cell_name, rules_in_words
from pasch.words.cards import sheet_layout
from tests.naive.sheet import RULES, NaiveSheet

DICE = r"((?:\d, )+\d)"
POINTS = r"([\d,]+) points?"


def sentences(variant) -> list[str]:
    return [sentence for section in rules_in_words(variant, "en") for sentence in section["sentences"]]


def examples(key: str, pattern: str) -> Iterator[tuple[str, ...]]:
    """The matches of a pattern in the rules of a variant. Pictures on dice are read as numbers."""
    pictures = sheet_layout(VARIANTS[key], "en")["faces"]

    def numbers(example: re.Match[str]) -> str:
        return ", ".join(str(pictures.index(face) + 1) for face in example[0].split(", "))

    for sentence in sentences(VARIANTS[key]):
        plain = re.sub(r"(?<=Example: ).+?(?= scores)", numbers, sentence) if pictures else sentence
        yield from (found.groups() for found in re.finditer(pattern, plain))


def dice_of(text: str) -> list[int]:
    return [int(face) for face in text.split(", ")]


def cells(key: str) -> dict[str, tuple[str, int]]:
    """The cells of a variant by name, and its categories as cells of the first column."""
    variant = VARIANTS[key]
    named = {category_name(variant, c.key, "en"): (c.key, 1) for c in variant.categories}
    return {cell_name(variant, cell, "en"): (cell.category, cell.column or 1) for cell in variant.cells} | named


def a_sheet(key: str, **entries: int) -> NaiveSheet:
    sheet = NaiveSheet(RULES[key])
    sheet.entries |= {(field, 1): points for field, points in entries.items()}
    return sheet


@pytest.mark.parametrize("key", VARIANTS)
def test_category_examples_match_the_naive_scorer(key: str):
    """Sentences such as “Full house – …. Example: 2, 2, 4, 4, 4 scores 25 points.” are correct."""
    checked, names = set(), cells(key)
    before = {"generala": 60} if key == "generala" else {}
    for name, dice, points in examples(key, rf"^(.+?) – .*Example: {DICE} scores {POINTS}\.$"):
        checked.add(names[name])
        assert a_sheet(key, **before).best(names[name], dice_of(dice)) == int(points), name
    for name, dice, plain, served in examples(key, rf"^(.+?) – .*Example: {DICE} scores (\d+), served {POINTS}\.$"):
        checked.add(names[name])
        assert a_sheet(key).best(names[name], dice_of(dice)) == int(plain), name
        assert a_sheet(key).best(names[name], dice_of(dice), 1, served=True) == int(served), name
    for name, dice, early, late in examples(
        key, rf"^(.+?) – .*Example: {DICE} scores (\d+) in the first roll, {POINTS} in"
    ):
        checked.add(names[name])
        assert [a_sheet(key).best(names[name], dice_of(dice), used) for used in (1, 3)] == [int(early), int(late)]
    assert {(category.key, 1) for category in VARIANTS[key].lower} <= checked


@pytest.mark.parametrize("key", VARIANTS)
def test_number_cell_examples_match_the_naive_scorer(key: str):
    for name, dice, points in examples(key, rf"Example for (.+?): {DICE} scores {POINTS}"):
        assert a_sheet(key).best(cells(key)[name], dice_of(dice)) == int(points)
    multiplied = max(RULES[key]["factors"]) > 1
    assert any("in column" in name for name, *_ in examples(key, rf"Example for (.+?): {DICE}")) == multiplied


@pytest.mark.parametrize("key", [key for key in VARIANTS if VARIANTS[key].upper_bonus])
def test_upper_bonus_example_adds_up(key: str):
    [(entries, upper, total)] = examples(key, r"Example: ([\d, and]+) are (\d+) points, (\d+) with the bonus")
    rules = RULES[key]
    assert sum(int(entry) for entry in re.findall(r"\d+", entries)) == int(upper) >= rules["bonus_from"]
    assert int(total) - int(upper) == rules["bonus"]
    for column, points, threshold in examples(key, rf"In column (\d) that is {POINTS} from (\d+) points on"):
        factor = rules["factors"][int(column) - 1]
        assert (int(points), int(threshold)) == (factor * rules["bonus"], factor * rules["bonus_from"])


EXTRA = (
    rf"holds? ([\d, and]+?)(?: points)?\. (?:With )?{DICE} (?:in|you cross out) (.+?)"
    rf"(?: scores {POINTS} and|:) {POINTS} extra"
)


@pytest.mark.parametrize("key", [key for key in RULES if RULES[key]["extra_points"]])
def test_bonus_kniffel_example_matches_the_naive_scorer(key: str):
    [(held, dice, cell, points, extra)] = examples(key, EXTRA)
    sheet = a_sheet(key)
    for column, entry in enumerate(re.findall(r"\d+", held), start=1):
        sheet.entries["kniffel", column] = int(entry)
    where = cells(key)[cell]
    assert where in sheet.allowed(dice_of(dice), 3)
    assert sheet.enter(where, dice_of(dice), scratched=points is None) == (int(points or 0), int(extra))


JOKER = rf"Example: .+? and (.+?) (?:is|are) filled, so {DICE} in (.+?) scores {POINTS}(?: and {POINTS} extra)?\."


@pytest.mark.parametrize("key", [key for key in RULES if RULES[key]["joker"] != "none"])
def test_joker_example_matches_the_naive_scorer(key: str):
    [(number, dice, cell, points, extra)] = examples(key, JOKER)
    sheet = a_sheet(key)
    for column in sheet.columns if RULES[key]["extra_scope"] == "all_columns" else [1]:
        sheet.entries["kniffel", column] = 50 * RULES[key]["factors"][column - 1]
    for column in sheet.columns:
        sheet.entries[cells(key)[number][0], column] = 10
    where = cells(key)[cell]
    assert where in sheet.allowed(dice_of(dice), 3)
    assert sheet.enter(where, dice_of(dice)) == (int(points), int(extra or 0))


def test_examples_of_special_games_add_up():
    [(sum_, settled)] = examples("balut", rf"adds up to (\d+)\. The settlement gives {POINTS}")
    rows = {"fours": 12, "fives": 15, "sixes": 18, "straight": 20, "full_house": 16, "choice": 18, "balut": 40}
    balut = a_sheet("balut")
    balut.entries = {(field, column): points for field, points in rows.items() for column in (1, 2, 3, 4)}
    assert (int(sum_), int(settled)) == (balut.totals()["score"], balut.totals()["total"])
    [(kismet, dice, points)] = examples(
        "kismet", rf"cell holds {POINTS}, and you enter {DICE} in Fours. You score {POINTS}"
    )
    assert (int(kismet), int(points)) == (6 * 5 + 50, sum(dice_of(dice)))
    [(dice, sum_, times, divisor)] = examples("kniffeliger", rf"{DICE} add up to (\d+), which is (\d+) times (\d+)")
    assert sum(dice_of(dice)) == int(sum_) == int(times) * int(divisor)
    assert list(examples("kniffeliger", r"now you have (\d+), the other sheet (\d+)")) == [("31", "0")]
    assert list(examples("dice-duel", r"are (\d+) points, (\d+) with the bonus")) == [(str(4 * 50), str(4 * 50 + 30))]
    assert list(examples("luegenkniffel", r"you claim (\d+) points.*then has (\d+) there, and you have (\d+)")) == [
        ("18", "18", "0")
    ]
    assert list(examples("maxi-yatzy", r"may roll (\w+) times in the next turn")) == [("five",)]
    assert list(examples("yatzy-duel", r"(\d+) points in Fours win the cell against (\d+)")) == [("12", "8")]
    assert list(examples("centre-up-down", r"The first cell is (.+)\.")) == [("Sixes or Three of a kind",)]


def test_example_numbers_follow_the_data():
    """No number is hard-coded: changed data changes the numbers."""
    usual = find_variant("spiffel")
    odd = replace(
        usual,
        upper_bonus=UpperBonus(66, 41),
        extra=replace(usual.extra, points=170),
        columns=(Column(), Column(factor=7)),
        lower=tuple(replace(c, pays=Fixed(27)) if c.key == FULL_HOUSE.key else c for c in usual.lower),
    )
    said = "\n".join(sentences(odd))
    for number in ("66", "41 points", "170 points extra", "27 points", "287 points from 462 points", "84 points"):
        assert number in said, number
    for number in ("63", "35 points", "100", "25 points"):
        assert number not in said, number


def test_doubling_example_doubles_the_points():
    said = sentences(find_variant("kniffel").replace(doubles=2))
    assert "Example: 2, 4, 4, 4, 5 in Fours then scores 24 points instead of 12." in said
