"""Balut: seven rows of four entries each, settled in points."""

from pasch.rules.category import CHANCE, FULL_HOUSE, UPPER, Category
from pasch.rules.columns import Column
from pasch.rules.patterns import Groups, Run
from pasch.rules.payments import AllDice, MatchedDice
from pasch.rules.settlement import AllScored, EachScored, Reaches, Settlement
from pasch.rules.variant import Variant

# balut.org: a straight pays its sum, a balut the sum and 20.
BALUT = Variant(
    key="balut",
    aliases=("Balut",),
    lower=(
        *UPPER[3:],
        Category("straight", Run(5)),
        FULL_HOUSE.paying(MatchedDice()),
        Category("choice", CHANCE.match, AllDice()),
        Category("balut", Groups((5,)), AllDice(plus=20)),
    ),
    columns=(Column(), Column(), Column(), Column()),
    settlement=Settlement(
        awards=(
            Reaches("fours", 52, 2),
            Reaches("fives", 65, 2),
            Reaches("sixes", 78, 2),
            AllScored("straight", 4),
            AllScored("full_house", 3),
            Reaches("choice", 100, 2),
            EachScored("balut", 2),
        ),
        steps=((0, -2), (300, -1), (350, 0), (400, 1), (450, 2), (500, 3), (550, 4), (600, 5), (650, 6)),
    ),
)
