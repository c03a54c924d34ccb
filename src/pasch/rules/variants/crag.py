"""Crag: three dice, two rolls, and the number thirteen."""

from pasch.rules.category import UPPER, Category
from pasch.rules.patterns import Both, Exactly, Groups, Total
from pasch.rules.payments import Fixed
from pasch.rules.variant import Variant

THIRTEEN = Total(at_least=13, at_most=13)

CRAG = Variant(
    key="crag",
    aliases=("Crag",),
    dice=3,
    rolls=2,
    upper=UPPER,
    lower=(
        Category("low_straight", Exactly((1, 2, 3)), Fixed(20)),
        Category("high_straight", Exactly((4, 5, 6)), Fixed(20)),
        Category("odd_straight", Exactly((1, 3, 5)), Fixed(20)),
        Category("even_straight", Exactly((2, 4, 6)), Fixed(20)),
        Category("three_of_a_kind", Groups((3,)), Fixed(25)),
        Category("thirteen", THIRTEEN, Fixed(26)),
        Category("crag", Both(Groups((2,)), THIRTEEN), Fixed(50)),
    ),
)
