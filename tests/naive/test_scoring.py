"""The engine and the naive scorer agree on every roll in every category of every variant."""

from itertools import combinations_with_replacement, product

import pytest

from pasch.rules.dice import all_rolls
from pasch.rules.mechanics.bluff import Bluff, honest_points
from pasch.rules.notation.position import Position
from pasch.rules.switches import SWITCHES
from pasch.rules.variants import VARIANTS
from tests.naive.scoring import NUMBERS, points
from tests.naive.sheet import RULES, NaiveSheet
from tests.support.sizes import REPRESENTATIVE, cases, every_variant

ROLLS = [list(dice) for dice in combinations_with_replacement(range(1, 7), 5)]


def rolls(key):
    """Every roll of a game; the ten-sided die of Kniffel Extreme comes last."""
    if RULES[key]["family"] == "extreme":
        return [[*dice, ten] for dice in ROLLS for ten in range(10)]
    return [list(dice) for dice in combinations_with_replacement(range(1, 7), RULES[key]["dice"])]


def test_every_variant_has_naive_rules():
    assert set(RULES) == set(VARIANTS), "write the rules of a new variant a second time in tests/naive"


@pytest.mark.parametrize("key", cases(RULES, default=REPRESENTATIVE - {"kniffel-extreme"}))
def test_points_of_all_rolls_match_naive_scorer(key):
    fields, family = NaiveSheet(RULES[key]).fields, RULES[key]["family"]
    assert fields == list(VARIANTS[key].rows)
    several = (
        product((1, 2, 3), (False, True)) if family in ("escalero", "generala", "jamb") else ((3, False), (1, True))
    )
    for dice, (used, served) in product(rolls(key), list(several)):
        roll = VARIANTS[key].roll(dice)
        found = VARIANTS[key].natural(roll, used, served=served)
        house = RULES[key]["five_equal_is_full_house"]
        expected = tuple(
            points(family, field, dice, five_equal_house=house, rolls=used, served=served) for field in fields
        )
        assert found == expected, (dice, used, served)


@pytest.mark.parametrize("key", [key for key in RULES if SWITCHES["five_equal_is_full_house"].concerns(VARIANTS[key])])
def test_five_equal_as_full_house_matches_naive_scorer(key):
    variant = VARIANTS[key].replace(five_equal_is_full_house=True)
    for dice in rolls(key):
        expected = points(RULES[key]["family"], "full_house", dice, five_equal_house=True)
        assert variant.points("full_house", dice) == expected, dice


def brings(game, cell):
    """The points of the dice in a cell; hidden dice score nothing, but determine the honest claims."""
    return honest_points(game, cell) if isinstance(game.variant.mechanic, Bluff) else game.legal_actions.entries[cell]


@pytest.mark.parametrize("joker", ["none", "free", "forced"])
@pytest.mark.parametrize("key", every_variant([key for key in RULES if "kniffel" in VARIANTS[key].rows]))
def test_bonus_kniffel_entries_match_naive_sheet(key, joker):
    """Kniffels of every face, with all states of the Kniffel cell, the number cell and the lower section."""
    rules = RULES[key] | {"joker": joker, "order": "free", "announce": "none"}
    count, several, worth = rules["dice"], rules["columns"] > 1, VARIANTS[key].category("kniffel").pays.points
    lower = [field for field in NaiveSheet(rules).fields if field not in NUMBERS and field != "kniffel"]
    for face, kniffel, number, full in product(range(1, 7), (0, worth), (None, 0, 1), (False, True)):
        field = list(NUMBERS)[face - 1]
        filled = {"kniffel": kniffel} | ({} if number is None else {field: number * face})
        filled |= dict.fromkeys(lower, 0) if full else {}
        sheet = NaiveSheet(rules)
        factors = enumerate(rules["factors"], start=1)
        sheet.entries = {(name, c): value * factor for c, factor in factors for name, value in filled.items()}
        if several:
            del sheet.entries["kniffel", 2]
        dice = [face] * count

        written = " ".join(f"{name}@{column}={value}" for (name, column), value in sheet.entries.items())
        switches = f"{{joker={joker} order=free announce=none}}"
        shown = str(VARIANTS[key].roll(dice).to_text())
        others = " /" * (VARIANTS[key].seats[0] - 1)
        game = Position.from_text(f"{key} {switches}; {written}{others}; {shown} 0").game
        found = {tuple(cell): brings(game, cell) for cell in game.legal_actions.entries}
        assert found == {cell: sheet.best(cell, dice) for cell in sheet.allowed(dice, 3)}
        for cell, value in found.items():
            for entered in {value, 0}:
                index = game.variant.index(next(c for c in game.legal_actions.entries if c == cell))
                roll = game.turn.roll
                assert game.sheet.extra_points(index, roll, entered) == sheet.extra(cell, dice, entered)


@pytest.mark.slow
def test_census_of_7776_ordered_rolls_has_known_counts():
    variant = VARIANTS["kniffel"]
    census = dict.fromkeys(
        ("three_of_a_kind", "four_of_a_kind", "full_house", "small_straight", "large_straight", "kniffel"), 0
    )
    naive = dict(census)
    for dice in product(range(1, 7), repeat=5):
        for field in census:
            census[field] += variant.points(field, dice) > 0
            naive[field] += points("kniffel", field, list(dice)) > 0
    assert (
        census
        == naive
        == {
            "three_of_a_kind": 1656,
            "four_of_a_kind": 156,
            "full_house": 300,
            "small_straight": 1200,
            "large_straight": 240,
            "kniffel": 6,
        }
    )


def test_all_rolls_lists_every_multiset_once():
    assert [list(roll) for roll in all_rolls(5)] == ROLLS
    assert len(all_rolls(6)) == 462
