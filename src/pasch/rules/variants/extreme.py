"""Kniffel Extreme: five dice and a ten-sided one, and chips for a fourth roll."""

from pasch.rules.bonus import UpperBonus
from pasch.rules.category import CHANCE, FOUR_OF_A_KIND, KNIFFEL, THREE_OF_A_KIND, UPPER, Category
from pasch.rules.patterns import Groups, Run, Total
from pasch.rules.payments import AllDice, Fixed
from pasch.rules.variant import Variant

# Schmidt's manual, first page. Whether chips left over score is told nowhere; here they don't.
KNIFFEL_EXTREME = Variant(
    key="kniffel-extreme",
    aliases=("Kniffel Extreme", "Yahtzee Extreme"),
    seats=(1, 4),
    ten_sided=1,
    chips=3,
    upper=UPPER,
    lower=(
        THREE_OF_A_KIND,
        FOUR_OF_A_KIND,
        Category("two_pairs", Groups((2, 2)), AllDice()),
        Category("three_pairs", Groups((2, 2, 2)), Fixed(35)),
        Category("two_triplets", Groups((3, 3)), Fixed(45)),
        Category("full_house", Groups((3, 2)), Fixed(25)),
        Category("grand_full_house", Groups((4, 2)), Fixed(45)),
        Category("small_straight", Run(4), Fixed(30)),
        Category("large_straight", Run(5), Fixed(40)),
        Category("full_straight", Run(6), Fixed(50)),
        Category(KNIFFEL, Groups((5,)), Fixed(50)),
        Category("kniffel_extreme", Groups((6,)), Fixed(75)),
        Category("ten_or_less", Total(at_most=10), Fixed(40)),
        Category("thirty_three_or_more", Total(at_least=33), Fixed(40)),
        CHANCE,
        Category("super_chance", CHANCE.match, AllDice(times=2)),
    ),
    upper_bonus=UpperBonus(threshold=73, points=45),
)
