"""In which part of a list a variant stands: by what is most unusual about it."""

from enum import StrEnum

from pasch.rules.columns import Announce, Order, SheetOrder
from pasch.rules.variant import Variant
from pasch.words.mechanic import WORDS


class Group(StrEnum):
    """The parts of the list, in their order."""

    KNIFFEL = "kniffel_family"
    COLUMNS = "columns"
    SIX_DICE = "six_dice"
    BOUND = "announcements"
    SCORING = "other_scoring"
    ACTION = "action_and_bluff"


def group_of(variant: Variant) -> Group:
    """The part a variant stands in. House rules may move it."""
    own = WORDS.of(variant).group
    if own:
        return Group(own)
    if variant.dice_count > 5:  # noqa: PLR2004 - what nearly all of them have
        return Group.SIX_DICE
    if variant.sheet_order is not SheetOrder.FREE:
        return Group.BOUND
    if any(column.order is not Order.FREE or column.announce is not Announce.NONE for column in variant.columns):
        return Group.BOUND
    if variant.kniffel_row is None:
        return Group.SCORING
    return Group.COLUMNS if len(variant.columns) > 1 else Group.KNIFFEL
