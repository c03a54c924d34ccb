"""Variants as data: playable variants keep their properties, and errors name the field of an invalid one."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pasch.rules.bonus import (
    AllScored,
    BonusKniffel,
    Difference,
    EachScored,
    JokerRule,
    Reaches,
    Settlement,
    UpperBonus,
)
from pasch.rules.category import (
    CHANCE,
    FIVE_EQUAL,
    FULL_HOUSE,
    KNIFFEL_LOWER,
    LARGE_STRAIGHT,
    UPPER,
    AllDice,
    AnyDice,
    Both,
    ByRoll,
    Category,
    Cell,
    Exactly,
    Face,
    Fixed,
    Flush,
    Groups,
    MatchedDice,
    Run,
    Total,
)
from pasch.rules.columns import Announce, Column, KeepRule, Order, Served
from pasch.rules.errors import InvalidInput, InvalidVariant, UnknownCategory, UnknownVariant
from pasch.rules.mechanics.action_dice import ActionDice
from pasch.rules.mechanics.bluff import Bluff
from pasch.rules.mechanics.chip_pool import ChipPool
from pasch.rules.mechanics.contest import Contest
from pasch.rules.mechanics.penalty import Penalty
from pasch.rules.variant import Variant
from pasch.rules.variants import VARIANTS, find_variant
from tests.rules.sketches import SKETCHES, YAMS

PLAIN = VARIANTS["kniffel-plain"]


MATCHED = MatchedDice()


def lone(match, pays=MATCHED, **more) -> dict:
    return {"lower": (*KNIFFEL_LOWER, Category("own", match, pays, **more))}


NONSENSE = [
    ({"dice": 0}, "dice"),
    ({"dice": 40}, "dice"),
    ({"dice": -1}, "dice"),
    ({"dice": -1, "ten_sided": 6}, "dice"),
    ({"ten_sided": -2}, "dice"),
    ({"ten_sided": 4}, "dice"),
    ({"rolls": 0}, "rolls"),
    ({"rolls": 11}, "rolls"),
    ({"seats": (0, 4)}, "seats"),
    ({"seats": (3, 2)}, "seats"),
    ({"seats": (1, 9)}, "seats"),
    ({"games": 0}, "games"),
    ({"games": 7}, "games"),
    ({"upper": (), "lower": (), "upper_bonus": None}, "categories"),
    ({"upper": UPPER * 2}, "categories"),
    ({"lower": (CHANCE, CHANCE)}, "categories"),
    ({"lower": (*KNIFFEL_LOWER, replace(CHANCE, key="ones"))}, "categories"),
    ({"lower": (replace(CHANCE, key="Große Straße"),)}, "categories"),
    ({"lower": (replace(CHANCE, key=""),)}, "categories"),
    ({"upper": (*UPPER, CHANCE), "lower": ()}, "upper"),
    (lone(Groups((6,))), "categories"),
    (lone(Groups((3, 3))), "categories"),
    (lone(Groups((1,) * 7)), "categories"),
    (lone(Run(7)), "categories"),
    (lone(Run(5, start=3)), "categories"),
    (lone(Face(7)), "categories"),
    (lone(Total(at_least=31)), "categories"),
    (lone(Exactly((1, 1, 3, 4))), "categories"),
    (lone(Flush(())), "categories"),
    (lone(Both(Run(5), Groups((2,)))), "categories"),
    (lone(AnyDice(), Fixed(0)), "categories"),
    (lone(AnyDice(), AllDice(times=0)), "categories"),
    (lone(AnyDice(), Fixed(-5)), "pays"),
    (lone(AnyDice(), MatchedDice(plus=-1)), "pays"),
    (lone(AnyDice(), ByRoll(())), "pays"),
    (lone(AnyDice(), ByRoll((5, -5))), "pays"),
    (lone(AnyDice(), Fixed(10_001)), "pays"),
    (lone(AnyDice(), served=-1), "pays"),
    (lone(Groups(()), Fixed(5)), "match"),
    (lone(Groups((0, 3)), Fixed(5)), "match"),
    (lone(Both(AnyDice(), Groups((-1,))), Fixed(5)), "match"),
    (lone(Run(0), Fixed(5)), "match"),
    ({"upper_bonus": UpperBonus(0, 35)}, "upper_bonus"),
    ({"upper_bonus": UpperBonus(106, 35)}, "upper_bonus"),
    ({"upper_bonus": UpperBonus(63, -1)}, "upper_bonus"),
    ({"upper_bonus": UpperBonus(63, 35, higher=((63, 50),))}, "upper_bonus"),
    ({"upper": (), "upper_bonus": UpperBonus(63, 35)}, "upper_bonus"),
    ({"columns": ()}, "columns"),
    ({"columns": (Column(),) * 9}, "columns"),
    ({"columns": (Column(factor=0),)}, "factor"),
    ({"columns": (Column(factor=11),)}, "factor"),
    ({"columns": (Column(max_rolls=0),)}, "max_rolls"),
    ({"columns": (Column(max_rolls=11),)}, "max_rolls"),
    ({"extra": BonusKniffel(points=-1)}, "extra_points"),
    ({"extra": BonusKniffel(points=10_001)}, "extra_points"),
    ({"lower": (CHANCE,), "extra": BonusKniffel(points=50)}, "extra_points"),
    ({"lower": (CHANCE,), "extra": BonusKniffel(joker=JokerRule.FREE)}, "joker"),
    ({"chips": -1}, "chips"),
    ({"chips": 11}, "chips"),
    (lone(AnyDice(), after="nothing"), "after"),
    (lone(AnyDice(), after="own"), "after"),
    ({"instant_win": "generala"}, "instant_win"),
    ({"difference": Difference("max", "chance", "ones")}, "difference"),
    ({"difference": Difference("chance", "min", "ones")}, "difference"),
    ({"difference": Difference("chance", "kniffel", "one")}, "difference"),
    ({"difference": Difference("chance", "chance", "ones")}, "difference"),
    ({"difference": Difference("twos", "chance", "ones")}, "difference"),
    ({"settlement": Settlement((EachScored("balut", 2),), ())}, "settlement"),
    ({"settlement": Settlement((AllScored("straight", 2),), ())}, "settlement"),
    ({"settlement": Settlement((Reaches("twos", 0, 2),), ())}, "settlement"),
    ({"settlement": Settlement((Reaches("twos", 5, 10_001),), ())}, "settlement"),
    ({"settlement": Settlement((), ((300, 1), (300, 2)))}, "settlement"),
    ({"settlement": Settlement((), ((-1, 1),))}, "settlement"),
    ({"settlement": Settlement((EachScored("kniffel", 1),) * 41, ())}, "settlement"),
    ({"settlement": Settlement((), tuple((score, 1) for score in range(41)))}, "settlement"),
    ({"lower": tuple(Category(f"own{n}", AnyDice()) for n in range(35))}, "categories"),
    (lone(Total(at_least=20, at_most=19)), "categories"),
    (lone(Run(4, start=-2)), "categories"),
    (lone(Run(7, wrap=True)), "categories"),
    (lone(Groups((2, 2), colors=((1,), (2,)))), "categories"),
    (lone(Exactly(())), "categories"),
    (lone(Groups((1,) * 9), Fixed(5)), "match"),
    (lone(Run(9), Fixed(5)), "match"),
    (lone(AnyDice(), AllDice(times=-1)), "pays"),
    (lone(AnyDice(), ByRoll((5,) * 11)), "pays"),
    (lone(AnyDice(), served=10_001), "pays"),
    (lone(AnyDice(), best=-1), "best"),
    (lone(AnyDice(), best=9), "best"),
    ({"lower": (*KNIFFEL_LOWER, Category("a", AnyDice(), after="b"), Category("b", AnyDice(), after="a"))}, "after"),
    ({"upper_bonus": UpperBonus(63, 10_001)}, "upper_bonus"),
    ({"upper_bonus": UpperBonus(63, 35, higher=((70, 40), (106, 50)))}, "upper_bonus"),
    ({"upper": tuple(replace(number, best=4) for number in UPPER), "upper_bonus": UpperBonus(85, 35)}, "upper_bonus"),
    ({"extra": BonusKniffel(points=50, most=0)}, "extra_most"),
    ({"extra": BonusKniffel(points=50, most=-1)}, "extra_most"),
    ({"doubles": -1}, "doubles"),
    ({"doubles": 6}, "doubles"),
    ({"mechanic": Penalty("kismet")}, "mechanic"),
    ({"mechanic": ActionDice(divisor=0)}, "action_divisor"),
    ({"mechanic": ActionDice(divisor=31)}, "action_divisor"),  # five dice never add up to it
    ({"mechanic": ActionDice(divisor=-3)}, "action_divisor"),
    ({"mechanic": ActionDice(no_freeze=-1)}, "no_freeze"),
    ({"mechanic": ActionDice(no_freeze=41)}, "no_freeze"),
    ({"mechanic": ActionDice()}, "seats"),
    ({"mechanic": Bluff()}, "seats"),
    ({"mechanic": Bluff(), "seats": (3, 8), "columns": (Column(), Column())}, "columns"),
    ({"mechanic": Contest()}, "seats"),
    ({"mechanic": Contest(), "seats": (2, 3)}, "seats"),
    ({"mechanic": ChipPool()}, "columns"),
    ({"mechanic": ChipPool(chips=3), "columns": (Column(),) * 4}, "columns"),
    ({"mechanic": ChipPool(chips=0), "columns": ()}, "columns"),
    ({"mechanic": ChipPool(chips=1), "columns": (Column(order=Order.DOWN),)}, "columns"),
    ({"mechanic": ChipPool(chips=1), "columns": (Column(announce=Announce.AFTER_FIRST_ROLL),)}, "columns"),
    ({"mechanic": ChipPool(chips=1), "columns": (Column(max_rolls=2),)}, "columns"),
    ({"mechanic": ChipPool(chips=1, last_chip=-1)}, "last_chip"),
    ({"mechanic": ChipPool(chips=1, full_set=10_001)}, "full_set"),
    ({"mechanic": ChipPool(chips=1, different=((6, 20), (6, 50)))}, "different"),
    ({"mechanic": ChipPool(chips=1, different=((14, 20),))}, "different"),  # a sheet has thirteen
    ({"mechanic": ChipPool(chips=1, different=((0, 20),))}, "different"),
    ({"mechanic": ChipPool(chips=1, different=((6, -20),))}, "different"),
]


@pytest.mark.parametrize(("changes", "field"), NONSENSE, ids=str)
def test_invalid_variant_error_names_the_field(changes, field):
    with pytest.raises(InvalidVariant) as refused:
        replace(PLAIN, **changes)
    assert refused.value.values["field"] == field
    assert str(refused.value).startswith(field)
    assert len(str(refused.value)) < 400


@pytest.mark.parametrize(
    ("key", "rules"),
    [
        ("kniffeliger", {"order": "sideways"}),
        ("kniffeliger", {"action_divisor": 0}),
        ("kniffel", {"action_divisor": 3}),
        ("dice-duel", {"columns": "free"}),
        ("dice-duel", {"order": "down"}),
        ("dice-duel", {"announce": "after_first_roll"}),
        ("dice-duel", {"max_rolls": 1}),
        ("luegenkniffel", {"columns": "free|free"}),
        ("jamb", {"dice": 6, "bonus_from": 106}),
        ("kismet", {"doubles": 6}),
    ],
    ids=str,
)
def test_impossible_house_rule_error_names_the_rule(key, rules):
    with pytest.raises(InvalidVariant) as refused:
        VARIANTS[key].replace(**rules)
    assert str(refused.value).startswith((*rules, "columns", "upper_bonus"))


def test_rarely_scoring_category_is_accepted():
    variant = replace(PLAIN, **lone(Exactly((1, 1, 3, 4, 5)), Fixed(31)))
    assert variant.turns == 14
    assert variant.points("own", "51431") == 31
    assert variant.points("own", "51432") == 0


# ------------------------------------------------------------------------------- derived data


SEATS = {
    "kniffel-extreme": (1, 4),
    "kniffeliger": (2, 4),
    "kniffeliger-program": (2, 4),
    "dice-duel": (1, 4),
    "yatzy-duel": (2, 2),
    "luegenkniffel": (3, 8),
}


@pytest.mark.parametrize("key", VARIANTS)
def test_variant_derives_turns_cells_and_seats_from_data(key):
    variant = VARIANTS[key]
    assert variant.key == key
    assert variant.turns == len(variant.cells) == len(set(variant.cells))
    assert [variant.index(cell) for cell in variant.cells] == list(range(variant.turns))
    several = len(variant.columns) > 1
    texts = [
        f"{row}@{column}" if several else row for column in range(1, len(variant.columns) + 1) for row in variant.rows
    ]
    assert [variant.cell_text(cell) for cell in variant.cells] == texts
    assert variant.seats == SEATS.get(key, (1, 8))
    assert variant.games == 6


def test_cell_text_names_column_only_for_several_columns():
    assert YAMS.cell_text("chance") == "chance@1"
    assert YAMS.cell_text("chance@3") == "chance@3"
    assert PLAIN.cell_text("chance@1") == "chance"
    for cell in ("nonsense", "chance@2", Cell("chance", 0), Cell("chance", -1), Cell("chance", 2)):
        with pytest.raises(UnknownCategory):
            PLAIN.cell_text(cell)
    for text in ("", "Chance", "chance@0", "chance@", "chance@x", "@1", "chance@1@1", "a b"):
        with pytest.raises(InvalidInput):
            Cell.from_text(text)


@given(st.sampled_from(sorted(VARIANTS)), st.sampled_from(["rolls", "served"]), st.data())
def test_points_depend_on_roll_number_only_where_declared(key, name, data):
    variant = VARIANTS[key]
    roll = data.draw(st.sampled_from(variant.all_rolls))
    for category in variant.categories:
        served = name == "served" and category.served
        by_roll = name == "rolls" and isinstance(category.pays, ByRoll)
        asked, plain = variant.points(category.key, roll, **{name: 1}), variant.points(category.key, roll)
        assert asked == plain or (plain and (served or by_roll))
    with pytest.raises(InvalidInput):
        variant.points(variant.categories[0].key, roll, rolls=0)
    with pytest.raises(UnknownCategory):
        variant.points("nonsense", roll)


def test_sketches_are_not_registered_variants():
    assert not set(SKETCHES) & set(VARIANTS), "play it from the registry"


# ------------------------------------------------------------------------------- names


@pytest.mark.parametrize("key", VARIANTS)
def test_every_key_and_alias_finds_its_variant(key):
    for name in (key, *VARIANTS[key].aliases):
        for spelled in (name, name.upper(), f"  {name} ", name.replace("-", " "), name.replace(" ", "_")):
            assert find_variant(spelled) is VARIANTS[key]


def test_variant_names_are_unique():
    folded = [({"".join(filter(str.isalnum, n.casefold())) for n in (v.key, *v.aliases)}) for v in VARIANTS.values()]
    assert all(not one & other for one, other in combinations(folded, 2))


@pytest.mark.parametrize("name", ["", "kniffle", "\0", "x" * 10_000, "🎲", "{variant}"])
def test_unknown_variant_error_stays_short(name):
    with pytest.raises(UnknownVariant) as unknown:
        find_variant(name)
    assert len(str(unknown.value)) < 500


def test_unknown_variant_error_names_close_matches():
    with pytest.raises(UnknownVariant, match="kniffel"):
        find_variant("knifel")


# ------------------------------------------------------------------------------- fingerprints


def test_variant_fingerprints_are_distinct():
    # Sources say of Berlinplast's Pasch only that it was the same game.
    different = [v for v in [*VARIANTS.values(), *SKETCHES.values()] if v.key != "pasch-ddr"]
    prints = {v.fingerprint: v.key for v in different}
    assert VARIANTS["pasch-ddr"].fingerprint == PLAIN.fingerprint
    assert len(prints) == len(different)
    assert all(len(name) == 64 and set(name) <= set("0123456789abcdef") for name in prints)


RULE_CHANGES = [
    {"rolls": 4},
    {"dice": 6},
    {"keep": KeepRule.LOCKED},
    {"banks_rolls": True},
    {"upper_bonus": UpperBonus(63, 36)},
    {"upper_bonus": None},
    {"lower": KNIFFEL_LOWER[::-1]},
    {"lower": tuple(FULL_HOUSE.paying(Fixed(26)) if c is FULL_HOUSE else c for c in KNIFFEL_LOWER)},
    {"columns": (Column(), Column())},
    {"columns": (Column(announce=Announce.AFTER_FIRST_ROLL),)},
    {"extra": BonusKniffel(points=1)},
    {"chips": 1},
    {"served": Served.FIRST_ROLL},
    {"instant_win": "kniffel"},
    {"difference": Difference("chance", "three_of_a_kind", "ones")},
    {"settlement": Settlement((EachScored("kniffel", 2),), ())},
    {"doubles": 1},
    {"colors": ((1, 6), (2, 5), (3, 4))},
    {"mechanic": Penalty("kniffel")},
    {"mechanic": ActionDice(), "seats": (2, 4)},
    {"mechanic": ActionDice(at_once=True), "seats": (2, 4)},
    {"mechanic": ActionDice(divisor=5), "seats": (2, 4)},
    {"mechanic": ChipPool(chips=1)},
    {"mechanic": Bluff(), "seats": (3, 8)},
    {"mechanic": Contest(), "seats": (2, 2)},
]


@pytest.mark.parametrize("change", RULE_CHANGES, ids=str)
def test_rule_change_changes_the_fingerprint(change):
    assert replace(PLAIN, **change).fingerprint != PLAIN.fingerprint


@pytest.mark.parametrize(
    "change", [{"key": "own"}, {"aliases": ("Own",)}, {"reconstruction": True}, {"switches": (("rolls", 3),)}], ids=str
)
def test_name_change_keeps_the_fingerprint(change):
    assert replace(PLAIN, **change).fingerprint == PLAIN.fingerprint


def test_undone_house_rules_restore_the_fingerprint():
    changed = PLAIN.replace(joker="free", extra_points=7)
    assert changed.fingerprint != PLAIN.fingerprint
    assert changed.replace(joker="none", extra_points=0).fingerprint == PLAIN.fingerprint
    assert Variant(key="own", upper=UPPER, lower=KNIFFEL_LOWER, upper_bonus=UpperBonus(63, 35)).fingerprint == (
        PLAIN.fingerprint
    )


# ------------------------------------------------------------------------------- patterns and payments


@pytest.mark.parametrize(
    ("match", "pays", "dice", "points"),
    [
        (Groups((2, 2)), MatchedDice(), "224466", 20),
        (Groups((2, 2)), MatchedDice(), "222244", 12),
        (Groups((2, 2)), MatchedDice(), "222211", 6),
        (Groups((2, 2)), MatchedDice(), "222213", 0),
        (Groups((3, 2)), MatchedDice(), "222333", 13),
        (Groups((3, 2)), MatchedDice(), "222255", 16),
        (Groups((3, 2)), MatchedDice(), "222222", 0),
        (Groups((3, 2), distinct=False), MatchedDice(), "222223", 10),
        (Groups((4, 2)), AllDice(), "222233", 14),
        (Groups((4, 2)), AllDice(), "222333", 0),
        (Groups((2, 2, 2)), AllDice(), "222233", 0),
        (Groups((2, 2), colors=((1, 6), (2, 5), (3, 4))), AllDice(), "115566", 24),
        (Groups((2, 2), colors=((1, 6), (2, 5), (3, 4))), AllDice(), "115544", 0),
        (Flush(((1, 6), (2, 5), (3, 4))), Fixed(35), "166116", 35),
        (Flush(((1, 6), (2, 5), (3, 4))), Fixed(35), "166112", 0),
        (Run(4), MatchedDice(), "123456", 18),
        (Run(4), MatchedDice(plus=20), "123466", 30),
        (Run(5, start=1), MatchedDice(), "123456", 15),
        (Run(5, start=1), MatchedDice(), "234566", 0),
        (Total(at_most=10), Fixed(40), "111223", 40),
        (Total(at_most=9), Fixed(40), "111223", 0),
        (Total(20, 21), AllDice(times=2), "333444", 42),
        (Both(AnyDice(), Total(at_least=30)), AllDice(plus=1), "555555", 31),
        (Both(Face(6), Run(4)), MatchedDice(), "345666", 18),
    ],
)
def test_six_dice_patterns_score_expected_points(match, pays, dice, points):
    six = Variant(key="six", dice=6, lower=(Category("own", match, pays),))
    assert six.points("own", dice) == points


def test_by_roll_category_pays_roll_number_and_served_bonus():
    own = Category("own", Run(5), ByRoll((66, 56, 46)), served=5)
    variant = replace(PLAIN, lower=(own, FIVE_EQUAL, LARGE_STRAIGHT))
    assert [variant.points("own", "12345", rolls=n) for n in (1, 2, 3, 4)] == [66, 56, 46, 46]
    assert variant.points("own", "12345", rolls=1, served=True) == 71
    assert variant.points("own", "12344", rolls=1, served=True) == 0
    assert variant.points("own", "12345") == 46
