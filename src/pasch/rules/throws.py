"""Whether it matters in which throw of a turn dice lie as they lie."""

from pasch.rules.category import ByRoll
from pasch.rules.columns import Announce, KeepRule
from pasch.rules.variant import Variant


def counts_throws(variant: Variant) -> bool:
    """Whether the last dice of a turn say too little: points, cells or saved rolls depend on the throws before."""
    rows = any(isinstance(row.pays, ByRoll) or row.served for row in variant.categories)
    columns = any(c.max_rolls is not None or c.announce is not Announce.NONE for c in variant.columns)
    saves = variant.banks_rolls or variant.chips > 0 or variant.keep is not KeepRule.FREE
    return rows or columns or saves or bool(variant.instant_win) or variant.mechanic is not None
