"""Jamb: four columns, and a difference of two rows that counts as often as there are ones."""

from pasch.rules.bonus import UpperBonus
from pasch.rules.category import CHANCE, UPPER, Category
from pasch.rules.columns import Announce, Column, Order
from pasch.rules.patterns import Groups, Run
from pasch.rules.payments import ByRoll, MatchedDice
from pasch.rules.product import Difference
from pasch.rules.variant import Variant

# After the pages of its players: thirteen rows with the triling; columns down, free, up and announced; 30 from 60.
JAMB = Variant(
    key="jamb",
    aliases=("Jamb", "Yamb"),
    upper=UPPER,
    lower=(
        Category("max", CHANCE.match, CHANCE.pays),
        Category("min", CHANCE.match, CHANCE.pays),
        Category("triling", Groups((3,)), MatchedDice(plus=20)),
        Category("kenta", Run(5), ByRoll((66, 56, 46))),
        Category("ful", Groups((3, 2)), MatchedDice(plus=30)),
        Category("poker", Groups((4,)), MatchedDice(plus=40)),
        Category("jamb", Groups((5,)), MatchedDice(plus=50)),
    ),
    upper_bonus=UpperBonus(threshold=60, points=30),
    columns=(
        Column(order=Order.DOWN),
        Column(),
        Column(order=Order.UP),
        Column(announce=Announce.AFTER_FIRST_ROLL),
    ),
    difference=Difference(high="max", low="min", times="ones"),
)
