"""Two against each other: Dice Duel with its chips, and Yatzy compared cell by cell."""

from dataclasses import replace

from pasch.rules.category import Category
from pasch.rules.columns import Column
from pasch.rules.mechanics.chip_pool import ChipPool
from pasch.rules.mechanics.contest import Contest
from pasch.rules.patterns import Flush, Groups, Run
from pasch.rules.payments import Fixed
from pasch.rules.variant import Variant
from pasch.rules.variants.yatzy import YATZY

_RED_AND_BLACK = ((2, 4, 6), (1, 3, 5))

# Schmidt 2019: seven patterns, four chips of each.
DICE_DUEL = Variant(
    key="dice-duel",
    aliases=("Kniffel-Duell", "Kniffel Dice Duel"),
    seats=(1, 4),
    colors=_RED_AND_BLACK,
    lower=(
        Category("two_pairs", Groups((2, 2)), Fixed(5)),
        Category("three_of_a_kind", Groups((3,)), Fixed(10)),
        Category("small_straight", Run(4), Fixed(20)),
        Category("flush", Flush(_RED_AND_BLACK), Fixed(25)),
        Category("full_house", Groups((3, 2)), Fixed(30)),
        Category("four_of_a_kind", Groups((4,)), Fixed(40)),
        Category("large_straight", Run(5), Fixed(50)),
    ),
    columns=(Column(),) * 4,
    phase=ChipPool(),
)

# Named by the encyclopaedia without a rule.
YATZY_DUEL = replace(
    YATZY,
    key="yatzy-duel",
    aliases=("Yatzy-Duell", "Yatzy duel"),
    seats=(2, 2),
    reconstruction=True,
    phase=Contest(),
)
