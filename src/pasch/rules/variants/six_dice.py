"""Games with six dice: 6er-Spiffel and Maxi Yatzy."""

from dataclasses import replace

from pasch.rules.bonus import UpperBonus
from pasch.rules.category import CHANCE, KNIFFEL, ONE_PAIR, THREE_OF_A_KIND, TWO_PAIRS, UPPER, Category
from pasch.rules.columns import Column
from pasch.rules.extra import ExtraKniffel, ExtraWhen
from pasch.rules.patterns import Groups, Run
from pasch.rules.payments import AllDice, Fixed, MatchedDice
from pasch.rules.variant import Variant

# The help of Spiffel: every group pays all six dice; groups ask for different faces, and for at least so many.
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
    extra=ExtraKniffel(points=200, when=ExtraWhen.ENTRY_SCORES, most=1),
)

SPIFFEL_6_2S = replace(
    SPIFFEL_6,
    key="spiffel-6-2s",
    aliases=("6er-Spiffel2s", "6er Spiffel 2s"),
    columns=(Column(), Column()),
)

# maxiyatzy.com and famholen.com: only the named dice count; rolls that are not used are saved without limit.
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
