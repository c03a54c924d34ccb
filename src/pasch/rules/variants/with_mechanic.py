"""Games that add a mechanic to the turn: Kniffeliger, Lügenkniffel, the duels, Kismet."""

from dataclasses import replace

from pasch.rules.bonus import UpperBonus
from pasch.rules.category import (
    FOUR_OF_A_KIND,
    KNIFFEL_LOWER,
    THREE_OF_A_KIND,
    UPPER,
    AllDice,
    AnyDice,
    Category,
    Exactly,
    Fixed,
    Flush,
    Groups,
    MatchedDice,
    Run,
)
from pasch.rules.columns import Column, KeepRule
from pasch.rules.mechanics.action_dice import ActionDice
from pasch.rules.mechanics.bluff import Bluff
from pasch.rules.mechanics.chip_pool import ChipPool
from pasch.rules.mechanics.contest import Contest
from pasch.rules.mechanics.penalty import Penalty
from pasch.rules.ruleset import Customs
from pasch.rules.variant import Variant
from pasch.rules.variants.yatzy import YATZY

# Kniffeliger: fourteen cells and action dice, by its manual and by its program.

PI = Category("pi", Exactly((1, 1, 3, 4, 5)), Fixed(31))

KNIFFELIGER = Variant(
    key="kniffeliger",
    aliases=("Kniffeliger (manual)", "Kniffeliger (Anleitung)"),
    seats=(2, 4),
    keep=KeepRule.LOCKED,
    upper=UPPER,
    lower=(*KNIFFEL_LOWER, PI),
    mechanic=ActionDice(),
    # The manual: “the player rolls all five dice with the lever (“arm”) button”.
    customs=Customs(lever=True),
)

_PROGRAM = {
    "three_of_a_kind": THREE_OF_A_KIND.paying(MatchedDice()),
    "four_of_a_kind": FOUR_OF_A_KIND.paying(MatchedDice()),
    "full_house": Category("full_house", Groups((3, 2), distinct=False), Fixed(25)),
}
"""Where the program scores otherwise than the manual says."""

KNIFFELIGER_PROGRAM = replace(
    KNIFFELIGER,
    key="kniffeliger-program",
    aliases=("Kniffeliger (program)", "Kniffeliger (Programm)"),
    lower=tuple(_PROGRAM.get(category.key, category) for category in KNIFFELIGER.lower),
    mechanic=ActionDice(at_once=True, cross_out_open=False),
)


# Lügenkniffel: Kniffel's cells, hidden dice and the courage to doubt.

# Schmidt 1993. The card with the combinations is lost to us: Kniffel's thirteen, without a bonus.
LUEGENKNIFFEL = Variant(
    key="luegenkniffel",
    aliases=("Lügen-Kniffel", "Lügenkniffel", "Liar's Kniffel"),
    seats=(3, 8),
    # What was left under the first cup may not be taken out again.
    keep=KeepRule.LOCKED,
    upper=UPPER,
    lower=KNIFFEL_LOWER,
    reconstruction=True,
    mechanic=Bluff(),
)


# Two against each other: Dice Duel with its chips, and Yatzy compared cell by cell.

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
    mechanic=ChipPool(),
)

# Named by the encyclopaedia without a rule.
YATZY_DUEL = replace(
    YATZY,
    key="yatzy-duel",
    aliases=("Yatzy-Duell", "Yatzy duel"),
    seats=(2, 2),
    reconstruction=True,
    mechanic=Contest(),
)


# Kismet: dice coloured by their value.

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
    mechanic=Penalty("kismet"),
)
