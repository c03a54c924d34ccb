"""Escalero: poker dice of the values 1 to 6, three columns, more for what is served."""

from pasch.rules.category import UPPER, Category
from pasch.rules.columns import Column
from pasch.rules.patterns import Groups, Run
from pasch.rules.payments import Fixed
from pasch.rules.variant import Variant

# The rule book of Piatnik after the encyclopaedia: served means all five dice thrown together in the throw that
# counts. How the columns are settled is told nowhere in full; here their points are added.
ESCALERO = Variant(
    key="escalero",
    aliases=("Escalero",),
    reconstruction=True,
    upper=UPPER,
    lower=(
        Category("straight", Run(5), Fixed(20), served=5),
        Category("full_house", Groups((3, 2)), Fixed(30), served=5),
        Category("four_of_a_kind", Groups((4,)), Fixed(40), served=5),
        Category("grande", Groups((5,)), Fixed(50), served=30),
    ),
    columns=(Column(), Column(), Column()),
)
