"""Kniffeliger: fourteen cells and action dice, by its manual and by its program."""

from dataclasses import replace

from pasch.rules.category import FOUR_OF_A_KIND, KNIFFEL_LOWER, THREE_OF_A_KIND, UPPER, Category
from pasch.rules.columns import KeepRule
from pasch.rules.customs import Customs
from pasch.rules.mechanics.action_dice import ActionDice
from pasch.rules.patterns import Exactly, Groups
from pasch.rules.payments import Fixed, MatchedDice
from pasch.rules.variant import Variant

PI = Category("pi", Exactly((1, 1, 3, 4, 5)), Fixed(31))

KNIFFELIGER = Variant(
    key="kniffeliger",
    aliases=("Kniffeliger (manual)", "Kniffeliger (Anleitung)"),
    seats=(2, 4),
    keep=KeepRule.LOCKED,
    upper=UPPER,
    lower=(*KNIFFEL_LOWER, PI),
    phase=ActionDice(),
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
    phase=ActionDice(at_once=True, cross_out_open=False),
)
