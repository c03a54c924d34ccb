"""Kismet: dice coloured by their value."""

from pasch.rules.bonus import UpperBonus
from pasch.rules.category import FOUR_OF_A_KIND, THREE_OF_A_KIND, UPPER, Category
from pasch.rules.mechanics.penalty import Penalty
from pasch.rules.patterns import AnyDice, Flush, Groups, Run
from pasch.rules.payments import AllDice, Fixed
from pasch.rules.variant import Variant

_COLORS = ((1, 6), (2, 5), (3, 4))
"""Black, red, green."""

KISMET = Variant(
    key="kismet",
    aliases=("Kismet dice",),
    colors=_COLORS,
    upper=UPPER,
    lower=(
        Category("two_pairs_color", Groups((2, 2), colors=_COLORS), AllDice()),
        THREE_OF_A_KIND,
        Category("straight", Run(5), Fixed(30)),
        Category("flush", Flush(_COLORS), Fixed(35)),
        Category("full_house", Groups((3, 2)), AllDice(plus=15)),
        Category("full_house_color", Groups((3, 2), colors=_COLORS), AllDice(plus=20)),
        FOUR_OF_A_KIND.paying(AllDice(plus=25)),
        Category("yarborough", AnyDice(), AllDice()),
        Category("kismet", Groups((5,)), AllDice(plus=50)),
    ),
    upper_bonus=UpperBonus(threshold=63, points=35, higher=((71, 55), (78, 75))),
    # The leaflet: every opponent puts 0 in the topmost open cell and loses the turn.
    phase=Penalty("kismet"),
)
