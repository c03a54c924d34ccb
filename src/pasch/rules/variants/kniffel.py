"""Kniffel by Schmidt, and its plain form without further Kniffels."""

from pasch.rules.bonus import UpperBonus
from pasch.rules.category import KNIFFEL_LOWER, UPPER
from pasch.rules.extra import ExtraKniffel, ExtraWhen, Joker
from pasch.rules.variant import Variant

KNIFFEL_PLAIN = Variant(
    key="kniffel-plain",
    aliases=(
        "Kniffel plain",
        "Plain Kniffel",
        "Kniffel ohne Extras",
        "Einfaches Kniffel",
    ),
    upper=UPPER,
    lower=KNIFFEL_LOWER,
    upper_bonus=UpperBonus(threshold=63, points=35),
)

KNIFFEL = Variant(
    key="kniffel",
    aliases=("Schmidt", "Schmidt Kniffel"),
    upper=UPPER,
    lower=KNIFFEL_LOWER,
    upper_bonus=UpperBonus(threshold=63, points=35),
    # Schmidt, manual of the travel edition, page 4: 50 on top while the number cell is open,
    # which must then be taken; once it is filled the roll is a joker without the 50.
    extra=ExtraKniffel(points=50, when=ExtraWhen.NUMBER_CELL_OPEN, joker=Joker.FORCED),
)
