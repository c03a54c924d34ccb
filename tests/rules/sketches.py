"""Variants for tests only: types must support more than the presets.

Six dice and saved rolls, several columns with factors, orders and announcements, a ten-sided die, payments by roll.
"""

from dataclasses import replace

from pasch.rules.bonus import UpperBonus
from pasch.rules.category import (
    CHANCE,
    FOUR_OF_A_KIND,
    KNIFFEL_LOWER,
    THREE_OF_A_KIND,
    UPPER,
    AllDice,
    ByRoll,
    Category,
    Fixed,
    Groups,
    MatchedDice,
    Run,
    Total,
)
from pasch.rules.columns import Announce, Column, Order
from pasch.rules.variant import Variant
from pasch.rules.variants import VARIANTS

SPIFFEL_123, TRIPLE = VARIANTS["spiffel-123"], VARIANTS["triple-yahtzee"]

YAMS = replace(
    VARIANTS["kniffel-plain"],
    key="seven-columns",
    columns=(
        Column(),
        Column(order=Order.DOWN),
        Column(order=Order.UP),
        Column(announce=Announce.AFTER_FIRST_ROLL),
        Column(max_rolls=1),
        Column(order=Order.BOTH_ENDS, max_rolls=2),
        Column(order=Order.CENTER_OUT),
    ),
)

SIX_DICE = Variant(
    key="six-dice",
    dice=6,
    banks_rolls=True,
    upper=UPPER,
    lower=(
        Category("two_pairs", Groups((2, 2)), MatchedDice()),
        Category("three_pairs", Groups((2, 2, 2)), AllDice()),
        Category("tower", Groups((4, 2)), MatchedDice()),
        Category("full_straight", Run(6), Fixed(21)),
        Category("kniffel", Groups((6,)), Fixed(100)),
        CHANCE,
    ),
    upper_bonus=UpperBonus(84, 100),
)

TEN_SIDED = Variant(
    key="ten-sided",
    ten_sided=1,
    upper=UPPER,
    lower=(
        THREE_OF_A_KIND,
        FOUR_OF_A_KIND,
        Category("ten_or_less", Total(at_most=10), Fixed(40)),
        Category("super_chance", Groups((1,)), AllDice(times=2)),
    ),
    upper_bonus=UpperBonus(73, 45),
)

BY_ROLL = Variant(
    key="by-roll",
    upper=UPPER,
    lower=(*KNIFFEL_LOWER, Category("kenta", Run(5), ByRoll((66, 56, 46)), served=5)),
    upper_bonus=UpperBonus(60, 30, higher=((70, 40), (80, 50))),
    columns=(Column(announce=Announce.AFTER_FIRST_ROLL), Column(order=Order.DOWN)),
)

SKETCHES = {v.key: v for v in (YAMS, SIX_DICE, TEN_SIDED, BY_ROLL)}
