"""Yatzy and the games near it: six dice, exact combinations, dice that stay."""

from dataclasses import replace

from pasch.rules.bonus import BonusKniffel, ExtraWhen, UpperBonus
from pasch.rules.category import (
    CHANCE,
    FIVE_EQUAL,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    KNIFFEL,
    LARGE_STRAIGHT,
    ONE_PAIR,
    SMALL_STRAIGHT,
    THREE_OF_A_KIND,
    TWO_PAIRS,
    UPPER,
    AllDice,
    Category,
    Exactly,
    Fixed,
    Groups,
    MatchedDice,
    Run,
)
from pasch.rules.columns import Column, KeepRule, Order
from pasch.rules.ruleset import Customs
from pasch.rules.variant import Variant
from pasch.rules.variants.kniffel import KNIFFEL_PLAIN

# Yatzy as it is played in Scandinavia, free and from top to bottom.

YATZY = Variant(
    key="yatzy",
    aliases=("Scandinavian Yatzy", "Skandinavisches Yatzy"),
    upper=UPPER,
    lower=(
        ONE_PAIR,
        TWO_PAIRS,
        THREE_OF_A_KIND.paying(MatchedDice()),
        FOUR_OF_A_KIND.paying(MatchedDice()),
        Category("small_straight", Run(5, start=1)),
        Category("large_straight", Run(5, start=2)),
        FULL_HOUSE.paying(MatchedDice()),
        CHANCE,
        FIVE_EQUAL,
    ),
    upper_bonus=UpperBonus(threshold=63, points=50),
)

YATZY_FORCED = replace(
    YATZY,
    key="yatzy-forced",
    aliases=("Forced Yatzy", "Sequential Yatzy", "Yatzy der Reihe nach"),
    columns=(Column(order=Order.DOWN),),
)


# Games with six dice: 6er-Spiffel and Maxi Yatzy.

# The help of Spiffel: every group pays all six dice; groups require different faces and a minimum number of each.
SPIFFEL_6 = Variant(
    key="spiffel-6",
    aliases=("6er-Spiffel", "Spiffel mit sechs Würfeln", "Six-dice Spiffel"),
    dice=6,
    upper=UPPER,
    lower=(
        Category("two_pairs", Groups((2, 2)), AllDice()),
        Category("three_pairs", Groups((2, 2, 2)), AllDice()),
        THREE_OF_A_KIND,
        Category("two_triplets", Groups((3, 3)), AllDice()),
        Category("four_of_a_kind", Groups((4,)), AllDice()),
        Category("five_of_a_kind", Groups((5,)), AllDice()),
        Category("full_house", Groups((3, 2)), Fixed(30)),
        Category("small_straight", Run(4), Fixed(40)),
        Category("large_straight", Run(5), Fixed(60)),
        Category("full_straight", Run(6), Fixed(90)),
        Category(KNIFFEL, Groups((6,)), Fixed(100)),
        CHANCE,
    ),
    upper_bonus=UpperBonus(threshold=84, points=50),
    extra=BonusKniffel(points=200, when=ExtraWhen.ENTRY_SCORES, most=1),
)

SPIFFEL_6_2S = replace(
    SPIFFEL_6,
    key="spiffel-6-2s",
    aliases=("6er-Spiffel2s", "6er Spiffel 2s"),
    columns=(Column(), Column()),
)

# maxiyatzy.com and famholen.com: only the named dice count; unused rolls are saved without limit.
MAXI_YATZY = Variant(
    key="maxi-yatzy",
    aliases=("Maxi Yatzy", "Maxi Yahtzee"),
    dice=6,
    banks_rolls=True,
    upper=UPPER,
    lower=(
        ONE_PAIR,
        TWO_PAIRS,
        Category("three_pairs", Groups((2, 2, 2))),
        THREE_OF_A_KIND.paying(MatchedDice()),
        Category("four_of_a_kind", Groups((4,))),
        Category("five_of_a_kind", Groups((5,))),
        Category("small_straight", Run(5, start=1)),
        Category("large_straight", Run(5, start=2)),
        Category("full_straight", Run(6, start=1)),
        Category("full_house", Groups((3, 2))),
        Category("two_triplets", Groups((3, 3))),
        Category("tower", Groups((4, 2))),
        CHANCE,
        Category(KNIFFEL, Groups((6,)), Fixed(100)),
    ),
    upper_bonus=UpperBonus(threshold=84, points=100),
)


# Two readings of “Swiss Yahtzee”, for which the encyclopaedia gives only the name.

# Game Factory's Swiss Yatzy of 2019, after brettspielblog.ch and coopzeitung.ch: six pictures, only exactly prescribed
# combinations, among them the full house and five flags, an upper bonus, and points close together. The
# numbers, the other combinations and every point are this project's.
SWISS_YATZY = Variant(
    key="swiss-yatzy",
    aliases=("Swiss Yatzy", "Schweizer Yatzy"),
    upper=UPPER,
    lower=(
        Category("two_pairs", Exactly((3, 3, 4, 4, 5)), Fixed(20)),
        Category("full_house", Exactly((1, 1, 2, 2, 2)), Fixed(25)),
        Category("small_straight", Exactly((1, 2, 3, 4, 5)), Fixed(20)),
        Category("large_straight", Exactly((2, 3, 4, 5, 6)), Fixed(20)),
        Category("yatzy", Exactly((6, 6, 6, 6, 6)), Fixed(30)),
        CHANCE,
    ),
    upper_bonus=UpperBonus(threshold=63, points=20),
    customs=Customs(pictures="swiss"),
    reconstruction=True,
)

# Kniffel as yahtzee.ch describes it for its Swiss players: an extra Kniffel goes to any open cell and scores 100.
SWISS_KNIFFEL = replace(
    KNIFFEL_PLAIN,
    key="swiss-kniffel",
    aliases=("Swiss Yahtzee", "Swiss Kniffel", "Schweizer Kniffel", "Schweizer Yahtzee"),
    extra=BonusKniffel(points=100),
    reconstruction=True,
)


# Yazzo: a club's tournament game, 33 cells in three columns, and dice that stay once set aside.

# After the rules and a report on tbk-handball.de: eleven rows from the ones to the Yazzo, columns free, down and up,
# three rolls, dice once set aside never return, 50 and the pips for five equal dice. The four figures between and
# the bonus could not be read; here they are Kniffel's.
YAZZO = Variant(
    key="yazzo",
    aliases=("Yazzo", "Yazzo nach den Stadttorregeln"),
    keep=KeepRule.LOCKED,
    upper=UPPER,
    lower=(
        FOUR_OF_A_KIND,
        FULL_HOUSE,
        SMALL_STRAIGHT,
        LARGE_STRAIGHT,
        Category("yazzo", Groups((5,)), AllDice(plus=50)),
    ),
    upper_bonus=UpperBonus(threshold=63, points=35),
    columns=(Column(), Column(order=Order.DOWN), Column(order=Order.UP)),
    reconstruction=True,
)
