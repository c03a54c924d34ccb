"""Yazzo: the game of a club's tournaments, 33 cells in three columns and dice that stay where they are put."""

from pasch.rules.bonus import UpperBonus
from pasch.rules.category import FOUR_OF_A_KIND, FULL_HOUSE, LARGE_STRAIGHT, SMALL_STRAIGHT, UPPER, Category
from pasch.rules.columns import Column, KeepRule, Order
from pasch.rules.patterns import Groups
from pasch.rules.payments import AllDice
from pasch.rules.variant import Variant

# After the rules and a report on tbk-handball.de: eleven rows from the ones to the Yazzo, columns free, down and up,
# three throws, dice once set aside never return, 50 and the pips for five equal dice. The four figures between and
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
