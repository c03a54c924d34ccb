"""Yams: Kniffel in four columns, and the French grid of one."""

from dataclasses import replace

from pasch.rules.category import (
    FIVE_EQUAL,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    THREE_OF_A_KIND,
    Category,
)
from pasch.rules.columns import Announce, Column, Order
from pasch.rules.patterns import Run
from pasch.rules.payments import Fixed, MatchedDice
from pasch.rules.variants.kniffel import KNIFFEL_PLAIN

# The encyclopaedia: free, in order, in order, announced after the first roll; that the third column runs upward
# is the decision of this project, after the three-column form of the game.
YAMS = replace(
    KNIFFEL_PLAIN,
    key="yams",
    aliases=("Yams mit vier Spalten",),
    columns=(
        Column(),
        Column(order=Order.DOWN),
        Column(order=Order.UP),
        Column(announce=Announce.AFTER_FIRST_ROLL),
    ),
)

YAMS_FR = replace(
    KNIFFEL_PLAIN,
    key="yams-fr",
    aliases=("Yams français", "French Yams", "Französisches Yams"),
    lower=(
        THREE_OF_A_KIND.paying(MatchedDice()),
        FOUR_OF_A_KIND.paying(MatchedDice()),
        FULL_HOUSE,
        Category("small_straight", Run(5, start=1), Fixed(30)),
        Category("large_straight", Run(5, start=2), Fixed(40)),
        FIVE_EQUAL,
    ),
)
