"""Yacht and Cheerio: older relatives with twelve and eleven cells and no bonus."""

from pasch.rules.category import CHANCE, FULL_HOUSE, UPPER, Category
from pasch.rules.patterns import Groups, Run
from pasch.rules.payments import AllDice, Fixed, MatchedDice
from pasch.rules.variant import Variant

YACHT = Variant(
    key="yacht",
    aliases=("Yacht",),
    upper=UPPER,
    lower=(
        FULL_HOUSE.paying(MatchedDice()),
        Category("four_of_a_kind", Groups((4,))),
        Category("little_straight", Run(5, start=1), Fixed(30)),
        Category("big_straight", Run(5, start=2), Fixed(30)),
        Category("choice", CHANCE.match, AllDice()),
        Category("yacht", Groups((5,)), Fixed(50)),
    ),
)

CHEERIO = Variant(
    key="cheerio",
    aliases=("Cheerio",),
    upper=UPPER,
    lower=(
        Category("little_straight", Run(5, start=1), Fixed(20)),
        Category("big_straight", Run(5, start=2), Fixed(25)),
        FULL_HOUSE.paying(MatchedDice()),
        Category("big_hand", CHANCE.match, AllDice()),
        Category("cheerio", Groups((5,)), Fixed(50)),
    ),
)
