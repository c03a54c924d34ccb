"""Two readings of “Swiss Yahtzee”, of which the encyclopaedia gives the name alone."""

from dataclasses import replace

from pasch.rules.bonus import UpperBonus
from pasch.rules.category import CHANCE, UPPER, Category
from pasch.rules.extra import ExtraKniffel
from pasch.rules.patterns import Exactly
from pasch.rules.payments import Fixed
from pasch.rules.variant import Variant
from pasch.rules.variants.kniffel import KNIFFEL_PLAIN

# Game Factory's Swiss Yatzy of 2019, after brettspielblog.ch and coopzeitung.ch: six pictures, only exactly prescribed
# combinations, among them the full house and five flags, a bonus above, and points that lie close together. The
# numbers, the other combinations and every point are this project's.
SWISS_YATZY = Variant(
    key="swiss-yatzy",
    aliases=("Swiss Yatzy", "Schweizer Yatzy"),
    upper=UPPER,
    lower=(
        Category("two_pairs", Exactly((3, 3, 4, 4, 5)), Fixed(20)),
        Category("full_house", Exactly((1, 1, 2, 2, 2)), Fixed(25)),
        Category("small_straight", Exactly((1, 2, 3, 4, 5)), Fixed(20)),
        Category("large_straight", Exactly((2, 3, 4, 5, 6)), Fixed(20)),
        Category("yatzy", Exactly((6, 6, 6, 6, 6)), Fixed(30)),
        CHANCE,
    ),
    upper_bonus=UpperBonus(threshold=63, points=20),
    reconstruction=True,
)

# Kniffel as yahtzee.ch tells it for its Swiss players: a further Kniffel goes to any open cell and brings 100 there.
SWISS_KNIFFEL = replace(
    KNIFFEL_PLAIN,
    key="swiss-kniffel",
    aliases=("Swiss Yahtzee", "Swiss Kniffel", "Schweizer Kniffel", "Schweizer Yahtzee"),
    extra=ExtraKniffel(points=100),
    reconstruction=True,
)
