"""Yatzy as it is played in Scandinavia, free and from top to bottom."""

from dataclasses import replace

from pasch.rules.bonus import UpperBonus
from pasch.rules.category import (
    CHANCE,
    FIVE_EQUAL,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    ONE_PAIR,
    THREE_OF_A_KIND,
    TWO_PAIRS,
    UPPER,
    Category,
)
from pasch.rules.columns import Column, Order
from pasch.rules.patterns import Run
from pasch.rules.payments import MatchedDice
from pasch.rules.variant import Variant

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
