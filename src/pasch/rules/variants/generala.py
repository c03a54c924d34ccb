"""Generala: five equal dice thrown at once win the game."""

from pasch.rules.category import UPPER, Category
from pasch.rules.columns import Served
from pasch.rules.patterns import Groups, Run
from pasch.rules.payments import Fixed
from pasch.rules.variant import Variant

# The encyclopaedia and a printed reglamento: 60 and 120, 5 more for what is served, straights from 1 and from 2.
GENERALA = Variant(
    key="generala",
    aliases=("Generala",),
    upper=UPPER,
    lower=(
        Category("straight", Run(5), Fixed(20), served=5),
        Category("full_house", Groups((3, 2)), Fixed(30), served=5),
        Category("four_of_a_kind", Groups((4,)), Fixed(40), served=5),
        Category("generala", Groups((5,)), Fixed(60)),
        Category("double_generala", Groups((5,)), Fixed(120), after="generala"),
    ),
    served=Served.FIRST_THROW,
    instant_win="generala",
)
